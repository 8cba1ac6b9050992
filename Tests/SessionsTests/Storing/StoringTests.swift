import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Pages are stored before anybody is told of them.
struct StoringTests {
  static let onePage = #"[{"id":1},{"id":2}]"#

  // MARK: Loads

  @Test func aLoadEndsOnceItsPageIsStored() throws {
    let store = ScriptedStore()
    let world = try World(
      Pages.counted(#","notifications":true"#), abilities: .notifying, store: store)
    #expect(world.state.store == StoredRun(path: "f.sqlite", table: "t"))
    let load = world.load(.next)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    #expect(store.waiting == [StoringTests.onePage])
    #expect(!load.isThere && world.host.events == ["will 1"])
    #expect(world.state.loading && world.state.currentPage == nil)
    try store.keep()
    #expect(try load.value().ids == [1, 2])
    #expect(world.host.events == ["will 1", "did 1 0+2 of 5"])
    #expect(world.state.store?.run == 7 && world.state.store?.items == 2)
    #expect(!world.state.loading && world.state.currentPage == 1)
  }

  @Test func aPageThatCannotBeStoredFailsItsLoad() throws {
    let store = ScriptedStore()
    let world = try World(
      Pages.counted(#","notifications":true"#), abilities: .notifying, store: store)
    let load = world.load(.next)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    try store.refuse()
    let failure = try load.failure()
    #expect(failure.error == ScriptedStore.full && failure.page == 1)
    #expect(failure.snapshot.currentPage == nil && failure.snapshot.pages.loaded.isEmpty)
    #expect(world.host.events == ["will 1", "fail 1 storeFailed"])
    // The same may succeed later.
    let again = world.load(.next)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    try store.keep()
    #expect(try again.value().ids == [1, 2])
    #expect(world.state.error == nil && store.stored == [StoringTests.onePage])
  }

  @Test func stepsOnTheWayToAPageAreStored() throws {
    let store = ScriptedStore(isImmediate: true)
    let world = try World(Pages.tokens(), store: store)
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([2], next: "c"))
    try world.load(.page(1), from: "/a", Pages.body([1], next: "b"))
    #expect(store.stored == [#"[{"id":1}]"#, #"[{"id":2}]"#, #"[{"id":1}]"#])
  }

  @Test func aPageThatWasCancelledIsNotDelivered() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let load = world.load(.next)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    world.session.cancel(load: load.work)
    #expect(try load.failure().error == .requestCancelled)
    try store.keep()
    #expect(world.state.currentPage == nil && !world.state.loading)
    #expect(world.state.store?.items == 2)
  }

  @Test func theEmptyPageBehindTheLastIsNoPage() throws {
    let store = ScriptedStore(isImmediate: true)
    let world = try World(Pages.numbered(), store: store)
    try world.visit(1...1)
    let last = try world.load(.next, from: "/a?page=2&n=2", Pages.body([]))
    #expect(last.ids.isEmpty && store.stored.count == 1)
  }

  @Test func aPageThatRepeatsAnEarlierOneIsNotStored() throws {
    let store = ScriptedStore(isImmediate: true)
    let world = try World(Pages.numbered(), store: store)
    try world.visit(1...1)
    #expect(
      try world.loadFailing(.next, from: "/a?page=2&n=2", Pages.body([1, 2])).error.kind
        == "paginationLoop")
    #expect(store.stored == [StoringTests.onePage])
  }

  @Test func whatAWalkHasCutIsStoredOnceItIsDelivered() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let walk = world.walk(itemsMax: 1)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    #expect(store.waiting == [#"[{"id":1}]"#])
    try store.keep()
    #expect(try walk.value().lines == ["1: 1"])
    #expect(world.state.pages.loaded.isEmpty)
    let rest = world.load(.next)
    #expect(!rest.isThere && store.waiting == [#"[{"id":2}]"#])
    try store.refuse()
    #expect(try rest.failure().error == ScriptedStore.full)
    let again = world.load(.next)
    try store.keep()
    #expect(try again.value().ids == [2])
  }

  @Test func itemsBeforeACheckpointAreNotStoredAgain() throws {
    let first = try World(Pages.counted(), store: ScriptedStore(isImmediate: true))
    let walk = first.walk(itemsMax: 1)
    try first.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    _ = try walk.value()
    let checkpoint = first.checkpoint
    for isWalk in [true, false] {
      let store = ScriptedStore(isImmediate: true)
      let second = try World(Pages.counted(), store: store)
      try second.session.resume(checkpoint)
      if isWalk {
        #expect(
          try second.walked(pagesMax: 1, ["/a?page=1&n=2": Pages.body([1, 2], total: 5)]).lines == [
            "1: 2"
          ])
      } else {
        #expect(
          try second.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 5)).ids == [2])
      }
      #expect(store.stored == [#"[{"id":2}]"#])
    }
  }

  // MARK: Windows and refreshes

  @Test func aWindowIsAnsweredOnceItsPagesAreStored() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let window = world.items(0..<3)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    #expect(!window.isThere && world.client.waiting.isEmpty)
    try store.keep()
    try world.reply("/a?page=2&n=2", Pages.body([3, 4], total: 5))
    try store.refuse()
    let view = try window.value()
    #expect(view.text == #"[{"id":1},{"id":2},null]"#)
    #expect(view.failedPages.map(\.page) == [2] && view.loadingPages.isEmpty)
    #expect(view.failedPages.first?.error == ScriptedStore.full)
    // What is held was stored: it is shown at once.
    #expect(try world.items(0..<2).value().text == StoringTests.onePage)
    #expect(store.stored == [StoringTests.onePage])
  }

  @Test func aWindowJoinsAPageThatIsBeingStored() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let load = world.load(.next)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    let window = world.items(0..<2)
    #expect(world.client.waiting.isEmpty)
    try store.keep()
    #expect(try load.value().ids == [1, 2])
    #expect(try window.value().text == StoringTests.onePage)
    #expect(store.stored.count == 1)
  }

  @Test func aRefreshedPageIsStored() throws {
    let store = ScriptedStore(isImmediate: true)
    let world = try World(Pages.counted(), store: store)
    try world.visit(1...1, total: 5)
    let refresh = world.refresh()
    try world.reply("/a?page=1&n=2", Pages.body([1, 9], total: 5))
    #expect(try refresh.value().pages.map(\.changed) == [true])
    #expect(store.stored == [StoringTests.onePage, #"[{"id":1},{"id":9}]"#])
  }

  @Test func aRefreshTellsWhatCouldNotBeStored() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let load = world.load(.next)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    try store.keep()
    _ = try load.value()
    let refresh = world.refresh(page: 1)
    try world.reply("/a?page=1&n=2", Pages.body([1, 9], total: 5))
    #expect(!refresh.isThere)
    try store.refuse()
    #expect(try refresh.value().pages.first?.error == ScriptedStore.full)
    #expect(try world.items(0..<2).value().text == StoringTests.onePage)
  }

  // MARK: The end

  @Test func closingEndsTheStore() throws {
    let store = ScriptedStore(isImmediate: true)
    let world = try World(Pages.counted(), store: store)
    try world.visit(1...1, total: 5)
    let closed = Log()
    world.session.close { closed.add($0?.kind ?? "well") }
    #expect(store.ends == ["none"] && closed.lines == ["well"])
  }

  @Test func pagesUnderWayAreStoredBeforeTheEnd() throws {
    let store = ScriptedStore()
    let world = try World(Pages.counted(), store: store)
    let load = world.load(.next)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 5))
    world.session.close()
    #expect(try load.failure().error == .cancelled)
    #expect(store.waiting.count == 1 && store.ends == ["none"])
    try store.keep()
  }

  @Test func sessionsWithoutAStoreCloseAtOnce() throws {
    let world = try World(Pages.counted())
    let closed = Log()
    world.session.close { closed.add($0?.kind ?? "well") }
    #expect(closed.lines == ["well"] && world.state.store == nil)
  }
}

extension HostAbilities {
  /// A client that takes notifications.
  static var notifying: HostAbilities {
    var abilities = HostAbilities()
    abilities.notifications = true
    return abilities
  }
}
