import Foundation
import JSON
import Synchronization
import Testing

/// `slices` of `paginator/open`, and of `paginator fetch`.
struct SlicesTests {
  private func open(
    _ api: SlicedAPI, _ more: JSONObject = [:], from: JSONValue = 0, to: JSONValue = 99
  ) throws -> ServerProcess {
    let server = try ServerProcess(.lines)
    let opened = try server.ask("paginator/open", api.params(more, from: from, to: to))
    try #require(opened["error"] == nil, "\(opened)")
    return server
  }

  @Test func aCancelledWalkContinues() throws {
    let api = try SlicedAPI(.init(times: Array(0..<35)))
    let server = try open(api, to: 34)
    try server.post("paginator/loadAll", ["paginatorId": "a", "partialResultToken": 1], id: 5)
    var ids: [Int] = []
    try server.post("paginator/cancel", ["paginatorId": "a"], id: 6)
    var answers = 0
    while answers < 2 {
      let message = try server.receiveTree()
      if message["id"] != nil { answers += 1 }
      ids += (message["params"]?["value"]?["items"]?.arrayValue ?? []).compactMap {
        $0["id"]?.integerValue
      }
    }
    let rest = try SlicedWalk(server)
    #expect((ids + rest.ids).sorted() == Array(0..<35))
    #expect(rest.verdict == "complete")
  }

  @Test(arguments: [
    "2020-01-01": #"^\d{4}-\d\d-\d\d$"#, "2020-01-01T00:00:00Z": #"^\d{4}-\d\d-\d\dT[\d:]{8}Z$"#,
  ])
  func nowIsTheMomentOfOpening(from: String, form: String) throws {
    let before = Date.now
    let api = try SlicedAPI(.init(times: [], drift: { $0 == 1 ? 11 : 6 }))
    let walk = try SlicedWalk(open(api, from: .string(from), to: "now"))
    let last = try #require(walk.ranges.last?.split(separator: "..").last.map(String.init))
    #expect(last.firstMatch(of: try Regex(form)) != nil, "\(last)")
    let year = Calendar(identifier: .gregorian).component(.year, from: before)
    #expect(last.prefix(4) == "\(year)" || last.prefix(4) == "\(year + 1)")
  }

  @Test func aTableIsFilledAndPruned() throws {
    let kit = try FetchKit(items: 0)
    let rows = Mutex(57)
    let api = try ListAPI { query in
      let (from, to) = (query["from"] ?? 0, min(query["to"] ?? 0, rows.withLock { $0 } - 1))
      let ids = from > to ? [] : Array(from...to)
      return .items(
        ids.prefix(10).dropFirst(query["offset"] ?? 0).prefix(4), "\"total\":\(ids.count)")
    }
    for (count, deleted) in [(57, 0), (40, 17)] {
      rows.withLock { $0 = count }
      let run = try kit.fetch(
        [
          "\(api.url)/s?from={from}&to={to}", "--items", "items", "--identity", "id", "--prune",
          "--summary", "-o", kit.path("a.sqlite"), "--slices", "0..99", "--slice-by", "id",
          "--per-page", "4", "--open",
          """
          {"ceiling":10,"paginationMapping":{"total":"objectCount"},
           "pagination":{"strategy":"offset","perPageParameter":"limit"}}
          """,
        ], exits: 0)
      #expect(try run.summary["deleted"] == .integer(deleted))
    }
  }
}
