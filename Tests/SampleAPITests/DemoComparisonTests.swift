import DemoAPI
import JSON
import Testing

@testable import SampleAPI

/// The API of `paginator sample-api` responds as the one of the tests does: what is shown with the
/// one and checked with the other holds for both.
struct DemoComparisonTests {
  static let targets = [
    "/page", "/page?page=2&per_page=5", "/page?page=10", "/page?page=11", "/page?per_page=5000",
    "/page?items=7&per_page=3&page=3", "/page?items=0", "/page?total=0&limit=4", "/page?page=0",
    "/page?page=x", "/page?per_page=-1", "/page?per_page=0", "/page?page=&per_page=2",
    "/page?items=1000001", "/offset", "/offset?offset=240&limit=25", "/offset?offset=999",
    "/offset?total=0&offset=3&limit=3&items=5", "/link", "/link?page=3&per_page=25&x=%2C+",
    "/link?page=10", "/link?page=12", "/link?total=0", "/link?items=3", "/body", "/body?page=11",
    "/body?page_size=100&page=3", "/body?page_size=100&page=4", "/body?items=0&total=0",
    "/cursor", "/cursor?cursor=YWZ0ZXI6MjU&limit=5", "/cursor?cursor=YWZ0ZXI6MjU&total=0",
    "/cursor?cursor=YWZ0ZXI6MjQw", "/cursor?cursor=nonsense", "/cursor?items=20&cursor=YWZ0ZXI6MjA",
    "/page?fault=503", "/cursor?fault=404", "/page?fault=500@2&session=a",
    "/page?fault=500@2&session=a", "/page?fault=500@2&session=a", "/page?latency=1",
    "/page?latency=60001", "/nothing",
  ]

  @Test func bothRespondAlike() throws {
    let demo = try WireClient(DemoServer().url)
    let whole = try WireClient()
    for target in DemoComparisonTests.targets {
      let (found, expected) = (try demo.exchange(target), try whole.exchange(target))
      #expect(found.status == expected.status, "\(target): \(found.text)")
      #expect(found.text == expected.text, "\(target)")
      #expect(found.header("link") == expected.header("link"), "\(target)")
      #expect(found.header("content-type") == expected.header("content-type"), "\(target)")
    }
    #expect(try demo.exchange("/link", method: "HEAD").header("link") != nil)
  }

  @Test func whatIsNoListIsSaid() throws {
    let server = try DemoServer(itemCount: 3, latencyMilliseconds: 1)
    let reply = try WireClient(server.url).exchange("/")
    #expect(reply.text == DemoList.contents)
    #expect(DemoList.all.allSatisfy { reply.text.contains("  \($0.path)?") })
    let post = try WireClient(server.url).exchange("/page", method: "POST", body: "{}")
    #expect(post.status == 405 && post.header("connection") == "close")
    let fault = try WireClient(server.url).exchange("/page?fault=truncate")
    #expect(
      fault.at("error.message") == "fault must be a status from 400 to 599, as in 503 or 503@4."
    )
    let client = try WireClient(server.url)
    client.send("nonsense\r\n\r\n")
    #expect(try client.read().status == 400)
    client.finishSending()
    #expect(try client.readToEnd() == [])
  }

  @Test func severalRequestsComeAtOnce() throws {
    let client = try WireClient(DemoServer().url)
    let request = "GET /page?items=1 HTTP/1.1\r\nHost: a\r\n\r\n"
    client.send(request + request + "GET /cursor?items=2 HTTP/1.1\r\nConnection: close\r\n\r\n")
    #expect(try client.read().ids("articles") == [1])
    #expect(try client.read().ids("articles") == [1])
    #expect(try client.read().ids("data") == [1, 2])
    client.finishSending()
    #expect(try client.readToEnd() == [])
  }

  /// More connections than are served at once are closed, and do no harm.
  @Test func connectionsAreBounded() throws {
    let server = try DemoServer()
    let clients = try (0..<64).map { _ in try WireClient(server.url) }
    for client in clients { #expect(try client.exchange("/page?items=1").status == 200) }
    #expect(throws: WireClient.Broken.self) { try WireClient(server.url).exchange("/page") }
    #expect(try clients[63].exchange("/page?items=1").status == 200)
  }
}
