/// The reason why a request gets an error response.
enum Refusal: Error, Equatable {
  // A malformed message: the connection is closed after the response.
  case malformedRequest, headTooLarge, bodyTooLarge
  case unsupportedTransferCoding, unsupportedVersion
  /// The connection is one too many: it is closed, too.
  case tooManyConnections
  // Problems with what was requested.
  case unknownPath(String)
  case methodNotAllowed(allowed: String)
  case invalidParameter(name: String, expected: String)
  case invalidBody(expected: String)
  case unauthorized
  case rangeNotSatisfiable(contentRange: String)
  /// The position is past the end of a collection, and the endpoint or `past` demands a status for
  /// that.
  case pastEnd(status: Int)

  /// The HTTP status of the response, and what is wrong.
  private var answer: (status: Int, message: String) {
    switch self {
    case .malformedRequest: (400, "This is not an HTTP/1.1 request.")
    case .headTooLarge:
      (431, "The header fields are larger than \(SampleLimits.headBytesMax) bytes.")
    case .bodyTooLarge: (413, "The body is larger than \(SampleLimits.bodyBytesMax) bytes.")
    case .unsupportedTransferCoding: (501, "Bodies need a Content-Length here.")
    case .unsupportedVersion: (505, "Only HTTP/1.1 is spoken here.")
    case .tooManyConnections: (503, "All connections are taken; try again when one has ended.")
    case .unknownPath(let path): (404, "There is nothing at \(path); / lists the endpoints.")
    case .methodNotAllowed(let allowed): (405, "Use \(allowed).")
    case .invalidParameter(let name, let expected): (400, "\(name) must be \(expected).")
    case .invalidBody(let expected): (400, "The body must be \(expected).")
    case .unauthorized: (401, "Send the credentials that 'auth' names.")
    case .rangeNotSatisfiable: (416, "The range begins past the end.")
    case .pastEnd(let status): (status, "There is nothing at this position.")
    }
  }

  /// Nothing more can be read from the connection.
  var endsConnection: Bool {
    switch self {
    case .malformedRequest, .headTooLarge, .bodyTooLarge, .unsupportedTransferCoding,
      .unsupportedVersion, .tooManyConnections:
      true
    default: false
    }
  }

  /// The response: `{"error": {"status": 400, "message": "page must be a whole number."}}`.
  var response: Response {
    var response = Response.error(status: answer.status, message: answer.message)
    response.closes = endsConnection
    return switch self {
    case .methodNotAllowed(let allowed): response.with("Allow", allowed)
    case .unauthorized: response.with("WWW-Authenticate", "Bearer realm=\"sample\"")
    case .rangeNotSatisfiable(let range): response.with("Content-Range", range)
    default: response
    }
  }
}
