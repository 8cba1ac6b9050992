import Text

/// The effects that the faults which strike a request have on its response.
///
/// One fault replaces the response at most: of several, the first in this order: stall, garbage,
/// redirects, a status, rate-limit, errors, html, deep. The others change what is left: the text
/// (invalid-utf8, truncate), its size and encoding (big, bomb, gzip-cut), its delivery.
struct FaultEffects {
  let kinds: Set<Fault.Kind>
  let exchange: Exchange

  /// Changes the response before it is compressed.
  func apply(to response: inout Response, nowSeconds: Int) {
    if kinds.isEmpty { return }
    if has(.stall) { response.delivery = .silent }
    if let replacement = replacement(nowSeconds: nowSeconds) { response = replacement }
    if has(.invalidUTF8) { response.body = Self.spoiled(response.body) }
    if has(.truncate) { response.body.removeLast(response.body.count - response.body.count / 2) }
    if has(.closeHeaders) { response.delivery = .cutHead }
    if has(.closeBody) { response.delivery = .cutBody }
    if has(.stallBody) { response.delivery = .stalledBody }
    let spoils: [SampleFault] = [
      .invalidUTF8, .truncate, .closeHeaders, .closeBody, .stallBody, .bomb, .gzipCut, .big,
    ]
    // A fault goes before "not modified".
    if spoils.contains(where: has) { (response.eTag, response.lastModified) = (nil, nil) }
    if has(.bomb) {
      response.compress(after: blankCount(before: response))
    } else if has(.gzipCut) {
      response.compress()
      response.body.removeLast(response.body.count - response.body.count / 2)
    } else if has(.big) {
      response.blankCount = blankCount(before: response)
    }
  }

  /// The body must not be compressed any more.
  var fixesEncoding: Bool {
    has(.bomb) || has(.gzipCut) || has(.big) || has(.garbage)
  }

  private func has(_ name: SampleFault) -> Bool {
    kinds.contains(.named(name))
  }

  private func blankCount(before response: Response) -> Int {
    max(0, exchange.options.paddedBytes - response.body.count)
  }

  private func replacement(nowSeconds: Int) -> Response? {
    if has(.stall) { return nil }
    if has(.garbage) {
      return Response(
        body: Array("\u{0}\u{1}not HTTP at all\r\n\r\n".utf8) + [0xFF, 0xFE], delivery: .bare)
    }
    if let location { return Response(status: 302).with("Location", location) }
    let statuses = kinds.compactMap { kind in
      if case .status(let status) = kind { status } else { nil }
    }
    if let status = statuses.min() { return self.status(status, nowSeconds: nowSeconds) }
    if has(.rateLimit) { return rateLimit(nowSeconds: nowSeconds) }
    if has(.errors) { return GraphQLEndpoint.errors("Something went wrong in here.") }
    if has(.html) {
      return .page("<!DOCTYPE html><title>Sign in</title><p>Please sign in to this network.</p>\n")
    }
    if has(.deep) {
      return .json(
        Array(repeating: UInt8(ascii: "["), count: 1000)
          + Array(repeating: UInt8(ascii: "]"), count: 1000))
    }
    return nil
  }

  private var location: String? {
    if has(.redirectLoop) { return exchange.redirect(toForeign: false) }
    if exchange.isRedirected { return nil }
    if has(.redirectForeign) { return exchange.redirect(toForeign: true) }
    return has(.redirect) ? exchange.redirect(toForeign: false) : nil
  }

  private func status(_ status: Int, nowSeconds: Int) -> Response {
    var response = Response.error(status: status, message: "The fault \(status) was requested.")
    if response.isBodyless { response.body = [] }
    let wait = exchange.options.wait.seconds.map { seconds in
      exchange.options.wait.isDate
        ? CalendarTime(epochSeconds: nowSeconds + seconds).httpDate : String(seconds)
    }
    return response.with("Retry-After", wait)
  }

  private func rateLimit(nowSeconds: Int) -> Response {
    Response.error(status: 403, message: "The rate limit is used up.")
      .with("X-RateLimit-Limit", "60").with("X-RateLimit-Remaining", "0")
      .with("X-RateLimit-Reset", String(nowSeconds + exchange.options.wait.resetSeconds))
  }

  /// Puts a byte that never occurs in UTF-8 at the beginning of the first title.
  private static func spoiled(_ body: [UInt8]) -> [UInt8] {
    let mark = Array("\"title\":\"".utf8)
    var body = body
    for start in body.indices where body[start...].starts(with: mark) {
      body[start + mark.count] = 0xFF
      return body
    }
    return Array("{\"title\":\"".utf8) + [0xFF] + Array("\"}".utf8)
  }
}
