import Foundation
import HTTP
import TestSupport
import Testing

/// What goes wrong on the way, and how it is told.
@Suite struct CurlClientFaultTests {
  private let client = CurlClient()
  private let network = Network()

  /// A server that sends a fixed text to each request and then hangs up.
  private func server(_ text: String) throws -> ScriptedServer {
    try network.server { connection in
      guard connection.readRequest() != nil else { return }
      connection.write(text)
    }
  }

  /// The words of libcurl's versions, and of this client, for an end that comes too early.
  private static let cut = "~closed|missing|Empty reply"

  @Test(arguments: [
    TestCase("nothing", "", cut),
    TestCase("within the version", "HTT", cut),
    TestCase("within the status", "HTTP/1.1 2", cut),
    TestCase("behind the status line", "HTTP/1.1 200 OK\r\n", cut),
    TestCase("within the status line's end", "HTTP/1.1 200 OK", cut),
    TestCase("within a header", "HTTP/1.1 200 OK\r\nContent-Type: appli", cut),
    TestCase("behind a header", "HTTP/1.1 200 OK\r\nContent-Type: a\r\n", cut),
    TestCase("within the blank line", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r", cut),
    TestCase("behind an interim answer", "HTTP/1.1 100 Continue\r\n\r\n", cut),
    TestCase("before the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", cut),
    TestCase("within the body", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[]", cut),
    TestCase("before the chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", cut),
    TestCase("within a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n[]", cut),
    TestCase(
      "before the last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n",
      cut),
    TestCase("HTTP/0.9", "[1,2,3]", "HTTP/0.9"),
    TestCase("another protocol", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/0.9"),
    TestCase(
      "bad chunk size",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n",
      "~chunk|hex"),
    TestCase(
      "negative length", "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\n[]", "Content-Length"),
  ])
  func cutOrForeignAnswerIsNoResponse(_ test: TestCase<String, String>) throws {
    let server = try server(test.input)
    let detail = try client.fetch(get(server.url())).networkFailure
    #expect(detail?.holds(test.expected) == true)
  }

  /// libcurl 7.88 unfolds a first header line that begins with a blank into the last header of the
  /// handle's previous transfer, which is freed by then: a double free unless handles are fresh.
  @Test(arguments: [" a: b", "\ta: b", " folded", " a: b\r\n c: d"])
  func foldedFirstHeaderOnAKeptConnectionDoesNoHarm(line: String) throws {
    let server = try network.server { connection in
      while connection.readRequest() != nil {
        connection.answer("[1]", headers: "X-Before: first\r\n")
        guard connection.readRequest() != nil else { return }
        connection.write("HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 2\r\n\r\n[]")
      }
    }
    for _ in 0..<50 {
      #expect(try client.fetch(get(server.url())).text == "[1]")
      let folded = try client.fetch(get(server.url()))
      #expect(folded.text == "[]" || folded.networkFailure?.isEmpty == false)
    }
  }

  @Test func endlessHeadersAreRefused() throws {
    let ends = Inbox<Bool>()
    let server = try network.server { connection in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\n")
      let line = "X-Filler: " + String(repeating: "x", count: 1_000) + "\r\n"
      let isClosed = !(0..<200_000).allSatisfy { _ in connection.write(line) }
      ends.deliver(isClosed)
    }
    guard case .responseTooLarge(.headers, _) = try client.fetch(get(server.url())).error else {
      Issue.record("endless headers were taken")
      return
    }
    #expect(ends.wait() == [true])
  }

  @Test(arguments: [
    TestCase("no answer", "", ()),
    TestCase("within the headers", "HTTP/1.1 200 OK\r\nContent-Le", ()),
    TestCase("within the body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[1", ()),
    TestCase("within a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n[1", ()),
  ])
  func stalledAnswerTimesOut(_ test: TestCase<String, Void>) throws {
    let hangUps = Inbox<Bool>()
    let server = try network.server { connection in
      guard connection.readRequest() != nil else { return }
      connection.write(test.input)
      hangUps.deliver(connection.waitForHangUp())
    }
    let settings = directSettings(timeoutMilliseconds: 200)
    let error = try client.fetch(get(server.url(), settings)).error
    #expect(error == .timedOut(seconds: 0.2))
    #expect(hangUps.wait() == [true])
  }

  @Test func stalledHandshakeHitsTheConnectTimeout() throws {
    let server = try network.server { connection in _ = connection.waitForHangUp() }
    let settings = directSettings(connectTimeoutMilliseconds: 200)
    let error = try client.fetch(get(server.url(scheme: "https"), settings)).error
    #expect(error == .timedOut(seconds: 0.2))
  }

  @Test func waitingForATurnIsNotTimed() throws {
    let arrived = Inbox<Bool>()
    let release = Inbox<Bool>()
    let server = try network.server { connection in
      while let request = connection.readRequest() {
        if request.line.contains("/slow") {
          arrived.deliver(true)
          _ = release.wait()
        }
        connection.answer("[]")
      }
    }
    let client = CurlClient(limits: CurlLimits(connectionsPerHostMax: 1))
    let outcomes = Inbox<String>()
    _ = try client.send(get(server.url("/slow"))) { outcomes.deliver($0.text ?? "failed") }
    _ = arrived.wait()
    // The second request's time would be over long before the first one ends.
    let hurried = try get(server.url("/2"), directSettings(timeoutMilliseconds: 1_000))
    _ = client.send(hurried) { outcomes.deliver($0.text ?? "\($0)") }
    let stalled = try network.server { connection in _ = connection.waitForHangUp() }
    let patient = try get(stalled.url(), directSettings(timeoutMilliseconds: 1_500))
    #expect(try client.fetch(patient).error == .timedOut(seconds: 1.5))
    release.deliver(true)
    #expect(outcomes.wait(2) == ["[]", "[]"])
  }

  @Test func refusedConnectionFailsAtOnce() throws {
    let port = try ScriptedServer.closedPort()
    let detail = try client.fetch(get("http://u:hunter22@127.0.0.1:\(port)/")).networkFailure
    #expect(detail?.isEmpty == false)
    #expect(detail?.contains("hunter22") == false)
  }

  @Test func unknownHostFails() throws {
    #expect(try client.fetch(get("http://nowhere.invalid/")).networkFailure != nil)
  }

  @Test func serverWithoutTLSFailsTheHandshake() throws {
    let server = try network.server { connection in
      connection.write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
      _ = connection.waitForHangUp()
    }
    let failure = try client.fetch(get(server.url(scheme: "https"))).tlsFailure
    #expect(failure?.isUntrusted == false && failure?.detail.isEmpty == false)
  }

  @Test func unreadableCAFileFails() throws {
    let server = try network.server { connection in _ = connection.waitForHangUp() }
    let settings = directSettings(caFile: "/nowhere/ca.pem")
    #expect(try client.fetch(get(server.url(scheme: "https"), settings)).tlsFailure != nil)
  }

  @Test(arguments: [
    TestCase("with length", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789", ()),
    TestCase(
      "chunked",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n012345\r\n4\r\n6789\r\n0\r\n\r\n",
      ()),
    TestCase("until the close", "HTTP/1.1 200 OK\r\n\r\n0123456789", ()),
  ])
  func bodyHasItsMaximum(_ test: TestCase<String, Void>) throws {
    let server = try server(test.input)
    let atMaximum = try client.fetch(get(server.url(), directSettings(responseBytesMax: 10)))
    #expect(atMaximum.text == "0123456789")
    let past = try client.fetch(get(server.url(), directSettings(responseBytesMax: 9)))
    #expect(past.error == .responseTooLarge(maximum: 9))
  }

  @Test func maximumCountsDecodedBytes() throws {
    let server = try network.server { connection in
      while connection.readRequest() != nil { connection.write(Bodies.gzipped(Bodies.bomb)) }
    }
    let size = Bodies.bombBytes
    let whole = try client.fetch(get(server.url(), directSettings(responseBytesMax: size)))
    #expect(try whole.get().body.count == size)
    let past = try client.fetch(get(server.url(), directSettings(responseBytesMax: size - 1)))
    #expect(past.error == .responseTooLarge(maximum: size - 1))
  }

  @Test func endlessBodyIsStopped() throws {
    let ends = Inbox<Bool>()
    let server = try network.server { connection in
      guard connection.readRequest() != nil else { return }
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      let piece = [UInt8](repeating: 32, count: 65_536)
      let isClosed = !(0..<100_000).allSatisfy { _ in connection.write(piece) }
      ends.deliver(isClosed)
    }
    let error = try client.fetch(get(server.url())).error
    #expect(error == .responseTooLarge(maximum: 1_000_000))
    #expect(ends.wait() == [true])
  }

  /// A server that answers the first request of its first connection, and hangs up at the second.
  private func flaky() throws -> ScriptedServer {
    try network.server { connection in
      while let request = connection.readRequest() {
        if connection.index == 0, request.line.contains("/2") { return }
        connection.answer("[]")
      }
    }
  }

  @Test func idempotentRequestIsRepeatedOnANewConnection() throws {
    let server = try flaky()
    #expect(try client.fetch(get(server.url("/1"))).text == "[]")
    #expect(try client.fetch(get(server.url("/2"))).text == "[]")
    #expect(server.received.delivered.map(\.line).filter { $0.contains("/2") }.count == 2)
    #expect(server.connectionCount == 2)
  }

  @Test func postIsNeverSentTwice() throws {
    let server = try flaky()
    func post(_ path: String) throws -> HTTPRequest {
      HTTPRequest(
        method: "POST", url: try HTTPURL.parse(server.url(path)), body: Array("{}".utf8),
        settings: directSettings())
    }
    #expect(try client.fetch(post("/1")).text == "[]")
    let detail = try client.fetch(post("/2")).networkFailure
    #expect(detail == "connection closed before the answer; not sent twice")
    #expect(server.received.delivered.map(\.line) == ["POST /1 HTTP/1.1", "POST /2 HTTP/1.1"])
    #expect(try client.fetch(post("/3")).text == "[]")
  }

  @Test(arguments: [
    TestCase("header value", ("GET", "X-A", "a\r\nX-B: b"), "header X-A"),
    TestCase("header name", ("GET", "X-A: a\r\nX-B", "b"), "header name"),
    TestCase("method", ("GET / HTTP/1.1\r\nX:", "X-A", "a"), "method"),
  ])
  func injectionIsRefusedBeforeAnythingIsSent(
    _ test: TestCase<(String, String, String), String>
  ) throws {
    let server = try network.server { _ in }
    var request = try get(server.url())
    request.method = HTTPMethod(test.input.0)
    request.headers.add(test.input.1, test.input.2)
    let error = try client.fetch(request).error
    #expect(error == .invalidRequest(detail: test.expected))
    #expect(server.connectionCount == 0)
  }

  @Test func zeroByteInAPathIsRefused() throws {
    let settings = directSettings(unixSocket: "/tmp/x\u{0}y")
    let error = try client.fetch(get("http://h/", settings)).error
    #expect(error == .invalidRequest(detail: "zero byte"))
  }

  @Test func engineGoesOnAfterFaults() throws {
    let port = try ScriptedServer.closedPort()
    let server = try network.server()
    for _ in 1...20 {
      #expect(try client.fetch(get("http://127.0.0.1:\(port)/")).networkFailure != nil)
      #expect(try client.fetch(impossible()).error != nil)
      #expect(try client.fetch(get(server.url())).text == "[]")
    }
    #expect(server.connectionCount == 1)
  }
}
