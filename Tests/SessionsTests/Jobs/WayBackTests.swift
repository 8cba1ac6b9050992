import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// APIs whose first page leads back, too: to newer items, of which there are some or none.
struct WayBackTests {
  static let links =
    #"{"profile":"mastodon","url":"{base}/a","perPage":2,"fetching":{"retries":0}}"#

  static func headers(next: String?, previous: String?) -> [(String, String)] {
    let links =
      (next.map { ["<\($0)>; rel=\"next\""] } ?? [])
      + (previous.map { ["<\($0)>; rel=\"prev\""] } ?? [])
    return links.isEmpty ? [] : [("Link", links.joined(separator: ", "))]
  }

  private func opened(_ open: String = links) throws -> World {
    let world = try World(open)
    try world.load(
      .next, from: "/a?limit=2", #"[{"id":4},{"id":3}]"#,
      headers: WayBackTests.headers(next: "/a?max_id=3", previous: "/a?min_id=4"))
    return world
  }

  @Test func emptyPageEndsTheWayBackOnly() throws {
    let world = try opened()
    let before = try world.load(.previous, from: "/a?min_id=4", "[]")
    #expect(before.ids == [])
    #expect(before.page == 0)
    #expect(world.state.currentPage == 1)
    #expect(world.state.hasPreviousPage == false)
    #expect(world.state.hasNextPage == true)
    #expect(world.state.endReason == nil)
    #expect(try world.load(.previous).failure().error == .noPreviousPage)
    let outside = SessionError.pageOutOfRange(page: 0, firstPage: 1, pageCount: nil)
    #expect(try world.load(.page(0)).failure().error == outside)
    try world.load(
      .page(1), from: "/a?limit=2", #"[{"id":4},{"id":3}]"#,
      headers: WayBackTests.headers(next: "/a?max_id=3", previous: "/a?min_id=4"))
    try world.load(.next, from: "/a?max_id=3", #"[{"id":2},{"id":1}]"#)
    #expect(world.state.currentPage == 2)
  }

  @Test func repeatedPageEndsTheWayBackOnly() throws {
    let world = try opened()
    #expect(
      try world.loadFailing(
        .previous, from: "/a?min_id=4", #"[{"id":4},{"id":3}]"#,
        headers: WayBackTests.headers(next: "/a?max_id=3", previous: "/a?min_id=4")
      ).error.kind == "paginationLoop")
    #expect(world.state.currentPage == 1)
    #expect(world.state.hasNextPage == true)
    #expect(world.state.hasPreviousPage == false)
    let walk = world.walk()
    try world.reply("/a?max_id=3", #"[{"id":2},{"id":1}]"#)
    #expect(try walk.value().lines == ["2: 2 1"])
    #expect(try walk.value().verdict == .complete)
  }

  @Test(arguments: [nil, "/a?max_id=5"])
  func pageWithItemsIsFollowedByTheFirst(next: String?) throws {
    let world = try opened()
    try world.load(
      .previous, from: "/a?min_id=4", #"[{"id":6},{"id":5}]"#,
      headers: WayBackTests.headers(next: next, previous: "/a?min_id=6"))
    #expect(world.state.currentPage == 0)
    #expect(world.state.hasNextPage == true)
    try world.load(.previous, from: "/a?min_id=6", "[]")
    #expect(world.state.currentPage == 0)
    try world.load(
      .next, from: "/a?limit=2", #"[{"id":4},{"id":3}]"#,
      headers: WayBackTests.headers(next: "/a?max_id=3", previous: "/a?min_id=4"))
    #expect(world.state.currentPage == 1)
    try world.load(.next, from: "/a?max_id=3", #"[{"id":2},{"id":1}]"#)
    #expect(world.state.currentPage == 2)
  }

  @Test func walkComesBackFromFarBeforeTheFirstPage() throws {
    let world = try opened()
    let first = WayBackTests.headers(next: "/a?max_id=3", previous: "/a?min_id=4")
    let newer = WayBackTests.headers(next: "/a?max_id=5", previous: "/a?min_id=6")
    try world.load(.previous, from: "/a?min_id=4", #"[{"id":6},{"id":5}]"#, headers: newer)
    try world.load(.previous, from: "/a?min_id=6", #"[{"id":8},{"id":7}]"#)
    #expect(world.state.currentPage == -1)
    let walk = world.walk()
    try world.reply("/a?min_id=4", #"[{"id":6},{"id":5}]"#, headers: newer)
    try world.reply("/a?limit=2", #"[{"id":4},{"id":3}]"#, headers: first)
    try world.reply("/a?max_id=3", #"[{"id":2},{"id":1}]"#)
    #expect(try walk.value().lines == ["0: 6 5", "1: 4 3", "2: 2 1"])
    #expect(try walk.value().verdict == .complete)
  }

  @Test func walkComesToTheFirstPageFromBefore() throws {
    let world = try World(
      #"{"url":"{base}/a?page=3","perPage":2,"itemsPath":"items","bounds":"ask","#
        + #""pagination":{"strategy":"page"},"fetching":{"retries":0}}"#)
    try world.load(.page(0), from: "/a?page=0&per_page=2", Pages.body([1, 2]))
    #expect(
      try world.walked([
        "/a?page=1&per_page=2": Pages.body([3, 4]), "/a?page=2&per_page=2": Pages.body([5, 6]),
        "/a?page=3&per_page=2": Pages.body([7, 8]), "/a?page=4&per_page=2": Pages.body([]),
      ]).lines == ["1: 3 4", "2: 5 6", "3: 7 8"])
  }

  @Test func bodiesThatLeadBackDoNotBlockTheWayOn() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"cursor","next":"next","#
        + #""previous":"previous"}}"#)
    let first = #"{"items":[{"id":1}],"next":"b","previous":"a"}"#
    try world.load(.next, from: "/a", first)
    #expect(
      try world.loadFailing(.previous, from: "/a?cursor=a", first).error.kind == "paginationLoop")
    try world.load(.next, from: "/a?cursor=b", #"{"items":[{"id":2}],"next":null}"#)
    #expect(world.state.currentPage == 2)
  }

  @Test func askingAgainIsLeftToTheCaller() throws {
    let world = try opened(
      #"{"profile":"mastodon","url":"{base}/a","perPage":2,"bounds":"ask"}"#)
    try world.load(.previous, from: "/a?min_id=4", "[]")
    try world.load(.previous, from: "/a?min_id=4", #"[{"id":5}]"#)
    #expect(world.state.currentPage == 0)
    try world.load(.next, from: "/a?limit=2", #"[{"id":4},{"id":3}]"#)
  }

  @Test(arguments: [[], [1, 2]])
  func pageBeforeTheFirstNumberBlocksNothing(ids: [Int]) throws {
    let world = try World(Pages.numbered(#","bounds":"ask""#))
    try world.visit(1...1)
    let load = world.load(.previous)
    try world.reply("/a?page=0&n=2", Pages.body(ids))
    _ = load.outcome
    #expect(world.state.currentPage == 1)
    #expect(world.state.hasNextPage == nil)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body(3...4))
  }
}
