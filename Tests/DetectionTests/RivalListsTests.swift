import HTTP
import JSON
import Testing

@testable import Detection

/// Bodies with several lists that could be the items: what the URL's path points at is taken.
struct RivalListsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let path: String
    let body: String
    /// The list that is taken, and those that are named beside it.
    let lists: [String]

    var testDescription: String { "\(path) \(lists)" }
  }

  private static func lists(_ names: String...) -> String {
    "{"
      + names.map { "\"\($0)\":[{\"id\":\"1\",\"a\":2},{\"id\":\"3\",\"a\":4}]" }
      .joined(separator: ",") + "}"
  }

  static let rows: [Row] = [
    Row(
      path: "/api/v2/notifications", body: lists("accounts", "statuses", "notification_groups"),
      lists: ["notification_groups", "accounts", "statuses"]),
    Row(
      path: "/api/v2/notifications",
      body: #"{"accounts":[{"id":"1"}],"statuses":[{"id":"2"}],"notification_groups":[]}"#,
      lists: ["notification_groups", "accounts", "statuses"]),
    Row(
      path: "/blog-posts", body: lists("authors", "blogPosts"), lists: ["blogPosts", "authors"]),
    Row(
      path: "/BlogPost", body: lists("authors", "blog_posts"), lists: ["blog_posts", "authors"]),
    Row(
      path: "/v1/category.json", body: lists("vendors", "categories"),
      lists: ["categories", "vendors"]),
    Row(path: "/statuses", body: lists("items", "statuses"), lists: ["statuses", "items"]),
    Row(path: "/things", body: lists("items", "statuses"), lists: ["items"]),
    Row(path: "/users", body: lists("users"), lists: ["users"]),
    Row(path: "/users", body: lists("included", "users"), lists: ["users"]),
    Row(path: "/search", body: lists("search_filters", "items"), lists: ["items"]),
    Row(
      path: "/birds",
      body: #"{"birds":{"1":{"id":1,"a":[{"b":1}]},"2":{"id":2,"a":[]}},"total":7}"#,
      lists: ["birds.*"]),
    Row(
      path: "/rates", body: #"{"rates":{"EUR":{"of":1},"USD":{"of":2}},"count":1}"#,
      lists: ["", "rates.*"]),
    Row(
      path: "/b", body: #"{"_links":{"self":{"href":"a"},"next":{"href":"b"}},"total":7}"#,
      lists: ["", "_links.*"]),
  ]

  @Test(arguments: rows)
  func pathPointsAtTheItems(row: Row) throws {
    let url = "http://api.test\(row.path)"
    let response = HTTPResponse(status: 200, body: Array(row.body.utf8), url: url)
    let lists = Detector.itemLists(in: response, requestURL: url, method: "GET", body: nil)
    #expect(lists == row.lists)
  }
}
