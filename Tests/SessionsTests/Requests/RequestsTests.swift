import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct RequestsTests {
  static let secret = "s3cret-9f"

  /// Follows links of the body, with a credential in a header and one in the URL.
  static func linked(_ more: String = "") -> String {
    #"{"url":"http://user:pw@api.test/a?api_key=\#(secret)","itemsPath":"items","#
      + #""headers":{"Authorization":"Bearer \#(secret)","X-Team":"blue"},"#
      + #""fetching":{"retries":0\#(more)},"pagination":{"strategy":"body","next":"next"}}"#
  }

  // MARK: What is sent

  @Test func bodyIsSentAsJSONWithItsType() throws {
    let world = try World(
      #"{"url":"{base}/a","method":"POST","body":{"q":"x","n":":perPage"},"perPage":5,"#
        + #""pagination":{"strategy":"page","in":"body","perPageParameter":"n"}}"#)
    let answer = world.load(.next)
    let request = try world.client.only()
    #expect(request.bodyText == #"{"q":"x","n":5,"page":1}"#)
    #expect(request.request.headers["Content-Type"] == "application/json")
    request.reply("[]")
    _ = try answer.value()
  }

  @Test func textBodyIsSentAsItIs() throws {
    let world = try World(
      #"{"url":"{base}/a","method":"POST","body":"page=:currentPage&a=b","#
        + #""headers":{"Content-Type":"application/x-www-form-urlencoded"}}"#)
    let request = try world.request(.next)
    #expect(request.bodyText == "page=1&a=b")
    #expect(request.request.headers["Content-Type"] == "application/x-www-form-urlencoded")
    request.reply("[]")
  }

  @Test func headersGoWithEveryPage() throws {
    let world = try World(Self.linked())
    for (path, next) in [("", "/b"), ("/b", "/c"), ("/c", "")] {
      let request = try world.request(.next)
      #expect(request.request.headers["X-Team"] == "blue")
      #expect(request.request.headers["Authorization"] == "Bearer \(Self.secret)")
      #expect(request.request.url.text.contains("user:pw@"))
      #expect(path.isEmpty || request.request.url.text == "http://user:pw@api.test\(path)")
      request.reply(Pages.body([1], next: next.isEmpty ? nil : next))
    }
  }

  @Test func linkIsUsedAsItIs() throws {
    let world = try World(
      #"{"url":"{base}/a?page=:currentPage","parameters":{"x":"1"},"itemsPath":"items","#
        + #""pagination":{"strategy":"body","next":"next","perPageParameter":"n"}}"#)
    try world.load(
      .next, from: "/a?page=1&x=1&n=25",
      #"{"items":[1],"next":"http://api.test/b?q=a%3Db%20c+d&t=%7E="}"#)
    try world.load(.next, from: "/b?q=a%3Db%20c+d&t=%7E=", #"{"items":[2],"next":null}"#)
  }

  // MARK: Origins

  @Test(arguments: [
    "http://evil.test/b", "https://api.test/b", "http://api.test:81/b", "//evil.test/b",
    "http://api.test.evil.test/b", "ftp://api.test/b", "file:///etc/passwd", "javascript:alert(1)",
  ])
  func linkToAnotherOriginIsRefusedUnsent(_ link: String) throws {
    let world = try World(Self.linked())
    try world.load(.next, with: Pages.body([1], next: link))
    let failure = try world.load(.next).failure()
    guard case .originRefused(let request, let origin) = failure.error else {
      Issue.record("\(failure.error)")
      return
    }
    #expect(world.client.waiting.isEmpty)
    #expect(!request.url.contains(Self.secret) && !origin.isEmpty)
    #expect(failure.page == 2 && world.state.currentPage == 1)
    #expect(world.state.hasNextPage == true)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func redirectToAnotherOriginIsRefusedUnsent(_ status: Int) throws {
    let world = try World(Self.linked())
    let failure = try world.loadFailing(
      .next, status: status, headers: [("Location", "http://evil.test/a")])
    #expect(
      failure.error
        == .originRefused(RequestLine("GET", "http://evil.test/a"), origin: "http://evil.test"))
    #expect(world.client.waiting.isEmpty)
  }

  @Test func redirectInsideOfTheOriginKeepsEverything() throws {
    let world = try World(Self.linked())
    let answer = world.load(.next)
    try world.client.only().reply("", status: 302, headers: [("Location", "/moved?x=1")])
    let request = try world.client.only()
    #expect(request.request.url.text == "http://user:pw@api.test/moved?x=1")
    #expect(request.request.headers["Authorization"] == "Bearer \(Self.secret)")
    request.reply(Pages.body([1], next: "next?y=2"))
    let page = try answer.value()
    #expect(page.facts.url == "http://***@api.test/moved?x=1")
    let next = world.load(.next)
    let follow = try world.client.only()
    #expect(follow.request.url.text == "http://user:pw@api.test/next?y=2")
    follow.reply(Pages.body([2]))
    _ = try next.value()
  }

  @Test func tooManyRedirectsAreAFailure() throws {
    let world = try World(Pages.numbered(#","fetching":{"redirectsMax":2}"#))
    let answer = world.load(.next)
    for _ in 0..<3 {
      try world.client.only().reply("", status: 302, headers: [("Location", "/a")])
    }
    #expect(try answer.failure().error.networkFailed?.contains("2 redirects") == true)
  }

  @Test func allowedOriginGetsNoCredential() throws {
    let world = try World(Self.linked(#","allowedOrigins":["http://cdn.test"]"#))
    try world.load(.next, with: Pages.body([1], next: "http://cdn.test/b?page=2"))
    try world.load(.next, with: Pages.body([2], next: "http://api.test/c")) { request in
      #expect(request.request.url.text == "http://cdn.test/b?page=2")
      #expect(request.request.headers["Authorization"] == nil)
      #expect(request.request.headers["X-Team"] == nil)
    }
    try world.load(.next, with: Pages.body([3])) { back in
      #expect(back.request.headers["Authorization"] == "Bearer \(Self.secret)")
    }
  }

  @Test func trustedOriginGetsTheHeaders() throws {
    let world = try World(
      Self.linked(#","allowedOrigins":[{"origin":"http://cdn.test","credentials":true}]"#))
    try world.load(.next, with: Pages.body([1], next: "http://cdn.test/b"))
    try world.load(.next, with: Pages.body([2])) { request in
      #expect(request.request.headers["Authorization"] == "Bearer \(Self.secret)")
    }
  }

  @Test func redirectMayLeadBackHome() throws {
    let world = try World(Self.linked(#","allowedOrigins":["http://cdn.test"]"#))
    let answer = world.load(.next)
    try world.client.only().reply("", status: 302, headers: [("Location", "http://cdn.test/x")])
    let abroad = try world.client.only()
    #expect(abroad.request.headers["Authorization"] == nil)
    abroad.reply("", status: 302, headers: [("Location", "http://api.test/a2")])
    let home = try world.client.only()
    #expect(home.request.url.text == "http://api.test/a2")
    #expect(home.request.headers["Authorization"] == nil)
    home.reply(Pages.body([1]))
    _ = try answer.value()
  }

  @Test func noCredentialIsSeenInStateOrErrors() throws {
    let world = try World(Self.linked())
    let failure = try world.loadFailing(
      .next, "bad key \(Self.secret) for user:pw", status: 403)
    let texts = ["\(failure.error)", "\(failure.snapshot)", world.checkpoint]
    for text in texts {
      #expect(!text.contains(Self.secret))
      #expect(!text.contains("pw@"))
    }
    #expect(world.state.request.patternURL == "http://***@api.test/a?api_key=***")
  }

  // MARK: Retries

  static func retried(_ more: String = "") -> String {
    #"{"url":"{base}/a?page=:currentPage&n=:perPage","notifications":true,"#
      + #""fetching":{"retries":3\#(more)}}"#
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func transientStatusIsTriedAgain(_ status: Int) throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    try world.client.only().reply("", status: status)
    #expect(!answer.isThere && world.client.waiting.isEmpty)
    #expect(world.scheduler.waits == [0.5])
    #expect(world.host.events == ["will 1", "retry 1 #2 in 0.5 status \(status)"])
    world.scheduler.advance(0.5)
    try world.client.only().reply("[1]")
    #expect(try answer.value().facts.attempts == 2)
    #expect(world.host.events.last == "did 1 0+1 of ?")
  }

  @Test(arguments: [400, 401, 403, 404, 409, 501])
  func otherStatusesAreNot(_ status: Int) throws {
    let world = try World(Self.retried())
    #expect(try world.loadFailing(.next, status: status).error.kind == "httpStatus")
    #expect(world.scheduler.waits.isEmpty)
  }

  @Test func connectionFailuresAndTimeoutsAreTriedAgain() throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    try world.client.only().fail(.networkFailed(detail: "refused"))
    world.scheduler.advance(0.5)
    try world.client.only().fail(.timedOut(seconds: 60))
    world.scheduler.advance(1)
    try world.client.only().reply("[]")
    #expect(try answer.value().facts.attempts == 3)
    #expect(
      world.host.events.prefix(3) == [
        "will 1", "retry 1 #2 in 0.5 networkFailed", "retry 1 #3 in 1.0 timedOut",
      ])
  }

  @Test func bodiesThatWereHarmedAreTriedAgain() throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    let cut = HTTPError.malformedResponse(detail: "cut", offset: 3, isTransient: true)
    try world.client.only().fail(cut)
    world.scheduler.advance(0.5)
    try world.client.only().reply(#"[{"id":1},{"i"#, end: .connection)
    world.scheduler.advance(1)
    try world.client.only().reply("{\"id\":1}\n{\"i", end: .connection)
    world.scheduler.advance(2)
    try world.client.only().reply("[1]", end: .connection)
    #expect(try answer.value().facts.attempts == 4)
    #expect(
      world.host.events.prefix(4) == [
        "will 1", "retry 1 #2 in 0.5 invalidResponse", "retry 1 #3 in 1.0 invalidResponse",
        "retry 1 #4 in 2.0 invalidResponse",
      ])
  }

  @Test(arguments: [HTTPBodyEnd.stated, .connection], ["[1,", "{\"id\":1}\n{\"id\":"])
  func halfATextIsRetryableWhereItMayHaveBeenCut(_ end: HTTPBodyEnd, text: String) throws {
    let world = try World(Self.retried().replacing("3", with: "0"))
    let answer = world.load(.next)
    try world.client.only().reply(text, end: end)
    guard case .invalidResponse(_, let body) = try answer.failure().error else {
      Issue.record("half a text is taken")
      return
    }
    #expect(body.isTransient == (end == .connection))
  }

  @Test func contradictionsAreNotTriedAgain() throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    try world.client.only().fail(.malformedResponse(detail: "two lengths", offset: 0))
    #expect(try answer.failure().error.kind == "invalidResponse")
  }

  @Test func tlsFailureIsNot() throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    try world.client.only().fail(.tlsFailed(detail: "expired"))
    #expect(
      try answer.failure().error
        == .tlsFailed(
          RequestLine("GET", "http://api.test/a?page=1&n=25"), detail: "expired"))
  }

  @Test func retriesEnd() throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    for wait in [0.5, 1, 2] {
      try world.client.only().reply("", status: 503)
      #expect(world.scheduler.waits == [wait])
      world.scheduler.advance(wait)
    }
    try world.client.only().reply("gone", status: 503)
    #expect(try answer.failure().error.kind == "httpStatus")
    #expect(world.host.events.last == "fail 1 httpStatus")
    #expect(world.client.lines.count == 4)
  }

  @Test func backOffHasJitterAndACap() throws {
    let world = try World(Self.retried(#","retryWaitSecondsMax":1"#), random: 0.5)
    let answer = world.load(.next)
    for wait in [0.25, 0.5, 0.5] {
      try world.client.only().reply("", status: 500)
      #expect(world.scheduler.waits == [wait])
      world.scheduler.advance(wait)
    }
    try world.client.only().reply("[]")
    _ = try answer.value()
  }

  @Test func postIsTriedAgainOnlyWhereItReads() throws {
    let writing = try World(
      #"{"url":"{base}/a","method":"POST","pagination":{"strategy":"page"}}"#)
    #expect(try writing.loadFailing(.next, status: 503).error.kind == "httpStatus")
    let reading = try World(
      #"{"url":"{base}/a","method":"POST","pagination":{"strategy":"page","in":"body"}}"#)
    let answer = reading.load(.next)
    try reading.client.only().reply("", status: 503)
    #expect(!answer.isThere)
    reading.scheduler.advance(0.5)
    try reading.client.only().reply("[]")
    _ = try answer.value()
  }

  /// What an API says of waiting, and how long it is waited.
  struct Hint: Sendable, CustomTestStringConvertible {
    let headers: [(String, String)]
    var status = 429
    let wait: Double
    var testDescription: String { "\(status) \(headers)" }
  }

  @Test(arguments: [
    Hint(headers: [("Retry-After", "7")], wait: 7),
    Hint(headers: [("Retry-After", "0")], wait: 0),
    Hint(headers: [("Retry-After", "Wed, 01 May 2024 10:00:09 GMT")], status: 503, wait: 9),
    Hint(headers: [("Retry-After", "Wed, 01 May 2024 09:00:00 GMT")], wait: 0),
    Hint(
      headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1714557612")], status: 403,
      wait: 12),
    Hint(headers: [("RateLimit-Remaining", "0"), ("RateLimit-Reset", "30")], wait: 30),
    Hint(headers: [("RateLimit", #""default";r=0;t=5"#)], wait: 5),
    Hint(headers: [("x-rate-limit-remaining", "0"), ("x-rate-limit-reset", "3")], wait: 3),
    Hint(
      headers: [
        ("Retry-After", "2"), ("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "50"),
      ], wait: 2),
    Hint(headers: [("Retry-After", "soon")], wait: 0.5),
    Hint(headers: [("X-RateLimit-Reset", "6")], wait: 6),
    Hint(headers: [("X-RateLimit-Reset", "6")], status: 503, wait: 0.5),
    Hint(headers: [("X-RateLimit-Remaining", "3"), ("X-RateLimit-Reset", "40")], wait: 0.5),
  ])
  func waitIsTheAPIs(_ hint: Hint) throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    try world.client.only().reply("", status: hint.status, headers: hint.headers)
    #expect(world.scheduler.waits == [hint.wait])
    world.scheduler.advance(hint.wait)
    try world.client.only().reply("[]")
    _ = try answer.value()
  }

  @Test(arguments: [
    Hint(headers: [("Retry-After", "61")], wait: 61),
    Hint(headers: [("Retry-After", "99999999999999999999999")], wait: 3_155_760_000),
    Hint(
      headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1714561200")], status: 403,
      wait: 3_600),
    Hint(
      headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "99999999999999999999999")],
      wait: 3_155_760_000),
    Hint(headers: [("Retry-After", "Wed, 01 May 2024 11:00:00 GMT")], status: 503, wait: 3_600),
  ])
  func longerWaitFailsAtOnce(_ hint: Hint) throws {
    let world = try World(Self.retried())
    let failure = try world.loadFailing(.next, status: hint.status, headers: hint.headers)
    #expect(
      failure.error
        == .rateLimited(
          RequestLine("GET", "http://api.test/a?page=1&n=25"), status: hint.status,
          retryAfterSeconds: Int(hint.wait)))
    #expect(world.scheduler.waits.isEmpty)
  }

  @Test(arguments: [
    Hint(headers: [("Retry-After", "7")], wait: 7),
    Hint(headers: [("Retry-After", "Wed, 01 May 2024 10:00:09 GMT")], wait: 9),
  ])
  func waitIsToldWhereNoRetryIsLeft(_ hint: Hint) throws {
    let world = try World(Pages.numbered())
    let failure = try world.loadFailing(.next, status: hint.status, headers: hint.headers)
    guard case .httpStatus(_, _, let seconds, _, _) = failure.error else {
      Issue.record("\(failure.error)")
      return
    }
    #expect(seconds == Int(hint.wait))
  }

  @Test func forbiddenWithRequestsLeftIsNoRateLimit() throws {
    let world = try World(Self.retried())
    let failure = try world.loadFailing(
      .next, status: 403, headers: [("X-RateLimit-Remaining", "12")])
    #expect(failure.error.kind == "httpStatus")
  }

  @Test func waitingLoadIsCancelledAtOnce() throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    try world.client.only().reply("", status: 503)
    _ = world.session.cancel()
    #expect(try answer.failure().error == .cancelled)
    #expect(world.scheduler.waits.isEmpty)
    world.scheduler.advance(10)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func lateAnswerOfACancelledLoadIsIgnored() throws {
    let world = try World(Self.retried())
    let answer = world.load(.next)
    let exchange = try world.client.only()
    world.session.cancel(load: answer.work)
    #expect(exchange.isCancelled)
    #expect(world.host.events == ["will 1", "fail 1 requestCancelled"])
    #expect(!world.state.loaded && world.state.error?.error == .requestCancelled)
  }

  // MARK: The gate

  @Test func otherPaginatorsOfTheOriginWaitToo() throws {
    let gate = RateGate()
    let scheduler = VirtualScheduler()
    let one = try World(Self.retried(), gate: gate, scheduler: scheduler)
    let other = try World(Self.retried(), gate: gate, scheduler: scheduler)
    let stranger = try World(
      #"{"url":"{base}/a?page=:currentPage","headers":{"Authorization":"Bearer other"}}"#,
      gate: gate, scheduler: scheduler)
    let first = one.load(.next)
    try one.client.only().reply("", status: 429, headers: [("Retry-After", "5")])
    let second = other.load(.next)
    #expect(other.client.waiting.isEmpty)
    try stranger.load(.next, with: "[]")
    scheduler.advance(5)
    try one.client.only().reply("[]")
    try other.client.only().reply("[]")
    #expect(try first.value().facts.attempts == 2)
    #expect(try second.value().facts.attempts == 1)
  }

  @Test func exhaustedLimitHoldsTheNextRequest() throws {
    let world = try World(Self.retried())
    try world.load(
      .next, with: "[1]", headers: [("RateLimit-Remaining", "0"), ("RateLimit-Reset", "4")])
    let second = world.load(.next)
    #expect(world.client.waiting.isEmpty && world.scheduler.waits == [4])
    world.scheduler.advance(3)
    #expect(world.client.waiting.isEmpty)
    world.scheduler.advance(1)
    try world.client.only().reply("[2]")
    _ = try second.value()
  }

  @Test func heldRequestCanBeCancelled() throws {
    let world = try World(Self.retried())
    try world.load(
      .next, with: "[1]", headers: [("RateLimit-Remaining", "0"), ("RateLimit-Reset", "4")])
    let second = world.load(.next)
    world.session.cancel(load: second.work)
    #expect(try second.failure().error == .requestCancelled)
    world.scheduler.advance(10)
    #expect(world.client.waiting.isEmpty)
  }
}
