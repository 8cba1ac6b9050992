import Testing

@testable import SampleAPI

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Waits for something that another thread is about to do; false when it never does.
private func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
  for _ in 0..<5_000_000 {
    if try condition() { return true }
    sched_yield()
  }
  return false
}

@Suite struct SampleServerTests {
  @Test func urlNamesThePortThatWasFound() throws {
    let server = try SampleServer.started()
    #expect(server.port > 0)
    #expect(server.url == "http://127.0.0.1:\(server.port)")
    let named = try SampleServer.started { $0.host = "localhost" }
    #expect(named.url == "http://localhost:\(named.port)")
  }

  @Test func takenPortIsAnError() throws {
    let server = try SampleServer.started()
    var options = SampleOptions()
    options.port = server.port
    #expect(throws: SampleError.couldNotBind(port: server.port, errno: EADDRINUSE)) {
      try SampleServer(options)
    }
    server.stop()
  }

  @Test func portIsFreeAgainAfterStop() throws {
    let first = try SampleServer.started()
    #expect(try first.ask("/page").status == 200)
    first.stop()
    let second = try SampleServer.started { $0.port = first.port }
    #expect(try second.ask("/page").status == 200)
  }

  @Test func connectionsBeforeStartWait() throws {
    let server = try SampleServer()
    let client = try WireClient(server)
    client.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(server.requestCount == 0)
    server.start()
    server.start()
    #expect(try client.read().status == 200)
    server.stop()
  }

  @Test func stopWithoutStartEndsIt() throws {
    let server = try SampleServer()
    server.stop()
    server.stop()
    server.start()
    #expect(throws: WireClient.Broken.self) { try WireClient(server) }
  }

  @Test func stopEndsConnectionsInEveryState() throws {
    let server = try SampleServer()
    server.start()
    let get = { (query: String) in "GET /page?\(query) HTTP/1.1\r\nHost: a\r\n\r\n" }
    let idle = try WireClient(server)
    #expect(try idle.exchange("/page").status == 200)
    let sent: [String] = [
      "GET /pa", get("latency=60000"), get("fault=stall"), get("fault=stall-body"),
      // Far more than the socket's buffers hold, and nobody reads it.
      get("fault=big&bytes=100000000"),
    ]
    let clients = try sent.map { text in
      let client = try WireClient(server)
      client.send(text)
      return client
    }
    #expect(eventually { server.connectionCount == 6 && server.requestCount == 5 })
    server.stop()
    #expect(try idle.readToEnd() == [])
    for client in clients { _ = try? client.readToEnd() }
    #expect(server.requestCount == 5)
    #expect(throws: WireClient.Broken.self) { try WireClient(server) }
  }

  @Test func serverThatIsForgottenStops() throws {
    var server: SampleServer? = try SampleServer()
    server?.start()
    let client = try WireClient(port: try #require(server).port)
    #expect(try client.exchange("/page").status == 200)
    server = nil
    #expect(try client.readToEnd() == [])
  }

  @Test func connectionPastTheMaximumIsAnswered503AndClosed() throws {
    let server = try SampleServer.started { $0.connectionsMax = 2 }
    let first = try WireClient(server)
    let second = try WireClient(server)
    for client in [first, second] { #expect(try client.exchange("/page").status == 200) }
    let third = try WireClient(server)
    let refusal = try third.exchange("/page")
    #expect(refusal.status == 503)
    #expect(refusal.header("Connection") == "close")
    #expect(try third.readToEnd() == [])
    #expect(try second.exchange("/page").status == 200)
    first.finishSending()
    #expect(try first.readToEnd() == [])
    // The thread of the first connection is still about to end.
    #expect(eventually { (try? server.ask("/page").status) == 200 })
    #expect(server.connectionCount == 3)
  }

  @Test func requestsAreRemembered() throws {
    let server = try SampleServer.started { $0.requestsLoggedMax = 2 }
    let client = try WireClient(server)
    _ = try client.exchange("/page?page=1")
    _ = try client.exchange("/page?page=1", headers: ["X-Key: one", "Authorization: Bearer t"])
    _ = try server.ask("/page", method: "POST", body: "{}")
    let requests = server.requests()
    #expect(requests.map(\.method) == ["GET", "POST"])
    #expect(requests.map(\.target) == ["/page?page=1", "/page"])
    #expect(requests.map(\.connection) == [1, 2])
    #expect(requests[0].header("x-key") == "one")
    #expect(requests[0].header("AUTHORIZATION") == "Bearer t")
    #expect(requests[0].header("cookie") == nil)
    #expect(requests[1].body == Array("{}".utf8))
    #expect(server.requestCount == 3)
    server.forgetRequests()
    #expect(server.requests() == [])
    #expect(server.requestCount == 3)
  }

  @Test func concurrencyIsMeasured() throws {
    let server = try SampleServer.started()
    _ = try server.ask("/page")
    #expect(server.concurrencyPeak == 1)
    let clients = try (0..<4).map { _ in try WireClient(server) }
    for client in clients { client.send("GET /page?latency=60000 HTTP/1.1\r\nHost: a\r\n\r\n") }
    #expect(eventually { server.concurrencyPeak == 4 })
  }

  @Test func latencyIsAddedToEveryAnswer() throws {
    let server = try SampleServer.started { $0.latencyMilliseconds = 1 }
    let client = try WireClient(server)
    #expect(try client.exchange("/page").status == 200)
    #expect(try client.exchange("/page?latency=1").status == 200)
  }

  @Test func manyClientsAtOnceGetTheirOwnPages() throws {
    let server = try SampleServer.started()
    let clients = try (0..<32).map { _ in try WireClient(server) }
    for round in 0..<5 {
      for (index, client) in clients.enumerated() {
        let page = (index + round) % 10 + 1
        client.send("GET /page?page=\(page) HTTP/1.1\r\nHost: a\r\n\r\n")
      }
      for (index, client) in clients.enumerated() {
        let page = (index + round) % 10
        let ids = try client.read().ids("articles")
        #expect(ids == Array((page * 25 + 1)...(page * 25 + 25)))
      }
    }
    #expect(server.connectionCount == 32)
  }
}
