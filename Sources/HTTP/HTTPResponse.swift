/// A complete answer: whatever its status, the whole body came within the limits.
package struct HTTPResponse: Sendable {
  /// Status code of the final answer; 1xx answers are never seen here.
  package var status: Int
  /// The final answer's headers, each line as sent, in order; trailers are left out.
  package var headers: HTTPHeaders
  /// The body with its content coding undone. A gzip stream that was cut short is not noticed
  /// by libcurl, so the reader of the body has to find that it ends too early.
  package var body: [UInt8]
  /// The URL that was asked, with its userinfo.
  package var url: String
  /// From the start of the transfer to its last byte.
  package var durationMilliseconds: Double

  /// Makes a response, as a client or a script does.
  package init(
    status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: String = "",
    durationMilliseconds: Double = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.durationMilliseconds = durationMilliseconds
  }
}
