import Testing

@testable import Detection
@testable import Pagination

extension EnvelopesTests {
  private static let query = """
    query($o: String!, $cursor: String) { repository(owner: $o) { issues(first: 2, after: $cursor) \
    { totalCount nodes { id labels(first: 5) { pageInfo { endCursor } } } pageInfo { endCursor } }\
     } }
    """

  static let tokens: [EnvelopeCase] = [
    .init(
      "3 GitHub GraphQL",
      #"""
      POST /graphql {"query": "\#(query)", "variables": {"o": "o"}}
      """#,
      #"""
      {"data": {"repository": {"issues": {"totalCount": 9, "nodes": [{"id": "I_1",
       "labels": {"nodes": [], "pageInfo": {"endCursor": null}}}, {"id": "I_2"}],
       "pageInfo": {"endCursor": "Y3Vy", "hasNextPage": true}}}}}
      """#,
      next: #"""
        POST /graphql {"query": "\#(query)", "variables": {"o": "o", "cursor": "Y3Vy"}}
        """#,
      items: "data.repository.issues.nodes"),
    .init(
      "6 Stripe", "GET /v1/charges",
      #"""
      {"object": "list", "url": "/v1/charges", "has_more": true,
       "data": [{"id": "ch_3", "object": "charge", "refunds": {"object": "list", "data": []}},
        {"id": "ch_2", "object": "charge"}]}
      """#,
      next: "GET /v1/charges?starting_after=ch_2", items: "data"),
    .init(
      "7 Stripe search", "GET /v1/charges/search?query=a",
      #"""
      {"object": "search_result", "url": "/v1/charges/search", "has_more": true,
       "data": [{"id": "ch_3"}], "next_page": "WyJjaF8zIl0="}
      """#,
      next: "GET /v1/charges/search?query=a&page=WyJjaF8zIl0%3D", items: "data"),
    .init(
      "8 Slack", "GET /api/users.list",
      #"""
      {"ok": true, "members": [{"id": "U1", "profile": {"title": ""}}, {"id": "U2"}],
       "cache_ts": 1498777272, "response_metadata": {"next_cursor": "dXNlcjpVMEc="}}
      """#,
      next: "GET /api/users.list?cursor=dXNlcjpVMEc%3D", items: "members"),
    .init(
      "10 Notion", #"POST /v1/search {"query": "a"}"#,
      #"""
      {"object": "list", "results": [{"object": "page", "id": "a"}, {"object": "page", "id": "b"}],
       "next_cursor": "fe2cc560", "has_more": true, "type": "page_or_database"}
      """#,
      next: #"POST /v1/search {"query": "a", "start_cursor": "fe2cc560"}"#, items: "results"),
    .init(
      "12 X", "GET /2/tweets/search/recent?query=a",
      #"""
      {"data": [{"id": "1373001119480344583", "text": "next"}, {"id": "1372627771717869568"}],
       "includes": {"users": [{"id": "1"}, {"id": "2"}, {"id": "3"}]},
       "meta": {"newest_id": "1373001119480344583", "oldest_id": "1372627771717869568",
        "result_count": 2, "next_token": "b26v89c19zqg8o3fo7gesq314yb9l2l4ptqy"}}
      """#,
      next: """
        GET /2/tweets/search/recent?query=a&pagination_token=b26v89c19zqg8o3fo7gesq314yb9l2l4ptqy
        """, items: "data"),
    .init(
      "13 Reddit", "GET /r/all/new.json",
      #"""
      {"kind": "Listing", "data": {"modhash": "", "dist": 2, "facets": {}, "after": "t3_b",
       "children": [{"kind": "t3", "data": {"name": "t3_a"}}, {"kind": "t3", "data":
        {"name": "t3_b"}}], "before": null}}
      """#,
      next: "GET /r/all/new.json?after=t3_b", items: "data.children"),
    .init(
      "15 Jira search", "GET /rest/api/3/search/jql?jql=a",
      #"{"isLast": false, "nextPageToken": "CAEa", "issues": [{"id": "1", "key": "A-1"}]}"#,
      next: "GET /rest/api/3/search/jql?jql=a&nextPageToken=CAEa", items: "issues"),
    .init(
      "20 HubSpot", "GET /crm/v3/objects/companies",
      #"""
      {"results": [{"id": "1", "properties": {"name": "A"}}, {"id": "2", "properties": {}}],
       "paging": {"next": {"after": "2", "link": "{base}/crm/v3/objects/companies?after=2"}}}
      """#,
      next: "GET /crm/v3/objects/companies?after=2", items: "results"),
    .init(
      "23 Airtable", "GET /v0/app/Tasks",
      #"{"records": [{"id": "rec1", "fields": {}}, {"id": "rec2"}], "offset": "itr1/rec2"}"#,
      next: "GET /v0/app/Tasks?offset=itr1%2Frec2", items: "records"),
    .init(
      "24 Google Drive", "GET /drive/v3/files?q=a",
      #"{"kind": "drive#fileList", "nextPageToken": "~!!~A", "files": [{"id": "1"}, {"id": "2"}]}"#,
      next: "GET /drive/v3/files?q=a&pageToken=~!!~A", items: "files"),
    .init(
      "24 Gmail", "GET /gmail/v1/users/me/messages",
      #"""
      {"messages": [{"id": "1", "threadId": "t"}, {"id": "2", "threadId": "t"}],
       "nextPageToken": "09876543", "resultSizeEstimate": 201}
      """#,
      next: "GET /gmail/v1/users/me/messages?pageToken=09876543", items: "messages"),
    .init(
      "27 AWS JSON", #"POST / {"MaxResults": 2}"#,
      #"""
      {"SecretList": [{"ARN": "arn:1", "Name": "a"}, {"ARN": "arn:2", "Name": "b"}],
       "NextToken": "eyJuZXh0"}
      """#,
      next: #"POST / {"MaxResults": 2, "NextToken": "eyJuZXh0"}"#, items: "SecretList"),
    .init(
      "27 AWS Lambda", "GET /2015-03-31/functions/?FunctionVersion=ALL",
      #"{"Functions": [{"FunctionName": "a"}, {"FunctionName": "b"}], "NextMarker": "cGFnZTI"}"#,
      next: "GET /2015-03-31/functions/?FunctionVersion=ALL&Marker=cGFnZTI", items: "Functions"),
    .init(
      "29 DynamoDB", #"POST / {"TableName": "T", "Limit": 2}"#,
      #"""
      {"Count": 2, "ScannedCount": 2, "Items": [{"pk": {"S": "a"}}, {"pk": {"S": "b"}}],
       "LastEvaluatedKey": {"pk": {"S": "b"}, "sk": {"N": "1"}}}
      """#,
      next: #"""
        POST / {"TableName": "T", "Limit": 2,
         "ExclusiveStartKey": {"pk": {"S": "b"}, "sk": {"N": "1"}}}
        """#,
      items: "Items"),
    .init(
      "30 CloudWatch", #"POST / {"logStreamName": "s", "startFromHead": true}"#,
      #"""
      {"events": [{"timestamp": 1, "message": "a"}, {"timestamp": 2, "message": "b"}],
       "nextForwardToken": "f/1", "nextBackwardToken": "b/1"}
      """#,
      next: #"POST / {"logStreamName": "s", "startFromHead": true, "nextToken": "f/1"}"#,
      items: "events"),
    .init(
      "32 Elasticsearch search_after",
      #"POST /_search {"size": 2, "sort": ["a"], "pit": {"id": "p1", "keep_alive": "1m"}}"#,
      #"""
      {"pit_id": "p2", "took": 17, "timed_out": false, "hits": {"total": {"value": 10000,
       "relation": "gte"}, "max_score": null, "hits": [
        {"_index": "a", "_id": "1", "_score": null, "_source": {}, "sort": [1, 4]},
        {"_index": "a", "_id": "2", "_score": null, "_source": {}, "sort": [2, 9]}]}}
      """#,
      next: #"""
        POST /_search {"size": 2, "sort": ["a"], "pit": {"id": "p2", "keep_alive": "1m"},
         "search_after": [2, 9]}
        """#,
      items: "hits.hits"),
    .init(
      "33 Elasticsearch scroll", "POST /a/_search?scroll=5m&size=2",
      #"""
      {"_scroll_id": "DXF1", "took": 1, "hits": {"total": {"value": 9, "relation": "eq"}, "hits": [
       {"_index": "a", "_id": "1", "sort": [0]}, {"_index": "a", "_id": "2", "sort": [1]}]}}
      """#,
      next: #"POST /_search/scroll?scroll=5m {"scroll_id": "DXF1"}"#, items: "hits.hits"),
    .init(
      "40 Laravel cursor", "GET /api/users",
      #"""
      {"data": [{"id": 1}, {"id": 2}], "path": "{base}/api/users", "per_page": 2,
       "next_cursor": "eyJp", "next_page_url": "{base}/api/users?cursor=eyJp",
       "prev_cursor": null, "prev_page_url": null}
      """#,
      next: "GET /api/users?cursor=eyJp", items: "data"),
    .init(
      "50 Bluesky", "GET /xrpc/app.bsky.graph.getFollowers?actor=a",
      #"""
      {"subject": {"did": "did:plc:a", "handle": "a", "labels": []}, "cursor": "3ka",
       "followers": [{"did": "did:plc:b", "labels": []}, {"did": "did:plc:c", "labels": []}]}
      """#,
      next: "GET /xrpc/app.bsky.graph.getFollowers?actor=a&cursor=3ka", items: "followers"),
    .init(
      "51 MediaWiki", "GET /w/api.php?action=query&list=allimages&format=json",
      #"""
      {"batchcomplete": "", "continue": {"aicontinue": "B", "continue": "-||"},
       "query": {"allimages": [{"name": "A", "ns": 6}, {"name": "Aa", "ns": 6}]}}
      """#,
      next: """
        GET /w/api.php?action=query&list=allimages&format=json&aicontinue=B&continue=-||
        """, items: "query.allimages"),
    .init(
      "58 Algolia browse", #"POST /1/indexes/a/browse {"hitsPerPage": 2}"#,
      #"{"hits": [{"objectID": "1"}, {"objectID": "2"}], "nbHits": 9, "cursor": "ARJm"}"#,
      next: #"POST /1/indexes/a/browse {"hitsPerPage": 2, "cursor": "ARJm"}"#, items: "hits"),
    .init(
      "63 Kubernetes", "GET /api/v1/pods?limit=2",
      #"""
      {"kind": "PodList", "apiVersion": "v1", "metadata": {"resourceVersion": "10245",
       "continue": "ENC", "remainingItemCount": 1253},
       "items": [{"metadata": {"uid": "a", "labels": {}}}, {"metadata": {"uid": "b"}}]}
      """#,
      next: "GET /api/v1/pods?limit=2&continue=ENC", items: "items"),
  ]

  static let numbers: [EnvelopeCase] = [
    .init(
      "9 Slack legacy", "GET /api/files.list",
      #"""
      {"ok": true, "files": [{"id": "F1", "channels": []}, {"id": "F2", "channels": []}],
       "paging": {"count": 2, "total": 295, "page": 1, "pages": 148}}
      """#,
      next: "GET /api/files.list?page=2", items: "files"),
    .init(
      "14 Jira", "GET /rest/api/2/search?jql=a",
      #"""
      {"expand": "names,schema", "startAt": 0, "maxResults": 2, "total": 9,
       "issues": [{"id": "1", "key": "A-1"}, {"id": "2", "key": "A-2"}]}
      """#,
      next: "GET /rest/api/2/search?jql=a&startAt=2&maxResults=2", items: "issues"),
    .init(
      "31 Elasticsearch", #"POST /a/_search {"query": {"match_all": {}}}"#,
      #"""
      {"took": 5, "timed_out": false, "_shards": {"total": 5, "successful": 5, "failures": []},
       "hits": {"total": {"value": 1000, "relation": "eq"}, "max_score": 1.0, "hits": [
        {"_index": "a", "_id": "1", "_score": 1.0}, {"_index": "a", "_id": "2", "_score": 1.0}]}}
      """#,
      next: #"POST /a/_search {"query": {"match_all": {}}, "from": 2, "size": 2}"#,
      items: "hits.hits"),
    .init(
      "31 Elasticsearch GET", "GET /a/_search?q=x",
      #"""
      {"took": 5, "_shards": {"total": 5}, "hits": {"total": {"value": 1000, "relation": "eq"},
       "hits": [{"_index": "a", "_id": "1"}, {"_index": "a", "_id": "2"}]}}
      """#,
      next: "GET /a/_search?q=x&from=2&size=2", items: "hits.hits"),
    .init(
      "37 Spring", "GET /api/items",
      #"""
      {"content": [{"id": 1}, {"id": 2}], "pageable": {"pageNumber": 0, "pageSize": 2, "offset": 0},
       "totalPages": 10, "totalElements": 19, "last": false, "size": 2, "number": 0,
       "numberOfElements": 2, "first": true, "empty": false}
      """#,
      next: "GET /api/items?page=1&size=2", items: "content"),
    .init(
      "37 Spring nested", "GET /api/items?sort=a",
      #"""
      {"content": [{"id": 1}, {"id": 2}],
       "page": {"size": 2, "number": 0, "totalElements": 19, "totalPages": 10}}
      """#,
      next: "GET /api/items?sort=a&page=1&size=2", items: "content"),
    .init(
      "39 Laravel", "GET /api/users?role=a",
      #"""
      {"current_page": 1, "data": [{"id": 1}, {"id": 2}],
       "first_page_url": "{base}/api/users?page=1",
       "from": 1, "last_page": 4, "last_page_url": "{base}/api/users?page=4",
       "links": [{"url": null, "label": "&laquo; Previous", "active": false}],
       "next_page_url": "{base}/api/users?page=2", "path": "{base}/api/users", "per_page": 2,
       "prev_page_url": null, "to": 2, "total": 8}
      """#,
      next: "GET /api/users?role=a&page=2&per_page=2", items: "data"),
    .init(
      "39 Laravel resource", "GET /api/users",
      #"""
      {"data": [{"id": 1}, {"id": 2}], "links": {"first": "{base}/api/users?page=1",
       "last": "{base}/api/users?page=4", "prev": null, "next": "{base}/api/users?page=2"},
       "meta": {"current_page": 1, "from": 1, "last_page": 4, "links": [{"url": null, "label": "1",
        "active": true}], "path": "{base}/api/users", "per_page": 2, "to": 2, "total": 8}}
      """#,
      next: "GET /api/users?page=2", items: "data"),
    .init(
      "46 PostgREST", "GET /people?limit=2", headers: [("Content-Range", "0-1/*")],
      #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#,
      next: "GET /people?limit=2&offset=2", items: ""),
    .init(
      "47 Heroku", "GET /apps",
      headers: [("Content-Range", "id a..b; max=2"), ("Next-Range", "id ]b..; max=2")],
      #"[{"id": "a", "name": "x"}, {"id": "b", "name": "y"}]"#,
      next: "GET /apps Range: id ]b..; max=2", items: ""),
    .init(
      "48 QRadar", "GET /api/siem/offenses", headers: [("Content-Range", "items 0-1/25")],
      #"[{"id": 1, "status": "OPEN"}, {"id": 2, "status": "OPEN"}]"#,
      next: "GET /api/siem/offenses Range: items=2-3", items: ""),
    .init(
      "53 WordPress", "GET /wp-json/wp/v2/posts?search=a",
      headers: [
        ("X-WP-Total", "42"), ("X-WP-TotalPages", "5"),
        ("Link", #"<{base}/wp-json/wp/v2/posts?search=a&page=2>; rel="next""#),
      ],
      #"[{"id": 15, "slug": "a", "_links": {"self": []}}, {"id": 14, "slug": "b"}]"#,
      next: "GET /wp-json/wp/v2/posts?search=a&page=2", items: ""),
    .init(
      "54 NuGet", "GET /query?q=a&prerelease=true",
      #"""
      {"@context": {"@vocab": "http://schema.nuget.org/schema#"}, "totalHits": 500,
       "data": [{"@id": "https://a", "@type": "Package", "id": "A"}, {"@id": "https://b",
        "@type": "Package", "id": "B"}]}
      """#,
      next: "GET /query?q=a&prerelease=true&skip=2&take=2", items: "data"),
    .init(
      "56 PyPI", "GET /pypi/pager/json",
      #"""
      {"info": {"name": "pager", "version": "3.3", "classifiers": []}, "last_serial": 1,
       "releases": {"3.3": [{"filename": "a"}]}, "urls": [{"filename": "a", "size": 9}],
       "vulnerabilities": []}
      """#,
      next: "-"),
    .init(
      "56 PyPI Simple", "GET /simple/pager/",
      #"""
      {"meta": {"api-version": "1.1", "_last-serial": 1}, "name": "pager", "versions": ["3.3"],
       "files": [{"filename": "a.whl", "url": "https://f/a"}, {"filename": "b", "url": "u"}]}
      """#,
      next: "-"),
    .init(
      "57 Contentful", "GET /spaces/s/entries",
      #"""
      {"sys": {"type": "Array"}, "total": 1256, "skip": 0, "limit": 100,
       "items": [{"sys": {"id": "a"}}, {"sys": {"id": "b"}}], "includes": {"Asset": [{"sys": {}}]}}
      """#,
      next: "GET /spaces/s/entries?skip=100&limit=100", items: "items"),
    .init(
      "58 Algolia", #"POST /1/indexes/a/query {"query": "x"}"#,
      #"""
      {"hits": [{"objectID": "1"}, {"objectID": "2"}], "page": 0, "nbHits": 19, "nbPages": 10,
       "hitsPerPage": 2, "processingTimeMS": 1, "query": "x", "exhaustiveNbHits": true}
      """#,
      next: #"POST /1/indexes/a/query {"query": "x", "page": 1, "hitsPerPage": 2}"#, items: "hits"),
    .init(
      "64 SCIM", "GET /scim/v2/Users",
      #"""
      {"schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"], "totalResults": 100,
       "itemsPerPage": 2, "startIndex": 1, "Resources": [{"id": "a", "emails": []}, {"id": "b"}]}
      """#,
      next: "GET /scim/v2/Users?startIndex=3&count=2", items: "Resources"),
  ]
}
