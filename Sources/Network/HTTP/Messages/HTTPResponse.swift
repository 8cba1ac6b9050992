/// A complete response of any status: the whole body came within the limits.
package struct HTTPResponse: Sendable {
  /// Status of the final response; 1xx responses are never seen here.
  package var status: HTTPStatus
  /// The final response's headers, each line as sent, in order; trailers are omitted.
  package var headers: HTTPHeaders
  /// The body with its content coding undone.
  package var body: [UInt8]
  /// The URL of the request, with its userinfo.
  package var url: String
  /// From the start of the transfer to its last byte.
  package var durationMilliseconds: Double
  /// The sign that the body is complete.
  package var bodyEnd = HTTPBodyEnd.stated
  /// The form in which the body was sent.
  package var form = BodyForm.json
  /// True when the response comes from a recording, so that nothing in it is to be kept.
  package var isRecorded = false
  /// Seconds since 1970 at which a recorded response was received; nil for one that has just come.
  package var receivedAtEpochSeconds: Double?
  /// The durations of its steps; nil if they are unknown.
  package var timings: HTTPTimings?
  /// As the response says, `HTTP/1.1`; "" where that is not known.
  package var version = ""
  /// The words after the status code, which may be none.
  package var reason = ""
  /// The grant that was obtained to send the request; nil if its credentials were enough.
  package var grant: HTTPGrant?

  /// Makes a response, as a client or a script does.
  package init(
    status: HTTPStatus, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], url: String = "",
    durationMilliseconds: Double = 0
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.durationMilliseconds = durationMilliseconds
  }
}

/// A grant that was obtained for a request on the way to the network.
package struct HTTPGrant: Sendable, Hashable {
  /// The access token that was sent.
  package let secret: String
  /// The refresh token that replaces the caller's; nil unless there is one.
  package let refreshToken: String?
  /// True when the caller's own refresh token may no longer work, because another one has replaced
  /// it in this process only.
  package let replacesRefreshToken: Bool

  package init(secret: String, refreshToken: String? = nil, replacesRefreshToken: Bool) {
    self.secret = secret
    self.refreshToken = refreshToken
    self.replacesRefreshToken = replacesRefreshToken
  }
}
