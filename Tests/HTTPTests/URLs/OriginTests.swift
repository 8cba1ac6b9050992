import HTTP
import TestSupport
import Testing

@Suite struct OriginTests {
  @Test(arguments: [
    TestCase("plain", "https://api.example.com", "https://api.example.com"),
    TestCase("with port", "http://127.0.0.1:9", "http://127.0.0.1:9"),
    TestCase("slash behind", "http://h:8080/", "http://h:8080"),
    TestCase("default port of http", "http://h:80", "http://h"),
    TestCase("default port of https", "https://h:443", "https://h"),
    TestCase("other scheme's default port", "https://h:80", "https://h:80"),
    TestCase("case", "HTTPS://API.Example.COM", "https://api.example.com"),
    TestCase("IPv6", "http://[::1]", "http://[::1]"),
    TestCase("IPv6 with port", "http://[::1]:8080", "http://[::1]:8080"),
    TestCase("international host", "https://münchen.example", "https://münchen.example"),
    TestCase("highest port", "http://h:65535", "http://h:65535"),
  ])
  func originIsReadAndWritten(_ test: TestCase<String, String>) {
    let origin = Origin(test.input)
    #expect(origin?.description == test.expected)
    #expect(origin.flatMap { Origin($0.description) } == origin)
  }

  @Test(arguments: [
    "", "https", "https:", "https:/h", "https://", "https:///", "//h", "h", "h:80", "ftp://h",
    "https://user@h", "https://user:pw@h", "https://h/path", "https://h?x", "https://h#f",
    "https://h:", "https://h:0", "https://h:65536", "https://h:99999999999999999999",
    "https://h:8a", "https://h:-1", "https://a b", "https://[::1", "https://[::1]x",
    "https://:80", "https://a:1:2", "https://h\\e", "https://h%41", "https://h\n",
  ])
  func nothingButAnOriginIsTaken(_ text: String) {
    #expect(Origin(text) == nil)
  }

  @Test func defaultPortIsTheSameOrigin() {
    #expect(Origin("http://h:80") == Origin("http://H/"))
    #expect(Origin("http://h:443") != Origin("https://h:443"))
  }

  @Test func crossingSaysWhatMayGoAlong() throws {
    let base = Origin(scheme: "https", host: "a.example", port: 443)
    let trusted = AllowedOrigin(
      origin: Origin(scheme: "https", host: "b.example", port: 443), credentials: true)
    let open = AllowedOrigin(origin: Origin(scheme: "http", host: "c.example", port: 80))
    let allowed = [trusted, open]
    func crossing(_ url: String) throws -> OriginCrossing {
      try OriginCrossing(from: base, to: HTTPURL.parse(url), allowed: allowed)
    }
    #expect(try crossing("https://A.example:443/x") == .sameOrigin)
    #expect(try crossing("https://b.example/x") == .withCredentials)
    #expect(try crossing("http://c.example/x") == .withoutCredentials)
  }

  @Test(arguments: [
    "http://a.example/", "https://a.example:444/", "https://b.example/", "https://xa.example/",
  ])
  func crossingToAnotherOriginIsRefused(_ url: String) throws {
    let base = Origin(scheme: "https", host: "a.example", port: 443)
    let target = try HTTPURL.parse(url)
    #expect(throws: HTTPError.originRefused(url: url, origin: target.origin.description)) {
      try OriginCrossing(from: base, to: target, allowed: [])
    }
  }

  @Test func refusalShowsNoCredential() throws {
    let base = Origin(scheme: "https", host: "a.example", port: 443)
    let target = try HTTPURL.parse("https://u:hunter22@b.example/?api_key=abcdef&page=2")
    let masked = "https://***@b.example/?api_key=***&page=2"
    #expect(throws: HTTPError.originRefused(url: masked, origin: "https://b.example")) {
      try OriginCrossing(from: base, to: target, allowed: [])
    }
  }
}
