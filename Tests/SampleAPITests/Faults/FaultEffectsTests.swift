import Foundation
import System
import Testing

@testable import SampleAPI

@Suite struct FaultEffectsTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  /// One request with a fault, as the endpoint wants it.
  private func ask(_ client: WireClient, _ endpoint: SampleEndpoint, _ query: String) throws
    -> Reply
  {
    try client.exchange(
      endpoint.path + "?" + query, method: endpoint.isPostOnly ? "POST" : "GET",
      body: endpoint.isPostOnly ? "{}" : nil)
  }

  // MARK: When

  @Test(arguments: SampleEndpoints.all.map(\.path))
  func everyEndpointFailsAtItsRequest(_ path: String) throws {
    let endpoint = try #require(SampleEndpoints.endpoint(at: path))
    let statuses = try (1...4).map { _ in
      try ask(client, endpoint, "fault=503x2@2&session=a").status
    }
    #expect(statuses.map { $0 == 503 } == [false, true, true, false])
    #expect(try ask(client, endpoint, "fault=418@1&session=b").status == 418)
  }

  @Test func faultsOfARequestEndAtTheirMaximum() throws {
    let faults = { (count: Int) in Array(repeating: "500@9", count: count).joined(separator: ",")
    }
    let most = try client.exchange("/page?fault=" + faults(SampleLimits.faultsMax))
    #expect(most.status == 200)
    let tooMany = try client.exchange("/page?fault=" + faults(SampleLimits.faultsMax + 1))
    #expect(tooMany.status == 400)
    #expect(try client.exchange("/page?fault=unheard-of").status == 400)
  }

  // MARK: In place of the answer

  @Test func rateLimitSaysWhenItIsOver() throws {
    let before = Int(SystemClock.epochSeconds)
    let reply = try client.exchange("/page?fault=rate-limit&reset=100")
    #expect(reply.status == 403)
    #expect(reply.header("x-ratelimit-remaining") == "0")
    let reset = try #require(reply.header("x-ratelimit-reset").flatMap(Int.init))
    #expect((before + 100...Int(SystemClock.epochSeconds) + 100).contains(reset))
  }

  // MARK: The text and how it is delivered

  @Test func textIsCutInTheMiddle() throws {
    let whole = try client.exchange("/page")
    let cut = try client.exchange("/page?fault=truncate")
    #expect(cut.status == 200)
    #expect(cut.body == Array(whole.body.prefix(whole.body.count / 2)))
    #expect(cut.json == nil)
    #expect(try client.exchange("/single?fault=truncate").json == nil)
  }

  @Test(arguments: ["/page", "/page?items=0"])
  func byteThatIsNoUTF8StandsInAString(_ path: String) throws {
    let mark = path.contains("?") ? "&" : "?"
    let reply = try client.exchange(path + mark + "fault=invalid-utf8")
    let bad = try #require(reply.body.firstIndex(of: 0xFF))
    #expect(Array(reply.body[..<bad].suffix(9)) == Array("\"title\":\"".utf8))
    #expect(String(validating: reply.body, as: UTF8.self) == nil)
  }

  @Test func bigAnswerIsBlanksAndThePage() throws {
    let whole = try client.exchange("/page")
    let big = try client.exchange("/page?fault=big&bytes=200000")
    #expect(big.body.count == 200_000)
    #expect(Array(big.body.suffix(whole.body.count)) == whole.body)
    #expect(big.body.prefix(200_000 - whole.body.count).allSatisfy { $0 == 0x20 })
    let head = try client.exchange("/page?fault=big", method: "HEAD")
    #expect(head.header("content-length") == String(SampleLimits.paddedBytesDefault))
    #expect(try client.exchange("/page?fault=big&bytes=10").body == whole.body)
    #expect(try client.exchange("/page?fault=big&bytes=1073741825").status == 400)
  }

  @Test func compressedFaultsAreCompressedForEveryClient() throws {
    let bomb = try client.exchange("/page?fault=bomb&bytes=1000000")
    #expect(bomb.header("content-encoding") == "gzip")
    #expect(bomb.body.count < 20_000)
    let size = bomb.body.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == 1_000_000)
    let whole = try client.exchange("/page", headers: ["Accept-Encoding: gzip"])
    let cut = try client.exchange("/page?fault=gzip-cut")
    #expect(cut.header("content-encoding") == "gzip")
    #expect(cut.body == Array(whole.body.prefix(whole.body.count / 2)))
  }

  @Test func connectionClosesInTheHeadOrTheBody() throws {
    let ask = { (fault: String) in
      let client = try self.client.another()
      client.send("GET /page?fault=\(fault) HTTP/1.1\r\nHost: a\r\n\r\n")
      return String(decoding: try client.readToEnd(), as: UTF8.self)
    }
    let head = try ask("close-headers")
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(!head.contains("\r\n\r\n"))
    let body = try ask("close-body")
    let parts = body.components(separatedBy: "\r\n\r\n")
    let size = try #require(Reply(head: parts[0]).header("content-length").flatMap(Int.init))
    #expect(parts[1].utf8.count == size / 2)
    let garbage = try ask("garbage")
    #expect(!garbage.isEmpty)
    #expect(!garbage.hasPrefix("HTTP"))
  }

  @Test func stalledAnswerNeverComes() throws {
    let ask = { (fault: String) in
      let client = try self.client.another()
      // What follows is not answered either: the connection is stuck.
      let other = "GET /page HTTP/1.1\r\nHost: a\r\n\r\n"
      client.send("GET /page?fault=\(fault) HTTP/1.1\r\nHost: a\r\n\r\n" + other)
      client.finishSending()
      return String(decoding: try client.readToEnd(), as: UTF8.self)
    }
    #expect(try ask("stall") == "")
    let half = try ask("stall-body").components(separatedBy: "\r\n\r\n")
    let size = try #require(Reply(head: half[0]).header("content-length").flatMap(Int.init))
    #expect(half[1].utf8.count == size / 2)
  }
}
