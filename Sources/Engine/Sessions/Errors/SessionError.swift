package import HTTP
package import JSON
package import Mapping
package import Pagination
import Secrets

/// The reason why a request on a paginator failed. `Wire` makes the words and codes that go over
/// the wire.
package enum SessionError: Error, Sendable, Equatable {
  case paginatorNotFound(id: String)
  case paginatorExists(id: String)
  case notLoaded
  case noNextPage(EndReason?)
  case noPreviousPage
  case pageOutOfRange(page: Int, firstPage: Int, pageCount: Int?)
  case pageNotReachable(page: Int)
  case itemOutOfRange(index: Int, count: Int)
  /// The same, where only a page without items is known, which the list ends before.
  case itemBehindEnd(index: Int, countMax: Int)
  case requestCancelled
  case cancelled
  /// A method that a paginator with `each` does not have.
  case notForSeries(method: String)
  /// The item at a position of a series has no value at a path that a request could be made of.
  case itemUnusable(path: String, position: Int)
  case limitExceeded(limit: Limit, maximum: Int)
  case networkFailed(RequestLine, detail: String)
  case timedOut(RequestLine, seconds: Double)
  case httpStatus(
    RequestLine, status: Int, retryAfterSeconds: Int?, body: String,
    descriptors: [DescriptorMismatch])
  /// The API does not know the position any more that a page led to. `body`: its beginning.
  case positionExpired(RequestLine, status: Int, body: String)
  /// `isUntrusted`: the issuer of the certificate is unknown.
  case tlsFailed(RequestLine, detail: String, isUntrusted: Bool = false)
  case responseTooLarge(RequestLine, part: ResponsePart = .body, maximum: Int)
  case originRefused(RequestLine, origin: String)
  /// The same, where the origin is allowed, but not the credential in the body or else in the URL.
  case credentialWithheld(RequestLine, origin: String, isInBody: Bool)
  case rateLimited(RequestLine, status: Int, retryAfterSeconds: Int?)
  case invalidResponse(RequestLine, InvalidBody)
  case itemsNotFound(
    paths: [String], keys: [String], descriptors: [DescriptorMismatch],
    response: UnlistedResponse? = nil)
  case mappingFailed(issues: [JSONValue])
  case metadataInvalid(path: String, value: JSONValue)
  case serverError(status: Int, messages: [String])
  case paginationLoop(EndReason)
  case checkpointRejected(reason: String)
  /// `isStore`: the library that stores pages, not the one that sends requests.
  case engineUnavailable(library: String, detail: String, isStore: Bool = false)
  /// A page could not be stored, or the store not be opened. `detail`: what is wrong, in a sentence
  /// without its full stop.
  case storeFailed(path: String, detail: String, isRetryable: Bool)
  /// No access token could be had; nothing was sent to the API.
  case authFailed(AuthFailure)
  /// The recording used in place of the network has no response left for the request.
  case notRecorded(RequestLine, nearest: RecordedRequest?)

  /// A limit that a call can reach, by its name on the wire.
  package enum Limit: String, Sendable {
    /// Pages of a list within an item.
    case innerPages
    case pagesMax, itemsMax, windowItems, queuedLoads, requestsWaiting, paginators, settingsBytes
    /// The work that mapping one page may be.
    case mappingSteps
    case mappedBytes, relatedValues
    /// A page's items with what is kept of the value of a series.
    case keptBytes
  }

  /// The number of bytes of a body that are read to show its beginning.
  static let bodyBytesRead = 16_384
  /// The most characters of a body that are shown.
  package static let bodyCharactersMax = 1_024

  init(_ error: HTTPError, of request: RequestLine, redactor: Redactor) {
    switch error {
    case .engineUnavailable(let library, let detail):
      self = .engineUnavailable(library: library, detail: detail)
    case .networkFailed(let detail), .invalidURL(let detail), .invalidRequest(let detail):
      self = .networkFailed(request, detail: redactor.mask(text: detail))
    case .timedOut(let seconds): self = .timedOut(request, seconds: seconds)
    case .tlsFailed(let detail, let isUntrusted):
      self = .tlsFailed(request, detail: redactor.mask(text: detail), isUntrusted: isUntrusted)
    case .responseTooLarge(let part, let maximum):
      self = .responseTooLarge(request, part: part, maximum: maximum)
    case .malformedResponse(let detail, let offset, let isTransient):
      self = .invalidResponse(
        request,
        InvalidBody(offset: offset, reason: .malformed(detail), isTransient: isTransient))
    case .cancelled: self = .cancelled
    case .unsupportedScheme(let scheme):
      self = .originRefused(request, origin: scheme + "://")
    case .tooManyRedirects(let maximum):
      self = .networkFailed(request, detail: "more than \(maximum) redirects")
    case .originRefused(let target, let origin):
      self = .originRefused(request.leading(to: redactor.mask(url: target)), origin: origin)
    case .credentialWithheld(let target, let origin, let isInBody):
      self = .credentialWithheld(
        request.leading(to: redactor.mask(url: target)), origin: origin, isInBody: isInBody)
    case .tooManyRequests(let maximum):
      self = .limitExceeded(limit: .requestsWaiting, maximum: maximum)
    case .notRecorded(let nearest):
      self = .notRecorded(request, nearest: nearest?.masked(by: redactor))
    case .recordedBodyUnusable(let fault):
      self = .invalidResponse(request, InvalidBody(offset: 0, reason: .recorded(fault)))
    case .authFailed(let failure): self = .authFailed(failure)
    case .tokenEndpointFailed(let endpoint, let error):
      self.init(error, of: RequestLine("POST", endpoint), redactor: redactor)
    }
  }

  /// The name of the case, as it is in `data.kind` and in evidence.
  package var kind: String {
    switch self {
    case .itemBehindEnd: "itemOutOfRange"
    case .credentialWithheld: "originRefused"
    default: Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
  }
}
