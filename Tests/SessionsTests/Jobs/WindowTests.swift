import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct WindowTests {
  static let shown =
    #","placeholders":{"loading":"…","error":"!","noResults":"none"},"notifications":true"#

  // MARK: What is shown

  @Test func missingItemsAreLoadingPlaceholders() throws {
    let world = try World(Pages.counted(Self.shown))
    try world.visit(1...1, total: 6)
    let view = try world.items(0..<9, loads: false).value()
    #expect(view.text == #"[{"id":1},{"id":2},"…","…","…","…"]"#)
    #expect(view.count == 6 && view.loaded == [0..<2])
    #expect(view.loadingPages.isEmpty && view.failedPages.isEmpty)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func placeholdersAreNullUnlessGiven() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 3)
    #expect(try world.items(1..<3, loads: false).value().text == #"[{"id":2},null]"#)
  }

  @Test func windowPastTheEndIsClippedOrRefused() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 5)
    #expect(try world.items(4..<9, loads: false).value().text == "[null]")
    #expect(
      try world.items(5..<6).failure().error == .itemOutOfRange(index: 5, count: 5))
    #expect(try world.session.page(of: 4) == 3)
    #expect(world.page(of: 5) == .failure(.itemOutOfRange(index: 5, count: 5)))
    #expect(try world.session.indexes(of: 3) == 4..<5)
    #expect(world.indexes(of: 4) == .failure(.pageOutOfRange(page: 4, firstPage: 1, pageCount: 3)))
    #expect(world.indexes(of: 0) == .failure(.pageOutOfRange(page: 0, firstPage: 1, pageCount: 3)))
  }

  @Test func emptyCollectionIsItsPlaceholder() throws {
    let world = try World(Pages.counted(Self.shown))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([], total: 0))
    let view = try world.items(0..<10).value()
    #expect(view.text == #"["none"]"# && view.count == 0)
    #expect(try world.items(1..<2).failure().error == .itemOutOfRange(index: 1, count: 0))
    let plain = try World(Pages.counted())
    try plain.load(.next, from: "/a?page=1&n=2", Pages.body([], total: 0))
    #expect(try plain.items(0..<10).value().text == "[]")
    #expect(try plain.session.indexes(of: 1) == 0..<0)
  }

  @Test func whereTheEndIsUnknownThereAreLoadingPlaceholders() throws {
    let world = try World(Pages.numbered())
    try world.visit(1...1)
    let view = try world.items(0..<5, loads: false).value()
    #expect(view.text == #"[{"id":1},{"id":2},null,null,null]"#)
    #expect(view.count == 2)
  }

  @Test func windowDoesNotMoveWhereLoadsAre() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 20)
    #expect(try world.items(6..<8, serving: 4, total: 20).text == #"[{"id":7},{"id":8}]"#)
    #expect(world.state.currentPage == 1 && world.state.counts.offset == 0)
    #expect(world.state.request.url == "http://api.test/a?page=1&n=2")
    #expect(world.state.pages.loaded == [1...1, 4...4])
    try serveNext(world)
  }

  private func serveNext(_ world: World) throws {
    let next = world.load(.next)
    try world.serve(2, total: 20)
    #expect(try next.value().page == 2)
  }

  // MARK: Loading

  @Test func withoutWaitingTheAnswerComesAtOnce() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 8)
    let window = world.items(1..<5, waits: false)
    let view = try window.value()
    #expect(view.text == #"[{"id":2},null,null,null]"# && view.loadingPages == [2, 3])
    #expect(world.paths == ["/a?page=2&n=2", "/a?page=3&n=2"])
    try world.serve(3, 2, total: 8)
    let whole = try world.items(1..<5, waits: false).value()
    #expect(whole.loaded == [1..<5] && whole.loadingPages.isEmpty)
  }

  @Test func firstPageIsAskedAloneWhileNothingIsKnown() throws {
    let world = try World(Pages.counted())
    let window = world.items(0..<8)
    #expect(world.paths == ["/a?page=1&n=2"])
    try world.serve(1, total: 20)
    #expect(world.paths == ["/a?page=2&n=2", "/a?page=3&n=2", "/a?page=4&n=2"])
    try world.serve(4, 2, total: 20)
    #expect(!window.isThere)
    try world.serve(3, total: 20)
    #expect(try window.value().loaded == [0..<8])
  }

  @Test func atMostSoManyAtOnce() throws {
    let world = try World(Pages.counted(#","fetching":{"concurrency":2,"retries":0}"#))
    try world.visit(1...1, total: 100)
    let window = world.items(10..<18)
    #expect(world.paths == ["/a?page=6&n=2", "/a?page=7&n=2"])
    try world.serve(7, total: 100)
    #expect(world.paths == ["/a?page=6&n=2", "/a?page=8&n=2"])
    try world.serve(6, 8, 9, total: 100)
    #expect(try window.value().loaded == [10..<18])
  }

  @Test func eachPageIsLoadedOnceHoweverManyAsk() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 20)
    let windows = [world.items(4..<6), world.items(4..<6), world.items(5..<7)]
    #expect(world.paths == ["/a?page=3&n=2", "/a?page=4&n=2"])
    try world.serve(3, total: 20)
    #expect(windows.map(\.isThere) == [true, true, false])
    try world.serve(4, total: 20)
    #expect(windows.map(\.isThere) == [true, true, true])
    #expect(world.client.lines.count == 3)
  }

  @Test func windowGrowsWithAPageSizeOfTheAPIs() throws {
    let world = try World(
      #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":10,"itemsPath":"items","#
        + #""paginationMapping":{"size":"perPage","total":"objectCount"}}"#)
    let window = world.items(0..<4)
    try world.reply("/a?page=1&n=10", #"{"items":[1,2],"size":2,"total":5}"#)
    #expect(!window.isThere)
    try world.reply("/a?page=2&n=2", #"{"items":[3,4],"size":2,"total":5}"#)
    #expect(try window.value().text == "[1,2,3,4]")
  }

  @Test func failedPageIsShownAndAskedAgain() throws {
    let world = try World(Pages.counted(Self.shown))
    try world.visit(1...1, total: 8)
    let window = world.items(2..<6)
    try world.serve(2, total: 8)
    try world.reply("/a?page=3&n=2", "", status: 500)
    let view = try window.value()
    #expect(view.text == #"[{"id":3},{"id":4},"!","!"]"#)
    #expect(view.failedPages.map(\.page) == [3])
    #expect(view.failedPages.first?.error.kind == "httpStatus")
    #expect(world.host.events.last == "fail 3 httpStatus")
    #expect(try world.items(4..<6, loads: false).value().text == #"["!","!"]"#)
    #expect(world.client.waiting.isEmpty)
    #expect(try world.items(4..<6, serving: 3, total: 8).failedPages.isEmpty)
    #expect(world.state.error == nil)
  }

  @Test func pageThatALoadFailedToBringIsShownAsFailed() throws {
    let world = try World(Pages.counted(Self.shown))
    try world.visit(1...1, total: 4)
    _ = try world.loadFailing(.next, status: 500)
    let view = try world.items(0..<4, loads: false).value()
    #expect(view.text == #"[{"id":1},{"id":2},"!","!"]"# && view.failedPages.map(\.page) == [2])
    _ = try world.loadFailing(.page(1), status: 500)
    #expect(try world.items(0..<2, loads: false).value().text == #"[{"id":1},{"id":2}]"#)
    #expect(try world.items(0..<4, serving: 2, total: 4).failedPages.isEmpty)
  }

  @Test func cancelFailsWindowsThatWait() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 8)
    let window = world.items(2..<6)
    _ = world.session.cancel()
    #expect(try window.failure().error == .cancelled)
    #expect(world.client.waiting.isEmpty)
    let one = world.items(2..<4)
    world.session.cancel(load: one.work)
    #expect(try one.failure().error == .requestCancelled)
    try world.serve(2, total: 8)
  }

  @Test func pageThatALoadBringsAnswersTheWindow() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 8)
    let load = world.load(.page(4))
    try world.serve(4, total: 8)
    _ = try load.value()
    #expect(try world.items(6..<8).value().loaded == [6..<8])
  }

  @Test func endThatIsFoundAnswersTheWindow() throws {
    let world = try World(Pages.numbered())
    try world.visit(1...1)
    let view = try world.items(
      0..<6, ["/a?page=2&n=2": Pages.body([3]), "/a?page=3&n=2": Pages.body([])])
    #expect(view.text == #"[{"id":1},{"id":2},{"id":3}]"# && view.count == 3)
  }

  @Test func eventsComeBeforeTheAnswer() throws {
    let world = try World(Pages.counted(Self.shown))
    let window = world.items(0..<2)
    #expect(world.host.takeEvents() == ["will 1"])
    try world.serve(1, total: 3)
    #expect(world.host.takeEvents() == ["did 1 0+2 of 3"])
    #expect(window.isThere)
  }

  // MARK: Travelling

  @Test func scrolledAwayPagesAreNotLoaded() throws {
    let world = try World(Pages.counted(#","fetching":{"concurrency":1,"retries":0}"#))
    try world.visit(1...1, total: 200)
    _ = try world.items(20..<30, waits: false).value()
    #expect(world.paths == ["/a?page=11&n=2"])
    _ = try world.items(100..<104, waits: false).value()
    try world.serve(11, total: 200)
    try world.serve(51, 52, total: 200)
    #expect(world.client.waiting.isEmpty)
    #expect(world.state.pages.loaded == [1...1, 11...11, 51...52])
  }

  @Test func prefetchGoesInTheDirectionOfTravelFirst() throws {
    let world = try World(
      Pages.counted(#","prefetch":{"distance":4},"fetching":{"concurrency":1,"retries":0}"#))
    try world.visit(1...1, total: 200)
    _ = try world.items(40..<42, waits: false).value()
    for page in [21, 22, 23, 20, 19] {
      #expect(world.paths == ["/a?page=\(page)&n=2"])
      try world.serve(page, total: 200)
    }
    _ = try world.items(32..<34, waits: false).value()
    for page in [17, 16, 15, 18] {
      #expect(world.paths == ["/a?page=\(page)&n=2"])
      try world.serve(page, total: 200)
    }
    #expect(world.client.waiting.isEmpty)
  }

  @Test func touchLoadsWhatIsNear() throws {
    let world = try World(Pages.counted(#","prefetch":{"distance":1}"#))
    try world.visit(1...1, total: 8)
    for index in [-1, Int.min, Int.max] { world.session.touch(index) }
    world.session.touch(0)
    #expect(world.paths.isEmpty)
    world.session.touch(1)
    #expect(world.paths == ["/a?page=2&n=2"])
    try world.serve(2, total: 8)
    world.session.touch(8)
    world.session.touch(1_000_000_000_000_000)
    #expect(world.paths.isEmpty)
    world.session.touch(7)
    #expect(world.paths == ["/a?page=4&n=2"])
    try world.serve(4, total: 8)
  }

  @Test func touchPastTheEndDoesNothing() throws {
    let world = try World(Pages.counted(#","prefetch":{"distance":9}"#))
    try world.visit(1...1, total: 2)
    world.session.touch(2)
    #expect(world.client.waiting.isEmpty)
  }

  // MARK: Memory

  @Test func pagesFarFromTheWindowAreDropped() throws {
    let world = try World(Pages.counted(#","limits":{"heldPagesMax":3}"#))
    try world.visit(1...3, total: 200)
    #expect(try world.items(100..<104, serving: 51, 52, total: 200).loaded == [100..<104])
    #expect(world.state.pages.loaded == [3...3, 51...52])
    _ = try world.items(104..<108, serving: 53, 54, total: 200)
    #expect(world.state.pages.loaded == [52...54])
  }

  @Test func loadsDropWhatIsFarFromThem() throws {
    let world = try World(Pages.counted(#","limits":{"heldPagesMax":3}"#))
    try world.visit(1...6, total: 200)
    #expect(world.state.pages.loaded == [4...6])
    _ = try world.items(0..<2, waits: false).value()
    try world.serve(1, total: 200)
    try world.visit(7...9, total: 200)
    let held = world.state.pages.loaded
    #expect(held.reduce(0) { $0 + $1.count } == 3)
    #expect(held.contains { $0.contains(9) } && held.contains { $0.contains(1) })
  }

  @Test func largerWindowWinsUntilItIsAnswered() throws {
    let world = try World(Pages.counted(#","limits":{"heldPagesMax":2}"#))
    try world.visit(1...1, total: 200)
    #expect(try world.items(0..<10, serving: 2, 3, 4, 5, total: 200).loaded == [0..<10])
    #expect(world.state.pages.loaded.reduce(0) { $0 + $1.count } == 2)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func askingForALargerWindowAgainAndAgainShowsItWhole() throws {
    let world = try World(Pages.counted(#","limits":{"heldPagesMax":2}"#))
    try world.visit(1...1, total: 200)
    _ = try world.items(0..<8, waits: false).value()
    try world.serve(2, 3, 4, total: 200)
    #expect(world.client.waiting.isEmpty)
    #expect(try world.items(0..<8, waits: false).value().loaded == [0..<8])
    #expect(world.client.waiting.isEmpty)
  }

  @Test func prefetchStaysInsideOfWhatCanBeHeld() throws {
    let world = try World(
      Pages.counted(#","limits":{"heldPagesMax":3},"prefetch":{"distance":100}"#))
    try world.visit(1...1, total: 2_000)
    _ = try world.items(100..<102, waits: false).value()
    var served = 0
    while let line = world.paths.first {
      let page = try #require(Int(line.dropFirst("/a?page=".count).prefix { $0.isNumber }))
      try world.serve(page, total: 2_000)
      served += 1
      try #require(served < 20)
    }
    #expect(served == 3)
    #expect(world.state.pages.loaded.reduce(0) { $0 + $1.count } == 3)
  }

  // MARK: Drift

  @Test func driftOfAPageMovesIndexesAndCount() throws {
    let world = try World(Pages.counted())
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1], total: 6))
    let view = try world.items(0..<9, loads: false).value()
    #expect(view.count == 5 && view.text == #"[{"id":1},null,null,null,null]"#)
    #expect(
      try world.items(1..<3, ["/a?page=2&n=2": Pages.body([2, 3], total: 6)]).text
        == #"[{"id":2},{"id":3}]"#)
    try world.load(.page(3), from: "/a?page=3&n=2", Pages.body([4, 5, 6], total: 6))
    #expect(try world.items(0..<9, loads: false).value().count == 6)
  }

  @Test func declinedItemsTakeNoPlace() throws {
    let world = try World(
      #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":3,"#
        + #""paginationMapping":{"total":"objectCount"},"#
        + #""responseDescriptors":[{"keyPath":"items","mapping":"item"}],"#
        + #""mappings":{"item":{"when":[{"keyPath":"kind","equals":"a","mapping":"a"}],"#
        + #""otherwise":null},"a":{"attributes":{"id":"id"}}}}"#)
    #expect(
      try world.load(
        .next, from: "/a?page=1&n=3",
        #"{"items":[{"id":1,"kind":"a"},{"id":2,"kind":"b"},{"id":3,"kind":"a"}],"total":4}"#
      ).content.count == 2)
    let view = try world.items(
      0..<9, ["/a?page=2&n=3": #"{"items":[{"id":4,"kind":"a"}],"total":4}"#])
    #expect(view.text == #"[{"id":1},{"id":3},{"id":4}]"#)
    #expect(view.count == 3)
  }

  // MARK: Cursor APIs

  @Test func tokensAreWalkedAlong() throws {
    let world = try World(Pages.tokens())
    let window = world.items(4..<6)
    try world.reply("/a", Pages.body([1, 2], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([3, 4], next: "c"))
    #expect(world.client.waiting.count == 1)
    try world.reply("/a?cursor=c", Pages.body([5, 6], next: "d"))
    #expect(try window.value().text == #"[{"id":5},{"id":6}]"#)
    #expect(world.state.currentPage == nil && world.state.loaded)
    #expect(world.client.waiting.isEmpty)
    try world.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
  }

  @Test func droppedPageOfACursorAPIIsReachedByItsToken() throws {
    let world = try World(Pages.tokens(#","limits":{"heldPagesMax":1}"#))
    let far = world.items(4..<6)
    for (path, ids, next) in [("/a", [1, 2], "b"), ("/a?cursor=b", [3, 4], "c")] {
      try world.reply(path, Pages.body(ids, next: next))
    }
    try world.reply("/a?cursor=c", Pages.body([5, 6]))
    _ = try far.value()
    #expect(world.state.pages.loaded == [3...3])
    #expect(
      try world.items(2..<4, ["/a?cursor=b": Pages.body([3, 4], next: "c")]).text
        == #"[{"id":3},{"id":4}]"#)
  }

  @Test func failureOnTheWayFailsWhatLiesBehind() throws {
    let world = try World(Pages.tokens())
    let window = world.items(0..<6)
    try world.reply("/a", Pages.body([1, 2], next: "b"))
    try world.reply("/a?cursor=b", "", status: 500)
    let view = try window.value()
    #expect(view.loaded == [0..<2] && view.failedPages.map(\.page) == [2, 3])
    #expect(
      try world.items(
        0..<6, ["/a?cursor=b": Pages.body([3, 4], next: "c"), "/a?cursor=c": Pages.body([5, 6])]
      ).loaded == [0..<6])
  }

  @Test func endOfTheTokensClipsTheWindow() throws {
    let world = try World(Pages.tokens())
    let view = try world.items(
      0..<9, ["/a": Pages.body([1, 2], next: "b"), "/a?cursor=b": Pages.body([3])])
    #expect(view.text == #"[{"id":1},{"id":2},{"id":3}]"# && view.count == 3)
  }
}
