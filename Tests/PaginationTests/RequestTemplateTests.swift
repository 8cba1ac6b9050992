import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

struct RequestTemplateTests {
  /// Params, a position, and the request of its page.
  static let cases = CaseLine.all(
    "Cases/requests.jsonl",
    [
      "id", "open", "page", "perPage", "at", "token", "link", "method", "headers", "body", "line",
    ])

  @Test(arguments: cases)
  func requestIsMade(_ row: CaseLine) throws {
    let pager = try pager(try #require(row.json("open")))
    #expect(pager.line(Self.page(row), pageCount: 10, objectCount: 250) == row["line"])
  }

  private static func page(_ row: CaseLine) -> RequestedPage {
    if row["at"] == "start" { return RequestedPage(1, .start) }
    if let url = row["link"] {
      let headers = row.headers.map { HTTPField(name: $0.0, value: $0.1) }
      let body = row.json("body").map { Array($0.utf8) }
      return RequestedPage(
        2, .link(PageLink(url: url, method: row["method"], headers: headers, body: body)))
    }
    let token = row.members("token").map { PageToken.Member($0.name, Array($0.json.utf8)) }
    if !token.isEmpty { return RequestedPage(2, .token(PageToken(members: token))) }
    return RequestedPage(row.number("page") ?? 3, perPage: row.number("perPage") ?? 25)
  }

  @Test func parametersForOneRequest() throws {
    var fields = JSONFields(try object(#"{"parameters":{"x":["1","2"],"y":null}}"#))
    let more = try RequestTemplate.queryParameters(&fields)
    let paged = try pager(
      #"{"url":"http://h/a?n=:perPage&y=0&x=0","pagination":{"strategy":"page"}}"#)
    #expect(paged.line(RequestedPage(1), more: more) == "GET http://h/a?n=25&x=1&x=2&page=1")
    #expect(paged.line(RequestedPage(1)) == "GET http://h/a?n=25&y=0&x=0&page=1")
    let linked = RequestedPage(2, .link(PageLink(url: "http://h/b")))
    #expect(paged.line(linked, more: more) == "GET http://h/b")
  }

  /// Params that are refused, and why.
  @Test(arguments: CaseLine.all("Cases/refused.jsonl", ["open", "reason"]))
  func wrongParamsAreRefused(_ row: CaseLine) throws {
    #expect(try refusal(row.id) == row["reason"])
  }
}
