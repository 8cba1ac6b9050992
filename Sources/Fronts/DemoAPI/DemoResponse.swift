import JSON

/// One response; thrown where it says what is wrong with a request.
struct DemoResponse: Error {
  var status = 200
  var contentType = "application/json; charset=utf-8"
  /// The value of the header field `Link`.
  var link: String?
  var body: [UInt8]

  /// A response with an object.
  static func json(
    status: Int = 200, _ write: (inout JSONWriter) -> Void
  ) -> DemoResponse {
    DemoResponse(status: status, body: JSONWriter.object(write))
  }

  /// `{"error": {"status": 404, "message": "..."}}` with that status.
  static func error(_ status: Int, _ message: String) -> DemoResponse {
    .json(status: status) { writer in
      writer.object("error") { writer in
        writer.member("status", status)
        writer.member("message", message)
      }
    }
  }

  /// A parameter does not have such a value.
  static func invalid(_ name: String, _ expected: String) -> DemoResponse {
    .error(400, "\(name) must be \(expected).")
  }

  /// The bytes of the response.
  func bytes(withBody: Bool, closes: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(status == 200 ? "OK" : "Error")\r\n"
    head += "Content-Type: \(contentType)\r\nContent-Length: \(body.count)\r\n"
    if let link { head += "Link: \(link)\r\n" }
    if closes { head += "Connection: close\r\n" }
    return Array((head + "\r\n").utf8) + (withBody ? body : [])
  }
}
