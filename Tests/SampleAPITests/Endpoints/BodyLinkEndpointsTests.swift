import Foundation
import Testing

@testable import SampleAPI

@Suite struct BodyLinkEndpointsTests {
  struct Style: CustomTestStringConvertible, Sendable {
    let path: String, items: String, next: String, previous: String
    let first: String
    var testDescription: String { path }
  }

  static let styles = [
    Style(
      path: "/body?page_size=60", items: "results", next: "next", previous: "previous",
      first: "http://127.0.0.1:1234/body?page_size=60&page=2"),
    Style(
      path: "/hal?size=60", items: "_embedded.articles", next: "_links.next.href",
      previous: "_links.prev.href", first: "/hal?size=60&page=1"),
    Style(
      path: "/relative?per_page=60", items: "articles", next: "meta.next_page",
      previous: "meta.prev_page", first: "?per_page=60&page=2"),
    Style(
      path: "/stac?limit=60", items: "features", next: "links.1.href", previous: "links.2.href",
      first: "http://127.0.0.1:1234/stac?limit=60&token=YWZ0ZXI6NjA"),
  ]

  @Test(arguments: styles) func linksLeadThroughEveryArticleAndBack(_ style: Style) throws {
    let client = try WireClient()
    let path = String(style.path.prefix { $0 != "?" })
    let resolve = { (url: String) in url.hasPrefix("?") ? path + url : target(url) }
    var next: String? = style.path
    var pages: [Reply] = []
    while let url = next, pages.count < 10 {
      let reply = try client.exchange(resolve(url))
      #expect(reply.status == 200)
      pages.append(reply)
      // The links of STAC stand in a list: self, next, prev.
      let isLast = path == "/stac" && reply.string("links.1.rel") != "next"
      next = isLast ? nil : reply.string(style.next)
    }
    #expect(pages.flatMap { $0.ids(style.items) } == Array(1...250))
    #expect(pages.count == 5)
    #expect(pages[0].string(style.next) == style.first)
    let back = try #require(pages[1].string(style.previous))
    #expect(try client.exchange(resolve(back)).ids(style.items) == Array(1...60))
  }

  @Test func postedSearchIsContinuedByBodies() throws {
    let client = try WireClient()
    var body = #"{"limit": 100}"#
    var ids: [Int] = []
    for _ in 0..<3 {
      let reply = try client.exchange("/stac?session=s", method: "POST", body: body)
      ids += reply.ids("features")
      #expect(reply.integer("numberMatched") == 250)
      #expect(reply.integer("numberReturned") == min(100, 250 - (ids.count - 1) / 100 * 100))
      let links = reply.value("links") as? [[String: Any]] ?? []
      guard let next = links.first(where: { $0["rel"] as? String == "next" }) else { break }
      #expect(next["method"] as? String == "POST")
      #expect(next["href"] as? String == "http://127.0.0.1:1234/stac?session=s")
      body = String(
        decoding: try JSONSerialization.data(withJSONObject: try #require(next["body"])),
        as: UTF8.self)
    }
    #expect(ids == Array(1...250))
  }

  @Test func countsStandBesideTheLinks() throws {
    let client = try WireClient()
    #expect(try client.exchange("/body").integer("count") == 250)
    #expect(try client.exchange("/body?total=0").value("count") == nil)
    #expect(try client.exchange("/hal").integer("page.totalElements") == 250)
    #expect(try client.exchange("/hal?size=60").integer("page.totalPages") == 5)
    #expect(try client.exchange("/hal?page=3").integer("page.number") == 3)
    #expect(try client.exchange("/hal?size=60").string("_links.last.href") == "/hal?size=60&page=4")
    #expect(try client.exchange("/hal?total=0").value("page.totalPages") == nil)
    #expect(try client.exchange("/relative").integer("meta.total") == 250)
  }

  @Test func pastTheEndIsNotFoundAsDjangoHasIt() throws {
    let client = try WireClient()
    #expect(try client.exchange("/body?page=11").status == 404)
    #expect(try client.exchange("/body?page=11&past=empty").ids("results") == [])
    #expect(try client.exchange("/body?items=0").status == 200)
  }

  @Test func emptyPageHasNothingEmbedded() throws {
    let reply = try WireClient().exchange("/hal?items=0")
    #expect(reply.status == 200)
    #expect(reply.value("_embedded") == nil)
    #expect(reply.string("_links.self.href") == "/hal?items=0&page=0")
  }

  @Test func endHasNullLinks() throws {
    let reply = try WireClient().exchange("/body?items=5")
    #expect(reply.text.contains(#""next":null,"previous":null"#))
  }
}
