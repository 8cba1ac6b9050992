internal import JSON

/// Why a request gets an error for a response.
enum Refusal: Error, Equatable {
  // A malformed message: the connection is closed after the response.
  case malformedRequest, headTooLarge, bodyTooLarge
  case unsupportedTransferCoding, unsupportedVersion
  /// The connection is one too many: it is closed, too.
  case tooManyConnections
  // Of what was asked.
  case unknownPath(String)
  case methodNotAllowed(allowed: String)
  case invalidParameter(name: String, expected: String)
  case invalidBody(expected: String)
  case unauthorized
  case rangeNotSatisfiable(contentRange: String)
  /// Past the end of a collection, on an endpoint or by a `past` that answers with a status.
  case pastEnd(status: Int)

  /// The HTTP status of the response.
  var status: Int {
    switch self {
    case .malformedRequest, .invalidParameter, .invalidBody: 400
    case .unauthorized: 401
    case .unknownPath: 404
    case .methodNotAllowed: 405
    case .bodyTooLarge: 413
    case .rangeNotSatisfiable: 416
    case .headTooLarge: 431
    case .unsupportedTransferCoding: 501
    case .tooManyConnections: 503
    case .unsupportedVersion: 505
    case .pastEnd(let status): status
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

  private var message: String {
    switch self {
    case .malformedRequest: "This is not an HTTP/1.1 request."
    case .headTooLarge: "The header fields are larger than \(SampleLimits.headBytesMax) bytes."
    case .bodyTooLarge: "The body is larger than \(SampleLimits.bodyBytesMax) bytes."
    case .unsupportedTransferCoding: "Bodies need a Content-Length here."
    case .unsupportedVersion: "Only HTTP/1.1 is spoken here."
    case .tooManyConnections: "All connections are taken; try again when one has ended."
    case .unknownPath(let path): "There is nothing at \(path); / lists the endpoints."
    case .methodNotAllowed(let allowed): "Use \(allowed)."
    case .invalidParameter(let name, let expected): "\(name) must be \(expected)."
    case .invalidBody(let expected): "The body must be \(expected)."
    case .unauthorized: "Send the credentials that 'auth' names."
    case .rangeNotSatisfiable: "The range begins past the end."
    case .pastEnd: "There is nothing at this position."
    }
  }

  /// The response: `{"error": {"status": 400, "message": "page must be a whole number."}}`.
  var response: Response {
    var response = Response.error(status: status, message: message)
    response.closes = endsConnection
    switch self {
    case .methodNotAllowed(let allowed): response.addHeader("Allow", allowed)
    case .unauthorized: response.addHeader("WWW-Authenticate", "Bearer realm=\"sample\"")
    case .rangeNotSatisfiable(let range): response.addHeader("Content-Range", range)
    default: break
    }
    return response
  }
}
