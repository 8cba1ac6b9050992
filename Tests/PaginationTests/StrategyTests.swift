import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

/// Each strategy against the answers of real APIs, one table each.
struct StrategyTests {
  /// An answer, and what it says of its neighbours.
  struct Case: NamedCase {
    let id: String
    /// The members of `pagination`.
    let pagination: String
    var items = "items"
    var url = "http://h/x/a?page=1"
    var status = 200
    var headers: [(String, String)] = []
    var body = #"{"items":[{"id":1},{"id":2}]}"#
    var page = RequestedPage(1)
    let next: String
    var previous = "-"
  }

  @Test(
    arguments: computed + link + header + body + linkObjects + cursor + merge + cursorEnds + range)
  func neighboursAreRead(_ row: Case) throws {
    let pager = try pager(
      "{\"url\":\"http://h/x/a\",\"pagination\":{\(row.pagination)}}", items: row.items)
    let reading = try pager.read(
      row.body, status: row.status, headers: row.headers, url: row.url, page: row.page)
    #expect(reading.next == row.next)
    #expect(reading.previous == row.previous)
  }

  // MARK: page, offset, single, custom

  static let computed: [Case] = [
    Case(id: "page says nothing", pagination: #""strategy":"page""#, next: "unsaid"),
    Case(id: "offset says nothing", pagination: #""strategy":"offset""#, next: "unsaid"),
    Case(
      id: "single is silent", pagination: #""strategy":"single""#,
      next: #"silent strategy "single""#),
    Case(
      id: "custom is silent", pagination: #""strategy":"custom""#,
      next: #"silent strategy "custom""#),
  ]

  // MARK: link

  private static func links(_ text: String) -> [(String, String)] { [("Link", text)] }

  static let link: [Case] = [
    Case(
      id: "GitHub", pagination: #""strategy":"link""#,
      headers: links(
        #"<https://api.github.com/repositories/1/issues?page=3>; rel="next", "#
          + #"<https://api.github.com/repositories/1/issues?page=1>; rel="prev""#),
      next: "link https://api.github.com/repositories/1/issues?page=3",
      previous: "link https://api.github.com/repositories/1/issues?page=1"),
    Case(
      id: "Shopify: previous", pagination: #""strategy":"link""#,
      headers: links(#"</b?page_info=x>; rel=previous, </b?page_info=y>; rel=next"#),
      next: "link http://h/b?page_info=y", previous: "link http://h/b?page_info=x"),
    Case(
      id: "several relations, any case", pagination: #""strategy":"link""#,
      headers: links(#"<?page=9>; rel="last NEXT""#), next: "link http://h/x/a?page=9"),
    Case(
      id: "two header lines", pagination: #""strategy":"link""#,
      headers: links(#"</p>; rel="prev""#) + links(#"</n>; rel="next""#),
      next: "link http://h/n", previous: "link http://h/p"),
    Case(
      id: "a comma inside of the URL", pagination: #""strategy":"link""#,
      headers: links(#"</a?ids=1,2>; title="a, b"; rel="next""#), next: "link http://h/a?ids=1,2"),
    Case(
      id: "names of the API's own",
      pagination: #""strategy":"link","next":"more","previous":"less""#,
      headers: links(#"</m>; rel="more", </l>; rel="less", </n>; rel="next""#),
      next: "link http://h/m", previous: "link http://h/l"),
    Case(
      id: "no next, but links", pagination: #""strategy":"link""#,
      headers: links(#"</1>; rel="first""#), next: #"none @headers.Link ["first"]"#),
    Case(
      id: "no links", pagination: #""strategy":"link""#, next: "silent @headers.Link []"),
    Case(
      id: "an odd key as it is", pagination: #""strategy":"body","next":"@odata.nextLink""#,
      body: #"{"items":[],"@odata.nextLink":"/n"}"#, next: "link http://h/n"),
    Case(
      id: "a broken way back does not spoil the page", pagination: #""strategy":"link""#,
      headers: links(#"<http://[bad>; rel="prev", </n>; rel="next""#), next: "link http://h/n"),
  ]

  // MARK: header

  static let header: [Case] = [
    Case(
      id: "GitLab's page number",
      pagination:
        #""strategy":"header","next":"X-Next-Page","previous":"X-Prev-Page","parameter":"page""#,
      headers: [("x-next-page", "3"), ("X-Prev-Page", "1")], next: #"token page="3""#,
      previous: #"token page="1""#),
    Case(
      id: "GitLab's last page",
      pagination: #""strategy":"header","next":"X-Next-Page","parameter":"page""#,
      headers: [("X-Next-Page", "")], next: #"none @headers.X-Next-Page """#),
    Case(
      id: "missing", pagination: #""strategy":"header","next":"@headers.X-Next""#,
      next: "silent @headers.X-Next null"),
    Case(
      id: "AeroGear's query string",
      pagination: #""strategy":"header","next":"AG-Links-Next","previous":"AG-Links-Previous""#,
      headers: [
        ("AG-Links-Next", "offset=10&limit=5"), ("AG-Links-Previous", "?offset=0&limit=5"),
      ],
      next: "link http://h/x/a?offset=10&limit=5", previous: "link http://h/x/a?offset=0&limit=5"),
    Case(
      id: "a URL", pagination: #""strategy":"header","next":"X-Next""#,
      headers: [("X-Next", "https://other/b")], next: "link https://other/b"),
  ]

  // MARK: body

  static let body: [Case] = [
    Case(
      id: "Django's absolute URLs",
      pagination: #""strategy":"body","next":"next","previous":"previous""#,
      body: #"{"items":[1],"next":"http://h/api?page=3","previous":"http://h/api"}"#,
      next: "link http://h/api?page=3", previous: "link http://h/api"),
    Case(
      id: "root-relative", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":"/v2/b?x=1"}"#, next: "link http://h/v2/b?x=1"),
    Case(
      id: "path-relative", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":"b?x=1"}"#, next: "link http://h/x/b?x=1"),
    Case(
      id: "query only", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":"?x=1"}"#, next: "link http://h/x/a?x=1"),
    Case(
      id: "query string without its mark", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":"x=1&y=2"}"#, next: "link http://h/x/a?x=1&y=2"),
    Case(
      id: "Confluence's base",
      pagination: #""strategy":"body","next":"_links.next","base":"_links.base""#,
      body: #"{"items":[],"_links":{"base":"https://s.test/wiki/","next":"/rest/api?start=25"}}"#,
      next: "link https://s.test/wiki/rest/api?start=25"),
    Case(
      id: "an absolute next needs no base",
      pagination: #""strategy":"body","next":"_links.next","base":"_links.base""#,
      body: #"{"items":[],"_links":{"base":"https://s.test/wiki","next":"http://h/z"}}"#,
      next: "link http://h/z"),
    Case(
      id: "a missing base", pagination: #""strategy":"body","next":"n","base":"b""#,
      body: #"{"items":[],"n":"/z"}"#, next: "link http://h/z"),
    Case(
      id: "null", pagination: #""strategy":"body","next":"n""#, body: #"{"items":[],"n":null}"#,
      next: "none n null"),
    Case(
      id: "empty text", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":""}"#, next: #"none n """#),
    Case(
      id: "false", pagination: #""strategy":"body","next":"n""#, body: #"{"items":[],"n":false}"#,
      next: "none n false"),
    Case(
      id: "missing at the root is silence", pagination: #""strategy":"body","next":"n""#,
      next: "silent n null"),
    Case(
      id: "missing in an object that is there",
      pagination: #""strategy":"body","next":"links.next""#,
      body: #"{"items":[],"links":{}}"#, next: "none links.next null"),
    Case(
      id: "an odd key", pagination: #""strategy":"body","next":"@odata\\.nextLink""#,
      body: #"{"items":[],"@odata.nextLink":"/n"}"#, next: "link http://h/n"),
    Case(
      id: "a broken way back does not spoil the page",
      pagination: #""strategy":"body","next":"n","previous":"p""#,
      body: #"{"items":[],"n":"/n","p":7}"#, next: "link http://h/n"),
    Case(
      id: "an unknown scheme is refused when it is followed",
      pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":"ftp://h/a"}"#, next: "link ftp://h/a"),
  ]

  static let linkObjects: [Case] = [
    Case(
      id: "STAC", pagination: #""strategy":"body","next":"links","previous":"links""#,
      body:
        #"{"items":[],"links":[{"rel":"self","href":"/s"},{"rel":"next","href":"/n","#
        + #""method":"post","#
        + #""headers":{"X-A":"b","X-N":7},"body":{"token":"t","n":1.10}},{"rel":"prev","#
        + #""href":"/p"}]}"#,
      next: #"link http://h/n POST X-A: b X-N: 7 {"token":"t","n":1.10}"#,
      previous: "link http://h/p"),
    Case(
      id: "FHIR", pagination: #""strategy":"body","next":"link","previous":"link""#,
      body:
        #"{"items":[],"link":[{"relation":"next","url":"http://h/f?p=2"},{"relation":"previous","#
        + #""url":"/f"}]}"#,
      next: "link http://h/f?p=2", previous: "link http://h/f"),
    Case(
      id: "a list of relations", pagination: #""strategy":"body","next":"links""#,
      body:
        #"{"items":[],"links":[{"rel":["self"],"href":"/s"},{"rel":["last","NEXT"],"href":"/n"}]}"#,
      next: "link http://h/n"),
    Case(
      id: "several relations in one text", pagination: #""strategy":"body","next":"links""#,
      body: #"{"items":[],"links":[{"rel":"last next","href":"/n"}]}"#, next: "link http://h/n"),
    Case(
      id: "JSON:API's object", pagination: #""strategy":"body","next":"links.next""#,
      body: #"{"items":[],"links":{"next":{"href":"/n","meta":{}}}}"#, next: "link http://h/n"),
    Case(
      id: "no such relation", pagination: #""strategy":"body","next":"links""#,
      body: #"{"items":[],"links":[{"rel":"self","href":"/s"}]}"#,
      next: #"none links [{"rel":"self","href":"/s"}]"#),
    Case(
      id: "null href", pagination: #""strategy":"body","next":"links.next""#,
      body: #"{"items":[],"links":{"next":{"href":null}}}"#, next: #"none links.next {"href":null}"#
    ),
    Case(
      id: "things that are no links", pagination: #""strategy":"body","next":"links""#,
      body: #"{"items":[],"links":[null,7,"x",{"rel":3},{"rel":"next","href":"/n"}]}"#,
      next: "link http://h/n"),
  ]

  // MARK: cursor

  static let cursor: [Case] = [
    Case(
      id: "Slack", pagination: #""strategy":"cursor","next":"meta.next""#,
      body: #"{"items":[1],"meta":{"next":"dGVhbQ=="}}"#, next: #"token cursor="dGVhbQ==""#),
    Case(
      id: "Stripe's last item",
      pagination: #""strategy":"cursor","next":"@lastItem.id","parameter":"starting_after""#,
      next: "token starting_after=2"),
    Case(
      id: "first item and header, both ways",
      pagination:
        #""strategy":"cursor","next":"@headers.X-N","previous":"@firstItem.id","#
        + #""previousParameter":"before""#,
      headers: [("X-N", "t")], next: #"token cursor="t""#, previous: "token before=1"),
    Case(
      id: "one parameter for both ways",
      pagination: #""strategy":"cursor","next":"n","previous":"p","parameter":"t""#,
      body: #"{"items":[1],"n":"b","p":"a"}"#, next: #"token t="b""#, previous: #"token t="a""#),
    Case(
      id: "a number keeps its digits", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":12345678901234567890.10}"#,
      next: "token cursor=12345678901234567890.10"),
    Case(
      id: "Elasticsearch's list", pagination: #""strategy":"cursor","next":"@lastItem.sort""#,
      body: #"{"items":[{"sort":[1]},{"sort":[ 2,"b" ]}]}"#, next: #"token cursor=[ 2,"b" ]"#),
    Case(
      id: "DynamoDB's object", pagination: #""strategy":"cursor","next":"k","parameter":"s""#,
      body: #"{"items":[],"k":{"pk":{"S":"b"}}}"#, next: #"token s={"pk":{"S":"b"}}"#),
    Case(
      id: "spelling stays", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":"a\u00e9\/"}"#, next: #"token cursor="a\u00e9\/""#),
    Case(
      id: "more along with it",
      pagination: #""strategy":"cursor","next":"n","also":{"pit.id":"pit_id","x":"none"}"#,
      body: #"{"items":[1],"n":"b","pit_id":"p"}"#, next: #"token cursor="b" pit.id="p""#),
    Case(
      id: "the number 0 ends", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":0}"#, next: "none n 0"),
    Case(
      id: "0 in a text is a token", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":"0"}"#, next: #"token cursor="0""#),
  ]

  static let merge: [Case] = [
    Case(
      id: "MediaWiki", pagination: #""strategy":"cursor","merge":"continue""#,
      body: #"{"items":[1],"continue":{"apcontinue":"B","continue":"-||","n":3}}"#,
      next: #"token apcontinue="B" continue="-||" n=3"#),
    Case(
      id: "missing", pagination: #""strategy":"cursor","merge":"continue""#,
      next: "silent continue null"),
    Case(
      id: "null", pagination: #""strategy":"cursor","merge":"continue""#,
      body: #"{"items":[1],"continue":null}"#, next: "none continue null"),
    Case(
      id: "empty", pagination: #""strategy":"cursor","merge":"continue""#,
      body: #"{"items":[1],"continue":{}}"#, next: "none continue {}"),
  ]

  private static func sent(_ json: String) -> RequestedPage {
    RequestedPage(2, .token(PageToken(members: [PageToken.Member("cursor", Array(json.utf8))])))
  }

  static let cursorEnds: [Case] = [
    Case(
      id: "null ends", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":null}"#, next: "none n null"),
    Case(
      id: "empty text ends", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":""}"#, next: #"none n """#),
    Case(
      id: "empty text is a position",
      pagination: #""strategy":"cursor","next":"n","emptyCursor":true"#,
      body: #"{"items":[1],"n":""}"#, next: #"token cursor="""#),
    Case(
      id: "null ends all the same",
      pagination: #""strategy":"cursor","next":"n","emptyCursor":true"#,
      body: #"{"items":[1],"n":null}"#, next: "none n null"),
    Case(
      id: "false ends", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":false}"#, next: "none n false"),
    Case(
      id: "empty list ends", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":[]}"#, next: "none n []"),
    Case(
      id: "empty object ends", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":{}}"#, next: "none n {}"),
    Case(
      id: "no last item ends", pagination: #""strategy":"cursor","next":"@lastItem.id""#,
      body: #"{"items":[]}"#, next: "silent @lastItem.id null"),
    Case(
      id: "same token with items goes on", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[1],"n":"s"}"#, page: sent(#""s""#), next: #"token cursor="s""#),
    Case(
      id: "same token without items ends", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[],"n":"s"}"#, page: sent(#""s""#), next: #"none n "s""#),
    Case(
      id: "the next page begins after the last number",
      pagination: #""strategy":"cursor","next":"@lastItem.id","increment":1"#,
      body: #"{"items":[{"id":71},{"id":72}]}"#, next: "token cursor=73"),
    Case(
      id: "a number 0 is where the next page does not begin",
      pagination: #""strategy":"cursor","next":"@lastItem.id","increment":1"#,
      body: #"{"items":[{"id":0}]}"#, next: "token cursor=1"),
    Case(
      id: "no item, no number",
      pagination: #""strategy":"cursor","next":"@lastItem.id","increment":1"#,
      body: #"{"items":[]}"#, next: "silent @lastItem.id null"),
    Case(
      id: "a text cannot be counted on",
      pagination: #""strategy":"cursor","next":"n","increment":1"#,
      body: #"{"items":[1],"n":"b7"}"#, next: #"broken n "b7""#),
    Case(
      id: "a number that is too large",
      pagination: #""strategy":"cursor","next":"n","increment":1"#,
      body: #"{"items":[1],"n":9223372036854775807}"#, next: "broken n 9223372036854775807"),
    Case(
      id: "same token ends", pagination: #""strategy":"cursor","next":"n","sameTokenEnds":true"#,
      body: #"{"items":[1],"n":"s"}"#, page: sent(#""s""#), next: #"none n "s""#),
    Case(
      id: "another token without items goes on", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[],"n":"t"}"#, page: sent(#""s""#), next: #"token cursor="t""#),
  ]

  // MARK: range

  static let range: [Case] = [
    Case(
      id: "partial", pagination: #""strategy":"range""#, items: "", status: 206,
      headers: [("Content-Range", "items 0-24/3572")], body: "[1]",
      next: #"token Range="items=25-49""#),
    Case(
      id: "a unit of the API's", pagination: #""strategy":"range","unit":"rows""#, items: "",
      status: 206, headers: [("Content-Range", "rows 25-49/*")], body: "[1]",
      next: #"token Range="rows=50-74""#),
    Case(
      id: "the last", pagination: #""strategy":"range""#, items: "", status: 206,
      headers: [("Content-Range", "0-24/25")], body: "[1]",
      next: #"none @headers.Content-Range "0-24/25""#),
    Case(
      id: "nothing", pagination: #""strategy":"range""#, items: "", status: 200,
      headers: [("Content-Range", "*/0")], body: "[]", next: #"none @headers.Content-Range "*/0""#),
    Case(
      id: "whole", pagination: #""strategy":"range""#, items: "", status: 200, body: "[1]",
      next: "silent @status 200"),
    Case(
      id: "Heroku's next", pagination: #""strategy":"range""#, items: "", status: 206,
      headers: [("Content-Range", "id a..b; max=2"), ("Next-Range", "id ]b..; max=2")], body: "[1]",
      next: #"token Range="id ]b..; max=2""#),
    Case(
      id: "Heroku's last", pagination: #""strategy":"range""#, items: "", status: 200,
      headers: [("Content-Range", "id a..b; max=2")], body: "[1]", next: "silent @status 200"),
  ]

  // MARK: What is of no use

  struct Useless: NamedCase {
    let id: String
    let pagination: String
    var status = 200
    var headers: [(String, String)] = []
    var body = #"{"items":[1]}"#
    let path: String
    let value: JSONValue
  }

  static let useless: [Useless] = [
    Useless(
      id: "number as a link", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":7}"#, path: "n", value: 7),
    Useless(
      id: "true as a link", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":true}"#, path: "n", value: true),
    Useless(
      id: "broken link", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":"http://[x"}"#, path: "n", value: "http://[x"),
    Useless(
      id: "href that is no text", pagination: #""strategy":"body","next":"n""#,
      body: #"{"items":[],"n":{"href":7}}"#, path: "n", value: 7),
    Useless(
      id: "true as a token", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[],"n":true}"#, path: "n", value: true),
    Useless(
      id: "token that shortens a path", pagination: #""strategy":"cursor","next":"n""#,
      body: #"{"items":[],"n":".."}"#, path: "n", value: ".."),
    Useless(
      id: "dot as a segment", pagination: #""strategy":"cursor","next":"n","in":"path""#,
      body: #"{"items":[],"n":"."}"#, path: "n", value: "."),
    Useless(
      id: "text to merge", pagination: #""strategy":"cursor","merge":"c""#,
      body: #"{"items":[],"c":"x"}"#, path: "c", value: "x"),
    Useless(
      id: "broken link header", pagination: #""strategy":"link""#,
      headers: [("Link", #"<http://[x>; rel="next""#)], path: "@headers.Link", value: "http://[x"),
  ]

  @Test(arguments: useless)
  func aSignalThatLeadsNowhereCostsNoPage(_ row: Useless) throws {
    let pager = try pager(
      "{\"url\":\"http://h/a\",\"pagination\":{\(row.pagination)}}", items: "items")
    let reading = try pager.read(row.body, status: row.status, headers: row.headers)
    #expect(reading.next == "broken \(row.path) \(row.value.text)")
    #expect(reading.warnings.map(\.kind) == [.metadataInvalid])
  }

  @Test func anUnreadableContentRangeOfAPartIsAnError() throws {
    let pager = try pager(
      #"{"url":"http://h/a","pagination":{"strategy":"range"}}"#, items: "items")
    let headers = [("Content-Range", "items many")]
    #expect(
      pager.refusal(#"{"items":[1]}"#, status: 206, headers: headers)
        == .metadataInvalid(path: "@headers.Content-Range", value: "items many"))
  }

  @Test(arguments: [
    ("items 0-24/3572", 24, 3_572), ("0-1/5", 1, 5), ("items 0-0/1", 0, 1), ("items 5-9/*", 9, nil),
    ("items */0", nil, 0), ("*/*", nil, nil), ("a b 0-1/2", 1, 2),
  ])
  func contentRangeIsRead(_ text: String, _ last: Int?, _ total: Int?) throws {
    let range = try #require(ContentRange(text))
    #expect(range.last == last && range.total == total)
  }

  @Test(arguments: [
    "", "items", "items 0-24", "items 0-24/", "items 24-0/30", "items -5-9/30", "items 0-x/30",
    "items 0-24/-1", "0-1/2/3", "items 99999999999999999999-1/2", "id a..b; max=2",
    "items +0-24/30", "items 0-+24/30", "items 0-24/+30", "items 0-/30",
  ])
  func otherContentRangeIsNone(_ text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test func rangeTotalIsACount() throws {
    let pager = try pager(#"{"url":"http://h/a","pagination":{"strategy":"range"}}"#)
    let reading = try pager.read(
      "[1]", status: 206, headers: [("Content-Range", "items 0-24/3572")])
    #expect(reading.counts.objectCount == 3_572)
  }

  @Test func rangesAreAskedFor() throws {
    let plain = try pager(#"{"url":"http://h/a","pagination":{"strategy":"range"}}"#)
    #expect(plain.line(RequestedPage(1)) == "GET http://h/a | Range: items=0-24")
    #expect(plain.line(RequestedPage(3)) == "GET http://h/a | Range: items=50-74")
    #expect(plain.isComputed)
    let own = try pager(
      #"{"url":"http://h/a","headers":{"range":"id ..; max=2"},"pagination":{"strategy":"range"}}"#)
    #expect(own.line(RequestedPage(1, .start)) == "GET http://h/a | range: id ..; max=2")
    #expect(!own.isComputed)
    let next = RequestedPage(
      2, .token(PageToken(members: [PageToken.Member("Range", Array(#""id ]b..""#.utf8))])))
    #expect(own.line(next) == "GET http://h/a | Range: id ]b..")
  }
}
