import JSON
import Testing

@testable import Store

/// Runs: their record, how they continue, end, race and keep bookmarks.
struct RunTests {
  static func end(_ verdict: RunVerdict?) -> RunEnd {
    RunEnd(verdict: verdict, reason: #"{"kind":"noNext"}"#, checkpoint: "end")
  }

  @Test func nothingIsMadeBeforeTheFirstPage() throws {
    let scratch = try Scratch()
    let run = try scratch.run()
    #expect(run.checkpoint == nil)
    #expect(try run.end(RunTests.end(.failed)).run == nil)
    #expect(!scratch.hasFile)
  }

  @Test func recordSaysWhatTheRunHasDone() throws {
    let scratch = try Scratch()
    let run = try scratch.run(identity: ["id"])
    try run.store(.json(#"[{"id":1},{"id":2}]"#, checkpoint: "one"))
    try run.store(.json(#"[]"#, checkpoint: "two"))
    #expect(
      try scratch.rows("SELECT pages, items, inserted, verdict, ended FROM paginator_runs") == [
        [2, 2, 2, .null, .null]
      ])
    try run.store(.json(#"[{"id":3}]"#, checkpoint: "three"))
    let outcome = try run.end(RunTests.end(.complete))
    #expect(outcome.run == 1)
    #expect(
      try scratch.rows(
        """
        SELECT run, table_name, request, fingerprint, pages, items, inserted, updated, unchanged,
          deleted, duplicates, verdict, end_reason, bookmark FROM paginator_runs
        """) == [
          [
            1, "items", "GET /items", "GET /items", 3, 3, 3, 0, 0, 0, 0, "complete",
            #"{"kind":"noNext"}"#, .null,
          ]
        ])
    #expect(
      try scratch.rows(
        """
        SELECT started GLOB '20??-??-??T??:??:??Z', ended GLOB '20??-??-??T??:??:??Z'
        FROM paginator_runs
        """) == [[1, 1]])
    #expect(
      try scratch.columns("paginator_runs") == [
        "run", "table_name", "request", "fingerprint", "started", "ended", "pages", "items",
        "inserted", "updated", "unchanged", "deleted", "duplicates", "verdict", "end_reason",
        "bookmark", "checkpoint", "proof", "rows_before", "not_pruned", "reported",
      ])
  }

  @Test func emptyPagesMakeNoTable() throws {
    let scratch = try Scratch()
    try scratch.stored("[]")
    #expect(try scratch.columns().isEmpty)
    #expect(try scratch.rows("SELECT verdict, pages FROM paginator_runs") == [["complete", 1]])
    try scratch.stored(#"[{"id":1}]"#, identity: ["id"])
    #expect(try scratch.types() == ["id INTEGER"])
  }

  @Test(arguments: [nil, RunVerdict.partial, .failed])
  func openRunIsContinued(verdict: RunVerdict?) throws {
    let scratch = try Scratch()
    do {
      let run = try scratch.run(identity: ["id"])
      try run.store(.json(#"[{"id":1}]"#, checkpoint: "one"))
      if let verdict { _ = try run.end(RunEnd(verdict: verdict, reason: nil)) }
    }
    let next = try scratch.run(identity: ["id"])
    #expect(next.checkpoint == "one")
    #expect(next.counts.items == 1)
    try next.store(.json(#"[{"id":2}]"#))
    #expect(try next.end(.complete).counts.inserted == 2)
    #expect(try scratch.rows("SELECT id, _run, _position FROM items") == [[1, 1, 0], [2, 1, 1]])
    #expect(
      try scratch.rows("SELECT run, pages, verdict FROM paginator_runs") == [[1, 2, "complete"]])
  }

  @Test(arguments: [RunVerdict.complete, .suspect, .capped])
  func endedRunIsNotContinued(verdict: RunVerdict) throws {
    let scratch = try Scratch()
    let run = try scratch.run()
    try run.store(.json(#"[{"id":1}]"#))
    _ = try run.end(RunTests.end(verdict))
    let next = try scratch.run()
    #expect(next.checkpoint == nil)
    #expect(next.run == nil)
    try next.store(.json(#"[{"id":1}]"#))
    #expect(next.run == 2)
  }

  @Test func freshRunIsANewOne() throws {
    let scratch = try Scratch()
    try scratch.run().store(.json(#"[{"id":1}]"#))
    let fresh = try scratch.run(mode: .fresh)
    #expect(fresh.checkpoint == nil)
    try fresh.store(.json(#"[{"id":1}]"#))
    #expect(fresh.run == 2)
    #expect(try scratch.rows("SELECT count(*) FROM items") == [[2]])
    #expect(try scratch.run().run == 2)
  }

  @Test func runWithoutCheckpointIsNotContinued() throws {
    let scratch = try Scratch()
    try scratch.run().store(.json(#"[{"id":1}]"#, checkpoint: nil))
    #expect(try scratch.run().run == nil)
  }

  @Test func otherRequestsAndTablesHaveRunsOfTheirOwn() throws {
    let scratch = try Scratch()
    try scratch.run().store(.json(#"[{"id":1}]"#))
    #expect(try scratch.run(request: "GET /others").checkpoint == nil)
    #expect(try scratch.run("others").checkpoint == nil)
    #expect(try scratch.run("ITEMS").checkpoint == "next")
  }

  @Test func aTableThatIsGoneIsNotContinued() throws {
    let scratch = try Scratch()
    let first = try scratch.run(bookmark: "id")
    try first.store(.json(#"[{"id":5}]"#))
    _ = try first.end(RunTests.end(.complete))
    try scratch.run(bookmark: "id").store(.json(#"[{"id":6}]"#))
    try scratch.execute("DROP TABLE items")
    let next = try scratch.run(bookmark: "id")
    #expect(next.checkpoint == nil)
    #expect(next.since == nil)
    try next.store(.json(#"[{"other":"x"}]"#))
    #expect(try scratch.types() == ["other TEXT"])
    _ = try next.end(RunTests.end(.capped))
    #expect(try scratch.run(bookmark: "id").since == nil)
  }

  // MARK: Races

  @Test func ofTwoRunsTheFirstToStoreContinues() throws {
    let scratch = try Scratch()
    let first = try scratch.run(identity: ["id"])
    let second = try scratch.run(identity: ["id"])
    try second.store(.json(#"[{"id":1}]"#))
    let before = try scratch.dump()
    #expect(throws: StoreError.overtaken(table: "items")) { try first.store(.json(#"[{"id":1}]"#)) }
    #expect(try scratch.dump() == before)
    try second.store(.json(#"[{"id":2}]"#))
  }

  @Test func twoThatContinueOneRunDoNotBoth() throws {
    let scratch = try Scratch()
    try scratch.run(identity: ["id"]).store(.json(#"[{"id":1}]"#))
    let first = try scratch.run(identity: ["id"])
    let second = try scratch.run(identity: ["id"])
    try first.store(.json(#"[{"id":2}]"#))
    #expect(throws: StoreError.overtaken(table: "items")) {
      try second.store(.json(#"[{"id":2}]"#))
    }
    #expect(throws: StoreError.overtaken(table: "items")) { _ = try second.end(.complete) }
    #expect(try first.end(.complete).counts.items == 2)
  }

  @Test func runsOfOtherRequestsWriteIntoOneTableAtOnce() throws {
    let scratch = try Scratch()
    let first = try scratch.run(identity: ["id"], request: "GET /a")
    let second = try scratch.run(identity: ["id"], request: "GET /b")
    try first.store(.json(#"[{"id":1,"a":1}]"#))
    try second.store(.json(#"[{"id":2,"b":"x"}]"#))
    try first.store(.json(#"[{"id":3,"b":7,"c":0}]"#))
    try second.store(.json(#"[{"id":"4","c":1.5,"a":2}]"#))
    try first.store(.json(#"[{"id":1,"a":1}]"#))
    #expect(try scratch.types() == ["id ANY", "a INTEGER", "b ANY", "c ANY"])
    #expect(
      try scratch.table() == [
        "id=1 a=1 b=NULL c=NULL", "id=2 a=NULL b='x' c=NULL", "id=3 a=NULL b=7 c=0",
        "id='4' a=2 b=NULL c=1.5",
      ])
  }

  // MARK: Bookmarks

  static func number(_ text: String) -> JSONOrdered { .number(JSONNumber(text: text)) }

  @Test func bookmarkIsTheGreatestOfCompleteRuns() throws {
    let scratch = try Scratch()
    func run(_ page: String, _ verdict: RunVerdict) throws -> JSONOrdered? {
      let run = try scratch.run(bookmark: "at")
      try run.store(.json(page))
      _ = try run.end(RunTests.end(verdict))
      return try scratch.run(bookmark: "at").since
    }
    #expect(try run(#"[{"at":"b"},{"at":null},{},{"at":"a"}]"#, .complete) == .string("b"))
    #expect(try run(#"[{"at":"c"}]"#, .suspect) == .string("b"))
    #expect(try run(#"[{"at":"d"}]"#, .capped) == .string("b"))
    #expect(try run(#"[]"#, .complete) == .string("b"))
    #expect(try run(#"[{"at":"a"}]"#, .complete) == .string("b"))
    #expect(try run(#"[{"at":"é"}]"#, .complete) == .string("é"))
    #expect(try scratch.run(bookmark: "other").since == nil)
    #expect(try scratch.run().since == nil)
    #expect(try scratch.run(bookmark: "at", mode: .fresh).since == nil)
  }

  @Test(arguments: [
    ("9", "10", "10"), ("1e400", "1e399", "1e400"), ("-0.5", "-0.25", "-0.25"),
    ("9223372036854775808", "9223372036854775809", "9223372036854775809"),
    ("0.1000000000000000000001", "0.1", "0.1000000000000000000001"),
  ])
  func numbersAreComparedExactly(first: String, second: String, greatest: String) throws {
    let scratch = try Scratch()
    let run = try scratch.run(bookmark: "at")
    try run.store(.json("[{\"at\":\(first)},{\"at\":\(second)}]"))
    _ = try run.end(.complete)
    #expect(try scratch.run(bookmark: "at").since == RunTests.number(greatest))
  }

  @Test func bookmarkThatAUserHasSetCounts() throws {
    let scratch = try Scratch()
    let run = try scratch.run(bookmark: "at")
    try run.store(.json(#"[{"at":17}]"#))
    _ = try run.end(.complete)
    #expect(try scratch.rows("SELECT bookmark FROM paginator_runs") == [[17]])
    try scratch.execute("UPDATE paginator_runs SET bookmark = 5")
    #expect(try scratch.run(bookmark: "at").since == RunTests.number("5"))
    try scratch.execute("UPDATE paginator_runs SET bookmark = '2024'")
    #expect(try scratch.run(bookmark: "at").since == .string("2024"))
  }

  @Test func continuedRunKeepsItsBookmarks() throws {
    let scratch = try Scratch()
    let first = try scratch.run(bookmark: "at")
    try first.store(.json(#"[{"at":5}]"#))
    _ = try first.end(.complete)
    try scratch.run(bookmark: "at").store(.json(#"[{"at":9}]"#))
    let continued = try scratch.run(bookmark: "at")
    #expect(continued.since == RunTests.number("5"))
    try continued.store(.json(#"[{"at":7}]"#))
    _ = try continued.end(.complete)
    #expect(try scratch.run(bookmark: "at").since == RunTests.number("9"))
  }

  @Test(arguments: ["true", "[1]", "{}"])
  func otherTypesStopTheRun(value: String) throws {
    let scratch = try Scratch()
    let run = try scratch.run(bookmark: "at")
    #expect(throws: StoreError.bookmarkInvalid(item: 1, path: try JSONPath("at"))) {
      try run.store(.json("[{\"at\":1},{\"at\":\(value)}]"))
    }
    #expect(!scratch.hasFile)
  }

  @Test func mixedTypesStopTheRun() throws {
    let scratch = try Scratch()
    let run = try scratch.run(bookmark: "at")
    try run.store(.json(#"[{"at":1}]"#))
    #expect(throws: StoreError.bookmarkMixed(item: 1, path: try JSONPath("at"))) {
      try run.store(.json(#"[{"at":"1"}]"#))
    }
  }
}
