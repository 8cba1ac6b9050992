/// Why there is no response. No case holds a credential that can be seen by its place in a URL.
package enum HTTPError: Error, Sendable, Hashable {
  /// libcurl cannot be used: the library's name, and what is missing or what to install.
  case engineUnavailable(library: String, detail: String)
  /// Connection refused or broken, unknown host, an answer that is no HTTP or is cut short.
  case networkFailed(detail: String)
  /// The limit that was hit: the connect timeout or the total one.
  case timedOut(seconds: Double)
  /// No TLS connection, an untrusted certificate, an unreadable CA file.
  case tlsFailed(detail: String)
  /// The decoded body has more bytes than `responseBytesMax`.
  case responseTooLarge(maximum: Int)
  /// By ``HTTPTransfer/cancel()`` or by the client's shutdown.
  case cancelled
  case invalidURL(detail: String)
  /// A method or header that would break the request apart, with its name.
  case invalidRequest(detail: String)
  /// A URL whose scheme is neither http nor https.
  case unsupportedScheme(String)
  case tooManyRedirects(maximum: Int)
  /// A redirect or link to an origin that is not allowed; nothing was sent there.
  case originRefused(url: String, origin: String)
  /// More requests wait for a connection than `CurlLimits.requestsWaitingMax`.
  case tooManyRequests(maximum: Int)
}
