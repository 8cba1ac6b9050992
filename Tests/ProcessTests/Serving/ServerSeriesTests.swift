import Foundation
import JSON
import SampleAPI
import Testing

/// `each` of `paginator/open`, over standard input and output.
struct ServerSeriesTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit() }

  /// Params of a series whose parts have as many items as their `size` says, two a page. `finds`:
  /// they leave open where the items are, and how the API pages.
  private func params(
    _ kit: FetchKit, _ items: JSONValue, of source: String? = nil, more: JSONObject = [:],
    finds: Bool = false
  ) -> JSONValue {
    var params: JSONObject = [
      "paginatorId": "a", "url": .string("\(kit.api.url)/cursor?items={item.size}&limit=2"),
      "itemsPath": "data", "fetching": ["retries": 0],
      "pagination": [
        "strategy": "cursor", "next": "next_cursor", "parameter": "cursor", "more": "has_more",
      ],
    ]
    params["each"] = source.map { ["of": .string($0)] } ?? ["items": items]
    for (name, value) in more.members { params[name] = value }
    if finds {
      params["pagination"] = nil
      params["itemsPath"] = nil
    }
    return .object(params)
  }

  /// The pages of a walk, as their item and the ids of their items, and its result.
  private func walk(
    _ server: ServerProcess, _ more: JSONObject = [:]
  ) throws -> (pages: [String], answer: JSONValue) {
    var params = more
    params["paginatorId"] = "a"
    params["partialResultToken"] = 1
    try server.post("paginator/loadAll", .object(params), id: 77)
    var pages: [String] = []
    while true {
      let message = try server.receiveTree()
      guard let value = message["params"]?["value"] else { return (pages, message) }
      let ids = (value["items"]?.arrayValue ?? []).compactMap { $0["id"]?.integerValue }
      pages.append("\(value["item"]?["size"]?.integerValue ?? -1): \(ids)")
    }
  }

  private static let items: JSONValue = [["size": 3], ["size": 1], ["size": 0], ["size": 4]]
  private static let pages = ["3: [1, 2]", "3: [3]", "1: [1]", "0: []", "4: [1, 2]", "4: [3, 4]"]

  @Test(arguments: [1, 3, 64])
  func pagesComeInTheOrderOfTheItems(concurrency: Int) throws {
    let server = try ServerProcess(.lines)
    let opened = try server.ask("paginator/open", params(kit, ServerSeriesTests.items))
    #expect(opened["result"]?["each"]?["items"] == 0)
    let (pages, answer) = try walk(server, ["concurrency": .integer(concurrency)])
    #expect(pages == ServerSeriesTests.pages)
    #expect(answer["result"]?["verdict"] == "complete")
    #expect(
      answer["result"]?["each"]
        == ["items": 4, "complete": 4, "gone": 0, "failed": 0, "suspect": 0, "capped": 0])
    #expect(answer["result"]?["state"]?["each"]?["done"] == 4)
    // The weakest proof of a part.
    #expect(answer["result"]?["proof"] == "end")
    #expect(try walk(server).pages == [])
  }

  @Test(arguments: 1...8)
  func aCheckpointContinuesWithoutLossOrRepetition(itemsMax: Int) throws {
    let server = try ServerProcess(.lines)
    try server.ask("paginator/open", params(kit, ServerSeriesTests.items))
    let first = try walk(server, ["maxItems": .integer(itemsMax)])
    #expect(first.answer["result"]?["itemCount"] == .integer(itemsMax))
    #expect(first.answer["result"]?["endReason"]?["kind"] == "itemsMax")
    try server.ask("paginator/close", ["paginatorId": "a"])
    let checkpoint = try #require(first.answer["result"]?["checkpoint"])
    try server.ask(
      "paginator/open", params(kit, ServerSeriesTests.items, more: ["checkpoint": checkpoint]))
    let rest = try walk(server)
    #expect(rest.answer["result"]?["itemCount"] == .integer(8 - itemsMax))
    #expect(rest.answer["result"]?["verdict"] == "complete")
    let all = (first.pages + rest.pages).joined().filter(\.isNumber)
    let wanted = "312 33 11 0 412 434".filter(\.isNumber)
    // A page that was cut has its number twice.
    #expect(all == wanted || all.count == wanted.count + 1)
  }

  @Test func otherItemsThanThoseThatAreDoneAreRefused() throws {
    let server = try ServerProcess(.lines)
    try server.ask("paginator/open", params(kit, ServerSeriesTests.items))
    let first = try walk(server, ["maxItems": 4])
    try server.ask("paginator/close", ["paginatorId": "a"])
    let checkpoint = try #require(first.answer["result"]?["checkpoint"])
    try server.ask(
      "paginator/open",
      params(kit, [["size": 2], ["size": 1], ["size": 0]], more: ["checkpoint": checkpoint]))
    for _ in 1...2 { #expect(try walk(server).answer["error"]?["code"] == 1302) }
  }

  @Test func aFailureCostsItsPartOnly() throws {
    let server = try ServerProcess(.lines)
    let url = JSONValue.string("\(kit.api.url)/{item.path}?items=2")
    let items: JSONValue = [
      ["path": "cursor"], ["path": "nowhere"], ["name": "x"], ["path": [1]], ["path": ".."],
      ["path": "offset"],
    ]
    try server.ask("paginator/open", params(kit, items, more: ["url": url], finds: true))
    let result = try walk(server).answer["result"]
    #expect(result?["verdict"] == "partial")
    #expect(
      result?["each"]
        == ["items": 6, "complete": 2, "gone": 1, "failed": 3, "suspect": 0, "capped": 0])
    let error = result?["state"]?["error"]
    #expect(error?["code"] == 1014)
    #expect(error?["data"]?["path"] == "path")
    #expect(error?["data"]?["position"] == 2)
  }

  /// Nothing was sent for an item that cannot be in a request: the first response comes after it.
  @Test(arguments: [401, 403])
  func nothingWouldComeAfterARefusalOfTheFirstRequest(status: Int) throws {
    let api = try ListAPI { _ in ListAPI.Response(status: status, body: "{}") }
    let server = try ServerProcess(.lines)
    let url = JSONValue.string("\(api.url)/{item.path}")
    let items: JSONValue = [["name": "x"], ["path": "a"], ["path": "b"]]
    try server.ask("paginator/open", params(kit, items, more: ["url": url]))
    for _ in 1...2 {
      #expect(try walk(server).answer["error"]?["data"]?["status"] == .integer(status))
    }
  }

  /// An API whose second list waits at its second page.
  private func waiting(_ gate: Gate) throws -> ListAPI {
    try ListAPI { query in
      let (list, page) = (query["list"] ?? 0, query["page"] ?? 1)
      if list == 2, page == 2 { gate.wait() }
      return .items((page - 1) * 2 + 1...page * 2, "\"total\":6")
    }
  }

  private func open(_ server: ServerProcess, _ api: ListAPI) throws {
    let opened = try server.ask(
      "paginator/open",
      [
        "paginatorId": "a", "url": .string("\(api.url)/?list={item}&page=:currentPage"),
        "itemsPath": "items", "perPage": 2, "paginationMapping": ["total": "objectCount"],
        "fetching": ["retries": 0], "each": ["items": [1, 2, 3]],
      ])
    try #require(opened["error"] == nil, "\(opened)")
  }

  @Test func aWalkIsCancelledByItsToken() throws {
    let gate = Gate()
    defer { gate.open() }
    let api = try waiting(gate)
    let server = try ServerProcess(.lines)
    try open(server, api)
    try server.post(
      "paginator/loadAll",
      ["paginatorId": "a", "partialResultToken": "p", "workDoneToken": "w", "concurrency": 1],
      id: 7)
    var items = 0
    while items < 8 {
      let value = try server.receiveTree()["params"]?["value"]
      items += value?["items"]?.arrayValue?.count ?? 0
    }
    try server.send(
      #"{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":"w"}}"#)
    var answer = try server.receiveTree()
    while answer["id"] == nil { answer = try server.receiveTree() }
    #expect(answer["error"]?["code"] == -32800)
    gate.open()
    let rest = try walk(server).answer["result"]
    #expect(rest?["itemCount"] == 10)
    #expect(rest?["each"]?["complete"] == 3)
  }

  /// Inside of a list, another request begins the list again: its pages are others.
  @Test func anotherRequestBeginsTheListAgain() throws {
    let api = try ListAPI { query in
      let size = query["per_page"] ?? 1
      let first = ((query["page"] ?? 1) - 1) * size + 1
      return .items(first > 6 ? [] : Array(first...min(6, first + size - 1)), "\"total\":6")
    }
    let server = try ServerProcess(.lines)
    try open(server, api)
    _ = try walk(server, ["maxItems": 8])
    try server.ask("paginator/configure", ["paginatorId": "a", "perPage": 3])
    let rest = try walk(server).answer["result"]
    #expect(rest?["verdict"] == "complete", "\(rest ?? .null)")
    #expect(rest?["itemCount"] == 12 && rest?["pages"] == 4)
    #expect(rest?["each"]?["complete"] == 3)
  }

  @Test func anotherPaginatorSuppliesTheItems() throws {
    let server = try ServerProcess(.lines)
    try server.ask(
      "paginator/open",
      params(
        kit, .null,
        more: [
          "paginatorId": "s", "url": .string("\(kit.api.url)/cursor?items=5&limit=2"),
          "each": .null,
        ]))
    let url = JSONValue.string("\(kit.api.url)/cursor?items={item.id}&limit=100")
    try server.ask(
      "paginator/open",
      params(kit, .null, of: "s", more: ["url": url, "each": ["of": "s", "keep": ["id"]]]))
    let result = try walk(server).answer["result"]
    #expect(result?["verdict"] == "complete")
    #expect(result?["pages"] == 5)
    #expect(result?["itemCount"] == 15)
    #expect(result?["each"]?["complete"] == 5)
  }

  @Test func theFirstPageMayBeInTheItem() throws {
    let server = try ServerProcess(.lines)
    let items: JSONValue = [
      ["size": 1, "lines": ["data": [["id": 7], ["id": 8]], "has_more": false]], ["size": 2],
    ]
    try server.ask(
      "paginator/open",
      params(kit, .null, more: ["each": ["items": items, "keep": ["size"], "first": "lines"]]))
    let (pages, answer) = try walk(server)
    #expect(pages == ["1: [7, 8]", "2: [1, 2]"])
    #expect(answer["result"]?["verdict"] == "complete")
  }

  @Test(arguments: ["paginator/loadNextPage", "paginator/loadPreviousPage", "paginator/refresh"])
  func otherMethodsAreRefused(method: String) throws {
    let server = try ServerProcess(.lines)
    try server.ask("paginator/open", params(kit, []))
    let answer = try server.ask(method, ["paginatorId": "a"])
    #expect(answer["error"]?["code"] == 1013)
    #expect(try walk(server).answer["result"]?["verdict"] == "complete")
  }

  struct Wrong: Sendable, CustomStringConvertible {
    let url: String
    let each: JSONValue
    let path: String
    var description: String { "\(url) \(path)" }
  }

  @Test(arguments: [
    Wrong(url: "http://{item}/a", each: ["items": []], path: "url"),
    Wrong(url: "http://h:{item}/a", each: ["items": []], path: "url"),
    Wrong(url: "http://{item}@h/a", each: ["items": []], path: "url"),
    Wrong(url: "http://h/a#{item}", each: ["items": []], path: "url"),
    Wrong(url: "http://h/a", each: ["items": []], path: "url"),
    Wrong(url: "http://h/{item}", each: [:], path: "each.items"),
    Wrong(url: "http://h/{item}", each: ["items": 1], path: "each.items"),
    Wrong(url: "http://h/{item}", each: ["items": [], "of": "x"], path: "each.of"),
    Wrong(url: "http://h/{item}", each: ["items": [], "keeps": "x"], path: "each.keeps"),
    Wrong(
      url: "http://h/{item}", each: ["items": [], "limits": ["itemMax": 1]],
      path: "each.limits.itemMax"),
    Wrong(
      url: "http://h/{item}", each: ["items": [], "limits": ["itemsMax": "1"]],
      path: "each.limits.itemsMax"),
  ])
  func wrongParamsAreRefused(wrong: Wrong) throws {
    let server = try ServerProcess(.lines)
    let answer = try server.ask("paginator/open", ["url": .string(wrong.url), "each": wrong.each])
    #expect(answer["error"]?["code"] == -32602)
    #expect(answer["error"]?["data"]?["path"] == .string(wrong.path))
    #expect(try server.ask("paginator/list", [:])["result"] == [])
  }
}

/// Where something waits until it is let through.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() {
    _ = semaphore.wait(timeout: .now() + 60)
    semaphore.signal()
  }

  func open() { semaphore.signal() }
}
