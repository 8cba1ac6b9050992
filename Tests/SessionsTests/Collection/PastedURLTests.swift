import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// URLs that already name a position or a size: paging begins there, with that size.
struct PastedURLTests {
  /// An API of ten items, its paging, and what a walk gets out of a URL.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Params of `open`.
    let open: String
    /// The body and the headers that answer a query.
    let answer: @Sendable ([String: String]) -> (body: String, headers: [(String, String)])
    /// Queries in the order in which they are sent.
    let queries: [String]
    let items: ClosedRange<Int>
  }

  static func list(_ first: Int, _ size: Int) -> String {
    let ids = first > 10 ? [] : Array(first...min(10, first + size - 1))
    return "[" + ids.map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
  }

  /// By page numbers, with a `Link` header; four items a page unless told.
  @Sendable static func linked(_ query: [String: String]) -> (String, [(String, String)]) {
    let page = query["page"].flatMap { Int($0) } ?? 1
    let size = query["per_page"].flatMap { Int($0) } ?? 4
    let sized = query["per_page"].map { "per_page=\($0)&" } ?? ""
    var headers = [("X-WP-Total", "10")]
    if page * size < 10 {
      headers.append(
        ("Link", "<\(World.base)/a?\(sized)page=\(page + 1)>; rel=\"next\""))
    }
    return (list((page - 1) * size + 1, size), headers)
  }

  @Sendable static func offsets(_ query: [String: String]) -> (String, [(String, String)]) {
    let offset = Int(query["offset"] ?? query["startAt"] ?? "0") ?? 0
    let size = Int(query["limit"] ?? query["maxResults"] ?? "4") ?? 4
    return (#"{"values":\#(list(offset + 1, size)),"total":10}"#, [])
  }

  @Sendable static func numbered(_ query: [String: String]) -> (String, [(String, String)]) {
    let page = Int(query["page"] ?? "1") ?? 1
    return (#"{"items":\#(list(page * 2 - 1, 2)),"page":\#(page),"total":10}"#, [])
  }

  @Sendable static func springy(_ query: [String: String]) -> (String, [(String, String)]) {
    let page = Int(query["page"] ?? "0") ?? 0
    let size = Int(query["size"] ?? "20") ?? 20
    let isLast = (page + 1) * size >= 10
    return (
      #"{"content":\#(list(page * size + 1, size)),"number":\#(page),"size":\#(size),"#
        + #""totalElements":10,"totalPages":\#((9 + size) / size),"last":\#(isLast)}"#, []
    )
  }

  @Sendable static func tokens(_ query: [String: String]) -> (String, [(String, String)]) {
    let after = Int(query["after"] ?? query["cursor"] ?? "0") ?? 0
    let next = after + 3 < 10 ? "\"\(after + 3)\"" : "null"
    return (
      #"{"items":\#(list(after + 1, 3)),"total":10,"next":\#(next),"#
        + #""message":{"items":\#(list(after + 1, 3)),"total-results":10,"next-cursor":\#(next)}}"#,
      []
    )
  }

  static let rows: [Row] = [
    Row(
      testDescription: "links, with page and size",
      open: #""profile":"github","url":"{base}/a?per_page=3&page=3""#,
      answer: linked, queries: ["per_page=3&page=3", "per_page=3&page=4"], items: 7...10),
    Row(
      testDescription: "links, with a page alone",
      open: #""profile":"github","url":"{base}/a?page=2""#,
      answer: linked, queries: ["page=2", "page=3"], items: 5...10),
    Row(
      testDescription: "links, with a size alone",
      open: #""profile":"github","url":"{base}/a?per_page=5""#,
      answer: linked, queries: ["per_page=5", "per_page=5&page=2"], items: 1...10),
    Row(
      testDescription: "page numbers of a profile",
      open: #""profile":"wordpress","url":"{base}/a?page=2&per_page=3""#,
      answer: linked,
      queries: ["page=2&per_page=3", "page=3&per_page=3", "page=4&per_page=3"], items: 4...10),
    Row(
      testDescription: "a page number whose size only the API knows",
      open: #""profile":"wordpress","url":"{base}/a?page=2""#,
      answer: linked, queries: ["page=2", "page=3"], items: 5...10),
    Row(
      testDescription: "page numbers from 0",
      open: #""profile":"spring","url":"{base}/a?page=1&size=3""#,
      answer: springy, queries: ["page=1&size=3", "page=2&size=3", "page=3&size=3"], items: 4...10),
    Row(
      testDescription: "an offset that is no multiple of the size",
      open: #""url":"{base}/a?offset=5&limit=2","itemsPath":"values","#
        + #""pagination":{"strategy":"offset"},"paginationMapping":{"total":"objectCount"}"#,
      answer: offsets, queries: ["offset=5&limit=2", "offset=7&limit=2", "offset=9&limit=2"],
      items: 6...10),
    Row(
      testDescription: "an offset whose size only the API knows",
      open: #""url":"{base}/a?offset=5","itemsPath":"values","#
        + #""pagination":{"strategy":"offset"},"paginationMapping":{"total":"objectCount"}"#,
      answer: offsets, queries: ["offset=5", "offset=9"], items: 6...10),
    Row(
      testDescription: "an offset and a size under a profile's names",
      open: #""profile":"jira","url":"{base}/a?startAt=6&maxResults=3""#,
      answer: offsets, queries: ["startAt=6&maxResults=3", "startAt=9&maxResults=3"],
      items: 7...10),
    Row(
      testDescription: "parameters beside the URL",
      open: #""url":"{base}/a","parameters":{"offset":6,"limit":3},"itemsPath":"values","#
        + #""pagination":{"strategy":"offset"},"paginationMapping":{"total":"objectCount"}"#,
      answer: offsets, queries: ["offset=6&limit=3", "offset=9&limit=3"], items: 7...10),
    Row(
      testDescription: "auto, at an offset", open: #""url":"{base}/a?offset=4&limit=2""#,
      answer: offsets, queries: ["offset=4&limit=2", "offset=6&limit=2", "offset=8&limit=2"],
      items: 5...10),
    Row(
      testDescription: "auto, at a page", open: #""url":"{base}/a?page=3""#,
      answer: numbered, queries: ["page=3", "page=4", "page=5"], items: 5...10),
    Row(
      testDescription: "a token",
      open: #""url":"{base}/a?after=4","itemsPath":"items","#
        + #""pagination":{"strategy":"cursor","next":"next","parameter":"after"},"#
        + #""paginationMapping":{"total":"objectCount"}"#,
      answer: tokens, queries: ["after=4", "after=7"], items: 5...10),
    Row(
      testDescription: "a token in the place of the profile's first one",
      open: #""profile":"crossref","url":"{base}/a?cursor=4""#,
      answer: tokens, queries: ["cursor=4", "cursor=7"], items: 5...10),
  ]

  @Test(arguments: rows)
  func walkGoesOnFromThere(row: Row) throws {
    let world = try World("{\(row.open),\"fetching\":{\"retries\":0,\"concurrency\":1}}")
    let walk = world.walk()
    var queries: [String] = []
    while let exchange = world.client.waiting.first, queries.count < 10 {
      let text = exchange.line.split(separator: "?").dropFirst().joined()
      queries.append(text)
      var query: [String: String] = [:]
      for pair in text.split(separator: "&") {
        let parts = pair.split(separator: "=").map(String.init)
        if parts.count == 2 { query[parts[0]] = parts[1] }
      }
      let (body, headers) = row.answer(query)
      exchange.reply(body, headers: headers)
    }
    let summary = try walk.value()
    #expect(queries == row.queries)
    #expect(summary.items?.flatMap { $0.content.ids } == Array(row.items))
    #expect(summary.verdict == .complete)
    #expect(world.state.warningKinds == [])
  }

  // MARK: Where that is

  static let offsets =
    #"{"url":"{base}/a?offset=5&limit=2","itemsPath":"items","#
    + #""pagination":{"strategy":"offset"},"paginationMapping":{"total":"objectCount"},"#
    + #""fetching":{"retries":0}}"#

  @Test func computedPagesKeepTheirPlaceAndEarlierOnesCanBeReached() throws {
    let world = try World(PastedURLTests.offsets)
    try world.load(.next, from: "/a?offset=5&limit=2", Pages.body(6...7, total: 10))
    #expect(world.state.currentPage == 4)
    #expect(world.state.counts.offset == 5)
    #expect(world.state.counts.pageCount == 6)
    try world.load(.previous, from: "/a?offset=3&limit=2", Pages.body(4...5, total: 10))
    try world.load(.previous, from: "/a?offset=1&limit=2", Pages.body(2...3, total: 10))
    try world.load(.previous, from: "/a?offset=0&limit=1", Pages.body([1], total: 10))
    #expect(world.state.currentPage == 1)
    #expect(world.state.hasPreviousPage == false)
    #expect(
      try world.items(0..<9, ["/a?offset=7&limit=2": Pages.body(8...9, total: 10)]).text == "["
        + (1...9).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
    )
    #expect(world.state.warningKinds == [])
  }

  @Test func pagesOfLinksBeginAtIndexZero() throws {
    let world = try World(#"{"profile":"github","url":"{base}/a?page=3"}"#)
    try world.load(
      .next, from: "/a?page=3", #"[{"id":7},{"id":8}]"#,
      headers: [("Link", "</a?page=2>; rel=\"prev\", </a?page=4>; rel=\"next\"")])
    #expect(world.state.currentPage == 3)
    #expect(world.state.counts.offset == 0)
    #expect(world.state.hasPreviousPage == true)
    #expect(try world.items(0..<2).value().text == #"[{"id":7},{"id":8}]"#)
    try world.load(.previous, from: "/a?page=2", #"[{"id":5},{"id":6}]"#)
    #expect(world.state.currentPage == 2)
  }

  @Test func anyPageCanBeLoadedBeforeTheOneThatDetectionBeganWith() throws {
    let world = try World(#"{"url":"{base}/a?page=3"}"#)
    let load = world.load(.page(1))
    for page in [3, 4, 1] {
      try world.reply("/a?page=\(page)", PastedURLTests.numbered(["page": "\(page)"]).0)
    }
    #expect(try load.value().ids == [1, 2])
    #expect(world.state.currentPage == 1)
  }

  @Test func limitsCountFromThere() throws {
    let world = try World(
      #"{"profile":"wordpress","url":"{base}/a?page=3&per_page=2","limits":{"pagesMax":2}}"#)
    let walk = world.walk()
    for page in 3...4 {
      try world.reply(
        "/a?page=\(page)&per_page=2", PastedURLTests.list(page * 2 - 1, 2),
        headers: [("X-WP-Total", "10")])
    }
    #expect(try walk.value().lines == ["3: 5 6", "4: 7 8"])
    #expect(try walk.value().verdict == .capped)
  }

  @Test func checkpointKeepsThePlace() throws {
    let world = try World(PastedURLTests.offsets)
    try world.load(.next, from: "/a?offset=5&limit=2", Pages.body(6...7, total: 10))
    let later = try world.resumed()
    let walk = later.walk()
    try later.reply("/a?offset=7&limit=2", Pages.body(8...9, total: 10))
    try later.reply("/a?offset=9&limit=2", Pages.body([10], total: 10))
    #expect(try walk.value().lines == ["5: 8 9", "6: 10"])
    #expect(try walk.value().verdict == .complete)
    #expect(later.state.counts.offset == 9)
  }

  @Test func positionInABodyIsKept() throws {
    let world = try World(
      #"{"url":"{base}/graphql","method":"POST","itemsPath":"items","perPage":null,"#
        + #""body":{"query":"{ a }","variables":{"after":"4"}},"#
        + #""pagination":{"strategy":"cursor","next":"next","parameter":"after","in":"variables","#
        + #""perPageParameter":"first"},"paginationMapping":{"total":"objectCount"}}"#)
    let walk = world.walk()
    for (after, next) in [("4", #""7""#), ("7", "null")] {
      let exchange = try world.client.only()
      #expect(
        String(decoding: exchange.request.body ?? [], as: UTF8.self)
          == #"{"query":"{ a }","variables":{"after":"\#(after)"}}"#)
      exchange.reply(
        #"{"items":\#(PastedURLTests.list(Int(after)! + 1, 3)),"total":10,"next":\#(next)}"#)
    }
    #expect(try walk.value().verdict == .complete)
  }

  // MARK: A size of the caller's

  @Test func sizeOfTheCallerWins() throws {
    let world = try World(#"{"profile":"github","url":"{base}/a?per_page=30","perPage":2}"#)
    try world.load(.next, from: "/a?per_page=2", #"[{"id":1},{"id":2}]"#)
    let middle = try World(#"{"profile":"github","url":"{base}/a?page=3","perPage":2}"#)
    try middle.load(.next, from: "/a?page=3&per_page=2", #"[{"id":5},{"id":6}]"#)
  }

  @Test func pageOfAnotherSizeIsRefused() throws {
    #expect {
      try World(#"{"profile":"github","url":"{base}/a?per_page=30&page=3","perPage":100}"#)
    } throws: { error in
      (error as? JSONFieldError)?.path == "perPage"
    }
  }
}
