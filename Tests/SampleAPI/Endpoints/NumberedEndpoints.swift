import DemoAPI
internal import JSON

/// Endpoints where the client computes the position: page numbers and offsets.
enum NumberedEndpoints {
  /// `{"articles": [...], "pagination": {"current_page": 2, "per_page": 25, "total_pages": 10,
  /// "total_objects": 250}}`
  static func page(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let page = try NumberedPage(&exchange, by: .client)
    let listing = page.listing
    let items = exchange.items(listing)
    return .json(reservingCapacity: items.count + 160) { writer in
      writer.raw("articles", items)
      writer.object("pagination") { writer in
        writer.member("current_page", page.number)
        writer.member("per_page", listing.size)
        if exchange.options.statesTotals {
          writer.member("total_pages", listing.pageCount)
          writer.member("total_objects", listing.total)
        }
      }
    }
  }

  /// `{"items": [...], "total": 250, "offset": 25, "limit": 25}`
  static func offset(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit", "per_page"])
    let offset = try exchange.offset("offset")
    let listing = try exchange.listing(start: offset, size: size, by: .client)
    let items = exchange.items(listing)
    return .json(reservingCapacity: items.count + 96) { writer in
      writer.raw("items", items)
      if exchange.options.statesTotals { writer.member("total", listing.total) }
      writer.member("offset", offset)
      writer.member("limit", size)
    }
  }

  /// One document without pages: `{"info": {"name": ..., "version": ...}, "articles": [...]}`
  static func single(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let listing = try exchange.listing(start: 0, size: 10, by: .client)
    return .json { writer in
      writer.object("info") { writer in
        writer.member("name", "Sample articles")
        writer.member("version", "1.0")
      }
      writer.raw("articles", exchange.items(listing))
    }
  }
}
