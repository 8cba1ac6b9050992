import HTTP
import JSON
import Pagination
import Testing

@testable import Sessions

/// Bodies and openings that many tests share.
enum Pages {
  /// `{"items":[{"id":1},{"id":2}],"total":5,"next":"..."}`; nil: the member is missing.
  static func body(_ ids: some Sequence<Int>, total: Int? = nil, next: String? = nil) -> String {
    let items = ids.map { "{\"id\":\($0)}" }.joined(separator: ",")
    var text = "{\"items\":[\(items)]"
    if let total { text += ",\"total\":\(total)" }
    if let next { text += ",\"next\":\"\(next)\"" }
    return text + "}"
  }

  /// Params of a page API with two items a page: /a?page=1&n=2. `more` begins with a comma.
  static func numbered(_ more: String = "") -> String {
    #"{"url":"{base}/a?page=:currentPage&n=:perPage","perPage":2,"itemsPath":"items","#
      + #""fetching":{"retries":0}\#(more)}"#
  }

  /// The same, where the API states the total.
  static func counted(_ more: String = "") -> String {
    numbered(#","paginationMapping":{"total":"objectCount"}\#(more)"#)
  }

  /// Params of an API with tokens in `next`: /a, /a?cursor=b.
  static func tokens(_ more: String = "") -> String {
    #"{"url":"{base}/a","perPage":2,"itemsPath":"items","#
      + #""fetching":{"retries":0},"pagination":{"strategy":"cursor","next":"next"}\#(more)}"#
  }
}

extension PageContent {
  /// The items' `id`; -1 where there is none.
  var ids: [Int] {
    guard let document else { return [] }
    return sources.map { item in
      document.member("id", of: item).flatMap(document.integer) ?? -1
    }
  }
}

extension LoadedPage {
  var ids: [Int] { Array(content.ids[items]) }
}

extension WalkPage {
  var ids: [Int] { Array(content.ids[items]) }
}

extension World {
  /// Loads pages of a numbered API one after the other, each with two items: 1 2, 3 4, ...
  func visit(_ pages: ClosedRange<Int>, total: Int? = nil) throws {
    for page in pages {
      try load(
        .next, from: "/a?page=\(page)&n=2", Pages.body([page * 2 - 1, page * 2], total: total))
    }
  }
}

extension PagedList {
  /// The collection of a session that has just been opened.
  init(_ open: String) throws {
    let (settings, parameters) = try World.settings(open)
    self.init(Configuration(settings, parameters: parameters))
  }

  /// What a response results in that comes for a page, without a request. `position`: as the
  /// collection leads there.
  func outcome(
    _ page: Int, _ body: String, status: Int = 200, at position: Position? = nil
  ) throws -> PageOutcome {
    let url = "\(World.base)/a?page=\(page)"
    let request = PendingRequest(
      id: page, requested: requested(page, at: position ?? visits.position(of: page) ?? opening),
      request: HTTPRequest(url: try HTTPURL.parse(url)), callerHeaders: [], interested: [],
      options: Requests.Options(mayBeUnmodified: true, isShareable: true))
    let response = HTTPResponse(
      status: HTTPStatus(status), body: Array(body.utf8), url: url)
    let clock = Requests.ClockReading(epochSeconds: 0, random: { 0 })
    return outcome(of: ArrivedResponse(response: response, request: request, clock: clock))
  }

  /// A page with items of these ids.
  func page(
    _ number: Int, _ ids: some Sequence<Int>, total: Int? = nil, next: String? = nil
  ) throws -> Page {
    guard case .page(let page) = try outcome(number, Pages.body(ids, total: total, next: next))
    else {
      return try #require(nil as Page?, "the page cannot be read")
    }
    return page
  }
}
