import HTTP
import JSON
import Testing

@testable import Detection
@testable import Pagination

/// What keeps one response from being the whole list; a size alone never makes it that.
@Suite struct NotSingleTests {
  struct Page: Sendable, CustomTestStringConvertible {
    let url: String
    let body: String
    var headers: [String] = []

    var testDescription: String { url + " " + body }

    func candidates() throws -> [Candidate] {
      try DetectorTests.candidates(
        body, url: "https://h" + url, headers: headers.map { ("X-Total-Count", $0) })
    }
  }

  private static let pair = #"[{"id": 1}, {"id": 2}]"#

  @Test(arguments: [
    #""total": 5"#, #""count": 5"#, #""meta": {"total": 5}"#, #""total_pages": 3"#,
    #""total": {"value": 2, "relation": "gte"}, "next_key": "A""#, #""total": "10000+""#,
    #""next": "AbC==""#, #""next_key": "A""#, #""next_start": 7"#, #""last_key": "A""#,
    #""paging_token": "A""#, #""resumeKey": "A""#, #""meta": {"next": "AbC=="}"#,
    #""has_more": "true""#, #""hasMore": "yes""#, #""isLast": "0""#,
  ])
  func whatSpeaksOfMoreIsNeverSingle(_ member: String) throws {
    let page = Page(url: "/x?limit=100", body: #"{"data": \#(Self.pair), \#(member)}"#)
    let candidates = try page.candidates()
    #expect(!candidates.contains { $0.strategy == .single && $0.isTrusted })
  }

  @Test func aTotalInAHeaderIsNeverSingle() throws {
    let page = Page(url: "/x?limit=100", body: Self.pair, headers: ["7"])
    let candidates = try page.candidates()
    #expect(!candidates.contains { $0.strategy == .single && $0.isTrusted })
  }

  @Test(arguments: [
    #""next": null"#, #""next": """#, #""next": "None""#, #""next_url": "undefined""#,
    #""next": {}"#, #""next": []"#, #""prev_cursor": "A""#, #""api_key": "A""#, #""total": 2"#,
    #""has_more": "false", "end_cursor": "A""#,
  ])
  func whatLeadsNowhereDoesNotSpeakOfMore(_ member: String) throws {
    let subject = try Self.subject(member)
    #expect(subject.moreSign == nil)
  }

  private static func subject(_ member: String, headers: [HTTPField] = []) throws -> FirstPage {
    let response = HTTPResponse(
      status: 200, headers: HTTPHeaders(headers),
      body: Array(#"{"data": \#(pair), \#(member)}"#.utf8), url: "https://h/x")
    return try #require(
      FirstPage(
        response: response, requestURL: "https://h/x", method: "GET", body: nil,
        given: JSONObject()))
  }

  @Test(arguments: [
    #""nextPage": true"#, #""hasMore": "Y""#, #""has_more": 1"#, #""is_last": 0"#, #""eof": false"#,
    #""finished": "false""#, #""metadata": {"remainingItemCount": 114}"#, #""items_left": 3"#,
    #""page": "1/6""#, #""showing": "1-2 of 137""#, #""range": "items 0-1/137""#,
    #""nextRequest": {"zz": 2}"#, #""pageState": "A""#, #""iterator": "A""#, #""older": "/x""#,
    #""limitExceeded": true"#, #""totalAmount": 137"#, #""checkpoint": "abc""#, #""pos": "abc""#,
    #""handle": "abc""#, #""anchor": "abc""#, #""watermark": 23"#, #""lease_next": "A""#,
    #""bm": "eyJpZCI6MjN9""#, #""meta": {"ptr": "g2wAAAABaANkAA4="}"#, #""paging": {"at": "abc"}"#,
    #""links": [{"rel": "more", "href": "/y"}]"#, #""search_after": [17, "a"]"#,
    #""continuation": {"token": "A"}"#, #""summary": "Showing 2 of 137 results""#,
    #""message": "Results truncated to 2 rows""#, #""allLoaded": false"#,
    #""last": "/x?page=6""#, #""_links": {"last": {"href": "/x?page=6"}}"#, #""scroll": "abc""#,
    #""warnings": ["Result set truncated"]"#, #""status": "PARTIAL""#, #""PagingCookie": "<c>""#,
    #""note": "Results limited to 2.""#, #""@Microsoft.Dynamics.CRM.morerecords": true"#,
  ])
  func wordsThatNoRuleKnowsHintAtMore(_ member: String) throws {
    #expect(try Self.subject(member).hintsAtMore)
  }

  @Test(arguments: [
    #""truncated": false"#, #""completed": true"#, #""remaining": 40, "reset": 60"#,
    #""quota_remaining": 40"#, #""remaining": 0"#, #""page": "3""#, #""range": "1-2/2""#,
    #""date": "1/6""#, #""continue": null"#, #""next": null"#, #""version": "1 of 2""#,
    #""anchor": "top""#, #""requestId": "8f14E45fceea167a""#, #""etag": "eyJpZCI6MjN9""#,
    #""apiVersion": "v1.2""#, #""updated": "2024-01-01T00:00:00Z""#, #""pos": 1"#,
    #""paging": {"sort": "name"}"#, #""rate_limited": true"#, #""position": {"lat": 1}"#,
    #""message": "3 of 137 are new""#, #""next": {}"#,
    #""last": "/x?page=1""#, #""self": "/x?page=1""#, #""status": "ok""#, #""warnings": ["old"]"#,
  ])
  func otherWordsDoNot(_ member: String) throws {
    #expect(try !Self.subject(member).hintsAtMore)
  }

  @Test(arguments: [
    ("X-Remaining-Items", "114", true), ("X-Pagination", #"{"total": 137}"#, true),
    ("X-List-Count", "137", true), ("Warning", #"299 - "results truncated""#, true),
    ("X-RateLimit-Remaining", "59", false), ("X-Pagination", #"{"total": 2}"#, false),
    ("X-List-Count", "2", false), ("X-Start-After", "abc", true), ("X-Total-Amount", "137", true),
    ("Link", #"</x>; rel="more""#, true), ("Link", #"</x.css>; rel="preload""#, false),
    ("X-Request-Id", "eyJpZCI6MjN9", false),
  ])
  func headersHintAtMore(_ name: String, _ value: String, _ hints: Bool) throws {
    let field = HTTPField(name: name, value: value)
    #expect(try Self.subject(#""a": 1"#, headers: [field]).hintsAtMore == hints)
  }

  @Test(arguments: [
    #""pages": 6"#, #""resultCount": 137"#, #""lastKey": "A""#, #""remaining": 114"#,
    #""links": [{"rel": "next", "to": "/x"}]"#,
  ])
  func aCountOfThePageIsNoTotalWhereSomethingSaysMore(_ member: String) throws {
    let page = Page(url: "/x", body: #"{"data": \#(Self.pair), "count": 2, \#(member)}"#)
    let candidates = try page.candidates()
    #expect(!candidates.contains { $0.strategy == .single && $0.isTrusted })
    #expect(!candidates.flatMap(\.counts).contains(CountPath(path: "count", target: .objectCount)))
    #expect(!candidates.contains { $0.isStatedWhole })
  }

  @Test(arguments: [
    #""total_score": 900"#, #""revision": 900"#, #""took": 100"#, #""range": "1-2/2""#,
    #""quota_remaining": 44"#, #""anchor": "top""#, #""truncated": false"#, #""done": true"#,
  ])
  func aCountOfAllIsATotalBesideOtherThings(_ member: String) throws {
    let page = Page(url: "/x", body: #"{"data": \#(Self.pair), "count": 2, \#(member)}"#)
    let candidates = try page.candidates()
    #expect(candidates.first?.strategy == .single)
  }

  @Test(arguments: [#""pages": 6"#, #""eof": false"#, #""page": "1 of 6""#])
  func aTotalOfThePageIsNoneWhereSomethingSaysMore(_ member: String) throws {
    let page = Page(url: "/x", body: #"{"data": \#(Self.pair), "total": 2, \#(member)}"#)
    let counts = try page.candidates().flatMap(\.counts)
    #expect(!counts.contains(CountPath(path: "total", target: .objectCount)))
  }

  @Test func aListIsNotWholeWhereALinkLeadsOn() throws {
    let page = Page(
      url: "/x",
      body:
        #"{"@odata.context": "c", "@odata.nextLink": "https://h/x?p=2", "value": \#(Self.pair)}"#)
    let candidates = try page.candidates()
    #expect(!candidates.contains { $0.isStatedWhole })
  }

  @Test func aLinkToTheNextPageSpeaksOfMoreWhereverItLeads() throws {
    let subject = try Self.subject(#""links": [{"rel": "next", "to": "/x"}]"#)
    #expect(subject.moreSign != nil)
  }

  @Test func aShortPageIsDecidedByTheNextOne() throws {
    let page = Page(url: "/x?limit=100", body: Self.pair)
    let best = try #require(try page.candidates().first)
    #expect(best.strategy == .offset && best.decidesEnd && !best.isTrusted && best.isWorthATry)
  }

  @Test func aCountUnlikeTheSizeAskedForIsATotal() throws {
    let page = Page(url: "/x?count=2", body: #"{"count": 100, "items": \#(Self.pair)}"#)
    let counts = try page.candidates().flatMap(\.counts)
    #expect(counts.contains(CountPath(path: "count", target: .objectCount)))
    #expect(!counts.contains(CountPath(path: "count", target: .perPage)))
  }

  @Test(arguments: [
    #""total": {"value": 9, "relation": "gte"}"#, #""total": 9, "total_is_estimated": true"#,
    #""nbHits": 9, "exhaustiveNbHits": false"#, #""total": 9, "approximate": true"#,
    #""total": 9, "is_exact": false"#, #""total": 9, "is_count_exact": false"#,
    #""total": 9, "totalAccuracy": "approximate""#, #""total": 9, "total_capped": true"#,
  ])
  func aTotalThatIsNotExactIsNone(_ member: String) throws {
    #expect(try !hasTotal(member))
  }

  @Test(arguments: [
    #""total": 9, "is_exact": true"#, #""total": 9, "totalAccuracy": "exact""#,
    #""total": 9, "total_capped": false"#,
  ])
  func anExactTotalIsOne(_ member: String) throws {
    #expect(try hasTotal(member))
  }

  private func hasTotal(_ member: String) throws -> Bool {
    let page = Page(
      url: "/x?limit=2&offset=0", body: #"{"data": \#(Self.pair), \#(member)}"#)
    return try page.candidates().flatMap(\.counts).contains { $0.target == .objectCount }
  }

  @Test func anOffsetAsLargeAsThePageMayBeTheNextOne() throws {
    let page = Page(
      url: "/x?limit=1", body: #"{"meta": {"offset": 1, "limit": 1, "total": 6}, "ids": [7]}"#)
    let counts = try page.candidates().flatMap(\.counts)
    #expect(!counts.contains { $0.target == .offset })
  }

  @Test func aLinkToNothingIsTheLastPage() throws {
    let links = LinkHeader.parse(["<None>; rel=\"next\""])
    #expect(LinkHeader.target(relation: "next", in: links)?.isNoTarget == true)
    for text in ["", " ", "null", "undefined"] { #expect(text.isNoTarget) }
    #expect(!"/none".isNoTarget)
  }
}
