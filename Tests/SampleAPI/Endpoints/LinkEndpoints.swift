import DemoAPI

/// Endpoints that respond with a bare array and give the location of the next page in header
/// fields.
enum LinkEndpoints {
  /// `Link: <http://host/link?page=3>; rel="next", <http://host/link?page=10>; rel="last"`
  /// (RFC 8288), with `first` and `prev` where there are such pages.
  static func link(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    return .json(exchange.items(page.listing)).with("Link", field(of: page, exchange))
  }

  /// The value of the `Link` field of a page; nil: it has none.
  static func field(of page: NumberedPage, _ exchange: Exchange) -> String? {
    let listing = page.listing
    let statesLast = listing.next != nil && exchange.options.statesTotals
    let targets: [(rel: String, start: Int?)] = [
      ("prev", listing.previous), ("next", listing.next),
      ("last", statesLast ? listing.lastStart : nil), ("first", listing.previous.map { _ in 0 }),
    ]
    let links = targets.compactMap { target in
      page.link(exchange, .absolute, target.start).map { "<\($0)>; rel=\"\(target.rel)\"" }
    }
    return links.isEmpty ? nil : links.joined(separator: ", ")
  }

  /// `X-Page: 2`, `X-Next-Page: 3` (empty on the last page), `X-Prev-Page`, `X-Per-Page`,
  /// `X-Total`, `X-Total-Pages`, as GitLab does.
  static func pageHeaders(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    let listing = page.listing
    let number = { (start: Int?) in start.map { String(page.number(of: $0)) } ?? "" }
    let statesTotals = exchange.options.statesTotals
    return .json(exchange.items(listing))
      .with("X-Page", number(listing.start)).with("X-Per-Page", String(listing.size))
      .with("X-Next-Page", number(listing.next)).with("X-Prev-Page", number(listing.previous))
      .with("X-Total", statesTotals ? String(listing.total) : nil)
      .with("X-Total-Pages", statesTotals ? String(listing.pageCount) : nil)
  }
}
