import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

/// Each strategy against the answers of real APIs.
struct StrategyTests {
  /// An answer, and what it says of its neighbours: all that is not given is as usual.
  static let cases = CaseLine.all(
    "Cases/strategies.jsonl",
    [
      "id", "pagination", "items", "url", "status", "headers", "body", "sent", "next", "previous",
      "opened",
    ])

  @Test(arguments: cases)
  func neighboursAreRead(_ row: CaseLine) throws {
    let pagination = try #require(row.json("pagination"))
    let opened = row.json("opened").map { "," + $0.dropFirst().dropLast() } ?? ""
    let pager = try pager(
      #"{"url":"http://h/x/a","pagination":\#(pagination)\#(opened)}"#,
      items: row["items"] ?? "items")
    let sent = row.json("sent").map { PageToken.Member("cursor", Array($0.utf8)) }
    let reading = try pager.read(
      row.json("body") ?? #"{"items":[{"id":1},{"id":2}]}"#, status: row.number("status") ?? 200,
      headers: row.headers, url: row["url"] ?? "http://h/x/a?page=1",
      page: sent.map { RequestedPage(2, .token(PageToken(members: [$0]))) } ?? RequestedPage(1))
    #expect(reading.next == row["next"])
    #expect(reading.previous == row["previous"] ?? "-")
    // A signal that leads nowhere costs no page.
    let isBroken = reading.next.hasPrefix("broken ")
    #expect(reading.warnings.map(\.kind) == (isBroken ? [.metadataInvalid] : []))
  }

  @Test func anUnreadableContentRangeOfAPartIsAnError() throws {
    let pager = try pager(
      #"{"url":"http://h/a","pagination":{"strategy":"range"}}"#, items: "items")
    let headers = [("Content-Range", "items many")]
    #expect(
      pager.refusal(#"{"items":[1]}"#, status: 206, headers: headers)
        == .metadataInvalid(path: "@headers.Content-Range", value: "items many"))
  }

  @Test(arguments: [
    ("items 0-24/3572", 24, 3_572), ("0-1/5", 1, 5), ("items 0-0/1", 0, 1), ("items 5-9/*", 9, nil),
    ("items */0", nil, 0), ("*/*", nil, nil), ("a b 0-1/2", 1, 2),
  ])
  func contentRangeIsRead(_ text: String, _ last: Int?, _ total: Int?) throws {
    let range = try #require(ContentRange(text))
    #expect(range.last == last && range.total == total)
  }

  @Test(arguments: [
    "", "items", "items 0-24", "items 0-24/", "items 24-0/30", "items -5-9/30", "items 0-x/30",
    "items 0-24/-1", "0-1/2/3", "items 99999999999999999999-1/2", "id a..b; max=2",
    "items +0-24/30", "items 0-+24/30", "items 0-24/+30", "items 0-/30",
  ])
  func otherContentRangeIsNone(_ text: String) {
    #expect(ContentRange(text) == nil)
  }

  @Test func rangeTotalIsACount() throws {
    let pager = try pager(#"{"url":"http://h/a","pagination":{"strategy":"range"}}"#)
    let reading = try pager.read(
      "[1]", status: 206, headers: [("Content-Range", "items 0-24/3572")])
    #expect(reading.counts.objectCount == 3_572)
  }

  @Test func rangesAreAskedFor() throws {
    let plain = try pager(#"{"url":"http://h/a","pagination":{"strategy":"range"}}"#)
    #expect(plain.line(RequestedPage(1)) == "GET http://h/a | Range: items=0-24")
    #expect(plain.line(RequestedPage(3)) == "GET http://h/a | Range: items=50-74")
    #expect(plain.isComputed)
    let own = try pager(
      #"{"url":"http://h/a","headers":{"range":"id ..; max=2"},"pagination":{"strategy":"range"}}"#)
    #expect(own.line(RequestedPage(1, .start)) == "GET http://h/a | range: id ..; max=2")
    #expect(!own.isComputed)
    let next = RequestedPage(
      2, .token(PageToken(members: [PageToken.Member("Range", Array(#""id ]b..""#.utf8))])))
    #expect(own.line(next) == "GET http://h/a | Range: id ]b..")
  }
}
