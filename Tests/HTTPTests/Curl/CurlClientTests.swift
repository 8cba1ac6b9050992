import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct CurlClientTests {
  private let client = CurlClient(userAgent: "paginator/1.2.3")
  private let network = Network()

  /// A server that answers every request with a body.
  private func echo(_ body: String, headers: String = "") throws -> ScriptedServer {
    try network.server { connection in
      while connection.readRequest() != nil {
        connection.answer(body, headers: headers)
      }
    }
  }

  @Test func responseIsComplete() throws {
    let server = try echo(#"{"items":[]}"#, headers: "Link: <a>\r\nX-Odd:  b \r\nlink: <c>\r\n")
    let url = server.url("/a b?page=1#top")
    let response = try client.fetch(get(url)).get()
    #expect(response.status == 200)
    #expect(response.headers.fields.map(\.name) == ["Content-Length", "Link", "X-Odd", "link"])
    #expect(response.headers.fields.map(\.value) == ["12", "<a>", "b", "<c>"])
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"items":[]}"#)
    #expect(response.url == server.url("/a%20b?page=1"))
    #expect(response.durationMilliseconds > 0)

    let request = try #require(server.received.wait().first)
    #expect(request.line == "GET /a%20b?page=1 HTTP/1.1")
    #expect(request.header("Host") == "127.0.0.1:\(server.port)")
    #expect(request.header("Accept") == "application/json, */*;q=0.5")
    #expect(request.header("User-Agent") == "paginator/1.2.3")
    #expect(request.header("Accept-Encoding")?.contains("gzip") == true)
    #expect(request.headerLines.count == 4)
  }

  @Test func anAddressThatIsNotPublicIsNeverConnectedToWhereOnlySuchAreWanted() throws {
    let server = try network.server()
    for host in ["127.0.0.1", "localhost", "127.1"] {
      var request = try get("http://\(host):\(server.port)/")
      request.settings.isPublicOnly = true
      guard case .failure(.networkFailed) = try client.fetch(request) else {
        Issue.record("\(host) was connected to")
        continue
      }
    }
    _ = try client.fetch(try get(server.url("/after"))).get()
    #expect(try #require(server.received.wait().first).line == "GET /after HTTP/1.1")
  }

  @Test(arguments: [204, 301, 302, 304, 400, 401, 404, 429, 500, 503, 599])
  func everyStatusIsAResponse(_ status: Int) throws {
    let server = try network.server { connection in
      while connection.readRequest() != nil {
        connection.write(
          "HTTP/1.1 \(status) X\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let response = try client.fetch(get(server.url())).get()
    #expect(response.status.code == status)
    #expect(response.headers["location"] == "/elsewhere")
    #expect(server.connectionCount == 1)
  }

  @Test func connectionIsKept() throws {
    let server = try network.server()
    for page in 1...5 { _ = try client.fetch(get(server.url("/\(page)"))).get() }
    #expect(server.received.delivered.map(\.line) == (1...5).map { "GET /\($0) HTTP/1.1" })
    #expect(server.connectionCount == 1)
  }

  @Test(arguments: ["PROPFIND", "HEAD", "POST", "PUT"])
  func handleForgetsThePreviousRequest(_ method: String) throws {
    let server = try network.server { connection in
      while let request = connection.readRequest() {
        connection.answer(request.line.hasPrefix("HEAD") ? "" : "[]")
      }
    }
    var first = HTTPRequest(
      method: HTTPMethod(method), url: try HTTPURL.parse(server.url(userinfo: "u:p@")),
      settings: directSettings())
    first.headers.add("X-Api-Key", "k")
    _ = try client.fetch(first).get()
    #expect(try client.fetch(get(server.url())).text == "[]")
    let request = server.received.wait(2)[1]
    #expect(request.line == "GET / HTTP/1.1")
    #expect(request.headerLines.count == 4)
  }

  @Test func chunkedBodyIsJoinedAndItsTrailerLeftOut() throws {
    let server = try network.server { connection in
      while connection.readRequest() != nil {
        connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: Late\r\n\r\n")
        connection.write("3\r\n[1,\r\n")
        connection.write("2;x=y\r\n2]\r\n0\r\nLate: 1\r\n\r\n")
      }
    }
    for _ in 1...2 {
      let response = try client.fetch(get(server.url())).get()
      #expect(String(decoding: response.body, as: UTF8.self) == "[1,2]")
      #expect(response.headers["Late"] == nil)
    }
    #expect(server.connectionCount == 1)
  }

  @Test func bodyUntilTheCloseIsTaken() throws {
    let server = try network.server { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.0 200 OK\r\n\r\n[1,2]")
    }
    #expect(try client.fetch(get(server.url())).text == "[1,2]")
  }

  @Test func interimAnswersAreSkipped() throws {
    let server = try network.server { connection in
      _ = connection.readRequest()
      connection.write("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\n")
      connection.answer("[]")
    }
    let response = try client.fetch(get(server.url())).get()
    #expect(response.status == 200)
    #expect(response.headers.fields.map(\.name) == ["Content-Length"])
  }

  @Test(
    arguments: [
      ("GET", nil, nil), ("HEAD", nil, nil), ("DELETE", nil, nil), ("OPTIONS", nil, nil),
      ("QUERY", "{}", "2"), ("POST", "{}", "2"), ("POST", "", "0"), ("POST", nil, "0"),
      ("PUT", "{}", "2"), ("PUT", nil, "0"), ("PATCH", "{}", "2"), ("GET", "{}", "2"),
      ("DELETE", "{}", "2"), ("PROPFIND", nil, nil),
    ] as [(String, String?, String?)])
  func methodAndBodyAreSentAsGiven(_ method: String, _ body: String?, _ length: String?) throws {
    let server = try network.server { connection in
      while connection.readRequest() != nil {
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
    let request = HTTPRequest(
      method: HTTPMethod(method), url: try HTTPURL.parse(server.url()),
      body: body.map { Array($0.utf8) }, settings: directSettings())
    #expect(try client.fetch(request).get().status == 200)
    let seen = try #require(server.received.wait().first)
    #expect(seen.line == "\(method) / HTTP/1.1")
    #expect(seen.body == Array((body ?? "").utf8))
    #expect(seen.header("Content-Length") == length)
    #expect(seen.header("Content-Type") == nil)
    #expect(seen.header("Expect") == nil)
  }

  @Test func largeBodyIsSentByteForByte() throws {
    let server = try network.server()
    let body = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var request = HTTPRequest(
      method: "POST", url: try HTTPURL.parse(server.url()), body: body, settings: directSettings())
    request.headers.add("Content-Type", "application/octet-stream")
    _ = try client.fetch(request).get()
    let seen = try #require(server.received.wait().first)
    #expect(seen.body == body)
    #expect(seen.header("Content-Type") == "application/octet-stream")
    #expect(seen.header("Expect") == nil)
  }

  @Test(
    arguments: [
      TestCase("userinfo", ("us%65r:p%40w@", nil), "Basic dXNlcjpwQHc="),
      TestCase("user only", ("token@", nil), "Basic dG9rZW46"),
      TestCase("given header wins", ("u:p@", "Bearer t"), "Bearer t"),
      TestCase("header alone", ("", "Bearer t"), "Bearer t"),
      TestCase("none", ("", nil), nil),
    ] as [TestCase<(String, String?), String?>])
  func userinfoBecomesBasicUnlessAHeaderIsGiven(
    _ test: TestCase<(String, String?), String?>
  ) throws {
    let server = try network.server()
    var request = try get(server.url(userinfo: test.input.0))
    if let value = test.input.1 { request.headers.add("authorization", value) }
    _ = try client.fetch(request).get()
    #expect(server.received.wait().first?.header("Authorization") == test.expected)
    #expect(server.received.wait().first?.header("Host") == "127.0.0.1:\(server.port)")
  }

  @Test func headersAreSentAsGiven() throws {
    let server = try network.server()
    var request = try get(server.url())
    request.headers = HTTPHeaders([
      HTTPField(name: "X-Many", value: "1"), HTTPField(name: "X-Many", value: "2"),
      HTTPField(name: "X-Empty", value: ""), HTTPField(name: "Accept", value: "text/csv"),
      HTTPField(name: "user-agent", value: "me"), HTTPField(name: "Host", value: "api.example"),
    ])
    _ = try client.fetch(request).get()
    let seen = try #require(server.received.wait().first)
    #expect(
      seen.headerLines.filter { $0.hasPrefix("X-") } == ["X-Many: 1", "X-Many: 2", "X-Empty:"])
    #expect(seen.header("Accept") == "text/csv")
    #expect(seen.header("User-Agent") == "me")
    #expect(seen.header("Host") == "api.example")
  }

  @Test func proxyGetsTheAbsoluteURL() throws {
    let proxy = try echo("proxied")
    var request = try get("http://api.invalid/a?b=1")
    request.settings.proxy = proxy.url()
    #expect(try client.fetch(request).text == "proxied")
    #expect(proxy.received.wait().first?.line == "GET http://api.invalid/a?b=1 HTTP/1.1")
  }

  @Test func unixSocketTakesThePlaceOfTheHost() throws {
    let path = NSTemporaryDirectory() + "paginator-\(UUID().uuidString.prefix(8)).sock"
    defer { unlink(path) }
    let server = try network.server(at: path) { connection in
      while connection.readRequest() != nil { connection.answer("[]") }
    }
    let request = try get("http://docker/v1/x", directSettings(unixSocket: path))
    #expect(try client.fetch(request).text == "[]")
    #expect(server.received.wait().first?.line == "GET /v1/x HTTP/1.1")
    #expect(server.received.wait().first?.header("Host") == "docker")
    let nowhere = try get("http://docker/", directSettings(unixSocket: path + ".none"))
    #expect(try client.fetch(nowhere).networkFailure != nil)
  }

  @Test func manyRequestsAtOnceAreAllAnswered() throws {
    let server = try network.server { connection in
      while let request = connection.readRequest() {
        connection.answer(String(request.line.dropFirst(5).prefix { $0 != " " }))
      }
    }
    let client = CurlClient(limits: CurlLimits(connectionsPerHostMax: 8))
    let answers = Inbox<String>()
    for number in 0..<400 {
      _ = try client.send(get(server.url("/\(number)"))) { answers.deliver($0.text ?? "failed") }
    }
    #expect(Set(answers.wait(400)) == Set((0..<400).map { "\($0)" }))
    #expect(server.received.delivered.count == 400)
    #expect((1...8).contains(server.connectionCount))
  }

  @Test func completionMaySendTheNextRequest() throws {
    let server = try network.server()
    let ends = Inbox<Bool>()
    let requests = try (1...20).map { try get(server.url("/\($0)")) }
    @Sendable func load(_ page: Int) {
      _ = client.send(requests[page - 1]) { outcome in
        page < 20 && outcome.text == "[]" ? load(page + 1) : ends.deliver(page == 20)
      }
    }
    load(1)
    #expect(ends.wait() == [true])
    #expect(server.received.delivered.count == 20)
    #expect(server.connectionCount == 1)
  }

  @Test func requestPastTheWaitingMaximumIsRefused() throws {
    let release = Inbox<Bool>()
    let server = try network.server { connection in
      while connection.readRequest() != nil {
        _ = release.wait()
        connection.answer("[]")
      }
    }
    let client = CurlClient(limits: CurlLimits(connectionsPerHostMax: 1, requestsWaitingMax: 2))
    let outcomes = Inbox<Outcome>()
    for _ in 1...4 { _ = client.send(try get(server.url())) { outcomes.deliver($0) } }
    #expect(outcomes.wait().first?.error == .tooManyRequests(maximum: 2))
    release.deliver(true)
    #expect(outcomes.wait(4).compactMap(\.text).count == 3)
  }

  @Test func warmUpMayBeCalledAtAnyTime() throws {
    let server = try network.server()
    client.warmUp()
    client.warmUp()
    #expect(try client.fetch(get(server.url())).text == "[]")
    client.warmUp()
    CurlClient().warmUp()
  }
}
