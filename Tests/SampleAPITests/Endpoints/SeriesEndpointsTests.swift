import Testing

@testable import SampleAPI

@Suite struct SeriesEndpointsTests {
  @Test func boundsAreIncluded() throws {
    let client = try WireClient()
    var ids: [Int] = []
    for day in ["2024-01-01", "2024-01-02", "2024-01-03"] {
      let reply = try client.exchange("/find?from=\(day)&to=\(day)")
      #expect(reply.integer("total_count") == reply.ids("items").count)
      ids += reply.ids("items")
    }
    #expect(ids == (try client.exchange("/find?to=2024-01-03").ids("items")))
    #expect(ids == (try client.exchange("/find?to=2024-01-03T23:59:59Z").ids("items")))
    let first = try #require(try client.exchange("/find").string("items.0.published_at"))
    #expect(try client.exchange("/find?from=\(first)&to=\(first)").ids("items") == [1])
    #expect(try client.exchange("/find?from=yesterday").status == 400)
    #expect(try client.exchange("/find?from=2024-02-01&to=2024-01-01").ids("items") == [])
  }

  @Test func eachArticleHasCommentsOfItsOwn() throws {
    let client = try WireClient()
    var all: [Int] = []
    for article in 1...20 {
      let reply = try client.exchange("/comments?article=\(article)&per_page=3")
      let total = try #require(reply.integer("total"))
      var ids = reply.ids("comments")
      if total > 3 {
        ids += try client.exchange("/comments?article=\(article)&per_page=3&page=2")
          .ids("comments")
      }
      #expect(ids.count == min(total, 6))
      all += ids
    }
    #expect(Set(all).count == all.count && all.count > 20)
    #expect(try client.exchange("/comments?article=999").status == 404)
    #expect(try client.exchange("/comments").status == 400)
  }

  @Test func repliesContinueWhereThreadsEnd() throws {
    let client = try WireClient()
    let threads = try client.exchange("/threads?per_page=20")
    var longest = 0
    for index in 0..<20 {
      let article = try #require(threads.integer("articles.\(index).id"))
      var ids = threads.ids("articles.\(index).replies.items")
      var next = threads.string("articles.\(index).replies.next")
      #expect((next != nil) == (threads.value("articles.\(index).replies.more") as? Bool))
      while let link = next, ids.count < 10 {
        let reply = try client.exchange(link)
        ids += reply.ids("items")
        next = reply.string("next")
      }
      #expect(ids == ids.indices.map { article * 6 + $0 })
      longest = max(longest, ids.count)
    }
    #expect(longest == 5)
    #expect(try client.exchange("/replies?article=999").status == 404)
    #expect(try client.exchange("/replies").status == 400)
  }
}
