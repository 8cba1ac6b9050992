import Testing

@testable import Detection
@testable import Pagination

/// APIs that no profile describes: rules and names alone have to find the way.
@Suite struct StrangersTests {
  @Test(arguments: links + tokens + numbers)
  func unknownAPIsAreDetected(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  static let links: [EnvelopeCase] = [
    .init(
      "PokeAPI", "GET /api/v2/pokemon",
      #"""
      {"count": 1302, "next": "{base}/api/v2/pokemon?offset=20&limit=20", "previous": null,
       "results": [{"name": "a", "url": "{base}/1"}, {"name": "b", "url": "{base}/2"}]}
      """#,
      next: "GET /api/v2/pokemon?offset=20&limit=20", items: "results"),
    .init(
      "Rick and Morty", "GET /api/character",
      #"""
      {"info": {"count": 826, "pages": 42, "next": "{base}/api/character?page=2", "prev": null},
       "results": [{"id": 1, "episode": ["a", "b"]}, {"id": 2, "episode": ["a"]}]}
      """#,
      next: "GET /api/character?page=2", items: "results"),
    .init(
      "Facebook Graph", "GET /v19.0/me/feed?fields=id",
      #"""
      {"data": [{"id": "1_1"}, {"id": "1_2"}],
       "paging": {"cursors": {"before": "QVF", "after": "MTAx"},
       "next": "{base}/v19.0/me/feed?fields=id&limit=25&after=MTAx"}}
      """#,
      next: "GET /v19.0/me/feed?fields=id&limit=25&after=MTAx", items: "data"),
    .init(
      "Twitter v1.1", "GET /1.1/search/tweets.json?q=a",
      #"""
      {"statuses": [{"id": 250, "text": "next"}, {"id": 249, "text": "b"}],
       "search_metadata": {"max_id": 250, "since_id": 24012619984051000, "count": 2, "query": "a",
        "refresh_url": "?since_id=250&q=a", "next_results": "?max_id=248&q=a&count=2"}}
      """#,
      next: "GET /1.1/search/tweets.json?max_id=248&q=a&count=2", items: "statuses"),
    .init(
      "SoundCloud", "GET /tracks?linked_partitioning=true",
      #"""
      {"collection": [{"id": 1, "user": {"id": 9}}, {"id": 2, "user": {"id": 9}}],
       "next_href": "{base}/tracks?linked_partitioning=true&cursor=abc"}
      """#,
      next: "GET /tracks?linked_partitioning=true&cursor=abc", items: "collection"),
    .init(
      "Azure Resource Manager", "GET /subscriptions?api-version=2022-12-01",
      #"""
      {"value": [{"id": "/subscriptions/1", "tags": {}}],
       "nextLink": "{base}/subscriptions?api-version=2022-12-01&$skiptoken=x"}
      """#,
      next: "GET /subscriptions?api-version=2022-12-01&$skiptoken=x", items: "value"),
    .init(
      "PayPal", "GET /v1/invoicing/invoices",
      #"""
      {"total_pages": 4, "total_items": 10, "items": [{"id": "INV1", "links": [{"rel": "self",
       "href": "{base}/1"}]}], "links": [{"href": "{base}/v1/invoicing/invoices?page=1",
       "rel": "self", "method": "GET"}, {"href": "{base}/v1/invoicing/invoices?page=2",
       "rel": "next", "method": "GET"}]}
      """#,
      next: "GET /v1/invoicing/invoices?page=2", items: "items"),
    .init(
      "SendGrid", "GET /v3/marketing/lists?page_size=1",
      #"""
      {"result": [{"id": "abc", "name": "l1", "_metadata": {"self": "{base}/l/abc"}}],
       "_metadata": {"prev": "", "self": "{base}/v3/marketing/lists?page_size=1",
        "next": "{base}/v3/marketing/lists?page_size=1&page_token=t2", "count": 5}}
      """#,
      next: "GET /v3/marketing/lists?page_size=1&page_token=t2", items: "result"),
    .init(
      "Datadog", "GET /api/v2/logs/events",
      #"""
      {"data": [{"id": "AAAA", "type": "log", "attributes": {}}],
       "links": {"next": "{base}/api/v2/logs/events?page%5Bcursor%5D=eyJz"},
       "meta": {"page": {"after": "eyJz"}, "elapsed": 132, "status": "done"}}
      """#,
      next: "GET /api/v2/logs/events?page%5Bcursor%5D=eyJz", items: "data"),
    .init(
      "CouchDB-like rows", "GET /db/_all?limit=2",
      #"""
      {"total_rows": 9, "offset": 0, "rows": [{"id": "a", "key": "a"}, {"id": "b", "key": "b"}]}
      """#,
      next: "GET /db/_all?limit=2&offset=2", items: "rows"),
    .init(
      "Zenodo", "GET /api/records?q=a",
      #"""
      {"hits": {"hits": [{"id": 1, "links": {"self": "x"}}, {"id": 2}], "total": 100},
       "aggregations": {"type": {"buckets": [{"key": "a"}, {"key": "b"}]}},
       "links": {"self": "{base}/api/records?q=a&page=1", "next": "{base}/api/records?q=a&page=2"}}
      """#,
      next: "GET /api/records?q=a&page=2", items: "hits.hits"),
  ]

  static let tokens: [EnvelopeCase] = [
    .init(
      "Zoom", "GET /v2/users",
      #"""
      {"page_count": 4, "page_number": 1, "page_size": 30, "total_records": 110,
       "next_page_token": "w7587w4eiyfsudgk", "users": [{"id": "a"}, {"id": "b"}]}
      """#,
      next: "GET /v2/users?page_number=2&page_size=30", items: "users", tries: 2),
    .init(
      "Google Cloud snake case", "GET /v1/things?page_size=2",
      #"{"things": [{"name": "a"}, {"name": "b"}], "next_page_token": "abc"}"#,
      next: "GET /v1/things?page_size=2&page_token=abc", items: "things"),
    .init(
      "Pinterest", "GET /v5/boards",
      #"{"items": [{"id": "1", "owner": {}}, {"id": "2"}], "bookmark": "Y2JV"}"#,
      next: "GET /v5/boards?bookmark=Y2JV", items: "items"),
    .init(
      "Box", "GET /2.0/folders/0/items?usemarker=true",
      #"""
      {"limit": 2, "next_marker": "JV9I", "entries": [{"id": "1", "etag": "1"}, {"id": "2"}]}
      """#,
      next: "GET /2.0/folders/0/items?usemarker=true&marker=JV9I", items: "entries"),
    .init(
      "Square", "GET /v2/customers",
      #"{"customers": [{"id": "A"}, {"id": "B"}], "cursor": "9hqR"}"#,
      next: "GET /v2/customers?cursor=9hqR", items: "customers"),
    .init(
      "Square search", #"POST /v2/orders/search {"location_ids": ["L"], "limit": 2}"#,
      #"{"orders": [{"id": "A", "line_items": []}, {"id": "B"}], "cursor": "9hqR"}"#,
      next: #"POST /v2/orders/search {"location_ids": ["L"], "limit": 2, "cursor": "9hqR"}"#,
      items: "orders"),
    .init(
      "Bitbucket Server", "GET /rest/api/1.0/projects",
      #"""
      {"size": 2, "limit": 2, "isLastPage": false, "values": [{"key": "A", "id": 1}, {"key": "B",
       "id": 2}], "start": 0, "nextPageStart": 2}
      """#,
      next: "GET /rest/api/1.0/projects?start=2&limit=2", items: "values"),
    .init(
      "Solr", "GET /select?q=*&sort=id+asc&cursorMark=*",
      #"""
      {"responseHeader": {"status": 0, "params": {}}, "response": {"numFound": 32, "start": 0,
       "docs": [{"id": "a"}, {"id": "b"}]}, "nextCursorMark": "AoEj"}
      """#,
      next: "GET /select?q=*&sort=id+asc&cursorMark=AoEj", items: "response.docs"),
    .init(
      "Crossref", "GET /works?query=a&cursor=*",
      #"""
      {"status": "ok", "message-type": "work-list", "message": {"facets": {}, "next-cursor": "DnF1",
       "total-results": 900, "items": [{"DOI": "10.1/a"}, {"DOI": "10.1/b"}], "items-per-page": 2,
       "query": {"start-index": 0, "search-terms": "a"}}}
      """#,
      next: "GET /works?query=a&cursor=DnF1", items: "message.items"),
    .init(
      "Relay by REST", "GET /api/films",
      #"""
      {"films": [{"id": "1"}, {"id": "2"}], "pageInfo": {"endCursor": "Yw==", "hasNextPage": true,
       "startCursor": "YQ==", "hasPreviousPage": false}}
      """#,
      next: "GET /api/films?after=Yw%3D%3D", items: "films"),
    .init(
      "Anthropic", "GET /v1/models",
      #"""
      {"data": [{"type": "model", "id": "m3"}, {"type": "model", "id": "m2"}], "has_more": true,
       "first_id": "m3", "last_id": "m2"}
      """#,
      next: "GET /v1/models?after_id=m2", items: "data"),
    .init(
      "has_more and the last item's id", "GET /v2/addresses?page_size=2",
      #"{"addresses": [{"id": "adr_2"}, {"id": "adr_1"}], "has_more": true}"#,
      next: "GET /v2/addresses?page_size=2&before_id=adr_1", items: "addresses", tries: 2,
      isGuess: true),
    .init(
      "camel case cursor", "GET /things",
      #"{"things": [{"id": 1}, {"id": 2}], "pagination": {"nextCursor": "c2", "hasMore": true}}"#,
      next: "GET /things?cursor=c2", items: "things"),
    .init(
      "cursors.next", "GET /api/v1/objects",
      #"{"cursors": {"next": "bmV4dA", "prev": null}, "objects": [{"id": 1}, {"id": 2}]}"#,
      next: "GET /api/v1/objects?cursor=bmV4dA", items: "objects"),
    .init(
      "header cursor", "GET /things", headers: [("X-Next-Cursor", "abc123")],
      #"[{"id": 1}, {"id": 2}]"#, next: "GET /things?cursor=abc123", items: ""),
    .init(
      "next page number", "GET /things",
      #"{"things": [{"id": 1}, {"id": 2}], "page": 1, "next_page": 2}"#,
      next: "GET /things?page=2", items: "things"),
    .init(
      "next offset", "GET /v1/persons",
      #"""
      {"success": true, "data": [{"id": 1}, {"id": 2}], "additional_data": {"pagination": {
       "start": 0,
       "limit": 2, "more_items_in_collection": true, "next_start": 2}}}
      """#,
      next: "GET /v1/persons?start=2&limit=2", items: "data"),
    .init(
      "Linear", #"POST /graphql {"query": "{ issues(first: 2, after: null) { nodes { id } } }"}"#,
      #"""
      {"data": {"issues": {"nodes": [{"id": "a"}, {"id": "b"}], "pageInfo": {"hasNextPage": true,
       "endCursor": "b"}}}}
      """#,
      next: "?"),
    .init(
      "continuation token", "GET /artifacts",
      #"{"items": [{"id": "a"}, {"id": "b"}], "continuationToken": "3f5cae01760233b6506547dc"}"#,
      next: "GET /artifacts?continuationToken=3f5cae01760233b6506547dc", items: "items"),
  ]

  static let numbers: [EnvelopeCase] = [
    .init(
      "TMDb", "GET /3/movie/popular",
      #"""
      {"page": 1, "results": [{"id": 1, "genre_ids": [1]}, {"id": 2, "genre_ids": []}],
       "total_pages": 500, "total_results": 1000}
      """#,
      next: "GET /3/movie/popular?page=2", items: "results"),
    .init(
      "json-server", "GET /posts?_page=1&_limit=2", headers: [("X-Total-Count", "100")],
      #"[{"id": 1, "title": "next"}, {"id": 2, "title": "b"}]"#,
      next: "GET /posts?_page=2&_limit=2", items: ""),
    .init(
      "Zoho", "GET /crm/v2/Leads",
      #"""
      {"data": [{"id": "1", "Owner": {"id": "9"}}, {"id": "2", "Owner": {"id": "9"}}],
       "info": {"per_page": 2, "count": 2, "page": 1, "more_records": true}}
      """#,
      next: "GET /crm/v2/Leads?page=2&per_page=2", items: "data"),
    .init(
      "iNaturalist", "GET /v1/observations",
      #"""
      {"total_results": 1000, "page": 1, "per_page": 2, "results": [{"id": 1}, {"id": 2}]}
      """#,
      next: "GET /v1/observations?page=2&per_page=2", items: "results"),
    .init(
      "Webflow", "GET /v2/sites/1/products",
      #"""
      {"items": [{"product": {"id": "a"}}, {"product": {"id": "b"}}],
       "pagination": {"limit": 2, "offset": 0, "total": 9}}
      """#,
      next: "GET /v2/sites/1/products?limit=2&offset=2", items: "items"),
    .init(
      "GBIF", "GET /v1/species",
      #"""
      {"offset": 0, "limit": 2, "endOfRecords": false, "results": [{"key": 1}, {"key": 2}]}
      """#,
      next: "GET /v1/species?offset=2&limit=2", items: "results"),
    .init(
      "OpenLibrary", "GET /search.json?q=a&page=1",
      #"{"numFound": 629, "start": 0, "docs": [{"key": "/a"}, {"key": "/b"}]}"#,
      next: "GET /search.json?q=a&page=2", items: "docs"),
    .init(
      "Solr offset", "GET /select?q=a",
      #"""
      {"responseHeader": {"status": 0, "QTime": 1}, "response": {"numFound": 32, "start": 0,
       "docs": [{"id": "a"}, {"id": "b"}]}}
      """#,
      next: "GET /select?q=a&start=2&rows=2", items: "response.docs"),
    .init(
      "Giphy", "GET /v1/gifs/search?q=a&limit=2&offset=0",
      #"""
      {"data": [{"id": "a", "images": {}}, {"id": "b", "images": {}}], "meta": {"status": 200,
       "msg": "OK"}, "pagination": {"total_count": 250, "count": 2, "offset": 0}}
      """#,
      next: "GET /v1/gifs/search?q=a&limit=2&offset=2", items: "data"),
    .init(
      "zero-based pageNumber", "GET /items?pageNumber=0&pageSize=2",
      #"{"items": [{"id": 1}, {"id": 2}], "totalCount": 9, "pageNumber": 0, "pageSize": 2}"#,
      next: "GET /items?pageNumber=1&pageSize=2", items: "items"),
    .init(
      "ASP.NET", "GET /api/orders",
      #"""
      {"Items": [{"Id": 1}, {"Id": 2}], "PageNumber": 1, "PageSize": 2, "TotalPages": 5,
       "TotalCount": 9}
      """#,
      next: "GET /api/orders?PageNumber=2&PageSize=2", items: "Items"),
    .init(
      "Socrata", "GET /resource/a.json?$limit=2&$offset=0", #"[{"a": "1"}, {"a": "2"}]"#,
      next: "GET /resource/a.json?$limit=2&$offset=2", items: ""),
    .init(
      "OData skip and top", "GET /Products?$top=2&$skip=0",
      #"{"@odata.count": 9, "value": [{"ID": 1}, {"ID": 2}]}"#,
      next: "GET /Products?$top=2&$skip=2", items: "value"),
    .init(
      "Mailchimp", "GET /3.0/lists?offset=0&count=2",
      #"""
      {"lists": [{"id": "a", "_links": [{"rel": "self", "href": "x"}]}, {"id": "b"}],
       "total_items": 15, "_links": [{"rel": "self", "href": "{base}/3.0/lists", "method": "GET"}]}
      """#,
      next: "GET /3.0/lists?offset=2&count=2", items: "lists"),
    .init(
      "page headers", "GET /users",
      headers: [("X-Total-Count", "9"), ("X-Page", "1"), ("X-Per-Page", "2")],
      #"[{"id": 1}, {"id": 2}]"#, next: "GET /users?page=2&per_page=2", items: ""),
    .init(
      "sample pagination object", "GET /articles",
      #"""
      {"articles": [{"id": 1}, {"id": 2}], "pagination": {"current_page": 1, "per_page": 2,
       "total_pages": 3, "total_objects": 5}}
      """#,
      next: "GET /articles?page=2&per_page=2", items: "articles"),
    .init(
      "counts without a page number", "GET /articles",
      #"{"articles": [{"id": 1}, {"id": 2}], "total_pages": 3, "total": 5}"#, next: "?"),
    .init(
      "only a total", "GET /articles", #"{"articles": [{"id": 1}, {"id": 2}], "total": 50}"#,
      next: "?"),
    .init(
      "only has_more", "GET /2.3/questions",
      #"{"items": [{"question_id": 1}, {"question_id": 2}], "has_more": true, "quota_max": 300}"#,
      next: "?"),
  ]
}
