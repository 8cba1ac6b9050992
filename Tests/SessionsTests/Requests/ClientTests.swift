import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

struct ClientTests {
  static var able: HostAbilities {
    var abilities = HostAbilities()
    abilities.extractPage = true
    abilities.fetch = true
    abilities.credentials = true
    return abilities
  }

  // MARK: A rule of the client's

  static let custom =
    #"{"url":"{base}/a?x=1","itemsPath":"items","headers":{"X-Team":"blue"},"#
    + #""pagination":{"strategy":"custom"}}"#

  /// The first page, about which the client answers with JSON text, or not at all.
  private func asked(
    _ world: World, _ answer: String?
  ) throws -> Answer<LoadedPage> {
    let first = world.load(.next)
    try world.reply("/a?x=1", #"{"items":[1]}"#)
    let result = try answer.map { Result<_, HostError>.success(try json($0)) }
    try world.host.takeQuestion().answer(
      result ?? .failure(HostError(detail: "no such rule")))
    return first
  }

  @Test func clientSaysWhatComesNext() throws {
    let world = try World(Self.custom, abilities: Self.able)
    let first = world.load(.next)
    try world.reply(
      "/a?x=1", #"{"items":[{"id":1}],"more":"q"}"#, headers: [("X-A", "1"), ("x-a", "2")])
    #expect(!first.isThere)
    let question = try world.host.takeQuestion()
    #expect(question.method == "extractPage")
    #expect(
      try json(question.params)
        == json(
          #"{"paginatorId":"p1","page":1,"response":{"status":200,"headers":{"x-a":["1","2"]},"#
            + #""body":{"items":[{"id":1}],"more":"q"}}}"#))
    question.answer(
      .success(
        try json(
          #"{"next":{"url":"b","parameters":{"at":["q","r"]},"method":"POST","#
            + #""headers":{"X-B":"c"},"body":{"k":1}},"previous":null,"objectCount":7}"#)))
    #expect(try first.value().snapshot.counts.objectCount == 7)
    #expect(world.state.hasNextPage == true)
    let second = world.load(.next)
    let request = try world.client.only()
    #expect(request.line == "POST http://api.test/b?at=q&at=r")
    #expect(request.bodyText == #"{"k":1}"#)
    #expect(request.request.headers["X-B"] == "c" && request.request.headers["X-Team"] == "blue")
    request.reply(#"{"items":[{"id":2}]}"#)
    try world.host.takeQuestion().answer(.success(.null))
    #expect(try second.value().ids == [2])
    #expect(world.state.hasNextPage == false && world.state.endKind == "noNext")
  }

  @Test func parametersAloneChangeTheURLOfTheResponse() throws {
    let world = try World(Self.custom, abilities: Self.able)
    _ = try asked(world, #"{"next":{"parameters":{"x":2,"y":true}}}"#).value()
    let second = world.load(.next)
    try world.reply("/a?x=2&y=true", #"{"items":[2]}"#)
    try world.host.takeQuestion().answer(.success(try json(#"{"next":null}"#)))
    _ = try second.value()
  }

  @Test(arguments: [
    #"{"next":"b"}"#, #"{"next":{"url":"http://"}}"#, #"{"next":{"parameters":{"a":{}}}}"#,
  ])
  func uselessAnswerIsAFailure(_ answer: String) throws {
    let world = try World(Self.custom, abilities: Self.able)
    #expect(try asked(world, answer).failure().error.kind == "metadataInvalid")
  }

  @Test func clientThatFailsIsAFailure() throws {
    let world = try World(Self.custom, abilities: Self.able)
    let error = try asked(world, nil).failure().error
    #expect(error.networkFailed?.contains("no such rule") == true)
  }

  @Test func lateAnswerAfterACancelIsIgnored() throws {
    let world = try World(Self.custom, abilities: Self.able)
    let first = world.load(.next)
    try world.reply("/a?x=1", #"{"items":[1]}"#)
    let question = try world.host.takeQuestion()
    _ = world.session.cancel()
    #expect(try first.failure().error == .cancelled)
    question.answer(.success(.null))
    #expect(!world.state.loaded)
  }

  @Test func secretsOfTheClientsRequestsAreInTheRequestsAndNowhereElse() throws {
    let world = try World(Self.custom, abilities: Self.able)
    _ = try asked(
      world,
      #"""
      {"next":{"url":"?token=S3CRET-url","headers":{"X-Auth":"S3CRET-header"},
      "method":"POST","body":{"password":"S3CRET-body"}}}
      """#
    ).value()
    let checkpoint = world.checkpoint
    #expect(!checkpoint.contains("S3CRET"))
    let other = try World(Self.custom, abilities: Self.able)
    let error = #expect(throws: SessionError.self) { try other.session.resume(checkpoint) }
    #expect(error?.checkpointRejected?.contains("extractPage") == true)

    let second = world.load(.next)
    let request = try world.client.only()
    #expect(request.line.hasSuffix("?token=S3CRET-url"))
    #expect(request.request.headers["X-Auth"] == "S3CRET-header")
    request.reply(
      "no: S3CRET-url, S3CRET-header, \(request.bodyText ?? "")", status: 404)
    let failure = try second.failure()
    #expect("\(failure)".contains("no: ***"))
    #expect(!"\(failure) \(world.state) \(world.checkpoint)".contains("S3CRET"))
  }

  @Test func secretsOfOpenInTheClientsRequestsComeBackFromThere() throws {
    let open = Self.custom.replacing(
      #""X-Team":"blue""#, with: #""Authorization":"Bearer S3CRET-token""#)
    let world = try World(open, abilities: Self.able)
    _ = try asked(
      world,
      #"""
      {"next":{"url":"?token=S3CRET-token","headers":{"X-Continuation":"fifteen-and-more",
      "Authorization":"Bearer S3CRET-token"}}}
      """#
    ).value()
    let checkpoint = world.checkpoint
    #expect(!checkpoint.contains("S3CRET"))
    let other = try World(open, abilities: Self.able)
    try other.session.resume(checkpoint)
    let second = other.load(.next)
    let request = try other.client.only()
    #expect(request.line == "GET http://api.test/a?token=S3CRET-token")
    #expect(request.request.headers["Authorization"] == "Bearer S3CRET-token")
    #expect(request.request.headers["X-Continuation"] == "fifteen-and-more")
    request.reply(#"{"items":[2]}"#)
    try other.host.takeQuestion().answer(.success(.null))
    _ = try second.value()
  }

  @Test func badAnswersAreQuotedWithoutTheirSecrets() throws {
    for answer in [
      #"{"next":{"url":"http://:S3CRET@[?token=S3CRET"}}"#,
      #"{"next":{"parameters":{"token":{"password":"S3CRET"}}}}"#, #"{"next":["token=S3CRET"]}"#,
    ] {
      let world = try World(Self.custom, abilities: Self.able)
      let first = world.load(.next)
      try world.reply("/a?x=1", #"{"items":[1]}"#)
      try world.host.takeQuestion().answer(.success(try json(answer)))
      #expect(!"\(try first.failure())".contains("S3CRET"), "\(answer)")
    }
  }

  @Test func linkOfTheClientsToAnotherOriginIsRefused() throws {
    let world = try World(Self.custom, abilities: Self.able)
    let first = world.load(.next)
    try world.reply("/a?x=1", #"{"items":[1]}"#)
    try world.host.takeQuestion().answer(
      .success(try json(#"{"next":{"url":"http://evil.test/"}}"#)))
    _ = try first.value()
    #expect(try world.load(.next).failure().error.kind == "originRefused")
  }

  // MARK: Credentials

  static let plain = #"{"url":"{base}/a?page=:currentPage&n=:perPage","itemsPath":"items"}"#

  @Test func grantedHeadersAreSentAndStay() throws {
    let world = try World(Self.plain, abilities: Self.able)
    let first = world.load(.next)
    try world.reply(
      "/a?page=1&n=25", "", status: 401, headers: [("WWW-Authenticate", #"Bearer realm="x""#)])
    let question = try world.host.takeQuestion()
    #expect(question.method == "credentials")
    #expect(
      try json(question.params)
        == json(
          #"{"paginatorId":"p1","origin":"http://api.test","status":401,"#
            + #""challenge":"Bearer realm=\"x\""}"#))
    question.answer(
      .success(try json(#"{"headers":{"Authorization":"Bearer tok-12345"}}"#)))
    let again = try world.client.only()
    #expect(again.request.headers["Authorization"] == "Bearer tok-12345")
    again.reply(#"{"items":[{"id":"tok-12345"}],"echo":"tok-12345"}"#)
    _ = try first.value()
    try world.load(.next, with: "tok-12345 is bad", status: 404) { next in
      #expect(next.request.headers["Authorization"] == "Bearer tok-12345")
    }
    let third = world.load(.page(1))
    try world.client.only().reply("tok-12345 is bad", status: 403)
    #expect(!"\(try third.failure().error)".contains("tok-12345"))
  }

  @Test func withoutAGrantThe401Stays() throws {
    for answer in [Result<JSONValue, HostError>.success(.null), .failure(HostError(detail: "no"))] {
      let world = try World(Self.plain, abilities: Self.able)
      let first = world.load(.next)
      try world.reply("/a?page=1&n=25", "sign in", status: 401)
      try world.host.takeQuestion().answer(answer)
      let body = try first.failure().error.httpStatus(401)
      #expect(body == "sign in")
    }
  }

  @Test func clientIsAskedOncePer401() throws {
    let world = try World(Self.plain, abilities: Self.able)
    let first = world.load(.next)
    try world.reply("/a?page=1&n=25", "", status: 401)
    try world.host.takeQuestion().answer(.success(try json(#"{"headers":{"X-K":"a"}}"#)))
    try world.reply("/a?page=1&n=25", "", status: 401)
    #expect(try first.failure().error.kind == "httpStatus")
    let second = world.load(.next)
    try world.reply("/a?page=1&n=25", "", status: 401)
    try world.host.takeQuestion().answer(.success(try json(#"{"headers":{"X-K":"b"}}"#)))
    let again = try world.client.only()
    #expect(again.request.headers["X-K"] == "b")
    again.reply(#"{"items":[]}"#)
    _ = try second.value()
  }

  @Test func clientThatCannotIsNotAsked() throws {
    let world = try World(Self.plain)
    #expect(try world.loadFailing(.next, status: 401).error.kind == "httpStatus")
  }

  @Test func whatIsGrantedForOneOriginStaysThere() throws {
    let world = try World(
      #"{"url":"{base}/a","itemsPath":"items","fetching":{"allowedOrigins":["http://cdn.test"]},"#
        + #""pagination":{"strategy":"body","next":"next"}}"#, abilities: Self.able)
    let first = world.load(.next)
    try world.reply("/a", "", status: 302, headers: [("Location", "http://cdn.test/a")])
    try world.client.only().reply("", status: 401)
    let question = try world.host.takeQuestion()
    #expect(question.params.contains(#""origin":"http://cdn.test""#))
    question.answer(.success(try json(#"{"headers":{"X-Key":"cdn-key"}}"#)))
    let granted = try world.client.only()
    #expect(granted.request.headers["X-Key"] == "cdn-key")
    granted.reply(Pages.body([1], next: "http://api.test/b"))
    _ = try first.value()
    let second = world.load(.next)
    let home = try world.client.request("GET http://api.test/b")
    #expect(home.request.headers["X-Key"] == nil)
    home.reply(Pages.body([2], next: "http://cdn.test/c"))
    _ = try second.value()
    try world.load(.next, with: Pages.body([3])) { abroad in
      #expect(abroad.request.headers["X-Key"] == "cdn-key")
    }
  }

  @Test func configuredHeadersGoBeforeGrantedOnes() throws {
    let world = try World(Self.plain, abilities: Self.able)
    let first = world.load(.next)
    try world.reply("/a?page=1&n=25", "", status: 401)
    try world.host.takeQuestion().answer(
      .success(try json(#"{"headers":{"Authorization":"Bearer old-1"}}"#)))
    try world.client.only().reply(#"{"items":[1]}"#)
    _ = try first.value()
    try world.configure(
      Self.plain.replacing("{\"url\"", with: #"{"headers":{"Authorization":"Bearer new-1"},"url""#))
    let second = world.load(.next)
    let request = try world.client.only()
    #expect(request.request.headers["Authorization"] == "Bearer new-1")
    request.reply(#"{"items":[2]}"#)
    _ = try second.value()
  }

  // MARK: Fetching by the client

  static let fetched =
    #"{"url":"{base}/a","method":"POST","body":{"q":1},"headers":{"X-A":"b"},"#
    + #""itemsPath":"items","fetching":{"by":"client","retries":0,"timeoutSeconds":9},"#
    + #""pagination":{"strategy":"body","next":"next"}}"#

  @Test func clientFetches() throws {
    let world = try World(Self.fetched, abilities: Self.able)
    let first = world.load(.next)
    #expect(world.client.lines.isEmpty)
    let question = try world.host.takeQuestion()
    #expect(question.method == "fetch")
    #expect(
      try json(question.params)
        == json(
          #"{"paginatorId":"p1","request":{"method":"POST","url":"http://api.test/a","#
            + #""headers":{"X-A":"b","Content-Type":"application/json"},"body":"{\"q\":1}"}}"#))
    question.answer(
      .success(
        try json(
          #"{"status":200,"headers":{"X-One":"1","X-Two":["2","3"]},"#
            + #""body":"{\"items\":[{\"id\":1}],\"next\":\"?page=2\"}"}"#)))
    #expect(try first.value().ids == [1])
    #expect(world.scheduler.waits.isEmpty)
    let second = world.load(.next)
    let next = try world.host.takeQuestion()
    #expect(next.params.contains("http://api.test/a?page=2"))
    next.answer(.success(try json(#"{"status":404,"body":"gone"}"#)))
    #expect(try second.failure().error.kind == "httpStatus")
  }

  @Test(arguments: [
    #"{}"#, #"{"status":"200"}"#, #"{"status":99}"#, "null", #"{"status":200,"body":[1]}"#,
  ])
  func answerWithoutAStatusIsAFailure(_ answer: String) throws {
    let world = try World(Self.fetched, abilities: Self.able)
    let first = world.load(.next)
    try world.host.takeQuestion().answer(.success(try json(answer)))
    #expect(try first.failure().error.kind == "networkFailed")
  }

  @Test func failingAnswerIsNetworkFailed() throws {
    let world = try World(Self.fetched, abilities: Self.able)
    let first = world.load(.next)
    try world.host.takeQuestion().answer(.failure(HostError(detail: "proxy is down")))
    #expect(
      try first.failure().error
        == .networkFailed(RequestLine("POST", "http://api.test/a"), detail: "proxy is down"))
  }

  @Test func clientThatNeverAnswersTimesOut() throws {
    let world = try World(Self.fetched, abilities: Self.able)
    let first = world.load(.next)
    let question = try world.host.takeQuestion()
    world.scheduler.advance(9)
    #expect(
      try first.failure().error == .timedOut(RequestLine("POST", "http://api.test/a"), seconds: 9))
    question.answer(.success(try json(#"{"status":200,"body":"[]"}"#)))
    #expect(!world.state.loaded)
  }

  @Test func bodyOverTheLimitIsRefused() throws {
    let world = try World(
      #"{"url":"{base}/a","fetching":{"by":"client","responseBytesMax":4}}"#, abilities: Self.able)
    let first = world.load(.next)
    try world.host.takeQuestion().answer(
      .success(try json(#"{"status":200,"body":"[1,2]"}"#)))
    #expect(
      try first.failure().error
        == .responseTooLarge(RequestLine("GET", "http://api.test/a"), maximum: 4))
  }

  @Test func cancelledFetchTakesNoAnswer() throws {
    let world = try World(Self.fetched, abilities: Self.able)
    let first = world.load(.next)
    let question = try world.host.takeQuestion()
    _ = world.session.cancel()
    #expect(try first.failure().error == .cancelled)
    #expect(world.scheduler.waits.isEmpty)
    question.answer(.success(try json(#"{"status":200,"body":"{\"items\":[1]}"}"#)))
    #expect(!world.state.loaded)
  }
}
