import CCurl

/// One reusable transfer of libcurl's, and the response that it is receiving.
final class CurlHandle {
  let easy: OpaquePointer
  /// The response so far; written by libcurl's callbacks.
  var assembly = ResponseAssembly(bodyBytesMax: 0)
  /// How often libcurl set out to send the request; more than once over dead connections.
  private(set) var sendings = 0

  private let library: CurlLibrary
  private let message = CurlMemory.Message()
  private var lines: OpaquePointer?
  private var current: (transfer: CurlTransfer, url: HTTPURL)?

  init(_ library: CurlLibrary) throws(HTTPError) {
    guard let easy = ccurl_easy_new(library.table) else {
      throw .networkFailed(detail: "curl_easy_init failed")
    }
    self.easy = easy
    self.library = library
  }

  deinit {
    ccurl_easy_free(library.table, easy)
    ccurl_list_free(library.table, lines)
  }

  /// Sets every option for a request; the handle has to be released before the next one.
  func prepare(_ transfer: CurlTransfer, _ url: HTTPURL, userAgent: String) throws(HTTPError) {
    let request = transfer.request
    let headerLines = try request.headerLines(userAgent: userAgent)
    current = (transfer, url)
    assembly = ResponseAssembly(bodyBytesMax: request.settings.responseBytesMax)
    sendings = 0
    message.clear()
    try setMethod(request)
    try setHeaders(headerLines)
    try setText(CCURL_OPTION_URL, url.text)
    try setLimits(request.settings)
    try setWay(request.settings, scheme: url.scheme)
    try require(CurlMemory.setReceivers(of: self, message, library))
  }

  /// Forgets the request and puts every option back; returns what it was at work for.
  @discardableResult
  func release() -> (transfer: CurlTransfer, url: HTTPURL)? {
    defer { current = nil }
    ccurl_easy_clear(library.table, easy)
    ccurl_list_free(library.table, lines)
    lines = nil
    assembly = ResponseAssembly(bodyBytesMax: 0)
    return current
  }

  /// Whether the request may be sent now, which libcurl asks each time that it is about to.
  func maySend() -> Bool {
    sendings += 1
    return sendings == 1 || current?.transfer.request.isIdempotent == true
  }

  /// The response, or the error that libcurl's code stands for.
  func result(_ code: Int32) -> Result<HTTPResponse, HTTPError> {
    guard let current else { return .failure(.cancelled) }
    let outcome = CurlOutcome(
      code: code, detail: detail(code), isTooLarge: assembly.isTooLarge,
      isComplete: assembly.headersAreComplete, sendings: sendings,
      isConnected: number(CCURL_INFO_PRETRANSFER_TIME_T) > 0,
      settings: current.transfer.request.settings)
    if let error = outcome.error { return .failure(error) }
    return .success(
      HTTPResponse(
        status: assembly.status, headers: assembly.headers, body: assembly.takeBody(),
        url: current.url.text,
        durationMilliseconds: Double(number(CCURL_INFO_TOTAL_TIME_T)) / 1_000))
  }

  // MARK: Options

  /// The method by its own option where there is one: CUSTOMREQUEST only changes the word.
  private func setMethod(_ request: HTTPRequest) throws(HTTPError) {
    if request.sendsBody {
      try set(CCURL_OPTION_POST, 1)
      try require(CurlMemory.setBody(request.body ?? [], of: easy, library))
      if request.method != "POST" { try setText(CCURL_OPTION_CUSTOMREQUEST, request.method) }
    } else if request.method == "HEAD" {
      try set(CCURL_OPTION_NOBODY, 1)
    } else {
      try set(CCURL_OPTION_HTTPGET, 1)
      if request.method != "GET" { try setText(CCURL_OPTION_CUSTOMREQUEST, request.method) }
    }
    // Before libcurl 7.80 there is no telling when it sends again; a new connection is never dead.
    if !request.isIdempotent, CurlMemory.setBeforeRequest(of: self, library) != 0 {
      try set(CCURL_OPTION_FRESH_CONNECT, 1)
    }
  }

  private func setHeaders(_ headerLines: [String]) throws(HTTPError) {
    for line in headerLines {
      guard let longer = ccurl_list_add(library.table, lines, line) else {
        throw .networkFailed(detail: "out of memory")
      }
      lines = longer
    }
    try require(ccurl_set_headers(library.table, easy, lines))
    try setText(CCURL_OPTION_ACCEPT_ENCODING, "")
  }

  private func setLimits(_ settings: HTTPSettings) throws(HTTPError) {
    try set(CCURL_OPTION_TIMEOUT_MS, Self.clamp(settings.timeoutMilliseconds))
    try set(CCURL_OPTION_CONNECTTIMEOUT_MS, Self.clamp(settings.connectTimeoutMilliseconds))
    // A second line behind the total timeout, never before it.
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
    // Improvements that libcurl may refuse: the buffer while an HTTP/2 connection goes on with
    // another stream, the others where its build lacks them.
    _ = ccurl_set_number(library.table, easy, CCURL_OPTION_BUFFERSIZE, Self.bufferBytes)
    _ = ccurl_set_number(library.table, easy, CCURL_OPTION_SUPPRESS_CONNECT_HEADERS, 1)
    if scheme == "https" {
      _ = ccurl_set_number(
        library.table, easy, CCURL_OPTION_HTTP_VERSION, CCURL_HTTP_VERSION_2TLS)
      _ = ccurl_set_number(library.table, easy, CCURL_OPTION_PIPEWAIT, 1)
    }
    if let proxy = settings.proxy { try setText(CCURL_OPTION_PROXY, proxy) }
    if let caFile = settings.caFile { try setText(CCURL_OPTION_CAINFO, caFile) }
    if let socket = settings.unixSocket { try setText(CCURL_OPTION_UNIX_SOCKET_PATH, socket) }
  }

  private static let bufferBytes = 65_536

  private static func clamp(_ milliseconds: Int) -> Int {
    max(1, min(milliseconds, Int(Int32.max)))
  }

  private func set(_ option: ccurl_option, _ value: Int) throws(HTTPError) {
    try require(ccurl_set_number(library.table, easy, option, value))
  }

  private func setText(_ option: ccurl_option, _ value: String) throws(HTTPError) {
    guard !value.utf8.contains(0) else { throw .invalidRequest(detail: "zero byte") }
    try require(ccurl_set_text(library.table, easy, option, value))
  }

  private func require(_ code: Int32) throws(HTTPError) {
    guard code != 0 else { return }
    throw .networkFailed(detail: CurlMemory.text(ccurl_easy_message(library.table, code)))
  }

  // MARK: Outcome

  private func detail(_ code: Int32) -> String {
    guard code != 0 else { return "" }
    let words = message.text
    let detail =
      words.isEmpty ? CurlMemory.text(ccurl_easy_message(library.table, code)) : words
    return Redactor().mask(text: detail)
  }

  private func number(_ info: ccurl_info) -> Int64 {
    var value: Int64 = 0
    return ccurl_get_number(library.table, easy, info, &value) == 0 ? value : 0
  }
}
