import DemoAPI
internal import JSON
import Text

/// A connection as GraphQL servers page it (the Relay cursor connections specification).
///
/// `{"query": "...", "variables": {"first": 25, "after": "YWZ0ZXI6MjU"}}` gets
/// `{"data": {"articles": {"totalCount": 250, "nodes": [...], "pageInfo": {"startCursor": ...,
/// "endCursor": ..., "hasNextPage": true, "hasPreviousPage": true}}}}`, with `edges` where the
/// query's text has that word. `last` and `before` go backwards. Wrong variables are errors in a
/// 200. An item's cursor is the position after it.
enum GraphQLEndpoint {
  static func connection(_ exchange: inout Exchange) throws(Refusal) -> Response {
    guard let body = exchange.body else {
      throw .invalidBody(expected: "a JSON object with query and variables")
    }
    let listing: Listing
    do {
      listing = try page(&exchange, Variables(body))
    } catch .invalidParameter(let name, let expected) {
      return errors("Variable \(name) must be \(expected).")
    }
    let text = body.member("query", of: body.root).flatMap { body.string($0) } ?? ""
    return .json { writer in
      writer.object("data") { writer in
        writer.object("articles") { writer in
          if exchange.options.statesTotals { writer.member("totalCount", listing.total) }
          if text.contains("edges") {
            writeEdges(&writer, exchange, listing)
          } else {
            writer.raw("nodes", exchange.items(listing))
          }
          writePageInfo(&writer, listing)
        }
      }
    }
  }

  /// `{"errors": [{"message": "..."}], "data": null}` with status 200.
  static func errors(_ message: String) -> Response {
    .json { writer in
      writer.member("errors", [["message": .string(message)]])
      writer.member("data", .null)
    }
  }

  /// The member `variables` of a request.
  private struct Variables {
    let document: JSONDocument
    let object: JSONSlice

    init(_ document: JSONDocument) {
      self.document = document
      object = document.member("variables", of: document.root) ?? .absent
    }

    /// A page size in 1...1000; nil when absent or null.
    func size(_ name: String) throws(Refusal) -> Int? {
      guard let slice = value(name) else { return nil }
      guard let size = document.integer(slice), size >= 1 else {
        throw .invalidParameter(name: name, expected: "a whole number from 1")
      }
      return min(size, SampleLimits.pageItemsMax)
    }

    /// The position of a cursor; nil when absent or null.
    func position(_ name: String) throws(Refusal) -> Int? {
      guard let slice = value(name) else { return nil }
      guard let token = document.string(slice) else {
        throw .invalidParameter(name: name, expected: "a cursor")
      }
      return try PositionToken.start(token, named: name)
    }

    private func value(_ name: String) -> JSONSlice? {
      guard let slice = document.member(name, of: object), slice.kind != .null else { return nil }
      return slice
    }
  }

  private static func page(
    _ exchange: inout Exchange, _ variables: Variables
  ) throws(Refusal) -> Listing {
    let (first, last) = (try variables.size("first"), try variables.size("last"))
    guard first == nil || last == nil else {
      throw .invalidParameter(name: "last", expected: "absent beside first")
    }
    guard let last else {
      let start = try variables.position("after") ?? 0
      let size = first ?? SampleLimits.pageItemsDefault
      return try exchange.listing(start: start, size: size, by: .server)
    }
    // A cursor points after its item, and `before` leaves that item out.
    let end = try variables.position("before").map { max(0, $0 - 1) } ?? exchange.total
    return try exchange.listing(before: end, size: last, by: .server)
  }

  private static func writeEdges(
    _ writer: inout JSONWriter, _ exchange: Exchange, _ listing: Listing
  ) {
    writer.array("edges") { writer in
      for (position, index) in zip(listing.range, exchange.indices(listing)) {
        writer.object { writer in
          writer.member("cursor", PositionToken.text(position + 1))
          writer.raw("node", Array(exchange.articles.json(index..<(index + 1))))
        }
      }
    }
  }

  /// A fault can point `next` away from the last item: `endCursor` follows it.
  private static func writePageInfo(_ writer: inout JSONWriter, _ listing: Listing) {
    let isEmpty = listing.range.isEmpty && listing.next == nil
    writer.object("pageInfo") { writer in
      writer.member("startCursor", isEmpty ? nil : PositionToken.text(listing.range.lowerBound + 1))
      writer.member(
        "endCursor", isEmpty ? nil : PositionToken.text(listing.next ?? listing.range.upperBound))
      writer.member("hasNextPage", listing.next != nil)
      writer.member("hasPreviousPage", listing.previous != nil)
    }
  }
}
