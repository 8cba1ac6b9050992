import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// `limits.until`: paging ends at the first item that is beyond a value.
struct UntilTests {
  private static let below = #","limits":{"until":{"path":"id","below":3}}"#

  /// Newest first: 6 5, 4 3, 2 1.
  @Test func walkEndsAtTheFirstItemBelow() throws {
    let world = try World(Pages.counted(Self.below))
    let summary = try world.walked([
      "/a?page=1&n=2": Pages.body([6, 5], total: 6), "/a?page=2&n=2": Pages.body([4, 2], total: 6),
    ])
    #expect(summary.lines == ["1: 6 5", "2: 4"])
    #expect(summary.verdict == .complete)
    #expect(summary.endReason == EndReason(.untilReached(StatedValue("id", 2)), page: 2))
    #expect(world.state.warnings.isEmpty)
  }

  @Test func itemsEqualToTheValueStay() throws {
    let world = try World(Pages.tokens(Self.below))
    let summary = try world.walked([
      "/a": Pages.body([4, 3], next: "b"), "/a?cursor=b": Pages.body([3, 2], next: "c"),
    ])
    #expect(summary.lines == ["1: 4 3", "2: 3"])
    #expect(summary.endReason?.kind == .untilReached && summary.verdict == .complete)
  }

  @Test func loadEndsToo() throws {
    let world = try World(Pages.tokens(#","limits":{"until":{"path":"id","above":2}}"#))
    let page = try world.load(.next, from: "/a", Pages.body([1, 2], next: "b"))
    #expect(page.ids == [1, 2] && world.state.hasNextPage == true)
    let last = try world.load(.next, from: "/a?cursor=b", Pages.body([3, 4], next: "c"))
    #expect(last.ids.isEmpty)
    #expect(world.state.hasNextPage == false)
    #expect(world.state.endReason?.kind == .untilReached)
  }

  @Test func nothingIsDeliveredOfAFirstPageThatIsBeyond() throws {
    let world = try World(Pages.counted(Self.below))
    let summary = try world.walked(["/a?page=1&n=2": Pages.body([2, 1], total: 6)])
    #expect(summary.itemCount == 0 && summary.verdict == .complete)
    #expect(world.state.counts.objectCount == 6)
  }

  @Test(arguments: [#"{"x":1}"#, #"{"id":"1"}"#, #"{"id":null}"#, #"{"id":[1]}"#, "7"])
  func itemsWithoutAValueToCompareDoNotEndPaging(item: String) throws {
    let world = try World(Pages.tokens(Self.below))
    let summary = try world.walked([
      "/a": #"{"items":[{"id":9},\#(item)],"next":"b"}"#,
      "/a?cursor=b": #"{"items":[\#(item),{"id":1}]}"#,
    ])
    #expect(summary.itemCount == 3 && summary.verdict == .complete)
    #expect(world.state.warnings == [.untilUnknown("id")])
  }

  @Test func mappedItemsEndAtTheSameItem() throws {
    let world = try World(
      #"{"url":"{base}/a","pagination":{"strategy":"single"},"responseDescriptors":"#
        + #"[{"keyPath":"items","mapping":{"attributes":{"id":"number"}}}]"#
        + #","limits":{"until":{"path":"id","below":3}}}"#)
    let page = try world.load(.next, from: "/a", Pages.body([5, 4, 2, 3]))
    var fragments = JSONFragments()
    page.appendItems(to: &fragments)
    #expect(String(decoding: fragments.joined(), as: UTF8.self) == #"[{"number":5},{"number":4}]"#)
  }

  @Test func checkpointBehindTheEndKnowsIt() throws {
    let world = try World(Pages.tokens(Self.below))
    let checkpoint = try world.walked(["/a": Pages.body([4, 2], next: "b")]).checkpoint
    let next = try World(Pages.tokens(Self.below))
    try next.session.resume(checkpoint)
    let again = try next.walk().value()
    #expect(again.pages == 0 && again.verdict == .complete)
    #expect(again.endReason?.kind == .untilReached)
  }

  @Test(arguments: [
    ("{}", nil), (#"{"path":"id"}"#, "limits.until.below"),
    (#"{"path":"id","below":1,"above":2}"#, "limits.until.below"),
    (#"{"path":"","below":1}"#, "limits.until.path"), (#"{"below":1}"#, "limits.until.path"),
    (#"{"path":"id","below":true}"#, "limits.until.below"),
    (#"{"path":"id","above":[1]}"#, "limits.until.above"),
    (#"{"path":"id","above":1,"x":1}"#, "limits.until.x"),
  ])
  func wrongLimitsAreRefused(until: String, path: String?) throws {
    do {
      _ = try World.settings(#"{"url":"{base}/a","limits":{"until":\#(until)}}"#)
      #expect(path == nil)
    } catch let error as JSONFieldError {
      #expect(error.path == path)
    }
  }
}
