import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// `auto` from the first response to the end: an API of so many items that pages in a way of its
/// own, and what a walk gets out of it with which requests.
struct SessionDetectionTests {
  struct API: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let url: String
    /// Body JSON of a request, by its query.
    let answer: @Sendable ([String: Int]) -> String
    /// Queries in the order in which they are sent.
    let queries: [String]
    var items: [Int] = Array(1...7)
    var verdict = Verdict.complete
  }

  static func list(_ first: Int, _ size: Int, of count: Int = 7) -> String {
    let ids = first > count ? [] : Array(first...max(first, min(count, first + size - 1)))
    return "[" + ids.map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
  }

  static let apis: [API] = [
    API(
      testDescription: "pages that are counted from 0", url: "/a",
      answer: { query in
        let page = query["page"] ?? 0
        return #"{"items":\#(list(page * 3 + 1, 3)),"page":\#(page),"totalPages":3}"#
      }, queries: ["", "per_page=3&page=1", "per_page=3&page=2"]),
    API(
      testDescription: "a base that only page 1 tells, and it is 0", url: "/a?page_size=3",
      answer: { query in
        #"{"items":\#(list((query["page"] ?? 0) * 3 + 1, 3)),"total":7}"#
      }, queries: ["page_size=3", "page_size=3&page=1", "page_size=3&page=2"]),
    API(
      testDescription: "a base that only page 1 tells, and it is 1", url: "/a?page_size=3",
      answer: { query in
        #"{"items":\#(list((query["page"] ?? 1) * 3 - 2, 3)),"total":7}"#
      },
      queries: ["page_size=3", "page_size=3&page=1", "page_size=3&page=2", "page_size=3&page=3"]),
    API(
      testDescription: "nothing but a full page: the offset goes with the limit", url: "/a?limit=3",
      answer: { query in #"{"things":\#(list((query["offset"] ?? 0) + 1, 3))}"# },
      queries: ["limit=3", "limit=3&offset=3", "limit=3&offset=6", "limit=3&offset=9"]),
    API(
      testDescription: "rows go with start", url: "/a?rows=3",
      answer: { query in
        #"{"result":{"count":7,"results":\#(list((query["start"] ?? 0) + 1, 3))}}"#
      }, queries: ["rows=3", "rows=3&start=3", "rows=3&start=6"]),
    API(
      testDescription: "a guess that the API ignores leaves the first page", url: "/a?limit=3",
      answer: { _ in #"{"things":\#(list(1, 3))}"# }, queries: ["limit=3", "limit=3&offset=3"],
      items: [1, 2, 3], verdict: .suspect),
    API(
      testDescription: "a guess that finds an empty page proves nothing", url: "/a?limit=3",
      answer: { query in #"{"things":\#(list(1, query["offset"] == nil ? 3 : 0, of: 0 + 3))}"# },
      queries: ["limit=3", "limit=3&offset=3"], items: [1, 2, 3], verdict: .suspect),
    API(
      testDescription: "the size that the last page states is none", url: "/a?startIndex=1&count=3",
      answer: { query in
        let first = query["startIndex"] ?? 1
        let items = list(first, 3)
        return #"{"totalResults":7,"startIndex":\#(first),"itemsPerPage":\#(min(3, 8 - first)),"#
          + #""Resources":\#(items)}"#
      },
      queries: ["startIndex=1&count=3", "startIndex=4&count=3", "startIndex=7&count=3"]),
    API(
      testDescription: "an offset that nobody asked for is the next page's", url: "/a?limit=3",
      answer: { query in
        let first = (query["offset"] ?? 0) / 10
        return #"{"things":\#(list(first + 1, 3)),"has-more":\#(first + 3 < 7),"#
          + #""offset":\#((first + 3) * 10)}"#
      }, queries: ["limit=3", "limit=3&offset=30", "limit=3&offset=60"]),
    API(
      testDescription: "counts before the list", url: "/a?per_page=3",
      answer: { query in
        let page = query["page"] ?? 1
        return #"[{"page":\#(page),"pages":3,"per_page":"3","total":7},\#(list(page * 3 - 2, 3))]"#
      }, queries: ["per_page=3", "per_page=3&page=2", "per_page=3&page=3"]),
  ]

  @Test(arguments: apis)
  func walkFindsTheWay(api: API) throws {
    let world = try World(#"{"url":"{base}\#(api.url)","fetching":{"retries":0}}"#)
    let walk = world.walk()
    var queries: [String] = []
    while let exchange = world.client.waiting.first, queries.count < 20 {
      let text = exchange.line.split(separator: "?").dropFirst().joined()
      queries.append(text)
      var query: [String: Int] = [:]
      for pair in text.split(separator: "&") {
        let parts = pair.split(separator: "=")
        if parts.count == 2 { query[String(parts[0])] = Int(parts[1]) }
      }
      exchange.reply(api.answer(query))
    }
    let summary = try walk.value()
    #expect(queries == api.queries)
    #expect(summary.items?.flatMap { $0.content.ids } == api.items)
    #expect(summary.verdict == api.verdict)
    let isUndetected = summary.snapshot.warnings.contains { $0.kind == .undetected }
    #expect(isUndetected == (api.verdict == .suspect))
  }

  @Test func nothingRunsAheadOfTheProof() throws {
    let world = try World(#"{"url":"{base}/a?limit=2","fetching":{"concurrency":4}}"#)
    let walk = world.walk()
    let body = { (offset: Int) in
      #"{"items":\#(SessionDetectionTests.list(offset + 1, 2, of: 8)),"total":8,"#
        + #""limit":2,"offset":\#(offset)}"#
    }
    try world.reply("/a?limit=2", body(0))
    try world.client.only().reply(body(2))
    #expect(world.client.waiting.count == 2)  // proved: now the others may come at once
    for offset in [4, 6] { try world.reply("/a?limit=2&offset=\(offset)", body(offset)) }
    #expect(try walk.value().verdict == .complete)
  }

  @Test func aRefutedGuessAnswersALoadWithTheEnd() throws {
    let world = try World(#"{"url":"{base}/a?limit=2"}"#)
    let body = #"{"things":[{"id":1},{"id":2}]}"#
    try world.load(.next, from: "/a?limit=2", body)
    let page = try world.load(.next, from: "/a?limit=2&offset=2", body)
    #expect(page.content.count == 0)
    #expect(page.snapshot.hasNextPage == false && page.snapshot.request.strategy == "auto")
    #expect(page.snapshot.currentPage == 1)
  }

  @Test func aPageBeyondTheFirstIsReachedWhereItsNumberIsAnother() throws {
    let world = try World(#"{"url":"{base}/a"}"#)
    let body = { (page: Int) in
      #"{"items":[{"id":\#(page)}],"page":\#(page),"totalPages":3}"#
    }
    let load = world.load(.page(1))
    try world.reply("/a", body(0))
    try world.reply("/a?per_page=1&page=1", body(1))
    let page = try load.value()
    #expect(page.page == 1 && page.content.ids == [1])
  }

  @Test func aPageBeyondARefutedGuessIsOutOfRange() throws {
    let world = try World(#"{"url":"{base}/a?limit=2"}"#)
    let body = #"{"things":[{"id":1},{"id":2}]}"#
    let load = world.load(.page(3))
    try world.reply("/a?limit=2", body)
    try world.reply("/a?limit=2&offset=2", body)
    let failure = try load.failure()
    #expect(failure.error == .pageOutOfRange(page: 3, firstPage: 1, pageCount: nil))
  }

  @Test func aJumpGoesByTheSecondPageUntilThatIsProved() throws {
    let world = try World(#"{"url":"{base}/a?page_size=2"}"#)
    let body = { (page: Int) in
      #"{"items":\#(SessionDetectionTests.list(page * 2 - 1, 2)),"total":7}"#
    }
    try world.load(.next, from: "/a?page_size=2", body(1))
    let load = world.load(.page(3))
    try world.reply("/a?page_size=2&page=1", body(1))
    try world.reply("/a?page_size=2&page=2", body(2))
    try world.reply("/a?page_size=2&page=3", body(3))
    #expect(try load.value().content.ids == [5, 6])
  }

  @Test func aWindowWaitsUntilTheBaseIsKnown() throws {
    let world = try World(#"{"url":"{base}/a?page_size=2"}"#)
    let body = { (page: Int) in
      #"{"items":\#(SessionDetectionTests.list(page * 2 - 1, 2)),"total":7}"#
    }
    #expect(
      try world.items(
        4..<6,
        [
          "/a?page_size=2": body(1), "/a?page_size=2&page=1": body(1),
          "/a?page_size=2&page=2": body(2), "/a?page_size=2&page=3": body(3),
        ]
      ).text == #"[{"id":5},{"id":6}]"#)
  }

  @Test func detectionReportsHowSureItIs() throws {
    let link = #"{"items":[{"id":1}],"next":"/a?page=2"}"#
    let error = #"{"error":{"code":7},"next":null}"#
    let cases: [(certainty: DetectionReport.Certainty, confirming: Bool, bodies: [String])] = [
      (.proved, true, [#"[{"id":1}]"#, #"[{"id":2}]"#]), (.untried, false, [#"[{"id":1}]"#]),
      (.unknown, true, [#"[{"id":1}]"#, #"[{"id":1}]"#]),
      (.endSeen, true, [#"[{"id":1}]"#, "[]"]),
      (.unknown, true, [link, "<html>", "<html>"]),
      (.unknown, true, [link, error, error]),
      (
        .followed(because: "the second page is empty"), true,
        [link, #"{"items":[],"next":"/a?page=3"}"#]
      ),
      (.proved, true, [#"{"items":[],"next":"/a?page=2"}"#, #"{"items":[{"id":1}]}"#]),
    ]
    for row in cases {
      let world = try World(#"{"url":"{base}/a?page=1","fetching":{"retries":0}}"#)
      let reports = Log()
      world.session.detect(confirming: row.confirming) { result in
        if case .success(let report) = result { reports.add("\(report.certainty)") }
      }
      for body in row.bodies { try world.client.only().reply(body) }
      #expect(reports.lines == ["\(row.certainty)"])
    }
  }

  @Test func detectionCanBeCancelledAtItsSecondPage() throws {
    let world = try World(#"{"url":"{base}/a?page=1"}"#)
    let reports = Log()
    world.session.detect(confirming: true) { result in
      if case .failure(let failure) = result { reports.add("\(failure.error)") }
    }
    try world.client.only().reply(#"[{"id":1}]"#)
    world.session.cancelRequest()
    #expect(reports.lines == ["requestCancelled"])
    #expect(world.client.waiting.isEmpty)
  }

  /// As `shutdown` ends it.
  @Test(arguments: [1, 2]) func detectionThatIsEndedGivesNoResult(_ page: Int) throws {
    let world = try World(#"{"url":"{base}/a?page=1"}"#)
    let reports = Log()
    world.session.detect(confirming: true) { result in
      switch result {
      case .failure(let failure): reports.add("\(failure.error)")
      case .success: reports.add("a result")
      }
    }
    if page == 2 { try world.client.only().reply(#"[{"id":1}]"#) }
    _ = world.session.cancel()
    #expect(reports.lines == ["cancelled"])
    #expect(world.client.waiting.isEmpty)
  }

  /// A checkpoint that numbers the first page otherwise than it turns out to be.
  @Test func walkFromAForgedCheckpointEndsWhereOnlyTheFirstPageStays() throws {
    let world = try World(
      #"{"url":"{base}/a?page=:currentPage","pagination":{"strategy":"auto"},"#
        + #""fetching":{"retries":0}}"#)
    try world.session.resume(
      #"{"v":1,"request":"d24216b0e5fc7445","page":0,"perPage":25,"start":0,"taken":0,"#
        + #""position":"start","received":0,"sum":"322255820848f706"}"#)
    #expect(
      try world.walked([
        "/a?page=0":
          #"{"items":[{"id":6},{"id":8},{"id":5}],"next":null,"more":true,"total":25,"pages":25}"#,
        "/a?page=1&per_page=3": #"{"token":{"items":1}}"#,
      ]).verdict == .suspect)
    #expect(world.client.waiting.isEmpty)
  }
}
