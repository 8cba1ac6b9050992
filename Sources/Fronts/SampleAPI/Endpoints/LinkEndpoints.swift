internal import JSON

/// Endpoints that answer with a bare array and say in header fields where the next page is.
enum LinkEndpoints {
  /// `Link: <http://host/link?page=3>; rel="next", <http://host/link?page=10>; rel="last"`
  /// (RFC 8288), with `first` and `prev` where there are such pages.
  static func link(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    let listing = page.listing
    var response = Response.json(exchange.items(listing))
    var targets: [(rel: String, start: Int?)] = [
      ("prev", listing.previous), ("next", listing.next),
    ]
    if listing.next != nil, exchange.options.statesTotals {
      targets.append(("last", listing.lastStart))
    }
    if listing.previous != nil { targets.append(("first", 0)) }
    let links = targets.compactMap { target in
      page.link(exchange, .absolute, target.start).map { "<\($0)>; rel=\"\(target.rel)\"" }
    }
    if !links.isEmpty { response.addHeader("Link", links.joined(separator: ", ")) }
    return response
  }

  /// `X-Page: 2`, `X-Next-Page: 3` (empty on the last page), `X-Prev-Page`, `X-Per-Page`,
  /// `X-Total`, `X-Total-Pages`, as GitLab does.
  static func pageHeaders(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    let listing = page.listing
    var response = Response.json(exchange.items(listing))
    let number = { (start: Int?) in start.map { String(page.number(of: $0)) } ?? "" }
    response.addHeader("X-Page", number(listing.start))
    response.addHeader("X-Per-Page", String(listing.size))
    response.addHeader("X-Next-Page", number(listing.next))
    response.addHeader("X-Prev-Page", number(listing.previous))
    if exchange.options.statesTotals {
      response.addHeader("X-Total", String(listing.total))
      response.addHeader("X-Total-Pages", String(listing.pageCount))
    }
    return response
  }

  /// `AG-Links-Next: http://host/header-links?page=3` and `AG-Links-Previous`, each absent where
  /// there is no such page.
  static func urlHeaders(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    let listing = page.listing
    var response = Response.json(exchange.items(listing))
    if let next = page.link(exchange, .absolute, listing.next) {
      response.addHeader("AG-Links-Next", next)
    }
    if let previous = page.link(exchange, .absolute, listing.previous) {
      response.addHeader("AG-Links-Previous", previous)
    }
    return response
  }
}
