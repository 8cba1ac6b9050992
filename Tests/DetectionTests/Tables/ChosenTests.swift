import Testing

@testable import Detection
@testable import Pagination

/// 50 APIs that were chosen, and written down from their documentation, before detection had seen
/// any of them. Those without a try stay undetected: nothing in the response names the parameter.
@Suite struct ChosenTests {
  @Test(arguments: first + second)
  func aChosenAPIIsDetectedOrSaidToBeUnknown(envelope: EnvelopeCase) {
    #expect(envelope.outcome == (envelope.tries == nil ? .undetected : .found))
  }

  static let first: [EnvelopeCase] = [
    .init(
      "Supercycle", "GET /admin/v1/rentals?limit=2",
      #"""
      {"data": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "nextPage": "eyJpZCI6Mn0"}
      """#,
      next: "GET /admin/v1/rentals?limit=2&page=eyJpZCI6Mn0", items: "data"),
    .init(
      "Kaiko", "GET /v2/data/trades.v1/spot/btc-usd/trades?page_size=2",
      #"""
      {"query": {"page_size": 2, "exchange": "cbse"}, "time": "2024-01-01", "data":
      [{"trade_id": "1", "price": "1.5"}, {"trade_id": "2", "price": "1.6"}],
      "continuation_token": "rbd7", "next_url":
      "{base}/v2/data/trades.v1/spot/btc-usd/trades?continuation_token=rbd7"}
      """#,
      next: "GET /v2/data/trades.v1/spot/btc-usd/trades?continuation_token=rbd7", items: "data"),
    .init(
      "Dovetail", "GET /v1/notes?page[limit]=2",
      #"""
      {"data": [{"id": "a", "title": "x"}, {"id": "b", "title": "y"}], "page": {"total_count":
      5, "has_more": true, "next_cursor": "MTAw"}}
      """#,
      next: "GET /v1/notes?page[limit]=2&page[start_cursor]=MTAw", items: "data", tries: nil),
    .init(
      "Lirium", "GET /v1/customers?limit=2",
      #"""
      {"pagination": {"starting_after": "20200901212845208267", "ending_before":
      "20200901213325502653", "limit": 2}, "data": [{"id": "a"}, {"id": "b"}]}
      """#,
      next: "GET /v1/customers?limit=2&starting_after=20200901212845208267", items: "data",
      tries: nil),
    .init(
      "NXOS", "GET /v1/projects?limit=2",
      headers: [("X-Next-Cursor", "eyJpZCI6ImIifQ"), ("X-Page-Size", "2")],
      #"[{"id": "a"}, {"id": "b"}]"#,
      next: "GET /v1/projects?limit=2&cursor=eyJpZCI6ImIifQ", items: ""),
    .init(
      "Captain Data", "GET /v1/people",
      headers: [
        ("X-Pagination-Next", "{base}/v1/people?page=2"), ("X-Pagination-Previous", "null"),
      ],
      #"[{"uid": "a"}, {"uid": "b"}]"#,
      next: "GET /v1/people?page=2", items: ""),
    .init(
      "Orb", "GET /v1/plans?limit=2",
      #"""
      {"data": [{"id": "a", "name": "x"}, {"id": "b", "name": "y"}], "pagination_metadata":
      {"has_more": true, "next_cursor": "aXR0"}}
      """#,
      next: "GET /v1/plans?limit=2&cursor=aXR0", items: "data"),
    .init(
      "Zeeg", "GET /v2/events?count=2",
      #"""
      {"collection": [{"uuid": "a"}, {"uuid": "b"}], "pagination": {"total": 5, "count": 2,
      "pageCount": 3, "previousPage": null, "page": 1, "nextPage": "/v2/events?count=2&page=2"}}
      """#,
      next: "GET /v2/events?count=2&page=2", items: "collection"),
    .init(
      "StreamSkill", "GET /v1/skills?per-page=2",
      headers: [
        (
          "Link",
          "<{base}/v1/skills?page=1&per-page=2>; rel=self, <{base}/v1/skills?page=2&per-page=2>; rel=next, <{base}/v1/skills?page=3&per-page=2>; rel=last"
        ), ("X-Pagination-Total-Count", "5"), ("X-Pagination-Page-Count", "3"),
        ("X-Pagination-Current-Page", "1"), ("X-Pagination-Per-Page", "2"),
      ],
      #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#,
      next: "GET /v1/skills?page=2&per-page=2", items: ""),
    .init(
      "Smile.io", "GET /v1/customers?limit=2",
      #"""
      {"customers": [{"id": 1, "email": "a"}, {"id": 2, "email": "b"}], "metadata":
      {"next_cursor": "aWQ6MixkaXJl", "previous_cursor": null}}
      """#,
      next: "GET /v1/customers?limit=2&cursor=aWQ6MixkaXJl", items: "customers"),
    .init(
      "Laravel Forge", "GET /api/orgs/o/servers?page[size]=2",
      #"""
      {"data": [{"id": "1", "type": "servers", "attributes": {"name": "a"}}, {"id": "2", "type":
      "servers", "attributes": {"name": "b"}}], "links": {"first": null, "last": null, "prev":
      null, "next": "{base}/api/orgs/o/servers?page%5Bsize%5D=2&page%5Bcursor%5D=eyJp"}, "meta":
      {"path": "{base}/api/orgs/o/servers", "per_page": 2, "next_cursor": "eyJp", "prev_cursor":
      null}}
      """#,
      next: "GET /api/orgs/o/servers?page[size]=2&page[cursor]=eyJp", items: "data"),
    .init(
      "Honeycomb", "GET /2/teams/t/api-keys?page[size]=2",
      #"""
      {"data": [{"id": "hc1", "type": "api-keys", "attributes": {"name": "a"}}, {"id": "hc2",
      "type": "api-keys", "attributes": {"name": "b"}}], "links": {"next":
      "/2/teams/t/api-keys?page[after]=eyxJ&page[size]=2"}}
      """#,
      next: "GET /2/teams/t/api-keys?page[after]=eyxJ&page[size]=2", items: "data"),
    .init(
      "FactSet", "GET /news/v1/headlines?_paginationLimit=2",
      #"""
      {"data": [{"id": "a", "headline": "x"}, {"id": "b", "headline": "y"}], "meta":
      {"pagination": {"next": "dGhl", "previous": null}}}
      """#,
      next: "GET /news/v1/headlines?_paginationLimit=2&_paginationCursor=dGhl", items: "data",
      tries: nil),
    .init(
      "NVD", "GET /rest/json/cves/2.0?resultsPerPage=2",
      #"""
      {"resultsPerPage": 2, "startIndex": 0, "totalResults": 5, "format": "NVD_CVE", "version":
      "2.0", "timestamp": "2024-01-01T00:00:00.000", "vulnerabilities": [{"cve": {"id":
      "CVE-1"}}, {"cve": {"id": "CVE-2"}}]}
      """#,
      next: "GET /rest/json/cves/2.0?resultsPerPage=2&startIndex=2", items: "vulnerabilities"),
    .init(
      "Solace", "GET /api/v2/architecture/applications?pageSize=2",
      #"""
      {"data": [{"id": "a", "name": "x"}, {"id": "b", "name": "y"}], "meta": {"pagination":
      {"pageNumber": 1, "count": 5, "pageSize": 2, "nextPage": 2, "totalPages": 3}}}
      """#,
      next: "GET /api/v2/architecture/applications?pageSize=2&pageNumber=2", items: "data"),
    .init(
      "SAP Commerce", "GET /rest/v2/shop/products/search?query=a&pageSize=2",
      #"""
      {"type": "productSearchPageWsDTO", "currentQuery": {"query": {"value": "a"}},
      "freeTextSearch": "a", "pagination": {"currentPage": 0, "pageSize": 2, "totalPages": 3,
      "totalResults": 5}, "products": [{"code": "1", "name": "a"}, {"code": "2", "name": "b"}],
      "sorts": [{"code": "relevance", "selected": true}]}
      """#,
      next: "GET /rest/v2/shop/products/search?query=a&pageSize=2&currentPage=1", items: "products",
      tries: nil),
    .init(
      "Productive", "GET /api/v2/people?page[size]=2",
      #"""
      {"data": [{"id": "1", "type": "people"}, {"id": "2", "type": "people"}], "meta":
      {"current_page": 1, "total_pages": 3, "total_count": 5, "page_size": 2, "max_page_size":
      200}}
      """#,
      next: "GET /api/v2/people?page[size]=2&page[number]=2", items: "data"),
    .init(
      "Everflow", "GET /v1/networks/affiliates?page_size=2",
      #"""
      {"affiliates": [{"network_affiliate_id": 1, "name": "a"}, {"network_affiliate_id": 2,
      "name": "b"}], "paging": {"page": 1, "page_size": 2, "total_count": 5}}
      """#,
      next: "GET /v1/networks/affiliates?page_size=2&page=2", items: "affiliates"),
    .init(
      "Shopline", "GET /v1/products?per_page=2",
      #"""
      {"items": [{"id": "a", "sku": "x"}, {"id": "b", "sku": "y"}], "pagination":
      {"current_page": 1, "per_page": 2, "total_pages": 3, "total_count": 5}}
      """#,
      next: "GET /v1/products?per_page=2&page=2", items: "items"),
    .init(
      "Plude", "GET /v1/orders?limit=2",
      #"{"result": [{"orderId": "a"}, {"orderId": "b"}], "lastId": "b", "hasMore": true}"#,
      next: "GET /v1/orders?limit=2&nextOffset=b", items: "result", tries: nil),
    .init(
      "Campaign Deputy", "GET /contacts?limit=2",
      #"{"Items": [{"Id": "a"}, {"Id": "b"}], "NextKey": "eyJJZCI6ImIifQ", "HasMore": true}"#,
      next: "GET /contacts?limit=2&lastEvaluatedKey=eyJJZCI6ImIifQ", items: "Items", tries: nil),
    .init(
      "AG5", "GET /v4/employees?limit=2",
      #"""
      {"items": [{"id": "a"}, {"id": "b"}], "total": 5, "count": 2, "limit": 2, "hasMore": true,
      "nextCursor": "c2Vj"}
      """#,
      next: "GET /v4/employees?limit=2&cursor=c2Vj", items: "items"),
    .init(
      "Klaim", "GET /transactions?limit=2",
      #"""
      {"transactions": [{"ref": "a", "amount": 1}, {"ref": "b", "amount": 2}], "starting_after":
      "20240213010101_abcde"}
      """#,
      next: "GET /transactions?limit=2&starting_after=20240213010101_abcde", items: "transactions",
      tries: nil),
    .init(
      "Buckaroo", "GET /v2/invoices?limit=2",
      #"""
      {"items": [{"key": "a"}, {"key": "b"}], "usedContinuationToken": null,
      "nextContinuationToken": "ct02"}
      """#,
      next: "GET /v2/invoices?limit=2&continuationToken=ct02", items: "items"),
    .init(
      "Poelis", "GET /v1/items?limit=2",
      #"{"items": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "count": 2}"#,
      next: "GET /v1/items?limit=2&offset=2", items: "items"),
  ]

  static let second: [EnvelopeCase] = [
    .init(
      "Pexip Engage", "GET /v1/appointments?limit=2",
      #"""
      {"data": [{"id": "a"}, {"id": "b"}], "meta": {"offset": 0, "limit": 2, "totalCount": 5}}
      """#,
      next: "GET /v1/appointments?limit=2&offset=2", items: "data"),
    .init(
      "EPS Momentum", "GET /api/v1/projects?pagination=2,0",
      #"[{"id": 1}, {"id": 2}]"#,
      next: "GET /api/v1/projects?pagination=2,2", items: "", tries: nil),
    .init(
      "Instant Page", "GET /api/sites?limit=2",
      #"""
      {"items": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "totalCount": 5, "limit": 2,
      "skip": 0}
      """#,
      next: "GET /api/sites?limit=2&skip=2", items: "items"),
    .init(
      "Asaas", "GET /v3/payments",
      #"""
      {"object": "list", "hasMore": true, "totalCount": 5, "limit": 2, "offset": 0, "data":
      [{"object": "payment", "id": "pay_1"}, {"object": "payment", "id": "pay_2"}]}
      """#,
      next: "GET /v3/payments?offset=2", items: "data"),
    .init(
      "Nine Minds", "GET /api/v1/tickets?limit=2",
      #"""
      {"data": [{"ticket_id": "a"}, {"ticket_id": "b"}], "pagination": {"page": 1, "limit": 2,
      "total": 5, "totalPages": 3, "hasNext": true, "hasPrev": false}}
      """#,
      next: "GET /api/v1/tickets?limit=2&page=2", items: "data"),
    .init(
      "Cloudinary", "GET /v1_1/demo/resources/image?max_results=2",
      #"""
      {"resources": [{"asset_id": "a1", "public_id": "x", "type": "upload"}, {"asset_id": "b1",
      "public_id": "y", "type": "upload"}], "next_cursor": "7c452e"}
      """#,
      next: "GET /v1_1/demo/resources/image?max_results=2&next_cursor=7c452e", items: "resources",
      tries: nil),
    .init(
      "Unkey", #"POST /v2/apis.listKeys {"apiId": "api_1", "limit": 2}"#,
      #"""
      {"meta": {"requestId": "req_1"}, "data": [{"keyId": "k1", "start": "p"}, {"keyId": "k2",
      "start": "p"}], "pagination": {"cursor": "eyJrZXkiOiJr", "hasMore": true}}
      """#,
      next: #"POST /v2/apis.listKeys {"apiId": "api_1", "limit": 2, "cursor": "eyJrZXkiOiJr"}"#,
      items: "data"),
    .init(
      "Segment", "GET /sources?pagination[count]=2",
      #"""
      {"data": {"sources": [{"id": "a", "slug": "x"}, {"id": "b", "slug": "y"}], "pagination":
      {"current": "MA==", "next": "Mg==", "totalEntries": 5}}}
      """#,
      next: "GET /sources?pagination[count]=2&pagination[cursor]=Mg==", items: "data.sources",
      tries: nil),
    .init(
      "Workable", "GET /spi/v3/jobs?limit=2",
      #"""
      {"jobs": [{"id": "a", "title": "x"}, {"id": "b", "title": "y"}], "paging": {"next":
      "{base}/spi/v3/jobs?limit=2&since_id=2700d6df"}}
      """#,
      next: "GET /spi/v3/jobs?limit=2&since_id=2700d6df", items: "jobs"),
    .init(
      "Gorgias", "GET /api/tickets?limit=2",
      #"""
      {"object": "list", "uri": "/api/tickets", "data": [{"id": 1, "uri": "/api/tickets/1/"},
      {"id": 2, "uri": "/api/tickets/2/"}], "meta": {"prev_cursor": null, "next_cursor":
      "WzE2NzJd"}}
      """#,
      next: "GET /api/tickets?limit=2&cursor=WzE2NzJd", items: "data"),
    .init(
      "Chargebee", "GET /api/v2/customers?limit=2",
      #"""
      {"list": [{"customer": {"id": "a"}}, {"customer": {"id": "b"}}], "next_offset":
      "[\"1612890918000\",\"230000000082\"]"}
      """#,
      next: "GET /api/v2/customers?limit=2&offset=%5B%221612890918000%22%2C%22230000000082%22%5D",
      items: "list"),
    .init(
      "Plaid", #"POST /transactions/sync {"access_token": "t", "count": 2}"#,
      #"""
      {"added": [{"transaction_id": "a", "amount": 1}, {"transaction_id": "b", "amount": 2}],
      "modified": [], "removed": [], "next_cursor": "tVUUL15l", "has_more": true, "request_id":
      "r"}
      """#,
      next: #"POST /transactions/sync {"access_token": "t", "count": 2, "cursor": "tVUUL15l"}"#,
      items: "added"),
    .init(
      "Gong", "GET /v2/calls?fromDateTime=2024-01-01T00:00:00Z",
      #"""
      {"requestId": "4al", "records": {"totalRecords": 5, "currentPageSize": 2,
      "currentPageNumber": 0, "cursor": "eyJhbGciOi"}, "calls": [{"id": "7782", "title": "a"},
      {"id": "7783", "title": "b"}]}
      """#,
      next: "GET /v2/calls?fromDateTime=2024-01-01T00:00:00Z&cursor=eyJhbGciOi", items: "calls"),
    .init(
      "Salesloft", "GET /v2/people?per_page=2",
      #"""
      {"metadata": {"filtering": {}, "paging": {"per_page": 2, "current_page": 1, "next_page":
      2, "prev_page": null}, "sorting": {"sort_by": "updated_at"}}, "data": [{"id": 1,
      "first_name": "a"}, {"id": 2, "first_name": "b"}]}
      """#,
      next: "GET /v2/people?per_page=2&page=2", items: "data"),
    .init(
      "Confluent Cloud", "GET /org/v2/environments?page_size=2",
      #"""
      {"api_version": "org/v2", "kind": "EnvironmentList", "metadata": {"first":
      "{base}/org/v2/environments", "next":
      "{base}/org/v2/environments?page_token=UvmDWOB1&page_size=2"}, "data": [{"id": "env-1"},
      {"id": "env-2"}]}
      """#,
      next: "GET /org/v2/environments?page_token=UvmDWOB1&page_size=2", items: "data"),
    .init(
      "Fitbit",
      "GET /1/user/-/activities/list.json?beforeDate=2024-01-01&sort=desc&offset=0&limit=2",
      #"""
      {"activities": [{"logId": 1, "activityName": "Walk"}, {"logId": 2, "activityName":
      "Run"}], "pagination": {"beforeDate": "2024-01-01", "limit": 2, "next":
      "{base}/1/user/-/activities/list.json?offset=2&limit=2&sort=desc&beforeDate=2024-01-01",
      "offset": 0, "previous": "", "sort": "desc"}}
      """#,
      next: "GET /1/user/-/activities/list.json?offset=2&limit=2&sort=desc&beforeDate=2024-01-01",
      items: "activities"),
    .init(
      "eBay", "GET /buy/browse/v1/item_summary/search?q=a&limit=2",
      #"""
      {"href": "{base}/buy/browse/v1/item_summary/search?q=a&limit=2&offset=0", "total": 5,
      "next": "{base}/buy/browse/v1/item_summary/search?q=a&limit=2&offset=2", "limit": 2,
      "offset": 0, "itemSummaries": [{"itemId": "v1|1|0", "title": "a"}, {"itemId": "v1|2|0",
      "title": "b"}]}
      """#,
      next: "GET /buy/browse/v1/item_summary/search?q=a&limit=2&offset=2", items: "itemSummaries"),
    .init(
      "Etsy", "GET /v3/application/listings/active?limit=2",
      #"""
      {"count": 5, "results": [{"listing_id": 1, "title": "a"}, {"listing_id": 2, "title":
      "b"}]}
      """#,
      next: "GET /v3/application/listings/active?limit=2&offset=2", items: "results"),
    .init(
      "New York Times", "GET /svc/search/v2/articlesearch.json?q=a",
      #"""
      {"status": "OK", "copyright": "c", "response": {"docs": [{"_id": "nyt://a", "web_url":
      "u"}, {"_id": "nyt://b", "web_url": "v"}], "metadata": {"hits": 5, "offset": 0, "time":
      14}}}
      """#,
      next: "GET /svc/search/v2/articlesearch.json?q=a&page=1", items: "response.docs", tries: nil),
    .init(
      "SonarQube", "GET /api/issues/search?ps=2",
      #"""
      {"paging": {"pageIndex": 1, "pageSize": 2, "total": 5}, "effortTotal": 9, "issues":
      [{"key": "a", "rule": "x"}, {"key": "b", "rule": "y"}], "components": [{"key": "c",
      "name": "d"}], "facets": []}
      """#,
      next: "GET /api/issues/search?ps=2&p=2", items: "issues"),
    .init(
      "Matrix", "GET /_matrix/client/v3/rooms/r/messages?dir=b&limit=2",
      #"""
      {"start": "t47429_43", "end": "t47409_43", "chunk": [{"event_id": "$a", "type":
      "m.room.message"}, {"event_id": "$b", "type": "m.room.message"}]}
      """#,
      next: "GET /_matrix/client/v3/rooms/r/messages?dir=b&limit=2&from=t47409_43", items: "chunk"),
    .init(
      "Stellar Horizon", "GET /ledgers?limit=2&order=asc",
      #"""
      {"_links": {"self": {"href": "{base}/ledgers?cursor=&limit=2&order=asc"}, "next": {"href":
      "{base}/ledgers?cursor=12884901888&limit=2&order=asc"}, "prev": {"href":
      "{base}/ledgers?cursor=8589934592&limit=2&order=desc"}}, "_embedded": {"records": [{"id":
      "a", "paging_token": "8589934592"}, {"id": "b", "paging_token": "12884901888"}]}}
      """#,
      next: "GET /ledgers?cursor=12884901888&limit=2&order=asc", items: "_embedded.records"),
    .init(
      "Algorand", "GET /v2/accounts?limit=2",
      #"""
      {"accounts": [{"address": "A"}, {"address": "B"}], "current-round": 10, "next-token":
      "JUHCYA"}
      """#,
      next: "GET /v2/accounts?limit=2&next=JUHCYA", items: "accounts", tries: nil),
    .init(
      "Moralis", "GET /api/v2.2/0x1/nft?limit=2",
      #"""
      {"status": "SYNCED", "page": 0, "page_size": 2, "cursor": "eyJhb", "result": [{"token_id":
      "1", "name": "a"}, {"token_id": "2", "name": "b"}]}
      """#,
      next: "GET /api/v2.2/0x1/nft?limit=2&cursor=eyJhb", items: "result"),
    .init(
      "Covalent", "GET /v1/eth-mainnet/address/0x1/transactions/?page-size=2",
      #"""
      {"data": {"address": "0x1", "updated_at": "2024", "items": [{"tx_hash": "0xa"},
      {"tx_hash": "0xb"}], "pagination": {"has_more": true, "page_number": 0, "page_size": 2,
      "total_count": null}}, "error": false, "error_message": null}
      """#,
      next: "GET /v1/eth-mainnet/address/0x1/transactions/?page-size=2&page-number=1",
      items: "data.items", tries: nil),
  ]
}
