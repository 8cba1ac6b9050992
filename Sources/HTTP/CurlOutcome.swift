import CCurl

/// How a transfer ended, in libcurl's terms.
struct CurlOutcome {
  /// libcurl's CURLcode.
  var code: Int32
  /// libcurl's words for it, without credentials.
  var detail: String
  /// Whether the body was refused for its size.
  var isTooLarge: Bool
  /// Whether the final answer's header block was complete.
  var isComplete: Bool
  /// How often the request was about to be sent, as far as that was counted.
  var sendings: Int
  /// Whether the connection stood, its TLS handshake included.
  var isConnected: Bool
  var settings: HTTPSettings

  /// The error that this is; nil for a response.
  var error: HTTPError? {
    switch code {
    case _ where isTooLarge:
      return .responseTooLarge(maximum: settings.responseBytesMax)
    case Int32(CCURL_OK.rawValue):
      // libcurl takes an end of the connection within the headers for the end of the answer.
      return isComplete ? nil : .networkFailed(detail: "connection closed within the headers")
    case Int32(CCURL_OPERATION_TIMEDOUT.rawValue):
      let total = settings.timeoutMilliseconds
      let limit = isConnected ? total : min(total, settings.connectTimeoutMilliseconds)
      return .timedOut(seconds: Double(max(1, limit)) / 1_000)
    case Int32(CCURL_URL_MALFORMAT.rawValue):
      return .invalidURL(detail: detail)
    case Int32(CCURL_ABORTED_BY_CALLBACK.rawValue) where sendings > 1:
      return .networkFailed(detail: "connection closed before the answer; not sent twice")
    case _ where Self.tlsCodes.contains(code):
      return .tlsFailed(detail: detail)
    default:
      return .networkFailed(detail: detail)
    }
  }

  private static let tlsCodes: Set<Int32> = Set(
    [
      CCURL_SSL_CONNECT_ERROR, CCURL_SSL_ENGINE_NOTFOUND, CCURL_SSL_ENGINE_SETFAILED,
      CCURL_SSL_CERTPROBLEM, CCURL_SSL_CIPHER, CCURL_PEER_FAILED_VERIFICATION,
      CCURL_USE_SSL_FAILED, CCURL_SSL_ENGINE_INITFAILED, CCURL_SSL_CACERT_BADFILE,
      CCURL_SSL_SHUTDOWN_FAILED, CCURL_SSL_CRL_BADFILE, CCURL_SSL_ISSUER_ERROR,
      CCURL_SSL_PINNEDPUBKEYNOTMATCH, CCURL_SSL_INVALIDCERTSTATUS, CCURL_SSL_CLIENTCERT,
    ].map { Int32($0.rawValue) })
}
