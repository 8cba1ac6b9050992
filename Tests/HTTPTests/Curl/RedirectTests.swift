import HTTP
import Secrets
import TestSupport
import Testing

@Suite struct RedirectTests {
  private let request: HTTPRequest
  private let callerHeaders: Set<String> = ["authorization", "x-api-key"]

  init() throws {
    request = HTTPRequest(
      method: "POST", url: try HTTPURL.parse("https://u:p@a.example/x/y?z=1"),
      headers: HTTPHeaders([
        HTTPField(name: "Authorization", value: "Bearer t"),
        HTTPField(name: "X-Api-Key", value: "k"),
        HTTPField(name: "Content-Type", value: "application/json"),
        HTTPField(name: "Range", value: "items=0-9"),
      ]),
      body: Array(#"{"page":1}"#.utf8), settings: directSettings(responseBytesMax: 99))
  }

  private func next(
    _ status: Int, _ location: String?, of request: HTTPRequest? = nil, hop: Int = 0,
    redirectsMax: Int = 5, allowed: [AllowedOrigin] = [], redactor: Redactor = Redactor()
  ) throws(HTTPError) -> HTTPRequest? {
    var headers = HTTPHeaders()
    if let location { headers.add("Location", location) }
    return try Redirect.next(
      after: HTTPResponse(status: HTTPStatus(status), headers: headers),
      of: request ?? self.request,
      hop: hop, redirectsMax: redirectsMax, allowed: allowed, callerHeaders: callerHeaders,
      redactor: redactor)
  }

  private func allowed(_ origin: String, credentials: Bool = false) throws -> [AllowedOrigin] {
    [AllowedOrigin(origin: try #require(Origin(origin)), credentials: credentials)]
  }

  @Test(arguments: [200, 201, 204, 206, 300, 304, 305, 306, 309, 400, 404, 500])
  func otherStatusIsNoRedirect(_ status: Int) throws {
    #expect(try next(status, "/q") == nil)
  }

  @Test func redirectWithoutLocationIsAResponse() throws {
    #expect(try next(302, nil) == nil)
    #expect(try next(302, "") == nil)
  }

  @Test(arguments: [
    ("POST", 301, "GET"), ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"),
    ("POST", 308, "POST"), ("PUT", 301, "PUT"), ("PUT", 302, "PUT"), ("PUT", 303, "GET"),
    ("PATCH", 303, "GET"), ("QUERY", 303, "GET"), ("QUERY", 302, "QUERY"), ("GET", 301, "GET"),
    ("HEAD", 303, "HEAD"), ("HEAD", 302, "HEAD"),
  ])
  func methodChangesAndTheBodyGoesWithIt(
    _ method: String, _ status: Int, _ expected: String
  ) throws {
    var request = request
    request.method = HTTPMethod(method)
    let next = try #require(try next(status, "/q", of: request))
    #expect(next.method.name == expected)
    let isKept = method == expected
    #expect(next.body == (isKept ? request.body : nil))
    #expect((next.headers["Content-Type"] != nil) == isKept)
    #expect(next.headers["Range"] == "items=0-9")
    #expect(next.settings == request.settings)
  }

  @Test(arguments: [
    TestCase("root-relative", "/q", "https://u:p@a.example/q"),
    TestCase("path-relative", "q", "https://u:p@a.example/x/q"),
    TestCase("query only", "?z=2", "https://u:p@a.example/x/y?z=2"),
    TestCase("absolute", "https://a.example/q#f", "https://u:p@a.example/q"),
    TestCase("default port", "https://A.example:443/q", "https://u:p@a.example/q"),
    TestCase("scheme-relative", "//a.example/q", "https://u:p@a.example/q"),
    TestCase("userinfo of the server's", "https://e:v@a.example/q", "https://u:p@a.example/q"),
    TestCase("spaces", "/a b", "https://u:p@a.example/a%20b"),
  ])
  func sameOriginKeepsEverything(_ test: TestCase<String, String>) throws {
    let next = try #require(try next(307, test.input))
    #expect(next.url.text == test.expected)
    #expect(next.headers == request.headers)
  }

  @Test(arguments: [
    TestCase("host", "https://b.example/q", "https://b.example"),
    TestCase("port", "https://a.example:8443/q", "https://a.example:8443"),
    TestCase("downgrade", "http://a.example/q", "http://a.example"),
    TestCase("subdomain", "//x.a.example/q", "https://x.a.example"),
  ])
  func otherOriginIsRefused(_ test: TestCase<String, String>) throws {
    let url = test.input.hasPrefix("//") ? "https:" + test.input : test.input
    #expect(throws: HTTPError.originRefused(url: url, origin: test.expected)) {
      try next(302, test.input)
    }
  }

  @Test func allowedOriginGetsNoCredential() throws {
    let next = try #require(
      try next(307, "http://e:v@b.example:81/q?a=1", allowed: allowed("http://b.example:81")))
    #expect(next.url.text == "http://b.example:81/q?a=1")
    #expect(next.headers.fields.map(\.name) == ["Content-Type", "Range"])
    #expect(next.body == request.body)
    #expect(next.method == "POST")
  }

  @Test func credentialHeadersStayBehindWhoeverSetThem() throws {
    var request = request
    request.headers.add("COOKIE", "a=b")
    request.headers.add("Proxy-Authorization", "Basic x")
    let next = try Redirect.next(
      after: HTTPResponse(
        status: 302, headers: HTTPHeaders([HTTPField(name: "location", value: "http://b/q")])),
      of: request, hop: 0, redirectsMax: 1, allowed: allowed("http://b"), callerHeaders: [])
    #expect(next?.headers.fields.map(\.name) == ["X-Api-Key", "Range"])
  }

  @Test func trustedOriginGetsEverything() throws {
    let next = try #require(
      try next(
        308, "https://b.example/q", allowed: allowed("https://b.example", credentials: true)))
    #expect(next.url.text == "https://u:p@b.example/q")
    #expect(next.headers == request.headers)
    #expect(next.body == request.body)
  }

  @Test func bodyWithACredentialDoesNotLeave() throws {
    var request = request
    request.body = Array(#"{"api_key":"x"}"#.utf8)
    let there = try allowed("https://b.example")
    let refusal = HTTPError.credentialWithheld(
      url: "https://b.example/q", origin: "https://b.example", isInBody: true)
    #expect(throws: refusal) {
      try next(307, "https://b.example/q", of: request, allowed: there)
    }
    #expect(throws: refusal) {
      request.body = Array("find hunter22".utf8)
      return try next(
        307, "https://b.example/q", of: request, allowed: there,
        redactor: Redactor(secrets: ["hunter22"]))
    }
    let get = try #require(try next(302, "https://b.example/q", of: request, allowed: there))
    #expect(get.body == nil)
    let trusted = try allowed("https://b.example", credentials: true)
    #expect(try next(307, "https://b.example/q", of: request, allowed: trusted)?.body != nil)
  }

  @Test func linkWithASecretDoesNotLeave() throws {
    let redactor = Redactor(secrets: ["hunter22"])
    let location = "https://b.example/q?next=hunter22"
    let refusal = HTTPError.credentialWithheld(
      url: "https://b.example/q?next=***", origin: "https://b.example", isInBody: false)
    let there = try allowed("https://b.example")
    #expect(throws: refusal) { try next(302, location, allowed: there, redactor: redactor) }
    let trusted = try allowed("https://b.example", credentials: true)
    #expect(try next(302, location, allowed: trusted, redactor: redactor) != nil)
    #expect(try next(302, "/q?next=hunter22", redactor: redactor) != nil)
  }

  @Test func hopsAreCounted() throws {
    #expect(try next(302, "/q", hop: 4, redirectsMax: 5) != nil)
    #expect(throws: HTTPError.tooManyRedirects(maximum: 5)) {
      try next(302, "/q", hop: 5, redirectsMax: 5)
    }
    #expect(throws: HTTPError.tooManyRedirects(maximum: 0)) {
      try next(302, "/q", redirectsMax: 0)
    }
  }

  @Test func otherSchemesAndNonsenseAreRefused() throws {
    #expect(throws: HTTPError.unsupportedScheme("file")) { try next(302, "file:///etc/hostname") }
    #expect(throws: HTTPError.self) { try next(302, "http://a b/") }
  }
}
