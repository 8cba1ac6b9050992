import Foundation
import JSON
import Synchronization
import TestSupport
import Testing

@testable import Store

/// `--each` from the API's side: whatever lists there are, and wherever a run is killed, the output
/// has what the lists have, once.
struct EachPropertyTests {
  /// What the list of a parent is.
  private enum List {
    case ids([Int])
    /// 404.
    case gone
    /// 500 for every page, or for all but the first.
    case failing, breaking

    /// The ids that can be had; nil: the first page fails.
    func readable(perPage: Int) -> [Int]? {
      switch self {
      case .ids(let ids): ids
      case .gone: []
      case .failing: nil
      case .breaking: Array(1...perPage)
      }
    }
  }

  private final class World: Sendable {
    let lists = Mutex<[Int: List]>([:])
    let requests = Mutex(0)
    let perPage: Int
    let statesTotal: Bool

    init(perPage: Int, statesTotal: Bool) {
      self.perPage = perPage
      self.statesTotal = statesTotal
    }

    func answer(_ query: ListAPI.Query) -> ListAPI.Response {
      requests.withLock { $0 += 1 }
      let page = query["page"] ?? 1
      let list = lists.withLock { $0[query["parent"] ?? 0] } ?? .gone
      func items(_ ids: [Int], _ total: Int) -> ListAPI.Response {
        .items(
          ids.dropFirst((page - 1) * perPage).prefix(perPage),
          statesTotal ? "\"total\":\(total)" : "")
      }
      switch list {
      case .ids(let ids): return items(ids, ids.count)
      case .breaking where page == 1: return items(Array(1...perPage), 99)
      case .gone: return ListAPI.Response(status: 404, body: "{}")
      case .failing, .breaking: return ListAPI.Response(status: 500, body: "{}")
      }
    }

    /// Another list for each parent, or none.
    func change(_ random: inout SeededGenerator) {
      for parent in 1...6 {
        let ids = (1...14).filter { _ in random.chance(40) }
        let list: List? =
          switch Int.random(in: 0..<20, using: &random) {
          case 0..<3: .gone
          case 3..<5: .failing
          case 5: .breaking
          case 6..<16: .ids(random.chance(10) ? [] : ids)
          default: nil
          }
        lists.withLock { $0[parent] = list ?? $0[parent] ?? .ids(ids) }
      }
    }
  }

  /// Runs until it comes to an end, killed a few times before. `lastEnd` tells the last run's end;
  /// what is killed after it has noted one has ended, too.
  private func run(
    _ kit: FetchKit, _ world: World, _ arguments: [String], _ random: inout SeededGenerator,
    lastEnd: () throws -> String? = { nil }
  ) throws -> (status: Int32, wasKilled: Bool) {
    for attempt in 0... {
      let stop = attempt < 4 && random.chance(60) ? Int.random(in: 1...12, using: &random) : Int.max
      world.requests.withLock { $0 = 0 }
      let endBefore = try lastEnd()
      let process = try FetchProcess(arguments, in: kit.folder)
      if stop < Int.max {
        _ = process.wait { world.requests.withLock { $0 } >= stop }
        process.send(random.chance(60) ? SIGKILL : SIGTERM)
      }
      let end = process.finish()
      if end.status != -1, end.status != 130 { return (end.status, attempt > 0) }
      if end.status == -1, let noted = try lastEnd(), noted != endBefore { return (-1, true) }
    }
    return (-1, true)
  }

  /// Which run is the last one, and when it has ended; nil: none has, or it goes on.
  private func lastEnd(_ kit: FetchKit) throws -> String? {
    guard FileManager.default.fileExists(atPath: kit.stored.path),
      !(try kit.stored.rows("SELECT 1 FROM sqlite_schema WHERE name = 'paginator_runs'").isEmpty)
    else { return nil }
    return try kit.stored.rows(
      """
      SELECT json_array(run, verdict, pages, items, not_pruned, ended) FROM paginator_runs
      WHERE ended IS NOT NULL AND run = (SELECT max(run) FROM paginator_runs)
      """
    ).first?.first?.text
  }

  private func arguments(
    _ api: ListAPI, _ world: World, _ values: String, _ concurrency: Int, _ more: [String]
  ) -> [String] {
    [
      "\(api.url)/list?parent={item.n}&page=:currentPage", "--items", "items", "--identity", "id",
      "--per-page", "\(world.perPage)", "--retries", "0", "--each", values, "--keep", "n",
      "--concurrency", "\(concurrency)", "--open",
      world.statesTotal ? #"{"paginationMapping":{"total":"objectCount"}}"# : "{}",
    ] + more
  }

  private func values(
    _ kit: FetchKit, _ random: inout SeededGenerator
  ) -> (file: String, parents: [Int]) {
    let parents = Array(1...6).shuffled(using: &random)
      .prefix(Int.random(in: 1...6, using: &random))
    let texts = parents.map { "{\"n\":\($0)}" }
    let text =
      random.chance(50)
      ? "[" + texts.joined(separator: ",") + "]" : texts.joined(separator: "\n")
    return (kit.file("values", text), Array(parents))
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func aFileHasEveryItemOnce(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let kit = try FetchKit(items: 0)
    let world = World(perPage: random.pick([1, 2, 3, 5]), statesTotal: random.chance(60))
    let api = try ListAPI { world.answer($0) }
    world.change(&random)
    let (file, parents) = values(kit, &random)
    let end = try run(
      kit, world,
      arguments(
        api, world, file, random.pick([1, 2, 8]),
        ["-o", "items.ndjson", "--resume", "items.resume"]), &random)
    let lists = world.lists.withLock { $0 }
    let wanted = parents.flatMap { parent in
      (lists[parent]?.readable(perPage: world.perPage) ?? []).map {
        "{\"_item\":{\"n\":\(parent)},\"id\":\($0)}\n"
      }
    }.joined()
    #expect((kit.text("items.ndjson") ?? "") == wanted)
    let failed = parents.contains {
      switch lists[$0] {
      case .failing, .breaking: true
      default: false
      }
    }
    #expect((end.status == 0) == !failed)
  }

  /// Rows go list by list: with a total in the run that does not see them, without one at the latest in
  /// the second one of two that do not.
  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func aTableHasWhatTheListsHave(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &+ 1_000)
    let kit = try FetchKit(items: 0)
    let world = World(perPage: random.pick([1, 2, 3, 5]), statesTotal: random.chance(60))
    let api = try ListAPI { world.answer($0) }
    let concurrency = random.pick([1, 2, 8])
    var rows: [Int: Set<Int>] = [:]
    var unseen: [Int: Set<Int>] = [:]
    for _ in 0..<Int.random(in: 2...4, using: &random) {
      world.change(&random)
      let (file, parents) = values(kit, &random)
      let end = try run(
        kit, world,
        arguments(
          api, world, file, concurrency,
          ["-o", "items.sqlite", "--prune", "--prune-max", "100%"]), &random,
        lastEnd: { try lastEnd(kit) })
      // A list that is continued after a kill is proven by no total, and an empty one may be noted
      // without it: what they had before may stay for one run more.
      var mayStay: [Int: Set<Int>] = [:]
      for parent in parents {
        let list = world.lists.withLock { $0[parent] } ?? .gone
        let old = rows[parent] ?? []
        let seen = list.readable(perPage: world.perPage).map { Set($0) }
        unseen[parent]?.subtract(seen ?? [])
        switch list {
        case .gone: rows[parent] = []
        case .failing: break
        case .breaking: rows[parent] = old.union(seen ?? [])
        case .ids(let ids) where world.statesTotal:
          rows[parent] = Set(ids)
          if end.wasKilled { mayStay[parent] = old }
        // Nobody says that an empty list is meant.
        case .ids(let ids) where ids.isEmpty: break
        case .ids(let ids):
          // What is gone goes at once where the walk proves it, and else in the second run.
          let missing = old.subtracting(ids)
          rows[parent] = Set(ids)
          mayStay[parent] = missing.subtracting(unseen[parent] ?? [])
          unseen[parent] = missing
        }
      }
      let stored =
        try kit.stored.rows(
          "SELECT name FROM sqlite_schema WHERE name = 'items'"
        ).isEmpty ? [] : kit.stored.rows("SELECT _item_n, id FROM items")
      var found: [Int: Set<Int>] = [:]
      for row in stored { found[row[0].integer ?? 0, default: []].insert(row[1].integer ?? 0) }
      #expect(stored.count == found.values.reduce(0) { $0 + $1.count })
      for parent in 1...6 {
        let have = found[parent] ?? []
        let due = rows[parent] ?? []
        let most = due.union(mayStay[parent] ?? [])
        #expect(due.isSubset(of: have), "parent \(parent) of \(parents)")
        #expect(have.isSubset(of: most), "parent \(parent) of \(parents)")
        rows[parent] = have
      }
    }
  }
}
