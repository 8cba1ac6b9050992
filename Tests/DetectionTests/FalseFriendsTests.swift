import HTTP
import JSON
import Testing

@testable import Detection
@testable import Pagination

/// Responses with words of paging that do not page, and with ends that look like nothing.
@Suite struct FalseFriendsTests {
  @Test(arguments: none + ends)
  func nothingIsTakenForPagingThatIsNone(envelope: EnvelopeCase) { #expect(envelope.fault == nil) }

  /// Documents, and lists that nobody can tell of.
  static let none: [EnvelopeCase] = [
    .init(
      "next inside of items", "GET /chapters",
      #"{"chapters": [{"id": 1, "next": "/chapters?page=2", "has_more": true}, {"id": 2}]}"#,
      next: "?"),
    .init(
      "an article about next", "GET /articles/1",
      #"{"id": 1, "title": "next", "next": "A text about what comes next", "tags": ["a", "b"]}"#,
      next: "-"),
    .init(
      "links of a document", "GET /articles/1",
      #"""
      {"data": {"type": "articles", "id": "1", "attributes": {"title": "A"}},
       "links": {"self": "/articles/1", "next": "/articles/2", "prev": null}}
      """#,
      next: "-"),
    .init(
      "the next post", "GET /posts/1",
      #"""
      {"id": 1, "title": "A", "comments": [{"id": 7}, {"id": 8}], "next": {"href": "/posts/2"}}
      """#,
      next: "-"),
    .init(
      "the next chapter", "GET /book/1.json",
      #"{"title": "One", "links": [{"rel": "next", "href": "/book/2.json"}], "text": "..."}"#,
      next: "-"),
    .init(
      "a count of something else", "GET /articles",
      #"{"articles": [{"id": 1}, {"id": 2}], "comment_count": 120}"#, next: "?"),
    .init(
      "a page that is an object", "GET /pages/about",
      #"{"page": {"id": 7, "title": "About", "size": "A4", "number": {"text": "1"}}}"#, next: "-"),
    .init(
      "a price as the total", "GET /cart",
      #"{"items": [{"sku": "a"}, {"sku": "b"}], "total": 4999, "currency": "EUR"}"#, next: "?"),
    .init(
      "a time zone's offset", "GET /zones/Berlin",
      #"{"name": "Berlin", "offset": "+02:00", "changes": [{"at": 1}, {"at": 2}]}"#, next: "-"),
    .init(
      "a sync token", "GET /events",
      #"{"kind": "events", "items": [{"id": "a"}, {"id": "b"}], "nextSyncToken": "CPDAlvWDx70C"}"#,
      next: "?"),
    .init(
      "a delta link", "GET /users/delta",
      #"{"value": [{"id": "a"}, {"id": "b"}], "@odata.deltaLink": "{base}/users/delta?t=1"}"#,
      next: "?"),
    .init(
      "access tokens", "GET /accounts",
      #"{"accounts": [{"id": 1}, {"id": 2}], "access_token": "a1", "refresh_token": "b2"}"#,
      next: "?"),
    .init(
      "a session", "POST /session {}",
      #"{"token": "abc", "user": {"id": 1, "cursor": "default"}, "scopes": ["a"]}"#, next: "-"),
    .init(
      "a byte range", "GET /numbers", headers: [("Content-Range", "bytes 0-99/1000")], "[1, 2, 3]",
      next: "?"),
    .init(
      "links that do not page", "GET /users",
      headers: [("Link", #"</style.css>; rel="preload"; as="style", </users>; rel="self""#)],
      #"[{"id": 1}, {"id": 2}]"#, next: "?"),
    .init("a list alone", "GET /users", #"[{"id": 1}, {"id": 2}]"#, next: "?"),
    .init(
      "a full page and nothing else", "GET /users?per_page=2", #"[{"id": 1}, {"id": 2}]"#,
      next: "?"),
    .init(
      "errors", "GET /users", #"{"errors": [{"message": "next page"}], "data": null}"#, next: "?"),
    .init("a text", "GET /version", #"{"version": "1.0", "build": 17}"#, next: "-"),
    .init(
      "pages of a document", "GET /documents/1",
      #"{"id": 1, "name": "scan.pdf", "pages": 3, "size": 5000, "previews": [{"n": 1}, {"n": 2}]}"#,
      next: "-"),
    .init(
      "a foreign object's link", "GET /things",
      #"""
      {"things": [{"id": 1}, {"id": 2}], "owner": {"id": 3, "next": "/owners/4", "has_more": true}}
      """#,
      next: "?"),
    .init(
      "a count that is the page's own", "GET /things",
      #"{"count": 2, "value": [{"id": 1}, {"id": 2}]}"#, next: "?"),
  ]

  /// Pages that say that they are the last.
  static let ends: [EnvelopeCase] = [
    .init(
      "a cursor that is null", "GET /users",
      #"{"data": [{"id": 1}, {"id": 2}], "next_cursor": null, "has_more": false}"#, next: "-"),
    .init(
      "a cursor that is 0", "GET /users?cursor=16",
      #"{"ids": [1, 2], "next_cursor": 0, "next_cursor_str": "0", "previous_cursor": -16}"#,
      next: "-"),
    .init(
      "a cursor that is empty", "GET /users.list",
      #"{"members": [{"id": 1}, {"id": 2}], "response_metadata": {"next_cursor": ""}}"#, next: "-"),
    .init(
      "a next page that is false", "GET /users",
      #"{"users": [{"id": 1}, {"id": 2}], "next_page": false}"#, next: "-"),
    .init(
      "a next that is null", "GET /users",
      #"{"count": 2, "next": null, "previous": null, "results": [{"id": 1}, {"id": 2}]}"#,
      next: "-"),
    .init(
      "of two members of a name the last", "GET /users",
      #"{"next": "/users?page=2", "results": [{"id": 1}], "next": null, "previous": null}"#,
      next: "-"),
    .init(
      "no next relation", "GET /users",
      headers: [("Link", #"<{base}/users?page=1>; rel="first", <{base}/users>; rel="prev""#)],
      #"[{"id": 1}, {"id": 2}]"#, next: "-"),
    .init(
      "no next in a list of links", "GET /items",
      #"""
      {"features": [{"id": 1}], "links": [{"rel": "self", "href": "/items"}, {"rel": "prev",
       "href": "/items?page=0"}]}
      """#,
      next: "-"),
    .init(
      "one page of one", "GET /users",
      #"""
      {"data": [{"id": 1}, {"id": 2}],
       "meta": {"current_page": 1, "last_page": 1, "per_page": 15, "total": 2}}
      """#,
      next: "-"),
    .init(
      "a total that is reached", "GET /users",
      #"{"items": [{"id": 1}, {"id": 2}], "total": 2}"#, next: "-"),
    .init(
      "no more, without a token", "GET /users",
      #"{"items": [{"id": 1}, {"id": 2}], "has_more": false}"#, next: "-"),
    .init(
      "an empty next header", "GET /users",
      headers: [("X-Next-Page", ""), ("X-Page", "1"), ("X-Total", "2")],
      #"[{"id": 1}, {"id": 2}]"#, next: "-"),
    .init(
      "the last range", "GET /users", headers: [("Content-Range", "items 0-1/2")],
      #"[{"id": 1}, {"id": 2}]"#, next: "-"),
    .init(
      "has_more beats a next that is set", "GET /users",
      #"""
      {"data": [{"id": 1}], "meta": {"pagination": {"next": "{base}/users?after=1",
       "has_more": false}}}
      """#,
      next: "-"),
  ]
}
