package import HTTP
package import JSON
import Secrets

/// The request that failed: its method, and its URL with the credentials masked.
package struct RequestLine: Sendable, Equatable {
  package let method: String
  package let url: String

  /// `url`: masked.
  package init(_ method: HTTPMethod, _ url: String) {
    self.method = method.name
    self.url = url
  }

  init(_ request: HTTPRequest, _ redactor: Redactor) {
    self.init(request.method, redactor.mask(url: request.url.text))
  }

  /// The same request with the URL that it would have led to.
  func leading(to url: String) -> RequestLine { RequestLine(HTTPMethod(method), url) }

  /// The request that brought a response, perhaps by redirects.
  init(_ request: HTTPRequest, answeredBy response: HTTPResponse, _ redactor: Redactor) {
    self.init(request.method, redactor.mask(url: response.url))
  }
}

/// A body that is not JSON, as an error shows it.
package struct InvalidBody: Sendable, Equatable {
  /// The fault in the body.
  package enum Reason: Sendable, Equatable {
    case syntax(JSONSyntaxError.Reason)
    /// The response contradicts itself on the way, in words.
    case malformed(String)
    /// The body is not of the format that it is in, in words.
    case undecodable(String)
    /// The body of a recorded response cannot be used.
    case recorded(RecordedBodyFault)
  }

  /// Of the first byte that is wrong.
  package let offset: Int
  package let reason: Reason
  package var contentType: String?
  /// The beginning of the body, secrets masked.
  package var beginning = ""
  /// True when the body may have been damaged on the way, so that a retry may succeed.
  package var isTransient = false
}
