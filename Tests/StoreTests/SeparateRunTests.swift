import Testing

@testable import Store

/// Runs whose pages come as somebody asks for them.
struct SeparateRunTests {
  @Test func nothingContinuesThem() throws {
    let scratch = try Scratch()
    let run = try scratch.run(mode: .separate)
    try run.store(.json("[1]"))
    #expect(try scratch.rows("SELECT checkpoint, verdict FROM paginator_runs") == [[.null, .null]])
    let next = try scratch.run()
    #expect(next.run == nil && next.checkpoint == nil)
    try next.store(.json("[2]"))
    #expect(next.run == 2)
  }

  @Test func theyContinueNothing() throws {
    let scratch = try Scratch()
    let first = try scratch.run()
    try first.store(.json("[1]"))
    let run = try scratch.run(mode: .separate)
    try run.store(.json("[2]"))
    #expect(run.run == 2 && run.counts.items == 1)
    // What the command has seen, the other may have touched: it ends.
    #expect(throws: StoreError.overtaken(table: "items")) { try first.store(.json("[3]")) }
  }

  @Test func twoOfThemMayStoreAtOnce() throws {
    let scratch = try Scratch()
    let (one, other) = (
      try scratch.run(identity: ["id"], mode: .separate),
      try scratch.run(identity: ["id"], mode: .separate)
    )
    for id in 1...3 {
      try one.store(.json("[{\"id\":\(id)}]"))
      try other.store(.json("[{\"id\":\(id)}]"))
    }
    #expect(try one.end(.complete).counts.inserted == 3)
    #expect(try other.end(.complete).counts.unchanged == 3)
    #expect(try scratch.rows("SELECT DISTINCT _run FROM items") == [[2]])
  }

  @Test func aCommandThatBeginsLaterEndsThem() throws {
    let scratch = try Scratch()
    let run = try scratch.run(mode: .separate)
    try run.store(.json("[1]"))
    let command = try scratch.run()
    try command.store(.json("[2]"))
    #expect(throws: StoreError.overtaken(table: "items")) { try run.store(.json("[3]")) }
    try command.store(.json("[4]"))
    #expect(try scratch.rows("SELECT item FROM items") == [[1], [2], [4]])
  }

  @Test func anotherTableOfThatNameDoesNotEndThem() throws {
    let scratch = try Scratch()
    try scratch.stored("[1]")
    try scratch.execute("DROP TABLE items")
    let run = try scratch.run(mode: .separate)
    try run.store(.json("[2]"))
    try run.store(.json("[3]"))
    #expect(try scratch.rows("SELECT item FROM items") == [[2], [3]])
  }

  @Test func itemsThatCameTwiceAreNoDoubt() throws {
    let scratch = try Scratch()
    let run = try scratch.run(identity: ["id"], mode: .separate)
    try run.store(.json(#"[{"id":1}]"#))
    try run.store(.json(#"[{"id":1,"a":2}]"#))
    let outcome = try run.end(.complete)
    #expect(outcome.verdict == .complete && outcome.counts.duplicates == 1)
    #expect(try scratch.rows("SELECT id, a FROM items") == [[1, 2]])
  }

  @Test func aRunWithoutAPageLeavesNoTrace() throws {
    let scratch = try Scratch()
    _ = try scratch.run(mode: .separate).end(.complete)
    #expect(!scratch.hasFile)
  }

  @Test func aFailedPageMayBeStoredLater() throws {
    let scratch = try Scratch()
    let run = try scratch.run(identity: ["id"], mode: .separate)
    try run.store(.json(#"[{"id":1}]"#))
    #expect(throws: StoreError.self) { try run.store(.json(#"[{"no":1}]"#)) }
    try run.store(.json(#"[{"id":2,"b":1}]"#))
    #expect(run.counts.items == 2)
    #expect(try scratch.rows("SELECT id, _position FROM items") == [[1, 0], [2, 1]])
  }

  @Test func aFileThatWasReplacedIsNotWrittenInto() throws {
    let scratch = try Scratch()
    let file = StoreFile(path: scratch.path)
    let run = try StoreRun(
      scratch.target(), RunRequest(shown: "r", fingerprint: "r"), mode: .separate, file: file)
    try run.store(.json("[1]"))
    file.close()
    try scratch.execute("DELETE FROM paginator_runs")
    #expect(throws: StoreError.overtaken(table: "items")) { try run.store(.json("[2]")) }
  }
}
