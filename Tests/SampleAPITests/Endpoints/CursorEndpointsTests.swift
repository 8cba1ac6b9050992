import Testing

@testable import SampleAPI

@Suite struct CursorEndpointsTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  @Test func tokensLeadThroughEveryArticleAndBack() throws {
    var (ids, token): ([Int], String?) = ([], "")
    var previous: [String?] = []
    while let current = token {
      let reply = try client.exchange("/cursor?limit=100&cursor=" + current)
      ids += reply.ids("data")
      previous.append(reply.string("prev_cursor"))
      token = reply.string("next_cursor")
      #expect(reply.boolean("has_more") == (token != nil))
    }
    #expect(ids == Array(1...250))
    #expect(previous[0] == nil)
    let back = try #require(previous[2])
    #expect(try client.exchange("/cursor?limit=100&cursor=" + back).ids("data") == Array(101...200))
    #expect(try client.exchange("/cursor?cursor=made-up").status == 400)
  }

  @Test func tokenMayTravelInTheBody() throws {
    let first = try client.exchange("/cursor", method: "POST", body: #"{"limit": 10}"#)
    let token = try #require(first.string("next_cursor"))
    let body = #"{"limit": 10, "cursor": "\#(token)"}"#
    #expect(
      try client.exchange("/cursor", method: "POST", body: body).ids("data") == Array(11...20))
  }

  @Test(arguments: [
    ("null", #""next_cursor":null"#), ("empty", #""next_cursor":"""#), ("", #""next_cursor":null"#),
  ]) func lastPageHasTheTokenThatWasAskedFor(_ end: String, _ text: String) throws {
    let reply = try client.exchange("/cursor?items=5&end=" + end)
    #expect(reply.text.contains(text))
    #expect(reply.ids("data") == Array(1...5))
  }

  @Test func lastPageMayHaveNoTokenAndNoFlag() throws {
    #expect(!(try client.exchange("/cursor?items=5&end=absent").text.contains("next_cursor")))
    #expect(!(try client.exchange("/cursor?items=5&total=0").text.contains("has_more")))
  }

  @Test func endMayBeTheTokenThatWasSent() throws {
    let last = try client.exchange("/cursor?items=5&end=same")
    let token = try #require(last.string("next_cursor"))
    let end = try client.exchange("/cursor?items=5&end=same&cursor=" + token)
    #expect(end.string("next_cursor") == token)
    #expect(end.ids("data") == [])
    #expect(end.value("has_more") == nil)
  }

  @Test func idsLeadForwardThroughEveryArticle() throws {
    var (ids, more): ([Int], Bool?) = ([], true)
    while more == true {
      let after = ids.last.map { "&starting_after=\($0)" } ?? ""
      let reply = try client.exchange("/starting-after?limit=100" + after)
      ids += reply.ids("data")
      more = reply.boolean("has_more")
    }
    #expect(ids == Array(1...250))
  }

  @Test func idsLeadBackward() throws {
    let pages: [(before: Int, ids: [Int], more: Bool)] = [
      (50, Array(30...49), true), (30, Array(10...29), true), (10, Array(1...9), false),
      (1, [], false),
    ]
    for page in pages {
      let reply = try client.exchange("/starting-after?limit=20&ending_before=\(page.before)")
      #expect(reply.ids("data") == page.ids)
      #expect(reply.boolean("has_more") == page.more)
    }
  }

  @Test(arguments: [
    "starting_after=1&ending_before=9", "starting_after=0", "starting_after=251",
    "starting_after=x",
    "items=5&starting_after=6",
  ]) func wrongIdIsRefused(_ query: String) throws {
    let reply = try client.exchange("/starting-after?" + query)
    #expect(reply.status == 400)
  }

  @Test func everyKeyOfContinueMustComeBack() throws {
    var (ids, query): ([Int], String?) = ([], "")
    while let keys = query {
      let reply = try client.exchange("/continue?limit=100" + keys)
      ids += reply.ids("query.articles")
      let token = reply.string("continue.articlecontinue")
      #expect((reply.boolean("batchcomplete") == true) == (token == nil))
      query = token.map { "&articlecontinue=\($0)&continue=-%7C%7C" }
      if let token {
        #expect(try client.exchange("/continue?articlecontinue=" + token).status == 400)
      }
    }
    #expect(ids == Array(1...250))
    #expect(try client.exchange("/continue?continue=-%7C%7C").status == 400)
  }
}
