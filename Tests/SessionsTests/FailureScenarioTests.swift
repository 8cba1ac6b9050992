import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// The ways in which APIs fail a client that pages through them, each with its right end: fifty
/// items, ten a page, and every request beyond the sixtieth fails the test.
struct FailureScenarioTests {
  struct Reply {
    var status = 200
    var headers: [(String, String)] = []
    var body: String
  }

  struct Scenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let open: String
    /// The ids that are delivered.
    let ids: [Int]
    let verdict: String
    let end: String
    var error: String?
    var duplicates = 0
    /// Requests that are sent; at most one beyond what repeats.
    let requests: Int
    /// How long it waits, in all.
    var seconds = 0.0
    /// The answer to the n-th request, from 1, with that value of `p` (1 where it is missing).
    let reply: @Sendable (_ number: Int, _ page: Int) -> Reply
  }

  private static let fetching = #""fetching":{"retries":3},"itemsPath":"items""#
  private static let links =
    #"{"url":"{base}/a?p=1","pagination":{"strategy":"body","next":"next"},\#(fetching)}"#
  private static let tokens =
    #"{"url":"{base}/a","pagination":{"strategy":"cursor","next":"next","parameter":"p"},\#(fetching)}"#
  private static let numbers = #"{"url":"{base}/a?p=:currentPage","perPage":10,\#(fetching)}"#

  private static func items(_ page: Int, from offset: Int = 0) -> [Int] {
    Array((page * 10 - 9 + offset)...(page * 10 + offset))
  }

  private static func body(_ ids: [Int], next: String? = nil) -> Reply {
    let list = ids.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    return Reply(body: #"{"items":[\#(list)],"next":\#(next.map { "\"\($0)\"" } ?? "null")}"#)
  }

  /// Page n of five, with a link to the next one.
  private static func linked(_ page: Int) -> Reply {
    body(items(page), next: page < 5 ? "/a?p=\(page + 1)" : nil)
  }

  /// Linked pages, of which the third fails so many times.
  private static func failing(
    _ times: Int, _ failure: Reply
  ) -> @Sendable (Int, Int) -> Reply {
    let (status, headers, body) = (failure.status, failure.headers, failure.body)
    return { number, page in
      page == 3 && number < 3 + times
        ? Reply(status: status, headers: headers, body: body) : linked(page)
    }
  }

  static let scenarios: [Scenario] = [
    Scenario(
      testDescription: "the next link points at itself", open: links, ids: Array(1...10),
      verdict: "suspect", end: "repeatedRequest", requests: 2
    ) { _, page in body(items(page), next: "/a?p=1") },
    Scenario(
      testDescription: "next links go round in a circle", open: links, ids: Array(1...30),
      verdict: "suspect", end: "repeatedRequest", requests: 4
    ) { _, page in body(items(page), next: "/a?p=\(page % 3 + 1)") },
    Scenario(
      testDescription: "the token never changes", open: tokens, ids: Array(1...20),
      verdict: "suspect", end: "repeatedRequest", requests: 3
    ) { number, _ in body(items(min(number, 2)), next: "2") },
    Scenario(
      testDescription: "tokens go round in a circle", open: tokens, ids: Array(1...30),
      verdict: "suspect", end: "repeatedResponse", requests: 4
    ) { number, _ in body(items((number - 1) % 3 + 1), next: "\(number % 3 + 1)") },
    Scenario(
      testDescription: "past the end the last page comes again", open: numbers, ids: Array(1...50),
      verdict: "suspect", end: "repeatedResponse", requests: 6
    ) { _, page in body(items(min(page, 5))) },
    Scenario(
      testDescription: "an empty page with a next one", open: links,
      ids: Array(1...20) + Array(31...50), verdict: "complete", end: "noNext", requests: 5
    ) { _, page in page == 3 ? body([], next: "/a?p=4") : linked(page) },
    Scenario(
      testDescription: "two items come twice",
      open: links.replacing("\"itemsPath\"", with: #""identity":"id","itemsPath""#),
      ids: Array(1...10) + Array(9...48), verdict: "suspect", end: "noNext", duplicates: 2,
      requests: 5
    ) { _, page in
      body(items(page, from: page > 1 ? -2 : 0), next: page < 5 ? "/a?p=\(page + 1)" : nil)
    },
    Scenario(
      testDescription: "JSON that is cut off", open: links, ids: Array(1...20), verdict: "partial",
      end: "failed", error: "invalidResponse", requests: 3
    ) { _, page in page == 3 ? Reply(body: #"{"items":[{"id":21},{"#) : linked(page) },
    Scenario(
      testDescription: "429 with Retry-After", open: links, ids: Array(1...50),
      verdict: "complete", end: "noNext", requests: 6, seconds: 2,
      reply: failing(1, Reply(status: 429, headers: [("Retry-After", "2")], body: ""))),
    Scenario(
      testDescription: "503 twice", open: links, ids: Array(1...50), verdict: "complete",
      end: "noNext", requests: 7, seconds: 1.5, reply: failing(2, Reply(status: 503, body: ""))),
    Scenario(
      testDescription: "403 with a used-up rate limit", open: links, ids: Array(1...50),
      verdict: "complete", end: "noNext", requests: 6, seconds: 2,
      reply: failing(
        1,
        Reply(
          status: 403, headers: [("X-RateLimit-Remaining", "0"), ("X-RateLimit-Reset", "2")],
          body: ""))),
    Scenario(
      testDescription: "a link to another origin", open: links, ids: Array(1...20),
      verdict: "partial", end: "originRefused", error: "originRefused", requests: 2
    ) { _, page in
      page == 2 ? body(items(2), next: "http://elsewhere.test/a?p=3") : linked(page)
    },
  ]

  @Test(arguments: scenarios)
  func everyFailureHasItsEndAndItsReason(_ one: Scenario) throws {
    let world = try World(one.open)
    let walk = world.walk()
    var seconds = 0.0
    while !walk.isThere {
      if let wait = world.scheduler.waits.first, world.client.waiting.isEmpty {
        seconds += wait
        world.scheduler.advance(wait)
        continue
      }
      let exchange = try world.client.only()
      let number = world.client.lines.count
      try #require(number <= 60)
      #expect(exchange.request.url.text.hasPrefix(World.base))
      let page = exchange.request.url.text.firstMatch(of: /[?&]p=([0-9]+)/).flatMap {
        Int($0.output.1)
      }
      let reply = one.reply(number, page ?? 1)
      exchange.reply(reply.body, status: reply.status, headers: reply.headers)
    }
    let summary = try walk.value()
    #expect((summary.items ?? []).flatMap(\.ids) == one.ids)
    #expect(summary.verdict.rawValue == one.verdict)
    #expect(summary.endReason?.kind.rawValue == one.end)
    #expect(summary.endReason?.evidence != nil || summary.endReason?.kind == .failed)
    #expect(summary.snapshot.error?.error.kind == one.error)
    #expect(summary.duplicates == one.duplicates)
    #expect(world.client.lines.count == one.requests && seconds == one.seconds)
  }
}
