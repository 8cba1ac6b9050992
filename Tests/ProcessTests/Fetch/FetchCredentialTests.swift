import Foundation
import JSON
import SampleAPI
import Testing

/// `paginator fetch` with credentials, against an API that checks them.
struct FetchCredentialTests {
  /// What the API demands, and the options that give it.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let demand: String
    let options: [String]

    init(_ name: String, _ demand: String, _ options: String...) {
      testDescription = name
      self.demand = demand
      self.options = options
    }
  }

  private static let secrets = ["SAMPLE_TOKEN": "t0ken-1", "SAMPLE_SECRET": "s3cret-key"]

  @Test(arguments: [
    Case("bearer", "t0ken-1", "--token", "{env:SAMPLE_TOKEN}"),
    Case(
      "basic", "basic:ada:s3cret-key", "--auth",
      #"{"type": "basic", "username": "ada", "password": "{env:SAMPLE_SECRET}"}"#),
    Case(
      "key in a header", "header:X-Key:s3cret-key", "--auth",
      #"{"type": "apiKey", "name": "X-Key", "value": "{env:SAMPLE_SECRET}"}"#),
    Case(
      "key in the query", "query:key:s3cret-key", "--auth",
      #"{"type": "apiKey", "name": "key", "in": "query", "value": "{env:SAMPLE_SECRET}"}"#),
    Case(
      "key in a cookie", "cookie:sid:s3cret-key", "--header", "Cookie: a=1", "--auth",
      #"{"type": "apiKey", "name": "sid", "in": "cookie", "value": "{env:SAMPLE_SECRET}"}"#),
    Case(
      "signature", "sigv4:AKID:s3cret-key", "--auth",
      #"{"type": "awsSigV4", "accessKeyId": "AKID", "secretAccessKey": "{env:SAMPLE_SECRET}","#
        + #" "region": "eu-west-1", "service": "sample"}"#),
  ])
  func everyPageCarriesThem(_ test: Case) throws {
    let kit = try FetchKit(items: 60)
    let run = try kit.fetch(
      kit.pages("auth=" + test.demand) + test.options, environment: Self.secrets, exits: 0,
      errors: "")
    #expect(try run.ids == Array(1...60))
    try kit.fetch(kit.pages("auth=" + test.demand), exits: 1, says: "401")
  }

  /// Tokens that live for a second are renewed on the way, one request for each.
  @Test func walkOutlivesItsTokens() throws {
    let kit = try FetchKit(items: 200)
    let auth = """
      {"type": "oauth2", "tokenURL": "\(kit.api.url)/token?lifetime=1&client=app:s3cret-key",
       "clientId": "app", "clientSecret": "{env:SAMPLE_SECRET}"}
      """
    let run = try kit.fetch(
      kit.pages("auth=oauth&latency=300") + ["--auth", auth, "--concurrency", "1"],
      environment: Self.secrets, exits: 0)
    #expect(try run.ids == Array(1...200))
    let tokens = kit.api.requests().filter { $0.target.hasPrefix("/token") }
    #expect((2...8).contains(tokens.count))
  }

  @Test func refreshTokenFileIsKeptUpToDate() throws {
    let kit = try FetchKit(items: 30)
    let path = kit.file("refresh", "first\n")
    let auth = """
      {"type": "oauth2", "tokenURL": "\(kit.api.url)/token?rotate=1&client=app:", "clientId": "app",
       "grant": "refresh_token", "refreshTokenFile": "\(path)"}
      """
    for _ in 0..<2 {
      try kit.fetch(kit.pages("auth=oauth") + ["--auth", auth], exits: 0)
    }
    let token = try #require(kit.text("refresh"))
    #expect(token.hasPrefix("sample-refresh-"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: kit.folder.path).count == 2)
  }

  @Test func refusedSecretIsToldOnce() throws {
    let kit = try FetchKit()
    let auth = """
      {"type": "oauth2", "tokenURL": "\(kit.api.url)/token", "clientId": "app",
       "clientSecret": "{env:SAMPLE_SECRET}"}
      """
    let run = try kit.fetch(
      kit.pages("auth=oauth") + ["--auth", auth], environment: Self.secrets, exits: 1,
      says: "invalid_client", "/token")
    #expect(!run.errors.contains("s3cret"))
    #expect(kit.api.requests().count == 1)
  }

  @Test func secretOnTheCommandLineIsWarnedOf() throws {
    let kit = try FetchKit(items: 10)
    let run = try kit.fetch(kit.pages("auth=t0ken-1") + ["--token", "t0ken-1"], exits: 0)
    #expect(run.errors.contains("ps") && !run.errors.contains("t0ken-1"))
    let file = kit.file("auth.json", #"{"type": "bearer", "token": "t0ken-1"}"#)
    #expect(try kit.fetch(kit.pages("auth=t0ken-1") + ["--auth", file]).errors.isEmpty)
  }

  @Test(arguments: [
    (["--token", "a", "--auth", "{}"], "--token and --auth exclude each other"),
    (["--token", "{env:SAMPLE_NONE}"], "SAMPLE_NONE is not set"),
    (["--auth", #"{"type": "digest"}"#], "auth.type"),
    (["--auth", #"{"type": "bearer", "token": "{env:SAMPLE_NONE}"}"#], "SAMPLE_NONE is not set"),
    (["--token", "a", "--header", "Authorization: b"], "--token"),
  ])
  func mistakesAreTold(options: [String], sentence: String) throws {
    let kit = try FetchKit()
    try kit.fetch(kit.pages() + options, exits: 2, says: sentence)
    #expect(kit.api.requests().isEmpty)
  }
}
