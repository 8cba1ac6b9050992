import HTTP
import Testing

@testable import Sessions

struct RateGateTests {
  private func request(_ url: String, _ headers: [(String, String)] = []) throws -> HTTPRequest {
    HTTPRequest(
      url: try HTTPURL.parse(url),
      headers: HTTPHeaders(headers.map { HTTPField(name: $0.0, value: $0.1) }))
  }

  @Test func holdEndsByItself() throws {
    let gate = RateGate()
    let one = try request("http://h/a")
    #expect(gate.delay(for: one, nowSeconds: 10) == 0)
    gate.hold(one, seconds: 5, nowSeconds: 10)
    #expect(gate.delay(for: one, nowSeconds: 12) == 3)
    #expect(gate.delay(for: one, nowSeconds: 15) == 0)
    #expect(gate.delay(for: one, nowSeconds: 16) == 0)
  }

  @Test func longerHoldWins() throws {
    let gate = RateGate()
    let one = try request("http://h/a")
    gate.hold(one, seconds: 9, nowSeconds: 0)
    gate.hold(one, seconds: 1, nowSeconds: 1)
    #expect(gate.delay(for: one, nowSeconds: 2) == 7)
  }

  /// Whether a wait of one request holds another one back.
  struct Pair: Sendable, CustomTestStringConvertible {
    let url: String
    var header: (String, String)?
    let isHeld: Bool
    var testDescription: String { "\(url) \(header?.0 ?? "")" }
  }

  @Test(arguments: [
    Pair(url: "http://h/b?page=2", header: ("Authorization", "Bearer a"), isHeld: true),
    Pair(url: "http://h/b", header: ("authorization", "Bearer a"), isHeld: true),
    Pair(url: "http://h/b", header: ("Authorization", "Bearer b"), isHeld: false),
    Pair(url: "HTTP://H:80/b", header: ("Authorization", "Bearer a"), isHeld: true),
    Pair(url: "http://h/b?q=1&cursor=2", header: ("Authorization", "Bearer a"), isHeld: true),
    Pair(url: "http://h/b?api_key=2", header: ("Authorization", "Bearer a"), isHeld: false),
    Pair(url: "http://u@h/b", header: ("Authorization", "Bearer a"), isHeld: false),
    Pair(url: "http://h/b", isHeld: false),
    Pair(url: "https://h/b", header: ("Authorization", "Bearer a"), isHeld: false),
    Pair(url: "http://h:81/b", header: ("Authorization", "Bearer a"), isHeld: false),
    Pair(url: "http://other/b", header: ("Authorization", "Bearer a"), isHeld: false),
  ])
  func originAndCredentialsDecide(_ pair: Pair) throws {
    let gate = RateGate()
    try gate.hold(
      request("http://h/a", [("Authorization", "Bearer a"), ("Accept", "x")]), seconds: 5,
      nowSeconds: 0)
    let delay = try gate.delay(
      for: request(pair.url, pair.header.map { [$0] } ?? []), nowSeconds: 1)
    #expect(delay == (pair.isHeld ? 4 : 0))
  }

  @Test func positionsAreNoCredentials() throws {
    let gate = RateGate()
    try gate.hold(request("http://h/a?token=1"), positions: ["token"], seconds: 5, nowSeconds: 0)
    let next = try request("http://h/a?token=2")
    #expect(gate.delay(for: next, positions: ["token"], nowSeconds: 1) == 4)
    #expect(gate.delay(for: next, nowSeconds: 1) == 0)
  }

  @Test func soonestGoesWhenThereAreTooMany() throws {
    let gate = RateGate()
    for number in 0...RateGate.entriesMax {
      try gate.hold(request("http://h\(number)/"), seconds: Double(number + 1), nowSeconds: 0)
    }
    #expect(try gate.delay(for: request("http://h0/"), nowSeconds: 0) == 0)
    #expect(try gate.delay(for: request("http://h1/"), nowSeconds: 0) == 2)
  }
}
