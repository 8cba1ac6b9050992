import HTTP
package import JSON
package import Mapping
package import Pagination

/// Why a request on a paginator failed. The words and codes of the wire are made in `Server`.
package enum SessionError: Error, Sendable, Equatable {
  case paginatorNotFound(id: String)
  case paginatorExists(id: String)
  case notLoaded
  case noNextPage(EndReason?)
  case noPreviousPage
  case pageOutOfRange(page: Int, firstPage: Int, pageCount: Int?)
  case pageNotReachable(page: Int)
  case itemOutOfRange(index: Int, count: Int)
  case requestCancelled
  case cancelled
  case limitExceeded(limit: String, maximum: Int)
  case networkFailed(url: String, detail: String)
  case timedOut(url: String, seconds: Double)
  case httpStatus(
    url: String, status: Int, retryAfterSeconds: Int?, body: String,
    descriptors: [DescriptorMismatch])
  case tlsFailed(url: String, detail: String)
  case responseTooLarge(url: String, maximum: Int)
  case originRefused(url: String, origin: String)
  case rateLimited(url: String, status: Int, retryAfterSeconds: Int?)
  case invalidResponse(url: String, offset: Int, detail: String)
  case itemsNotFound(paths: [String], keys: [String], descriptors: [DescriptorMismatch])
  case mappingFailed(issues: [JSONValue])
  case metadataInvalid(path: String, value: JSONValue)
  case serverError(status: Int, messages: [String])
  case paginationLoop(EndReason)
  case checkpointRejected(reason: String)
  case engineUnavailable(library: String, detail: String)

  /// How much of an error answer's body is looked at for that, in bytes.
  static let bodyBytesRead = 16_384
  /// How much of an error answer's body is shown, in characters.
  package static let bodyCharactersMax = 1_024

  /// The error of the engine, told of a URL whose credentials are masked.
  init(_ error: HTTPError, url: String, redactor: Redactor) {
    switch error {
    case .engineUnavailable(let library, let detail):
      self = .engineUnavailable(library: library, detail: detail)
    case .networkFailed(let detail):
      self = .networkFailed(url: url, detail: redactor.mask(text: detail))
    case .timedOut(let seconds): self = .timedOut(url: url, seconds: seconds)
    case .tlsFailed(let detail): self = .tlsFailed(url: url, detail: redactor.mask(text: detail))
    case .responseTooLarge(let maximum): self = .responseTooLarge(url: url, maximum: maximum)
    case .cancelled: self = .cancelled
    case .invalidURL(let detail), .invalidRequest(let detail):
      self = .networkFailed(url: url, detail: redactor.mask(text: detail))
    case .unsupportedScheme(let scheme):
      self = .originRefused(url: url, origin: scheme + "://")
    case .tooManyRedirects(let maximum):
      self = .networkFailed(url: url, detail: "more than \(maximum) redirects")
    case .originRefused(let target, let origin):
      self = .originRefused(url: redactor.mask(url: target), origin: origin)
    case .tooManyRequests(let maximum):
      self = .limitExceeded(limit: "requestsWaiting", maximum: maximum)
    }
  }
}
