import HTTP
import Pagination
import Synchronization
import TestInput
import TestSupport
import Testing

@testable import Sessions

/// What it takes more than a dialogue to say of sessions.
struct SessionTests {
  @Test func stateTextIsMadeAnewOnlyAfterAChange() throws {
    let world = try World(Pages.numbered())
    let made = Log()
    func text() -> [UInt8] {
      world.session.snapshotText { snapshot in
        made.add("x")
        return Array("\(snapshot.currentPage ?? 0)".utf8)
      }
    }
    #expect(text() == text())
    #expect(made.lines.count == 1)
    try world.visit(1...1)
    #expect(text() == Array("1".utf8))
    #expect(made.lines.count == 2)
  }

  /// A client that has the reply hears no more of what the call has ended.
  @Test(arguments: ["cancel", "reset", "configure"])
  func theStateIsGivenAfterWhatWasDecidedBefore(call: String) throws {
    let world = try World(Pages.numbered())
    let session = world.session
    let (settings, parameters) = try World.settings(Pages.numbered())
    let told = Log()
    let tell: @Sendable (SessionSnapshot) -> Void = { told.add("\(call), \($0.loaded)") }
    session.load(.next) { _ in
      told.add("first")
      switch call {
      case "cancel": session.cancel(tell)
      case "reset": session.reset(tell)
      default: session.configure(settings, parameters: parameters, tell)
      }
    }
    session.load(.next) { _ in told.add("second") }
    session.giveUp(.requestCancelled)
    #expect(told.lines == ["first", "second", "\(call), false"])
  }

  /// Pages that are requested ahead change nothing of what is told.
  @Test func theSameIsToldAsWithoutReadingAhead() throws {
    func answer(_ exchanges: [Exchange]) {
      for exchange in exchanges {
        let page = exchange.request.url.query.flatMap { Int($0.dropFirst(5).prefix(1)) } ?? 0
        exchange.reply(Pages.body((page * 2 - 1)...min(7, page * 2), total: 7))
      }
    }
    func told(_ more: String) throws -> ([String], [String]) {
      let world = try World(Pages.counted(#","notifications":true\#(more)"#))
      let results = try (1...4).map { page in
        let load = world.load(.next)
        answer(world.client.waiting)
        let loaded = try load.value()
        var state = loaded.snapshot
        state.pages.prefetched = []
        answer(world.client.waiting)
        return "\(page) \(loaded.ids) \(loaded.facts) \(state)"
      }
      #expect(world.client.lines.count == 4)
      return (results, world.host.events)
    }
    #expect(try told(#","prefetch":{"pages":3}"#) == told(""))
  }

  /// Failed pages take memory: beyond a number only those that a window shows are remembered.
  @Test func failuresOfLoadsAreRememberedUpToANumber() throws {
    let world = try World(Pages.counted())
    let most = PagedList.failedPagesMax
    try world.visit(1...1, total: 10 * most)
    func fail(_ page: Int) throws {
      let load = world.load(.page(page))
      try world.client.only().reply("", status: 500)
      _ = try load.failure()
    }
    for page in 2...(most + 1) { try fail(page) }
    let first = try world.items(2..<4, loads: false).value()
    #expect(first.failedPages.map(\.page) == [2])
    try fail(most + 2)
    #expect(try world.items(2..<4, loads: false).value().failedPages.isEmpty)
    let window = world.items(2..<4)
    try world.reply("/a?page=2&n=2", Pages.body([3, 4], total: 10 * most))
    #expect(try window.value().text == #"[{"id":3},{"id":4}]"#)
  }

  /// Whoever takes the pages may know items again by itself; the latest are known all the same.
  @Test(arguments: [(false, 5), (true, 6)])
  func itemsOfLongAgoAreForgottenWhereThatIsWanted(remembersItems: Bool, duplicates: Int) throws {
    let world = try World(Pages.tokens(#","identity":"id""#))
    let answer = Answer<WalkSummary>()
    answer.work = world.session.walk(
      WalkOrder(
        pagesMax: nil, itemsMax: nil, concurrency: 1, remembersItems: remembersItems,
        deliver: { _ in }, report: nil)
    ) { answer.take($0) }
    let size = ItemMemory.latestDigests
    for page in 0..<4 {
      // The first item of all, one of the page before, and new ones.
      let again = page > 0 ? [1, page * size] : []
      let new = Array((page * size + 1)...((page + 1) * size))
      try world.client.only().reply(Pages.body(again + new, next: page < 3 ? "\(page)" : nil))
    }
    let summary = try answer.value()
    // Each last item of a page is known on the next one; the first of all is forgotten on the third.
    #expect(summary.duplicates == duplicates)
  }
}
