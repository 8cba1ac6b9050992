import HTTP
import JSON

/// One response, before it is written to a connection.
struct Response: Sendable {
  /// The part of a response that reaches the client.
  enum Delivery: Sendable {
    case whole
    /// Half of the head, then the connection is closed.
    case cutHead
    /// The head and half of the body that it announces, then the connection is closed.
    case cutBody
    /// Nothing, until the client goes or the server stops.
    case silent
    /// The head and half of the body, then nothing more until the client goes.
    case stalledBody
    /// The body alone, which is not HTTP, then the connection is closed.
    case bare
  }

  var status = 200
  /// Finished header lines; Date, Content-Length and Connection are not among them.
  private(set) var headerLines: [UInt8] = []
  var body: [UInt8] = []
  /// Blanks that are sent before the body and belong to it.
  var blankCount = 0
  var delivery = Delivery.whole
  /// The connection ends after the response.
  var closes = false
  var latencyMilliseconds = 0
  /// The validators among the header lines.
  var eTag: String?
  var lastModified: String?

  /// A response with an object.
  static func json(
    status: Int = 200, reservingCapacity capacity: Int = 256,
    _ write: (inout JSONWriter) -> Void
  ) -> Response {
    json(status: status, JSONWriter.object(reservingCapacity: capacity, write))
  }

  /// A response of type application/json.
  static func json(status: Int = 200, _ body: [UInt8]) -> Response {
    Response(status: status, body: body)
      .with("Content-Type", "application/json; charset=utf-8")
  }

  /// `{"error": {"status": 404, "message": "..."}}` with that status.
  static func error(status: Int, message: String) -> Response {
    .json(status: status) { writer in
      writer.object("error") { writer in
        writer.member("status", status)
        writer.member("message", message)
      }
    }
  }

  /// Appends a header field, unless it has no value; the value must be free of line breaks.
  mutating func addHeader(_ name: String, _ value: String?) {
    if let value { headerLines += "\(name): \(value)\r\n".utf8 }
  }

  /// The response with a header field more, unless that has no value.
  func with(_ name: String, _ value: String?) -> Response {
    var response = self
    response.addHeader(name, value)
    return response
  }

  /// Compresses the body, with `blankCount` blanks before it; has no effect without zlib.
  mutating func compress(after blankCount: Int = 0) {
    guard let compressed = ZlibLibrary.load()?.compress(body, .gzip, blanks: blankCount) else {
      return
    }
    body = compressed
    addHeader("Content-Encoding", "gzip")
  }

  /// A response for people.
  static func page(_ html: String) -> Response {
    Response(body: Array(html.utf8)).with("Content-Type", "text/html; charset=utf-8")
  }

  /// Statuses that have no body at all (RFC 9110 section 6.4.1).
  var isBodyless: Bool {
    status == 204 || status == 304
  }

  /// Status line and header fields with the empty line; `date` is a whole Date field.
  func head(date: [UInt8]) -> [UInt8] {
    var head: [UInt8] = []
    head.reserveCapacity(headerLines.count + 160)
    head += "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status")\r\n".utf8
    head += date
    head += headerLines
    if !isBodyless { head += "Content-Length: \(blankCount + body.count)\r\n".utf8 }
    if closes { head += "Connection: close\r\n".utf8 }
    head += "\r\n".utf8
    return head
  }

  private static let reasons: [Int: String] = [
    200: "OK", 204: "No Content", 206: "Partial Content", 302: "Found", 304: "Not Modified",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
    413: "Content Too Large", 416: "Range Not Satisfiable", 422: "Unprocessable Content",
    425: "Too Early", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]
}
