import Testing

@testable import SampleAPI

@Suite struct NumberedEndpointsTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  @Test(arguments: [0, 1, 24, 25, 26, 250]) func pagesGiveEveryArticleOnce(_ count: Int) throws {
    let client = try WireClient { $0.itemCount = count }
    var ids: [Int] = []
    var page = 1
    while true {
      let reply = try client.exchange("/page?page=\(page)")
      #expect(reply.status == 200)
      #expect(reply.integer("pagination.current_page") == page)
      #expect(reply.integer("pagination.per_page") == 25)
      #expect(reply.integer("pagination.total_objects") == count)
      #expect(reply.integer("pagination.total_pages") == (count + 24) / 25)
      let more = reply.ids("articles")
      if more.isEmpty { break }
      ids += more
      page += 1
    }
    #expect(ids == Array(1..<(count + 1)))
    #expect(client.server?.connectionCount == 1)
  }

  @Test func offsetsGiveEveryArticleOnce() throws {
    var ids: [Int] = []
    repeat {
      let reply = try client.exchange("/offset?offset=\(ids.count)&limit=30")
      #expect(reply.integer("total") == 250)
      #expect(reply.integer("offset") == ids.count)
      #expect(reply.integer("limit") == 30)
      ids += reply.ids("items")
    } while ids.count < 250
    #expect(ids == Array(1...250))
    #expect(try client.exchange("/offset?offset=249").ids("items") == [250])
    #expect(try client.exchange("/offset?offset=250").ids("items") == [])
  }

  @Test func singleDocumentHasNoPages() throws {
    let reply = try client.exchange("/single?page=2&offset=5")
    #expect(reply.ids("articles") == Array(1...10))
    #expect(reply.string("info.name") != nil)
  }

  @Test(arguments: [
    ("per_page=0", 1), ("per_page=1", 1), ("per_page=1000", 1000), ("per_page=1001", 1000),
    ("per_page=", 25), ("limit=7", 7), ("per_page=3&limit=7", 3),
  ]) func sizeIsBroughtIntoItsBounds(_ query: String, _ size: Int) throws {
    let reply = try WireClient { $0.itemCount = 1200 }.exchange("/page?" + query)
    #expect(reply.integer("pagination.per_page") == size)
    #expect(reply.ids("articles") == Array(1...size))
  }

  @Test(arguments: [
    "/page?page=0", "/page?page=-1", "/page?page=x", "/page?page=1.5", "/page?per_page=x",
    "/page?page=99999999999999999999", "/offset?offset=-1", "/offset?limit=ten",
  ]) func nonsenseIsRefused(_ target: String) throws {
    let reply = try client.exchange(target)
    #expect(reply.status == 400)
    #expect(reply.integer("error.status") == 400)
    #expect(reply.string("error.message") != nil)
  }

  @Test(arguments: [
    ("empty", 200, []), ("last", 200, Array(226...250)), ("400", 400, []), ("404", 404, []),
    ("410", 410, []), ("416", 416, []), ("422", 422, []),
  ]) func pastTheEndIsWhatWasAskedFor(_ past: String, _ status: Int, _ ids: [Int]) throws {
    for page in ["11", "12", "9223372036854775807"] {
      let reply = try client.exchange("/page?past=\(past)&page=\(page)")
      #expect(reply.status == status)
      #expect(reply.ids("articles") == ids)
    }
    #expect(try client.exchange("/page?past=\(past)&page=10").ids("articles").count == 25)
    #expect(try client.exchange("/offset?past=\(past)&offset=250").status == status)
    // The first page is never past the end.
    #expect(try client.exchange("/page?past=\(past)&items=0").status == 200)
  }

  @Test func pagesMayCountFromZero() throws {
    #expect(try client.exchange("/page?first=0&page=0").ids("articles").first == 1)
    #expect(try client.exchange("/page?first=0").integer("pagination.current_page") == 0)
    #expect(try client.exchange("/page?first=0&page=1").ids("articles").first == 26)
  }

  @Test func countsAreLeftOutWhenAsked() throws {
    let page = try client.exchange("/page?total=0")
    #expect(page.value("pagination.total_pages") == nil)
    #expect(page.value("pagination.total_objects") == nil)
    #expect(page.integer("pagination.per_page") == 25)
    #expect(try client.exchange("/offset?total=0").value("total") == nil)
  }

  @Test func collectionCanBeCut() throws {
    let reply = try client.exchange("/page?items=7&per_page=5&page=2")
    #expect(reply.ids("articles") == [6, 7])
    #expect(reply.integer("pagination.total_objects") == 7)
    #expect(try client.exchange("/page?items=9999").integer("pagination.total_objects") == 250)
  }

  @Test func itemsFromTheCeilingOnAreCountedButRefused() throws {
    #expect(try client.exchange("/page?ceiling=100&page=4").status == 200)
    let beyond = try client.exchange("/page?ceiling=100&page=5")
    #expect(beyond.status == 422)
    #expect(try client.exchange("/page?ceiling=100&page=1").integer("pagination.total_pages") == 10)
    #expect(try client.exchange("/offset?ceiling=100&offset=100&past=400").status == 400)
    #expect(try client.exchange("/link?ceiling=100&page=3").link("next") != nil)
    #expect(try client.exchange("/link?ceiling=100&page=4").link("next") == nil)
  }

  @Test func postTakesItsParametersFromTheBody() throws {
    let body = #"{"page": 3, "per_page": "10", "x": null}"#
    let reply = try client.exchange("/page", method: "POST", body: body)
    #expect(reply.ids("articles") == Array(21...30))
    #expect(try client.exchange("/page", method: "POST", body: "[]").status == 400)
    #expect(try client.exchange("/page", method: "POST", body: "{").status == 400)
    #expect(try client.exchange("/page", method: "POST").ids("articles").count == 25)
  }
}
