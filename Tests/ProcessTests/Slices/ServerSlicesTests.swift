import Foundation
import JSON
import Testing

/// `slices` of `paginator/open`, over standard input and output.
struct ServerSlicesTests {
  private func open(
    _ api: SlicedAPI, _ more: JSONObject = [:], from: JSONValue = 0, to: JSONValue = 99
  ) throws -> ServerProcess {
    let server = try ServerProcess(.lines)
    let opened = try server.ask("paginator/open", api.params(more, from: from, to: to))
    try #require(opened["error"] == nil, "\(opened)")
    return server
  }

  @Test(arguments: [1, 4])
  func aRangePastTheCeilingIsHalvedUntilItFits(concurrency: Int) throws {
    let api = try SlicedAPI(.init(times: Array(0..<35)))
    let server = try open(api, to: 34)
    let walk = try SlicedWalk(server, ["concurrency": .integer(concurrency)])
    #expect(walk.ids.sorted() == Array(0..<35))
    #expect(walk.ranges == ["0..8", "8..17", "17..25", "25..34"])
    #expect(walk.verdict == "complete")
    #expect(walk.result["proof"] == "counts")
    #expect(walk.result["slices"]?["count"] == 4)
    #expect(walk.result["slices"]?["dense"] == 0)
    #expect(walk.result["each"] == nil)
    #expect(walk.requests == api.requests)
    #expect(walk.result["state"]?["objectCount"] == 35)
    #expect(api.repeated == 0, "what showed that a part fits is its first page")
    #expect(try SlicedWalk(server).ids == [])
  }

  @Test func underTheCeilingItIsAnOrdinaryWalk() throws {
    let api = try SlicedAPI(.init(times: Array(0..<9)))
    let walk = try SlicedWalk(open(api))
    #expect(walk.ids == Array(0..<9))
    #expect(walk.ranges == [])
    #expect(walk.result["slices"] == nil)
    #expect(walk.result["proof"] == "counts")
    #expect(walk.result["endReason"]?["kind"] == "totalReached")
    #expect(api.requests == 3)
  }

  @Test func theSmallestSliceIsWalkedToTheCeiling() throws {
    let api = try SlicedAPI(.init(times: Array(0..<12) + Array(repeating: 50, count: 23)))
    let walk = try SlicedWalk(open(api))
    #expect(walk.verdict == "suspect")
    #expect(Set(walk.ids).count == walk.ids.count)
    #expect(walk.ids.count == 22)
    let warning = walk.warning("sliceTooDense")
    #expect(warning?["from"] == 50)
    #expect(warning?["to"] == 50)
    #expect(warning?["stated"] == 23)
    let mismatch = walk.warning("countMismatch")
    #expect(mismatch?["stated"] == 35)
    #expect(mismatch?["found"] == 22)
    #expect(walk.warnings.count { $0["kind"] == "sliceTooDense" } == 1)
  }

  /// A total that is the ceiling may be that of a longer list: halves tell.
  @Test(arguments: [10, 14])
  func aTotalThatIsTheCeilingIsSliced(count: Int) throws {
    let api = try SlicedAPI(.init(times: Array(0..<count), drift: { $0 == 1 ? 10 - count : 0 }))
    let walk = try SlicedWalk(open(api, to: 19))
    #expect(walk.ids.sorted() == Array(0..<count))
    #expect(walk.verdict == (count == 10 ? "complete" : "suspect"))
    #expect(walk.result["slices"]?["count"] == 2)
  }

  /// Rules with which an API cannot be read to its end, or cannot be believed.
  @Test func anAPIThatIgnoresTheRangeIsTold() throws {
    let api = try SlicedAPI(.init(times: Array(0..<400), ignoresRange: true))
    let walk = try SlicedWalk(open(api, to: 1_000_000))
    #expect(walk.verdict == "suspect")
    #expect(walk.ids == Array(0..<10))
    #expect(walk.warning("rangeIgnored")?["stated"] == 400)
    #expect(walk.requests < 40)
  }

  @Test(arguments: [400, 404, 422])
  func anAPIThatRefusesAtItsCeilingIsWalked(status: Int) throws {
    let api = try SlicedAPI(.init(times: Array(0..<200), ceiling: 20, refusal: status))
    let walk = try SlicedWalk(open(api, to: 199))
    #expect(walk.verdict == "complete")
    #expect(walk.ids.sorted() == Array(0..<200))
  }

  @Test func totalsThatChangeBetweenRequestsAreSuspect() throws {
    let api = try SlicedAPI(.init(times: Array(0..<35), drift: { $0 == 1 ? 3 : 0 }))
    let walk = try SlicedWalk(open(api, to: 34))
    #expect(walk.verdict == "suspect")
    #expect(walk.ids.count == 35)
    #expect(walk.warning("countMismatch")?["stated"] == 38)
    #expect(walk.warning("countMismatch")?["found"] == 35)
  }

  @Test func anUpperBoundThatDoesNotBelongToTheRangeCostsNothing() throws {
    let times = (0..<60).map { $0 / 3 }
    let api = try SlicedAPI(.init(times: times, isHalfOpen: true))
    let walk = try SlicedWalk(open(api, to: 20))
    #expect(walk.verdict == "complete")
    #expect(walk.ids.sorted() == Array(0..<60))
  }

  @Test func withoutATotalTheWalkContinuesFromTheLastItem() throws {
    let times = (0..<57).map { $0 / 2 }
    let api = try SlicedAPI(.init(times: times, statesTotal: false, isSorted: true))
    let walk = try SlicedWalk(open(api))
    #expect(walk.ids == Array(0..<57))
    #expect(walk.verdict == "complete")
    #expect(walk.result["proof"] == nil)
    #expect(walk.result["slices"]?["count"] == 7)
  }

  @Test func aStepThatBringsNothingNewEndsIt() throws {
    let times = Array(0..<5) + Array(repeating: 7, count: 30) + [9]
    let api = try SlicedAPI(.init(times: times, statesTotal: false, isSorted: true))
    let walk = try SlicedWalk(open(api))
    #expect(walk.verdict == "suspect")
    #expect(walk.ids.count == 15)
    #expect(walk.warning("sliceTooDense")?["stated"] == .null)
  }

  @Test func itemsOutOfOrderCannotBeContinuedFrom() throws {
    let api = try SlicedAPI(.init(times: (0..<30).reversed(), statesTotal: false))
    let walk = try SlicedWalk(open(api))
    #expect(walk.verdict == "suspect")
    #expect(walk.ids.count == 10)
    #expect(walk.warning("slicesUnordered")?["path"] == "slices.by")
  }

  // MARK: Continuing

  @Test(arguments: [true, false], 1...12)
  func aCheckpointContinuesWithoutDoubles(statesTotal: Bool, part: Int) throws {
    let times = (0..<41).map { $0 / 3 }
    let api = try SlicedAPI(.init(times: times, statesTotal: statesTotal, isSorted: true))
    let server = try open(api, to: 20)
    let first = try SlicedWalk(server, ["maxItems": .integer(part * 3 + 1)])
    #expect(first.ids.count == part * 3 + 1)
    #expect(first.verdict == "capped")
    let checkpoint = try #require(first.result["checkpoint"])
    let second = try SlicedWalk(open(api, ["checkpoint": checkpoint], to: 20))
    #expect((first.ids + second.ids).sorted() == Array(0..<41))
    #expect(second.verdict == "complete")
    // The same walk goes on in the same process.
    #expect((first.ids + (try SlicedWalk(server).ids)).sorted() == Array(0..<41))
  }

  @Test func aCheckpointOfAnotherRangeIsRefused() throws {
    let api = try SlicedAPI(.init(times: Array(0..<35)))
    let walk = try SlicedWalk(open(api), ["maxItems": 12])
    let checkpoint = try #require(walk.result["checkpoint"])
    let server = try ServerProcess(.lines)
    let answer = try server.ask(
      "paginator/open", api.params(["checkpoint": checkpoint], from: 5, to: 99))
    #expect(answer["error"]?["code"] == 1302)
  }

  @Test(arguments: ["maxItems", "maxPages", "itemsMax", "pagesMax"])
  func limitsCountOverAllSlices(name: String) throws {
    let api = try SlicedAPI(.init(times: Array(0..<35)))
    let isSetting = name.hasSuffix("sMax")
    let server = try open(api, isSetting ? ["limits": .object([name: 7])] : [:], to: 34)
    let walk = try SlicedWalk(server, isSetting ? [:] : [name: 7])
    #expect(walk.verdict == "capped")
    #expect(name.contains("ages") ? walk.pages == 7 : walk.ids.count == 7)
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

  // MARK: The forms of bounds

  struct Bounds: Sendable, CustomTestStringConvertible {
    let from: JSONValue
    let to: JSONValue
    let halves: [String]
    var testDescription: String { halves.joined(separator: " ") }
  }

  @Test(arguments: [
    Bounds(
      from: "2024-02-27", to: "2024-03-02",
      halves: ["2024-02-27..2024-02-29", "2024-02-29..2024-03-02"]),
    Bounds(
      from: "2024-12-31T23:59:58Z", to: "2025-01-01T00:00:02Z",
      halves: [
        "2024-12-31T23:59:58Z..2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z..2025-01-01T00:00:02Z",
      ]),
    Bounds(
      from: "2024-01-01T00:00:00.5+02:00", to: "2024-01-01T00:00:00.90+02:00",
      halves: [
        "2024-01-01T00:00:00.50+02:00..2024-01-01T00:00:00.70+02:00",
        "2024-01-01T00:00:00.70+02:00..2024-01-01T00:00:00.90+02:00",
      ]),
    Bounds(from: -5, to: 5, halves: ["-5..0", "0..5"]),
    Bounds(
      from: "1969-12-31T23:59:59Z", to: "1970-01-01T00:00:01Z",
      halves: [
        "1969-12-31T23:59:59Z..1970-01-01T00:00:00Z", "1970-01-01T00:00:00Z..1970-01-01T00:00:01Z",
      ]),
  ])
  func boundsKeepTheirForm(bounds: Bounds) throws {
    // The first request states more than the ceiling, and the halves about half of it.
    let api = try SlicedAPI(.init(times: [], drift: { $0 == 1 ? 11 : 6 }))
    let walk = try SlicedWalk(open(api, from: bounds.from, to: bounds.to))
    #expect(walk.ranges == bounds.halves)
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

  // MARK: Bad input

  struct Wrong: Sendable, CustomTestStringConvertible {
    var change: JSONObject
    let path: String
    var testDescription: String { path + " \(change)" }
  }

  @Test(arguments: [
    Wrong(change: ["slices": [:]], path: "slices.from"),
    Wrong(change: ["slices": true], path: "slices"),
    Wrong(change: ["slices": ["from": 1, "by": "at"]], path: "slices.to"),
    Wrong(change: ["slices": ["from": 1, "to": 2]], path: "slices.by"),
    Wrong(change: ["slices": ["from": "x", "to": 2, "by": "at"]], path: "slices.from"),
    Wrong(
      change: ["slices": ["from": "2024-02-30", "to": "now", "by": "at"]], path: "slices.from"),
    Wrong(change: ["slices": ["from": 1.5, "to": 2, "by": "at"]], path: "slices.from"),
    Wrong(change: ["slices": ["from": 1, "to": "2020-01-01", "by": "at"]], path: "slices.to"),
    Wrong(change: ["slices": ["from": 2, "to": 1, "by": "at"]], path: "slices.to"),
    Wrong(change: ["slices": ["from": 1, "to": 2, "by": "a..b"]], path: "slices.by"),
    Wrong(change: ["slices": ["from": 1, "to": 2, "by": "at", "step": 1]], path: "slices.step"),
    Wrong(change: ["url": "http://h/s?from={from}"], path: "url"),
    Wrong(change: ["url": "http://{from}/s?to={to}"], path: "url"),
    Wrong(change: ["identity": .null], path: "identity"),
    Wrong(change: ["ceiling": .null], path: "ceiling"),
    Wrong(change: ["each": ["items": [1]]], path: "slices"),
  ])
  func wrongParamsAreRefused(wrong: Wrong) throws {
    let api = try SlicedAPI(.init())
    let server = try ServerProcess(.lines)
    let answer = try server.ask("paginator/open", api.params(wrong.change, from: 0, to: 9))
    #expect(answer["error"]?["code"] == -32602)
    #expect(answer["error"]?["data"]?["path"] == .string(wrong.path), "\(answer)")
  }

  @Test func aFailureOfTheFirstRequestIsTheWalks() throws {
    let api = try SlicedAPI(.init(ceiling: 1))
    let server = try open(api, ["url": .string("http://127.0.0.1:9/?from={from}&to={to}")])
    #expect(try SlicedWalk(server).result["error"]?["code"] == 1100)
  }
}
