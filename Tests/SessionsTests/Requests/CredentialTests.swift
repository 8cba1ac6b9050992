import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// `token` and `auth` on their way from the params to the requests.
struct CredentialTests {
  private static func open(_ auth: String, url: String = "{base}/a?page=:currentPage") -> String {
    #"{"url":"\#(url)","itemsPath":"items","identity":"id",\#(auth)}"#
  }

  private static let grant =
    #""auth":{"type":"oauth2","tokenURL":"https://login.test/token","clientId":"app","#
    + #""clientSecret":"s3cret-client"}"#

  private static let page = #"{"items":[{"id":1}]}"#

  @Test func everyRequestCarriesThem() throws {
    let world = try World(Self.open(#""token":"t0ken-1""#))
    #expect(world.state.request.auth == "bearer")
    for page in 1...2 {
      let request = try world.request(.next)
      #expect(request.request.headers["Authorization"] == "Bearer t0ken-1")
      request.reply(#"{"items":[{"id":\#(page)}]}"#)
    }
  }

  @Test func echoOfASecretIsMasked() throws {
    let world = try World(Self.open(#""token":"t0ken-1""#))
    let load = world.load(.next)
    try world.client.only().reply(#"{"message":"t0ken-1 is not valid"}"#, status: 401)
    let body = try load.failure().error.httpStatus(401)
    #expect(body?.contains("*** is not valid") == true)
  }

  /// Another origin that is allowed gets the credentials only where the caller trusts it with them.
  @Test(arguments: [true, false])
  func redirectToAnotherOriginKeepsThemOnlyWhereAllowed(isTrusted: Bool) throws {
    let world = try World(
      Self.open(
        #""token":"t0ken-1","fetching":{"allowedOrigins":[{"origin":"http://other.test","#
          + #""credentials":\#(isTrusted)}]}"#))
    _ = world.load(.next)
    try world.client.only().reply("", status: 302, headers: [("Location", "http://other.test/b")])
    let request = try world.client.only()
    #expect(request.request.headers["Authorization"] == (isTrusted ? "Bearer t0ken-1" : nil))
    request.reply(Self.page)
  }

  @Test func clientIsNotAskedForOthers() throws {
    let world = try World(Self.open(#""token":"t0ken-1""#), abilities: ClientTests.able)
    let load = world.load(.next)
    try world.client.only().reply("{}", status: 401)
    #expect(try load.failure().error.httpStatus(401) != nil)
  }

  @Test func clientThatSendsTheRequestsGetsThem() throws {
    let world = try World(
      Self.open(#""token":"t0ken-1","fetching":{"by":"client"}"#), abilities: ClientTests.able)
    let load = world.load(.next)
    let question = try world.host.takeQuestion()
    #expect(question.method == "fetch" && question.params.contains(#""Bearer t0ken-1""#))
    question.answer(.success(try json(#"{"status":200,"body":"{\"items\":[]}"}"#)))
    #expect(try load.value().ids.isEmpty)
  }

  // MARK: OAuth

  @Test func walkWaitsForItsTokenAndSaysSo() throws {
    let world = try World(Self.open(Self.grant))
    let (walk, _, progress) = world.stream()
    #expect(progress.lines.contains { $0.contains("waiting inf a token") })
    try world.client.only().reply(#"{"access_token":"acc3ss-1"}"#)
    let request = try world.client.only()
    #expect(request.request.headers["Authorization"] == "Bearer acc3ss-1")
    request.reply(#"{"items":[]}"#)
    #expect(try walk.value().pages <= 1)
  }

  @Test func obtainedTokenIsMasked() throws {
    let world = try World(Self.open(Self.grant))
    let load = world.load(.next)
    try world.client.only().reply(#"{"access_token":"acc3ss-1"}"#)
    try world.client.only().reply(#"{"sent":"Bearer acc3ss-1"}"#, status: 500)
    world.scheduler.advance(3_600)
    while let waiting = world.client.waiting.first {
      waiting.reply(#"{"sent":"Bearer acc3ss-1"}"#, status: 500)
      world.scheduler.advance(3_600)
    }
    let body = try load.failure().error.httpStatus(500)
    #expect(body?.contains("acc3ss") == false && body?.contains("***") == true)
  }

  @Test func refusedTokenIsRenewedWhateverRetriesSays() throws {
    let world = try World(Self.open(Self.grant + #","fetching":{"retries":0}"#))
    let load = world.load(.next)
    try world.client.only().reply(#"{"access_token":"acc3ss-1"}"#)
    try world.client.only().reply("{}", status: 401)
    try world.client.only().reply(#"{"access_token":"acc3ss-2"}"#)
    let again = try world.client.only()
    #expect(again.request.headers["Authorization"] == "Bearer acc3ss-2")
    again.reply(Self.page)
    #expect(try load.value().ids == [1])
  }

  @Test func refusalOfTheEndpointFailsTheLoad() throws {
    let world = try World(Self.open(Self.grant))
    let load = world.load(.next)
    try world.client.only().reply(
      #"{"error":"invalid_client","error_description":"s3cret-client is wrong"}"#, status: 401)
    #expect(
      try load.failure().error
        == .authFailed(
          AuthFailure(
            url: "https://login.test/token", status: 401, error: "invalid_client",
            errorDescription: "*** is wrong")))
  }

  @Test func unreachableEndpointIsNamed() throws {
    let world = try World(Self.open(Self.grant + #","fetching":{"retries":0}"#))
    let load = world.load(.next)
    try world.client.only().fail(.networkFailed(detail: "refused"))
    #expect(
      try load.failure().error
        == .networkFailed(RequestLine("POST", "https://login.test/token"), detail: "refused"))
  }

  @Test func replacedRefreshTokenIsAWarning() throws {
    let grant = Self.grant.replacing(
      #""clientSecret":"s3cret-client"}"#,
      with: #""grant":"refresh_token","refreshToken":"r3fresh-1"}"#)
    let world = try World(Self.open(grant))
    _ = world.load(.next)
    try world.client.only().reply(
      #"{"access_token":"acc3ss-1","refresh_token":"r3fresh-2"}"#)
    try world.client.only().reply(Self.page)
    #expect(world.state.warnings.map(\.kind) == [.refreshTokenReplaced])
    #expect(!world.state.warnings.description.contains("r3fresh-2"))
  }

  @Test func cancelledLoadWaitsForNoToken() throws {
    let world = try World(Self.open(Self.grant))
    let load = world.load(.next)
    _ = world.session.cancel()
    #expect(try load.failure().error == .cancelled)
    try world.client.only().reply(#"{"access_token":"acc3ss-1"}"#)
    #expect(world.client.waiting.isEmpty)
  }

  @Test func configureReplacesThem() throws {
    let world = try World(Self.open(#""token":"t0ken-1""#))
    let running = world.load(.next)
    let state = try world.configure(Self.open(#""auth":{"type":"basic","username":"u"}"#))
    #expect(state.request.auth == "basic")
    try world.client.only().reply(Self.page)
    _ = try running.value()
    let request = try world.request(.next)
    #expect(request.request.headers["Authorization"] == "Basic dTo=")
    request.reply(#"{"items":[{"id":2}]}"#)
  }
}
