import Foundation
import JSON
import SampleAPI
import Synchronization
import Testing

@testable import Store

/// `--prune` over several nights, as the recipe for cron has it, against an API whose list changes.
struct FetchPruneTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 0) }

  /// The recipe's options.
  private func arguments(_ api: ListAPI, path: String = "/page?page=:currentPage") -> [String] {
    [
      "\(api.url)\(path)", "--items", "items", "--identity", "id", "--prune", "--output",
      "items.sqlite", "--summary",
    ]
  }

  private func summary(
    _ kit: FetchKit, _ arguments: [String], status: Int32 = 0
  ) throws -> (summary: JSONValue, errors: String) {
    let run = try kit.fetch(arguments, exits: status)
    return (try run.summary, run.errors)
  }

  private func ids(_ kit: FetchKit) throws -> [Int] {
    try kit.stored.rows("SELECT id FROM items ORDER BY id").compactMap { $0[0].integer }
  }

  /// Whatever the proof is, what is gone has gone after two more runs, and what is there stays.
  @Test(arguments: [true, false])
  func whatIsGoneGoesWithinTwoNights(statesTotal: Bool) throws {
    let api = try ListAPI(1...47, statesTotal: statesTotal)
    _ = try summary(kit, arguments(api))
    #expect(try ids(kit) == Array(1...47))
    api.change { $0.ids.removeFirst(3) }
    _ = try summary(kit, arguments(api))
    let (last, _) = try summary(kit, arguments(api))
    #expect(last["proof"] != nil)
    #expect(last["notPruned"] == nil)
    #expect(try ids(kit) == Array(4...47))
  }

  /// Without a total, a row that one night passes over is kept, and the sentence says what to do.
  @Test func aRowThatOneNightPassesOverIsKept() throws {
    let api = try ListAPI(1...47)
    _ = try summary(kit, arguments(api))
    api.change { $0.ids.removeAll { $0 == 31 } }
    let (second, errors) = try summary(kit, arguments(api))
    #expect(second["proof"] == "end")
    #expect(second["notPruned"] == "unproven" && second["unseen"] == 1 && second["deleted"] == 0)
    #expect(errors.contains("paginationMapping"))
    api.change { $0.ids = Array(1...47) }
    #expect(try summary(kit, arguments(api)).summary["notPruned"] == nil)
    #expect(try ids(kit) == Array(1...47))
    #expect(
      try kit.stored.rows("SELECT proof, not_pruned FROM paginator_runs")
        == [["end", .null], ["end", "unproven"], ["end", .null]])
  }

  @Test(arguments: [#"{"items":[]}"#, "{}", #"{"items":null}"#, #"{"items":[],"total":21}"#])
  func anEmptyAnswerEmptiesNothing(body: String) throws {
    let api = try ListAPI(1...21)
    _ = try summary(kit, arguments(api))
    api.change { $0.body = body }
    for _ in 1...3 { _ = try kit.fetch(arguments(api)) }
    #expect(try ids(kit) == Array(1...21))
  }

  /// The connection may have been cut between two lines, which does not show.
  @Test(arguments: [true, false])
  func linesThatMayBeCutProveNothing(endsWithConnection: Bool) throws {
    let list = Mutex(1...21)
    let api = try ListAPI { _ in
      let lines = list.withLock { $0.map { "{\"id\":\($0)}\n" }.joined() }
      return ListAPI.Response(
        type: "application/x-ndjson", body: lines, endsWithConnection: endsWithConnection)
    }
    let arguments = [
      "\(api.url)/a", "--identity", "id", "--prune", "--output", "items.sqlite", "--summary",
    ]
    _ = try summary(kit, arguments)
    list.withLock { $0 = 1...12 }
    let (cut, _) = try summary(kit, arguments)
    #expect(cut["proof"] == (endsWithConnection ? "end" : "single"))
    #expect(cut["notPruned"] == (endsWithConnection ? "unproven" : nil))
    #expect(try ids(kit) == Array(1...(endsWithConnection ? 21 : 12)))
  }

  /// Most of the list is hidden, night after night.
  @Test func theBrakeHoldsUntilItIsReleased() throws {
    let api = try ListAPI(1...100, statesTotal: true)
    _ = try summary(kit, arguments(api))
    api.change { $0.ids = Array(1...19) }
    _ = try summary(kit, arguments(api))
    let (braked, errors) = try summary(kit, arguments(api))
    #expect(braked["notPruned"] == "tooMany")
    #expect(braked["unseen"] == 81 && braked["rowsBefore"] == 100)
    #expect(errors.contains("81 of the 100 rows") && errors.contains("--prune-max"))
    let limited = try summary(kit, arguments(api) + ["--prune-max", "80%"]).summary
    #expect(limited["notPruned"] == "tooMany")
    #expect(try ids(kit) == Array(1...100))
    let released = try summary(kit, arguments(api) + ["--prune-max", "81"]).summary
    #expect(released["deleted"] == 81 && released["notPruned"] == nil)
    #expect(try ids(kit) == Array(1...19))
  }

  @Test func twoFiltersIntoOneTableKeepWhatTheOtherHas() throws {
    let api = try ListAPI(1...30, statesTotal: true)
    let (old, new) = (
      arguments(api, path: "/page?page=:currentPage&filter=old"),
      arguments(api, path: "/page?page=:currentPage&filter=new")
    )
    _ = try summary(kit, old)
    api.change { $0.ids = Array(21...50) }
    _ = try summary(kit, new)
    // The first filter no longer has 21 to 25; the second one does.
    api.change { $0.ids = Array(1...20) + Array(26...30) }
    for _ in 1...2 { _ = try summary(kit, old) }
    #expect(try ids(kit) == Array(1...50))
    // Now neither has.
    api.change { $0.ids = Array(26...50) }
    for _ in 1...2 { _ = try summary(kit, new) }
    #expect(try ids(kit) == Array(1...20) + Array(26...50))
  }

  @Test(arguments: [
    ["--prune-max", "5"], ["--prune", "--prune-max", "x"], ["--prune", "--prune-max", "101%"],
    ["--prune", "--prune-max", "-1"], ["--prune", "--prune-max", ""],
  ])
  func limitsAreChecked(options: [String]) throws {
    try kit.fetch(
      ["http://127.0.0.1:1/", "--output", "items.sqlite"] + options, exits: 2, says: "--prune-max")
  }

  // MARK: Without an identity

  /// A kill between the run's end in the file and the end of the process doubles no rows: the same
  /// command says what has ended.
  @Test func anEndThatNobodyWasToldIsToldTheNextTime() throws {
    let api = try ListAPI(1...15)
    let command = [
      "\(api.url)/page?page=:currentPage", "--items", "items", "--output", "items.sqlite",
      "--summary",
    ]
    let first = try summary(kit, command).summary
    #expect(try kit.stored.rows("SELECT reported FROM paginator_runs") == [[1]])
    try kit.stored.execute("UPDATE paginator_runs SET reported = 0")
    let (again, errors) = try summary(kit, command)
    #expect(again["run"] == 1 && again["verdict"] == "complete")
    #expect(again["endReason"] == first["endReason"] && again["items"] == 15)
    #expect(errors.contains("killed before it said so"))
    #expect(try kit.stored.rows("SELECT count(*) FROM items") == [[15]])
    #expect(try summary(kit, command).summary["run"] == 2)
    #expect(try kit.stored.rows("SELECT count(*) FROM items") == [[30]])
  }

  /// Killed while it says what has ended: no row is doubled, and nothing is requested again.
  @Test func aKillAtTheLastWordDoublesNothing() throws {
    let kit = try FetchKit(items: 60)
    let command = kit.pages() + ["--output", "items.sqlite", "--summary"]
    let process = try FetchProcess(command, in: kit.folder, isMute: true)
    let hasEnded = process.wait {
      (try? kit.stored.rows("SELECT verdict, reported FROM paginator_runs")) == [["complete", 0]]
    }
    #expect(hasEnded)
    process.send(SIGKILL)
    #expect(process.finish().status == -1)
    let requests = kit.api.requestCount
    let (again, errors) = try summary(kit, command)
    #expect(again["run"] == 1 && again["verdict"] == "complete" && again["items"] == 60)
    #expect(errors.contains("killed before it said so"))
    #expect(kit.api.requestCount == requests)
    #expect(try kit.stored.rows("SELECT count(*), count(DISTINCT id) FROM items") == [[60, 60]])
  }
}
