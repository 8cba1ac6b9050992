import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct WalkTests {
  // MARK: To the end

  @Test func allPagesComeInOrder() throws {
    let world = try World(Pages.counted())
    let summary = try world.walked(serving: 1, 2, 3, total: 5)
    #expect(summary.lines == ["1: 1 2", "2: 3 4", "3: 5"])
    #expect(summary.pages == 3 && summary.itemCount == 5 && summary.duplicates == 0)
    #expect(summary.verdict == .complete && summary.endReason?.kind == .totalReached)
    #expect(summary.snapshot.currentPage == 3 && summary.snapshot.hasNextPage == false)
  }

  @Test func walkGoesOnFromTheCurrentPage() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 5)
    #expect(try world.walked(serving: 2, 3, total: 5).lines == ["2: 3 4", "3: 5"])
    let after = try world.walk().value()
    #expect(after.pages == 0 && after.itemCount == 0 && after.items?.isEmpty == true)
    #expect(after.verdict == .complete && after.endReason?.kind == .totalReached)
    #expect(world.client.waiting.isEmpty)
  }

  /// A number of pages that is as large as numbers are, behind a first page that is not 1.
  @Test(arguments: [Int.max, Int.max - 1, Pager.pageMax + 1]) func aHugePageCountIsTakenAsItIs(
    _ count: Int
  ) throws {
    let world = try World(
      Pages.numbered(#","firstPage":5,"paginationMapping":{"total":"pageCount"}"#))
    #expect(
      try world.walked(
        pagesMax: 2, concurrency: 3,
        [
          "/a?page=5&n=2": Pages.body([1, 2], total: count),
          "/a?page=6&n=2": Pages.body([3, 4], total: count),
        ]
      ).lines == ["5: 1 2", "6: 3 4"])
  }

  @Test func emptyPageEndsAWalkAndIsNotDelivered() throws {
    let world = try World(Pages.numbered())
    let (answer, delivered, _) = world.stream()
    try world.serve(1)
    try world.reply("/a?page=2&n=2", Pages.body([]))
    #expect(delivered.lines == [#"1: [{"id":1},{"id":2}]"#])
    let summary = try answer.value()
    #expect(summary.pages == 1 && summary.endReason?.kind == .emptyPage)
    #expect(summary.verdict == .complete && summary.items == nil)
  }

  @Test func emptyCollectionIsAWalkOfNothing() throws {
    let world = try World(Pages.counted())
    let summary = try world.walked(["/a?page=1&n=2": Pages.body([], total: 0)])
    #expect(summary.itemCount == 0 && summary.verdict == .complete)
  }

  @Test func tokensAreFollowedToTheEnd() throws {
    let world = try World(Pages.tokens(#","identity":"id""#))
    let summary = try world.walked([
      "/a": Pages.body([1, 2], next: "b"), "/a?cursor=b": Pages.body([], next: "c"),
      "/a?cursor=c": Pages.body([3]),
    ])
    #expect(summary.lines == ["1: 1 2", "2: ", "3: 3"])
    #expect(summary.verdict == .complete && summary.endReason?.kind == .noNext)
  }

  @Test func streamedPagesAreNotHeld() throws {
    let world = try World(Pages.counted())
    let (answer, delivered, progress) = world.stream()
    try world.serve(1, 2, total: 4)
    _ = try answer.value()
    #expect(delivered.lines.count == 2 && world.state.pages.loaded.isEmpty)
    #expect(progress.lines == ["1/2 2/4", "2/2 4/4"])
    #expect(world.state.currentPage == 2)
  }

  @Test func eventsComeWithTheWalk() throws {
    let world = try World(Pages.counted(#","notifications":true"#))
    let walk = world.walk(concurrency: 1)
    try world.serve(1, total: 3)
    try world.serve(2, total: 3)
    _ = try walk.value()
    #expect(
      world.host.events == ["will 1", "did 1 0+2 of 3", "will 2", "did 2 2+1 of 3"])
  }

  // MARK: Many at once

  @Test func knownPagesAreFetchedManyAtOnceAndDeliveredInOrder() throws {
    let world = try World(Pages.counted())
    let (answer, delivered, _) = world.stream()
    #expect(world.pages == [1])
    try world.serve(1, total: 14)
    #expect(world.pages == [2, 3, 4, 5])
    try world.serve(4, 5, 3, total: 14)
    #expect(delivered.lines.count == 1 && world.pages == [2])
    try world.serve(2, total: 14)
    #expect(delivered.lines.count == 5)
    #expect(world.pages == [6, 7])
    try world.serve(7, 6, total: 14)
    let summary = try answer.value()
    #expect(delivered.lines.map { $0.prefix(1) } == ["1", "2", "3", "4", "5", "6", "7"])
    #expect(summary.verdict == .complete && summary.itemCount == 14)
  }

  @Test func walkHasAConcurrencyOfItsOwn() throws {
    let world = try World(Pages.counted())
    let walk = world.walk(concurrency: 2)
    try world.serve(1, total: 10)
    #expect(world.pages == [2, 3])
    _ = world.session.cancel()
    _ = try walk.failure()
  }

  @Test func withoutATotalOnePageIsFetchedAtATime() throws {
    let world = try World(Pages.numbered())
    let walk = world.walk()
    try world.serve(1)
    #expect(world.pages == [2])
    try world.reply("/a?page=2&n=2", Pages.body([]))
    _ = try walk.value()
  }

  @Test func limitsKeepPagesFromBeingFetched() throws {
    let world = try World(Pages.counted())
    let capped = world.walk(pagesMax: 3)
    try world.serve(1, total: 100)
    #expect(world.pages == [2, 3])
    try world.serve(2, 3, total: 100)
    #expect(try capped.value().endReason?.kind == .pagesMax)
    let cut = world.walk(itemsMax: 3)
    #expect(world.pages == [4, 5])
    try world.serve(4, 5, total: 100)
    #expect(try cut.value().itemCount == 3)
    let limited = try World(Pages.counted(#","limits":{"itemsMax":5}"#))
    let walk = limited.walk()
    try limited.serve(1, total: 100)
    #expect(limited.pages == [2, 3])
    try limited.serve(2, 3, total: 100)
    let summary = try walk.value()
    #expect(summary.itemCount == 5 && summary.verdict == .capped)
  }

  @Test func shrinkingTotalEndsTheWalk() throws {
    let world = try World(Pages.counted(#","notifications":true"#))
    let walk = world.walk(concurrency: 3)
    try world.serve(1, total: 20)
    let overdue = try world.client.request("GET http://api.test/a?page=4&n=2")
    try world.serve(2, total: 5)
    try world.serve(3, total: 5)
    let summary = try walk.value()
    #expect(summary.lines == ["1: 1 2", "2: 3 4", "3: 5"])
    #expect(overdue.isCancelled && world.client.waiting.isEmpty)
    #expect(world.host.events.contains("fail 4 cancelled"))
  }

  @Test func waitsAreReported() throws {
    let gate = RateGate()
    let scheduler = VirtualScheduler()
    let other = try World(Pages.counted(), gate: gate, scheduler: scheduler)
    let world = try World(
      Pages.counted().replacing(#""retries":0"#, with: #""retries":1"#), gate: gate,
      scheduler: scheduler)
    let (answer, _, progress) = world.stream()
    try world.client.only().reply("", status: 429, headers: [("Retry-After", "7")])
    #expect(progress.lines == ["0/? 0/? waiting 7.0 status 429"])
    let (second, _, held) = other.stream()
    #expect(held.lines == ["0/? 0/? waiting 7.0 rate limit"])
    scheduler.advance(7)
    for one in [world, other] { try one.client.only().reply(Pages.body([1], total: 1)) }
    #expect(progress.lines.last == "1/1 1/1" && held.lines.last == "1/1 1/1")
    _ = try (answer.value(), second.value())
  }

  // MARK: Limits of a walk

  @Test func maxPagesStopsAndTheNextWalkGoesOn() throws {
    let world = try World(Pages.counted())
    let summary = try world.walked(pagesMax: 1, serving: 1, total: 5)
    #expect(summary.lines == ["1: 1 2"] && summary.verdict == .capped)
    #expect(summary.endReason?.kind == .pagesMax)
    #expect(summary.endReason?.evidence?.path == "maxPages")
    #expect(summary.snapshot.hasNextPage == true && summary.snapshot.endReason == nil)
    #expect(try world.walked(serving: 2, 3, total: 5).lines == ["2: 3 4", "3: 5"])
  }

  @Test func maxItemsCutsInsideOfAPageAndGoesOnThere() throws {
    let world = try World(
      #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":5,"itemsPath":"items","#
        + #""paginationMapping":{"total":"objectCount"}}"#)
    let cut = try world.walked(itemsMax: 2, ["/a?page=1&n=5": Pages.body(1...5, total: 7)])
    #expect(cut.lines == ["1: 1 2"] && cut.verdict == .capped)
    #expect(cut.endReason?.kind == .itemsMax)
    #expect(cut.snapshot.hasNextPage == true && cut.snapshot.currentPage == 1)
    let second = try world.walk(itemsMax: 2).value()
    #expect(second.lines == ["1: 3 4"] && second.pages == 1)
    let rest = try world.load(.next).value()
    #expect(rest.page == 1 && rest.ids == [5] && rest.facts.status == 200)
    #expect(rest.facts.url == "http://api.test/a?page=1&n=5")
    let last = world.walk()
    try world.reply("/a?page=2&n=5", Pages.body(6...7, total: 7))
    #expect(try last.value().lines == ["2: 6 7"])
    #expect(try last.value().verdict == .complete)
  }

  @Test func cutPageOfAStreamKeepsItsResponse() throws {
    let world = try World(Pages.counted())
    let (answer, _, _) = world.stream(itemsMax: 1)
    try world.serve(1, total: 5)
    _ = try answer.value()
    let rest = try world.load(.next).value()
    #expect(rest.page == 1 && rest.ids == [2] && rest.facts.status == 200)
  }

  @Test func cutAtAPagesEndGoesOnWithTheNextOne() throws {
    let world = try World(Pages.counted())
    #expect(try world.walked(itemsMax: 2, serving: 1, total: 4).verdict == .capped)
    let second = world.walk(itemsMax: 2)
    try world.serve(2, total: 4)
    #expect(try second.value().endReason?.kind == .totalReached)
    #expect(try second.value().verdict == .complete)
  }

  @Test func loadElsewhereForgetsTheRestOfACutPage() throws {
    let world = try World(Pages.counted())
    try world.walked(itemsMax: 1, serving: 1, total: 9)
    try world.load(.page(4), from: "/a?page=4&n=2", Pages.body([7, 8], total: 9))
    try world.load(.next, from: "/a?page=5&n=2", Pages.body([9], total: 9))
  }

  @Test func pagesMaxOfTheSettingsCapsTheWalk() throws {
    let world = try World(Pages.counted(#","limits":{"pagesMax":2}"#))
    let summary = try world.walked(serving: 1, 2, total: 100)
    #expect(summary.verdict == .capped && summary.endReason?.kind == .pagesMax)
    #expect(summary.endReason?.evidence?.path == "limits.pagesMax")
  }

  @Test func tooManyEmptyPagesAreSuspect() throws {
    let world = try World(Pages.tokens(#","limits":{"emptyPagesMax":2}"#))
    let summary = try world.walked([
      "/a": Pages.body([1], next: "b"), "/a?cursor=b": Pages.body([], next: "c"),
      "/a?cursor=c": Pages.body([], next: "d"),
    ])
    #expect(summary.verdict == .suspect && summary.endReason?.kind == .emptyPage)
  }

  @Test func limitOfTheSettingsHoldsBackTheRestOfACutPage() throws {
    let world = try World(Pages.counted(#","limits":{"itemsMax":3}"#))
    #expect(try world.walked(concurrency: 1, serving: 1, 2, total: 9).lines == ["1: 1 2", "2: 3"])
    #expect(world.state.hasNextPage == false)
    let second = try world.walk().value()
    #expect(second.pages == 0 && second.verdict == .capped)
    #expect(second.endReason?.evidence?.path == "limits.itemsMax")
    #expect(try world.load(.next).failure().error.kind == "noNextPage")
    try world.configure(Pages.counted())
    #expect(world.state.hasNextPage == true)
    #expect(try world.load(.next).value().ids == [4])
  }

  // MARK: Verdicts

  @Test func duplicatesAreCountedAndDelivered() throws {
    let world = try World(Pages.counted(#","identity":"id""#))
    let summary = try world.walked(
      concurrency: 1,
      [
        "/a?page=1&n=2": Pages.body([1, 2], total: 5),
        "/a?page=2&n=2": Pages.body([2, 3], total: 5), "/a?page=3&n=2": Pages.body([4], total: 5),
      ])
    #expect(summary.lines == ["1: 1 2", "2: 2 3", "3: 4"])
    #expect(summary.duplicates == 1 && summary.verdict == .suspect)
    #expect(summary.snapshot.warningKinds == ["duplicates"])
  }

  @Test(
    arguments: [
      (#"["a",1]"#, #"["a", 1]"#, 1), (#"["a",1]"#, #"["\u0061",1]"#, 1),
      (#"{"a":1,"b":[2]}"#, #"{ "b": [ 2 ], "a": 1 }"#, 1), (#"["a",1]"#, #"["a",2]"#, 0),
      (#"["a",1]"#, #"[["a"],1]"#, 0), (#""a""#, #""\u0061""#, 1), (#"1"#, #"1.0"#, 0),
      (#"[1]"#, #"[1.0]"#, 0), (#""1""#, #"1"#, 0),
    ]) func identityIsComparedByValue(_ first: String, _ second: String, _ duplicates: Int) throws
  {
    let world = try World(Pages.tokens(#","identity":"key""#))
    let summary = try world.walked([
      "/a": #"{"items":[{"key":\#(first)},{"key":7}],"next":"b"}"#,
      "/a?cursor=b": #"{"items":[{"key":\#(second)},{"key":8}]}"#,
    ])
    #expect(summary.itemCount == 4 && summary.duplicates == duplicates)
    #expect(summary.verdict == (duplicates == 0 ? .complete : .suspect))
  }

  @Test func itemsWithoutAnIdentityAreNoDuplicates() throws {
    let world = try World(Pages.counted(#","identity":["id","uid"]"#))
    #expect(try world.walked(serving: 1, 2, total: 4).duplicates == 0)
  }

  @Test func shiftedPagesAreFetchedOneAtATime() throws {
    let world = try World(Pages.counted(#","identity":"id""#))
    let walk = world.walk(concurrency: 2)
    try world.serve(1, total: 100)
    try world.reply("/a?page=2&n=2", Pages.body([2, 3], total: 101))
    #expect(world.pages == [3])
    try world.serve(3, total: 101)
    #expect(world.pages == [4])
    _ = world.session.cancel()
    _ = try walk.failure()
  }

  @Test func countsThatDoNotAddUpAreSuspect() throws {
    let world = try World(Pages.tokens(#","paginationMapping":{"total":"objectCount"}"#))
    let walk = world.walk()
    try world.reply("/a", Pages.body([1, 2], total: 9, next: "b"))
    try world.reply("/a?cursor=b", Pages.body([3], total: 9))
    #expect(try walk.value().verdict == .suspect)
    #expect(try walk.value().endReason?.kind == .noNext)
  }

  @Test func loopIsSuspectAndItsPageIsNotDelivered() throws {
    let world = try World(Pages.tokens())
    let summary = try world.walked([
      "/a": Pages.body([1], next: "b"), "/a?cursor=b": Pages.body([2], next: "c"),
      "/a?cursor=c": Pages.body([3], next: "b"), "/a?cursor=b": Pages.body([2], next: "c"),
    ])
    #expect(summary.lines == ["1: 1", "2: 2", "3: 3"])
    #expect(summary.verdict == .suspect && summary.endReason?.kind == .repeatedRequest)
  }

  @Test func pageThatIgnoresItsNumberIsSuspectEvenBelowATotal() throws {
    let world = try World(Pages.counted())
    let walk = world.walk(concurrency: 1)
    for page in 1...3 {
      try world.reply("/a?page=\(page)&n=2", Pages.body([1, 2], total: 6))
    }
    #expect(try walk.value().verdict == .suspect)
  }

  // MARK: Failures

  @Test func failureInTheMiddleIsAPartialResult() throws {
    let world = try World(Pages.counted(#","notifications":true"#))
    let walk = world.walk(concurrency: 1)
    try world.serve(1, total: 6)
    try world.reply("/a?page=2&n=2", "", status: 500)
    let summary = try walk.value()
    #expect(summary.lines == ["1: 1 2"] && summary.verdict == .partial)
    #expect(summary.endReason?.kind == .failed && summary.endReason?.page == 2)
    #expect(summary.snapshot.error?.error.kind == "httpStatus")
    #expect(summary.snapshot.error?.page == 2 && summary.snapshot.hasNextPage == true)
    #expect(world.host.events.suffix(2) == ["will 2", "fail 2 httpStatus"])
    let rest = world.walk()
    try world.serve(2, 3, total: 6)
    #expect(try rest.value().lines == ["2: 3 4", "3: 5 6"])
    #expect(try rest.value().verdict == .complete && world.state.error == nil)
  }

  @Test func failureWaitsForThePagesBeforeIt() throws {
    let world = try World(Pages.counted())
    let walk = world.walk()
    try world.serve(1, total: 10)
    try world.reply("/a?page=3&n=2", "", status: 500)
    #expect(!walk.isThere)
    try world.serve(2, total: 10)
    let summary = try walk.value()
    #expect(summary.lines == ["1: 1 2", "2: 3 4"] && summary.snapshot.error?.page == 3)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func failureOfTheFirstPageIsAnError() throws {
    let world = try World(Pages.counted(#","notifications":true"#))
    let walk = world.walk()
    try world.reply("/a?page=1&n=2", "", status: 500)
    let failure = try walk.failure()
    #expect(failure.error.kind == "httpStatus" && failure.page == 1)
    #expect(world.host.events == ["will 1", "fail 1 httpStatus"])
  }

  @Test func otherOriginEndsAWalkPartially() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","pagination":{"strategy":"body","next":"next"}}"#)
    let summary = try world.walked(["/a": Pages.body([1], next: "http://evil.test/b")])
    #expect(summary.verdict == .partial && summary.endReason?.kind == .originRefused)
    #expect(summary.endReason?.evidence?.value == "http://evil.test")
    #expect(summary.snapshot.error?.error.kind == "originRefused")
  }

  @Test func pastEndEndsAWalk() throws {
    let world = try World(Pages.numbered())
    let walk = world.walk()
    try world.serve(1)
    try world.reply("/a?page=2&n=2", "", status: 404)
    let summary = try walk.value()
    #expect(summary.endReason?.kind == .pastEnd && summary.verdict == .complete)
  }

  // MARK: Cancel and pause

  @Test func cancelledWalkAnswersWithTheError() throws {
    let world = try World(Pages.counted())
    let (answer, delivered, _) = world.stream()
    try world.serve(1, total: 100)
    let next = world.load(.next)
    world.session.cancel(load: answer.work)
    #expect(try answer.failure().error == .requestCancelled)
    #expect(delivered.lines.count == 1)
    #expect(world.pages == [2])
    try world.serve(2, total: 100)
    #expect(try next.value().page == 2)
  }
}
