import Testing

@testable import Detection
@testable import Pagination

/// APIs whose parameters no table names: the URL, the body and the items spell them.
@Suite struct SpelledNamesTests {
  @Test(arguments: tokens + counted + links)
  func whatIsSpelledIsFollowed(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  static let tokens: [EnvelopeCase] = [
    .init(
      "a token spelled as the URL's parameters", "GET /v2/pipeline?org-slug=gh%2Facme",
      #"{"next_page_token": "AO9ui9", "items": [{"id": "p1"}, {"id": "p2"}]}"#,
      next: "GET /v2/pipeline?org-slug=gh%2Facme&page-token=AO9ui9", items: "items"),
    .init(
      "the same token as it is itself spelled", "GET /v2/pipeline?org-slug=gh%2Facme",
      #"{"next_page_token": "AO9ui9", "items": [{"id": "p1"}, {"id": "p2"}]}"#,
      next: "GET /v2/pipeline?org-slug=gh%2Facme&page_token=AO9ui9", items: "items", tries: 2),
    .init(
      "camel case in the URL", "GET /reports?sortBy=date",
      #"{"next_page_token": "b7", "reports": [{"id": 1}, {"id": 2}]}"#,
      next: "GET /reports?sortBy=date&pageToken=b7", items: "reports"),
    .init(
      "URLs that disagree say nothing", "GET /reports?sortBy=date&report_kind=a",
      #"{"next_page_token": "b7", "reports": [{"id": 1}, {"id": 2}]}"#,
      next: "GET /reports?sortBy=date&report_kind=a&page_token=b7", items: "reports"),
    .init(
      "what goes with take", "GET /organizations/o/members?take=100",
      #"{"members": [{"user_id": "a|1"}], "next": "MjAyNi0wNC"}"#,
      next: "GET /organizations/o/members?take=100&from=MjAyNi0wNC", items: "members"),
    .init(
      "an offset as long as a time", "GET /logs?limit=2&offset=0",
      #"""
      {"logs": [{"offset": "1706705991454219000", "message": "a"},
       {"offset": "1706705991454219001", "message": "b"}], "offset": "1706705991454219001"}
      """#,
      next: "GET /logs?limit=2&offset=1706705991454219001", items: "logs"),
    .init(
      "a cursor in each item, under its own name", "GET /comments?page_size=2",
      #"[{"id": 1, "cursor": "aa"}, {"id": 2, "cursor": "bb"}]"#,
      next: "GET /comments?page_size=2&cursor=bb", items: ""),
    .init(
      "a cursor in each item, to go on after", "GET /comments?page_size=2",
      #"[{"id": 1, "cursor": "aa"}, {"id": 2, "cursor": "bb"}]"#,
      next: "GET /comments?page_size=2&after_cursor=bb", items: "", tries: 2),
    .init(
      "numbers as ids, with more to come", "GET /apps?limit=2",
      #"{"data": [{"id": 4, "name": "a"}, {"id": 9, "name": "b"}], "has_more": true}"#,
      next: "GET /apps?limit=2&starting_after=9", items: "data", tries: 2, isGuess: true),
    .init(
      "a cursor beside the size in the body", #"POST /search {"page":{"limit":2}}"#,
      #"{"data": [{"id": "a"}, {"id": "b"}], "meta": {"page": {"after": "eyJh"}}}"#,
      next: #"POST /search {"page":{"limit":2,"cursor":"eyJh"}}"#, items: "data"),
  ]

  static let counted: [EnvelopeCase] = [
    .init(
      "the first record", "GET /records?count=2&firstRecord=1", #"["WOS:1", "WOS:2"]"#,
      next: "GET /records?count=2&firstRecord=3", items: ""),
    .init(
      "the row that a page starts with", "GET /rows?from_row=0&limit=2",
      #"{"rows": [{"id": 1}, {"id": 2}]}"#,
      next: "GET /rows?from_row=2&limit=2", items: "rows"),
    .init(
      "a list in the body leaves positions to the query", "POST /assets?count=2 []",
      #"[{"id": 1}, {"id": 2}]"#,
      next: "POST /assets?count=2&offset=2 []", items: "", isGuess: true),
    .init(
      "a size in the query of a POST", #"POST /clients?limit=2 {"kind":"a"}"#,
      #"{"data": [{"id": 1}, {"id": 2}]}"#,
      next: #"POST /clients?limit=2&offset=2 {"kind":"a"}"#, items: "data", isGuess: true),
  ]

  static let links: [EnvelopeCase] = [
    .init(
      "a link that lacks parameters is followed as it is", "GET /images?tenant=a&kind=b",
      #"""
      {"images": [{"id": "a"}, {"id": "b"}], "limit": 2, "total_count": 5,
       "next": "{base}/images?start=eyJ&limit=2"}
      """#,
      next: "GET /images?start=eyJ&limit=2", items: "images"),
    .init(
      "and then with them", "GET /images?tenant=a&kind=b",
      #"""
      {"images": [{"id": "a"}, {"id": "b"}], "limit": 2, "total_count": 5,
       "next": "{base}/images?start=eyJ&limit=2"}
      """#,
      next: "GET /images?start=eyJ&limit=2&tenant=a&kind=b", items: "images", tries: 2),
  ]
}
