import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// What makes a walk suspect, and what does not.
struct PageRunTests {
  /// The bodies of all pages, in order, and the kinds of doubts.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var open = Pages.numbered(Case.mapping)
    let bodies: [String]
    var doubts: [String] = []

    static let mapping =
      #","paginationMapping":{"total":"objectCount","pages":"pageCount","offset":"offset","#
      + #""page":"currentPage"}"#
  }

  private static func page(_ ids: [Int], _ more: String) -> String {
    let items = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    return #"{"items":[\#(items)],\#(more)}"#
  }

  private static let tokens =
    #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"cursor","next":"next"},"#
    + #""perPage":2\#(Case.mapping)}"#

  static let cases: [Case] = [
    Case(
      testDescription: "all there is",
      bodies: [page([1, 2], #""total":3,"page":1"#), page([3], #""total":3,"page":2"#)]),
    Case(
      testDescription: "a total that grows at the end",
      bodies: [page([1, 2], #""total":3"#), page([3, 4], #""total":4"#)]),
    Case(
      testDescription: "a total that falls",
      bodies: [page([1, 2], #""total":5"#), page([4, 5], #""total":4"#)],
      doubts: ["gaps objectCount"]),
    Case(
      testDescription: "an offset that jumps",
      bodies: [
        page([1, 2], #""offset":0"#), page([5, 6], #""offset":4"#), page([], #""offset":6"#),
      ],
      doubts: ["gaps offset"]),
    Case(
      testDescription: "an offset counted from one",
      bodies: [
        page([1, 2], #""offset":1"#), page([3, 4], #""offset":3"#), page([], #""offset":5"#),
      ]),
    Case(
      testDescription: "a page number that jumps",
      bodies: [page([1, 2], #""page":1,"pages":2"#), page([5, 6], #""page":3,"pages":2"#)],
      doubts: ["gaps currentPage"]),
    Case(
      testDescription: "pages counted from zero by the API",
      bodies: [page([1, 2], #""page":0,"pages":2"#), page([3, 4], #""page":1,"pages":2"#)]),
    Case(
      testDescription: "an offset that falls back on an API with tokens", open: tokens,
      bodies: [
        page([1, 2], #""offset":0,"next":"b""#), page([2, 3], #""offset":1,"next":"c""#),
        page([4], #""offset":3"#),
      ],
      doubts: ["pagesShifted offset"]),
    Case(
      testDescription: "a falling total on an API with tokens", open: tokens,
      bodies: [page([1, 2], #""total":4,"next":"b""#), page([3], #""total":3"#)]),
    Case(
      testDescription: "a page that begins with the end of the last one",
      bodies: [page([1, 2], #""total":4"#), page([2, 3], #""total":4"#)],
      doubts: ["pagesShifted items"]),
    Case(
      testDescription: "equal items where they are usual",
      bodies: [page([7, 7], #""total":4"#), page([7, 8], #""total":4"#)]),
    Case(
      testDescription: "fewer items than stated",
      bodies: [
        page([1], #""total":4"#), page([3, 4], #""total":4"#), page([], #""total":4"#),
      ],
      doubts: ["countMismatch objectCount"]),
    Case(
      testDescription: "more items than stated",
      bodies: [page([1, 2], #""total":4"#), page([3, 4, 5], #""total":4"#)],
      doubts: ["countMismatch objectCount"]),
    Case(
      testDescription: "fewer pages than stated", open: tokens,
      bodies: [page([1, 2], #""pages":3,"next":"b""#), page([3, 4], #""pages":3"#)],
      doubts: ["countMismatch pageCount"]),
    Case(
      testDescription: "a page that comes again",
      bodies: [
        page([1, 2], #""total":6"#), page([3, 4], #""total":6"#), page([1, 2], #""total":6"#),
      ],
      doubts: ["repeatedPage items"]),
  ]

  @Test(arguments: cases)
  func doubtsMakeAWalkSuspectAndSayWhy(_ one: Case) throws {
    let world = try World(one.open)
    let walk = world.walk(concurrency: 1)
    for body in one.bodies { try world.client.only().reply(body) }
    let summary = try walk.value()
    let kinds = ["duplicates", "gaps", "pagesShifted", "repeatedPage", "countMismatch"]
    let doubts = summary.snapshot.warnings.compactMap { warning -> String? in
      let kind = warning.kind.rawValue
      return kinds.contains(kind) ? "\(kind) \(warning.subject ?? "")" : nil
    }
    #expect(doubts == one.doubts)
    #expect(summary.verdict == (one.doubts.isEmpty ? .complete : .suspect))
  }

  @Test func shiftedPagesWithoutIdentityAreFetchedOneAtATime() throws {
    let world = try World(Pages.counted())
    let walk = world.walk(concurrency: 2)
    try world.client.only().reply(Pages.body([1, 2], total: 20))
    try world.reply("/a?page=2&n=2", Pages.body([2, 3], total: 20))
    try world.reply("/a?page=3&n=2", Pages.body([4, 5], total: 20))
    #expect(world.client.waiting.count == 1)
    _ = world.session.cancel()
    _ = try walk.failure()
  }

  @Test func itemsOfEarlierLoadsAndWalksCount() throws {
    let world = try World(Pages.counted(#","identity":"id""#))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 5))
    #expect(
      try world.walked(pagesMax: 1, ["/a?page=2&n=2": Pages.body([2, 3], total: 5)]).duplicates == 1
    )
    let summary = try world.walked(["/a?page=3&n=2": Pages.body([3], total: 5)])
    #expect(summary.duplicates == 1 && summary.verdict == .suspect)
    #expect(summary.snapshot.warnings.last == .duplicates(count: 2))
  }

  /// Whoever takes the pages may know items again by itself; the latest are known all the same.
  @Test func itemsOfLongAgoAreForgottenWhereThatIsWanted() throws {
    let world = try World(Pages.tokens(#","identity":"id""#))
    let answer = Answer<WalkSummary>()
    answer.work = world.session.walk(
      WalkOrder(
        pagesMax: nil, itemsMax: nil, concurrency: 1, remembersItems: false, deliver: { _ in },
        report: nil)
    ) { answer.take($0) }
    let size = PageRun.latestIdentities
    for page in 0..<4 {
      // The first item of all, one of the page before, and new ones.
      let again = page > 0 ? [1, page * size] : []
      let new = Array((page * size + 1)...((page + 1) * size))
      try world.client.only().reply(Pages.body(again + new, next: page < 3 ? "\(page)" : nil))
    }
    let summary = try answer.value()
    // Each last item of a page is known on the next one; the first of all is not on the third page.
    #expect(summary.duplicates == 5)
  }

  @Test func anotherRunForgetsTheDoubtsOfTheOneBefore() throws {
    let world = try World(Pages.counted(#","identity":"id""#))
    #expect(
      try world.walked(
        concurrency: 1, with: Pages.body([1, 2], total: 4), Pages.body([2, 3], total: 4)
      ).verdict == .suspect)
    try world.load(.page(1), from: "/a?page=1&n=2", Pages.body([1, 2], total: 4))
    let summary = try world.walked(with: Pages.body([3, 4], total: 4))
    #expect(summary.verdict == .complete && summary.duplicates == 0)
  }

  @Test func pageLoadedAgainCountsOnce() throws {
    let world = try World(Pages.counted(#","identity":"id""#))
    try world.visit(1...1, total: 4)
    try world.load(.page(1), from: "/a?page=1&n=2", Pages.body([1, 2], total: 4))
    let summary = try world.walked(with: Pages.body([3, 4], total: 4))
    #expect(summary.verdict == .complete && summary.duplicates == 0)
  }

  @Test func doubtsAndCountsGoOnInAnotherProcess() throws {
    for (second, verdict) in [([3], "suspect"), ([3, 4], "complete")] {
      let first = try World(Pages.counted())
      try first.walked(pagesMax: 1, with: Pages.body([1, 2], total: 6))
      let other = try first.resumed()
      #expect(
        try other.walked(
          concurrency: 1, with: Pages.body(second, total: 6), Pages.body([5, 6], total: 6)
        ).verdict.rawValue == verdict)
      let third = try other.resumed()
      #expect(try third.walk().value().verdict.rawValue == verdict)
    }
  }

  // MARK: Pages that come again

  @Test func repeatedPageIsDeliveredWhereItClosesNoLoop() throws {
    let world = try World(Pages.tokens())
    let (answer, delivered, _) = world.stream()
    try world.reply("/a", Pages.body([1], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([1], next: "c"))
    #expect(delivered.lines.count == 1 && world.state.currentPage == 1)
    let checkpoint = world.checkpoint
    try world.reply("/a?cursor=c", Pages.body([2]))
    #expect(delivered.lines.count == 3)
    let summary = try answer.value()
    #expect(summary.pages == 3 && summary.verdict == .suspect)
    #expect(summary.snapshot.warningKinds == ["repeatedPage"])
    let other = try World(Pages.tokens())
    try other.session.resume(checkpoint)
    try other.load(.next, from: "/a?cursor=b", Pages.body([1], next: "c"))
  }

  @Test func repeatedPageBeforeAFailureIsDelivered() throws {
    let world = try World(Pages.tokens())
    let walk = world.walk()
    try world.reply("/a", Pages.body([1], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([1], next: "c"))
    try world.reply("/a?cursor=c", "", status: 500)
    let summary = try walk.value()
    #expect(summary.lines == ["1: 1", "2: 1"] && summary.verdict == .partial)
    #expect(summary.snapshot.error?.page == 3)
  }

  @Test func repeatedPageIsNotHeldBackWhereItIsTheLastThatIsWanted() throws {
    let world = try World(Pages.tokens())
    #expect(
      try world.walked(
        pagesMax: 2, ["/a": Pages.body([1], next: "b"), "/a?cursor=b": Pages.body([1], next: "c")]
      ).pages == 2)
    #expect(world.client.waiting.isEmpty)
  }
}
