import JSON
import TestSupport
import Testing

struct SeriesEndpointsTests {
  @Test func boundsAreIncluded() throws {
    let client = try WireClient()
    var ids: [Int] = []
    for day in ["2024-01-01", "2024-01-02", "2024-01-03"] {
      let reply = try client.exchange("/find?from=\(day)&to=\(day)")
      #expect(reply.at("total_count") == .integer(reply.ids("items").count))
      ids += reply.ids("items")
    }
    #expect(ids == (try client.exchange("/find?to=2024-01-03").ids("items")))
    #expect(ids == (try client.exchange("/find?to=2024-01-03T23:59:59Z").ids("items")))
    let first = try #require(try client.exchange("/find").at("items.0.published_at")).plain
    #expect(try client.exchange("/find?from=\(first)&to=\(first)").ids("items") == [1])
    #expect(try client.exchange("/find?from=yesterday").status == 400)
    #expect(try client.exchange("/find?from=2024-02-01&to=2024-01-01").ids("items") == [])
  }

  @Test func repliesContinueWhereThreadsEnd() throws {
    let client = try WireClient()
    let threads = try client.exchange("/threads?per_page=20")
    var longest = 0
    for index in 0..<20 {
      let article = try #require(threads.at("articles.\(index).id")?.integerValue)
      var ids = threads.ids("articles.\(index).replies.items")
      var next = threads.at("articles.\(index).replies.next")
      #expect(threads.at("articles.\(index).replies.more") == .boolean(next != nil))
      while let link = next, ids.count < 10 {
        let reply = try client.exchange(link.plain)
        ids += reply.ids("items")
        next = reply.at("next")
      }
      #expect(ids == ids.indices.map { article * 6 + $0 })
      longest = max(longest, ids.count)
    }
    #expect(longest == 5)
    #expect(try client.exchange("/replies?article=999").status == 400)
  }
}
