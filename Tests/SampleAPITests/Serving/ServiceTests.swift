import Foundation
import Testing

@testable import SampleAPI

@Suite struct ServiceTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  @Test func answersFromTheCacheAreTheSame() throws {
    let fields = { (reply: Reply) in
      reply.head.components(separatedBy: "\r\n").filter { !$0.hasPrefix("Date: ") }
    }
    for target in ["/page", "/link?page=3", "/cursor", "/page?pretty=1", "/body?past=404"] {
      let (first, second) = (try client.exchange(target), try client.exchange(target))
      #expect(fields(first) == fields(second))
      #expect(first.body == second.body)
    }
    client.send("GET /link?page=3 HTTP/1.1\r\nHost: other\r\n\r\n")
    #expect(try client.read().link("next")?.hasPrefix("http://other/") == true)
  }
}
