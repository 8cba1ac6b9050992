import JSON
import Testing

@testable import Store

/// What runs delete of the rows that they have not seen, and what they keep.
struct PruningTests {
  /// A run of these items, by an identity unless it says otherwise.
  private func run(
    _ scratch: Scratch, _ ids: [Int], proof: RunProof? = .counts, verdict: RunVerdict = .complete,
    total: Int? = nil, limit: String? = nil, request: String = "GET /items", prunes: Bool = true,
    identity: [String] = ["id"], mode: StoreRun.Mode = .continuing
  ) throws -> RunOutcome {
    let order = PruneOrder(limit: limit.flatMap(PruneLimit.init))
    let run = try scratch.run(
      identity: identity, request: request, mode: mode, pruning: prunes ? order : nil)
    let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
    try run.store(.json("[\(items)]"))
    return try run.end(
      RunEnd(verdict: verdict, reason: nil, proof: proof, statedTotal: total))
  }

  private func ids(_ scratch: Scratch) throws -> [Int] {
    try scratch.rows("SELECT id FROM items ORDER BY id").compactMap { $0[0].integer }
  }

  // MARK: WalkProof

  @Test(arguments: [RunProof.counts, .overlap, .chain, .single])
  func whatIsProvenToBeGoneGoesAtOnce(proof: RunProof) throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2, 3], proof: proof)
    let outcome = try run(scratch, [1, 3, 4], proof: proof)
    #expect(outcome.counts.deleted == 1)
    #expect(outcome.notPruned == nil)
    #expect(try ids(scratch) == [1, 3, 4])
    #expect(
      try scratch.rows("SELECT deleted, proof, not_pruned FROM paginator_runs WHERE run = 2")
        == [[1, .text(proof.rawValue), .null]])
  }

  @Test func theEndAloneDeletesWhatTwoRunsHaveNotSeen() throws {
    let scratch = try Scratch()
    #expect(try run(scratch, [1, 2, 3, 4], proof: .end).notPruned == nil)
    let first = try run(scratch, [1, 2, 3], proof: .end)
    #expect(first.notPruned == .unproven(rows: 1))
    #expect(first.counts.deleted == 0)
    // 4 comes back, 3 is missing.
    let second = try run(scratch, [1, 2, 4], proof: .end)
    #expect(second.notPruned == .unproven(rows: 1))
    #expect(try ids(scratch) == [1, 2, 3, 4])
    let third = try run(scratch, [1, 2], proof: .end)
    #expect(third.counts.deleted == 1)
    #expect(third.notPruned == .unproven(rows: 1))
    #expect(try ids(scratch) == [1, 2, 4])
    #expect(try run(scratch, [1, 2], proof: .end).counts.deleted == 1)
    #expect(try ids(scratch) == [1, 2])
  }

  @Test(arguments: [RunVerdict.suspect, .capped, .partial])
  func onlyCompleteRunsCountAsHavingNotSeen(verdict: RunVerdict) throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2], proof: .end)
    _ = try run(scratch, [1], proof: nil, verdict: verdict)
    #expect(try run(scratch, [1], proof: .end, mode: .fresh).notPruned == .unproven(rows: 1))
    #expect(try ids(scratch) == [1, 2])
  }

  @Test func aRunOfAPartAndAnEmptyOneDoNotCountEither() throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2], proof: .end)
    #expect(try run(scratch, [1], proof: nil).notPruned == .partOfList)
    #expect(try run(scratch, [], proof: .end).notPruned == .noItems)
    #expect(try run(scratch, [1], proof: .end).notPruned == .unproven(rows: 1))
    #expect(try run(scratch, [1], proof: .end).counts.deleted == 1)
  }

  @Test(arguments: [RunVerdict.suspect, .capped, .partial, .failed])
  func nothingIsPrunedUnlessTheWalkIsComplete(verdict: RunVerdict) throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1])
    let outcome = try run(scratch, [2], verdict: verdict)
    #expect(outcome.notPruned == .verdict(verdict))
    #expect(outcome.counts.deleted == 0)
    #expect(try ids(scratch) == [1, 2])
    #expect(
      try scratch.rows("SELECT proof FROM paginator_runs WHERE run = 2") == [[.null]])
  }

  @Test func duplicatesPreventPruning() throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2])
    #expect(try run(scratch, [1, 1]).notPruned == .verdict(.suspect))
  }

  // MARK: No items

  @Test(arguments: RunProof.allCases)
  func anEmptyListDeletesNothingUnlessTheAPIStatesIt(proof: RunProof) throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2])
    for total in [nil, 2] {
      #expect(try run(scratch, [], proof: proof, total: total).notPruned == .noItems)
    }
    #expect(try ids(scratch) == [1, 2])
    let outcome = try run(scratch, [], proof: proof, total: 0)
    #expect(outcome.notPruned == nil)
    #expect(outcome.counts.deleted == 2)
  }

  // MARK: The brake

  struct Brake: Sendable, CustomTestStringConvertible {
    let before: Int
    let gone: Int
    var limit: String?
    let deletes: Bool

    var testDescription: String { "\(gone) of \(before), \(limit ?? "no limit")" }
  }

  @Test(arguments: [
    Brake(before: 20, gone: 20, deletes: true), Brake(before: 21, gone: 21, deletes: false),
    Brake(before: 42, gone: 21, deletes: true), Brake(before: 41, gone: 21, deletes: false),
    Brake(before: 100, gone: 81, limit: "80", deletes: false),
    Brake(before: 100, gone: 81, limit: "81", deletes: true),
    Brake(before: 100, gone: 81, limit: "80%", deletes: false),
    Brake(before: 100, gone: 81, limit: "81%", deletes: true),
    Brake(before: 100, gone: 3, limit: "2", deletes: false),
    Brake(before: 30, gone: 30, limit: "100%", deletes: true),
  ])
  func moreThanHalfStays(brake: Brake) throws {
    let scratch = try Scratch()
    _ = try run(scratch, Array(1...brake.before))
    // New rows are none of those that were there before.
    let left = Array((brake.gone + 1)..<(brake.before + 200))
    let outcome = try run(scratch, left, limit: brake.limit)
    #expect(outcome.counts.deleted == (brake.deletes ? brake.gone : 0))
    #expect(
      outcome.notPruned
        == (brake.deletes ? nil : .tooMany(rows: brake.gone, before: brake.before)))
  }

  @Test func aStatedTotalOfNothingIsBrakedToo() throws {
    let scratch = try Scratch()
    _ = try run(scratch, Array(1...21))
    #expect(
      try run(scratch, [], total: 0).notPruned == .tooMany(rows: 21, before: 21))
    #expect(try run(scratch, [], total: 0, limit: "100%").counts.deleted == 21)
  }

  @Test(arguments: ["", "%", "-1", "1.5", "101%", "9999999999999999999", "5 %", "x"])
  func noLimit(text: String) {
    #expect(PruneLimit(text) == nil)
  }

  // MARK: Several requests

  @Test func aRowBelongsToEveryRequestThatHasSeenIt() throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2, 3], request: "a")
    _ = try run(scratch, [2, 3, 4], request: "b")
    // To a, 2 is gone; b still has it.
    #expect(try run(scratch, [1, 3], request: "a").counts.deleted == 0)
    #expect(try ids(scratch) == [1, 2, 3, 4])
    // To b, 2 and 3 are gone; a still has 3, and nobody has 2.
    #expect(try run(scratch, [4], request: "b").counts.deleted == 1)
    #expect(try ids(scratch) == [1, 3, 4])
    #expect(try run(scratch, [1], request: "a").counts.deleted == 1)
    #expect(try ids(scratch) == [1, 4])
    #expect(try run(scratch, [1], request: "c").counts.deleted == 0)
    #expect(try run(scratch, [], total: 0, request: "a").counts.deleted == 0)
    #expect(try ids(scratch) == [1, 4])
  }

  /// Which run has seen a row last says nothing of who else has: the order makes no difference.
  @Test(arguments: [["a", "b"], ["b", "a"]])
  func theOtherRequestMayHaveSeenTheRowBeforeOrAfter(order: [String]) throws {
    let scratch = try Scratch()
    for request in order { _ = try run(scratch, [1, 2], request: request) }
    _ = try run(scratch, [1], request: "a")
    #expect(try ids(scratch) == [1, 2])
    #expect(try run(scratch, [1], request: "b").counts.deleted == 1)
    #expect(try ids(scratch) == [1])
  }

  @Test func rowsOfOthersAreNotCountedByTheBrake() throws {
    let scratch = try Scratch()
    _ = try run(scratch, Array(1...1_000), request: "b")
    _ = try run(scratch, Array(1...30), request: "a")
    let outcome = try run(scratch, Array(31...1_000), request: "a")
    #expect(outcome.notPruned == .tooMany(rows: 30, before: 30))
  }

  @Test func rowsThatUsersHaveAddedStay() throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2])
    try scratch.execute("INSERT INTO items(id) VALUES(5)")
    _ = try run(scratch, [1])
    #expect(try ids(scratch) == [1, 5])
  }

  @Test func aMemberOrColumnOfTheNameIsLeftAlone() throws {
    let scratch = try Scratch()
    let first = try scratch.run(identity: ["id"], request: "a")
    try first.store(.json(#"[{"id":1,"_seen":"mine"},{"id":2}]"#))
    _ = try first.end(.complete)
    try scratch.execute("ALTER TABLE items ADD COLUMN _seen TEXT")
    try scratch.execute("UPDATE items SET _seen = 'hand'")
    _ = try run(scratch, [1, 2], request: "b")
    _ = try run(scratch, [1], request: "b")
    #expect(
      try scratch.rows("SELECT id, _seen, _seen_2 FROM items")
        == [[1, "hand", .null], [2, "hand", .null]])
    #expect(try scratch.run(identity: ["id"], request: "a").run == nil)
  }

  @Test func whatUsersWriteIntoTheColumnStopsNothing() throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2], request: "a")
    _ = try run(scratch, [1, 2], request: "b")
    try scratch.execute("UPDATE items SET _seen = '{'")
    #expect(try run(scratch, [1], request: "a").notPruned == nil)
    #expect(try run(scratch, [1], request: "b").counts.deleted == 1)
  }

  /// A run that began before another one ended has not seen less than that.
  @Test func rowsOfLaterRunsStay() throws {
    let scratch = try Scratch()
    let order = PruneOrder()
    let slow = try scratch.run(identity: ["id"], mode: .separate, pruning: order)
    try slow.store(.json(#"[{"id":1}]"#))
    _ = try run(scratch, [1, 2], mode: .separate)
    #expect(try slow.end(.complete).counts.deleted == 0)
    #expect(try ids(scratch) == [1, 2])
  }

  // MARK: Without an identity

  @Test func withoutIdentityTheLatestRunStays() throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2], identity: [])
    #expect(try run(scratch, [3], identity: []).counts.deleted == 2)
    #expect(try ids(scratch) == [3])
  }

  // MARK: Files of earlier versions

  @Test func earlierFilesGetTheColumns() throws {
    let scratch = try Scratch()
    _ = try run(scratch, [1, 2])
    for column in ["proof", "rows_before", "not_pruned", "reported"] {
      try scratch.execute("ALTER TABLE paginator_runs DROP COLUMN \(column)")
    }
    // What was complete then may have been anything.
    #expect(try run(scratch, [1], proof: .end).notPruned == .unproven(rows: 1))
    #expect(try run(scratch, [1], proof: .counts).counts.deleted == 1)
    #expect(
      try scratch.rows("SELECT run, proof, rows_before FROM paginator_runs")
        == [[1, .null, .null], [2, "end", 2], [3, "counts", 2]])
  }
}
