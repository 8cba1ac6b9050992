internal import JSON
import Text

/// Endpoints where the position is a token from the response before.
enum CursorEndpoints {
  /// `{"data": [...], "next_cursor": "YWZ0ZXI6MjU", "prev_cursor": null, "has_more": true}`; the
  /// parameter `end` chooses what the last page has for a token.
  static func cursor(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit", "per_page"])
    let start = try PositionToken.start(exchange.parameter("cursor"), named: "cursor")
    let listing = try exchange.listing(start: start, size: size, by: .server)
    return .json { writer in
      writer.raw("data", exchange.items(listing))
      switch (listing.next, exchange.options.end) {
      case (let next?, _): writer.member("next_cursor", PositionToken.text(next))
      case (nil, .null): writer.member("next_cursor", String?.none)
      case (nil, .absent): break
      case (nil, .empty): writer.member("next_cursor", "")
      case (nil, .same): writer.member("next_cursor", PositionToken.text(listing.total))
      }
      writer.member("prev_cursor", listing.previous.map(PositionToken.text))
      if exchange.options.statesTotals, exchange.options.end != .same {
        writer.member("has_more", listing.next != nil)
      }
    }
  }

  /// `{"object": "list", "url": "/starting-after", "has_more": true, "data": [...]}` as in Stripe:
  /// `starting_after` and `ending_before` hold the id of an item.
  static func startingAfter(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit"])
    let listing = try stripeListing(&exchange, size: size)
    return .json { writer in
      writer.member("object", "list")
      writer.member("url", "/starting-after")
      let isBackward = exchange.parameter("ending_before") != nil
      writer.member("has_more", isBackward ? listing.previous != nil : listing.next != nil)
      writer.raw("data", exchange.items(listing))
    }
  }

  private static func stripeListing(
    _ exchange: inout Exchange, size: Int
  ) throws(Refusal) -> Listing {
    let (after, before) = ("starting_after", "ending_before")
    guard exchange.parameter(after) == nil || exchange.parameter(before) == nil else {
      throw .invalidParameter(name: before, expected: "absent beside \(after)")
    }
    if exchange.parameter(before) != nil {
      let end = try position(exchange, before, size: size) ?? 0
      return try exchange.listing(before: end, size: size, by: .client)
    }
    let start = try position(exchange, after, size: size).map { $0 + 1 } ?? 0
    return try exchange.listing(start: start, size: size, by: .client)
  }

  private static func position(
    _ exchange: Exchange, _ name: String, size: Int
  ) throws(Refusal) -> Int? {
    guard let id = try exchange.number(name) else { return nil }
    return try exchange.position(ofID: id, size: size)
      .orThrow(Refusal.invalidParameter(name: name, expected: "the id of an article"))
  }

  /// `{"batchcomplete": true, "continue": {"articlecontinue": "...", "continue": "-||"}, "query":
  /// {"articles": [...]}}` as in MediaWiki: every member of `continue` must be sent back.
  static func mediaWiki(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit", "aplimit"])
    let token = exchange.parameter("articlecontinue")
    guard (token == nil) == (exchange.parameter("continue") == nil) else {
      throw .invalidParameter(name: "continue", expected: "sent together with articlecontinue")
    }
    let start = try PositionToken.start(token, named: "articlecontinue")
    let listing = try exchange.listing(start: start, size: size, by: .server)
    return .json { writer in
      if let next = listing.next {
        writer.object("continue") { writer in
          writer.member("articlecontinue", PositionToken.text(next))
          writer.member("continue", "-||")
        }
      } else {
        writer.member("batchcomplete", true)
      }
      writer.object("query") { writer in writer.raw("articles", exchange.items(listing)) }
    }
  }
}
