import HTTP

/// A response to be read, with its request.
struct ArrivedResponse: Sendable {
  var response: HTTPResponse
  var request: PendingRequest
  let clock: Requests.ClockReading
  /// Given where the lists within its items have been walked.
  var wholeLists: WholeLists?

  /// The same for another request.
  func requested(by request: PendingRequest) -> ArrivedResponse {
    copy(of: self) { $0.request = request }
  }

  var source: PageSource {
    PageSource(
      response: response, method: request.request.method.name,
      requestURL: request.request.url.text, requested: request.requested,
      hasOwnParameters: !request.options.parameters.isEmpty)
  }
}
