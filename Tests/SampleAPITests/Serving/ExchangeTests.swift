import Testing

@testable import SampleAPI

/// The faults that change which items a request gets, and where next leads.
@Suite struct ExchangeTests {
  private let client: WireClient

  init() throws { client = try WireClient() }

  /// Follows Link headers for that many requests; the pages' first ids.
  private func walk(_ query: String, requests: Int) throws -> [Int?] {
    var next: String? = "/link?" + query
    return try (0..<requests).map { _ in
      guard let url = next else { return nil }
      let reply = try client.exchange(target(url))
      next = reply.link("next")
      return reply.ids("").first
    }
  }

  @Test(arguments: [
    ("fault=loop", [1, 1, 1, 1, 1]), ("fault=cycle", [1, 26, 51, 1, 26]),
    ("fault=same-cursor", [1, 26, 26, 26, 26]), ("fault=loop@p3", [1, 26, 51, 51, 51]),
    ("fault=loop@3", [1, 26, 51, 51, 76]), ("fault=cycle&items=30", [1, 26, 1, 26, 1]),
    ("items=60", [1, 26, 51, nil, nil]), ("ceiling=50", [1, 26, nil, nil, nil]),
  ]) func linksLeadWhereTheFaultWants(_ query: String, _ firsts: [Int?]) throws {
    let walked = try walk(query, requests: 5)
    #expect(walked == firsts)
  }

  @Test(arguments: [
    ("loop", [1, 1, 1, 1, 1]), ("cycle", [1, 26, 51, 1, 26]), ("same-cursor", [1, 26, 26, 26, 26]),
  ]) func computedPositionsShowTheFaultToo(_ fault: String, _ firsts: [Int]) throws {
    let pages = try (1...5).map { page in
      try client.exchange("/page?page=\(page)&fault=" + fault).ids("articles")
    }
    let offsets = try (0..<5).map { page in
      try client.exchange("/offset?offset=\(page * 25)&fault=" + fault).ids("items")
    }
    #expect(pages.map(\.first) == firsts)
    #expect(offsets == pages)
  }

  @Test func tokenThatNeverChangesLeadsToPageTwo() throws {
    let first = try client.exchange("/cursor?fault=same-cursor")
    let token = try #require(first.string("next_cursor"))
    let second = try client.exchange("/cursor?fault=same-cursor&cursor=" + token)
    #expect(second.string("next_cursor") == token)
    #expect(second.ids("data").first == 26)
    let loop = try client.exchange("/cursor?fault=loop&cursor=" + token)
    #expect(loop.string("next_cursor") == token)
  }

  /// Page 2 begins with the last two of page 1, and the last two of the collection are never seen.
  private static let overlapping = Array(1...25) + Array(24...73)

  @Test(arguments: ["/page?", "/link?", "/header?", "/relative?"])
  func numberedPagesOverlapByTwo(_ path: String) throws {
    let ids = try (1...3).flatMap { page in
      let reply = try client.exchange("\(path)fault=overlap&items=75&page=\(page)")
      return reply.ids(path == "/page?" || path == "/relative?" ? "articles" : "")
    }
    #expect(ids == Self.overlapping)
  }

  @Test func offsetsOverlapWithinAPageToo() throws {
    let reply = try client.exchange("/offset?fault=overlap&limit=10&offset=5")
    #expect(reply.ids("items") == [6, 7, 8, 9, 10, 9, 10, 11, 12, 13])
  }

  @Test func idsAndRangesOverlapByTwo() throws {
    var ids: [Int] = []
    repeat {
      let after = ids.last.map { "&starting_after=\($0)" } ?? ""
      ids += try client.exchange("/starting-after?fault=overlap&items=75" + after).ids("data")
    } while ids.count < 75
    #expect(ids == Self.overlapping)
    let path = "/starting-after?fault=overlap&limit=25&starting_after="
    #expect(try client.exchange(path + "25").ids("data").first == 24)
    #expect(try client.exchange(path + "26").ids("data").first == 27)

    var (ranged, range): ([Int], String?) = ([], "id ..; max=25")
    while let current = range {
      let reply = try client.exchange(
        "/next-range?fault=overlap&items=75", headers: ["Range: " + current])
      ranged += reply.ids("")
      range = reply.header("next-range")
    }
    #expect(ranged == Self.overlapping)
  }

  @Test func emptyPageHasANextPage() throws {
    let link = try client.exchange("/link?page=3&fault=empty@p3")
    #expect(link.ids("") == [])
    #expect(link.text == "[]")
    #expect(link.link("next")?.contains("?page=4&") == true)
    let cursor = try client.exchange("/cursor?fault=empty")
    #expect(cursor.ids("data") == [])
    #expect(cursor.boolean("has_more") == true)
    #expect(cursor.string("next_cursor") == Cursor.text(25))
    let page = try client.exchange("/page?fault=empty")
    #expect(page.ids("articles") == [])
    #expect(page.integer("pagination.total_pages") == 10)
  }

  @Test func foreignLinksNameTheServerOtherwise() throws {
    let links = [
      try client.exchange("/link?fault=foreign").link("next"),
      try client.exchange("/header-links?fault=foreign").header("ag-links-next"),
      try client.exchange("/body?fault=foreign").string("next"),
      try client.exchange("/hal?fault=foreign").string("_links.next.href"),
      try client.exchange("/relative?fault=foreign").string("meta.next_page"),
      try client.exchange("/stac?fault=foreign").string("links.1.href"),
    ]
    for link in links { #expect(link?.hasPrefix("http://localhost:1234/") == true) }
    for (host, other) in [
      ("localhost:7", "127.0.0.1:7"), ("LOCALHOST", "127.0.0.1"), ("[::1]:8", "localhost:8"),
      ("127.0.0.1", "localhost"),
    ] {
      client.send("GET /link?fault=foreign HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(try client.read().link("next")?.hasPrefix("http://\(other)/link?") == true)
    }
  }

  @Test func collectionChangesFromItsRequestOn() throws {
    let ask = { (fault: String) in
      try (1...3).map { _ in
        try client.exchange("/page?per_page=3&fault=\(fault)@2&session=" + fault)
      }
    }
    let inserted = try ask("insert")
    #expect(inserted.map { $0.ids("articles") } == [[1, 2, 3], [251, 1, 2], [251, 1, 2]])
    #expect(inserted.map { $0.integer("pagination.total_objects") } == [250, 251, 251])
    let removed = try ask("remove")
    #expect(removed.map { $0.ids("articles") } == [[1, 2, 3], [2, 3, 4], [2, 3, 4]])
    let edited = try (1...2).map { _ in
      try client.exchange("/page?per_page=10&fault=edit@2&session=x")
    }
    #expect(edited.map { $0.ids("articles") } == [Array(1...10), Array(1...10)])
    let titles = edited.map { $0.string("articles.9.title") }
    #expect(titles[1] == titles[0].map { "Revised: " + $0 })
  }
}
