import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Ends that an API's ceiling puts, and those that a total puts without a page saying so.
struct CeilingTests {
  private static func found(_ ids: ClosedRange<Int>, of total: Int) -> String {
    let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
    return #"{"total_count":\#(total),"incomplete_results":false,"items":[\#(items)]}"#
  }

  /// No link leads on from the last result that may be had, however many the API counts.
  @Test(arguments: [(5_000, 4, "ceiling"), (4, 4, "ceiling"), (4, 3, "noNext"), (4, 5, "noNext")])
  func aMissingLinkAtTheCeilingIsTheCeiling(total: Int, ceiling: Int, end: String) throws {
    let world = try World(
      #"{"profile":"github-search","url":"{base}/s","perPage":2,"ceiling":\#(ceiling)}"#)
    let walk = world.walk()
    try world.reply(
      "/s?per_page=2", Self.found(1...2, of: total),
      headers: [("Link", #"<http://api.test/s?per_page=2&page=2>; rel="next""#)])
    try world.reply("/s?per_page=2&page=2", Self.found(3...4, of: total))
    let summary = try walk.value()
    #expect(summary.endReason?.kind.rawValue == end)
    #expect(summary.verdict == (end == "ceiling" ? .suspect : .complete))
  }

  @Test func aPositionThatTheCeilingForbidsIsTheCeiling() throws {
    let world = try World(
      #"{"url":"{base}/a","pagination":{"strategy":"offset"},"perPage":3,"ceiling":5}"#)
    let walk = world.walk()
    try world.reply("/a?limit=3&offset=0", "[1,2,3]")
    try world.reply("/a?limit=3&offset=3", #"{"error":"too far"}"#, status: 400)
    let summary = try walk.value()
    #expect(summary.endReason?.kind == .ceiling && summary.verdict == .suspect)
  }

  @Test func aRangeEndsByItsTotal() throws {
    let world = try World(
      #"{"url":"{base}/a","pagination":{"strategy":"range"},"perPage":2}"#)
    let walk = world.walk()
    try world.reply("/a", "[1,2]", status: 206, headers: [("Content-Range", "items 0-1/3")])
    try world.reply("/a", "[3]", status: 206, headers: [("Content-Range", "items 2-2/3")])
    let summary = try walk.value()
    #expect(summary.endReason?.kind == .totalReached && summary.verdict == .complete)
    #expect(summary.endReason?.evidence?.path == "@headers.Content-Range")
  }

  @Test func aRangeOfNothingIsAnEmptyCollection() throws {
    let open = #"{"url":"{base}/a","pagination":{"strategy":"range"},"fetching":{"retries":0}}"#
    let world = try World(open)
    let page = try world.load(
      .next, from: "/a", #"{"code":416}"#, status: 416, headers: [("Content-Range", "items */0")])
    #expect(page.content.count == 0)
    #expect(
      world.state.loaded && world.state.counts.objectCount == 0
        && world.state.hasNextPage == false)
    let other = try World(open)
    let failure = try other.loadFailing(
      .next, "{}", status: 416, headers: [("Content-Range", "items */7")])
    #expect(failure.error.kind == "httpStatus")
  }
}
