import HTTP
import Secrets
import TestSupport
import Testing
import Text

@testable import Authentication

/// A scripted API and token endpoint around one authenticator.
private struct Scene {
  let client = ScriptedClient()
  let clock: ManualClock
  let outcomes = Outcomes()
  let authenticator: Authenticator

  init(retries: Int = 3) {
    clock = ManualClock()
    authenticator = Authenticator(
      client, tokens: AccessTokens(clock, retries: ManualClock.retries(most: retries)))
  }

  @discardableResult
  func send(
    _ credentials: HTTPCredentials?, url: String = "https://api.test/items?page=1",
    headers: [HTTPField] = []
  ) throws -> any HTTPTransfer {
    let request = HTTPRequest(
      url: try HTTPURL.parse(url), headers: HTTPHeaders(headers), credentials: credentials)
    return authenticator.send(request) { [outcomes] in outcomes.add($0) }
  }
}

private func grant(
  secret: String? = "s3cret", kind: OAuthGrant.Kind = .clientCredentials,
  clientAuthentication: OAuthGrant.ClientAuthentication = .basic,
  parameters: [HTTPField] = []
) throws -> HTTPCredentials {
  var grant = OAuthGrant(
    tokenURL: try HTTPURL.parse("https://login.test/token"), clientID: "cli ent", kind: kind)
  grant.clientSecret = secret
  grant.scopes = ["read", "write"]
  grant.audience = "api"
  grant.parameters = parameters
  grant.clientAuthentication = clientAuthentication
  return .oauth2(grant)
}

@Suite struct AuthenticatorTests {
  @Test func requestWithoutCredentialsPassesThrough() throws {
    let scene = Scene()
    try scene.send(nil, url: "https://user:pw@api.test/a")
    #expect(scene.client.sent.map(\.request.url.text) == ["https://user:pw@api.test/a"])
    #expect(scene.client.sent[0].request.headers.isEmpty)
  }

  @Test func bearerWinsOverUserinfoAndHeaders() throws {
    let scene = Scene()
    try scene.send(
      .bearer(token: "T"), url: "https://user:pw@api.test/a",
      headers: [HTTPField(name: "authorization", value: "Other")])
    let request = scene.client.sent[0].request
    #expect(request.headers.values("Authorization") == ["Bearer T"])
    #expect(request.url.text == "https://api.test/a")
  }

  /// RFC 7617 section 2.1: the pair is UTF-8.
  @Test func basicIsThePairInUTF8() throws {
    let scene = Scene()
    try scene.send(.basic(username: "test", password: "123£"))
    try scene.send(.basic(username: "", password: ""))
    #expect(
      scene.client.sent.map { $0.request.headers["Authorization"] } == [
        "Basic dGVzdDoxMjPCow==", "Basic Og==",
      ])
  }

  @Test func keyStandsInAHeader() throws {
    let scene = Scene()
    try scene.send(.apiKey(APIKey(name: "X-Key", value: "V", prefix: "Token token=")))
    #expect(scene.client.sent[0].request.headers["X-Key"] == "Token token=V")
  }

  @Test func keyInTheQueryReplacesTheLinksOwn() throws {
    let scene = Scene()
    let key = HTTPCredentials.apiKey(APIKey(name: "key", value: "a b&c", place: .query))
    try scene.send(key)
    try scene.send(key, url: "https://api.test/items?key=old&page=2&key=older")
    #expect(
      scene.client.sent.map(\.request.url.query) == [
        "page=1&key=a%20b%26c", "key=a%20b%26c&page=2",
      ])
  }

  @Test func keyInACookieFollowsTheCallersCookies() throws {
    let scene = Scene()
    let key = HTTPCredentials.apiKey(APIKey(name: "sid", value: "V", place: .cookie))
    try scene.send(key)
    try scene.send(key, headers: [HTTPField(name: "Cookie", value: "a=1; sid=old; b=2")])
    #expect(scene.client.sent.map { $0.request.headers["Cookie"] } == ["sid=V", "a=1; b=2; sid=V"])
  }

  @Test func signatureStandsInTheHeaders() throws {
    let scene = Scene()
    let keys = AWSKeys(accessKeyID: "AKID", secretAccessKey: "S", sessionToken: "ST")
    try scene.send(.awsSigV4(keys), url: "https://dynamodb.eu-west-1.amazonaws.com/")
    let headers = scene.client.sent[0].request.headers
    #expect(headers["X-Amz-Date"] == "20150830T123600Z")
    #expect(headers["X-Amz-Security-Token"] == "ST")
    #expect(
      headers["Authorization"]?.hasPrefix(
        "AWS4-HMAC-SHA256 Credential=AKID/20150830/eu-west-1/dynamodb/aws4_request, "
          + "SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=") == true)
  }

  @Test func hostThatTellsNoRegionIsRefused() throws {
    let scene = Scene()
    try scene.send(.awsSigV4(AWSKeys(accessKeyID: "A", secretAccessKey: "S")))
    scene.clock.advance()
    #expect(scene.client.sent.isEmpty)
    guard case .invalidRequest(let detail) = scene.outcomes.errors.first else {
      Issue.record("\(scene.outcomes.all)")
      return
    }
    #expect(detail.contains("auth.region"))
  }
}

@Suite struct OAuthTests {
  @Test func oneTokenServesAllThatWait() throws {
    let scene = Scene()
    for _ in 0..<1_000 { try scene.send(try grant()) }
    #expect(scene.client.sent.count == 1)
    let request = scene.client.sent[0].request
    #expect(request.method == "POST" && request.url.text == "https://login.test/token")
    // RFC 6749 section 2.3.1: id and secret are form-encoded first.
    let pair = Base64.padded(Array("cli%20ent:s3cret".utf8))
    #expect(request.headers["Authorization"] == "Basic " + pair)
    #expect(
      scene.client.sent[0].form
        == "grant_type=client_credentials&scope=read%20write&audience=api")
    scene.client.sent[0].grant("TOKEN")
    #expect(scene.client.sent.count == 1_001)
    #expect(scene.client.sent.last?.request.headers["Authorization"] == "Bearer TOKEN")
    for request in scene.client.open { request.respond(200) }
    #expect(scene.outcomes.statuses.count == 1_000)
  }

  @Test func clientWithoutSecretStandsInTheForm() throws {
    let scene = Scene()
    try scene.send(
      try grant(secret: nil, kind: .refreshToken(.value("R1")), clientAuthentication: .basic))
    #expect(
      scene.client.sent[0].form
        == "grant_type=refresh_token&refresh_token=R1&scope=read%20write&audience=api"
        + "&client_id=cli%20ent")
    #expect(scene.client.sent[0].request.headers["Authorization"] == nil)
  }

  @Test func parametersReplaceFieldsOfTheForm() throws {
    let scene = Scene()
    try scene.send(
      try grant(
        clientAuthentication: .body,
        parameters: [
          .init(name: "scope", value: "all"), .init(name: "resource", value: "r"),
        ]))
    #expect(
      scene.client.sent[0].form
        == "grant_type=client_credentials&audience=api&client_id=cli%20ent&client_secret=s3cret"
        + "&scope=all&resource=r")
  }

  @Test(arguments: [(3_600, 3_569.0, 3_571.0), (100, 89.0, 91.0), (2, 1.7, 1.9)])
  func tokenIsRenewedBeforeItsEnd(life: Int, stillFresh: Double, renewed: Double) throws {
    let scene = Scene()
    try scene.send(try grant())
    scene.client.sent[0].grant("A", life: life)
    scene.clock.advance(stillFresh)
    try scene.send(try grant())
    #expect(scene.client.sent.last?.request.headers["Authorization"] == "Bearer A")
    scene.clock.advance(renewed - stillFresh)
    try scene.send(try grant())
    #expect(scene.client.sent.last?.request.url.host == "login.test")
  }

  @Test func lifeOfZeroServesThoseWhoWait() throws {
    let scene = Scene()
    for _ in 0..<3 { try scene.send(try grant()) }
    scene.client.sent[0].grant("A", life: 0)
    #expect(scene.client.open.count == 3)
    try scene.send(try grant())
    #expect(scene.client.open.last?.request.url.host == "login.test")
  }

  @Test func refusalRenewsTheTokenOnce() throws {
    let scene = Scene()
    try scene.send(try grant())
    scene.client.sent[0].grant("A")
    scene.client.open[0].respond(401)
    #expect(scene.client.open.map(\.request.url.host) == ["login.test"])
    scene.client.open[0].grant("B")
    #expect(scene.client.open[0].request.headers["Authorization"] == "Bearer B")
    scene.client.open[0].respond(401)
    #expect(scene.outcomes.statuses == [401])
    #expect(scene.client.open.isEmpty)
  }

  /// Two pages are refused with the same token: the second finds the new one and asks for none.
  @Test func tokenThatHasBeenRenewedMeanwhileIsUsed() throws {
    let scene = Scene()
    for _ in 0..<2 { try scene.send(try grant()) }
    scene.client.sent[0].grant("A")
    let pages = scene.client.open
    pages[0].respond(401)
    scene.client.open.last?.grant("B")
    pages[1].respond(401)
    #expect(
      scene.client.open.map { $0.request.headers["Authorization"] } == ["Bearer B", "Bearer B"])
  }

  @Test func refusalIsRememberedForTenSeconds() throws {
    let scene = Scene()
    try scene.send(try grant())
    scene.client.sent[0].respond(
      401, #"{"error": "invalid_client", "error_description": "no such client s3cret"}"#)
    for _ in 0..<1_000 { try scene.send(try grant()) }
    scene.clock.advance()
    #expect(scene.client.sent.count == 1)
    #expect(scene.outcomes.errors.count == 1_001)
    #expect(
      scene.outcomes.errors.first
        == .authFailed(
          AuthFailure(
            url: "https://login.test/token", status: 401, error: "invalid_client",
            errorDescription: "no such client ***")))
    scene.clock.advance(10)
    try scene.send(try grant())
    #expect(scene.client.sent.count == 2)
  }

  @Test(arguments: [
    "<html>", "[]", "{}", #"{"access_token": ""}"#, #"{"access_token": 1}"#,
    #"{"access_token": "a\nb"}"#, #"{"access_token": "T", "token_type": "mac"}"#,
    #"{"access_token": "T", "token_type": 1}"#,
  ])
  func unusableTokenIsAFailure(body: String) throws {
    let scene = Scene()
    try scene.send(try grant())
    scene.client.sent[0].respond(200, body)
    guard case .authFailed(let failure) = scene.outcomes.errors.first else {
      Issue.record("\(scene.outcomes.all)")
      return
    }
    #expect(failure.status == 200 && failure.error == nil)
    #expect(scene.client.sent.count == 1)
  }

  @Test func transientFailuresAreRetried() throws {
    let scene = Scene(retries: 2)
    try scene.send(try grant())
    scene.client.open[0].respond(503)
    scene.clock.advance(1)
    scene.client.open[0].complete(.failure(.timedOut(seconds: 1)))
    scene.clock.advance(1)
    scene.client.open[0].grant("A")
    #expect(scene.client.open[0].request.headers["Authorization"] == "Bearer A")
  }

  /// Its response is lost, so it may be used up: it is not sent again.
  @Test func refreshTokenIsNotSentTwiceAfterATimeout() throws {
    let scene = Scene()
    try scene.send(try grant(kind: .refreshToken(.value("R"))))
    scene.client.open[0].complete(.failure(.timedOut(seconds: 1)))
    scene.clock.advance(100)
    #expect(scene.client.sent.count == 1)
    #expect(
      scene.outcomes.errors == [
        .tokenEndpointFailed(url: "https://login.test/token", .timedOut(seconds: 1))
      ])
  }

  @Test func newRefreshTokenReplacesTheOneSent() throws {
    let scene = Scene()
    let credentials = try grant(kind: .refreshToken(.value("R1")))
    try scene.send(credentials)
    scene.client.open[0].grant("A", life: 0, refreshToken: "R2")
    scene.client.open[0].respond(200)
    #expect(try scene.outcomes.all.first?.get().grant?.replacesRefreshToken == true)
    try scene.send(credentials)
    #expect(scene.client.open[0].form.contains("refresh_token=R2"))
  }

  /// The API may send it back, and a recorder writes what it sends.
  @Test func newRefreshTokenIsASecretOfTheRequest() throws {
    let scene = Scene()
    try scene.send(try grant(kind: .refreshToken(.value("refresh-1"))))
    scene.client.open[0].grant("A", refreshToken: "refresh-2")
    #expect(scene.client.open[0].request.redactor.mask(text: "a refresh-2 b") == "a *** b")
  }

  @Test func recordedRefreshTokenReplacesNone() throws {
    var response = HTTPResponse(
      status: 200, body: Array(#"{"access_token": "***", "refresh_token": "***"}"#.utf8))
    response.isRecorded = true
    let token = try TokenResponse(response, url: "https://h/", redactor: Redactor())
    #expect(token.accessToken == "***" && token.refreshToken == nil)
  }

  @Test func waitingRequestIsCancelledAtOnceAndItsTokenKept() throws {
    let scene = Scene()
    let transfer = try scene.send(try grant())
    #expect(transfer.wait == .token)
    transfer.cancel()
    #expect(scene.outcomes.errors == [.cancelled])
    scene.client.open[0].grant("A")
    #expect(scene.client.sent.count == 1)
    try scene.send(try grant())
    #expect(scene.client.open.map { $0.request.headers["Authorization"] } == ["Bearer A"])
  }

  @Test func runningRequestIsCancelled() throws {
    let scene = Scene()
    let transfer = try scene.send(try grant())
    scene.client.open[0].grant("A")
    #expect(transfer.wait == nil)
    transfer.cancel()
    #expect(scene.outcomes.errors == [.cancelled] && scene.client.open.isEmpty)
  }

  @Test func grantsThatDifferShareNothing() throws {
    let scene = Scene()
    try scene.send(try grant())
    try scene.send(try grant(secret: "other"))
    #expect(scene.client.open.count == 2)
  }
}
