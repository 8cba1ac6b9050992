import HTTP
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// `auto` with a page size of the caller's, at APIs that lead from page to page themselves: which
/// parameters are tried on the first request, and what is said where none is the right one.
@Suite struct SizeTrialTests {
  /// An API of 12 items, three a page unless it is asked otherwise.
  struct API: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The parameter that it reads the size from.
    var size: String?
    /// The most items that it gives.
    var sizeMax = 100
    /// Whether it refuses parameters that it does not know.
    var isStrict = false
    /// Whether the link repeats the size.
    var showsSize = false
    /// The next page's place: the parameter, or the URL.
    var token: String?
    var wanted = 6
    let queries: [String]
    var warns = false

    func answer(_ query: [(name: String, value: String)]) -> (status: Int, body: String) {
      let known = [size, token, "at"].compactMap(\.self)
      if isStrict, let name = query.map(\.name).first(where: { !known.contains($0) }) {
        return (400, #"{"error":"unknown parameter \#(name)"}"#)
      }
      let asked = query.first { $0.name == size }.flatMap { Int($0.value) } ?? 3
      let place = query.first { $0.name == token ?? "at" }.map { Int($0.value.dropFirst()) ?? 0 }
      let (first, count) = ((place ?? 0) + 1, min(asked, sizeMax))
      let next = first + count > 12 ? nil : "t\(first + count - 1)"
      let items = SessionDetectionTests.list(first, count, of: 12)
      guard token == nil else {
        let text = next.map { "\"\($0)\"" } ?? "null"
        return (200, #"{"items":\#(items),"next_\#(token ?? "")":\#(text)}"#)
      }
      let shown = showsSize || asked != 3 ? "\(size ?? "limit")=\(count)&" : ""
      let link = next.map { "\"/a?\(shown)at=\($0)\"" } ?? "null"
      return (200, #"{"items":\#(items),"next":\#(link)}"#)
    }
  }

  static let apis: [API] = [
    API(
      testDescription: "a link names the parameter", size: "n", showsSize: true,
      queries: ["", "n=6", "n=6&at=t6"]),
    API(
      testDescription: "the usual name of an API of links", size: "limit",
      queries: ["", "limit=6", "limit=6&at=t6"]),
    API(
      testDescription: "the second usual name, and others are refused", size: "per_page",
      isStrict: true, queries: ["", "limit=6", "per_page=6", "per_page=6&at=t6"]),
    API(
      testDescription: "a page token goes with a page size", size: "page_size",
      token: "page_token", queries: ["", "page_size=6", "page_size=6&page_token=t6"]),
    API(
      testDescription: "a size that the API clamps", size: "limit", sizeMax: 4, token: "cursor",
      queries: ["", "limit=6", "limit=6&cursor=t4", "limit=6&cursor=t8"]),
    API(
      testDescription: "smaller pages", size: "limit", token: "cursor", wanted: 2,
      queries: ["", "limit=2"] + (1...5).map { "limit=2&cursor=t\($0 * 2)" }),
    API(
      testDescription: "none of the usual names", token: "cursor",
      queries: [
        "", "limit=6", "per_page=6", "page_size=6", "cursor=t3", "cursor=t6", "cursor=t9",
      ], warns: true),
    API(
      testDescription: "none, and others are refused", isStrict: true, token: "cursor",
      queries: [
        "", "limit=6", "per_page=6", "page_size=6", "cursor=t3", "cursor=t6", "cursor=t9",
      ], warns: true),
    API(
      testDescription: "pages of that size already", token: "cursor", wanted: 3,
      queries: ["", "cursor=t3", "cursor=t6", "cursor=t9"]),
  ]

  @Test(arguments: apis)
  func sizeFindsItsParameter(api: API) throws {
    let world = try World(
      #"{"url":"{base}/a","perPage":\#(api.wanted),"fetching":{"retries":0}}"#)
    let walk = world.walk()
    var queries: [String] = []
    while let exchange = world.client.waiting.first, queries.count < 20 {
      let text = exchange.line.split(separator: "?").dropFirst().joined()
      queries.append(text)
      let query = text.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=").map(String.init)
        return (name: parts[0], value: parts.last ?? "")
      }
      let (status, body) = api.answer(query)
      exchange.reply(body, status: status)
    }
    let summary = try walk.value()
    #expect(queries == api.queries)
    #expect(summary.items?.flatMap { $0.content.ids } == Array(1...12))
    #expect(summary.verdict == .complete)
    let warnings = summary.snapshot.warnings.filter { $0.kind == .perPageNotSent }
    #expect(warnings == (api.warns ? [.perPageNotSent(wanted: api.wanted, found: 3)] : []))
  }

  /// The place of the next page is misspelled, and the page says that there is more.
  @Test func nextThatIsNowhereIsNoEndWhereThereIsMore() throws {
    let settings = #""pagination":{"strategy":"cursor","next":"next_cursr"}"#
    let world = try World(#"{"url":"{base}/a",\#(settings)}"#)
    let summary = try world.walked([
      "/a": #"{"items":[{"id":1}],"next_cursor":"b","has_more":true}"#
    ])
    #expect(summary.verdict == .suspect)
    #expect(summary.snapshot.warnings == [.signalMissing(page: 1)])
  }

  @Test func sizeThatCannotBeReachedIsNone() throws {
    let world = try World(#"{"url":"{base}/a","perPage":6,"fetching":{"retries":0}}"#)
    let load = world.load(.next)
    try world.reply("/a", #"{"items":[{"id":1},{"id":2}],"next_cursor":"b"}"#)
    for name in ["limit", "per_page", "page_size"] {
      try world.client.request("GET \(World.base)/a?\(name)=6").fail(
        .networkFailed(detail: "closed"))
    }
    #expect(try load.value().ids == [1, 2])
    #expect(world.state.warnings == [.perPageNotSent(wanted: 6, found: 2)])
  }
}
