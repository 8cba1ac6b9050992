import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// When nothing is requested ahead, and what becomes of requests that fail.
struct AheadFailureTests {
  private static let retrying =
    #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":2,"itemsPath":"items","#
    + #""prefetch":{"pages":1},"fetching":{"retries":2,"retryWaitSecondsMax":60}}"#

  private func world(_ open: String) throws -> World {
    let world = try World(open)
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2]))
    return world
  }

  private func end(_ world: World) { _ = world.session.cancel() }

  // MARK: Failures

  @Test(arguments: [500, 503, 429, 401, 404])
  func aFailureAheadIsForgotten(status: Int) throws {
    let world = try world(Self.retrying)
    if status == 404 {
      try world.client.only().reply("no JSON")
    } else {
      try world.client.only().reply("{}", status: status)
    }
    #expect(world.client.waiting.isEmpty && world.state.pages.prefetched.isEmpty)
    #expect(world.state.error == nil && world.scheduler.waits.isEmpty)
    // The load asks itself, and once it has succeeded the next page is requested ahead again.
    try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4]))
    #expect(world.state.pages.prefetched == [3] && world.client.lines.count == 4)
    end(world)
  }

  @Test func aLoadThatHasJoinedAsksItselfWithAllItsRetries() throws {
    let world = try World(
      Self.retrying.dropLast() + #","notifications":true}"#, abilities: .notifying)
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2]))
    _ = world.host.takeEvents()
    let load = world.load(.next)
    for attempt in 0...2 {
      try world.client.only().reply("{}", status: 503)
      if attempt > 0 { world.scheduler.advance(60) }
    }
    try world.client.only().reply(Pages.body([3, 4]))
    let page = try load.value()
    #expect(page.ids == [3, 4] && page.facts.attempts == 3)
    let retries = world.host.events.filter { $0.hasPrefix("retry") }.count
    #expect(world.host.events.filter { $0 == "will 2" }.count == 1)
    #expect(retries == 2 || world.host.events.count == 4)
    end(world)
  }

  @Test func networkFailureOfAJoinedRequestIsTheLoadsOwnToRetry() throws {
    let world = try world(Self.retrying)
    let load = world.load(.next)
    try world.client.only().fail(.timedOut(seconds: 1))
    try world.client.only().reply(Pages.body([3]))
    #expect(try load.value().facts.attempts == 1)
    end(world)
  }

  @Test func aRefusalAheadAsksTheClientForNothing() throws {
    let world = try World(Self.retrying, abilities: ClientTests.able)
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2]))
    let load = world.load(.next)
    try world.client.only().reply("{}", status: 401)
    #expect(world.host.questions.isEmpty)
    try world.client.only().reply("{}", status: 401)
    #expect(world.host.questions.count == 1)
    try world.host.takeQuestion().answer(
      .success(["headers": ["Authorization": "Bearer x"]]))
    let granted = try world.client.only()
    #expect(granted.request.headers["Authorization"] == "Bearer x")
    granted.reply(Pages.body([3, 4]))
    #expect(try load.value().ids == [3, 4])
    #expect(try world.client.only().request.headers["Authorization"] == "Bearer x")
    end(world)
  }

  @Test func aRedirectAheadIsFollowed() throws {
    let world = try world(Self.retrying)
    try world.client.only().reply("", status: 302, headers: [("Location", "/b")])
    try world.reply("/b", Pages.body([3, 4]))
    let page = try world.load(.next).value()
    #expect(page.ids == [3, 4] && page.facts.url == "http://api.test/b")
    end(world)
  }

  @Test func aRedirectToAnotherOriginIsTheLoadsToFailAt() throws {
    let world = try world(Self.retrying)
    let elsewhere = [("Location", "http://other.test/b")]
    try world.client.only().reply("", status: 302, headers: elsewhere)
    #expect(world.client.waiting.isEmpty && world.state.error == nil)
    let failure = try world.loadFailing(.next, status: 302, headers: elsewhere)
    #expect(failure.error.kind == "originRefused")
    #expect(world.client.lines.count == 3)
  }

  // MARK: Waits

  @Test func nothingIsRequestedAheadWhileNoRequestIsLeft() throws {
    for headers in [
      [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1714557630")],
      [("X-RateLimit-Remaining", "0")], [("Retry-After", "5")],
      [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1714568400")],
    ] {
      let world = try World(Self.retrying)
      try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2]), headers: headers)
      #expect(world.client.waiting.isEmpty && world.state.pages.prefetched.isEmpty, "\(headers)")
      world.scheduler.advance(31)
      #expect(world.client.waiting.isEmpty)
      try world.load(.next, from: "/a?page=2&n=2", Pages.body([3, 4]))
      #expect(world.state.pages.prefetched == [3], "\(headers)")
      end(world)
    }
  }

  @Test func aWaitThatARequestAheadMeetsHoldsForTheLoad() throws {
    let world = try world(Self.retrying)
    try world.client.only().reply("{}", status: 429, headers: [("Retry-After", "10")])
    let load = world.load(.next)
    #expect(world.client.waiting.isEmpty)
    world.scheduler.advance(10)
    try world.client.only().reply(Pages.body([3, 4]))
    #expect(try load.value().ids == [3, 4])
    end(world)
  }

  @Test func aWaitOfAnotherPaginatorHolds() throws {
    let gate = RateGate()
    let scheduler = VirtualScheduler()
    let other = try World(Pages.counted(), gate: gate, scheduler: scheduler)
    let world = try World(Self.retrying, gate: gate, scheduler: scheduler)
    let load = world.load(.next)
    try other.load(
      .next, from: "/a?page=1&n=2", Pages.body([1], total: 9),
      headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1714557610")])
    try world.client.only().reply(Pages.body([1, 2]))
    _ = try load.value()
    #expect(world.client.waiting.isEmpty && world.state.pages.prefetched.isEmpty)
    #expect(scheduler.waits.isEmpty)
  }

  // MARK: Bounds

  @Test(arguments: [
    #","limits":{"pagesMax":2}"#, #","limits":{"itemsMax":4}"#, #","limits":{"itemsMax":3}"#,
    #","ceiling":4"#, #","bounds":"ask","paginationMapping":{"total":"objectCount"}"#,
  ])
  func nothingIsRequestedPastABound(bound: String) throws {
    let world = try World(Pages.numbered(#","prefetch":{"pages":9}\#(bound)"#))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 4))
    #expect(world.client.waiting.map(\.line) == ["GET http://api.test/a?page=2&n=2"])
    try world.reply("/a?page=2&n=2", Pages.body([3, 4], total: 4))
    _ = try world.load(.next).value()
    #expect(world.client.waiting.isEmpty)
  }

  @Test func atMostSoManyRunAtOnce() throws {
    let world = try World(
      Pages.numbered(#","prefetch":{"pages":16}"#).replacing(
        #""retries":0"#, with: #""retries":0,"concurrency":3"#))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2]))
    #expect(world.client.waiting.count == 3)
    try world.reply("/a?page=2&n=2", Pages.body([3, 4]))
    #expect(world.client.waiting.count == 3 && world.state.pages.prefetched == [2, 3, 4, 5])
    // A load of another page does not wait for them.
    let load = world.load(.page(40))
    try world.serve(40)
    #expect(try load.value().ids == [79, 80])
    end(world)
  }

  @Test func nothingMoreIsRequestedOnceTheBodiesFillTheirRoom() throws {
    let world = try World(
      Pages.numbered(#","prefetch":{"pages":16}"#).replacing(
        #""retries":0"#, with: #""retries":0,"concurrency":1,"responseBytesMax":50"#))
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2]))
    try world.client.only().reply(Pages.body([3, 4]))
    try world.client.only().reply(Pages.body([5, 6]))
    #expect(world.client.waiting.isEmpty && world.state.pages.prefetched == [2, 3])
    _ = try world.load(.next).value()
    #expect(world.state.pages.prefetched == [3, 4])
    end(world)
  }

  @Test(arguments: [
    (#""method":"POST","pagination":{"strategy":"page"}"#, 0),
    (#""method":"POST","body":{"page":":currentPage"}"#, 1),
    (#""pagination":{"strategy":"page"},"fetching":{"by":"client"}"#, 0),
    (#""pagination":{"strategy":"page"}"#, 1),
  ])
  func onlyWhatReadsIsRequestedAhead(open: String, count: Int) throws {
    let world = try World(
      #"{"url":"{base}/a","perPage":2,"itemsPath":"items","prefetch":{"pages":1},\#(open)}"#,
      abilities: ClientTests.able)
    let load = world.load(.next)
    if open.contains("client") {
      try world.host.takeQuestion().answer(
        .success(["status": 200, "body": .string(Pages.body([1, 2]))]))
    } else {
      try world.client.only().reply(Pages.body([1, 2]))
    }
    _ = try load.value()
    #expect(world.client.waiting.count == count && world.host.questions.isEmpty)
    end(world)
  }

  @Test func nothingIsRequestedAheadWhileDetectionIsUnproven() throws {
    let world = try World(#"{"url":"{base}/a","prefetch":{"pages":1}}"#)
    try world.load(.next, with: #"{"items":[{"id":1},{"id":2}],"page":1,"totalPages":9}"#)
    #expect(world.client.waiting.isEmpty)
    try world.load(.next, with: #"{"items":[{"id":3},{"id":4}],"page":2,"totalPages":9}"#)
    #expect(world.state.pages.prefetched == [3])
    end(world)
  }

  // MARK: Storing

  @Test func aPageIsStoredOnceItIsDelivered() throws {
    let store = ScriptedStore(isImmediate: true)
    let world = try World(Pages.counted(#","prefetch":{"pages":1}"#), store: store)
    try world.load(.next, from: "/a?page=1&n=2", Pages.body([1, 2], total: 4))
    try world.reply("/a?page=2&n=2", Pages.body([3, 4], total: 4))
    #expect(store.stored == [#"[{"id":1},{"id":2}]"#])
    #expect(try world.load(.next).value().ids == [3, 4])
    #expect(store.stored.last == #"[{"id":3},{"id":4}]"# && store.stored.count == 2)
  }

  // MARK: Values

  @Test(arguments: [
    (#"{"pages":17}"#, "prefetch.pages"), (#"{"pages":-1}"#, "prefetch.pages"),
    (#"{"pages":"2"}"#, "prefetch.pages"), (#"{"maxAgeSeconds":0}"#, "prefetch.maxAgeSeconds"),
    (#"{"maxAgeSeconds":86401}"#, "prefetch.maxAgeSeconds"), (#"{"page":1}"#, "prefetch.page"),
  ])
  func wrongValuesAreNamed(prefetch: String, path: String) {
    let error = #expect(throws: JSONFieldError.self) {
      try World.settings(Pages.numbered(#","prefetch":\#(prefetch)"#))
    }
    #expect(error?.path == path)
  }
}
