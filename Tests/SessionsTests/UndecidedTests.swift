import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Loads and windows while detection may still change its mind.
struct UndecidedTests {
  /// An opening that says nothing of how the API pages.
  static let open = #"{"url":"{base}/a","fetching":{"retries":0}}"#

  /// A page that looks as if pages were numbered from 1.
  private func guess(_ page: Int, _ ids: [Int]) -> String {
    let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
    return "{\"items\":[\(items)],\"page\":\(page),\"total_pages\":3}"
  }

  /// Answers every request with what its page would be, as long as there are some.
  private func drain(_ world: World, _ answer: (String) -> String) throws {
    var count = 0
    while let exchange = world.client.waiting.first {
      count += 1
      try #require(count < 50, "the paginator asks without end")
      exchange.reply(answer(exchange.line))
    }
  }

  @Test func refutedGuessLosesNoWindow() throws {
    let world = try World(Self.open)
    let windows = [world.items(0..<2), world.items(2..<4), world.items(0..<6)]
    // Whatever is asked for, the first page comes: no guess is ever right.
    try drain(world) { _ in guess(1, [1, 2]) }
    for window in windows { #expect(window.isThere) }
    #expect(try windows[0].value().text == #"[{"id":1},{"id":2}]"#)
    #expect(!world.state.loading)
  }

  @Test func loadsAndWindowsTakeTurns() throws {
    let world = try World(Self.open)
    let window = world.items(2..<6)
    let first = world.load(.next)
    let second = world.load(.next)
    let walk = world.walk(pagesMax: 2)
    #expect(world.client.waiting.count == 1)
    try drain(world) { line in
      let page = line.hasSuffix("&page=2") ? 2 : line.hasSuffix("&page=3") ? 3 : 1
      return guess(page, [page * 2 - 1, page * 2])
    }
    #expect(try first.value().ids == [1, 2] && second.value().ids == [3, 4])
    #expect(try walk.value().lines == ["3: 5 6"])
    #expect(try window.value().text == #"[{"id":3},{"id":4},{"id":5},{"id":6}]"#)
  }

  @Test func cancelledWindowLetsLoadsGoOn() throws {
    let world = try World(Self.open)
    let window = world.items(0..<2)
    let load = world.load(.next)
    world.session.cancel(load: window.work)
    _ = try window.failure()
    try drain(world) { _ in guess(1, [1, 2]) }
    #expect(try load.value().ids == [1, 2])
  }

  /// What detection compares cannot be had: the window fails, and nothing is requested for ever.
  @Test(
    arguments: [("[]", ["/a"]), (#"{"items":[{"id":1},{"id":2}],"page":1,"per_page":2}"#, [])],
    [0, 4])
  func windowFailsWithThePageThatDetectionNeeds(
    _ first: (body: String, lines: [String]), _ start: Int
  ) throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"\#(first.lines.isEmpty ? "items" : "a.b")","perPage":2,"#
        + #""fetching":{"retries":0}}"#)
    let window = world.items(start..<(start + 8))
    try world.client.only().reply(
      first.body, status: 206, headers: [("Next-Range", "items=2-3")])
    var requests = 1
    while let exchange = world.client.waiting.first {
      requests += 1
      try #require(requests < 20, "the paginator requests without end")
      exchange.reply("", status: 500)
    }
    #expect(window.isThere && !world.state.loading)
    // Whoever looks again has it tried again.
    let again = world.items(start..<(start + 8))
    #expect(!again.isThere && world.client.waiting.count == 1)
    while let exchange = world.client.waiting.first { exchange.reply("", status: 500) }
    #expect(again.isThere)
  }

  /// The second page is refused: that may be the end, or the guess was wrong.
  @Test func refusedGuessIsNoEndToRelyOn() throws {
    let world = try World(Self.open)
    let walk = world.walk()
    let items = (1...10).map { "{\"id\":\($0)}" }.joined(separator: ",")
    try world.client.only().reply("{\"items\":[\(items)],\"page\":1,\"per_page\":10}")
    try world.client.only().reply("", status: 404)
    let summary = try walk.value()
    #expect(summary.verdict == .suspect && summary.pages == 1)
    #expect(summary.snapshot.warningKinds == ["undetected"])
  }
}
