import JSON
import System
import Testing

@testable import SampleAPI

struct SampleServerTests {
  @Test func requestsAreRemembered() throws {
    let client = try WireClient()
    _ = try client.exchange("/page?page=1", headers: ["X-Key: one", "Authorization: Bearer t"])
    _ = try client.another().exchange("/page", method: "POST", body: "{}")
    let server = try #require(client.server)
    let requests = server.requests()
    #expect(requests.map(\.method) == ["GET", "POST"])
    #expect(requests.map(\.target) == ["/page?page=1", "/page"])
    #expect(requests[0].header("x-key") == "one" && requests[0].header("cookie") == nil)
    #expect(requests[1].body == Array("{}".utf8))
    server.forgetRequests()
    #expect(server.requests().isEmpty && server.requestCount == 2)
  }

  @Test func stopEndsConnectionsInEveryState() throws {
    let client = try WireClient()
    let get = { (query: String) in "GET /page?\(query) HTTP/1.1\r\nHost: a\r\n\r\n" }
    let clients = try ["GET /pa", get("latency=60000"), get("fault=stall")].map { text in
      let client = try client.another()
      client.send(text)
      return client
    }
    #expect(try client.exchange("/page").status == 200)
    client.server?.stop()
    for client in clients { #expect(try client.readToEnd() == []) }
    #expect(throws: WireClient.Broken.self) { try client.another() }
  }

  @Test func manyClientsAtOnceGetTheirOwnPages() throws {
    let first = try WireClient()
    let clients = try (0..<32).map { _ in try first.another() }
    for round in 0..<5 {
      for (index, client) in clients.enumerated() {
        let page = (index + round) % 10 + 1
        client.send("GET /page?page=\(page) HTTP/1.1\r\nHost: a\r\n\r\n")
      }
      for (index, client) in clients.enumerated() {
        let page = (index + round) % 10
        #expect(try client.read().ids("articles") == Array((page * 25 + 1)...(page * 25 + 25)))
      }
    }
  }

  @Test func aRequestMayComeInPieces() throws {
    let client = try WireClient()
    for byte in "POST /page HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{\"page\":2}" {
      client.send(String(byte))
    }
    #expect(try client.read().ids("articles").first == 26)
  }

  @Test(arguments: SampleEndpoints.all.map(\.path))
  func everyEndpointAnswersAndFailsAtItsRequest(_ path: String) throws {
    let client = try WireClient()
    let replies = try (1...4).map { _ in
      try client.exchange("\(path)?article=2&fault=503x2@2&session=a")
    }
    #expect(replies.map(\.status) == [200, 503, 503, 200])
    #expect(replies[0].text.contains(path == "/replies" ? "\"more\":" : "title"))
  }

  @Test func cutResponsesHaveHalfOfTheirBodies() throws {
    let client = try WireClient()
    let whole = try client.exchange("/page").body
    #expect(
      try client.exchange("/page?fault=truncate").body == Array(whole.prefix(whole.count / 2)))
    let packed = try client.exchange("/page", headers: ["Accept-Encoding: gzip"]).body
    let cut = try client.exchange("/page?fault=gzip-cut")
    #expect(cut.header("content-encoding") == "gzip")
    #expect(cut.body == Array(packed.prefix(packed.count / 2)))
    client.send("GET /page?fault=close-body HTTP/1.1\r\nHost: a\r\n\r\n")
    let rest = String(decoding: try client.readToEnd(), as: UTF8.self)
    let parts = rest.split(separator: "\r\n\r\n", maxSplits: 1)
    #expect(parts[0].contains("\r\nContent-Length: \(whole.count)"))
    #expect(Array(parts[1].utf8) == Array(whole.prefix(whole.count / 2)))
  }
}
