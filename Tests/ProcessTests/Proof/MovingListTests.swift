import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Store

/// Lists whose rows come and go while the executable reads them, and what pruning makes of them.
struct MovingListTests {
  /// Rows by `offset` and `limit`, or by `page`, that change after a request of a given number.
  private final class Rows: Sendable {
    private struct State {
      var ids: [Int]
      var requests = 0
      var changes: [Int: [Int]] = [:]
    }

    private let state: Mutex<State>

    init(_ ids: some Sequence<Int>) { state = Mutex(State(ids: Array(ids))) }

    var ids: [Int] { state.withLock { $0.ids } }

    /// After so many further requests the rows are these.
    func change(after requests: Int, to ids: some Sequence<Int>) {
      let ids = Array(ids)
      state.withLock { $0.changes[$0.requests + requests] = ids }
    }

    func answer(_ query: ListAPI.Query) -> ListAPI.Response {
      state.withLock { state in
        let size = query["limit"] ?? query["per_page"] ?? 10
        let start = query["offset"] ?? ((query["page"] ?? 1) - 1) * size
        let page = Array(state.ids.dropFirst(start).prefix(size))
        state.requests += 1
        if let ids = state.changes.removeValue(forKey: state.requests) { state.ids = ids }
        return .items(page)
      }
    }
  }

  /// How the list pages; the rows after the third request of the second night, and what is in the table
  /// after that night: every row that is alive was there on the first.
  static let cases: [TestCase<(String, [Int]), [Int]>] = [
    TestCase("offsets, the first row goes", ("offset", Array(2...47)), Array(1...47)),
    TestCase(
      "offsets, twelve rows that were read go", ("offset", Array(13...47)), Array(1...47)),
    TestCase(
      "offsets, rows that are still to come go", ("offset", Array(1...40)), Array(1...40)),
    TestCase("page numbers, the first row goes", ("page", Array(2...47)), Array(1...47)),
  ]

  /// Nothing that is there at the end is deleted, however the rows moved.
  @Test(arguments: cases)
  func pruningDeletesNothingThatIsThere(_ one: TestCase<(String, [Int]), [Int]>) throws {
    let kit = try FetchKit(items: 0)
    let rows = Rows(1...47)
    let api = try ListAPI { rows.answer($0) }
    let arguments = [
      "\(api.url)/a", "--items", "items", "--pagination", one.input.0, "--per-page", "10",
      "--identity", "id", "--prune", "--output", "items.sqlite", "--summary",
    ]
    try kit.fetch(arguments, exits: 0)
    rows.change(after: 3, to: one.input.1)
    let second = try kit.fetch(arguments, exits: 0)
    #expect(try second.summary["proof"] == "overlap")
    let stored = try kit.stored.rows("SELECT id FROM items ORDER BY id").compactMap {
      $0[0].integer
    }
    #expect(stored == one.expected)
    #expect(Set(stored).isSuperset(of: rows.ids))
  }

  /// A walk in parts, by `--resume`, while a row goes between two of them.
  @Test func proofSurvivesTheProcess() throws {
    let kit = try FetchKit(items: 0)
    let rows = Rows(1...47)
    let api = try ListAPI { rows.answer($0) }
    let arguments = [
      "\(api.url)/a", "--items", "items", "--pagination", "offset", "--per-page", "10",
      "--identity", "id", "--output", "items.ndjson", "--resume", "again", "--summary",
    ]
    #expect(try kit.fetch(arguments + ["--max-pages", "2"]).status == 3)
    rows.change(after: 1, to: 3...47)
    let rest = try kit.fetch(arguments, exits: 0)
    #expect(try rest.summary["proof"] == "overlap")
    let text = try String(contentsOf: kit.folder.appending(path: "items.ndjson"), encoding: .utf8)
    #expect(text.split(separator: "\n").map { "\($0)" } == (1...47).map { "{\"id\":\($0)}" })
  }
}
