import Testing

@testable import Detection
@testable import Pagination

/// APIs whose responses were written down from their documentation before detection had seen them.
@Suite struct UnseenTests {
  @Test(arguments: first + second)
  func anUnseenAPIIsDetected(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  static let first: [EnvelopeCase] = [
    .init(
      "ClickUp", "GET /api/v2/list/1/task?page=0",
      #"""
      {"tasks": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "last_page": false}
      """#,
      next: "GET /api/v2/list/1/task?page=1", items: "tasks"),
    .init(
      "Front", "GET /conversations?limit=2",
      #"""
      {"_pagination": {"next": "{base}/conversations?limit=2&page_token=ab"},
      "_links": {"self": "{base}/conversations"}, "_results": [{"id": 1, "name": "a"},
      {"id": 2, "name": "b"}]}
      """#,
      next: "GET /conversations?limit=2&page_token=ab", items: "_results"),
    .init(
      "Help Scout", "GET /v2/conversations",
      #"""
      {"_embedded": {"conversations": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]},
      "_links": {"next": {"href": "{base}/v2/conversations?page=2"},
      "self": {"href": "{base}/v2/conversations?page=1"}}, "page": {"size": 2,
      "totalElements": 5, "totalPages": 3, "number": 1}}
      """#,
      next: "GET /v2/conversations?page=2", items: "_embedded.conversations"),
    .init(
      "Pipedrive v1", "GET /v1/deals?limit=2",
      #"""
      {"success": true, "data": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
      "additional_data": {"pagination": {"start": 0, "limit": 2,
      "more_items_in_collection": true, "next_start": 2}}}
      """#,
      next: "GET /v1/deals?limit=2&start=2", items: "data"),
    .init(
      "Pipedrive v2", "GET /api/v2/deals?limit=2",
      #"""
      {"success": true, "data": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
      "additional_data": {"next_cursor": "eyJm"}}
      """#,
      next: "GET /api/v2/deals?limit=2&cursor=eyJm", items: "data"),
    .init(
      "Recurly v3", "GET /accounts?limit=2",
      #"""
      {"object": "list", "has_more": true, "next": "/accounts?cursor=abc&limit=2",
      "data": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}
      """#,
      next: "GET /accounts?cursor=abc&limit=2", items: "data"),
    .init(
      "Xero", "GET /api.xro/2.0/Invoices?page=1",
      #"""
      {"Id": "x", "Status": "OK", "pagination": {"page": 1, "pageSize": 2, "pageCount": 3,
      "itemCount": 5}, "Invoices": [{"InvoiceID": "a"}, {"InvoiceID": "b"}]}
      """#,
      next: "GET /api.xro/2.0/Invoices?page=2", items: "Invoices"),
    .init(
      "NetSuite", "GET /services/rest/record/v1/customer?limit=2",
      #"""
      {"links": [{"rel": "next",
      "href": "{base}/services/rest/record/v1/customer?limit=2&offset=2"}, {"rel": "self",
      "href": "{base}/x"}], "count": 2, "hasMore": true, "items": [{"links": [], "id": "1"},
      {"links": [], "id": "2"}], "offset": 0, "totalResults": 5}
      """#,
      next: "GET /services/rest/record/v1/customer?limit=2&offset=2", items: "items"),
    .init(
      "Workday", "GET /ccx/api/v1/workers?limit=2&offset=0",
      #"""
      {"total": 5, "data": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}
      """#,
      next: "GET /ccx/api/v1/workers?limit=2&offset=2", items: "data"),
    .init(
      "Marketo", "GET /rest/v1/leads.json",
      #"""
      {"requestId": "e", "result": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
      "success": true, "nextPageToken": "AB3", "moreResult": true}
      """#,
      next: "GET /rest/v1/leads.json?nextPageToken=AB3", items: "result", tries: 2),
    .init(
      "Harvest", "GET /v2/time_entries?per_page=2",
      #"""
      {"time_entries": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "per_page": 2,
      "total_pages": 3, "total_entries": 5, "next_page": 2, "previous_page": null, "page": 1,
      "links": {"first": "{base}/v2/time_entries?page=1&per_page=2",
      "next": "{base}/v2/time_entries?page=2&per_page=2", "previous": null,
      "last": "{base}/v2/time_entries?page=3&per_page=2"}}
      """#,
      next: "GET /v2/time_entries?page=2&per_page=2", items: "time_entries"),
    .init(
      "Typeform", "GET /forms?page_size=2",
      #"""
      {"total_items": 5, "page_count": 3, "items": [{"id": 1, "name": "a"}, {"id": 2,
      "name": "b"}]}
      """#,
      next: "GET /forms?page_size=2&page=2", items: "items", tries: 2, isGuess: true),
    .init(
      "SurveyMonkey", "GET /v3/surveys",
      #"""
      {"data": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "per_page": 2, "page": 1,
      "total": 5, "links": {"self": "{base}/v3/surveys?page=1&per_page=2",
      "next": "{base}/v3/surveys?page=2&per_page=2"}}
      """#,
      next: "GET /v3/surveys?page=2&per_page=2", items: "data"),
    .init(
      "Calendly", "GET /scheduled_events?count=2",
      #"""
      {"collection": [{"uri": "{base}/scheduled_events/1"},
      {"uri": "{base}/scheduled_events/2"}], "pagination": {"count": 2,
      "next_page": "{base}/scheduled_events?count=2&page_token=st", "previous_page": null,
      "next_page_token": "st", "previous_page_token": null}}
      """#,
      next: "GET /scheduled_events?count=2&page_token=st", items: "collection"),
    .init(
      "LaunchDarkly", "GET /api/v2/flags/p?limit=2",
      #"""
      {"_links": {"self": {"href": "/api/v2/flags/p?limit=2", "type": "application/json"},
      "next": {"href": "/api/v2/flags/p?limit=2&offset=2", "type": "application/json"}},
      "items": [{"key": "a"}, {"key": "b"}], "totalCount": 5}
      """#,
      next: "GET /api/v2/flags/p?limit=2&offset=2", items: "items"),
    .init(
      "Snyk", "GET /rest/orgs/1/projects?version=2024-01-01&limit=2",
      #"""
      {"jsonapi": {"version": "1.0"}, "data": [{"id": 1, "name": "a"}, {"id": 2,
      "name": "b"}], "links": {"self": "/rest/orgs/1/projects?version=2024-01-01&limit=2",
      "next": "/rest/orgs/1/projects?version=2024-01-01&limit=2&starting_after=v1"}}
      """#,
      next: "GET /rest/orgs/1/projects?version=2024-01-01&limit=2&starting_after=v1", items: "data"),
    .init(
      "Render", "GET /v1/services?limit=2",
      #"""
      [{"cursor": "aa", "service": {"id": "s1"}}, {"cursor": "bb", "service": {"id": "s2"}}]
      """#,
      next: "GET /v1/services?limit=2&cursor=bb", items: ""),
    .init(
      "Vultr", "GET /v2/instances?per_page=2",
      #"""
      {"instances": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "meta": {"total": 5,
      "links": {"next": "bmV4dA==", "prev": ""}}}
      """#,
      next: "GET /v2/instances?per_page=2&cursor=bmV4dA==", items: "instances", isGuess: true),
    .init(
      "Hetzner", "GET /v1/servers?per_page=2",
      #"""
      {"servers": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
      "meta": {"pagination": {"page": 1, "per_page": 2, "previous_page": null,
      "next_page": 2, "last_page": 3, "total_entries": 5}}}
      """#,
      next: "GET /v1/servers?per_page=2&page=2", items: "servers"),
    .init(
      "Scaleway", "GET /instance/v1/zones/a/servers?per_page=2",
      headers: [("X-Total-Count", "5")],
      #"""
      {"servers": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}
      """#,
      next: "GET /instance/v1/zones/a/servers?per_page=2&page=2", items: "servers", tries: 2,
      isGuess: true),
    .init(
      "Backblaze B2", #"POST /b2api/v2/b2_list_file_names {"bucketId": "b", "maxFileCount": 2}"#,
      #"""
      {"files": [{"fileId": "1", "fileName": "a"}, {"fileId": "2", "fileName": "b"}],
      "nextFileName": "c"}
      """#,
      next:
        #"POST /b2api/v2/b2_list_file_names {"bucketId": "b", "maxFileCount": 2, "startFileName": "c"}"#,
      items: "files"),
    .init(
      "BigQuery rows", "GET /bigquery/v2/projects/p/datasets/d/tables/t/data?maxResults=2",
      #"""
      {"kind": "bigquery#tableDataList", "etag": "x", "totalRows": "5", "pageToken": "BFRW",
      "rows": [{"f": [{"v": "1"}]}, {"f": [{"v": "2"}]}]}
      """#,
      next: "GET /bigquery/v2/projects/p/datasets/d/tables/t/data?maxResults=2&pageToken=BFRW",
      items: "rows"),
    .init(
      "Discogs", "GET /artists/1/releases?per_page=2",
      #"""
      {"pagination": {"page": 1, "pages": 3, "per_page": 2, "items": 5,
      "urls": {"last": "{base}/artists/1/releases?per_page=2&page=3",
      "next": "{base}/artists/1/releases?per_page=2&page=2"}}, "releases": [{"id": 1,
      "name": "a"}, {"id": 2, "name": "b"}]}
      """#,
      next: "GET /artists/1/releases?per_page=2&page=2", items: "releases"),
    .init(
      "Spotify", "GET /v1/me/tracks?limit=2",
      #"""
      {"href": "{base}/v1/me/tracks?limit=2&offset=0", "items": [{"added_at": "2020",
      "track": {"id": "a"}}, {"added_at": "2021", "track": {"id": "b"}}], "limit": 2,
      "next": "{base}/v1/me/tracks?offset=2&limit=2", "offset": 0, "previous": null,
      "total": 5}
      """#,
      next: "GET /v1/me/tracks?offset=2&limit=2", items: "items"),
    .init(
      "Deezer", "GET /artist/27/albums",
      #"""
      {"data": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "total": 5,
      "next": "{base}/artist/27/albums?index=2"}
      """#,
      next: "GET /artist/27/albums?index=2", items: "data"),
    .init(
      "OpenSea", "GET /api/v2/collection/c/nfts?limit=2",
      #"""
      {"nfts": [{"identifier": "1"}, {"identifier": "2"}], "next": "LXBrPTEw"}
      """#,
      next: "GET /api/v2/collection/c/nfts?limit=2&next=LXBrPTEw", items: "nfts", tries: 2,
      isGuess: true),
    .init(
      "CoinGecko", "GET /api/v3/coins/markets?vs_currency=usd&per_page=2&page=1",
      #"""
      [{"id": "bitcoin"}, {"id": "ethereum"}]
      """#,
      next: "GET /api/v3/coins/markets?vs_currency=usd&per_page=2&page=2", items: ""),
    .init(
      "Etherscan", "GET /api?module=account&action=txlist&page=1&offset=2",
      #"""
      {"status": "1", "message": "OK", "result": [{"hash": "0x1"}, {"hash": "0x2"}]}
      """#,
      next: "GET /api?module=account&action=txlist&page=2&offset=2", items: "result"),
    .init(
      "Alpaca", "GET /v2/stocks/AAPL/bars?limit=2",
      #"""
      {"bars": [{"t": "1", "o": 1.5}, {"t": "2", "o": 1.6}], "symbol": "AAPL",
      "next_page_token": "QUFQTA=="}
      """#,
      next: "GET /v2/stocks/AAPL/bars?limit=2&page_token=QUFQTA==", items: "bars"),
  ]

  static let second: [EnvelopeCase] = [
    .init(
      "Polygon", "GET /v3/reference/tickers?limit=2",
      #"""
      {"results": [{"ticker": "A"}, {"ticker": "B"}], "status": "OK", "request_id": "e",
      "count": 2, "next_url": "{base}/v3/reference/tickers?cursor=YW"}
      """#,
      next: "GET /v3/reference/tickers?cursor=YW", items: "results"),
    .init(
      "Coinbase", "GET /v2/accounts?limit=2",
      #"""
      {"pagination": {"ending_before": null, "starting_after": null, "limit": 2,
      "order": "desc", "previous_uri": null,
      "next_uri": "/v2/accounts?limit=2&starting_after=b"}, "data": [{"id": "a"},
      {"id": "b"}]}
      """#,
      next: "GET /v2/accounts?limit=2&starting_after=b", items: "data"),
    .init(
      "GoCardless", "GET /customers?limit=2",
      #"""
      {"customers": [{"id": "CU1"}, {"id": "CU2"}], "meta": {"cursors": {"before": null,
      "after": "CU2"}, "limit": 2}}
      """#,
      next: "GET /customers?limit=2&after=CU2", items: "customers"),
    .init(
      "Mollie", "GET /v2/payments?limit=2",
      #"""
      {"count": 2, "_embedded": {"payments": [{"id": "tr_1"}, {"id": "tr_2"}]},
      "_links": {"self": {"href": "{base}/v2/payments?limit=2", "type": "a"},
      "previous": null, "next": {"href": "{base}/v2/payments?from=tr_3&limit=2",
      "type": "a"}}}
      """#,
      next: "GET /v2/payments?from=tr_3&limit=2", items: "_embedded.payments"),
    .init(
      "Lemon Squeezy", "GET /v1/products",
      #"""
      {"meta": {"page": {"currentPage": 1, "from": 1, "lastPage": 3, "perPage": 2, "to": 2,
      "total": 5}}, "jsonapi": {"version": "1.0"},
      "links": {"first": "{base}/v1/products?page%5Bnumber%5D=1",
      "last": "{base}/v1/products?page%5Bnumber%5D=3",
      "next": "{base}/v1/products?page%5Bnumber%5D=2"}, "data": [{"id": 1, "name": "a"},
      {"id": 2, "name": "b"}]}
      """#,
      next: "GET /v1/products?page%5Bnumber%5D=2", items: "data"),
    .init(
      "commercetools", "GET /p/customers?limit=2",
      #"""
      {"limit": 2, "offset": 0, "count": 2, "total": 5, "results": [{"id": "a"}, {"id": "b"}]}
      """#,
      next: "GET /p/customers?limit=2&offset=2", items: "results"),
    .init(
      "Contentstack", "GET /v3/entries?skip=0&limit=2&include_count=true",
      #"""
      {"entries": [{"uid": "a"}, {"uid": "b"}], "count": 5}
      """#,
      next: "GET /v3/entries?skip=2&limit=2&include_count=true", items: "entries"),
    .init(
      "Smartsheet", "GET /2.0/sheets?pageSize=2",
      #"""
      {"pageNumber": 1, "pageSize": 2, "totalPages": 3, "totalCount": 5, "data": [{"id": 1,
      "name": "a"}, {"id": 2, "name": "b"}]}
      """#,
      next: "GET /2.0/sheets?pageSize=2&page=2", items: "data", tries: 2),
    .init(
      "NASA images", "GET /search?q=a",
      #"""
      {"collection": {"version": "1.1", "href": "{base}/search?q=a",
      "items": [{"href": "{base}/1", "data": []}, {"href": "{base}/2", "data": []}],
      "metadata": {"total_hits": 5}, "links": [{"rel": "next", "prompt": "Next",
      "href": "{base}/search?q=a&page=2"}]}}
      """#,
      next: "GET /search?q=a&page=2", items: "collection.items"),
    .init(
      "openFDA", "GET /drug/event.json?limit=2",
      #"""
      {"meta": {"disclaimer": "x", "last_updated": "2024-01-01", "results": {"skip": 0,
      "limit": 2, "total": 5}}, "results": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}
      """#,
      next: "GET /drug/event.json?limit=2&skip=2", items: "results"),
    .init(
      "ClinicalTrials", "GET /api/v2/studies?pageSize=2",
      #"""
      {"studies": [{"protocolSection": {"a": 1}}, {"protocolSection": {"a": 2}}],
      "nextPageToken": "NF0g"}
      """#,
      next: "GET /api/v2/studies?pageSize=2&pageToken=NF0g", items: "studies"),
    .init(
      "UniProt", "GET /uniprotkb/search?query=a&size=2",
      headers: [
        ("Link", #"<{base}/uniprotkb/search?query=a&cursor=1mk&size=2>; rel="next""#),
        ("X-Total-Results", "5"),
      ],
      #"""
      {"results": [{"primaryAccession": "P1"}, {"primaryAccession": "P2"}]}
      """#,
      next: "GET /uniprotkb/search?query=a&cursor=1mk&size=2", items: "results"),
    .init(
      "Dataverse", "GET /api/search?q=a&per_page=2",
      #"""
      {"status": "OK", "data": {"q": "a", "total_count": 5, "start": 0,
      "spelling_alternatives": {}, "items": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}],
      "count_in_response": 2}}
      """#,
      next: "GET /api/search?q=a&per_page=2&start=2", items: "data.items"),
    .init(
      "CKAN", "GET /api/3/action/package_search?rows=2",
      #"""
      {"help": "{base}/help", "success": true, "result": {"count": 5, "facets": {},
      "results": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}], "sort": "score desc"}}
      """#,
      next: "GET /api/3/action/package_search?rows=2&start=2", items: "result.results"),
    .init(
      "Figshare", "GET /v2/articles?page=1&page_size=2",
      #"""
      [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]
      """#,
      next: "GET /v2/articles?page=2&page_size=2", items: ""),
    .init(
      "DataCite", "GET /dois?page[size]=2",
      #"""
      {"data": [{"id": "10.1", "type": "dois"}, {"id": "10.2", "type": "dois"}],
      "meta": {"total": 5, "totalPages": 3, "page": 1},
      "links": {"self": "{base}/dois?page[size]=2",
      "next": "{base}/dois?page%5Bnumber%5D=2&page%5Bsize%5D=2"}}
      """#,
      next: "GET /dois?page%5Bnumber%5D=2&page%5Bsize%5D=2", items: "data"),
    .init(
      "Semantic Scholar", "GET /graph/v1/paper/search?query=a&limit=3",
      #"""
      {"total": 7, "offset": 0, "next": 3, "data": [{"paperId": "a"}, {"paperId": "b"},
      {"paperId": "c"}]}
      """#,
      next: "GET /graph/v1/paper/search?query=a&limit=3&offset=3", items: "data"),
    .init(
      "Flickr", "GET /services/rest/?method=flickr.photos.search&per_page=2&format=json",
      #"""
      {"photos": {"page": 1, "pages": 3, "perpage": 2, "total": 5, "photo": [{"id": "1",
      "owner": "o"}, {"id": "2", "owner": "o"}]}, "stat": "ok"}
      """#,
      next: "GET /services/rest/?method=flickr.photos.search&per_page=2&format=json&page=2",
      items: "photos.photo"),
    .init(
      "Unsplash", "GET /search/photos?query=a&per_page=2",
      #"""
      {"total": 5, "total_pages": 3, "results": [{"id": "a"}, {"id": "b"}]}
      """#,
      next: "GET /search/photos?query=a&per_page=2&page=2", items: "results", tries: 2,
      isGuess: true),
    .init(
      "Yelp", "GET /v3/businesses/search?location=a&limit=2",
      #"""
      {"businesses": [{"id": "a"}, {"id": "b"}], "total": 5,
      "region": {"center": {"longitude": 1.5, "latitude": 2.5}}}
      """#,
      next: "GET /v3/businesses/search?location=a&limit=2&offset=2", items: "businesses",
      isGuess: true),
    .init(
      "Ticketmaster", "GET /discovery/v2/events.json?size=2",
      #"""
      {"_embedded": {"events": [{"id": "a"}, {"id": "b"}]},
      "_links": {"self": {"href": "/discovery/v2/events.json?size=2"},
      "next": {"href": "/discovery/v2/events.json?page=1&size=2"}}, "page": {"size": 2,
      "totalElements": 5, "totalPages": 3, "number": 0}}
      """#,
      next: "GET /discovery/v2/events.json?page=1&size=2", items: "_embedded.events"),
    .init(
      "TikTok", #"POST /v2/video/list/ {"max_count": 2}"#,
      #"""
      {"data": {"videos": [{"id": "1"}, {"id": "2"}], "cursor": 1643332803000,
      "has_more": true}, "error": {"code": "ok", "message": "", "log_id": "x"}}
      """#,
      next: #"POST /v2/video/list/ {"max_count": 2, "cursor": 1643332803000}"#, items: "data.videos"
    ),
    .init(
      "LinkedIn", "GET /v2/shares?count=2",
      #"""
      {"elements": [{"id": "a"}, {"id": "b"}], "paging": {"start": 0, "count": 2,
      "links": [{"type": "application/json", "rel": "next",
      "href": "/v2/shares?count=2&start=2"}], "total": 5}}
      """#,
      next: "GET /v2/shares?count=2&start=2", items: "elements"),
    .init(
      "Travis CI", "GET /repo/1/builds?limit=2",
      #"""
      {"@type": "builds", "@href": "/repo/1/builds?limit=2", "@representation": "standard",
      "@pagination": {"limit": 2, "offset": 0, "count": 5, "is_first": true,
      "is_last": false, "next": {"@href": "/repo/1/builds?limit=2&offset=2", "offset": 2,
      "limit": 2}, "prev": null}, "builds": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}
      """#,
      next: "GET /repo/1/builds?limit=2&offset=2", items: "builds"),
    .init(
      "Quay", "GET /api/v1/repository/a/b/tag/?limit=2",
      #"""
      {"tags": [{"name": "a"}, {"name": "b"}], "page": 1, "has_additional": true}
      """#,
      next: "GET /api/v1/repository/a/b/tag/?limit=2&page=2", items: "tags"),
    .init(
      "Postmark", "GET /messages/outbound?count=2&offset=0",
      #"""
      {"TotalCount": 5, "Messages": [{"MessageID": "a"}, {"MessageID": "b"}]}
      """#,
      next: "GET /messages/outbound?count=2&offset=2", items: "Messages"),
    .init(
      "Metropolitan Museum", "GET /public/collection/v1/search?q=a",
      #"""
      {"total": 3, "objectIDs": [1, 2, 3]}
      """#,
      next: "-"),
    .init(
      "Opsgenie", "GET /v2/alerts?limit=2",
      #"""
      {"data": [{"id": "a"}, {"id": "b"}],
      "paging": {"first": "{base}/v2/alerts?offset=0&limit=2",
      "next": "{base}/v2/alerts?offset=2&limit=2",
      "last": "{base}/v2/alerts?offset=4&limit=2"}, "took": 0.1, "requestId": "e"}
      """#,
      next: "GET /v2/alerts?offset=2&limit=2", items: "data"),
    .init(
      "CircleCI", "GET /api/v2/project/a/pipeline",
      #"""
      {"next_page_token": "AAR", "items": [{"id": "a"}, {"id": "b"}]}
      """#,
      next: "GET /api/v2/project/a/pipeline?page-token=AAR", items: "items", tries: nil),
  ]
}
