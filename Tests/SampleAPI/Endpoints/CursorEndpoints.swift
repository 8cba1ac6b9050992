import DemoAPI
internal import JSON
import Text

/// Endpoints where the position is a token from the response before.
enum CursorEndpoints {
  /// `{"data": [...], "next_cursor": "YWZ0ZXI6MjU", "prev_cursor": null, "has_more": true}`
  static func cursor(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit", "per_page"])
    let start = try exchange.start("cursor")
    let listing = try exchange.listing(start: start, size: size, by: .server)
    return .json { writer in
      writer.raw("data", exchange.items(listing))
      writer.member("next_cursor", listing.next.map(PositionToken.text))
      writer.member("prev_cursor", listing.previous.map(PositionToken.text))
      if exchange.options.statesTotals { writer.member("has_more", listing.next != nil) }
    }
  }

  /// `{"batchcomplete": true, "continue": {"articlecontinue": "...", "continue": "-||"}, "query":
  /// {"articles": [...]}}` as in MediaWiki: every member of `continue` must be sent back.
  static func mediaWiki(_ exchange: inout Exchange) throws(Refusal) -> Response {
    let size = try exchange.size(["limit", "aplimit"])
    let hasToken = exchange.parameter("articlecontinue") != nil
    guard hasToken == (exchange.parameter("continue") != nil) else {
      throw .invalid("continue", "sent together with articlecontinue")
    }
    let start = try exchange.start("articlecontinue")
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
