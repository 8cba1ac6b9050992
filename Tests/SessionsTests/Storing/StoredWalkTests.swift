import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// A walk delivers what is stored, in order.
struct StoredWalkTests {
  @Test func pagesAreDeliveredAsTheyAreStored() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let (walk, delivered, progress) = world.stream(concurrency: 3)
    try world.serve(1, total: 7)
    // The next page is requested while this one is stored, but not told of.
    try world.serve(2, total: 7)
    #expect(delivered.lines.isEmpty && progress.lines.isEmpty && store.waiting.count == 1)
    try store.keep()
    #expect(delivered.lines == [#"1: [{"id":1},{"id":2}]"#])
    #expect(progress.lines == ["1/4 2/7"])
    try world.serve(4, total: 7)
    try world.serve(3, total: 7)
    #expect(store.waiting == [#"[{"id":3},{"id":4}]"#])
    for _ in 2...4 { try store.keep() }
    let summary = try walk.value()
    #expect(summary.verdict == .complete && summary.pages == 4 && summary.itemCount == 7)
    #expect(summary.snapshot.store?.items == 7)
    #expect(delivered.lines.count == 4)
    world.session.close()
    #expect(store.ends == ["complete totalReached"])
  }

  @Test func aPageThatCannotBeStoredMakesTheWalkPartial() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let (walk, delivered, _) = world.stream()
    try world.serve(1, total: 7)
    try store.keep()
    try world.serve(2, total: 7)
    try store.refuse()
    let summary = try walk.value()
    #expect(summary.verdict == .partial && summary.pages == 1 && summary.itemCount == 2)
    #expect(summary.endReason == EndReason(.failed, page: 2))
    #expect(summary.snapshot.error?.error == ScriptedStore.full)
    #expect(summary.snapshot.currentPage == 1 && delivered.lines.count == 1)
    // The checkpoint leads to the page that is missing, and so does the next load.
    let later = try World(Pages.counted())
    try later.session.resume(summary.checkpoint)
    #expect(try later.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 7)).page == 2)
    let load = world.load(.next)
    try world.serve(2, total: 7)
    try store.keep()
    #expect(try load.value().ids == [3, 4])
    world.session.close()
    #expect(store.ends == ["partial failed"])
  }

  @Test func aFirstPageThatCannotBeStoredFailsTheWalk() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let walk = world.walk()
    try world.serve(1, total: 2)
    try store.refuse()
    #expect(try walk.failure().error == ScriptedStore.full)
    world.session.close()
    #expect(store.ends == ["failed storeFailed"])
  }

  @Test func aWalkThatIsCancelledWhileAPageIsStored() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let walk = world.walk(concurrency: 1)
    try world.serve(1, total: 4)
    _ = world.session.cancel()
    #expect(try walk.failure().error == .cancelled)
    try store.keep()
    #expect(world.state.currentPage == nil && world.client.waiting.isEmpty)
    let again = world.walk(concurrency: 1)
    try world.serve(1, total: 4)
    try store.keep()
    try world.serve(2, total: 4)
    try store.keep()
    #expect(try again.value().lines == ["1: 1 2", "2: 3 4"])
    world.session.close()
    #expect(store.ends == ["complete totalReached"])
  }

  /// A walk with a store is the same as one without, and stores exactly what it delivers.
  @Test(arguments: [
    "plain", "counted", "cursors", "two pages", "three items", "five items", "limits", "loop",
    "repeated page", "failure", "one at a time", "until",
  ])
  func storingChangesNothingOfAWalk(scenario: String) throws {
    let plain = try run(scenario, store: nil)
    let store = ScriptedStore(isImmediate: true)
    let stored = try run(scenario, store: store)
    #expect(stored == plain)
    #expect(store.stored == plain.delivered.map { String($0.drop { $0 != "[" }) })
    #expect(plain.delivered.count > 1)
  }

  private struct Outcome: Equatable {
    let delivered: [String]
    let reports: Int
    let verdict: Verdict
    let end: EndReason?
    let pages: Int
    let items: Int
    let current: Int?
  }

  private func run(_ scenario: String, store: ScriptedStore?) throws -> Outcome {
    let open =
      switch scenario {
      case "plain": Pages.numbered()
      case "cursors", "loop", "repeated page", "failure": Pages.tokens(#","identity":"id""#)
      case "limits": Pages.counted(#","limits":{"itemsMax":3}"#)
      case "until": Pages.counted(#","limits":{"until":{"path":"id","above":3}}"#)
      default: Pages.counted()
      }
    let world = try World(open, store: store)
    let (walk, delivered, progress) = world.stream(
      pagesMax: scenario == "two pages" ? 2 : nil,
      itemsMax: scenario == "three items" ? 3 : scenario == "five items" ? 5 : nil,
      concurrency: scenario == "one at a time" ? 1 : nil)
    while let exchange = world.client.waiting.first {
      let (body, status) = StoredWalkTests.body(scenario, exchange.line)
      exchange.reply(body, status: status)
    }
    let summary = try walk.value()
    return Outcome(
      delivered: delivered.lines, reports: progress.lines.count, verdict: summary.verdict,
      end: summary.endReason, pages: summary.pages, items: summary.itemCount,
      current: summary.snapshot.currentPage)
  }

  /// Seven items, two a page; cursors lead from "b" to "c" to "d".
  private static func body(_ scenario: String, _ line: String) -> (String, status: Int) {
    if let match = line.firstMatch(of: /page=([0-9]+)/), let page = Int(match.output.1) {
      let ids = [page * 2 - 1, page * 2].filter { $0 <= 7 }
      return (Pages.body(ids, total: scenario == "plain" ? nil : 7), 200)
    }
    let cursor = line.firstMatch(of: /cursor=([a-z])/).map { String($0.output.1) } ?? "a"
    switch (scenario, cursor) {
    case (_, "a"): return (Pages.body([1, 2], next: "b"), 200)
    case (_, "b"): return (Pages.body([3, 4], next: "c"), 200)
    case ("loop", "c"): return (Pages.body([1, 2], next: "b"), 200)
    case ("failure", "c"): return ("", 500)
    case ("repeated page", "c"): return (Pages.body([1, 2], next: "d"), 200)
    case (_, "c"): return (Pages.body([5, 6], next: "d"), 200)
    default: return (Pages.body([7]), 200)
    }
  }
}
