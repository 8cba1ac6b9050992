import JSON
import Pagination
import TestSupport
import Testing

@testable import Sessions

/// Requests after the first one that are another one than it.
struct LaterRequestTests {
  /// Walks over two pages, and gives the second request.
  private func second(
    _ open: String, _ bodies: [String], headers: [[(String, String)]] = []
  ) throws -> (line: String, body: String?, verdict: String) {
    let world = try World(open)
    let walk = world.walk()
    var second: (String, String?)?
    for (index, body) in bodies.enumerated() {
      let exchange = try world.client.only()
      if index == 1 { second = (exchange.line, exchange.bodyText) }
      exchange.reply(body, headers: index < headers.count ? headers[index] : [])
    }
    let summary = try walk.value()
    let (line, text) = try #require(second)
    return (line, text, summary.verdict.rawValue)
  }

  @Test func aBodyOfTheirOwnTakesThePlaceOfTheFirstOne() throws {
    let open = #"""
      {"url":"{base}/i/_search?scroll=1m","method":"POST","body":{"query":{},"size":1},
       "itemsPath":"h","pagination":{"strategy":"cursor","next":"_s","parameter":"scroll_id",
       "in":"body","nextURL":"/_search/scroll","nextBody":{"scroll":"1m"}}}
      """#
    let bodies = [#"{"_s":"Z","h":[{"id":1}]}"#, #"{"_s":"Z","h":[]}"#]
    let request = try second(open, bodies)
    #expect(request.line == "POST http://api.test/_search/scroll")
    #expect(request.body == #"{"scroll":"1m","scroll_id":"Z"}"#)
    #expect(request.verdict == "complete")
  }

  @Test func aPatternInTheLaterBodySaysWhereTheTokenGoes() throws {
    let open = #"""
      {"url":"{base}/a","method":"POST","body":{"limit":2},"itemsPath":"e",
       "pagination":{"strategy":"cursor","next":"n","in":"body","nextBody":{"at":[":cursor"]}}}
      """#
    let request = try second(open, [#"{"n":[1,"b"],"e":[{"id":1}]}"#, #"{"e":[]}"#])
    #expect(request.body == #"{"at":[[1,"b"]]}"#)
  }

  @Test func aLinkThatMergesPutsItsBodyOverTheOpenedOne() throws {
    let link = #"{"rel":"next","href":"/s","method":"POST","merge":true,"body":{"t":2,"a":0}}"#
    let open = #"""
      {"url":"{base}/s","method":"POST","body":{"c":1,"a":1},"itemsPath":"f",
       "pagination":{"strategy":"body","next":"links"}}
      """#
    let bodies = [#"{"f":[{"id":1}],"links":[\#(link)]}"#, #"{"f":[{"id":2}],"links":[]}"#]
    #expect(try second(open, bodies).body == #"{"c":1,"a":0,"t":2}"#)
  }

  @Test(arguments: [#""last""#, #"["last","final"]"#, #""meta.last""#])
  func lastOfALinkIsARelationOrAFlag(last: String) throws {
    let open = #"""
      {"url":"{base}/a","itemsPath":"i","pagination":{"strategy":"link","last":\#(last)}}
      """#
    let bodies = [
      #"{"i":[{"id":1}],"last":"x","meta":{"last":false}}"#,
      #"{"i":[{"id":2}],"last":"x","meta":{"last":true}}"#,
    ]
    let links = [
      [("Link", "</b>; rel=next")], last.contains("meta") ? [("Link", "</c>; rel=next")] : [],
    ]
    let request = try second(open, bodies, headers: links)
    #expect(request.line == "GET http://api.test/b" && request.verdict == "complete")
  }

  @Test func aNextLinkThatSaysThatNothingIsBehindItIsNone() throws {
    let world = try World(#"{"url":"{base}/a","itemsPath":"","pagination":{"strategy":"link"}}"#)
    let page = try world.load(
      .next, from: "/a", #"[{"id":1}]"#,
      headers: [("Link", #"</b>; rel="next"; results="false""#)])
    #expect(page.snapshot.hasNextPage == false)
  }

  @Test func anEmptyPageBehindAllCountedItemsIsTheEnd() throws {
    let open = #"""
      {"url":"{base}/a","itemsPath":"i","paginationMapping":{"t":"objectCount"},
       "pagination":{"strategy":"body","next":"n"}}
      """#
    let bodies = [#"{"i":[{"id":1}],"t":1,"n":"/b"}"#, #"{"i":[],"t":1,"n":"/c"}"#]
    #expect(try second(open, bodies).verdict == "complete")
  }
}
