import HTTP
import JSON
import Pagination
import TestSupport
import Testing

@testable import Detection

/// What a prelude asks an API for, and what it decides.
struct PreludeTests {
  /// Responses by path, and what comes of them: the requests in order, the strategy in the end and
  /// how sure that is.
  struct Case: NamedCase {
    let id: String
    var url = "https://h/a"
    var given: JSONObject = [:]
    let responses: [String: JSONValue]
    let requests: [String]
    var strategy = StrategyKind.auto
    let certainty: DetectionReport.Certainty
  }

  static let cases: [Case] = [
    Case(
      id: "a link that leads on",
      responses: ["/a": page([1, 2], next: "/a?p=2"), "/a?p=2": page([3])],
      requests: ["/a", "/a?p=2"], strategy: .body, certainty: .proved),
    Case(
      id: "a link that leads nowhere", responses: ["/a": page([1, 2], next: .some(nil))],
      requests: ["/a"], strategy: .body, certainty: .onlyPage),
    Case(
      id: "an offset that changes nothing", url: "https://h/a?limit=2",
      responses: [
        "/a?limit=2": page([1, 2]), "/a?limit=2&offset=2": page([1, 2]),
        "/a?limit=2&page=2": page([1, 2]), "many": page([1, 2]),
      ],
      requests: ["/a?limit=2", "/a?limit=2&offset=2", "/a?limit=2&page=2", "many", "many"],
      certainty: .unknown),
    Case(
      id: "pages that are counted from 1", url: "https://h/a?page_size=2",
      responses: [
        "/a?page_size=2": page([1, 2], total: 7), "/a?page_size=2&page=1": page([1, 2], total: 7),
        "/a?page_size=2&page=2": page([3, 4], total: 7),
      ],
      requests: ["/a?page_size=2", "/a?page_size=2&page=1", "/a?page_size=2&page=2"],
      strategy: .page, certainty: .proved),
    Case(
      id: "a size that the second name asks for", given: ["perPage": 3],
      responses: [
        "/a": page([1, 2], next: "/a?p=2"), "/a?limit=3": page([1, 2], next: "/a?p=2"),
        "/a?per_page=3": page([1, 2, 3], next: "/a?p=2"), "/a?p=2": page([4]),
      ],
      requests: ["/a", "/a?limit=3", "/a?per_page=3", "/a?p=2"], strategy: .body,
      certainty: .proved),
    Case(
      id: "a second page that does not come",
      responses: ["/a": page([1, 2], next: "/a?p=2")],
      requests: ["/a", "/a?p=2"], strategy: .body, certainty: .unknown),
    Case(
      id: "a document", responses: ["/a": ["id": 7, "name": "pager", "message": "hello"]],
      requests: ["/a"], strategy: .single, certainty: .single),
  ]

  private static func page(
    _ ids: [Int], total: Int? = nil, next: String?? = .none
  ) -> JSONValue {
    var body = JSONObject([("items", .array(ids.map { .object(["id": .integer($0)]) }))])
    if let total { body["total"] = .integer(total) }
    if let next { body["next"] = next.map { .string($0) } ?? .null }
    return .object(body)
  }

  @Test(arguments: cases) func itDecidesByWhatComes(_ api: Case) throws {
    var list = TriedList(url: api.url, given: api.given)
    var requests: [String] = []
    let first = try #require(list.respond(list.firstRequested, api.responses, &requests))
    var prelude = Prelude(first, given: list.given)
    var step = prelude.begin(&list)
    for _ in 0..<8 {
      switch step {
      case .first(let requested):
        step = prelude.take(first: list.respond(requested, api.responses, &requests), &list)
        continue
      case .second(let requested):
        let response = list.respond(requested, api.responses, &requests)
        let reading = response.flatMap { list.reading(of: $0, requested) }
        step = prelude.take(
          SecondPage(reading.map { .page($0) } ?? .failed, of: requested, at: requests.last ?? ""),
          &list)
        continue
      case .decided, .unread, .interrupted: break
      }
      break
    }
    #expect(requests == api.requests)
    #expect(list.pager.kind == api.strategy)
    #expect(prelude.certainty == api.certainty)
  }
}

/// The storage of the items of a page, as long as anything holds it.
private final class EarlierItems {
  weak var storage: AnyObject?
}

/// A list whose pages are read and requested by nothing but a pager.
private struct TriedList: TrialList {
  let given: JSONObject
  private(set) var pager: Pager
  let identity: [JSONPath] = []
  private var lastID = 0
  private let earlier = EarlierItems()

  init(url: String, given: JSONObject) {
    var given = given
    given["url"] = .string(url)
    self.given = given
    guard let pager = TriedList.pager(given) else { preconditionFailure("\(given)") }
    self.pager = pager
  }

  private static func pager(_ params: JSONObject) -> Pager? {
    var fields = JSONFields(params)
    let path = try? JSONPath(params["itemsPath"]?.stringValue ?? "")
    return try? Pager(&fields, lists: [(path ?? .root, [])])
  }

  var firstRequested: RequestedPage {
    RequestedPage(
      position: pager.isComputed ? .computed : .start, page: pager.firstPage, offset: 0,
      perPage: pager.perPage)
  }

  mutating func adopt(_ found: JSONObject) -> Bool {
    var params = found
    for (name, value) in given.members { params[name] = value }
    guard let pager = TriedList.pager(params) else { return false }
    self.pager = pager
    return true
  }

  mutating func warn(_ warning: PageWarning) {}
  mutating func end(because found: StatedValue) {}
  mutating func warnAboutRivals(_ lists: [String]) {}

  func read(_ first: FirstResponse) -> FirstReading? {
    // A large page is read again only where nothing holds it as it was read before.
    #expect(earlier.storage == nil)
    guard let reading = reading(of: first, firstRequested) else { return nil }
    if !reading.items.isEmpty {
      earlier.storage = unsafeBitCast(reading.items, to: AnyObject.self)
    }
    let position: Position? =
      switch reading.neighbours.next {
      case .position(let position): position
      case .unsaid: pager.isComputed ? .computed : nil
      case .none, .broken: nil
      }
    return FirstReading(
      reading,
      next: position.map {
        RequestedPage(
          position: $0, page: pager.firstPage + 1, offset: reading.items.count,
          perPage: pager.perPage)
      })
  }

  func reading(of response: FirstResponse, _ requested: RequestedPage) -> PageReading? {
    try? pager.reader.read(response.response, requested: requested)
  }

  /// The response to the request of a page; nil: the API has none.
  mutating func respond(
    _ requested: RequestedPage, _ responses: [String: JSONValue], _ requests: inout [String]
  ) -> FirstResponse? {
    let isFirst = requests.isEmpty
    let url =
      isFirst
      ? given["url"]?.stringValue ?? ""
      : pager.draft(for: requested, counts: KnownCounts(perPage: pager.perPage)).url
    let isMany = url.split(separator: "&").count > 9
    let path = isMany ? "many" : url.replacing("https://h", with: "")
    requests.append(path)
    guard let body = responses[path] else { return nil }
    lastID += 1
    return FirstResponse(
      id: lastID, HTTPResponse(status: 200, body: body.bytes, url: url), requestURL: url,
      method: "GET")
  }
}
