import Testing

@testable import Detection
@testable import Pagination

extension StrangersTests {
  @Test(arguments: more + still)
  func moreUnknownAPIsAreDetected(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  static let more: [EnvelopeCase] = [
    .init(
      "Intercom", "GET /contacts",
      #"""
      {"type": "list", "data": [{"id": "a", "type": "contact"}, {"id": "b", "type": "contact"}],
       "total_count": 105, "pages": {"type": "pages", "page": 1, "per_page": 2, "total_pages": 53,
       "next": {"page": 2, "starting_after": "WzE3"}}}
      """#,
      next: "GET /contacts?starting_after=WzE3", items: "data"),
    .init(
      "Eventbrite", "GET /v3/organizations/1/events",
      #"""
      {"pagination": {"object_count": 9, "page_number": 1, "page_size": 2, "page_count": 5,
       "continuation": "dGhpcyBpcw", "has_more_items": true}, "events": [{"id": "1"}, {"id": "2"}]}
      """#,
      next: "GET /v3/organizations/1/events?continuation=dGhpcyBpcw", items: "events"),
    .init(
      "Todoist", "GET /api/v1/tasks",
      #"{"results": [{"id": "1", "labels": []}, {"id": "2"}], "next_cursor": "NHRh"}"#,
      next: "GET /api/v1/tasks?cursor=NHRh", items: "results"),
    .init(
      "Figma", "GET /v1/files/k/versions",
      #"""
      {"versions": [{"id": "1", "user": {}}, {"id": "2", "user": {}}],
       "pagination": {"next_page": "{base}/v1/files/k/versions?before=2"}}
      """#,
      next: "GET /v1/files/k/versions?before=2", items: "versions"),
    .init(
      "Mailgun", "GET /v3/d/events",
      #"""
      {"items": [{"id": "a", "tags": []}], "paging": {"previous": "{base}/v3/d/events/W3s",
       "first": "{base}/v3/d/events/W3f", "last": "{base}/v3/d/events/W3l",
       "next": "{base}/v3/d/events/W3n"}}
      """#,
      next: "GET /v3/d/events/W3n", items: "items"),
    .init(
      "Adyen", "GET /v3/merchants",
      #"""
      {"_links": {"first": {"href": "{base}/v3/merchants?pageNumber=1&pageSize=2"},
       "next": {"href": "{base}/v3/merchants?pageNumber=2&pageSize=2"}},
       "itemsTotal": 9, "pagesTotal": 5, "data": [{"id": "A"}, {"id": "B"}]}
      """#,
      next: "GET /v3/merchants?pageNumber=2&pageSize=2", items: "data"),
    .init(
      "Hacker News", "GET /api/v1/search?query=a",
      #"""
      {"exhaustive": {"nbHits": false}, "hits": [{"objectID": "1", "_tags": []}, {"objectID": "2"}],
       "hitsPerPage": 2, "nbHits": 900, "nbPages": 450, "page": 0, "params": "query=a"}
      """#,
      next: "GET /api/v1/search?query=a&page=1&hitsPerPage=2", items: "hits"),
    .init(
      "Guardian", "GET /search?q=a",
      #"""
      {"response": {"status": "ok", "userTier": "developer", "total": 99, "startIndex": 1,
       "pageSize": 2, "currentPage": 1, "pages": 50, "results": [{"id": "a"}, {"id": "b"}]}}
      """#,
      next: "GET /search?q=a&page=2", items: "response.results"),
    .init(
      "Europe PMC", "GET /search?query=a",
      #"""
      {"version": "6.9", "hitCount": 100, "nextCursorMark": "AoIIP", "nextPageUrl":
       "{base}/search?query=a&cursorMark=AoIIP", "request": {"queryString": "a", "pageSize": 2},
       "resultList": {"result": [{"id": "1", "source": "MED"}, {"id": "2", "source": "MED"}]}}
      """#,
      next: "GET /search?query=a&cursorMark=AoIIP", items: "resultList.result"),
    .init(
      "Open Food Facts", "GET /api/v2/search",
      #"""
      {"count": 3000, "page": 1, "page_count": 2, "page_size": 2, "products": [{"_id": "1",
       "brands_tags": ["a"]}, {"_id": "2"}], "skip": 0}
      """#,
      next: "GET /api/v2/search?page=2&page_size=2", items: "products"),
    .init(
      "Tumblr", "GET /v2/blog/x/posts",
      #"""
      {"meta": {"status": 200, "msg": "OK"}, "response": {"blog": {"name": "x", "posts": 99},
       "posts": [{"id": 1}, {"id": 2}], "total_posts": 99, "_links": {"next":
       {"href": "/v2/blog/x/posts?offset=2", "method": "GET", "query_params": {"offset": "2"}}}}}
      """#,
      next: "GET /v2/blog/x/posts?offset=2", items: "response.posts"),
    .init(
      "Vimeo", "GET /videos?query=a",
      #"""
      {"total": 99, "page": 1, "per_page": 2, "paging": {"next": "/videos?query=a&page=2",
       "previous": null, "first": "/videos?query=a&page=1", "last": "/videos?query=a&page=50"},
       "data": [{"uri": "/videos/1", "tags": []}, {"uri": "/videos/2", "tags": []}]}
      """#,
      next: "GET /videos?query=a&page=2", items: "data"),
    .init(
      "Auth0", "GET /api/v2/users?page=0&per_page=2&include_totals=true",
      #"{"start": 0, "limit": 2, "length": 2, "total": 9, "users": [{"user_id": 1}, {"name": 2}]}"#,
      next: "GET /api/v2/users?page=1&per_page=2&include_totals=true", items: "users"),
    .init(
      "Vercel", "GET /v6/deployments",
      #"""
      {"deployments": [{"uid": "a"}, {"uid": "b"}],
       "pagination": {"count": 2, "next": 1540095775951, "prev": 1540095775991}}
      """#,
      next: "?"),
    .init(
      "Cloudflare cursor", "GET /client/v4/accounts/1/storage/kv/namespaces/2/keys",
      #"""
      {"success": true, "errors": [], "messages": [], "result": [{"name": "a"}, {"name": "b"}],
       "result_info": {"count": 2, "cursor": "6Ck1"}}
      """#,
      next: "GET /client/v4/accounts/1/storage/kv/namespaces/2/keys?cursor=6Ck1", items: "result"),
    .init(
      "Firestore", "GET /v1/projects/p/databases/d/documents/c",
      #"{"documents": [{"name": "p/1", "fields": {}}, {"name": "p/2"}], "nextPageToken": "AFT"}"#,
      next: "GET /v1/projects/p/databases/d/documents/c?pageToken=AFT", items: "documents"),
  ]

  static let still: [EnvelopeCase] = [
    .init(
      "Ghost", "GET /ghost/api/content/posts/",
      #"""
      {"posts": [{"id": "1", "tags": []}, {"id": "2", "tags": []}], "meta": {"pagination":
       {"page": 1, "limit": 2, "pages": 3, "total": 5, "next": 2, "prev": null}}}
      """#,
      next: "GET /ghost/api/content/posts/?page=2&limit=2", items: "posts"),
    .init(
      "Prismic", "GET /api/v2/documents/search?ref=r",
      #"""
      {"page": 1, "results_per_page": 2, "results_size": 2, "total_results_size": 9,
       "total_pages": 5, "next_page": "{base}/api/v2/documents/search?ref=r&page=2",
       "prev_page": null, "results": [{"id": "a", "tags": []}, {"id": "b"}], "version": "d"}
      """#,
      next: "GET /api/v2/documents/search?ref=r&page=2", items: "results"),
    .init(
      "Kontent", "GET /p/items",
      #"""
      {"items": [{"system": {"id": "a"}}, {"system": {"id": "b"}}], "modular_content": {},
       "pagination": {"skip": 0, "limit": 2, "count": 2, "next_page": "{base}/p/items?skip=2"}}
      """#,
      next: "GET /p/items?skip=2", items: "items"),
    .init(
      "Storyblok", "GET /v2/cdn/stories", headers: [("Total", "99"), ("Per-Page", "2")],
      #"{"stories": [{"id": 1, "uuid": "a"}, {"id": 2, "uuid": "b"}], "cv": 1541863983}"#,
      next: "?"),
    .init(
      "BigCommerce", "GET /v3/catalog/products",
      #"""
      {"data": [{"id": 1}, {"id": 2}], "meta": {"pagination": {"total": 5, "count": 2,
       "per_page": 2, "current_page": 1, "total_pages": 3, "links": {"next": "?page=2&limit=2",
       "current": "?page=1&limit=2"}}}}
      """#,
      next: "GET /v3/catalog/products?page=2&limit=2", items: "data"),
    .init(
      "Magento",
      "GET /V1/products?searchCriteria[pageSize]=2&searchCriteria[currentPage]=1",
      #"""
      {"items": [{"id": 1, "sku": "a"}, {"id": 2, "sku": "b"}], "search_criteria":
       {"filter_groups": [], "page_size": 2, "current_page": 1}, "total_count": 99}
      """#,
      next: "GET /V1/products?searchCriteria[pageSize]=2&searchCriteria[currentPage]=2",
      items: "items"),
    .init(
      "Strapi", "GET /api/posts?pagination[page]=1&pagination[pageSize]=2",
      #"""
      {"data": [{"id": 1, "attributes": {}}, {"id": 2, "attributes": {}}],
       "meta": {"pagination": {"page": 1, "pageSize": 2, "pageCount": 3, "total": 5}}}
      """#,
      next: "GET /api/posts?pagination[page]=2&pagination[pageSize]=2", items: "data"),
    .init(
      "Sentry", "GET /api/0/projects/",
      headers: [
        (
          "Link",
          """
          <{base}/api/0/projects/?&cursor=100:-1:1>; rel="previous"; results="false"; \
          cursor="100:-1:1", <{base}/api/0/projects/?&cursor=100:1:0>; rel="next"; results="true"; \
          cursor="100:1:0"
          """
        )
      ],
      #"[{"id": "1", "slug": "a"}, {"id": "2", "slug": "b"}]"#,
      next: "GET /api/0/projects/?&cursor=100:1:0", items: ""),
    .init(
      "Amadeus", "GET /v1/locations?keyword=a",
      #"""
      {"meta": {"count": 9, "links": {"self": "{base}/v1/locations?keyword=a",
       "next": "{base}/v1/locations?keyword=a&page[offset]=2"}},
       "data": [{"type": "location", "id": "A"}, {"type": "location", "id": "B"}]}
      """#,
      next: "GET /v1/locations?keyword=a&page[offset]=2", items: "data"),
    .init(
      "a token inside of the object that has the size",
      #"POST /events/search {"page": {"limit": 2}, "sort": "time"}"#,
      #"""
      {"meta": {"page": {"after": "eyJh"}}, "data": [{"id": "a"}, {"id": "b"}],
       "links": {"next": "{base}/events?sort=time&page%5Bcursor%5D=eyJh&page%5Blimit%5D=2"}}
      """#,
      next: #"POST /events/search {"page": {"limit": 2, "cursor": "eyJh"}, "sort": "time"}"#,
      items: "data"),
    .init(
      "a link with blanks inside", "GET /rest/search?cql=a%20order%20by%20b&limit=2",
      #"""
      {"results": [{"id": "1"}, {"id": "2"}], "start": 0, "limit": 2, "size": 2,
       "_links": {"next": "/rest/search?limit=2&start=2&cql=a order by b"}}
      """#,
      next: "GET /rest/search?limit=2&start=2&cql=a%20order%20by%20b", items: "results"),
    .init(
      "a link that leads on from a time", "GET /exports?start_time=7&per_page=2",
      #"""
      {"tickets": [{"id": 1}, {"id": 2}], "after_url": "{base}/exports?cursor=MTU1&per_page=2",
       "after_cursor": "MTU1", "before_url": null, "end_of_stream": false}
      """#,
      next: "GET /exports?cursor=MTU1&per_page=2", items: "tickets"),
    .init(
      "Lever", "GET /v1/opportunities?limit=2",
      #"{"data": [{"id": "a"}, {"id": "b"}], "hasNext": true, "next": "0.1414895548650.a6070140"}"#,
      next: "?"),
    .init(
      "Wrike", "GET /api/v4/tasks?pageSize=2",
      #"{"kind": "tasks", "nextPageToken": "AFZ2", "responseSize": 4, "data": [{"id": "a"}]}"#,
      next: "GET /api/v4/tasks?pageSize=2&nextPageToken=AFZ2", items: "data", tries: 2),
    .init(
      "Elastic Cloud", "GET /api/v1/deployments?size=2&from=0",
      #"{"deployments": [{"id": "a"}, {"id": "b"}], "return_count": 2, "match_count": 9}"#,
      next: "GET /api/v1/deployments?size=2&from=2", items: "deployments"),
    .init(
      "Nexus", "GET /service/rest/v1/components?repository=a",
      #"{"items": [{"id": "a"}, {"id": "b"}], "continuationToken": null}"#, next: "-"),
    .init(
      "Blockscout", "GET /api/v2/blocks?type=block",
      #"""
      {"items": [{"hash": "0x1", "height": 9}, {"hash": "0x2", "height": 8}],
       "next_page_params": {"block_number": 8, "items_count": 2}}
      """#,
      next: "GET /api/v2/blocks?type=block&block_number=8&items_count=2", items: "items"),
    .init(
      "Twitter cursors", "GET /1.1/followers/list.json",
      #"""
      {"users": [{"id": 1, "id_str": "1"}, {"id": 2, "id_str": "2"}],
       "next_cursor": 1333504313713126852, "next_cursor_str": "1333504313713126852",
       "previous_cursor": 0, "previous_cursor_str": "0"}
      """#,
      next: "GET /1.1/followers/list.json?cursor=1333504313713126852", items: "users"),
    .init(
      "a nested page", "GET /orders",
      #"""
      {"code": 0, "data": {"records": [{"id": 1, "lines": []}, {"id": 2, "lines": []}],
       "total": 95, "size": 2, "current": 1, "pages": 48}}
      """#,
      next: "GET /orders?page=2&size=2", items: "data.records"),
    .init(
      "a zero-based PageIndex", "GET /orders",
      #"""
      {"Data": [{"Id": 1}, {"Id": 2}], "Paging": {"TotalCount": 9, "PageIndex": 0, "PageSize": 2}}
      """#,
      next: "GET /orders?PageIndex=1&PageSize=2", items: "Data"),
    .init(
      "an unknown token", "GET /cosmos/staking/validators",
      #"{"validators": [{"id": 1}, {"id": 2}], "pagination": {"next_key": "FGx", "total": "0"}}"#,
      next: "?"),
    .init(
      "an odata count alone", "GET /Products",
      #"{"@odata.count": 9, "value": [{"ID": 1}, {"ID": 2}]}"#, next: "?"),
    .init(
      "Stack Exchange with a page", "GET /2.3/questions?page=1&pagesize=2",
      #"{"items": [{"question_id": 1}, {"question_id": 2}], "has_more": true, "quota_max": 300}"#,
      next: "GET /2.3/questions?page=2&pagesize=2", items: "items"),
  ]
}
