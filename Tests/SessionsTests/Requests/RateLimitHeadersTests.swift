import HTTP
import Testing

@testable import Sessions

struct RateLimitHeadersTests {
  /// Headers, and what they come to at 1,000,000,000 seconds since 1970.
  struct Case: Sendable, CustomTestStringConvertible {
    let headers: [(String, String)]
    let remaining: Int?
    let reset: Double?
    var testDescription: String { "\(headers)" }
  }

  @Test(arguments: [
    Case(headers: [], remaining: nil, reset: nil),
    Case(
      headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1000000007")],
      remaining: 0, reset: 7),
    Case(
      headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "1000000007500")],
      remaining: 0, reset: 7.5),
    Case(headers: [("X-RateLimit-Reset", "7.5")], remaining: nil, reset: 7.5),
    Case(headers: [("X-RateLimit-Reset", "-7")], remaining: nil, reset: nil),
    Case(headers: [("X-RateLimit-Reset", "0x7")], remaining: nil, reset: nil),
    Case(headers: [("X-RateLimit-Reset", "inf")], remaining: nil, reset: nil),
    Case(
      headers: [("RateLimit", "limit=10, remaining=0, reset=30"), ("RateLimit-Policy", "10;w=60")],
      remaining: 0, reset: 30),
    Case(headers: [("RateLimit", #""default";r=9;t=30"#)], remaining: 9, reset: 30),
    Case(headers: [("RateLimit", #""a";r=9;t=30, "b";r=0;t=40"#)], remaining: 0, reset: 40),
    Case(headers: [("RateLimit", #""a";r=0;t=1, "b";r=9;t=40"#)], remaining: 0, reset: 1),
    Case(headers: [("RateLimit", #""a";r=0;t=1, "b";r=0;t=4"#)], remaining: 0, reset: 4),
    Case(
      headers: [("RateLimit", #""a";r=9;t=3"#), ("RateLimit", #""b";r=0;t=4"#)],
      remaining: 0, reset: 4),
    Case(headers: [("RateLimit", #""a;r=9,b=1";r=0;t=4"#)], remaining: 0, reset: 4),
    Case(headers: [("RateLimit", "nonsense;;;,,=")], remaining: nil, reset: nil),
  ])
  func whatIsUsedUpCounts(_ one: Case) {
    let limits = RateLimitHeaders(
      HTTPHeaders(one.headers.map { HTTPField(name: $0.0, value: $0.1) }))
    #expect(limits.remaining == one.remaining)
    #expect(limits.resetSeconds(epochSeconds: 1_000_000_000) == one.reset)
  }
}
