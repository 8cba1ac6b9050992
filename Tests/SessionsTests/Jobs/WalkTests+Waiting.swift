import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Walks that wait for their reader, and for each other.
extension WalkTests {
  @Test func slowReaderStopsTheFetching() throws {
    let world = try World(Pages.counted())
    world.host.setUnsent(SessionLimits().unsentBytesMax + 1)
    let (answer, delivered, _) = world.stream()
    try world.serve(1, total: 20)
    #expect(delivered.lines.count == 1)
    let underWay = world.pages
    #expect(underWay.count <= 4)
    for page in underWay { try world.serve(page, total: 20) }
    #expect(delivered.lines.count == 1 && world.client.waiting.isEmpty)
    world.host.setUnsent(0)
    #expect(delivered.lines.count == 1 + underWay.count)
    while let page = world.pages.first { try world.serve(page, total: 20) }
    #expect(try answer.value().itemCount == 20)
    #expect(delivered.lines.count == 10)
  }

  @Test func pausedWalkCanBeCancelled() throws {
    let world = try World(Pages.numbered())
    world.host.setUnsent(SessionLimits().unsentBytesMax + 1)
    let (answer, _, _) = world.stream()
    try world.serve(1)
    _ = world.session.cancel()
    #expect(try answer.failure().error == .cancelled)
    world.host.setUnsent(0)
    #expect(world.client.waiting.isEmpty)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4]))
  }

  @Test func loadsWaitForTheWalkBeforeThem() throws {
    let world = try World(Pages.counted())
    let walk = world.walk(pagesMax: 1)
    let load = world.load(.next)
    #expect(world.pages == [1])
    try world.serve(1, total: 9)
    #expect(walk.isThere && world.pages == [2])
    try world.serve(2, total: 9)
    #expect(try load.value().page == 2)
  }

  /// The link is relative, so that each request is another one although each response is the same.
  @Test func sameResponseBehindAGrowingLinkIsALoop() throws {
    let world = try World(
      #"{"url":"{base}/a/b","itemsPath":"items","fetching":{"retries":0},"#
        + #""pagination":{"strategy":"body","next":"next"}}"#)
    let walk = world.walk()
    let body = Pages.body([1, 2], next: "x/y")
    try world.reply("/a/b", body)
    try world.reply("/a/x/y", body)
    let summary = try walk.value()
    #expect(summary.verdict == .suspect && summary.endReason?.kind == .repeatedResponse)
    #expect(summary.lines == ["1: 1 2"] && world.client.waiting.isEmpty)
  }
}
