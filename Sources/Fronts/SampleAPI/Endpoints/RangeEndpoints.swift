import Text

/// Endpoints that page by the `Range` header field and respond with a bare array.
enum RangeEndpoints {
  /// `Range: items=25-49` gets a 206 with `Content-Range: items 25-49/250`; a range that is
  /// everything gets a 200, one that begins past the end a 416. Without the field the response
  /// begins at the first item. The unit may also be in `Range-Unit` (`Range: 25-49`).
  static func items(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let requested = try itemRange(exchange)
    let total = exchange.options.statesTotals ? String(exchange.total) : "*"
    let listing: Listing
    do {
      listing = try exchange.listing(
        start: requested.start, size: requested.size, by: .client, past: .status(416))
    } catch .pastEnd(status: 416) {
      throw .rangeNotSatisfiable(contentRange: "items */\(total)")
    }
    let range = listing.range
    let shown = range.isEmpty ? "*" : "\(range.lowerBound)-\(range.upperBound - 1)"
    return .json(status: range == 0..<listing.total ? 200 : 206, exchange.items(listing))
      .with("Content-Range", "items \(shown)/\(total)").with("Accept-Ranges", "items")
  }

  /// `Range: id ]25..; max=25` gets the articles after 25: a 206 with `Next-Range: id ]50..;
  /// max=25`, to be sent back unchanged, or on the last page a 200 without one, as in Heroku.
  static func nextRange(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let requested = try idRange(exchange)
    let listing = try exchange.listing(start: requested.start, size: requested.size, by: .server)
    var response = Response.json(status: listing.next == nil ? 200 : 206, exchange.items(listing))
    response.addHeader("Accept-Ranges", "id")
    let ids = exchange.indices(listing).map(exchange.articles.id(at:))
    if let first = ids.first, let last = ids.last {
      response.addHeader("Content-Range", "id \(first)..\(last)")
    }
    if let next = listing.next {
      let index = next > 0 ? exchange.index(at: next - 1, size: listing.size) : nil
      let bound = index.map { "]\(exchange.articles.id(at: $0))" } ?? ""
      response.addHeader("Next-Range", "id \(bound)..; max=\(requested.size)")
    }
    return response
  }

  /// `items=0-24`, `0-24`, `items=25-`.
  private static func itemRange(_ exchange: Exchange) throws(Refusal) -> (start: Int, size: Int) {
    let invalid = Refusal.invalidParameter(name: "Range", expected: "like items=0-24")
    let standard = try exchange.size(["limit", "per_page"])
    guard let text = exchange.request.header("range") else { return (0, standard) }
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 1 || parts.first == "items", let numbers = parts.last else {
      throw invalid
    }
    let bounds = numbers.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard bounds.count == 2, let first = ASCII.number(bounds[0].utf8)
    else { throw invalid }
    if bounds[1].isEmpty { return (min(first, Exchange.startMax), standard) }
    guard let last = ASCII.number(bounds[1].utf8), last >= first else { throw invalid }
    return (min(first, Exchange.startMax), min(last - first, SampleLimits.pageItemsMax - 1) + 1)
  }

  /// `id ..`, `id ]25..`, `id 26..`, each with `; max=25` or without.
  private static func idRange(_ exchange: Exchange) throws(Refusal) -> (start: Int, size: Int) {
    let invalid = Refusal.invalidParameter(name: "Range", expected: "like id ]25..; max=25")
    var size = try exchange.size(["limit", "per_page"])
    guard let text = exchange.request.header("range") else { return (0, size) }
    let parts = text.split(separator: ";").map { $0.drop { $0 == " " } }
    guard let range = parts.first, range.hasPrefix("id "), range.hasSuffix("..") else {
      throw invalid
    }
    for part in parts.dropFirst() {
      if part == "order=asc" { continue }
      guard part.hasPrefix("max="), let max = ASCII.number(part.dropFirst(4).utf8)
      else { throw invalid }
      size = min(Swift.max(max, 1), SampleLimits.pageItemsMax)
    }
    let bound = range.dropFirst(3).dropLast(2)
    if bound.isEmpty { return (0, size) }
    let isExclusive = bound.hasPrefix("]")
    guard let id = ASCII.number(bound.dropFirst(isExclusive ? 1 : 0).utf8),
      let position = exchange.position(ofID: id, size: size)
    else { throw invalid }
    return (isExclusive ? position + 1 : position, size)
  }
}
