internal import JSON
import System

/// Answers requests; knows nothing of sockets.
final class Service: Sendable {
  let log: RequestLog
  private let latencyMilliseconds: Int
  /// Stands in for the Host that HTTP/1.0 may omit.
  private let ownAuthority: String
  private let shelf: ArticleStore
  private let counters = SessionCounters()
  private let cache = ResponseCache()
  private let tokens = IssuedTokens()
  private let nowSeconds: @Sendable () -> Int

  init(
    _ options: SampleOptions, ownAuthority: String, nowSeconds: @escaping @Sendable () -> Int
  ) {
    log = RequestLog(capacity: options.requestsLoggedMax)
    latencyMilliseconds = options.latencyMilliseconds
    self.ownAuthority = ownAuthority
    shelf = ArticleStore(count: options.itemCount, itemBytes: options.itemBytes)
    self.nowSeconds = nowSeconds
  }

  /// The response to a request, which is counted for its session and put into the log.
  func respond(_ request: IncomingRequest, connection: Int) -> Response {
    log.append(request, connection: connection)
    let acceptsGzip = Self.acceptsGzip(request)
    let key = Self.cacheKey(request, acceptsGzip: acceptsGzip)
    if let key, let entry = cache.entry(key) {
      _ = counters.nextRequest(entry.session)
      return Self.conditional(entry.response, for: request)
    }
    do {
      return try respond(request, acceptsGzip: acceptsGzip, key: key)
    } catch {
      return error.response
    }
  }

  private func respond(
    _ request: IncomingRequest, acceptsGzip: Bool, key: [UInt8]?
  ) throws(Refusal) -> Response {
    let query = try Query(target: request.head[request.target])
    if query.path == "/" || query.path == "/reset" { return try ownResponse(request, query) }
    if query.path == TokenEndpoint.path { return try tokenResponse(request, query) }
    guard let endpoint = SampleEndpoints.endpoint(at: query.path) else {
      throw .unknownPath(query.path)
    }
    let isRead = request.isMethod("GET") || request.isMethod("HEAD")
    guard request.isMethod("POST") || (isRead && !endpoint.isPostOnly) else {
      throw .methodNotAllowed(allowed: endpoint.allowedMethods)
    }
    let options = try EndpointOptions(query)
    let host = request.headerText("host").flatMap { $0.isEmpty ? nil : $0 }
    let authority = query.authority ?? host ?? ownAuthority
    var exchange = try Exchange(
      request: request, query: query, options: options, authority: authority, counters: counters,
      number: counters.nextRequest(options.session), shelf: shelf)
    let isGzipped = acceptsGzip && options.allowsGzip
    var response = try respond(&exchange, endpoint, isGzipped: isGzipped)
    response.latencyMilliseconds = options.latencyMilliseconds + latencyMilliseconds
    if let key, isRead, endpoint.isCacheable, options.faults.isEmpty, options.credentials == nil,
      response.status == 200
    {
      cache.keep(.init(response: response, session: options.session), for: key)
    }
    return Self.conditional(response, for: request)
  }

  /// The endpoint's answer with its faults, finished but for the status 304.
  private func respond(
    _ exchange: inout Exchange, _ endpoint: SampleEndpoint, isGzipped: Bool
  ) throws(Refusal) -> Response {
    var response: Response
    do {
      try authorize(exchange)
      response = try endpoint.respond(&exchange)
      if exchange.options.isPretty { response.body = PrettyJSON.text(response.body) }
      if endpoint.isConditional { addValidators(to: &response, exchange, isGzipped: isGzipped) }
    } catch {
      response = error.response
    }
    let effects = FaultEffects(try exchange.decideFaults(), exchange)
    effects.apply(to: &response, nowSeconds: nowSeconds())
    guard !effects.fixesEncoding, !response.isBodyless else { return response }
    response.addHeader("Vary", "Accept-Encoding")
    if isGzipped, response.body.count >= SampleLimits.compressedBytesMin {
      response.body = Gzip.compress(response.body)
      response.addHeader("Content-Encoding", "gzip")
    }
    return response
  }

  /// The response of the token endpoint, whose form no other endpoint takes.
  private func tokenResponse(_ request: IncomingRequest, _ query: Query) throws(Refusal) -> Response
  {
    let options = try EndpointOptions(query)
    let endpoint = TokenEndpoint(
      request: request, query: query, tokens: tokens,
      number: counters.nextRequest(options.session), nowSeconds: nowSeconds())
    var response = try endpoint.respond()
    response.latencyMilliseconds = options.latencyMilliseconds + latencyMilliseconds
    return response
  }

  private func ownResponse(_ request: IncomingRequest, _ query: Query) throws(Refusal) -> Response {
    if query.path == "/" { return IndexEndpoint.index() }
    counters.reset(query.value("session"))
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("reset", query.value("session") ?? "all sessions")
    writer.endObject()
    return .json(writer)
  }

  private func authorize(_ exchange: Exchange) throws(Refusal) {
    guard let required = exchange.options.credentials else { return }
    let isAccepted = required.accepts(
      exchange.request, exchange.query, tokens: tokens, authority: exchange.authority,
      nowSeconds: nowSeconds())
    guard isAccepted else { throw .unauthorized }
  }

  // MARK: Validators

  private func addValidators(
    to response: inout Response, _ exchange: Exchange, isGzipped: Bool
  ) {
    var hash = FNV1a()
    hash.combine(exchange.request.head[exchange.request.target])
    hash.combine(exchange.authority.utf8)
    hash.combine([UInt8(exchange.edition.rawValue), isGzipped ? 1 : 0])
    if exchange.options.hasETag {
      let tag = "\"\(String(hash.value, radix: 36))\""
      response.eTag = tag
      response.addHeader("ETag", tag)
    }
    // 1 January 2026 for the original, a day later for each other edition.
    let modified = CalendarTime(epochSeconds: 1_767_225_600 + exchange.edition.rawValue * 86_400)
      .httpDate
    response.lastModified = modified
    response.addHeader("Last-Modified", modified)
  }

  /// A 304 in place of a response that the client has already (RFC 9110 section 13.2.2).
  private static func conditional(_ response: Response, for request: IncomingRequest) -> Response {
    guard response.status == 200, response.eTag != nil || response.lastModified != nil,
      isKnown(response, to: request)
    else { return response }
    var notModified = Response()
    notModified.status = 304
    notModified.latencyMilliseconds = response.latencyMilliseconds
    if let tag = response.eTag { notModified.addHeader("ETag", tag) }
    if let modified = response.lastModified { notModified.addHeader("Last-Modified", modified) }
    return notModified
  }

  private static func isKnown(_ response: Response, to request: IncomingRequest) -> Bool {
    guard request.isMethod("GET") || request.isMethod("HEAD") else { return false }
    if let tags = request.headerText("if-none-match") {
      return tags.split(separator: ",").contains { tag in
        let opaque = tag.filter { $0 != " " }
        return opaque == "*" || opaque == response.eTag
          || opaque.dropFirst(2) == response.eTag ?? ""
      }
    }
    guard let modified = response.lastModified else { return false }
    return request.headerText("if-modified-since") == modified
  }

  // MARK: Negotiation and cache

  private static func acceptsGzip(_ request: IncomingRequest) -> Bool {
    guard let accepted = request.headerText("accept-encoding") else { return false }
    return accepted.split(separator: ",").contains { coding in
      let parts = coding.lowercased().filter { $0 != " " }.split(separator: ";")
      return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
    }
  }

  /// All that the response to a GET or HEAD depends on besides conditions; nil for other methods.
  private static func cacheKey(_ request: IncomingRequest, acceptsGzip: Bool) -> [UInt8]? {
    guard request.isMethod("GET") || request.isMethod("HEAD") else { return nil }
    var key = Array(request.head[request.target])
    key.append(acceptsGzip ? 1 : 0)
    key += request.header("host") ?? []
    return key
  }
}

/// A 64-bit hash for entity tags (FNV-1a), the same in every run.
private struct FNV1a {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
