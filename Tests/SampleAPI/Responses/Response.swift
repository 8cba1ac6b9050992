import HTTP
import JSON
import TestInput

/// One response, before it is written to a connection.
struct Response: Sendable {
  /// The part of a response that reaches the client.
  enum Delivery: Sendable {
    case whole
    /// The head and half of the body that it announces, then the connection is closed.
    case cutBody
    /// Nothing, until the client goes or the server stops.
    case silent
  }

  var status = 200
  /// Finished header lines; Date and Content-Length are not among them.
  private(set) var headerLines: [UInt8] = []
  var body: [UInt8] = []
  var delivery = Delivery.whole
  var latencyMilliseconds = 0
  /// The validator among the header lines.
  var eTag: String?

  /// A response with an object.
  static func json(
    status: Int = 200, reservingCapacity capacity: Int = 256,
    _ write: (inout JSONWriter) -> Void
  ) -> Response {
    json(status: status, JSONWriter.object(reservingCapacity: capacity, write))
  }

  /// A response of type application/json.
  static func json(status: Int = 200, _ body: [UInt8]) -> Response {
    Response(status: status, body: body).with("Content-Type", "application/json; charset=utf-8")
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

  /// Compresses the body; has no effect without zlib.
  mutating func compress() {
    guard let compressed = ZlibLibrary.load()?.compress(body, .gzip) else { return }
    body = compressed
    addHeader("Content-Encoding", "gzip")
  }

  /// Statuses that have no body at all (RFC 9110 section 6.4.1).
  var isBodyless: Bool { status == 204 || status == 304 }

  /// Status line and header fields with the empty line; `date` is a whole Date field.
  func head(date: [UInt8]) -> [UInt8] {
    let reason = [200: "OK", 503: "Service Unavailable"][status] ?? "Status"
    var head = Array("HTTP/1.1 \(status) \(reason)\r\n".utf8) + date + headerLines
    if !isBodyless { head += "Content-Length: \(body.count)\r\n".utf8 }
    return head + "\r\n".utf8
  }
}
