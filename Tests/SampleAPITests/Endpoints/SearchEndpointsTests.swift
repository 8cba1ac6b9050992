import Foundation
import System
import Testing

@testable import SampleAPI

@Suite struct SearchEndpointsTests {
  private func post(_ client: WireClient, _ path: String, _ body: String) throws -> Reply {
    try client.exchange(path, method: "POST", body: body)
  }

  @Test func sortOfTheLastHitLeadsOn() throws {
    let client = try WireClient()
    var (ids, after): ([Int], String) = ([], "")
    while true {
      let reply = try post(client, "/search", #"{"size": 100\#(after)}"#)
      #expect(reply.integer("hits.total.value") == 250)
      #expect(reply.string("hits.total.relation") == "eq")
      let more = reply.ids("hits.hits", inner: "_source.id")
      guard let last = more.last else { break }
      ids += more
      let hit = "hits.hits.\(more.count - 1)"
      let milliseconds = try #require(reply.integer(hit + ".sort.0"))
      #expect(reply.integer(hit + ".sort.1") == last)
      #expect(reply.string(hit + "._id") == String(last))
      let published = CalendarTime(epochSeconds: milliseconds / 1000).timestamp
      #expect(reply.string(hit + "._source.published_at") == published)
      after = #", "search_after": [\#(milliseconds), \#(last)]"#
    }
    #expect(ids == Array(1...250))
  }

  @Test func fromAndSizeReachToTheWindow() throws {
    let client = try WireClient { $0.itemCount = 10_100 }
    let last = try post(client, "/search", #"{"from": 9990, "size": 10}"#)
    #expect(last.ids("hits.hits", inner: "_source.id") == Array(9991...10_000))
    #expect(try post(client, "/search", #"{"from": 9991, "size": 10}"#).status == 400)
    #expect(try post(client, "/search?ceiling=50", #"{"from": 41, "size": 10}"#).status == 400)
  }

  @Test(arguments: [
    #"{"search_after": 5}"#, #"{"search_after": [1]}"#, #"{"search_after": [1, 251]}"#,
    #"{"search_after": [1, 5], "from": 1}"#, #"{"size": "x"}"#,
  ]) func wrongSearchIsRefused(_ body: String) throws {
    let reply = try WireClient().exchange("/search", method: "POST", body: body)
    #expect(reply.status == 400)
  }

  @Test func oneScrollTokenLeadsThroughEveryArticle() throws {
    let client = try WireClient()
    for session in ["a", "b", "a"] {
      var (ids, body): ([Int], String) = ([], #"{"size": 100}"#)
      var tokens: Set<String> = []
      while true {
        let reply = try post(client, "/scroll?session=" + session, body)
        let more = reply.ids("hits.hits", inner: "_source.id")
        let token = try #require(reply.string("_scroll_id"))
        tokens.insert(token)
        if more.isEmpty { break }
        ids += more
        body = #"{"size": 100, "scroll_id": "\#(token)"}"#
      }
      #expect(ids == Array(1...250))
      #expect(tokens == ["scroll-" + session])
    }
    #expect(try post(client, "/scroll", #"{"scroll_id": "unknown"}"#).status == 400)
  }
}
