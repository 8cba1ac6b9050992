import HTTP
import JSON
import TestSupport
import Testing

@testable import Sessions

struct RateLimitHeadersTests {
  /// Headers, and what they come to at 1,000,000,000 seconds since 1970.
  @Test(
    arguments: CaseLine.all(
      "../Cases/rate-limits.jsonl", ["id", "headers", "remaining", "reset"]))
  func whatIsUsedUpCounts(_ one: CaseLine) {
    let limits = RateLimitHeaders(
      HTTPHeaders(one.headers.map { HTTPField(name: $0.0, value: $0.1) }))
    #expect(limits.remaining == one.number("remaining"))
    #expect(
      limits.resetSeconds(epochSeconds: 1_000_000_000) == one.parsed("reset")?.doubleValue)
  }
}
