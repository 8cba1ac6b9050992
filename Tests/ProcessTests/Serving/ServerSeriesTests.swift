import Foundation
import JSON
import Testing

/// A walk over `each` of `paginator/open` that is cancelled.
struct ServerSeriesTests {
  @Test func aWalkIsCancelledByItsToken() throws {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    // Its second list waits at its second page.
    let api = try ListAPI { query in
      let (list, page) = (query["list"] ?? 0, query["page"] ?? 1)
      if list == 2, page == 2 {
        _ = gate.wait(timeout: .now() + 60)
        gate.signal()
      }
      return .items((page - 1) * 2 + 1...page * 2, "\"total\":6")
    }
    let server = try ServerProcess(.lines)
    let opened = try server.ask(
      "paginator/open",
      [
        "paginatorId": "a", "url": .string("\(api.url)/?list={item}&page=:currentPage"),
        "itemsPath": "items", "perPage": 2, "paginationMapping": ["total": "objectCount"],
        "fetching": ["retries": 0], "each": ["items": [1, 2, 3]],
      ])
    try #require(opened["error"] == nil, "\(opened)")
    try server.post(
      "paginator/loadAll",
      ["paginatorId": "a", "partialResultToken": "p", "workDoneToken": "w", "concurrency": 1],
      id: 7)
    var items = 0
    while items < 8 {
      items += try server.receiveTree()["params"]?["value"]?["items"]?.arrayValue?.count ?? 0
    }
    try server.send(
      #"{"jsonrpc":"2.0","method":"window/workDoneProgress/cancel","params":{"token":"w"}}"#)
    var answer = try server.receiveTree()
    while answer["id"] == nil { answer = try server.receiveTree() }
    #expect(answer["error"]?["code"] == -32800)
    gate.signal()
    let rest = try server.ask("paginator/loadAll", ["paginatorId": "a"])["result"]
    #expect(rest?["itemCount"] == 10)
    #expect(rest?["each"]?["complete"] == 3)
  }
}
