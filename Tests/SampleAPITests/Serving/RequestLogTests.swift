import Testing

@testable import SampleAPI

@Suite struct RequestLogTests {
  private func request(_ target: String, body: String = "") throws -> SampleRequest {
    var parser = RequestParser()
    let head = "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
    parser.append(ArraySlice((head + body).utf8))
    return try #require(try parser.next())
  }

  @Test(arguments: [0, 1, 2, 3, 4, 7]) func lastRequestsStayInOrder(_ count: Int) throws {
    let log = RequestLog(capacity: 3)
    for number in 0..<count { log.append(try request("/\(number)"), connection: number) }
    let kept = (0..<count).suffix(3)
    #expect(log.requests().map(\.target) == kept.map { "/\($0)" })
    #expect(log.requests().map(\.connection) == Array(kept))
    log.removeAll()
    #expect(log.requests() == [])
    log.append(try request("/new"), connection: 1)
    #expect(log.requests().map(\.target) == ["/new"])
  }

  @Test func logWithoutRoomStaysEmpty() throws {
    let log = RequestLog(capacity: 0)
    log.append(try request("/"), connection: 1)
    #expect(log.requests() == [])
  }

  @Test func longRequestsAreCut() throws {
    let log = RequestLog(capacity: 3)
    let body = String(repeating: "b", count: SampleLimits.loggedBytesMax + 1)
    log.append(try request("/" + String(repeating: "x", count: 5000), body: body), connection: 1)
    let kept = try #require(log.requests().first)
    #expect(kept.body.count == SampleLimits.loggedBytesMax)
    #expect(kept.target.utf8.count == SampleLimits.loggedBytesMax - "POST ".utf8.count)
    #expect(kept.headers.isEmpty)
  }
}
