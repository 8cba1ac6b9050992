internal import JSON
import System
import Text

/// Answers requests; knows nothing of sockets.
final class Service: Sendable {
  let log: RequestLog
  private let latencyMilliseconds: Int
  /// Stands in for the Host that HTTP/1.0 may omit.
  private let ownAuthority: String
  /// The collection in its editions; each except the original is made on first use.
  private let editions: [LazyValue<Articles>]
  private let counters = SessionCounters()
  private let cache = ResponseCache()
  private let tokens = IssuedTokens()
  private let nowSeconds: @Sendable () -> Int

  init(_ options: SampleOptions, ownAuthority: String, nowSeconds: @escaping @Sendable () -> Int) {
    log = RequestLog(capacity: options.requestsLoggedMax)
    latencyMilliseconds = options.latencyMilliseconds
    self.ownAuthority = ownAuthority
    editions = Articles.Edition.allCases.map { edition in
      LazyValue {
        Articles(count: options.itemCount, itemBytes: options.itemBytes, edition: edition)
      }
    }
    _ = editions[Articles.Edition.original.rawValue].value
    self.nowSeconds = nowSeconds
  }

  /// The response to a request, which is counted for its session and put into the log.
  func respond(_ request: SampleRequest, connection: Int) -> Response {
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
    _ request: SampleRequest, acceptsGzip: Bool, key: [UInt8]?
  ) throws(Refusal) -> Response {
    let query = try Query(target: request.head[request.targetRange])
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
    let host = request.header("host").flatMap { $0.isEmpty ? nil : $0 }
    let authority = query.authority ?? host ?? ownAuthority
    var exchange = try Exchange(
      request: request, query: query, options: options, authority: authority, counters: counters,
      number: counters.nextRequest(options.session), editions: editions)
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

  /// The endpoint's response with its faults, finished except for the status 304.
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
    let effects = FaultEffects(kinds: try exchange.decideFaults(), exchange: exchange)
    effects.apply(to: &response, nowSeconds: nowSeconds())
    guard !effects.fixesEncoding, !response.isBodyless else { return response }
    response.addHeader("Vary", "Accept-Encoding")
    if isGzipped, response.body.count >= SampleLimits.compressedBytesMin {
      response.compress()
    }
    return response
  }

  /// The response of the token endpoint, whose form no other endpoint takes.
  private func tokenResponse(_ request: SampleRequest, _ query: Query) throws(Refusal) -> Response {
    let options = try EndpointOptions(query)
    let endpoint = TokenEndpoint(
      request: request, query: query, tokens: tokens,
      number: counters.nextRequest(options.session), nowSeconds: nowSeconds())
    var response = try endpoint.respond()
    response.latencyMilliseconds = options.latencyMilliseconds + latencyMilliseconds
    return response
  }

  private func ownResponse(_ request: SampleRequest, _ query: Query) throws(Refusal) -> Response {
    if query.path == "/" { return IndexEndpoint.index() }
    counters.reset(query.value("session"))
    return .json { writer in writer.member("reset", query.value("session") ?? "all sessions") }
  }

  private func authorize(_ exchange: Exchange) throws(Refusal) {
    guard let required = exchange.options.credentials else { return }
    let isAccepted = required.accepts(
      exchange.request, exchange.query, tokens: tokens, authority: exchange.authority,
      nowSeconds: nowSeconds())
    guard isAccepted else { throw .unauthorized }
  }

  // MARK: Validators

  private func addValidators(to response: inout Response, _ exchange: Exchange, isGzipped: Bool) {
    var hash = Fingerprint()
    hash.add(Array(exchange.request.head[exchange.request.targetRange]))
    hash.add(exchange.authority)
    hash.add([UInt8(exchange.edition.rawValue), isGzipped ? 1 : 0])
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
  private static func conditional(_ response: Response, for request: SampleRequest) -> Response {
    guard response.status == 200, response.eTag != nil || response.lastModified != nil,
      isKnown(response, to: request)
    else { return response }
    return Response(status: 304, latencyMilliseconds: response.latencyMilliseconds)
      .with("ETag", response.eTag).with("Last-Modified", response.lastModified)
  }

  private static func isKnown(_ response: Response, to request: SampleRequest) -> Bool {
    guard request.isMethod("GET") || request.isMethod("HEAD") else { return false }
    if let tags = request.header("if-none-match") {
      return tags.split(separator: ",").contains { tag in
        let opaque = tag.filter { $0 != " " }
        return opaque == "*" || opaque == response.eTag
          || opaque.dropFirst(2) == response.eTag ?? ""
      }
    }
    guard let modified = response.lastModified else { return false }
    return request.header("if-modified-since") == modified
  }

  // MARK: Negotiation and cache

  private static func acceptsGzip(_ request: SampleRequest) -> Bool {
    guard let accepted = request.header("accept-encoding") else { return false }
    return accepted.split(separator: ",").contains { coding in
      let parts = coding.lowercased().filter { $0 != " " }.split(separator: ";")
      return parts.first == "gzip" && !parts.dropFirst().contains { $0 == "q=0" || $0 == "q=0.0" }
    }
  }

  /// All that the response to a GET or HEAD depends on besides conditions; nil for other methods.
  private static func cacheKey(_ request: SampleRequest, acceptsGzip: Bool) -> [UInt8]? {
    guard request.isMethod("GET") || request.isMethod("HEAD") else { return nil }
    var key = Array(request.head[request.targetRange])
    key.append(acceptsGzip ? 1 : 0)
    key += request.headerBytes("host") ?? []
    return key
  }
}
