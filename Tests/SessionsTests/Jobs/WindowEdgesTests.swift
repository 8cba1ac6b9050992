import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Windows beside running loads, at ends that are found on the way, and on nothing.
struct WindowEdgesTests {
  // MARK: Beside a load

  @Test func pageOfARunningLoadIsNotAskedForTwice() throws {
    let world = try World(Pages.counted())
    let load = world.load(.next)
    let window = world.items(0..<4)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 4))
    #expect(try load.value().page == 1)
    try world.reply("/a?page=2&n=2", Pages.body([3, 4], total: 4))
    #expect(try window.value().loaded == [0..<4])
    #expect(world.client.lines.count == 2)
  }

  @Test func stepOfARunningLoadIsNotAskedForTwice() throws {
    let world = try World(Pages.tokens())
    let load = world.load(.page(3))
    let window = world.items(6..<8)
    try world.reply("/a", Pages.body([1, 2], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([3, 4], next: "c"))
    try world.reply("/a?cursor=c", Pages.body([5, 6], next: "d"))
    #expect(try load.value().page == 3)
    try world.reply("/a?cursor=d", Pages.body([7, 8]))
    #expect(try window.value().text == #"[{"id":7},{"id":8}]"#)
    #expect(world.client.lines.count == 4)
  }

  @Test func failureOfTheLoadIsTheWindowsToo() throws {
    let world = try World(Pages.counted())
    let load = world.load(.next)
    let window = world.items(0..<2)
    try world.reply("/a?page=1&n=2", "", status: 500)
    _ = try load.failure()
    #expect(try window.value().failedPages.map(\.page) == [1])
    #expect(world.client.lines.count == 1)
  }

  @Test func everyWindowOnWhatABrokenLinkLeadsToIsAnswered() throws {
    let world = try World(
      #"{"url":"{base}/a","perPage":1,"itemsPath":"items","fetching":{"retries":0},"#
        + #""pagination":{"strategy":"body","next":"next"}}"#)
    try world.load(
      .next, from: "/a", #"{"items":[{"id":1},{"id":2}],"next":"file:///etc/passwd"}"#)
    for range in [1..<9, 0..<9, 2..<9, 1..<9] {
      let window = try world.items(range).value()
      #expect(window.failedPages.contains { $0.page == 2 })
      #expect(window.loadingPages == [])
    }
    #expect(world.client.lines.count == 1)
  }

  @Test func windowKeepsTheRequestOfACancelledLoad() throws {
    let world = try World(Pages.counted())
    let load = world.load(.next)
    let window = world.items(0..<2)
    world.session.cancel(load: load.work)
    _ = try load.failure()
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 4))
    #expect(try window.value().loaded == [0..<2])
    #expect(world.client.lines.count == 1)
  }

  @Test func loadJoinsTheRequestOfAWindow() throws {
    let world = try World(Pages.counted())
    let window = world.items(0..<2)
    #expect(
      try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 4)).ids == [1, 2]
        && window.value().loaded == [0..<2])
    #expect(world.client.lines.count == 1 && world.state.currentPage == 1)
  }

  @Test func requestEndsWhenNobodyIsInterestedAnyMore() throws {
    let world = try World(Pages.counted())
    let window = world.items(0..<2)
    let load = world.load(.next)
    world.session.cancel(load: load.work)
    _ = try load.failure()
    #expect(world.client.waiting.count == 1 && !window.isThere)
    _ = world.session.cancel()
    _ = try window.failure()
    #expect(world.client.waiting.isEmpty)
  }

  @Test func loadWithParametersOfItsOwnBringsNothingForAWindow() throws {
    let world = try World(Pages.counted())
    let load = try world.load(.next, parameters: #"{"q":"x"}"#)
    #expect(
      try world.items(0..<2, ["/a?page=1&n=2": Pages.body([1, 2], total: 4)]).loaded == [0..<2])
    try world.reply("/a?page=1&n=2&q=x", Pages.body([1, 2], total: 4))
    _ = try load.value()
  }

  @Test func stateSaysThatAWindowLoads() throws {
    let world = try World(Pages.counted())
    let view = try world.items(0..<2, waits: false).value()
    #expect(view.snapshot.loading && view.loadingPages == [1] && world.state.loading)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 4))
    #expect(!world.state.loading)
  }

  // MARK: On nothing

  @Test func windowOnNothingLoadsNothing() throws {
    let world = try World(Pages.counted())
    for start in [0, 7] {
      let view = try world.items(start..<start).value()
      #expect(view.text == "[]" && view.loaded.isEmpty)
    }
    #expect(world.client.lines.isEmpty)
  }

  // MARK: Ends that are found on the way

  @Test(arguments: [#","total":5"#, ""])
  func windowBehindAnEndThatItFindsIsRefused(_ total: String) throws {
    let world = try World(Pages.counted())
    let window = world.items(20..<22)
    try world.reply("/a?page=11&n=2", #"{"items":[]\#(total)}"#)
    let count = total.isEmpty ? 0 : 5
    #expect(try window.failure().error == .itemOutOfRange(index: 20, count: count))
    #expect(world.page(of: 20) == .failure(.itemOutOfRange(index: 20, count: count)))
    let first = try world.items(0..<3, loads: false).value()
    #expect(first.text == "[null,null,null]" && first.count == count)
    world.session.touch(20)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func countIsKnownOnceTheLastItemsAre() throws {
    let world = try World(Pages.numbered())
    let far = world.items(20..<22)
    try world.reply("/a?page=11&n=2", Pages.body([]))
    _ = try far.failure()
    #expect(
      try world.items(
        0..<9,
        [
          "/a?page=1&n=2": Pages.body([1, 2]), "/a?page=2&n=2": Pages.body([3]),
          "/a?page=3&n=2": Pages.body([]),
        ]
      ).text == #"[{"id":1},{"id":2},{"id":3}]"#)
    #expect(try world.items(3..<4).failure().error == .itemOutOfRange(index: 3, count: 3))
  }

  // MARK: Prefetching

  @Test func prefetchSharesItsRoomAndGoesBehindAtTheEnd() throws {
    let world = try World(
      Pages.counted(
        #","limits":{"heldPagesMax":4},"prefetch":{"distance":100},"#
          + #""fetching":{"concurrency":1,"retries":0}"#
      ).replacing(#""fetching":{"retries":0},"#, with: ""))
    try world.visit(1...1, total: 20)
    _ = try world.items(16..<18, waits: false).value()
    for page in [9, 10, 8, 7] {
      try world.reply("/a?page=\(page)&n=2", Pages.body([page * 2 - 1, page * 2], total: 20))
    }
    #expect(world.client.waiting.isEmpty)
    #expect(world.state.pages.loaded == [7...10])
  }

  /// Pages ahead are reached by way of a page that has failed: it is not requested again for them.
  @Test(
    arguments: [
      Pages.tokens(#","prefetch":{"distance":50}"#),
      #"{"url":"{base}/a","prefetch":{"distance":50},"fetching":{"retries":0}}"#,
    ], [false, true])
  func failedPageIsRequestedOnceForAllAhead(_ open: String, _ touches: Bool) throws {
    let world = try World(open)
    for attempt in 1...2 {
      if touches { world.session.touch(0) } else { _ = world.items(0..<2) }
      try world.reply("/a", "", status: 500)
      #expect(world.client.waiting.isEmpty, "attempt \(attempt)")
    }
    let view = try world.items(0..<2, loads: false).value()
    #expect(view.failedPages.map(\.page) == [1])
  }

  @Test func failedPageAheadIsRequestedOnceUntilAWindowNeedsIt() throws {
    let world = try World(Pages.tokens(#","prefetch":{"distance":50}"#))
    #expect(
      try world.items(0..<2, ["/a": Pages.body([1, 2], next: "b")]).text == #"[{"id":1},{"id":2}]"#)
    try world.reply("/a?cursor=b", "", status: 500)
    #expect(world.client.waiting.isEmpty)
    world.session.touch(0)
    #expect(world.client.waiting.isEmpty)
    #expect(
      try world.items(
        4..<6, ["/a?cursor=b": Pages.body([3, 4], next: "c"), "/a?cursor=c": Pages.body([5, 6])]
      ).text == #"[{"id":5},{"id":6}]"#)
  }

  @Test func cancelledWindowGivesItsMemoryBack() throws {
    let world = try World(
      Pages.counted(#","limits":{"heldPagesMax":2},"fetching":{"concurrency":1,"retries":0}"#)
        .replacing(#""fetching":{"retries":0},"#, with: ""))
    try world.visit(1...1, total: 20)
    let window = world.items(0..<12)
    for page in 2...5 {
      try world.reply("/a?page=\(page)&n=2", Pages.body([page * 2 - 1, page * 2], total: 20))
    }
    #expect(world.state.pages.loaded == [1...5])
    world.session.cancel(load: window.work)
    _ = try window.failure()
    #expect(world.state.pages.loaded.reduce(0) { $0 + $1.count } == 2)
    try world.reply("/a?page=6&n=2", Pages.body([11, 12], total: 20))
  }

  // MARK: Limits and checkpoints

  /// Failed pages take memory: beyond a number only those that a window shows are remembered.
  @Test func failuresOfLoadsAreRememberedUpToANumber() throws {
    let world = try World(Pages.counted())
    let most = RemoteCollection.failedPagesMax
    try world.visit(1...1, total: 10 * most)
    for page in 2...(most + 1) { _ = try world.loadFailing(.page(page), status: 500) }
    let first = try world.items(2..<4, loads: false).value()
    #expect(first.failedPages.map(\.page) == [2])
    _ = try world.loadFailing(.page(most + 2), status: 500)
    #expect(try world.items(2..<4, loads: false).value().failedPages.isEmpty)
    #expect(
      try world.items(2..<4, ["/a?page=2&n=2": Pages.body([3, 4], total: 10 * most)]).text
        == #"[{"id":3},{"id":4}]"#)
  }

  @Test(arguments: [#""pagesMax":2"#, #""itemsMax":3"#])
  func windowBeyondALimitOfTheClientsFailsWithoutARequest(_ limit: String) throws {
    let world = try World(Pages.counted(#","limits":{\#(limit)}"#))
    try world.visit(1...1, total: 20)
    let view = try world.items(6..<10).value()
    #expect(view.failedPages.map(\.page) == [4, 5])
    for (_, error) in view.failedPages {
      guard case .limitExceeded(let name, _) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(limit.contains(name.rawValue))
    }
    #expect(world.client.lines.count == 1)
  }

  @Test func pagesBeyondPagesMaxFailBeforeAndAfterItIsReached() throws {
    let world = try World(Pages.tokens(#","limits":{"pagesMax":1}"#))
    #expect(
      try world.items(0..<6, ["/a": Pages.body([1, 2], next: "b")]).failedPages.map(\.page) == [
        2, 3,
      ])
    #expect(try world.items(0..<6).value().failedPages.map(\.page) == [2, 3])
    #expect(world.client.lines.count == 1)
  }

  @Test func pagesBeforeACheckpointAreReachedFromTheStart() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([3, 4], next: "c"))
    let resumed = try world.resumed()
    #expect(
      try resumed.items(
        2..<4,
        ["/a": Pages.body([1, 2], next: "b"), "/a?cursor=b": Pages.body([3, 4], next: "c")]
      ).text == #"[{"id":3},{"id":4}]"#)
    try resumed.load(.next, from: "/a?cursor=c", Pages.body([5, 6], next: "d"))
    #expect(resumed.state.currentPage == 3)
  }

  @Test func loadOfAPageBeforeACheckpointBeginsAtTheStart() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([3, 4], next: "c"))
    let resumed = try world.resumed()
    try resumed.load(.next, from: "/a?cursor=c", Pages.body([5, 6], next: "d"))
    let load = resumed.load(.page(2))
    try resumed.reply("/a", Pages.body([1, 2], next: "b"))
    try resumed.reply("/a?cursor=b", Pages.body([3, 4], next: "c"))
    #expect(try load.value().ids == [3, 4])
    #expect(try resumed.load(.page(0)).failure().error.kind == "pageOutOfRange")
  }
}
