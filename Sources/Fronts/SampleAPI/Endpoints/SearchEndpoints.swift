internal import JSON

/// Endpoints that page as Elasticsearch does, by POST.
enum SearchEndpoints {
  /// `from + size` may reach no further, as Elasticsearch has it by default.
  private static let windowMax = 10_000

  /// `{"hits": {"total": {"value": 250, "relation": "eq"}, "hits": [{"_id": "1", "_source": {...},
  /// "sort": [1704067200000, 1]}]}}` in response to `{"from": 0, "size": 25}` or to `{"size": 25,
  /// "search_after": [1704067200000, 1]}`, the `sort` of the last hit.
  static func search(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["size"])
    let from = try exchange.offset("from")
    let start: Int
    if let position = try searchAfter(exchange, size: size) {
      guard from == 0 else {
        throw .invalidParameter(name: "from", expected: "0 beside search_after")
      }
      start = position
    } else {
      let windowMax = exchange.options.ceiling ?? Self.windowMax
      guard from + size <= windowMax else {
        throw .invalidParameter(name: "from", expected: "at most \(windowMax) with size")
      }
      start = from
    }
    let listing = try exchange.listing(start: start, size: size, by: .client)
    return .json { writer in writeHits(&writer, exchange, listing) }
  }

  /// The same with `_scroll_id` next to the hits, which stays the same all the way; sent back as
  /// `{"scroll_id": ...}` it gives the next page, until the hits are empty. The place is kept by
  /// the server, one for each session.
  static func scroll(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["size"])
    let scrollID = "scroll-" + exchange.options.session
    let given = exchange.parameter("scroll_id")
    guard given == nil || given == scrollID else {
      throw .invalidParameter(name: "scroll_id", expected: "the _scroll_id of this session")
    }
    let start = exchange.counters.scroll(
      exchange.options.session, by: size, fromStart: given == nil, indexMax: exchange.total)
    let listing = try exchange.listing(start: start, size: size, by: .client)
    return .json { writer in
      writer.member("_scroll_id", scrollID)
      writeHits(&writer, exchange, listing)
    }
  }

  /// The position after the item whose `sort` was sent; nil without `search_after`.
  private static func searchAfter(_ exchange: Exchange, size: Int) throws(Refusal) -> Int? {
    guard let body = exchange.body, let sort = body.member("search_after", of: body.root),
      sort.kind != .null
    else { return nil }
    let values = body.elements(of: sort)
    guard values.count == 2, let id = body.integer(values[1]),
      let position = exchange.position(ofID: id, size: size)
    else {
      throw .invalidParameter(name: "search_after", expected: "the sort of a hit")
    }
    return position + 1
  }

  private static func writeHits(
    _ writer: inout JSONWriter, _ exchange: Exchange, _ listing: Listing
  ) {
    writer.member("took", 1)
    writer.member("timed_out", false)
    writer.object("hits") { writer in
      if exchange.options.statesTotals {
        writer.object("total") { writer in
          writer.member("value", listing.total)
          writer.member("relation", "eq")
        }
      }
      writer.array("hits") { writer in
        for index in exchange.indices(listing) {
          let id = exchange.articles.id(at: index)
          writer.object { writer in
            writer.member("_index", "articles")
            writer.member("_id", String(id))
            writer.raw("_source", Array(exchange.articles.json(index..<(index + 1))))
            writer.array("sort") { writer in
              writer.integer(Article.publishedSeconds(id: id) * 1000)
              writer.integer(id)
            }
          }
        }
      }
    }
  }
}
