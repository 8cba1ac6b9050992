import Testing

@testable import Detection
@testable import Pagination

/// Envelopes whose names are near those of others, or stand in odd places.
extension StrangersTests {
  @Test(arguments: alikes)
  func namesThatAreNearOthersAreTold(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  static let alikes: [EnvelopeCase] = [
    .init(
      "counts in the first of two elements", "GET /v2/country?per_page=2",
      #"""
      [{"page": 1, "pages": 3, "per_page": "2", "total": 5}, [{"id": "ABW"}, {"id": "AFG"}]]
      """#,
      next: "GET /v2/country?per_page=2&page=2", items: "1"),
    .init(
      "numbers nested in the body", #"POST /transactions/get {"options":{"count":2,"offset":0}}"#,
      #"""
      {"accounts": [{"account_id": "A"}], "total_transactions": 5,
       "transactions": [{"transaction_id": "a"}, {"transaction_id": "b"}]}
      """#,
      next: #"POST /transactions/get {"options":{"count":2,"offset":2}}"#, items: "transactions"),
    .init(
      "a count that bears the list's name", "GET /ws/2/release?artist=x&limit=2",
      #"{"release-count": 5, "release-offset": 0, "releases": [{"id": "a"}, {"id": "b"}]}"#,
      next: "GET /ws/2/release?artist=x&limit=2&offset=2", items: "releases", tries: 2),
    .init(
      "attributes of a list", "GET /2.0/?method=tracks&limit=2",
      #"""
      {"recenttracks": {"track": [{"url": "a"}, {"url": "b"}],
       "@attr": {"page": "1", "perPage": "2", "totalPages": "3", "total": "5"}}}
      """#,
      next: "GET /2.0/?method=tracks&limit=2&page=2", items: "recenttracks.track"),
    .init(
      "the last item's value under its parameter", "GET /IStore/GetAppList/v1/?max_results=2",
      #"""
      {"response": {"apps": [{"appid": 10}, {"appid": 20}], "have_more_results": true,
       "last_appid": 20}}
      """#,
      next: "GET /IStore/GetAppList/v1/?max_results=2&last_appid=20", items: "response.apps"),
    .init(
      "a header that leads on by its pair", "GET /products/BTC/trades?limit=2",
      headers: [("CB-BEFORE", "9"), ("CB-AFTER", "8")], #"[{"trade_id": 9}, {"trade_id": 8}]"#,
      next: "GET /products/BTC/trades?limit=2&after=8", items: ""),
    .init(
      "an offset with a name of its own", "GET /contacts/v1/lists/all/contacts/all?count=2",
      #"{"contacts": [{"vid": 1}, {"vid": 7}], "has-more": true, "vid-offset": 7}"#,
      next: "GET /contacts/v1/lists/all/contacts/all?count=2&vidOffset=7", items: "contacts"),
    .init(
      "an offset that nobody asked for", "GET /companies/v2/companies/paged?limit=2",
      #"{"companies": [{"companyId": 1}, {"companyId": 7}], "has-more": true, "offset": 7}"#,
      next: "GET /companies/v2/companies/paged?limit=2&offset=7", items: "companies"),
    .init(
      "where a search goes on", "GET /w/api.php?action=wbsearchentities&limit=2",
      #"""
      {"searchinfo": {"search": "x"}, "search": [{"id": "Q1"}, {"id": "Q2"}],
       "search-continue": 2}
      """#,
      next: "GET /w/api.php?action=wbsearchentities&limit=2&continue=2", items: "search"),
    .init(
      "a token that is JSON text", "GET /api/v2/customers?limit=2",
      #"""
      {"list": [{"customer": {"id": "a"}}, {"customer": {"id": "b"}}],
       "next_offset": "[\"2\", \"9\"]"}
      """#,
      next: #"GET /api/v2/customers?limit=2&offset=%5B%222%22%2C%20%229%22%5D"#, items: "list"),
    .init(
      "a bare token at the root", "GET /paper/search/bulk?query=x",
      #"""
      {"total": 5, "token": "PCOA3RZZB2ADADAEYCX2", "data": [{"paperId": "a"}, {"paperId": "b"}]}
      """#,
      next: "GET /paper/search/bulk?query=x&token=PCOA3RZZB2ADADAEYCX2", items: "data"),
    .init(
      "a position in letters", "GET /restapis?limit=2",
      #"{"item": [{"id": "a"}, {"id": "b"}], "position": "MjAyNA"}"#,
      next: "GET /restapis?limit=2&position=MjAyNA", items: "item"),
    .init(
      "pages are counted, offsets are sent", "GET /tables/t/records?limit=2",
      #"""
      {"list": [{"Id": 1}, {"Id": 2}],
       "pageInfo": {"totalRows": 5, "page": 1, "pageSize": 2, "isLastPage": false}}
      """#,
      next: "GET /tables/t/records?limit=2&offset=2", items: "list", tries: 2),
    .init(
      "first and max", "GET /admin/realms/r/users?first=0&max=2",
      #"[{"id": "a", "username": "x"}, {"id": "b", "username": "y"}]"#,
      next: "GET /admin/realms/r/users?first=2&max=2", items: ""),
    .init(
      "a size in the place of a total", "GET /rest/posts?count=2",
      #"""
      {"paging": {"start": 0, "count": 2, "links": [{"rel": "next",
       "href": "/rest/posts?start=2&count=2"}]}, "elements": [{"id": "a"}, {"id": "b"}]}
      """#,
      next: "GET /rest/posts?start=2&count=2", items: "elements"),
    .init(
      "columns of a table are one document", "GET /v1/forecast",
      #"{"latitude": 1.0, "hourly": {"time": ["a", "b"], "temperature": [1, 2]}}"#,
      next: "-", items: ""),
    .init(
      "a document with lists of its own", "GET /openapi.json",
      #"""
      {"openapi": "3.0.0", "info": {"title": "A"}, "servers": [{"url": "x"}],
       "tags": [{"name": "a"}], "paths": {"/x": {}}}
      """#,
      next: "-", items: ""),
    .init(
      "no items, and no list", "GET /2/users/1/tweets?max_results=2",
      #"{"meta": {"result_count": 0}}"#, next: "-", items: "items"),
    .init(
      "links that lead elsewhere only", "GET /orders",
      #"{"_links": {"self": {"href": "/orders"}}, "_embedded": {"orders": [{"id": 1}, {"id": 2}]}}"#,
      next: "-", items: "_embedded.orders"),
    .init(
      "Mailchimp, whose profile knows the parameters", "GET /3.0/lists",
      #"""
      {"lists": [{"id": "a"}, {"id": "b"}], "total_items": 5,
       "_links": [{"rel": "self", "href": "/3.0/lists"}]}
      """#,
      next: "GET /3.0/lists?count=2&offset=2", items: "lists"),
  ]
}
