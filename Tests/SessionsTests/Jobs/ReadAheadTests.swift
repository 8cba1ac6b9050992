import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Which pages are requested before they are asked for, and when none is.
struct ReadAheadTests {
  static func pages(_ count: Int, _ more: String = "") -> String {
    #","prefetch":{"pages":\#(count)}\#(more)"#
  }

  /// A numbered API of four pages, after its first page: 1 2, 3 4, 5 6, 7.
  private func numbered(_ count: Int, _ more: String = "") throws -> World {
    let world = try World(Pages.counted(Self.pages(count, more)))
    try load(1, in: world)
    return world
  }

  /// Loads a page that no request is under way for.
  private func load(_ page: Int, in world: World, _ target: LoadTarget = .next) throws {
    try world.load(target, from: "/a?page=\(page)&n=2", body(page))
  }

  private func body(_ page: Int) -> String {
    Pages.body((page * 2 - 1)...min(7, page * 2), total: 7)
  }

  private func end(_ world: World) { _ = world.session.cancel() }

  // MARK: Which pages

  @Test func nothingIsRequestedAheadUnlessTheClientSaysSo() throws {
    let world = try World(Pages.counted())
    try load(1, in: world)
    #expect(world.client.waiting.isEmpty && world.state.pages.prefetched.isEmpty)
    #expect(world.settings.prefetch.pages == 0 && world.settings.prefetch.ageSecondsMax == 30)
  }

  @Test func computedPagesAreRequestedSideBySide() throws {
    let world = try numbered(2)
    #expect(world.paths == ["/a?page=2&n=2", "/a?page=3&n=2"])
    #expect(world.state.pages.prefetched == [2, 3] && !world.state.loading)
    try world.reply("/a?page=3&n=2", body(3))
    #expect(world.state.pages.prefetched == [2, 3])
    end(world)
    #expect(world.state.pages.prefetched.isEmpty && world.client.waiting.isEmpty)
  }

  @Test func othersAreRequestedAsEachPageNamesTheNext() throws {
    let world = try World(Pages.tokens(Self.pages(2)))
    try world.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
    #expect(world.paths == ["/a?cursor=b"] && world.state.pages.prefetched == [2])
    try world.reply("/a?cursor=b", Pages.body([3, 4], next: "c"))
    #expect(world.paths == ["/a?cursor=c"] && world.state.pages.prefetched == [2, 3])
    try world.reply("/a?cursor=c", Pages.body([5]))
    #expect(world.paths.isEmpty && world.state.pages.prefetched == [2, 3])
    for (page, ids) in [(2, [3, 4]), (3, [5])] {
      let loaded = try world.load(.next).value()
      #expect(loaded.page == page && loaded.ids == ids)
    }
    #expect(world.client.lines.count == 3 && world.state.hasNextPage == false)
  }

  @Test func pagesAreRequestedInTheDirectionOfTravel() throws {
    let world = try numbered(1)
    try world.reply("/a?page=2&n=2", body(2))
    try load(4, in: world, .page(4))
    #expect(world.paths.isEmpty && world.state.pages.prefetched.isEmpty)
    try load(3, in: world, .previous)
    #expect(world.paths == ["/a?page=2&n=2"])
    try world.reply("/a?page=2&n=2", body(2))
    #expect(try world.load(.previous).value().ids == [3, 4])
    #expect(world.paths == ["/a?page=1&n=2"])
    try world.reply("/a?page=1&n=2", body(1))
    #expect(try world.load(.previous).value().page == 1)
    #expect(world.paths.isEmpty)
  }

  @Test func aPageThatIsHeldIsRequestedAhead() throws {
    let world = try numbered(1)
    try world.reply("/a?page=2&n=2", body(2))
    _ = try world.load(.next).value()
    try world.reply("/a?page=3&n=2", body(3))
    try load(1, in: world, .page(1))
    #expect(world.state.pages.loaded == [1...2] && world.paths == ["/a?page=2&n=2"])
    try world.reply("/a?page=2&n=2", Pages.body([8, 9], total: 7))
    #expect(world.host.events.isEmpty)
    #expect(try world.load(.next).value().ids == [8, 9])
    end(world)
  }

  // MARK: What a load gets

  @Test(arguments: [true, false])
  func aLoadIsAnsweredAtOnceOrJoins(isThere: Bool) throws {
    let world = try numbered(1, #","notifications":true"#)
    if isThere { try world.reply("/a?page=2&n=2", body(2)) }
    let load = world.load(.next)
    #expect(load.isThere == isThere)
    if !isThere {
      #expect(world.state.loading && world.state.pages.prefetched.isEmpty)
      try world.reply("/a?page=2&n=2", body(2))
    }
    let page = try load.value()
    #expect(page.page == 2 && page.ids == [3, 4] && page.facts.attempts == 1)
    #expect(page.snapshot.pages.prefetched.isEmpty && page.snapshot.currentPage == 2)
    #expect(world.paths == ["/a?page=3&n=2"] && world.client.lines.count == 3)
    end(world)
  }

  @Test func theSameIsToldAsWithout() throws {
    func events(_ more: String) throws -> ([String], [String]) {
      let world = try World(
        Pages.counted(#","notifications":true\#(more)"#), abilities: .notifying)
      var results: [String] = []
      for page in 1...4 {
        let load = world.load(.next)
        for exchange in world.client.waiting {
          let number = exchange.request.url.query.flatMap { Int($0.dropFirst(5).prefix(1)) } ?? 0
          exchange.reply(body(number))
        }
        let loaded = try load.value()
        var state = loaded.snapshot
        state.pages.prefetched = []
        results.append("\(page) \(loaded.ids) \(loaded.facts) \(state)")
        for exchange in world.client.waiting {
          let number = exchange.request.url.query.flatMap { Int($0.dropFirst(5).prefix(1)) } ?? 0
          exchange.reply(body(number))
        }
      }
      #expect(world.client.lines.count == 4)
      return (results, world.host.events)
    }
    let (without, plainEvents) = try events("")
    let (with, events) = try events(Self.pages(3))
    #expect(with == without && events == plainEvents)
  }

  @Test func onlyTheStateShowsWhatNobodyHasAskedFor() throws {
    let world = try World(
      Pages.counted(Self.pages(2, #","notifications":true"#)), abilities: .notifying)
    try load(1, in: world)
    let before = world.host.takeEvents()
    #expect(before == ["will 1", "did 1 0+2 of 7"])
    try world.reply("/a?page=2&n=2", body(2))
    try world.reply("/a?page=3&n=2", "", status: 404)
    let state = world.state
    #expect(world.host.events.isEmpty && state.pages.loaded == [1...1] && !state.loading)
    #expect(state.hasNextPage == true && state.endReason == nil && state.warnings.isEmpty)
    let window = try world.items(0..<6, loads: false).value()
    #expect(window.loadingPages.isEmpty && window.loaded == [0..<2])
  }

  @Test func anEndFoundAheadIsToldWhenItsPageIsAskedFor() throws {
    let world = try World(Pages.numbered(Self.pages(3)))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2]))
    try world.reply("/a?page=2&n=2", Pages.body([3, 4]))
    try world.reply("/a?page=3&n=2", "", status: 404)
    try world.reply("/a?page=4&n=2", "", status: 404)
    #expect(world.state.pages.prefetched == [2, 3, 4] && world.state.endReason == nil)
    let second = try world.load(.next).value()
    #expect(second.snapshot.endReason == nil && second.snapshot.hasNextPage == nil)
    let third = try world.load(.next).value()
    #expect(third.page == 3 && third.ids.isEmpty && third.snapshot.endKind == "pastEnd")
    #expect(world.client.lines.count == 4 && world.client.waiting.isEmpty)
    #expect(try world.load(.next).failure().error == .noNextPage(world.state.endReason))
  }

  @Test func aLoopIsToldAsWithout() throws {
    let world = try World(Pages.tokens(Self.pages(4)))
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([2], next: "b"))
    #expect(try world.load(.next).value().ids == [2])
    for exchange in world.client.waiting { exchange.reply(Pages.body([2], next: "b")) }
    #expect(try world.load(.next).failure().error.kind == "paginationLoop")
    #expect(world.state.endReason != nil && world.client.waiting.isEmpty)
  }

  @Test func aWindowUsesThePage() throws {
    let world = try numbered(1)
    try world.reply("/a?page=2&n=2", body(2))
    let window = try world.items(0..<4, waits: true).value()
    #expect(window.text.contains("4") && world.client.lines.count == 2)
    #expect(world.state.pages.prefetched.isEmpty && world.state.pages.loaded == [1...2])
    // It counts for one delivery.
    try load(2, in: world)
    end(world)
  }

  @Test func aWindowJoinsTheRequest() throws {
    let world = try numbered(1)
    let window = world.items(0..<4, waits: true)
    #expect(world.client.lines.count == 2 && world.state.pages.prefetched.isEmpty)
    try world.reply("/a?page=2&n=2", body(2))
    #expect(try window.value().loaded == [0..<4])
    end(world)
  }

  @Test func loadsWithParametersOfTheirOwnDoNotUseIt() throws {
    let world = try numbered(1)
    try world.reply("/a?page=2&n=2", body(2))
    let load = try world.load(.next, parameters: #"{"q":"x"}"#)
    try world.reply("/a?page=2&n=2&q=x", Pages.body([9], total: 7))
    #expect(try load.value().ids == [9])
    #expect(world.state.pages.prefetched == [3])
    end(world)
  }

  @Test func aRequestThatTheLoadWouldNotMakeIsNotUsed() throws {
    // The number of pages stands in the request, and becomes known with a page.
    let world = try World(
      #"{"url":"{base}/a?page=:currentPage&n=:perPage&of=:objectCount","perPage":2,"#
        + #""itemsPath":"items","paginationMapping":{"total":"objectCount"}\#(Self.pages(2))}"#)
    try world.load(.next, with: Pages.body([1, 2]))
    #expect(world.client.waiting.count == 2)
    for exchange in world.client.waiting { exchange.reply(Pages.body([3, 4], total: 7)) }
    #expect(try world.load(.next).value().page == 2)
    let third = world.load(.next)
    let exchange = try #require(world.client.waiting.first { $0.line.contains("page=3") })
    #expect(exchange.line.hasSuffix("of=7"))
    exchange.reply(Pages.body([5, 6], total: 7))
    #expect(try third.value().ids == [5, 6])
    end(world)
  }

  // MARK: Once, and fresh

  @Test func itCountsForItsTime() throws {
    let world = try numbered(1, #","limits":{}"#)
    try world.reply("/a?page=2&n=2", body(2))
    world.scheduler.advance(29.9)
    #expect(world.state.pages.prefetched == [2])
    world.scheduler.advance(0.2)
    #expect(world.state.pages.prefetched.isEmpty && world.client.waiting.isEmpty)
    try load(2, in: world)
    try world.reply("/a?page=3&n=2", body(3))
    #expect(try world.load(.next).value().page == 3)
    #expect(world.scheduler.waits.isEmpty)
    end(world)
  }

  @Test func aLoadDropsWhatIsNoLongerNextToItsPage() throws {
    let world = try numbered(2)
    let dropped = world.client.waiting
    let load = world.load(.page(4))
    try world.serve(4, total: 7)
    let page = try load.value()
    #expect(page.snapshot.pages.prefetched.isEmpty)
    #expect(dropped.map(\.isCancelled) == [true, true] && world.client.waiting.isEmpty)
  }

  @Test(arguments: ["configure", "reset", "refresh", "cancel", "close", "end", "walk"])
  func everythingIsDropped(by event: String) throws {
    let world = try numbered(2)
    try world.reply("/a?page=2&n=2", body(2))
    let underWay = try world.client.only()
    switch event {
    case "configure": try world.configure(Pages.counted(Self.pages(2)))
    case "reset": _ = world.session.reset()
    case "refresh": _ = world.refresh(page: 1)
    case "cancel": _ = world.session.cancel()
    case "close": world.session.close()
    case "end": world.session.endReadAhead()
    default: _ = world.walk()
    }
    #expect(underWay.isCancelled && world.state.pages.prefetched.isEmpty)
    #expect(!world.paths.contains("/a?page=3&n=2") || event == "walk")
    end(world)
  }

  @Test func theEndOfInputIsTheEndOfReadingAhead() throws {
    let world = try numbered(1)
    let load = world.load(.next)
    world.session.endReadAhead()
    try world.reply("/a?page=2&n=2", body(2))
    #expect(try load.value().page == 2)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func noPageIsRequestedAheadWhileAWalkRuns() throws {
    let world = try numbered(2, #","fetching":{"concurrency":1}"#)
    let walk = world.walk()
    #expect(world.paths == ["/a?page=2&n=2"] && world.state.pages.prefetched.isEmpty)
    for page in 2...4 {
      #expect(world.paths == ["/a?page=\(page)&n=2"])
      try world.reply("/a?page=\(page)&n=2", body(page))
    }
    #expect(try walk.value().pages == 3 && world.client.waiting.isEmpty)
  }

  @Test func cancellingTheLoadThatHasJoinedAbortsTheRequest() throws {
    let world = try numbered(1)
    let load = world.load(.next)
    let joined = try world.client.only()
    world.session.cancel(load: load.work)
    #expect(joined.isCancelled && world.state.pages.prefetched.isEmpty)
    #expect(try load.failure().error == .requestCancelled)
  }
}
