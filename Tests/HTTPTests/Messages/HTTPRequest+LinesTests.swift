import Testing

@testable import HTTP

@Suite struct HTTPRequestLinesTests {
  private func lines(
    method: String = "GET", _ fields: [(String, String)] = [], body: [UInt8]? = nil
  ) throws(HTTPError) -> [String] {
    let url = try HTTPURL.parse("http://h/")
    let headers = HTTPHeaders(fields.map { HTTPField(name: $0.0, value: $0.1) })
    return try HTTPRequest(
      method: HTTPMethod(method), url: url, headers: headers, body: body
    ).headerLines(userAgent: "paginator/1")
  }

  @Test func defaultsAreAdded() throws {
    #expect(try lines() == ["Accept: application/json, */*;q=0.5", "User-Agent: paginator/1"])
  }

  @Test func callersHeadersWin() throws {
    let lines = try lines([("accept", "*/*"), ("USER-AGENT", "me"), ("A", "1"), ("A", "2")])
    #expect(lines == ["accept: */*", "USER-AGENT: me", "A: 1", "A: 2"])
  }

  @Test func bodyBringsNoHeaderOfLibcurls() throws {
    let plain = try lines(method: "POST", [("Accept", "a"), ("User-Agent", "u")], body: [1])
    #expect(plain == ["Accept: a", "User-Agent: u", "Content-Type:", "Expect:"])
    let given = try lines(
      method: "PUT", [("Accept", "a"), ("User-Agent", "u"), ("content-type", "b")], body: [])
    #expect(given == ["Accept: a", "User-Agent: u", "content-type: b", "Expect:"])
    #expect(try lines(method: "PATCH").suffix(2) == ["Content-Type:", "Expect:"])
  }

  @Test func emptyValueIsSentAsSuch() throws {
    #expect(try lines([("Accept", ""), ("User-Agent", " \t")]) == ["Accept;", "User-Agent;"])
  }

  @Test func framingHeadersAreLibcurls() throws {
    let lines = try lines([("Content-Length", "7"), ("transfer-encoding", "chunked")], body: [1])
    #expect(!lines.contains { $0.hasPrefix("Content-Length") || $0.hasPrefix("transfer") })
  }

  @Test(arguments: ["a\r\nX: y", "a\nb", "a\rb", "\u{0}", "a\u{0}b", "a\u{7F}", "\u{1B}[0m"])
  func valueThatBreaksTheHeaderIsRefused(_ value: String) {
    #expect(throws: HTTPError.invalidRequest(detail: "header X-A")) { try lines([("X-A", value)]) }
  }

  @Test(arguments: ["", "a b", "a:", "a\r\nb", "a;", "ä", "a\u{0}", "\"a\"", "(a)"])
  func nameThatIsNoTokenIsRefused(_ name: String) {
    #expect(throws: HTTPError.invalidRequest(detail: "header name")) { try lines([(name, "x")]) }
    #expect(throws: HTTPError.invalidRequest(detail: "method")) { try lines(method: name) }
  }

  @Test func tabsAndNonASCIIValuesPass() throws {
    #expect(try lines([("A", "x\ty ü")]).first == "A: x\ty ü")
  }
}
