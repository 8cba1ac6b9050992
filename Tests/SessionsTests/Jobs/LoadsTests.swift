import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct LoadsTests {
  // MARK: Moving

  @Test func openingSendsNothing() throws {
    let world = try World(Pages.numbered())
    let state = world.state
    #expect(world.client.lines.isEmpty)
    #expect(!state.loaded && !state.loading)
    #expect(state.currentPage == nil && state.request.url == nil && state.counts.offset == nil)
    #expect(state.counts.pageCount == nil && state.counts.objectCount == nil)
    #expect(state.hasNextPage == nil && state.hasPreviousPage == nil)
    #expect(state.endReason == nil && state.error == nil && state.warnings.isEmpty)
    #expect(state.counts.perPage == 2 && state.counts.firstPage == 1)
    #expect(state.request.patternURL == "http://api.test/a?page=:currentPage&n=:perPage")
    #expect(state.request.strategy == "page")
    #expect(state.pages.loaded.isEmpty)
  }

  @Test func firstLoadNextIsTheFirstPage() throws {
    let world = try World(Pages.counted())
    let page = try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 5))
    #expect(page.page == 1)
    #expect(page.text == #"[{"id":1},{"id":2}]"#)
    #expect(page.facts.status == 200 && page.facts.attempts == 1 && !page.facts.notModified)
    #expect(page.facts.url == "http://api.test/a?page=1&n=2")
    let state = page.snapshot
    #expect(state.loaded && !state.loading && state.currentPage == 1 && state.counts.offset == 0)
    #expect(state.counts.objectCount == 5 && state.counts.pageCount == 3)
    #expect(state.hasNextPage == true && state.hasPreviousPage == false)
    #expect(state.request.url == "http://api.test/a?page=1&n=2")
    #expect(state.pages.loaded == [1...1])
  }

  @Test func nextPreviousAndPageMove() throws {
    let world = try World(Pages.counted())
    try world.visit(1...2, total: 7)
    #expect(world.state.counts.offset == 2)
    #expect(try world.load(.page(4), from: "/a?page=4&n=2", Pages.body([7], total: 7)).ids == [7])
    #expect(world.state.currentPage == 4 && world.state.counts.offset == 6)
    #expect(world.state.hasNextPage == false && world.state.endKind == "totalReached")
    #expect(world.state.pages.loaded == [1...2, 4...4])
    try world.load(.previous, from: "/a?page=3&n=2", Pages.body([5, 6], total: 7))
    #expect(world.state.currentPage == 3 && world.state.hasNextPage == true)
    #expect(world.state.hasPreviousPage == true && world.state.endReason == nil)
    #expect(world.state.pages.loaded == [1...4])
  }

  @Test func heldPageIsAskedForAgain() throws {
    let world = try World(Pages.numbered())
    try world.visit(1...1)
    let again = try world.load(.page(1), from: "/a?page=1&n=2", Pages.body([8, 9]))
    #expect(again.ids == [8, 9])
    #expect(world.state.pages.loaded == [1...1])
  }

  @Test func firstPageMayBeNumberedFromZero() throws {
    let world = try World(Pages.counted(#","firstPage":0"#))
    try world.load(.next, from: "/a?page=0&n=2", Pages.body([1, 2], total: 3))
    #expect(world.state.currentPage == 0 && world.state.counts.pageCount == 2)
    #expect(world.state.hasPreviousPage == false)
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([3], total: 3))
    #expect(world.state.hasNextPage == false && world.state.counts.offset == 2)
  }

  @Test func parametersCountForOneRequest() throws {
    let world = try World(Pages.numbered())
    let answer = try world.load(.next, parameters: #"{"tag":["a b","c"],"n":null}"#)
    try world.reply("/a?page=1&tag=a%20b&tag=c", Pages.body([1, 2]))
    _ = try answer.value()
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4]))
  }

  // MARK: Ends

  @Test func knownEndIsNotAskedFor() throws {
    let world = try World(Pages.counted())
    try world.visit(1...1, total: 2)
    #expect(world.state.hasNextPage == false)
    let reason = try world.load(.next).failure().error.noNextPage
    #expect(reason?.kind == .totalReached)
    #expect(reason?.evidence?.value == 2)
    #expect(world.client.lines.count == 1)
    #expect(world.state.error?.error.kind == "noNextPage")
    #expect(world.state.currentPage == 1)
  }

  /// A load that is refused without a request.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let target: LoadTarget
    let kind: String
    let visited: Int
    var testDescription: String { "\(target) after \(visited)" }
  }

  @Test(arguments: [
    Refusal(target: .previous, kind: "notLoaded", visited: 0),
    Refusal(target: .previous, kind: "noPreviousPage", visited: 1),
    Refusal(target: .page(0), kind: "pageOutOfRange", visited: 0),
    Refusal(target: .page(0), kind: "pageOutOfRange", visited: 1),
    Refusal(target: .page(-3), kind: "pageOutOfRange", visited: 1),
    Refusal(target: .page(4), kind: "pageOutOfRange", visited: 1),
    Refusal(target: .page(1_000_000_000_000), kind: "pageOutOfRange", visited: 1),
    Refusal(target: .next, kind: "noNextPage", visited: 3),
  ])
  func loadOutsideIsRefused(_ refusal: Refusal) throws {
    let world = try World(Pages.counted())
    if refusal.visited > 0 { try world.visit(1...refusal.visited, total: 6) }
    let failure = try world.load(refusal.target).failure()
    #expect(failure.error.kind == refusal.kind)
    #expect(world.client.waiting.isEmpty)
    if case .pageOutOfRange(let page, let firstPage, let pageCount) = failure.error {
      #expect(failure.page == page && firstPage == 1)
      #expect(pageCount == (refusal.visited == 0 ? nil : 3))
    }
  }

  @Test func withBoundsAskTheAPIDecides() throws {
    let world = try World(Pages.counted(#","bounds":"ask""#))
    try world.visit(1...1, total: 2)
    #expect(world.state.hasNextPage == false)
    let beyond = try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4], total: 4))
    #expect(beyond.ids == [3, 4])
    #expect(world.state.currentPage == 2 && world.state.counts.objectCount == 4)
    #expect(
      try world.loadFailing(.page(0), from: "/a?page=0&n=2", status: 404).error.kind == "httpStatus"
    )
    #expect(try world.load(.page(9), from: "/a?page=9&n=2", Pages.body([], total: 4)).ids == [])
    #expect(world.state.currentPage == 2)
  }

  @Test func emptyPageIsTheEndThatALoadDiscovers() throws {
    let world = try World(Pages.numbered())
    try world.visit(1...2)
    #expect(world.state.hasNextPage == nil)
    let end = try world.load(.next, from: "/a?page=3&n=2", Pages.body([]))
    #expect(end.ids == [] && end.page == 3)
    #expect(end.snapshot.hasNextPage == false)
    #expect(end.snapshot.endKind == "emptyPage")
    #expect(end.snapshot.currentPage == 2 && end.snapshot.request.url?.contains("page=2") == true)
    #expect(end.snapshot.error == nil)
    #expect(try world.load(.next).failure().error.kind == "noNextPage")
    try world.load(.previous, from: "/a?page=1&n=2", Pages.body([1, 2]))
    #expect(world.state.hasNextPage == true)
  }

  @Test(arguments: [400, 422])
  func aPositionRefusedForAnotherReasonIsAFailure(_ status: Int) throws {
    let world = try World(Pages.numbered())
    try world.visit(1...1)
    #expect(
      try world.loadFailing(.next, from: "/a?page=2&n=2", "no", status: status).error.kind
        == "httpStatus")
    #expect(world.state.currentPage == 1 && world.state.hasNextPage == nil)
  }

  @Test(arguments: [404, 410, 416])
  func refusalOfAComputedPageIsTheEnd(_ status: Int) throws {
    let world = try World(Pages.numbered())
    try world.visit(1...1)
    let end = try world.load(.next, from: "/a?page=2&n=2", "no", status: status)
    #expect(end.ids == [] && end.facts.status == status)
    #expect(end.snapshot.endReason == EndReason(.pastEnd(status: status), page: 2))
    #expect(end.snapshot.currentPage == 1 && end.snapshot.hasNextPage == false)
  }

  @Test(arguments: [400, 404, 410, 416, 422])
  func refusalOfTheFirstPageIsAFailure(_ status: Int) throws {
    let world = try World(Pages.numbered())
    #expect(try world.loadFailing(.next, status: status).error.kind == "httpStatus")
    #expect(!world.state.loaded)
  }

  @Test(arguments: [400, 404, 410, 416, 422])
  func refusalOfATokenIsAFailure(_ status: Int) throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    let failure = try world.loadFailing(.next, status: status)
    #expect(failure.error.kind == "httpStatus" && failure.page == 2)
    #expect(world.state.hasNextPage == true && world.state.currentPage == 1)
  }

  @Test func emptyFirstPageIsLoadedWithZeroCounts() throws {
    let world = try World(Pages.counted())
    let page = try world.load(.next, from: "/a?page=1&n=2", Pages.body([], total: 0))
    #expect(page.ids == [] && page.page == 1)
    let state = world.state
    #expect(state.loaded && state.counts.objectCount == 0 && state.counts.pageCount == 0)
    #expect(state.currentPage == 1 && state.hasNextPage == false && state.hasPreviousPage == false)
    #expect(state.endKind == "totalReached")
  }

  // MARK: Failure

  @Test func failureKeepsTheLastGoodPage() throws {
    let world = try World(Pages.numbered())
    try world.visit(1...2)
    let before = world.state
    let failure = try world.loadFailing(.next, #"{"message":"down"}"#, status: 500)
    #expect(failure.page == 3)
    guard case .httpStatus(let request, 500, nil, let body, _) = failure.error else {
      Issue.record("\(failure.error)")
      return
    }
    #expect(request == RequestLine("GET", "http://api.test/a?page=3&n=2"))
    #expect(body == #"{"message":"down"}"#)
    let state = failure.snapshot
    #expect(state.error?.page == 3 && state.error?.error.kind == "httpStatus")
    #expect(
      state.currentPage == 2 && state.request.url == before.request.url
        && state.counts.offset == before.counts.offset)
    #expect(state.pages.loaded == before.pages.loaded && state.hasNextPage == before.hasNextPage)
    try world.load(.previous, from: "/a?page=1&n=2", Pages.body([1, 2]))
    #expect(world.state.error == nil)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4]))
    try world.load(.next, from: "/a?page=3&n=2", Pages.body([5, 6]))
    #expect(world.state.currentPage == 3)
  }

  /// An answer that is no page.
  struct BadAnswer: Sendable, CustomTestStringConvertible {
    let body: String
    let error: SessionError
    var testDescription: String { body }

    static let line = RequestLine("GET", "http://api.test/a?page=1&n=2")

    static func invalid(
      _ body: String, at offset: Int, _ reason: JSONSyntaxError.Reason
    ) -> BadAnswer {
      let invalid = InvalidBody(offset: offset, reason: .syntax(reason), beginning: body)
      return BadAnswer(body: body, error: .invalidResponse(line, invalid))
    }

    static func unlisted(_ body: String, keys: [String]) -> BadAnswer {
      let shown = UnlistedResponse(request: line, status: 200, body: body, isLater: false)
      return BadAnswer(
        body: body,
        error: .itemsNotFound(paths: ["items"], keys: keys, descriptors: [], response: shown))
    }
  }

  @Test(arguments: [
    BadAnswer.invalid(#"{"items":[1,}"#, at: 12, .unexpectedByte),
    .invalid(#"{"items":[1"#, at: 11, .unexpectedEnd),
    .unlisted(#"{"data":[],"x":1}"#, keys: ["data", "x"]),
    .unlisted(#"{"items":"none"}"#, keys: ["items"]), .unlisted("17", keys: []),
  ])
  func badAnswerIsAFailure(_ bad: BadAnswer) throws {
    let world = try World(Pages.numbered())
    #expect(try world.loadFailing(.next, bad.body, status: 200).error == bad.error)
    #expect(!world.state.loaded)
  }

  @Test func networkFailureThenGoodLoad() throws {
    let world = try World(Pages.numbered())
    let first = world.load(.next)
    try world.client.only().fail(.networkFailed(detail: "refused"))
    #expect(
      try first.failure().error
        == .networkFailed(BadAnswer.line, detail: "refused"))
    try world.visit(1...1)
    #expect(world.state.error == nil)
  }

  // MARK: Order and cancel

  @Test func pipelinedLoadsRunInOrder() throws {
    let world = try World(Pages.numbered())
    let answers = [world.load(.next), world.load(.next), world.load(.next)]
    #expect(world.state.loading)
    for page in 1...3 {
      #expect(world.client.waiting.count == 1)
      try world.reply("/a?page=\(page)&n=2", Pages.body([page]))
      #expect(answers.map(\.isThere) == (1...3).map { $0 <= page })
    }
    #expect(try answers.map { try $0.value().page } == [1, 2, 3])
    #expect(!world.state.loading)
  }

  @Test func failureInTheQueueDoesNotStopWhatFollows() throws {
    let world = try World(Pages.numbered())
    let answers = [world.load(.next), world.load(.previous), world.load(.next)]
    try world.reply("/a?page=1&n=2", "", status: 500)
    #expect(try answers[0].failure().page == 1)
    #expect(try answers[1].failure().error == .notLoaded)
    try world.reply("/a?page=1&n=2", Pages.body([1]))
    #expect(try answers[2].value().page == 1)
  }

  @Test func cancelFailsRunningAndQueuedLoads() throws {
    let world = try World(Pages.numbered())
    try world.visit(1...1)
    let answers = [world.load(.next), world.load(.next)]
    let running = try world.client.only()
    let state = world.session.cancel()
    #expect(running.isCancelled)
    #expect(try answers.map { try $0.failure().error } == [.cancelled, .cancelled])
    #expect(!state.loading && state.currentPage == 1)
    #expect(state.error?.error == .cancelled)
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4]))
    #expect(world.state.error == nil)
  }

  @Test func cancelWhileIdleIsHarmless() throws {
    let world = try World(Pages.numbered())
    #expect(world.session.cancel().error == nil)
    try world.visit(1...1)
    #expect(world.session.cancel().error == nil)
    #expect(world.state.currentPage == 1)
  }

  @Test func oneLoadCanBeCancelled() throws {
    let world = try World(Pages.numbered())
    let answers = [world.load(.next), world.load(.next), world.load(.next)]
    world.session.cancel(load: answers[1].work)
    #expect(try answers[1].failure().error == .requestCancelled)
    let running = try world.client.only()
    world.session.cancel(load: answers[0].work)
    #expect(running.isCancelled)
    #expect(try answers[0].failure().error == .requestCancelled)
    try world.reply("/a?page=1&n=2", Pages.body([1, 2]))
    #expect(try answers[2].value().page == 1)
    world.session.cancel(load: answers[2].work)
    world.session.cancel(load: 99)
    #expect(world.state.error == nil)
  }

  @Test func tooManyWaitingLoadsAreRefused() throws {
    var limits = SessionLimits()
    limits.waitingLoadsMax = 100
    let world = try World(Pages.numbered(), limits: limits)
    let first = world.load(.next)
    let waiting = (0..<100).map { _ in world.load(.next) }
    let refused = world.load(.next)
    #expect(
      try refused.failure().error
        == .limitExceeded(limit: .queuedLoads, maximum: 100))
    _ = world.session.cancel()
    #expect(first.isThere && waiting.allSatisfy(\.isThere))
  }

  // MARK: Cursor APIs

  @Test func visitedPagesAreReachedAgainByTheirTokens() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    #expect(world.state.hasPreviousPage == false)
    try world.load(.next, from: "/a?cursor=b", Pages.body([2], next: "c"))
    try world.load(.next, from: "/a?cursor=c", Pages.body([3]))
    #expect(world.state.hasNextPage == false && world.state.endKind == "noNext")
    try world.load(.previous, from: "/a?cursor=b", Pages.body([2], next: "c"))
    #expect(world.state.currentPage == 2 && world.state.hasNextPage == true)
    try world.load(.previous, from: "/a", Pages.body([1], next: "b"))
    #expect(try world.load(.previous).failure().error == .noPreviousPage)
    try world.load(.page(3), from: "/a?cursor=c", Pages.body([3]))
    #expect(try world.load(.page(4)).failure().error.kind == "pageOutOfRange")
    #expect(try world.load(.page(0)).failure().error.kind == "pageOutOfRange")
  }

  @Test func pageBeyondTheVisitedOnesIsReachedByWalking() throws {
    let world = try World(Pages.tokens(#","notifications":true"#))
    let answer = world.load(.page(3))
    try world.reply("/a", Pages.body([1], next: "b"))
    try world.reply("/a?cursor=b", Pages.body([2], next: "c"))
    #expect(!answer.isThere)
    try world.reply("/a?cursor=c", Pages.body([3], next: "d"))
    #expect(try answer.value().page == 3)
    #expect(world.state.currentPage == 3 && world.state.pages.loaded == [1...3])
    #expect(
      world.host.events == [
        "will 1", "did 1 0+1 of ?", "will 2", "did 2 1+1 of ?", "will 3", "did 3 2+1 of ?",
      ])
    #expect(
      try world.loadFailing(.page(6), from: "/a?cursor=d", Pages.body([4])).error.kind
        == "pageOutOfRange")
    #expect(world.state.currentPage == 3)
  }

  @Test func failureOnTheWayKeepsWhereOneWas() throws {
    let world = try World(Pages.tokens())
    try world.load(.next, from: "/a", Pages.body([1], next: "b"))
    let answer = world.load(.page(4))
    try world.reply("/a?cursor=b", Pages.body([2], next: "c"))
    try world.reply("/a?cursor=c", "", status: 503)
    let failure = try answer.failure()
    #expect(failure.error.kind == "httpStatus" && failure.page == 4)
    #expect(world.state.currentPage == 1)
    let again = world.load(.page(4))
    try world.reply("/a?cursor=c", Pages.body([3], next: "d"))
    try world.reply("/a?cursor=d", Pages.body([4]))
    #expect(try again.value().ids == [4])
  }

  @Test func previousLinkLeadsToPagesNeverVisited() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","paginationMapping":{"page":"currentPage"},"#
        + #""pagination":{"strategy":"body","next":"next","previous":"prev"}}"#)
    try world.load(
      .next, from: "/a", #"{"items":[{"id":5}],"page":5,"next":"/a?p=6","prev":"/a?p=4"}"#)
    #expect(world.state.currentPage == 5 && world.state.hasPreviousPage == true)
    #expect(world.state.can.backward == .yes)
    try world.load(
      .previous, from: "/a?p=4", #"{"items":[{"id":4}],"page":4,"next":"/a?p=5","prev":null}"#)
    #expect(world.state.currentPage == 4 && world.state.hasPreviousPage == false)
    #expect(world.state.warnings.isEmpty)
    try world.load(
      .next, from: "/a", #"{"items":[{"id":5}],"page":5,"next":"/a?p=6","prev":"/a?p=4"}"#)
    #expect(try world.load(.page(3)).failure().error.kind == "pageOutOfRange")
  }

  @Test func rememberedTokenGoesBeforeAPreviousLink() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","#
        + #""pagination":{"strategy":"body","next":"next","previous":"prev"}}"#)
    try world.load(.next, from: "/a", #"{"items":[{"id":1}],"next":"/a?p=2"}"#)
    try world.load(.next, from: "/a?p=2", #"{"items":[{"id":2}],"prev":"/elsewhere"}"#)
    try world.load(.previous, from: "/a", #"{"items":[{"id":1}],"next":"/a?p=2"}"#)
  }

  @Test func whatAnAPIAllowsIsSaid() throws {
    let numbered = try World(Pages.counted())
    #expect(numbered.state.can == .init(forward: .yes, backward: .yes, jump: .yes, count: .unknown))
    try numbered.visit(1...1, total: 9)
    #expect(numbered.state.can.count == .yes)
    let tokens = try World(Pages.tokens())
    try tokens.load(.next, from: "/a", Pages.body([1], next: "b"))
    #expect(
      tokens.state.can == .init(forward: .yes, backward: .visited, jump: .visited, count: .no))
    let single = try World(#"{"url":"{base}/a","pagination":{"strategy":"single"}}"#)
    #expect(single.state.can == .init(forward: .no, backward: .no, jump: .no, count: .unknown))
    let ranges = try World(#"{"profile":"heroku","url":"{base}/apps"}"#)
    #expect(ranges.state.can.jump == .visited)
    let auto = try World(#"{"url":"{base}/a"}"#)
    #expect(auto.state.can.jump == .unknown && auto.state.request.strategy == "auto")
  }
}
