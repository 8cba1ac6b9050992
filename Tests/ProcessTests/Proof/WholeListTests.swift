import Foundation
import JSON
import Testing

/// What `complete` is worth, from the API's side: how an API pages, ends and moves, and what then
/// has to arrive, with which verdict and proof. No item is lost with `complete`.
struct WholeListTests {
  /// One API and what a walk over it says.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    var options: [String] = []
    let items: Int
    let verdict: String
    var proof: String?
    let end: String
    let respond: @Sendable (ListAPI.Query) -> ListAPI.Response
  }

  /// Items of a list of `count`, by `page` or `offset`, at most `sizeMax` of them.
  private static func slice(
    _ query: ListAPI.Query, _ size: String, of count: Int, sizeMax: Int = 1_000
  ) -> [Int] {
    let size = min(query[size] ?? 20, sizeMax)
    let start = query["offset"] ?? ((query["page"] ?? 1) - 1) * size
    return Array((0..<count).dropFirst(start).prefix(size))
  }

  static let cases: [Case] = [
    Case(
      testDescription: "hides one item of page 2, and states its size",
      path: "/a?page=1&per_page=20", items: 99, verdict: "complete", proof: "end",
      end: "emptyPage"
    ) { query in
      .items(slice(query, "per_page", of: 100).filter { $0 != 25 }, #""per_page":20"#)
    },
    Case(
      testDescription: "refuses a page after good ones with 422",
      path: "/a?page=1&per_page=20", items: 60, verdict: "suspect", end: "refused"
    ) { query in
      (query["page"] ?? 1) > 3
        ? ListAPI.Response(status: 422, body: #"{"message":"Only the first 60 results"}"#)
        : .items(slice(query, "per_page", of: 100))
    },
    Case(
      testDescription: "refuses what lies past its documented end",
      path: "/a", options: ["--pagination", #"{"strategy":"page","pastEnd":[400]}"#],
      items: 40, verdict: "complete", proof: "end", end: "pastEnd"
    ) { query in
      (query["page"] ?? 1) > 2
        ? ListAPI.Response(status: 400, body: "no")
        : .items(slice(query, "per_page", of: 40), #""per_page":20"#)
    },
    Case(
      testDescription: "states a lower bound",
      path: "/a?offset=0&limit=20", items: 90, verdict: "complete", proof: "end", end: "emptyPage"
    ) { query in
      .items(slice(query, "limit", of: 90), #""total":{"value":50,"relation":"gte"}"#)
    },
    Case(
      testDescription: "clamps the size of offsets", path: "/a?offset=0&limit=1000", items: 250,
      verdict: "complete", proof: "end", end: "emptyPage"
    ) { .items(slice($0, "limit", of: 250, sizeMax: 100)) },
    Case(
      testDescription: "clamps the size, and states the total", path: "/a?offset=0&limit=1000",
      items: 250, verdict: "complete", proof: "counts", end: "totalReached"
    ) { .items(slice($0, "limit", of: 250, sizeMax: 100), #""total":250"#) },
    Case(
      testDescription: "clamps the size of page numbers", path: "/a?page=1&per_page=1000",
      items: 250, verdict: "complete", proof: "end", end: "emptyPage"
    ) { .items(slice($0, "per_page", of: 250, sizeMax: 100)) },
    Case(
      testDescription: "clamps a size without a position", path: "/a?limit=1000", items: 250,
      verdict: "complete", proof: "end", end: "emptyPage"
    ) { .items(slice($0, "limit", of: 250, sizeMax: 100)) },
    Case(
      testDescription: "clamps page numbers, and states the total",
      path: "/a",
      options: [
        "--pagination", "page", "--per-page", "1000", "--open",
        #"{"paginationMapping":{"total":"objectCount"}}"#,
      ], items: 250, verdict: "complete", proof: "counts", end: "totalReached"
    ) { .items(slice($0, "per_page", of: 250, sizeMax: 100), #""total":250"#) },
    Case(
      testDescription: "calls the total count beside a size of that name", path: "/a?count=2",
      items: 10, verdict: "complete", proof: "counts", end: "totalReached"
    ) { .items(slice($0, "count", of: 10), #""count":10"#) },
    Case(
      testDescription: "leaves next and more out of an object that is there",
      path: "/a",
      options: [
        "--pagination", #"{"strategy":"cursor","next":"page.next","more":"page.more"}"#,
      ], items: 20, verdict: "suspect", end: "noNext"
    ) { .items(slice($0, "limit", of: 250), #""page":{}"#) },
    Case(
      testDescription: "names a row in its tokens",
      path: "/a", options: ["--pagination", #"{"strategy":"cursor","next":"next"}"#],
      items: 45, verdict: "complete", proof: "chain", end: "noNext"
    ) { query in
      let start = (query["cursor"] ?? 7_000) - 7_000
      let ids = (0..<45).dropFirst(start).prefix(20)
      // Rows have numbers that no counting tells: 7020, 7040.
      let next = start + 20 < 45 ? #""next":"\#(7_000 + start + 20)x\#(start * 37 + 5)""# : ""
      return .items(ids, next)
    },
    Case(
      testDescription: "counts items in its tokens",
      path: "/a", options: ["--pagination", #"{"strategy":"cursor","next":"next"}"#],
      items: 45, verdict: "complete", proof: "end", end: "noNext"
    ) { query in
      let start = query["cursor"] ?? 0
      let ids = (0..<45).dropFirst(start).prefix(20)
      return .items(ids, start + 20 < 45 ? #""next":\#(start + 20)"# : "")
    },
    Case(
      testDescription: "says that its results are incomplete",
      path: "/a", options: ["--pagination", #"{"strategy":"body","next":"next"}"#],
      items: 20, verdict: "suspect", end: "noNext"
    ) { .items(slice($0, "limit", of: 20), #""incomplete_results":true"#) },
  ]

  @Test(arguments: cases)
  func nothingIsLostWithComplete(_ one: Case) throws {
    let kit = try FetchKit(items: 0)
    let api = try ListAPI(respond: one.respond)
    let run = try kit.fetch(
      ["\(api.url)\(one.path)", "--items", "items", "--summary"] + one.options)
    let summary = try run.summary
    let ids = run.output.split(separator: "\n").map(String.init)
    #expect(ids.count == one.items && Set(ids).count == one.items)
    #expect(summary["verdict"]?.stringValue == one.verdict)
    #expect(summary["proof"]?.stringValue == one.proof)
    #expect(summary["endReason"]?["kind"]?.stringValue == one.end)
    #expect(run.status == (one.verdict == "complete" ? 0 : 4))
  }
}
