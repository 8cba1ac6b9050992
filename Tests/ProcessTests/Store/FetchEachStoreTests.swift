import Foundation
import JSON
import Synchronization
import Testing

@testable import Store

/// `--each` into SQLite.
struct FetchEachStoreTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 0) }

  /// What the lists have: the ids of each parent; nil: 404. `failing` answers 500.
  private final class Lists: Sendable {
    private let contents: Mutex<[Int: [Int]?]>
    let failing = Mutex<Set<Int>>([])
    let statesTotal: Bool

    init(_ contents: [Int: [Int]?], statesTotal: Bool = true) {
      self.contents = Mutex(contents)
      self.statesTotal = statesTotal
    }

    func change(_ parent: Int, _ ids: [Int]?) { contents.withLock { $0[parent] = .some(ids) } }

    func answer(_ query: ListAPI.Query) -> ListAPI.Response {
      let parent = query["parent"] ?? 0
      if failing.withLock({ $0.contains(parent) }) {
        return ListAPI.Response(status: 500, body: "{}")
      }
      guard let ids = contents.withLock({ $0[parent] }) ?? nil else {
        return ListAPI.Response(status: 404, body: "{}")
      }
      let page = ids.dropFirst(((query["page"] ?? 1) - 1) * 2).prefix(2)
      return .items(page, statesTotal ? "\"total\":\(ids.count)" : "")
    }

    func api() throws -> ListAPI { try ListAPI { [self] in answer($0) } }
  }

  private func fetch(
    _ kit: FetchKit, _ api: ListAPI, _ values: [Int], _ more: [String] = ["--prune"]
  ) throws -> Run {
    try kit.fetch(
      [
        "\(api.url)/list?parent={item.n}&page=:currentPage", "--items", "items", "--identity", "id",
        "--retries", "0", "--each", "-", "--keep", "n", "-o", "items.sqlite", "--summary",
      ] + more, input: values.map { "{\"n\":\($0)}\n" }.joined())
  }

  private func rows(_ kit: FetchKit) throws -> [String] {
    try kit.stored.rows("SELECT _item_n || '/' || id FROM items ORDER BY _item_n, id")
      .compactMap { $0[0].text }
  }

  @Test func whatIsKeptIsAPartOfTheRowsIdentity() throws {
    let api = try Lists([1: [7, 8, 9], 2: [7]]).api()
    let run = try fetch(kit, api, [1, 2])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.summary["proof"] == "counts")
    #expect(try rows(kit) == ["1/7", "1/8", "1/9", "2/7"])
    #expect(
      try kit.stored.rows("SELECT name FROM pragma_table_info('items') WHERE pk > 0 ORDER BY pk")
        == [["_item_n"], ["id"]])
  }

  /// Each list is judged by itself: a proven one loses its rows, one that is gone all of them; one
  /// that failed or was not in the run keeps what it has.
  @Test func rowsArePrunedListByList() throws {
    let lists = Lists([1: [7, 8, 9], 2: [7, 8], 3: [1, 2], 4: [5], 5: [6]])
    let api = try lists.api()
    #expect(try fetch(kit, api, [1, 2, 3, 4, 5]).status == 0)
    lists.change(1, [7, 9])
    lists.change(2, nil)
    lists.change(3, [])
    lists.change(4, [])
    lists.failing.withLock { $0 = [3] }
    let run = try fetch(kit, api, [1, 2, 3, 4])
    #expect(run.status == 5, "\(run.errors)")
    #expect(try run.summary["deleted"] == 4)
    #expect(try rows(kit) == ["1/7", "1/9", "3/1", "3/2", "5/6"])
    // The failed list is tried again by the next run, which is a new one.
    lists.failing.withLock { $0 = [] }
    let next = try fetch(kit, api, [1, 3])
    #expect(next.status == 0, "\(next.errors)")
    #expect(try next.summary["run"] == 3)
    #expect(try rows(kit) == ["1/7", "1/9", "5/6"])
  }

  /// Without a total, what two complete runs have not seen is gone.
  @Test func anUnprovenListLosesItsRowsInTheSecondNight() throws {
    let lists = Lists([1: [7, 8, 9], 2: [7]], statesTotal: false)
    let api = try lists.api()
    #expect(try fetch(kit, api, [1, 2]).status == 0)
    lists.change(1, [7, 8])
    let second = try fetch(kit, api, [1, 2]).summary
    #expect(second["notPruned"] == "unproven" && second["unseen"] == 1)
    #expect(try rows(kit).count == 4)
    // A night in which the list is not read says nothing of it.
    _ = try fetch(kit, api, [2])
    #expect(try rows(kit).count == 4)
    #expect(try fetch(kit, api, [1, 2]).summary["deleted"] == 1)
    #expect(try rows(kit) == ["1/7", "1/8", "2/7"])
  }

  @Test func theBrakeCountsOverTheRun() throws {
    let lists = Lists([1: Array(1...15), 2: Array(1...15), 3: [1]])
    let api = try lists.api()
    #expect(try fetch(kit, api, [1, 2, 3]).status == 0)
    lists.change(1, nil)
    lists.change(2, nil)
    let braked = try fetch(kit, api, [1, 2, 3]).summary
    #expect(braked["notPruned"] == "tooMany")
    #expect(braked["unseen"] == 30 && braked["rowsBefore"] == 31)
    let released = try fetch(kit, api, [1, 2, 3], ["--prune", "--prune-max", "30"])
    #expect(try released.summary["deleted"] == 30, "\(released.errors)")
    #expect(try rows(kit) == ["3/1"])
  }

  /// A run that is interrupted continues inside of the list, and nothing is stored twice.
  @Test func anInterruptedRunContinues() throws {
    let isOpen = Mutex(false)
    let lists = Lists([1: [1, 2, 3], 2: [1, 2, 3, 4, 5], 3: [1]])
    let api = try ListAPI { query in
      // The second page of the second list hangs in the first run.
      if query["parent"] == 2, query["page"] == 2 {
        while !isOpen.withLock({ $0 }) { sched_yield() }
      }
      return lists.answer(query)
    }
    let values = kit.file("values", "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
    let arguments = [
      "\(api.url)/list?parent={item.n}&page=:currentPage", "--items", "items", "--identity", "id",
      "--each", values, "--keep", "n", "-o", "items.sqlite",
    ]
    let process = try FetchProcess(arguments, in: kit.folder)
    #expect(process.wait { (try? rows(kit).count) == 5 })
    process.send(SIGTERM)
    #expect(process.finish().status == 130)
    isOpen.withLock { $0 = true }
    let other = kit.file("other", "{\"n\":2}\n{\"n\":2}\n")
    try kit.fetch(arguments.map { $0 == values ? other : $0 }, exits: 1, says: "--fresh")
    #expect(try rows(kit).count == 5)
    let run = try kit.fetch(arguments + ["--summary"], exits: 0)
    #expect(try run.summary["run"] == 1)
    #expect(try run.summary["inserted"] == 9)
    #expect(try rows(kit).count == 9)
  }

  /// The nightly recipe: the values come from the table that the parents were written to.
  @Test func theFileThatIsReadMayBeTheOneThatIsWritten() throws {
    let api = try Lists([1: [7, 8], 2: [9]]).api()
    try kit.stored.execute("CREATE TABLE parents AS SELECT 1 AS n UNION SELECT 2")
    try kit.fetch(
      [
        "\(api.url)/list?parent={item.n}&page=:currentPage", "--items", "items", "--identity", "id",
        "--each", "items.sqlite: SELECT n FROM parents", "--keep", "n", "-o", "items.sqlite",
      ], exits: 0)
    #expect(try rows(kit) == ["1/7", "1/8", "2/9"])
  }
}
