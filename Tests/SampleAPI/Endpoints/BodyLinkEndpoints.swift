import DemoAPI
internal import JSON

/// Endpoints that say in the body where the next page is.
enum BodyLinkEndpoints {
  /// `{"count": 250, "next": "http://host/body?page=3", "previous": ..., "results": [...]}` as in
  /// the Django REST framework; 404 past the end.
  static func body(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange, sizes: ["page_size", "limit"], pastStatus: 404)
    return .json { writer in
      if exchange.options.statesTotals { writer.member("count", page.listing.total) }
      writer.member("next", page.link(exchange, .absolute, page.listing.next))
      writer.member("previous", page.link(exchange, .absolute, page.listing.previous))
      writer.raw("results", exchange.items(page.listing))
    }
  }

  /// `{"_embedded": {"articles": [...]}, "_links": {"next": {"href": "/hal?page=1&size=25"}},
  /// "page": {...}}` as in Spring: pages count from 0, links are root-relative, `_embedded` is
  /// missing on an empty page.
  static func hal(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange, sizes: ["size"], first: 0)
    let listing = page.listing
    return .json { writer in
      if !listing.range.isEmpty {
        writer.object("_embedded") { writer in writer.raw("articles", exchange.items(listing)) }
      }
      writer.object("_links") { writer in
        let targets: [(rel: String, start: Int?)] = [
          ("first", 0), ("prev", listing.previous), ("self", listing.start), ("next", listing.next),
          ("last", exchange.options.statesTotals ? listing.lastStart : nil),
        ]
        for target in targets {
          guard let href = page.link(exchange, .rootRelative, target.start) else { continue }
          writer.key(text: target.rel)
          writer.value(["href": .string(href)])
        }
      }
      writer.object("page") { writer in
        writer.member("size", listing.size)
        if exchange.options.statesTotals {
          writer.member("totalElements", listing.total)
          writer.member("totalPages", listing.pageCount)
        }
        writer.member("number", page.number)
      }
    }
  }

  /// `{"articles": [...], "meta": {"next_page": "?page=3", "prev_page": "?page=1", "total": 250}}`
  /// as in crates.io.
  static func relative(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange)
    return .json { writer in
      writer.raw("articles", exchange.items(page.listing))
      writer.object("meta") { writer in
        writer.member("next_page", page.link(exchange, .queryOnly, page.listing.next))
        writer.member("prev_page", page.link(exchange, .queryOnly, page.listing.previous))
        if exchange.options.statesTotals { writer.member("total", page.listing.total) }
      }
    }
  }

  /// `{"type": "FeatureCollection", "features": [...], "links": [{"rel": "next", "method": "POST",
  /// "href": ..., "body": {"limit": 25, "token": ...}}]}` as in a STAC search; in the response to a
  /// GET the link is a GET with the token in its query.
  static func stac(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit"])
    let start = try exchange.start("token")
    let listing = try exchange.listing(start: start, size: size, by: .server)
    return .json { writer in
      writer.member("type", "FeatureCollection")
      writer.raw("features", exchange.items(listing))
      writer.array("links") { writer in
        let targets: [(rel: String, start: Int?)] = [
          ("self", start), ("next", listing.next), ("prev", listing.previous),
        ]
        for target in targets {
          if let start = target.start { stacLink(&writer, exchange, target.rel, start, size: size) }
        }
      }
      if exchange.options.statesTotals { writer.member("numberMatched", listing.total) }
      writer.member("numberReturned", listing.range.count)
    }
  }

  private static func stacLink(
    _ writer: inout JSONWriter, _ exchange: Exchange, _ rel: String, _ start: Int, size: Int
  ) {
    let isPost = exchange.request.method == "POST"
    let token = PositionToken.text(start)
    writer.object { writer in
      writer.member("rel", rel)
      writer.member("type", "application/geo+json")
      writer.member("method", isPost ? "POST" : "GET")
      let changes: [(name: String, value: String?)] =
        isPost ? [("token", nil)] : [("limit", String(size)), ("token", token)]
      writer.member("href", exchange.link(.absolute, changes))
      if isPost {
        writer.object("body") { writer in
          writer.member("limit", size)
          writer.member("token", token)
        }
      }
    }
  }
}
