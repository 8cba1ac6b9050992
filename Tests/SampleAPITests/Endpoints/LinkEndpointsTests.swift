import Testing

@testable import SampleAPI

@Suite struct LinkEndpointsTests {
  @Test func linkHeaderLeadsThroughEveryArticleAndBack() throws {
    let client = try WireClient()
    var next: String? = "/link?per_page=60&session=s%20t"
    var (ids, pages): ([Int], [Reply]) = ([], [])
    while let url = next {
      let reply = try client.exchange(target(url))
      ids += reply.ids("")
      pages.append(reply)
      next = reply.link("next")
    }
    #expect(ids == Array(1...250))
    #expect(pages.count == 5)
    let base = "http://127.0.0.1:1234/link?per_page=60&session=s%20t&page="
    #expect(pages[0].link("next") == base + "2")
    #expect(pages[0].link("last") == base + "5")
    #expect(pages[0].link("prev") == nil)
    #expect(pages[0].link("first") == nil)
    #expect(pages[4].link("prev") == base + "4")
    #expect(pages[4].link("first") == base + "1")
    #expect(pages[4].link("last") == nil)
  }

  @Test func onePageHasNoLinkHeader() throws {
    let reply = try WireClient().exchange("/link?items=5")
    #expect(reply.header("link") == nil)
    #expect(reply.ids("") == Array(1...5))
  }

  @Test func linksUseTheHostOfTheRequest() throws {
    let client = try WireClient()
    client.send("GET /link HTTP/1.1\r\nHost: api.example:99\r\n\r\n")
    #expect(try client.read().link("next") == "http://api.example:99/link?page=2")
    client.send("GET http://other:5/link HTTP/1.1\r\nHost: api.example:99\r\n\r\n")
    #expect(try client.read().link("next") == "http://other:5/link?page=2")
    client.send("GET /link HTTP/1.0\r\n\r\n")
    #expect(try client.read().link("next") == (client.server?.url ?? "") + "/link?page=2")
  }

  @Test func lastIsLeftOutWithTheCounts() throws {
    let reply = try WireClient().exchange("/link?total=0&page=2")
    #expect(reply.link("next") != nil)
    #expect(reply.link("last") == nil)
  }

  @Test func pageHeadersLeadThroughEveryArticle() throws {
    let client = try WireClient()
    var (ids, next): ([Int], String?) = ([], "1")
    while let page = next, !page.isEmpty {
      let reply = try client.exchange("/header?per_page=100&page=" + page)
      ids += reply.ids("")
      #expect(reply.header("x-page") == page)
      #expect(reply.header("x-per-page") == "100")
      #expect(reply.header("x-total") == "250")
      #expect(reply.header("x-total-pages") == "3")
      #expect(reply.header("x-prev-page") == (page == "1" ? "" : String((Int(page) ?? 0) - 1)))
      next = reply.header("x-next-page")
    }
    #expect(next == "")
    #expect(ids == Array(1...250))
    let uncounted = try client.exchange("/header?total=0")
    #expect(uncounted.header("x-total") == nil)
    #expect(uncounted.header("x-next-page") == "2")
  }

  @Test func urlHeadersLeadThroughEveryArticle() throws {
    let client = try WireClient()
    var (ids, next): ([Int], String?) = ([], "/header-links?per_page=100")
    var previous: [String?] = []
    while let url = next {
      let reply = try client.exchange(target(url))
      ids += reply.ids("")
      previous.append(reply.header("ag-links-previous"))
      next = reply.header("ag-links-next")
    }
    #expect(ids == Array(1...250))
    let base = "http://127.0.0.1:1234/header-links?per_page=100&page="
    #expect(previous == [nil, base + "1", base + "2"])
  }
}
