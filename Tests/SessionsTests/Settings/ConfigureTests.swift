import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct ConfigureTests {
  // MARK: configure

  @Test func newSettingsCountForLaterRequests() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 9)
    let running = world.load(.next)
    try world.configure(Pages.counted(#","headers":{"X-A":"b"},"parameters":{"q":"z"}"#))
    let before = try world.client.only()
    #expect(before.line == "GET http://api.test/a?page=2&n=2")
    before.reply(Pages.body([3, 4], total: 9))
    _ = try running.value()
    try world.load(.next, with: Pages.body([5, 6], total: 9)) { after in
      #expect(after.line == "GET http://api.test/a?page=3&n=2&q=z")
      #expect(after.request.headers["X-A"] == "b")
    }
    #expect(world.state.currentPage == 3 && world.state.pages.loaded == [1...3])
  }

  @Test func samePageSizeKeepsEverything() throws {
    let world = try World(Pages.counted())
    try world.visit(1...2, total: 9)
    let state = try world.configure(Pages.counted(#","bounds":"ask""#))
    #expect(
      state.currentPage == 2 && state.counts.objectCount == 9 && state.pages.loaded == [1...2])
  }

  @Test func changedPageSizeIsAsJustOpened() throws {
    let world = try World(Pages.counted())
    try world.visit(1...2, total: 9)
    let running = world.load(.next)
    let state = try world.configure(
      Pages.counted().replacing("\"perPage\":2", with: "\"perPage\":5"))
    #expect(try running.failure().error == .cancelled)
    #expect(
      !state.loaded && !state.loading && state.currentPage == nil
        && state.counts.perPage == 5)
    #expect(state.counts.objectCount == nil && state.pages.loaded.isEmpty && state.error == nil)
    try world.load(.next, from: "/a?page=1&n=5", Pages.body(1...5, total: 9))
    #expect(world.state.counts.pageCount == 2)
  }

  @Test func newSecretIsMaskedAtOnce() throws {
    let world = try World(Pages.counted())
    let state = try world.configure(Pages.counted(#","parameters":{"api_key":"k-12345"}"#))
    #expect(!"\(state)".contains("k-12345"))
    let failure = try world.loadFailing(.next, "no k-12345", status: 403)
    #expect(!"\(failure)".contains("k-12345"))
  }

  @Test func smallerMemoryDropsPagesAtOnce() throws {
    let world = try World(Pages.counted())
    try world.visit(1...5, total: 99)
    let state = try world.configure(Pages.counted(#","limits":{"heldPagesMax":2}"#))
    #expect(state.pages.loaded == [4...5])
  }

  @Test func heldPagesTakeOnAnotherShape() throws {
    let world = try World(Pages.counted())
    try world.load(
      .next, from: "/a?page=1&n=2", #"{"items":[{"id":1},{"id":2}],"others":[7],"total":9}"#)
    try world.configure(
      Pages.counted().replacing("\"itemsPath\":\"items\"", with: "\"itemsPath\":\"others\""))
    #expect(try world.items(0..<1, loads: false).value().text == "[7]")
    #expect(world.client.lines.count == 1)
  }

  @Test func declinedItemsMoveTheLaterIndexes() throws {
    let world = try World(Pages.counted())
    try world.visit(1...2, total: 4)
    let mapping =
      #","responseDescriptors":[{"keyPath":"items","mapping":{"when":[{"keyPath":"id","#
      + #""in":[2,3,4],"mapping":{"attributes":{"id":"n"}}}]}}]"#
    try world.configure(Pages.counted(mapping))
    let view = try world.items(0..<9).value()
    #expect(view.text == #"[{"n":2},{"n":3},{"n":4}]"# && view.count == 3)
    #expect(view.loaded == [0..<3])
    #expect(try world.session.indexes(of: 2) == 1..<3)
    try world.configure(Pages.counted())
    let whole = try world.items(0..<9).value()
    #expect(whole.text == #"[{"id":1},{"id":2},{"id":3},{"id":4}]"# && whole.count == 4)
    #expect(world.client.lines.count == 2)
  }

  // MARK: reset and close

  @Test func resetIsAsJustOpened() throws {
    let world = try World(Pages.counted(#","limits":{"pagesMax":2}"#))
    try world.visit(1...2, total: 9)
    let window = world.items(0..<2)
    _ = try window.value()
    let running = world.load(.page(1))
    let state = world.session.reset()
    #expect(try running.failure().error == .cancelled)
    #expect(!state.loaded && !state.loading && state.currentPage == nil && state.request.url == nil)
    #expect(state.counts.objectCount == nil && state.counts.pageCount == nil)
    #expect(state.endReason == nil)
    #expect(state.pages.loaded.isEmpty && state.warnings.isEmpty && state.error == nil)
    #expect(try world.items(0..<2, loads: false).value().text == "[null,null]")
    try world.visit(1...2, total: 9)
  }

  @Test func resetForgetsLoopsAndTokens() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    try world.load(.next, from: "/a?cursor=b", Pages.body([2], next: "c"))
    _ = world.session.reset()
    let next = world.load(.page(2))
    try world.reply("/a", Pages.body([1], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([2], next: "c"))
    #expect(try next.value().page == 2)
    #expect(try world.load(.previous, from: "/a", Pages.body([1], next: "b")).page == 1)
  }

  @Test func nothingIsToldAfterClose() throws {
    let world = try World(Pages.counted(#","notifications":true"#))
    let load = world.load(.next)
    let window = world.items(0..<4)
    let exchanges = world.client.waiting
    #expect(world.host.takeEvents() == ["will 1"])
    world.session.close()
    #expect(try load.failure().error == .cancelled)
    #expect(try window.failure().error == .cancelled)
    #expect(exchanges.map(\.isCancelled) == [true])
    #expect(world.host.events.isEmpty && world.client.waiting.isEmpty)
    #expect(try world.load(.next).failure().error == .paginatorNotFound(id: "p1"))
    #expect(try world.items(0..<4).failure().error == .paginatorNotFound(id: "p1"))
    world.session.touch(0)
    #expect(world.client.waiting.isEmpty)
  }

  // MARK: The text of the state

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
}
