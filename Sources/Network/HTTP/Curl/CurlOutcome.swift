import CCurl
import Text

/// The end of a transfer, in libcurl's terms.
struct CurlOutcome {
  /// libcurl's CURLcode.
  var code: Int32
  /// libcurl's words for it, without credentials.
  var detail: String
  /// The reason why the response was not read to its end; nil if it was.
  var refusal: ResponseAssembly.Refusal?
  /// True when the final response's header block was complete.
  var isComplete: Bool
  /// Bytes of the decoded body that have come.
  var bodyBytes = 0
  var status = HTTPStatus(0)
  var bodyEnd = HTTPBodyEnd.stated
  /// The number of times the request was about to be sent, as far as it was counted.
  var sendings: Int
  /// True when the connection was established, including its TLS handshake.
  var isConnected: Bool
  /// The TLS library's verdict on the server's certificate (OpenSSL's X509_V_ERR codes).
  var verifyResult = 0
  var settings: HTTPSettings

  /// The error that this is; nil for a response.
  var error: HTTPError? {
    if isProxyRefusal { return nil }
    if let refusal { return error(refusal) }
    switch code {
    case Int32(CCURL_OK.rawValue):
      // libcurl takes an end of the connection within the headers for the end of the response.
      guard isComplete else {
        return .networkFailed(detail: "connection closed within the headers")
      }
      return bodyFault
    case Int32(CCURL_OPERATION_TIMEDOUT.rawValue):
      let total = settings.timeoutMilliseconds
      let limit = isConnected ? total : min(total, settings.connectTimeoutMilliseconds)
      return .timedOut(seconds: Double(max(1, limit)) / 1_000)
    case Int32(CCURL_URL_MALFORMAT.rawValue):
      return .invalidURL(detail: detail)
    case Int32(CCURL_ABORTED_BY_CALLBACK.rawValue) where sendings > 1:
      return .networkFailed(detail: "connection closed before the answer; not sent twice")
    case Int32(CCURL_OUT_OF_MEMORY.rawValue) where !isComplete:
      // libcurl's word for a line that is longer than it takes.
      return .responseTooLarge(.headerLine, maximum: Self.headerLineBytesMax)
    case Int32(CCURL_RECEIVE_ERROR.rawValue) where detail == Self.longTrailer:
      return .responseTooLarge(.trailers, maximum: ResponseAssembly.trailerBytesMax)
    case _ where Self.tlsCodes.contains(code):
      let isPlain = Self.plainAnswers.contains { detail.contains($0) }
      return .tlsFailed(
        detail: detail + (isPlain ? "; does the port serve http, not https?" : ""),
        isUntrusted: Self.untrustedResults.contains(verifyResult))
    default:
      return .networkFailed(detail: detail)
    }
  }

  /// True when libcurl's words say that a proxy has refused to make a tunnel (407): a response like
  /// the one it gives without a tunnel.
  var isProxyRefusal: Bool {
    detail == "CONNECT tunnel failed, response 407"
      || detail == "Received HTTP code 407 from proxy after CONNECT"
  }

  /// The error of a body that is not complete, or not known to be. With a status other than 2xx the
  /// status counts, and code that reads a page from the body checks it itself.
  private var bodyFault: HTTPError? {
    guard status.isSuccess, let fault = bodyEnd.fault(ofBytes: bodyBytes) else { return nil }
    return .malformedResponse(detail: fault, offset: bodyBytes, isTransient: true)
  }

  private func error(_ refusal: ResponseAssembly.Refusal) -> HTTPError {
    switch refusal {
    case .tooLarge(.body):
      .responseTooLarge(.body, maximum: settings.responseBytesMax)
    case .tooLarge(.trailers):
      .responseTooLarge(.trailers, maximum: ResponseAssembly.trailerBytesMax)
    case .tooLarge(let part):
      .responseTooLarge(part, maximum: ResponseAssembly.headerBytesMax)
    case .contentLengths:
      .malformedResponse(detail: "two different values of Content-Length", offset: 0)
    case .transferCoding:
      .malformedResponse(detail: "a Transfer-Encoding that was not requested", offset: 0)
    case .coding(let fault):
      .malformedResponse(detail: fault.words, offset: bodyBytes, isTransient: fault.isTransient)
    }
  }

  /// Most bytes of a header line that libcurl takes (CURL_MAX_HTTP_HEADER).
  private static let headerLineBytesMax = 100 << 10
  /// libcurl's words for a trailer line that is longer than it takes.
  private static let longTrailer = "Out of memory in chunked-encoding"
  /// No issuer known (2, 20, 21, 27) or a self-signed certificate that is not trusted (18, 19).
  private static let untrustedResults: Set<Int> = [2, 18, 19, 20, 21, 27]

  /// The words of OpenSSL and GnuTLS for an answer that is no TLS.
  private static let plainAnswers = ["wrong version number", "unexpected TLS packet"]

  private static let tlsCodes: Set<Int32> = Set(
    [
      CCURL_SSL_CONNECT_ERROR, CCURL_SSL_ENGINE_NOTFOUND, CCURL_SSL_ENGINE_SETFAILED,
      CCURL_SSL_CERTPROBLEM, CCURL_SSL_CIPHER, CCURL_PEER_FAILED_VERIFICATION,
      CCURL_USE_SSL_FAILED, CCURL_SSL_ENGINE_INITFAILED, CCURL_SSL_CACERT_BADFILE,
      CCURL_SSL_SHUTDOWN_FAILED, CCURL_SSL_CRL_BADFILE, CCURL_SSL_ISSUER_ERROR,
      CCURL_SSL_PINNEDPUBKEYNOTMATCH, CCURL_SSL_INVALIDCERTSTATUS, CCURL_SSL_CLIENTCERT,
    ].map { Int32($0.rawValue) })
}
