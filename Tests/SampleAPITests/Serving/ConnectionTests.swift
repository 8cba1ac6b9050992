import Testing

@testable import SampleAPI

@Suite struct ConnectionTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  @Test func oneConnectionServesManyRequests() throws {
    for page in 1...20 {
      let reply = try client.exchange("/page?page=\(page)")
      #expect(reply.header("connection") == nil)
      #expect(reply.header("date")?.hasSuffix(" GMT") == true)
    }
    #expect(client.server?.connectionCount == 1)
    #expect(client.server?.requestCount == 20)
  }

  @Test func pipelinedRequestsAreAnsweredInOrder() throws {
    let requests = (1...50).map { page in
      page % 2 == 0
        ? "GET /page?per_page=1&page=\(page) HTTP/1.1\r\nHost: a\r\n\r\n"
        : "POST /page HTTP/1.1\r\nHost: a\r\nContent-Length: 28\r\n\r\n"
          + #"{"per_page": 1, "page": \#(page < 10 ? " " : "")\#(page)} "#
    }
    client.send(requests.joined())
    let ids = try requests.flatMap { _ in try client.read().ids("articles") }
    #expect(ids == Array(1...50))
    #expect(client.server?.connectionCount == 1)
  }

  @Test func requestInSingleBytesIsAnswered() throws {
    for byte in "GET /page HTTP/1.1\r\nHost: a\r\n\r\n".utf8 { client.send([byte]) }
    #expect(try client.read().status == 200)
  }

  @Test func bodyIsAskedForWhenTheClientWaits() throws {
    let body = #"{"page": 2}"#
    client.send(
      "POST /page HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n")
    #expect(try client.read().status == 100)
    client.send(body)
    #expect(try client.read().ids("articles").first == 26)
  }

  @Test func largestBodyIsTaken() throws {
    let body = #"{"page": 2, "x": ""#
    let filling = String(repeating: "x", count: SampleLimits.bodyBytesMax - body.utf8.count - 2)
    let reply = try client.exchange("/page", method: "POST", body: body + filling + "\"}")
    #expect(reply.ids("articles").first == 26)
  }

  @Test func clientThatGoesWhileItWaitsHarmsNobody() throws {
    for fault in ["stall", "stall-body", "close-body", "big"] {
      let client = try self.client.another()
      client.send("GET /page?fault=\(fault) HTTP/1.1\r\nHost: a\r\n\r\n")
    }
    #expect(try client.another().exchange("/page").status == 200)
  }
}
