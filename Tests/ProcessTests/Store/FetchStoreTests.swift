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

  @Test func itemsBecomeRows() throws {
    let kit = try FetchKit()
    let run = try kit.fetch(
      kit.pages() + FetchStoreTests.into + ["--identity", "id"], exits: 0, prints: "")
    let summary = try run.summary
    #expect(summary["run"] == 1)
    #expect(summary["items"] == 250)
    #expect(summary["inserted"] == 250)
    #expect(summary["notPruned"] == nil)
    #expect(try kit.stored.rows("SELECT count(*), min(id), max(id) FROM items") == [[250, 1, 250]])
    let again = try kit.fetch(kit.pages() + FetchStoreTests.into + ["--identity", "id", "--prune"])
    let second = try again.summary
    #expect(second["run"] == 2)
    #expect(second["unchanged"] == 250)
    #expect(second["deleted"] == 0)
    #expect(second["notPruned"] == nil)
  }

  @Test(arguments: ["x.sqlite", "x.SQLite3", "X.DB"])
  func namesChooseTheFormat(name: String) throws {
    let kit = try FetchKit(items: 5)
    #expect(try kit.fetch(kit.pages() + ["-o", name, "--table", "t"]).status == 0)
    #expect(try StoredFile(path: kit.path(name)).rows("SELECT count(*) FROM t") == [[5]])
    #expect(try kit.fetch(kit.pages() + ["-o", name, "--format", "ndjson"]).status == 0)
    #expect(try kit.ids(name) == Array(1...5))
  }

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
    let calm = try StoredFile(path: kit.path("calm.sqlite")).dump()
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
    #expect(try kit.stored.dump() == calm, "seed \(seed)")
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

  @Test func prunedRowsAreThoseOfTheRequest() throws {
    let kit = try FetchKit(items: 50)
    let arguments = kit.pages() + FetchStoreTests.into + ["--identity", "id"]
    #expect(try kit.fetch(arguments).status == 0)
    try kit.stored.execute("INSERT INTO items(id, _run) VALUES(777, 1)")
    try kit.stored.execute("INSERT INTO items(id) VALUES(888)")
    let capped = try kit.fetch(arguments + ["--prune", "--max-items", "10"])
    #expect(try capped.summary["notPruned"] == "the verdict is capped, not complete")
    var deleted = 0
    for _ in 1...2 {
      let summary = try kit.fetch(arguments + ["--prune"]).summary
      deleted += summary["deleted"]?.integerValue ?? 0
    }
    #expect(deleted == 1)
    #expect(try kit.stored.rows("SELECT id FROM items WHERE id > 50") == [[888]])
  }

  @Test func secretsAreNowhereInTheFile() throws {
    let kit = try FetchKit(items: 60)
    let secret = "hush-\(UInt64.random(in: 0...UInt64.max))"
    try kit.fetch(
      kit.links("api_key=\(secret)") + FetchStoreTests.into
        + ["--header", "Authorization: Bearer {env:HUSH}", "--max-pages", "1"],
      environment: ["HUSH": secret], exits: 3)
    for name in ["items.sqlite", "items.sqlite-wal"] {
      let bytes = (try? Data(contentsOf: URL(filePath: kit.path(name)))) ?? Data()
      #expect(bytes.range(of: Data(secret.utf8)) == nil)
    }
  }

  // MARK: Bookmarks

  @Test func bookmarkIsSentByTheNextRun() throws {
    let kit = try FetchKit(items: 30)
    let arguments =
      kit.pages() + FetchStoreTests.into + [
        "--identity", "id", "--bookmark", "published_at", "--param", "since={bookmark}",
        "--param", "from={bookmark:1970-01-01T00:00:00Z}", "--header", "X-Since: {bookmark}",
      ]
    #expect(try kit.fetch(arguments).status == 0)
    let first = try #require(kit.api.requests().first)
    #expect(first.target.contains("from=1970-01-01T00%3A00%3A00Z"))
    #expect(!first.target.contains("since="))
    let greatest = try #require(
      try kit.stored.rows("SELECT max(published_at) FROM items")[0][0].text)
    #expect(try kit.stored.rows("SELECT bookmark FROM paginator_runs") == [[.text(greatest)]])
    kit.api.forgetRequests()
    #expect(try kit.fetch(arguments).status == 0)
    let second = try #require(kit.api.requests().first)
    let encoded = greatest.replacingOccurrences(of: ":", with: "%3A")
    #expect(second.target.contains("since=\(encoded)"))
    #expect(second.target.contains("from=\(encoded)"))
    kit.api.forgetRequests()
    #expect(try kit.fetch(arguments + ["--fresh"]).status == 0)
    #expect(kit.api.requests().first?.target.contains("since=") == false)
  }

  /// The maximum counts the whole run; only a run that came to the end moves the bookmark.
  @Test func maximumOfPagesCountsTheWholeRunAndKeepsTheBookmark() throws {
    let kit = try FetchKit(items: 100)
    let arguments =
      kit.pages("session=max&fault=500@3") + FetchStoreTests.into + [
        "--per-page", "10", "--identity", "id", "--bookmark", "id", "--param", "after={bookmark:0}",
        "--retries", "0",
      ]
    func run(_ more: String..., after: Int) throws -> (status: Int32, summary: JSONValue) {
      kit.api.forgetRequests()
      let run = try kit.fetch(arguments + more)
      #expect(kit.api.requests().allSatisfy { $0.target.contains("after=\(after)") })
      return (run.status, try run.summary)
    }
    let broken = try run("--max-pages", "4", after: 0)
    #expect(broken.status == 5 && broken.summary["verdict"] == "partial")
    let resumed = try run("--max-pages", "4", after: 0)
    #expect(resumed.status == 3 && resumed.summary["run"] == 1)
    #expect(resumed.summary["pages"] == 4 && resumed.summary["verdict"] == "capped")
    let next = try run("--max-pages", "6", after: 0)
    #expect(next.status == 3 && next.summary["run"] == 2)
    #expect(next.summary["unchanged"] == 40 && next.summary["inserted"] == 20)
    let whole = try run(after: 0)
    #expect(whole.status == 0 && whole.summary["run"] == 3)
    #expect(whole.summary["unchanged"] == 60 && whole.summary["inserted"] == 40)
    #expect(try run(after: 100).status == 0)
  }

  /// The sample's items have rising ids: to a list that has the newest first, the first one is old.
  @Test func newestFirstEndsAtTheFirstOldItem() throws {
    let kit = try FetchKit(items: 60)
    let arguments =
      kit.pages() + FetchStoreTests.into
      + ["--identity", "id", "--bookmark", "id", "--newest-first"]
    #expect(try kit.fetch(arguments).summary["inserted"] == 60)
    let before = kit.api.requestCount
    let again = try kit.fetch(arguments, exits: 0)
    let summary = try again.summary
    #expect(summary["items"] == 0 && summary["verdict"] == "complete")
    #expect(summary["endReason"]?["kind"] == "untilReached")
    #expect(kit.api.requestCount == before + 1)
    #expect(
      try kit.stored.rows("SELECT bookmark FROM paginator_runs ORDER BY run") == [[60], [60]])
  }

  /// What arrives late has a value below the bookmark.
  @Test func lagIsTakenOffTheBookmark() throws {
    let kit = try FetchKit(items: 30)
    let arguments =
      kit.pages() + FetchStoreTests.into + [
        "--identity", "id", "--bookmark", "id", "--param", "after={bookmark:0}", "--lag", "12",
      ]
    for (expected, unchanged) in [("after=0&", 0), ("after=18&", 30), ("after=18&", 30)] {
      kit.api.forgetRequests()
      let run = try kit.fetch(arguments, exits: 0)
      let target = try #require(kit.api.requests().first?.target)
      #expect((target + "&").contains(expected), "\(target)")
      #expect(try run.summary["unchanged"]?.integerValue == unchanged)
    }
    try kit.fetch(arguments.dropLast() + ["1h"], exits: 2, says: "the bookmark 30 is a number")
  }

  /// Rows have a column for each field, whatever it is nested in.
  @Test func fieldsAreColumns() throws {
    let kit = try FetchKit(items: 30)
    try kit.fetch(
      kit.bare("per_page=10") + FetchStoreTests.into
        + ["--identity", "id", "--fields", "title,author.login,none"], exits: 0,
      says: "no item of the first page has none")
    let sql = #"SELECT count(title), count("author.login"), count(none) FROM items"#
    #expect(try kit.stored.rows(sql) == [[30, 30, 0]])
  }

  @Test func bookmarkOfOtherOutputsIsInTheResumeFile() throws {
    let kit = try FetchKit(items: 30)
    let arguments =
      kit.pages() + [
        "--output", "out.ndjson", "--resume", "again", "--bookmark", "id", "--param",
        "after={bookmark:0}",
      ]
    for expected in ["after=0", "after=30", "after=30"] {
      kit.api.forgetRequests()
      try kit.fetch(arguments, exits: 0)
      #expect(kit.api.requests().first?.target.contains(expected) == true)
    }
    // The item at the bookmark is not written again.
    #expect(try kit.ids("out.ndjson").count == 88)
  }

  /// Each run writes a file of its own: what is new, or changed.
  @Test(arguments: ["ndjson", "csv"])
  func eachRunMayWriteAnotherFile(ending: String) throws {
    let kit = try FetchKit(items: 0)
    let now = Mutex([(id: 1, at: 5, text: "a"), (id: 2, at: 7, text: "b")])
    let api = try ListAPI { query in
      let since = query["since"] ?? 0
      let items = now.withLock { $0.filter { $0.at >= since } }.map {
        #"{"id":\#($0.id),"at":\#($0.at),"text":"\#($0.text)"}"#
      }
      return ListAPI.Response(body: "[\(items.joined(separator: ","))]")
    }
    func run(_ day: Int, _ more: String...) throws -> [String] {
      try kit.fetch(
        [
          "\(api.url)/a", "--pagination", "single", "-o", "delta-\(day).\(ending)", "--resume",
          "state", "--bookmark", "at", "--param", "since={bookmark:0}",
        ] + more, exits: 0)
      let lines = (kit.text("delta-\(day).\(ending)") ?? "none").split(separator: "\n")
      return lines.filter { $0 != "id,at,text" }.map { line in
        String(line.split { !$0.isNumber }.first ?? line)
      }
    }
    #expect(try run(1) == ["1", "2"])
    #expect(try run(2) == [])
    now.withLock { $0.append((id: 3, at: 7, text: "late")) }
    #expect(try run(3) == ["3"])
    now.withLock { $0[1].text = "changed" }
    #expect(try run(4) == ["2"])
    now.withLock { $0.append((id: 4, at: 9, text: "d")) }
    #expect(try run(5) == ["4"])
    now.withLock { $0.append((id: 5, at: 8, text: "e")) }
    #expect(try run(6) == [])
    #expect(try run(7, "--lag", "2") == ["2", "3", "5"])
    #expect(try run(8, "--lag", "2") == [])
    #expect(try run(8, "--fresh") == ["1", "2", "3", "4", "5"])
  }

  // MARK: Bad input

  static let refused: [[String]] = [
    ["--format", "sqlite"], ["--output", "x.db", "--table", ""],
    ["--output", "x.db", "--table", "sqlite_x"], ["--output", "x.db", "--table", "Paginator_x"],
    ["--output", "x.db", "--table", String(repeating: "t", count: 256)],
    ["--output", "x.db", "--resume", "r"], ["--output", "x.db", "--open", #"{"checkpoint":"x"}"#],
    ["--table", "t"], ["--raw"], ["--prune"], ["--fresh"], ["--output", "x.csv", "--table", "t"],
    ["--bookmark", "id"], ["--newest-first", "--output", "x.db"],
    ["--bookmark", "", "--output", "x.db"],
    ["--output", "x.db", "--prune", "--bookmark", "id"],
    ["--output", "x.db", "--newest-first", "--bookmark", "id"],
    ["--output", "x.db", "--param", "since={bookmark}"],
    ["--output", "", "--format", "sqlite"],
    ["--output", "x.db", "--prune", "--open", #"{"limits":{"until":{"path":"id","above":3}}}"#],
  ]

  @Test(arguments: refused)
  func usageIsRefused(arguments: [String]) throws {
    let kit = try FetchKit(items: 5)
    try kit.fetch(["\(kit.api.url)/page", "--items", "articles"] + arguments, exits: 2)
    #expect(kit.api.requestCount == 0)
    #expect(kit.text("x.db") == nil)
  }

  @Test func bookmarkInTheURLNeedsAValue() throws {
    let kit = try FetchKit(items: 5)
    try kit.fetch(
      [
        "\(kit.api.url)/page?since={bookmark}", "--items", "articles", "-o", "x.db", "--bookmark",
        "published_at",
      ], exits: 2, says: "{bookmark:2024-01-01}")
    #expect(kit.api.requestCount == 0)
  }

  struct BadFile: CustomTestStringConvertible, Sendable {
    let name: String
    let make: @Sendable (FetchKit) throws -> Void
    let output: String
    let says: String

    var testDescription: String { name }
  }

  @Test(arguments: [
    BadFile(
      name: "no database",
      make: { _ = $0.file("items.sqlite", String(repeating: "x", count: 999)) },
      output: "items.sqlite", says: "not an SQLite database"),
    BadFile(
      name: "one byte", make: { _ = $0.file("items.sqlite", "x") }, output: "items.sqlite",
      says: "not an SQLite database"),
    BadFile(name: "no folder", make: { _ in }, output: "none/x.db", says: "does not exist"),
    BadFile(
      name: "folder",
      make: {
        try FileManager.default.createDirectory(
          atPath: $0.path("x.db"), withIntermediateDirectories: false)
      }, output: "x.db", says: "is a directory"),
    BadFile(
      name: "view", make: { try $0.stored.execute("CREATE VIEW items AS SELECT 1") },
      output: "items.sqlite", says: "is a view"),
    BadFile(
      name: "table of others", make: { try $0.stored.execute("CREATE TABLE items(id)") },
      output: "items.sqlite", says: "was not made by Paginator"),
  ])
  func badFilesAreTold(file: BadFile) throws {
    let kit = try FetchKit(items: 5)
    try file.make(kit)
    let before = try? Data(contentsOf: URL(filePath: kit.path(file.output)))
    try kit.fetch(
      kit.pages() + ["--output", file.output], exits: 1, says: file.says, errorLines: 1)
    #expect(kit.api.requestCount == 0)
    #expect((try? Data(contentsOf: URL(filePath: kit.path(file.output)))) == before)
  }

  @Test func itemWithoutIdentityStopsTheRun() throws {
    let kit = try FetchKit(items: 5)
    let run = try kit.fetch(
      kit.pages() + FetchStoreTests.into + ["--identity", "none"], exits: 1,
      says: "item 0 has no string or number at none")
    #expect(try run.summary["endReason"]?["evidence"]?["value"] == "storeFailed")
    #expect(kit.text("items.sqlite") == nil)
  }
}
