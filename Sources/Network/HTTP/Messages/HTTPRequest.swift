package import Secrets

/// One request to an API, complete with the limits that it runs under.
package struct HTTPRequest: Sendable, Hashable {
  package var method: HTTPMethod
  /// The address; userinfo in it becomes Basic credentials unless the headers hold an
  /// `Authorization`.
  package var url: HTTPURL
  /// Headers to send; `Accept`, `User-Agent` and `Host` are added where they are absent.
  package var headers: HTTPHeaders
  /// Bytes to send, nil for none. Nothing is said about their type unless the headers do.
  package var body: [UInt8]?
  package var settings: HTTPSettings
  /// The sender's credentials; nil for a request that proves nothing. They are put into the
  /// request's headers, cookies or query on the way to the network.
  package var credentials: HTTPCredentials?
  /// The number of this attempt, from 1; higher after failures.
  package var attempt = 1
  /// Knows the secrets of the caller that wants the response.
  package var redactor = Redactor.plain
  /// True when the response brings a token, not a page.
  package var isForToken = false

  /// Makes a request; its method and headers are checked when it is sent.
  package init(
    method: HTTPMethod = "GET", url: HTTPURL, headers: HTTPHeaders = HTTPHeaders(),
    body: [UInt8]? = nil, settings: HTTPSettings = HTTPSettings(),
    credentials: HTTPCredentials? = nil
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.settings = settings
    self.credentials = credentials
  }
}

/// The limits and the way of one request.
package struct HTTPSettings: Sendable, Hashable {
  /// From the moment when the request starts until its last byte is there; at least 1.
  package var timeoutMilliseconds = 60_000
  /// Name lookup, connection and TLS handshake together; at least 1.
  package var connectTimeoutMilliseconds = 10_000
  /// Bytes of the response body after its content coding (gzip, br, ...) is undone.
  package var responseBytesMax = 67_108_864
  /// URL of a proxy; nil takes `http_proxy`, `https_proxy` and `no_proxy` from the environment,
  /// "" means none.
  package var proxy: String?
  /// A PEM file of trusted certificates; nil trusts what the system trusts.
  package var caFile: CertificateFile?
  /// Path of a Unix domain socket to connect to instead of the URL's host.
  package var unixSocket: String?
  /// True when only addresses of the public internet may be connected to.
  package var isPublicOnly = false
  /// The maximum number of retries.
  package var retries = 3
  /// The longest wait before the request is sent again.
  package var retryWaitSecondsMax = 60.0

  /// Makes settings; the defaults are those of `paginator/open`.
  package init() {}
}
