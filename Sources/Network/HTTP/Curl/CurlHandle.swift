import CCurl
import Secrets
import System
import Text

/// libcurl's handle for one transfer, and the response that it is receiving. It is never reused.
final class CurlHandle {
  let easy: OpaquePointer
  /// The response so far; written by libcurl's callbacks.
  var assembly = ResponseAssembly(bodyBytesMax: 0, zlib: nil)
  /// The number of times libcurl began to send the request; more than one over dead connections.
  private(set) var sendings = 0
  /// True when the request was not sent because its kept connection holds unrequested bytes. It can
  /// be sent again over a new connection.
  private(set) var metUnreadBytes = false
  /// The connection over which the request was sent; nil before.
  private var connection: Int?

  private let library: CurlLibrary
  private let connections: CurlConnections
  private let message = CurlMemory.Message()
  private(set) var lines: HeaderLines?
  private var current: CurlTransfer?

  init(_ library: CurlLibrary, _ connections: CurlConnections) throws(HTTPError) {
    guard let easy = library.functions.easy_init() else {
      throw .networkFailed(detail: "curl_easy_init failed")
    }
    self.easy = easy
    self.library = library
    self.connections = connections
  }

  deinit {
    library.functions.easy_cleanup(easy)
  }

  /// Sets every option for the request; called once. `isFresh`: over a new connection. `known`: the
  /// lines of another request, which may be those of this one.
  func prepare(
    _ transfer: CurlTransfer, userAgent: String, trust: TrustStore, zlib: ZlibLibrary?,
    isFresh: Bool, known: HeaderLines?
  ) throws(HTTPError) {
    let request = transfer.request
    let lines =
      if let known, known.fit(request) { known } else {
        try HeaderLines(
          request, userAgent: userAgent, isZlibLoaded: zlib != nil, library)
      }
    self.lines = lines
    current = transfer
    assembly = ResponseAssembly(bodyBytesMax: request.settings.responseBytesMax, zlib: zlib)
    try setMethod(request)
    try require(ccurl_set_headers(library.table, easy, lines.list))
    // libcurl takes a coded body that is cut for a whole one, so it is decoded here.
    try set(CCURL_OPTION_HTTP_CONTENT_DECODING, 0)
    try setText(CCURL_OPTION_URL, request.url.text)
    try setLimits(request.settings)
    try setWay(request.settings, scheme: request.url.scheme)
    try setTrust(trust, request.settings, scheme: request.url.scheme)
    // Before libcurl 7.80 it is unknown when it sends, or sends again; a new connection is never
    // dead.
    var isAsked = false
    try require(CurlMemory.setReceivers(of: self, message, library, &isAsked))
    if isFresh || (!isAsked && !request.method.isIdempotent) {
      try set(CCURL_OPTION_FRESH_CONNECT, 1)
    }
    let isPublicOnly = request.settings.isPublicOnly
    try require(connections.attach(to: easy, isPublicOnly: isPublicOnly))
  }

  /// Returns the transfer it worked for, once; nil afterwards.
  func release() -> CurlTransfer? {
    defer { current = nil }
    if let connection {
      let version = number(CCURL_INFO_HTTP_VERSION)
      let isHTTP1 = version == 0 ? nil : version <= Int64(CCURL_HTTP_VERSION_1_1)
      connections.leave(connection, isHTTP1: isHTTP1)
    }
    connection = nil
    return current
  }

  /// True when the request may be sent now, over the connection with that local port; libcurl calls
  /// this before each attempt.
  func maySend(localPort: Int) -> Bool {
    if sendings > 0, current?.request.method.isIdempotent != true {
      sendings += 1
      return false
    }
    let reached = connections.number(localPort: localPort)
    if number(CCURL_INFO_NUM_CONNECTS) == 0, let reached, connections.hasUnreadBytes(reached) {
      // Closed instead of kept, so that the next request does not meet it again.
      _ = ccurl_set_number(library.table, easy, CCURL_OPTION_FORBID_REUSE, 1)
      metUnreadBytes = true
      return false
    }
    sendings += 1
    if let connection { connections.leave(connection) }
    if let reached { connections.enter(reached) }
    connection = reached
    return true
  }

  /// The response, or the error for libcurl's code.
  func result(_ code: Int32) -> Result<HTTPResponse, HTTPError> {
    guard let current else { return .failure(.cancelled) }
    let bodyEnd = assembly.end(isExpected: current.request.method != "HEAD")
    let outcome = CurlOutcome(
      code: code, detail: code == 0 ? "" : detail(code), refusal: assembly.refusal,
      isComplete: assembly.headersAreComplete,
      bodyBytes: assembly.body.count, status: HTTPStatus(assembly.status), bodyEnd: bodyEnd,
      sendings: sendings, isConnected: number(CCURL_INFO_PRETRANSFER_TIME_T) > 0,
      verifyResult: Int(number(CCURL_INFO_SSL_VERIFYRESULT)),
      settings: current.request.settings)
    let error = outcome.error
    if let error, !isLargeTokenResponse(error) {
      if case .networkFailed = error, Descriptor.areUsedUp { return .failure(.noDescriptors) }
      return .failure(error)
    }
    let total = number(CCURL_INFO_TOTAL_TIME_T)
    var response = HTTPResponse(
      status: HTTPStatus(outcome.isProxyRefusal ? 407 : assembly.status),
      headers: assembly.headers, body: assembly.takeBody(),
      url: current.request.url.text, durationMilliseconds: Double(total) / 1_000)
    response.bodyEnd = bodyEnd
    if error != nil {
      response.body = []
      response.bodyEnd = .broken(.tooLarge)
    }
    response.version = assembly.version
    response.reason = assembly.reason
    response.timings = HTTPTimings(
      lookup: number(CCURL_INFO_NAMELOOKUP_TIME_T), connect: number(CCURL_INFO_CONNECT_TIME_T),
      handshake: number(CCURL_INFO_APPCONNECT_TIME_T),
      ready: number(CCURL_INFO_PRETRANSFER_TIME_T),
      firstByte: number(CCURL_INFO_STARTTRANSFER_TIME_T), total: total,
      isNew: number(CCURL_INFO_NUM_CONNECTS) > 0)
    return .success(response)
  }

  /// True when the only problem is the size of a token response's body: its status is worth
  /// reporting anyway.
  private func isLargeTokenResponse(_ error: HTTPError) -> Bool {
    if case .responseTooLarge(.body, _) = error {
      current?.request.isForToken == true
    } else {
      false
    }
  }

  // MARK: Options

  /// The method by its own option where there is one: CUSTOMREQUEST only changes the word.
  private func setMethod(_ request: HTTPRequest) throws(HTTPError) {
    if request.sendsBody {
      try set(CCURL_OPTION_POST, 1)
      try require(CurlMemory.setBody(request.body ?? [], of: easy, library))
      if request.method != "POST" { try setText(CCURL_OPTION_CUSTOMREQUEST, request.method.name) }
    } else if request.method == "HEAD" {
      try set(CCURL_OPTION_NOBODY, 1)
    } else {
      try set(CCURL_OPTION_HTTPGET, 1)
      if request.method != "GET" { try setText(CCURL_OPTION_CUSTOMREQUEST, request.method.name) }
    }
  }

  private func setLimits(_ settings: HTTPSettings) throws(HTTPError) {
    try set(CCURL_OPTION_TIMEOUT_MS, Self.clamp(settings.timeoutMilliseconds))
    try set(CCURL_OPTION_CONNECTTIMEOUT_MS, Self.clamp(settings.connectTimeoutMilliseconds))
    // A second line after the total timeout, never before it.
    try set(CCURL_OPTION_LOW_SPEED_LIMIT, 1)
    try set(CCURL_OPTION_LOW_SPEED_TIME, Self.clamp(settings.timeoutMilliseconds) / 1_000 + 1)
  }

  private func setWay(_ settings: HTTPSettings, scheme: String) throws(HTTPError) {
    try set(CCURL_OPTION_NOSIGNAL, 1)
    try set(CCURL_OPTION_FOLLOWLOCATION, 0)
    try set(CCURL_OPTION_HTTP09_ALLOWED, 0)
    // Before libcurl 7.85 protocols are bits.
    if ccurl_set_text(library.table, easy, CCURL_OPTION_PROTOCOLS_STR, "http,https") != 0 {
      try set(CCURL_OPTION_PROTOCOLS, CCURL_PROTOCOLS_HTTP_AND_HTTPS)
    }
    // Improvements that libcurl may refuse: the buffer while an HTTP/2 connection continues with
    // another stream, the others where its build lacks them.
    _ = ccurl_set_number(library.table, easy, CCURL_OPTION_BUFFERSIZE, Self.bufferBytes)
    _ = ccurl_set_number(library.table, easy, CCURL_OPTION_SUPPRESS_CONNECT_HEADERS, 1)
    if scheme == "https" {
      _ = ccurl_set_number(library.table, easy, CCURL_OPTION_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
      _ = ccurl_set_number(library.table, easy, CCURL_OPTION_PIPEWAIT, 1)
    }
    if let proxy = settings.proxy {
      try setText(CCURL_OPTION_PROXY, proxy)
      // Else NO_PROXY of the environment would win over what the caller says.
      try setText(CCURL_OPTION_NOPROXY, "")
    }
    if let socket = settings.unixSocket { try setText(CCURL_OPTION_UNIX_SOCKET_PATH, socket) }
  }

  /// Requires TLS 1.2 or newer, even if the system's policy allows older versions, and sets the
  /// trusted issuers.
  private func setTrust(
    _ trust: TrustStore, _ settings: HTTPSettings, scheme: String
  ) throws(HTTPError) {
    try set(CCURL_OPTION_SSLVERSION, Int(CCURL_SSLVERSION_TLS_1_2))
    _ = ccurl_set_number(
      library.table, easy, CCURL_OPTION_PROXY_SSLVERSION, Int(CCURL_SSLVERSION_TLS_1_2))
    guard scheme == "https" else { return }
    if let own = settings.caFile { return try setCertificates(own) }
    if let file = trust.file {
      guard !File.isSpecial(file) else {
        throw .tlsFailed(detail: "\(file) is not a regular file of certificates")
      }
      try setText(CCURL_OPTION_CAINFO, file)
    }
    if let folder = trust.folder { try setText(CCURL_OPTION_CAPATH, folder) }
  }

  /// Trusts these and no others, be they in the folder that libcurl was built for.
  private func setCertificates(_ file: CertificateFile) throws(HTTPError) {
    let bytes = try file.bytes
    try require(ccurl_set_text(library.table, easy, CCURL_OPTION_CAPATH, nil))
    let code = ccurl_set_certificates(library.table, easy, bytes, bytes.count)
    // Before libcurl 7.77, and with some TLS libraries, there is only the name of the file.
    if code == CCURL_UNKNOWN_OPTION.rawValue || code == CCURL_NOT_BUILT_IN.rawValue {
      try setText(CCURL_OPTION_CAINFO, file.path)
    } else {
      try require(code)
    }
  }

  private static let bufferBytes = 65_536

  private static func clamp(_ milliseconds: Int) -> Int {
    max(1, min(milliseconds, Int(Int32.max)))
  }

  private func set(_ option: ccurl_option, _ value: Int) throws(HTTPError) {
    try require(ccurl_set_number(library.table, easy, option, value))
  }

  private func setText(_ option: ccurl_option, _ value: String) throws(HTTPError) {
    guard !value.contains(byte: 0) else { throw .invalidRequest(detail: "zero byte") }
    try require(ccurl_set_text(library.table, easy, option, value))
  }

  private func require(_ code: Int32) throws(HTTPError) {
    guard code != 0 else { return }
    throw .networkFailed(detail: CurlMemory.text(library.functions.easy_strerror(code)))
  }

  // MARK: Outcome

  private func detail(_ code: Int32) -> String {
    let words = message.text
    let detail =
      words.isEmpty ? CurlMemory.text(library.functions.easy_strerror(code)) : words
    return Redactor().mask(text: Self.withoutCredentials(ofProxy: detail))
  }

  /// libcurl quotes the address of a proxy that it cannot read, in which credentials need not stand
  /// as in a URL: all before the host is masked.
  static func withoutCredentials(ofProxy words: String) -> String {
    guard words.hasPrefix("Unsupported proxy "), let quote = words.firstIndex(of: "'"),
      let at = words.lastIndex(of: "@")
    else { return words }
    return "\(words[...quote])***\(words[at...])"
  }

  private func number(_ info: ccurl_info) -> Int64 {
    ccurl_get_number(library.table, easy, info)
  }
}
