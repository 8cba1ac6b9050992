import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct RefreshTests {
  private func opened(_ pages: ClosedRange<Int>, _ more: String = "") throws -> World {
    let world = try World(Pages.counted(#","identity":"id"\#(more)"#))
    for page in pages {
      try world.load(
        .next, from: "/a?page=\(page)&n=2", Pages.body([page * 2 - 1, page * 2], total: 9),
        headers: [("ETag", "\"e\(page)\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")])
    }
    return world
  }

  @Test func heldPagesAreAskedForConditionally() throws {
    let world = try opened(1...2)
    let refresh = world.refresh()
    let requests = world.client.waiting
    #expect(requests.map { $0.request.headers["If-None-Match"] } == ["\"e1\"", "\"e2\""])
    #expect(
      requests.allSatisfy {
        $0.request.headers["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT"
      })
    #expect(world.state.loading)
    for request in requests { request.reply("", status: 304) }
    let summary = try refresh.value()
    #expect(summary.pages.map(\.page) == [1, 2] && summary.pages.map(\.changed) == [false, false])
    #expect(summary.pages[0].added == nil && summary.pages[0].error == nil)
    #expect(!summary.snapshot.loading && summary.snapshot.currentPage == 2)
    #expect(try world.items(0..<4, loads: false).value().loaded == [0..<4])
  }

  @Test func whatChangedIsSaidByIdentity() throws {
    let world = try opened(1...1)
    let refresh = world.refresh(page: 1)
    try world.reply(
      "/a?page=1&n=2", #"{"items":[{"id":2,"new":true},{"id":7}],"total":9}"#,
      headers: [("ETag", "\"next\"")])
    let page = try #require(try refresh.value().pages.first)
    #expect(page.changed)
    #expect(page.added == [7] && page.removed == [1] && page.updated == [2])
    #expect(
      try world.items(0..<2, loads: false).value().text == #"[{"id":2,"new":true},{"id":7}]"#)
    let again = world.refresh(page: 1)
    #expect(try world.client.only().request.headers["If-None-Match"] == "\"next\"")
    try world.client.only().reply("", status: 304)
    _ = try again.value()
  }

  @Test func sameItemsAreNoChange() throws {
    let world = try opened(1...1)
    let refresh = world.refresh()
    try world.reply("/a?page=1&n=2", Pages.body([1, 2], total: 9))
    #expect(try refresh.value().pages.map(\.changed) == [false])
  }

  @Test func withoutIdentityOnlyTheChangeIsSaid() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 9)
    let refresh = world.refresh()
    try world.reply("/a?page=1&n=2", Pages.body([1, 3], total: 9))
    let page = try #require(try refresh.value().pages.first)
    #expect(page.changed && page.added == nil && page.removed == nil && page.updated == nil)
  }

  @Test func itemsWithoutTheIdentityAreLeftOutOfTheLists() throws {
    let world = try World(Pages.counted(#","identity":"id""#))
    try world.load(.next, from: "/a?page=1&n=2", #"{"items":[{"x":1},{"id":2}],"total":9}"#)
    let refresh = world.refresh()
    try world.reply("/a?page=1&n=2", #"{"items":[{"x":2},{"id":2}],"total":9}"#)
    let page = try #require(try refresh.value().pages.first)
    #expect(page.changed && page.added == [] && page.removed == [] && page.updated == [])
  }

  @Test(
    arguments: [
      (#"["a",1]"#, #"["a", 1]"#, true), (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true),
      (#"[1]"#, #"[1.0]"#, false),
    ]) func identityIsComparedByValue(_ before: String, _ after: String, _ isSame: Bool) throws
  {
    let world = try World(Pages.numbered(#","identity":"key""#))
    try world.load(.next, from: "/a?page=1&n=2", #"{"items":[{"key":\#(before),"x":1}]}"#)
    let refresh = world.refresh()
    try world.reply("/a?page=1&n=2", #"{"items":[{"key":\#(after),"x":2}]}"#)
    let page = try #require(try refresh.value().pages.first)
    #expect(page.added?.isEmpty == isSame && page.removed?.isEmpty == isSame)
    #expect(page.updated?.count == (isSame ? 1 : 0))
  }

  @Test func failureOfOnePageIsItsOwn() throws {
    let world = try opened(1...2)
    let refresh = world.refresh()
    try world.reply("/a?page=1&n=2", "", status: 500)
    try world.reply("/a?page=2&n=2", Pages.body([3, 5], total: 9))
    let pages = try refresh.value().pages
    #expect(pages[0].error?.kind == "httpStatus" && !pages[0].changed)
    #expect(pages[1].changed && pages[1].error == nil)
    #expect(world.state.error == nil && world.state.pages.loaded == [1...2])
    #expect(try world.items(0..<1, loads: false).value().text == #"[{"id":1}]"#)
  }

  @Test func pageThatIsGoneIsForgotten() throws {
    let world = try opened(1...2)
    let refresh = world.refresh(page: 2)
    try world.reply("/a?page=2&n=2", "", status: 404)
    let page = try #require(try refresh.value().pages.first)
    #expect(page.changed && page.removed == [3, 4])
    #expect(world.state.pages.loaded == [1...1])
  }

  @Test func pageThatIsNotHeldIsRefused() throws {
    let world = try opened(1...1)
    #expect(try world.refresh(page: 3).failure().error == .pageNotReachable(page: 3))
    let none = try World(Pages.counted())
    #expect(try none.refresh().value().pages.isEmpty)
  }

  @Test func refreshTakesItsTurnAndCanBeCancelled() throws {
    let world = try opened(1...1)
    let load = world.load(.next)
    let refresh = world.refresh()
    try world.reply("/a?page=2&n=2", Pages.body([3, 4], total: 9))
    _ = try load.value()
    #expect(world.client.waiting.count == 2)
    _ = world.session.cancel()
    #expect(try refresh.failure().error == .cancelled)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func cursorPageIsAskedForByItsToken() throws {
    let world = try World(Pages.tokens(#","identity":"id""#))
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([2], next: "c"))
    let refresh = world.refresh(page: 2)
    try world.reply("/a?cursor=b", Pages.body([2, 9], next: "c"))
    #expect(try refresh.value().pages.first?.added == [9])
  }

  @Test func notModifiedWithoutAHeldPageIsAFailure() throws {
    let world = try World(Pages.counted(#","headers":{"If-None-Match":"\"x\""}"#))
    #expect(try world.loadFailing(.next, status: 304).error.kind == "httpStatus")
    let window = world.items(0..<2)
    try world.reply("/a?page=1&n=2", "", status: 304)
    #expect(try window.value().failedPages.map(\.page) == [1])
  }

  @Test func notModifiedLoadAnswersWithTheHeldPage() throws {
    let world = try World(Pages.counted(#","headers":{"If-None-Match":"\"x\""}"#))
    try world.visit(1...2, total: 9)
    let page = try world.load(.page(1), from: "/a?page=1&n=2", "", status: 304)
    #expect(page.ids == [1, 2] && page.facts.notModified)
    #expect(world.state.currentPage == 1)
  }
}
