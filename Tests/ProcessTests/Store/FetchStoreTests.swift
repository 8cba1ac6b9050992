import Foundation
import JSON
import SampleAPI
import Store
import Synchronization
import TestSupport
import Testing

/// `paginator fetch` into SQLite.
struct FetchStoreTests {
  static let into = ["--output", "items.sqlite", "--summary"]

  // MARK: Exactly once

  /// Killed at a hundred random moments, the file is that of an undisturbed run.
  @Test(arguments: ["pages", "cursors", "links", "no identity"])
  func killsAtRandomMomentsLoseNothingAndDoubleNothing(paging: String) throws {
    let kit = try FetchKit(items: 3_000)
    var arguments =
      switch paging {
      case "cursors": kit.cursors("latency=10")
      case "links": kit.links("latency=10")
      default: kit.pages("latency=10")
      }
    arguments += ["--per-page", "10", "--table", "items", "--bookmark", "published_at"]
    if paging != "no identity" { arguments += ["--identity", "id"] }
    #expect(try kit.fetch(arguments + ["--output", "calm.sqlite"]).status == 0)
    // A run that was continued proves less, and its checkpoint says so.
    let ofProof: Set = ["proof", "checkpoint"]
    let calm = try StoredFile(path: kit.path("calm.sqlite")).dump(without: ofProof)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    var (kills, begun) = (0, 0)
    // A run that ends before it is killed has stored all there is: nothing is left to kill, and
    // one more would be the table's second run. Before the first kill the file begins anew.
    var isComplete = false
    while kills < 25, !isComplete {
      let process = try FetchProcess(arguments + ["--output", "items.sqlite"], in: kit.folder)
      let goal = kit.api.requestCount + Int(random.next() % 8)
      _ = process.wait { kit.api.requestCount > goal }
      for _ in 0..<Int(random.next() % 2_000) { sched_yield() }
      process.send(SIGKILL)
      let (status, errors) = process.finish()
      if status == -1 {
        kills += 1
        // It may have been killed behind its last transaction.
        let ends = try? kit.stored.rows("SELECT verdict FROM paginator_runs")
        isComplete = ends == [["complete"]]
      } else {
        #expect(status == 0, "seed \(seed): \(errors)")
        begun += 1
        isComplete = kills > 0 || begun == 20
        if !isComplete {
          for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: kit.path("items.sqlite" + end))
          }
        }
      }
    }
    #expect(kills > 0)
    if !isComplete {
      let last = try kit.fetch(arguments + ["--output", "items.sqlite"])
      #expect(last.status == 0, "seed \(seed): \(last.errors)")
    }
    #expect(try kit.stored.dump(without: ofProof) == calm, "seed \(seed)")
  }

  @Test func aSignalStoresWholePagesAndTheSameCommandContinues() throws {
    let kit = try FetchKit()
    let arguments =
      kit.cursors("fault=stall@5&session=s") + FetchStoreTests.into + ["--identity", "id"]
    let process = try FetchProcess(arguments, in: kit.folder)
    #expect(
      process.wait {
        kit.api.requestCount == 5
          && (try? kit.stored.rows("SELECT pages FROM paginator_runs")) == [[4]]
      })
    process.send(SIGTERM)
    let (status, errors) = process.finish()
    #expect(status == 130)
    #expect(errors.hasPrefix("paginator: interrupted; 100 items were written, and the same "))
    #expect(try kit.stored.rows("SELECT verdict, items FROM paginator_runs") == [["partial", 100]])
    try kit.fetch(arguments, exits: 0)
    #expect(
      try kit.stored.rows("SELECT run, verdict, items, inserted FROM paginator_runs")
        == [[1, "complete", 250, 250]])
  }

  @Test func capsCountTheWholeRun() throws {
    let kit = try FetchKit()
    let arguments = kit.cursors("fault=stall@5&session=s") + FetchStoreTests.into
    let process = try FetchProcess(arguments, in: kit.folder)
    #expect(process.wait { (try? kit.stored.rows("SELECT pages FROM paginator_runs")) == [[4]] })
    process.send(SIGKILL)
    #expect(process.finish().status == -1)
    try kit.fetch(arguments + ["--max-items", "110"], exits: 3)
    #expect(try kit.stored.rows("SELECT count(*) FROM items") == [[110]])
    #expect(try kit.fetch(arguments + ["--max-items", "30"]).summary["run"] == 2)
  }

  /// Killed while it says what has ended: no row is doubled, and nothing is requested again.
  @Test func aKillAtTheLastWordDoublesNothing() throws {
    let kit = try FetchKit(items: 60)
    let command = kit.pages() + FetchStoreTests.into
    let process = try FetchProcess(command, in: kit.folder, isMute: true)
    let hasEnded = process.wait {
      (try? kit.stored.rows("SELECT verdict, reported FROM paginator_runs")) == [["complete", 0]]
    }
    #expect(hasEnded)
    process.send(SIGKILL)
    #expect(process.finish().status == -1)
    let requests = kit.api.requestCount
    let run = try kit.fetch(command, exits: 0, says: "killed before it said so")
    let again = try run.summary
    #expect(again["run"] == 1 && again["verdict"] == "complete" && again["items"] == 60)
    #expect(kit.api.requestCount == requests)
    #expect(try kit.stored.rows("SELECT count(*), count(DISTINCT id) FROM items") == [[60, 60]])
  }

  /// A run with `--each` that is interrupted continues inside of the list, and nothing is stored twice.
  @Test func anInterruptedRunContinues() throws {
    let kit = try FetchKit(items: 0)
    let isOpen = Mutex(false)
    let api = try ListAPI { query in
      // The second page of the second list hangs in the first run.
      if query["parent"] == 2, query["page"] == 2 {
        while !isOpen.withLock({ $0 }) { sched_yield() }
      }
      let count = [1: 3, 2: 5, 3: 1][query["parent"] ?? 0] ?? 0
      let page = (0..<count).dropFirst(((query["page"] ?? 1) - 1) * 2).prefix(2)
      return .items(page, "\"total\":\(count)")
    }
    let values = kit.file("values", "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n")
    let arguments = [
      "\(api.url)/list?parent={item.n}&page=:currentPage", "--items", "items", "--identity", "id",
      "--each", values, "--keep", "n", "-o", "items.sqlite",
    ]
    let rows = { try? kit.stored.rows("SELECT count(DISTINCT _item_n || '/' || id) FROM items") }
    let process = try FetchProcess(arguments, in: kit.folder)
    #expect(process.wait { rows() == [[5]] })
    process.send(SIGTERM)
    #expect(process.finish().status == 130)
    isOpen.withLock { $0 = true }
    let other = kit.file("other", "{\"n\":2}\n{\"n\":2}\n")
    try kit.fetch(arguments.map { $0 == values ? other : $0 }, exits: 1, says: "--fresh")
    #expect(rows() == [[5]])
    let summary = try kit.fetch(arguments + ["--summary"], exits: 0).summary
    #expect(summary["run"] == 1 && summary["inserted"] == 9)
    #expect(rows() == [[9]])
    #expect(try kit.stored.rows("SELECT count(*) FROM items") == [[9]])
  }
}
