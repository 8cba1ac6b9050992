internal import JSON
import Synchronization
import System
import Text

/// Answers requests; knows nothing of sockets.
final class Service: Sendable {
  /// A finished response to a GET, and the session whose requests it counts for.
  private struct Kept {
    let response: Response
    let session: String
  }

  let log = Mutex<[SampleRequest]>([])
  private let options: SampleOptions
  private let original: Articles
  private let edited: LazyValue<Articles>
  private let counters = SessionCounters()
  private let tokens = IssuedTokens()
  private let count = Atomic<Int>(0)
  /// By all that they depend on; when there are too many, all are dropped.
  private let kept = Mutex<[String: Kept]>([:])
  private static let keptMax = 2_000
  private static let keptBytesMax = 32_768
  private static let compressedBytesMin = 256

  init(_ options: SampleOptions) {
    self.options = options
    original = Articles(count: options.itemCount, itemBytes: options.itemBytes)
    edited = LazyValue {
      Articles(count: options.itemCount, itemBytes: options.itemBytes, isEdited: true)
    }
  }

  var requestCount: Int { count.load(ordering: .relaxed) }

  /// The response to a request, which is counted for its session and put into the log.
  func respond(_ request: SampleRequest) -> Response {
    count.add(1, ordering: .relaxed)
    if options.logsRequests { log.withLock { $0.append(request) } }
    let isGzipped = request.header("accept-encoding")?.contains("gzip") == true
    let key = "\(request.header("host") ?? "") \(isGzipped) \(request.target)"
    if request.method == "GET", let kept = kept.withLock({ $0[key] }) {
      _ = counters.nextRequest(kept.session)
      return Self.conditional(kept.response, for: request)
    }
    do throws(Refusal) {
      return try respond(request, key, isGzipped: isGzipped)
    } catch {
      return error.response
    }
  }

  private func respond(
    _ request: SampleRequest, _ key: String, isGzipped: Bool
  ) throws(Refusal) -> Response {
    let query = Query(request.target)
    let options = try EndpointOptions(query)
    if query.path == TokenEndpoint.path { return try token(request, query, options) }
    guard let endpoint = SampleEndpoints.endpoint(at: query.path) else {
      throw Refusal(
        status: 404, message: "There is nothing at \(query.path); / lists the endpoints.")
    }
    var exchange = try Exchange(
      request: request, query: query, options: options, counters: counters, original: original,
      edited: edited)
    var response = finished(&exchange, endpoint, isGzipped: isGzipped && options.allowsGzip)
    response.latencyMilliseconds = latency(options)
    if request.method == "GET", options.faults.isEmpty, options.credentials == nil,
      response.status == 200, response.body.count <= Self.keptBytesMax
    {
      kept.withLock { [response] kept in
        if kept.count >= Self.keptMax { kept = [:] }
        kept[key] = Kept(response: response, session: options.session)
      }
    }
    return Self.conditional(response, for: request)
  }

  private func latency(_ options: EndpointOptions) -> Int {
    options.latencyMilliseconds + self.options.latencyMilliseconds
  }

  /// The endpoint's response with its faults, finished except for the status 304.
  private func finished(
    _ exchange: inout Exchange, _ endpoint: SampleEndpoint, isGzipped: Bool
  ) -> Response {
    var response: Response
    do throws(Refusal) {
      try authorize(exchange)
      response = try endpoint.respond(&exchange)
      if exchange.options.isPretty { response.body = PrettyJSON.text(response.body) }
      if endpoint.isConditional { addValidators(to: &response, exchange, isGzipped: isGzipped) }
    } catch {
      response = error.response
    }
    let effects = FaultEffects(kinds: exchange.decideFaults(), exchange: exchange)
    effects.apply(to: &response)
    guard !effects.fixesEncoding, !response.isBodyless else { return response }
    response.addHeader("Vary", "Accept-Encoding")
    if isGzipped, response.body.count >= Self.compressedBytesMin { response.compress() }
    return response
  }

  private func authorize(_ exchange: Exchange) throws(Refusal) {
    guard let required = exchange.options.credentials,
      !required.accepts(
        exchange.request, exchange.query, tokens, authority: exchange.authority,
        nowSeconds: Int(SystemClock.epochSeconds))
    else { return }
    throw Refusal(status: 401, message: "Send the credentials that 'auth' names.")
  }

  private func token(
    _ request: SampleRequest, _ query: Query, _ options: EndpointOptions
  ) throws(Refusal) -> Response {
    let endpoint = TokenEndpoint(
      request: request, query: query, tokens: tokens, nowSeconds: Int(SystemClock.epochSeconds))
    var response = try endpoint.respond()
    response.latencyMilliseconds = latency(options)
    return response
  }

  private func addValidators(to response: inout Response, _ exchange: Exchange, isGzipped: Bool) {
    var hash = Fingerprint()
    hash.add(exchange.request.target)
    hash.add(exchange.authority)
    hash.add([exchange.isEdited ? 1 : 0, isGzipped ? 1 : 0])
    let tag = "\"\(String(hash.value, radix: 36))\""
    response.eTag = tag
    response.addHeader("ETag", tag)
    // 1 January 2026, or a day later.
    let modified = CalendarTime(epochSeconds: 1_767_225_600 + (exchange.isEdited ? 86_400 : 0))
    response.addHeader("Last-Modified", modified.httpDate)
  }

  /// A 304 in place of a response that the client has already (RFC 9110 section 13.2.2).
  private static func conditional(_ response: Response, for request: SampleRequest) -> Response {
    guard response.status == 200, let tag = response.eTag,
      request.header("if-none-match") == tag
    else { return response }
    return Response(status: 304, latencyMilliseconds: response.latencyMilliseconds)
      .with("ETag", tag)
  }
}
