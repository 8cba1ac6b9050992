import HTTP
import Sessions

/// Lets requests pass that read: by GET, or by the method of the profile that was named.
struct MethodClient: HTTPClient {
  private let next: any HTTPClient
  private let method: HTTPMethod
  private let refusals = WorkThread()

  init(_ next: any HTTPClient, method: String) {
    self.next = next
    self.method = HTTPMethod(method)
  }

  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    guard request.method == "GET" || request.method == method || request.isForToken else {
      let transfer = PassingTransfer(completion)
      let detail = "the method \(request.method.name)"
      refusals.run { transfer.finish(.failure(.invalidRequest(detail: detail))) }
      return transfer
    }
    return next.send(request, completion: completion)
  }
}
