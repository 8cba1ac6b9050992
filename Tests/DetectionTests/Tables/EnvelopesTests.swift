import HTTP
import JSON
import Testing

@testable import Detection
@testable import Pagination

/// One first response of an API, with its request and with the request that has to come next.
struct EnvelopeCase: Sendable, CustomTestStringConvertible {
  let id: String
  /// "GET /path?query" or "POST /path {json}"
  let request: String
  let headers: [(String, String)]
  let body: String
  /// Spelled like the request, "Range: ..." behind it; "-": the one page is all there is;
  /// "?": nobody can tell.
  let next: String
  /// Where the items are; nil: not compared.
  let items: String?
  /// Which try has it: 2 where names are all there is to go by, and where the second page has to
  /// refute the first candidate; nil: no try, so that the API stays undetected.
  let tries: Int?
  /// Nothing but a second page makes the candidate worth acting on.
  let isGuess: Bool

  var testDescription: String { id }

  init(
    _ id: String, _ request: String, headers: [(String, String)] = [], _ body: String,
    next: String, items: String? = nil, tries: Int? = 1, isGuess: Bool = false
  ) {
    self.id = id
    self.request = request
    self.headers = headers
    self.body = body
    self.next = next
    self.items = items
    self.tries = tries
    self.isGuess = isGuess
  }

  var replay: Replay {
    let request = EnvelopeCase.parse(request)
    let text = body.replacing("{base}", with: Replay.base)
    let fields = headers.map {
      HTTPField(name: $0.0, value: $0.1.replacing("{base}", with: Replay.base))
    }
    let isEnd = next == "-" || next == "?"
    return Replay(
      id: id, request: request,
      response: HTTPResponse(
        status: 200, headers: HTTPHeaders(fields), body: Array(text.utf8), url: request.url),
      expected: isEnd ? nil : EnvelopeCase.parse(next), optional: ["{}"])
  }

  /// What is wrong with the candidate that has to have it; nil: nothing.
  var fault: String? {
    let replay = replay
    guard let tries else { return outcome == .undetected ? nil : "\(outcome)" }
    var shortlist = Shortlist(replay.candidates)
    for _ in 1..<tries { shortlist.refute(because: "", url: "") }
    let candidate = shortlist.best ?? replay.candidates.first
    let said = candidate.map { "\($0.score) \(Fixtures.text($0.open["pagination"] ?? .null))" }
    guard let best = shortlist.best, best.isTrusted != isGuess else {
      return next == "?" ? nil : "undecided: \(said ?? "nothing")"
    }
    if next == "?" { return "\(said ?? "") although nobody can tell" }
    do {
      if let difference = replay.difference(try replay.second(best)) {
        return "\(said ?? ""): \(difference)"
      }
    } catch {
      return "\(said ?? ""): \(error)"
    }
    if let items, best.open["itemsPath"]?.stringValue ?? "" != items {
      return "items at \(best.open["itemsPath"].map(Fixtures.text) ?? "the root")"
    }
    return nil
  }

  /// What an API makes of the tries that answers the right request with its second page, and any
  /// other one with its first page again.
  enum Outcome: Equatable {
    case found
    case undetected
    case wrong(String)
  }

  var outcome: Outcome {
    let replay = replay
    var shortlist = Shortlist(replay.candidates)
    while let best = shortlist.best {
      let said = "\(best.score) \(Fixtures.text(best.open["pagination"] ?? .null))"
      guard let second = try? replay.second(best) else {
        return replay.expected == nil ? .found : .wrong("\(said) ends")
      }
      if replay.difference(second) == nil {
        let path = best.open["itemsPath"]?.stringValue ?? ""
        return items == nil || items == path ? .found : .wrong("items at \(path)")
      }
      shortlist.refute(because: "", url: "")
    }
    return shortlist.candidates(isJudged: true).first.map { $0.isTrusted } == true
      ? .wrong("a candidate is trusted that was not tried") : .undetected
  }

  private static func parse(_ line: String) -> Replay.Request {
    var rest = line
    var range: String?
    if let place = rest.firstRange(of: " Range: ") {
      range = String(rest[place.upperBound...])
      rest = String(rest[..<place.lowerBound])
    }
    let parts = rest.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
    let body = parts.count > 2 ? try? JSONDocument(Array(parts[2].utf8)) : nil
    return Replay.Request(
      method: String(parts[0]), url: Replay.base + parts[1],
      body: body.map { $0.value($0.root) }, range: range)
  }
}

/// The rows of the table of conventions that are JSON over HTTP, one first response each.
@Suite struct EnvelopesTests {
  @Test(arguments: links + tokens + numbers)
  func everyConventionIsDetected(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  static let links: [EnvelopeCase] = [
    .init(
      "1 GitHub REST", "GET /repos/o/r/issues?state=all",
      headers: [
        (
          "Link",
          """
          <{base}/repositories/1/issues?state=all&page=2>; rel="next", \
          <{base}/repositories/1/issues?state=all&page=9>; rel="last"
          """
        )
      ],
      #"[{"url": "https://a/1", "id": 1, "node_id": "I_1", "labels": [{"id": 7}]}, {"id": 2}]"#,
      next: "GET /repositories/1/issues?state=all&page=2", items: ""),
    .init(
      "2 GitHub search", "GET /search/issues?q=a",
      headers: [("link", #"<{base}/search/issues?q=a&page=2>; rel="next""#)],
      #"{"total_count": 40, "incomplete_results": false, "items": [{"id": 1}, {"id": 2}]}"#,
      next: "GET /search/issues?q=a&page=2", items: "items"),
    .init(
      "4 GitLab offset", "GET /api/v4/projects",
      headers: [
        ("X-Next-Page", "2"), ("X-Page", "1"), ("X-Per-Page", "20"), ("X-Prev-Page", ""),
        ("Link", #"<{base}/api/v4/projects?page=2&per_page=20>; rel="next""#),
      ],
      #"[{"id": 4, "description": null}, {"id": 6, "description": "x"}]"#,
      next: "GET /api/v4/projects?page=2&per_page=20", items: ""),
    .init(
      "5 GitLab keyset", "GET /api/v4/projects?pagination=keyset&order_by=id",
      headers: [
        (
          "Link",
          #"<{base}/api/v4/projects?pagination=keyset&order_by=id&id_after=42>; rel="next""#
        )
      ],
      #"[{"id": 41}, {"id": 42}]"#,
      next: "GET /api/v4/projects?pagination=keyset&order_by=id&id_after=42", items: ""),
    .init(
      "7 Stripe v2", "GET /v2/core/events",
      #"{"data": [{"id": "evt_1"}, {"id": "evt_2"}], "next_page_url": "/v2/core/events?page=p_2"}"#,
      next: "GET /v2/core/events?page=p_2", items: "data"),
    .init(
      "11 Shopify", "GET /admin/api/2024-04/customers.json?limit=2",
      headers: [
        (
          "Link",
          """
          <{base}/admin/api/2024-04/customers.json?page_info=p0&limit=2>; rel=previous, \
          <{base}/admin/api/2024-04/customers.json?page_info=n2&limit=2>; rel=next
          """
        )
      ],
      #"{"customers": [{"id": 1, "addresses": []}, {"id": 2, "addresses": [{"id": 9}]}]}"#,
      next: "GET /admin/api/2024-04/customers.json?page_info=n2&limit=2", items: "customers"),
    .init(
      "14 Jira nextPage", "GET /rest/api/3/project/search",
      #"""
      {"self": "{base}/rest/api/3/project/search?startAt=0&maxResults=2",
       "nextPage": "{base}/rest/api/3/project/search?startAt=2&maxResults=2",
       "maxResults": 2, "startAt": 0, "total": 7, "isLast": false,
       "values": [{"id": "10000", "key": "EX"}, {"id": "10001", "key": "ABC"}]}
      """#,
      next: "GET /rest/api/3/project/search?startAt=2&maxResults=2", items: "values"),
    .init(
      "16 Confluence v1", "GET /wiki/rest/api/space",
      #"""
      {"results": [{"id": 1, "key": "A", "_links": {"webui": "/spaces/A"}},
       {"id": 2, "key": "B", "_links": {"webui": "/spaces/B"}}],
       "start": 0, "limit": 25, "size": 25,
       "_links": {"self": "{base}/wiki/rest/api/space", "next": "/rest/api/space?limit=25&start=25",
        "base": "{base}/wiki", "context": "/wiki"}}
      """#,
      next: "GET /wiki/rest/api/space?limit=25&start=25", items: "results"),
    .init(
      "17 Confluence v2", "GET /wiki/api/v2/spaces",
      #"""
      {"results": [{"id": "1", "key": "A"}],
       "_links": {"next": "/wiki/api/v2/spaces?cursor=eyJpZCI6IjEifQ", "base": "{base}/wiki"}}
      """#,
      next: "GET /wiki/api/v2/spaces?cursor=eyJpZCI6IjEifQ", items: "results"),
    .init(
      "18 Bitbucket", "GET /2.0/repositories/t",
      #"""
      {"size": 142, "pagelen": 10, "page": 1, "next": "{base}/2.0/repositories/t?page=2",
       "values": [{"uuid": "{a}", "links": {"self": {"href": "https://x"}}}, {"uuid": "{b}"}]}
      """#,
      next: "GET /2.0/repositories/t?page=2", items: "values"),
    .init(
      "19 Salesforce", "GET /services/data/v61.0/query/?q=SELECT+Id+FROM+Account",
      #"""
      {"totalSize": 3222, "done": false,
       "nextRecordsUrl": "/services/data/v61.0/query/01gD0000002HU6KIAW-2000",
       "records": [{"attributes": {"type": "Account", "url": "/services/x/1"}, "Id": "1"}]}
      """#,
      next: "GET /services/data/v61.0/query/01gD0000002HU6KIAW-2000", items: "records"),
    .init(
      "21 Zendesk cursor", "GET /api/v2/users?page[size]=2",
      #"""
      {"users": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
       "meta": {"has_more": true, "after_cursor": "xxx", "before_cursor": "yyy"},
       "links": {"next": "{base}/api/v2/users?page[size]=2&page[after]=xxx",
        "prev": "{base}/api/v2/users?page[size]=2&page[before]=yyy"}}
      """#,
      next: "GET /api/v2/users?page[size]=2&page[after]=xxx", items: "users"),
    .init(
      "22 Zendesk offset", "GET /api/v2/users.json",
      #"""
      {"users": [{"id": 1}, {"id": 2}], "next_page": "{base}/api/v2/users.json?page=2",
       "previous_page": null, "count": 1234}
      """#,
      next: "GET /api/v2/users.json?page=2", items: "users"),
    .init(
      "25 Microsoft Graph", "GET /v1.0/me/messages?$select=subject",
      #"""
      {"@odata.context": "https://graph.microsoft.com/v1.0/$metadata#x",
       "value": [{"@odata.etag": "W/1", "id": "AAM1"}, {"@odata.etag": "W/2", "id": "AAM2"}],
       "@odata.nextLink": "{base}/v1.0/me/messages?%24select=subject&%24skip=10"}
      """#,
      next: "GET /v1.0/me/messages?$select=subject&$skip=10", items: "value"),
    .init(
      "26 OData v2", "GET /odata/Items?$format=json",
      #"""
      {"d": {"results": [{"__metadata": {"uri": "https://e/Items(1)"}, "ID": 1}],
       "__next": "{base}/odata/Items?$format=json&$skiptoken=1"}}
      """#,
      next: "GET /odata/Items?$format=json&$skiptoken=1", items: "d.results"),
    .init(
      "34 DRF page", "GET /users/",
      #"""
      {"count": 1023, "next": "{base}/users/?page=2", "previous": null,
       "results": [{"url": "{base}/users/1/", "username": "a"}, {"url": "{base}/users/2/"}]}
      """#,
      next: "GET /users/?page=2", items: "results"),
    .init(
      "35 DRF limit offset", "GET /users/?limit=2",
      #"""
      {"count": 1023, "next": "{base}/users/?limit=2&offset=2", "previous": null,
       "results": [{"id": 1}, {"id": 2}]}
      """#,
      next: "GET /users/?limit=2&offset=2", items: "results"),
    .init(
      "36 DRF cursor", "GET /log/",
      #"{"next": "{base}/log/?cursor=cD0y", "previous": null, "results": [{"id": 1}, {"id": 2}]}"#,
      next: "GET /log/?cursor=cD0y", items: "results"),
    .init(
      "38 Spring HAL", "GET /customers",
      #"""
      {"_embedded": {"customers": [{"name": "a", "_links": {"self": {"href": "{base}/c/1"}}}]},
       "_links": {"first": {"href": "{base}/customers?page=0&size=20"},
        "self": {"href": "{base}/customers?page=0&size=20"},
        "next": {"href": "{base}/customers?page=1&size=20"}, "profile": {"href": "{base}/p"}},
       "page": {"size": 20, "totalElements": 50, "totalPages": 3, "number": 0}}
      """#,
      next: "GET /customers?page=1&size=20", items: "_embedded.customers"),
    .init(
      "41 JSON:API", "GET /articles",
      #"""
      {"jsonapi": {"version": "1.1"}, "meta": {"totalPages": 13},
       "data": [{"type": "articles", "id": "3", "attributes": {"title": "A"}}],
       "included": [{"type": "people", "id": "1"}, {"type": "people", "id": "2"}],
       "links": {"self": "{base}/articles?page[number]=1",
        "next": {"href": "/articles?page[number]=2&page[size]=1"}, "prev": null,
        "last": "{base}/articles?page[number]=13"}}
      """#,
      next: "GET /articles?page[number]=2&page[size]=1", items: "data"),
    .init(
      "42 HAL", "GET /orders",
      #"""
      {"_links": {"self": {"href": "/orders"}, "next": {"href": "/orders?after=20"},
        "find": {"href": "/orders{?id}", "templated": true}},
       "currentlyProcessing": 14, "shippedToday": 20,
       "_embedded": {"ea:order": [{"_links": {"self": {"href": "/orders/123"}}, "total": 30}]}}
      """#,
      next: "GET /orders?after=20", items: "_embedded.ea:order"),
    .init(
      "43 Hydra", "GET /books",
      #"""
      {"@context": "/contexts/Book", "@id": "/books", "@type": "hydra:Collection",
       "hydra:member": [{"@id": "/books/1"}, {"@id": "/books/2"}], "hydra:totalItems": 50,
       "hydra:view": {"@id": "/books?page=1", "hydra:first": "/books?page=1",
        "hydra:last": "/books?page=25", "hydra:next": "/books?page=2"},
       "hydra:search": {"hydra:mapping": [{"variable": "title", "property": "title"}]}}
      """#,
      next: "GET /books?page=2", items: "hydra:member"),
    .init(
      "44 Siren", "GET /orders",
      #"""
      {"class": ["orders"], "properties": {"itemCount": 30},
       "entities": [{"class": ["order"], "rel": ["item"], "href": "{base}/orders/1"}],
       "actions": [{"name": "add", "href": "{base}/orders", "fields": [{"name": "n"}]}],
       "links": [{"rel": ["self"], "href": "{base}/orders"},
        {"rel": ["next"], "href": "{base}/orders?cursor=9"}]}
      """#,
      next: "GET /orders?cursor=9", items: "entities"),
    .init(
      "45 Collection+JSON", "GET /friends/",
      #"""
      {"collection": {"version": "1.0", "href": "{base}/friends/",
       "links": [{"rel": "next", "href": "{base}/friends/?p=2"}],
       "items": [{"href": "{base}/friends/a", "data": [{"name": "x", "value": "A"}],
        "links": [{"rel": "blog", "href": "https://b"}]}],
       "queries": [{"rel": "search", "href": "{base}/s", "data": [{"name": "search"}]}]}}
      """#,
      next: "GET /friends/?p=2", items: "collection.items"),
    .init(
      "49 Mastodon", "GET /api/v1/accounts/1/followers",
      headers: [
        (
          "Link",
          """
          <{base}/api/v1/accounts/1/followers?max_id=7628164>; rel="next", \
          <{base}/api/v1/accounts/1/followers?since_id=7628165>; rel="prev"
          """
        )
      ],
      #"[{"id": "1020382", "username": "a"}, {"id": "1020383", "username": "b"}]"#,
      next: "GET /api/v1/accounts/1/followers?max_id=7628164", items: ""),
    .init(
      "52 Discourse", "GET /latest.json",
      #"""
      {"users": [{"id": 1}, {"id": 2}, {"id": 3}], "primary_groups": [], "flair_groups": [],
       "topic_list": {"can_create_topic": false, "more_topics_url": "/latest?page=1",
        "per_page": 30, "top_tags": ["a"], "topics": [{"id": 11, "posters": []}, {"id": 12}]}}
      """#,
      next: "GET /latest?page=1", items: "topic_list.topics"),
    .init(
      "55 crates.io", "GET /api/v1/crates?page=1&per_page=2",
      #"""
      {"crates": [{"id": "a", "versions": null}, {"id": "b", "versions": null}],
       "meta": {"total": 150000, "next_page": "?page=2&per_page=2", "prev_page": null}}
      """#,
      next: "GET /api/v1/crates?page=2&per_page=2", items: "crates"),
    .init(
      "57 Contentful sync", "GET /spaces/s/sync?initial=true&access_token=t",
      #"""
      {"sys": {"type": "Array"}, "items": [{"sys": {"id": "a"}}, {"sys": {"id": "b"}}],
       "nextPageUrl": "{base}/spaces/s/sync?sync_token=wo"}
      """#,
      next: "GET /spaces/s/sync?sync_token=wo", items: "items"),
    .init(
      "59 FHIR", "GET /fhir/Observation?code=1",
      #"""
      {"resourceType": "Bundle", "id": "b7", "meta": {"lastUpdated": "2024-01-01T00:00:00Z"},
       "type": "searchset", "total": 87,
       "link": [{"relation": "self", "url": "{base}/fhir/Observation?code=1"},
        {"relation": "next", "url": "{base}/fhir?_getpages=7&_getpagesoffset=2"}],
       "entry": [{"fullUrl": "{base}/fhir/Observation/1", "resource": {"id": "1"}}]}
      """#,
      next: "GET /fhir?_getpages=7&_getpagesoffset=2", items: "entry"),
    .init(
      "61 OGC API Features", "GET /collections/buildings/items",
      #"""
      {"type": "FeatureCollection", "numberReturned": 2, "numberMatched": 123,
       "links": [{"href": "{base}/collections/buildings/items.json", "rel": "self"},
        {"href": "{base}/collections/buildings/items.html", "rel": "alternate"},
        {"href": "{base}/collections/buildings/items?offset=10", "rel": "next"}],
       "features": [{"type": "Feature", "id": "1", "geometry": {"coordinates": [1, 2]}}]}
      """#,
      next: "GET /collections/buildings/items?offset=10", items: "features"),
    .init(
      "62 STAC", #"POST /search {"limit": 1}"#,
      #"""
      {"type": "FeatureCollection", "features": [{"type": "Feature", "id": "S2"}],
       "links": [{"rel": "next", "method": "POST", "href": "{base}/search", "merge": true,
        "body": {"limit": 1, "token": "next:S2"}}], "context": {"limit": 1, "matched": 9}}
      """#,
      next: #"POST /search {"limit": 1, "token": "next:S2"}"#, items: "features"),
  ]
}
