import JSON
import Text

/// One of the API's lists: the same articles, each list with pages in a way of its own.
package struct DemoList: Sendable {
  package let path: String
  let text: String
  /// The response to a request for a page of a list with that many articles.
  let respond: @Sendable (DemoRequest, Int) throws(DemoResponse) -> DemoResponse

  /// In the order of the help.
  package static let all = [
    DemoList(path: "/page", text: "?page=&per_page=: page numbers with counts", respond: page),
    DemoList(path: "/offset", text: "?offset=&limit=: offsets with a total", respond: offset),
    DemoList(path: "/link", text: "?page=&per_page=: a Link header (RFC 8288)", respond: link),
    DemoList(path: "/body", text: "?page=&page_size=: next holds an absolute URL", respond: body),
    DemoList(path: "/cursor", text: "?cursor=&limit=: next_cursor and has_more", respond: cursor),
  ]

  /// The parameters that every list takes, each with a line of help.
  private static let parameters = [
    ("items=N", "the list ends after N items"),
    ("total=0", "omits the counts, and has_more next to next_cursor"),
    ("latency=MS", "the response is delayed by that many milliseconds"),
    ("fault=STATUS[@N]", "an error with that status; with @N only at request N"),
    ("session=NAME", "whose requests @N counts"),
  ]

  /// A list of everything that the API offers: the help, and what is at its root.
  package static let contents =
    "Lists:\n" + all.map { "  \($0.path)\($0.text)\n" }.joined()
    + "\nQuery parameters of every list:\n" + parameters.map { "  \($0): \($1)\n" }.joined()

  /// `{"articles": [...], "pagination": {"current_page": 2, "per_page": 25, "total_pages": 10,
  /// "total_objects": 250}}`
  private static func page(
    _ request: DemoRequest, _ total: Int
  ) throws(DemoResponse) -> DemoResponse {
    let page = try PageByNumber(request, total, sizes: ["per_page", "limit"])
    return .json { writer in
      writer.raw("articles", articles(page.listing))
      writer.object("pagination") { writer in
        writer.member("current_page", page.number)
        writer.member("per_page", page.listing.size)
        if request.wantsTotals {
          writer.member("total_pages", page.listing.pageCount)
          writer.member("total_objects", total)
        }
      }
    }
  }

  /// `{"items": [...], "total": 250, "offset": 25, "limit": 25}`
  private static func offset(
    _ request: DemoRequest, _ total: Int
  ) throws(DemoResponse) -> DemoResponse {
    let size = try request.size(["limit", "per_page"])
    let start = try request.number("offset") ?? 0
    let listing = Listing(total: total, size: size, start: start)
    return .json { writer in
      writer.raw("items", articles(listing))
      if request.wantsTotals { writer.member("total", total) }
      writer.member("offset", start)
      writer.member("limit", size)
    }
  }

  /// A bare array, with `Link: <http://host/link?page=3>; rel="next"` and others.
  private static func link(
    _ request: DemoRequest, _ total: Int
  ) throws(DemoResponse) -> DemoResponse {
    let page = try PageByNumber(request, total, sizes: ["per_page", "limit"])
    let listing = page.listing
    let hasLast = listing.next != nil && request.wantsTotals
    let targets: [(name: String, start: Int?)] = [
      ("prev", listing.previous), ("next", listing.next),
      ("last", hasLast ? listing.lastStart : nil), ("first", listing.previous.map { _ in 0 }),
    ]
    let links = targets.compactMap { target in
      page.link(target.start).map { "<\($0)>; rel=\"\(target.name)\"" }
    }
    return DemoResponse(
      link: links.isEmpty ? nil : links.joined(separator: ", "), body: articles(listing))
  }

  /// `{"count": 250, "next": "http://host/body?page=3", "previous": ..., "results": [...]}`; 404
  /// past the end.
  private static func body(
    _ request: DemoRequest, _ total: Int
  ) throws(DemoResponse) -> DemoResponse {
    let page = try PageByNumber(request, total, sizes: ["page_size", "limit"])
    guard page.listing.start < max(1, total) else {
      throw .error(404, "There is nothing at this position.")
    }
    return .json { writer in
      if request.wantsTotals { writer.member("count", total) }
      writer.member("next", page.link(page.listing.next))
      writer.member("previous", page.link(page.listing.previous))
      writer.raw("results", articles(page.listing))
    }
  }

  /// `{"data": [...], "next_cursor": "YWZ0ZXI6MjU", "prev_cursor": null, "has_more": true}`
  private static func cursor(
    _ request: DemoRequest, _ total: Int
  ) throws(DemoResponse) -> DemoResponse {
    let size = try request.size(["limit", "per_page"])
    let start = try PositionToken.start(request.value("cursor") ?? PositionToken.text(0))
      .orThrow(DemoResponse.invalid("cursor", "a token from an earlier answer"))
    let listing = Listing(total: total, size: size, start: start)
    return .json { writer in
      writer.raw("data", articles(listing))
      writer.member("next_cursor", listing.next.map(PositionToken.text))
      writer.member("prev_cursor", listing.previous.map(PositionToken.text))
      if request.wantsTotals { writer.member("has_more", listing.next != nil) }
    }
  }

  /// The articles of a page as a JSON array.
  private static func articles(_ listing: Listing) -> [UInt8] {
    var json = [UInt8(ascii: "[")]
    for index in listing.range {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      var article = Article(id: index + 1)
      article.append(to: &json)
    }
    return json + [UInt8(ascii: "]")]
  }
}

/// A page of a list that numbers its pages from 1.
private struct PageByNumber {
  let number: Int
  let listing: Listing
  private let request: DemoRequest

  /// `sizes`: the parameters for the page's size.
  init(_ request: DemoRequest, _ total: Int, sizes: [String]) throws(DemoResponse) {
    let size = try request.size(sizes)
    number = try request.number("page") ?? 1
    guard number >= 1 else { throw .invalid("page", "1 or more") }
    let (start, isPastAll) = (number - 1).multipliedReportingOverflow(by: size)
    listing = Listing(total: total, size: size, start: isPastAll ? .max : start)
    self.request = request
  }

  /// The link to the page that begins at `start`; nil for nil.
  func link(_ start: Int?) -> String? {
    start.map { request.link(toPage: $0 / listing.size + 1) }
  }
}

extension DemoRequest {
  fileprivate var wantsTotals: Bool { value("total") != "0" }
}
