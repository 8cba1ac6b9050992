import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

@testable import Store

/// `store` of `paginator/open`, over standard input and output.
struct ServerStoreTests {
  private static let file = "items.sqlite"

  /// Params of a paginator that stores its pages.
  private func params(
    _ kit: FetchKit, _ id: String = "a", table: String? = nil, identity: Bool = true,
    query: String = ""
  ) -> JSONValue {
    var params: JSONObject = [
      "paginatorId": .string(id),
      "url": .string("\(kit.api.url)/page?page=:currentPage&per_page=:perPage\(query)"),
      "itemsPath": "articles", "perPage": 25,
      "paginationMapping": ["pagination.total_objects": "objectCount"],
      "fetching": ["retries": 0],
    ]
    if identity { params["identity"] = "id" }
    var store: JSONObject = ["path": .string(kit.path(ServerStoreTests.file))]
    if let table { store["table"] = .string(table) }
    params["store"] = .object(store)
    return .object(params)
  }

  private func count(_ kit: FetchKit) throws -> SQLValue {
    try kit.stored.rows("SELECT count(*) FROM items")[0][0]
  }

  // MARK: What is stored when

  @Test func everyPageIsThereBeforeItIsTold() throws {
    let kit = try FetchKit()
    let server = try ServerProcess(.lines)
    let opened = try server.ask("paginator/open", params(kit))
    #expect(opened["result"]?["store"]?["run"] == .null)
    #expect(kit.text(ServerStoreTests.file) == nil)
    let page = try server.ask("paginator/loadNextPage", ["paginatorId": "a"])
    #expect(page["result"]?["state"]?["store"]?["inserted"] == 25)
    #expect(try count(kit) == 25)
    let window = try server.ask(
      "paginator/items", ["paginatorId": "a", "start": 95, "count": 10, "wait": true])
    #expect(window["result"]?["loaded"] == [[95, 105]])
    #expect(try count(kit) == 75)
    // Pages 4 and 5 come a second time.
    try server.post("paginator/loadAll", ["paginatorId": "a", "partialResultToken": 1], id: 2)
    var delivered = 25
    while true {
      let message = try server.receiveTree()
      guard let items = message["params"]?["value"]?["items"]?.arrayValue else {
        #expect(message["result"]?["verdict"] == "complete")
        break
      }
      delivered += items.count
      let stored = try #require(try count(kit).integer)
      #expect(stored >= delivered)
    }
    #expect(delivered == 250)
    let refreshed = try server.ask("paginator/refresh", ["paginatorId": "a"])
    #expect(refreshed["result"]?["pages"]?.arrayValue?.first?["changed"] == false)
    #expect(try server.ask("paginator/close", ["paginatorId": "a"])["result"] == .null)
    #expect(
      try kit.stored.rows("SELECT verdict, inserted, updated + unchanged FROM paginator_runs")
        == [["complete", 250, 0]])
    #expect(
      try kit.stored.rows("SELECT items = inserted + duplicates FROM paginator_runs") == [[1]])
    #expect(server.finish() == 0)
  }

  // MARK: Several

  @Test(arguments: [true, false])
  func paginatorsShareAFile(sameRequest: Bool) throws {
    let kit = try FetchKit(items: 50)
    let server = try ServerProcess(.lines)
    let names = (0..<40).map { "p\($0)" }
    for name in names {
      let query = sameRequest ? "" : "&session=\(name)"
      let opened = try server.ask(
        "paginator/open", params(kit, name, identity: false, query: query))
      #expect(opened["error"] == nil)
    }
    for (id, name) in names.enumerated() {
      try server.post("paginator/loadAll", ["paginatorId": .string(name)], id: id)
    }
    for _ in names {
      #expect(try server.receiveTree()["result"]?["verdict"] == "complete")
    }
    #expect(server.finish() == 0)
    #expect(try count(kit) == .integer(50 * names.count))
    #expect(
      try kit.stored.rows(
        "SELECT count(*), count(DISTINCT run), min(items), max(items) FROM paginator_runs "
          + "WHERE verdict = 'complete'") == [[40, 40, 50, 50]])
    #expect(
      try kit.stored.rows("SELECT count(DISTINCT _run || ' ' || _position) FROM items")
        == [[.integer(50 * names.count)]])
  }

  // MARK: Failures

  @Test func aLockedFileFailsOnlyThePagesThatGoThere() throws {
    let kit = try FetchKit(items: 60)
    let server = try ServerProcess(.lines)
    try server.ask("paginator/open", params(kit))
    try server.ask("paginator/loadNextPage", ["paginatorId": "a"])
    let path = kit.path(ServerStoreTests.file)
    let other = try Database(try SQLiteLibrary.load(), path: path, mayCreate: false)
    try other.execute("BEGIN IMMEDIATE")
    try server.post("paginator/loadAll", ["paginatorId": "a"], id: 7)
    // Meanwhile others are answered, also about the one that waits.
    var plain = params(kit, "b").objectValue ?? JSONObject()
    plain["store"] = nil
    #expect(try server.ask("paginator/open", .object(plain), id: 8)["id"] == 8)
    #expect(try server.ask("paginator/loadAll", ["paginatorId": "b"], id: 9)["id"] == 9)
    let state = try server.ask("paginator/state", ["paginatorId": "a"], id: 10)
    #expect(state["result"]?["loading"] == true)
    // Nothing of the walk has been delivered: it fails.
    let failed = try server.receiveTree()
    #expect(failed["id"] == 7)
    #expect(failed["error"]?["code"] == 1401)
    #expect(failed["error"]?["data"]?["kind"] == "storeFailed")
    #expect(failed["error"]?["data"]?["path"] == .string(path))
    #expect(failed["error"]?["data"]?["retryable"] == true)
    #expect(failed["error"]?["data"]?["page"] == 2)
    #expect(failed["error"]?["data"]?["state"]?["store"]?["items"] == 25)
    try other.execute("COMMIT")
    let walk = try server.ask("paginator/loadAll", ["paginatorId": "a"], id: 11)
    #expect(walk["result"]?["verdict"] == "complete")
    #expect(try count(kit) == 60)
  }

  @Test func aKilledServerLeavesWholePages() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let kit = try FetchKit(items: 5_000)
    for round in 1...5 {
      let server = try ServerProcess(.lines)
      try server.ask("paginator/open", params(kit, identity: round % 2 == 0))
      try server.post("paginator/loadAll", ["paginatorId": "a", "partialResultToken": 1], id: 2)
      var delivered = 0
      for _ in 0...Int(random.next() % 20) {
        delivered += try server.receiveTree()["params"]?["value"]?["items"]?.arrayValue?.count ?? 0
      }
      server.killAndWait()
      #expect(try kit.stored.rows("PRAGMA integrity_check") == [["ok"]], "seed \(seed)")
      let runs = try kit.stored.rows("SELECT pages, items, verdict FROM paginator_runs")
      #expect(runs.count == 1, "seed \(seed)")
      let items = try #require(runs.first?[1].integer)
      #expect(runs == [[.integer(items / 25), .integer(items), .null]], "seed \(seed)")
      #expect(try count(kit) == .integer(items), "seed \(seed)")
      #expect(items >= delivered, "seed \(seed)")
      for name in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: kit.path(ServerStoreTests.file + name))
      }
    }
  }
}
