import HTTP
import TestSupport
import Testing

@testable import Detection

/// Bodies with several lists that could be the items: what the URL's path points at is taken.
struct RivalListsTests {
  /// `lists`: the one that is taken, and those that are named besides.
  static let rows = CaseLine.all("Rules/rivals.jsonl", ["path", "body", "lists"])

  @Test(arguments: rows)
  func pathPointsAtTheItems(row: CaseLine) throws {
    let url = "http://api.test\(row.id)"
    let body = Array(try #require(row.json("body")).utf8)
    let lists = Detector.itemLists(
      in: HTTPResponse(status: 200, body: body, url: url), requestURL: url, method: "GET",
      body: nil)
    #expect(lists.map { "\"\($0)\"" } == row.elements("lists"))
  }
}
