import HTTP
import JSON
import Pagination
import Secrets

extension SessionError {
  /// The error of a response that is not a page; what it quotes of the body is masked. `isLater`:
  /// an earlier page was one.
  init(
    _ error: PageReadError, in response: HTTPResponse, to request: HTTPRequest,
    _ redactor: Redactor, isLater: Bool = false
  ) {
    func invalid(_ offset: Int, _ reason: InvalidBody.Reason, isTransient: Bool) -> SessionError {
      .invalidResponse(
        RequestLine(request, answeredBy: response, redactor),
        InvalidBody(
          offset: offset, reason: reason,
          contentType: SessionError.contentType(of: response, redactor),
          beginning: SessionError.beginning(of: response, redactor), isTransient: isTransient))
    }
    switch error {
    case .invalid(let syntax):
      self = invalid(
        syntax.offset, .syntax(syntax.reason), isTransient: syntax.reason == .unexpectedEnd)
    case .undecodable(let fault):
      self = invalid(
        fault.offset, .undecodable(redactor.mask(text: fault.detail)),
        isTransient: fault.isTruncated)
    case .broken(let detail):
      self = .invalidResponse(
        RequestLine(request, answeredBy: response, redactor),
        InvalidBody(
          offset: response.body.count, reason: .malformed(detail), isTransient: true))
    case .itemsNotFound(let paths, let keys):
      self = .itemsNotFound(
        paths: paths, keys: keys.map { redactor.mask(text: $0) }, descriptors: [],
        response: UnlistedResponse(response, to: request, redactor, isLater: isLater))
    case .metadataInvalid(let path, let value):
      self = .metadataInvalid(path: path, value: value.masked(by: redactor))
    }
  }

  /// The beginning of a body as text, secrets masked.
  static func beginning(of response: HTTPResponse, _ redactor: Redactor) -> String {
    let quoted = String(decoding: response.body.prefix(bodyBytesRead), as: UTF8.self)
    return String(redactor.mask(text: quoted).prefix(bodyCharactersMax))
  }

  private static func contentType(of response: HTTPResponse, _ redactor: Redactor) -> String? {
    response.headers["Content-Type"].map {
      String(redactor.mask(text: $0).prefix(contentTypeCharactersMax))
    }
  }

  /// The most characters of a `Content-Type` that are shown.
  private static let contentTypeCharactersMax = 200
}

extension UnlistedResponse {
  init(_ response: HTTPResponse, to request: HTTPRequest, _ redactor: Redactor, isLater: Bool) {
    self.init(
      request: RequestLine(request, answeredBy: response, redactor), status: response.status.code,
      body: SessionError.beginning(of: response, redactor), isLater: isLater)
  }
}
