import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// The next pages, requested ahead of loads, over the wire.
struct AheadTests {
  /// A server with one paginator on a sample API that logs its requests.
  final class Reader {
    let api: SampleServer
    let server: ServerProcess
    private var lastID = 1

    init(_ path: String, _ more: JSONObject, items: Int = 21) throws {
      var options = SampleOptions()
      options.itemCount = items
      api = try SampleServer(options)
      server = try ServerProcess(.headers)
      var params = more
      params["paginatorId"] = "a"
      params["perPage"] = 5
      params["url"] = .string("\(api.url)\(path)")
      let state = try server.ask("paginator/open", .object(params), id: 1)
      #expect(state["result"]?["prefetched"]?.arrayValue == [])
    }

    deinit { api.stop() }

    func ask(_ method: String, _ more: JSONObject = [:]) throws -> JSONValue {
      lastID += 1
      var params = more
      params["paginatorId"] = "a"
      return try server.ask("paginator/\(method)", .object(params), id: lastID)
    }

    func waitForRequests(_ count: Int) throws {
      let deadline = Date().addingTimeInterval(60)
      while api.requests().count < count {
        try #require(Date() < deadline, "\(api.requests().map(\.target))")
        Thread.sleep(forTimeInterval: 0.001)
      }
    }
  }

  static let styles: [(String, JSONObject)] = [
    ("/page?page=:currentPage&per_page=:perPage", ["itemsPath": "articles"]),
    ("/offset?offset=:offset&limit=:perPage", ["itemsPath": "items"]),
    (
      "/cursor?limit=:perPage",
      [
        "itemsPath": "data",
        "pagination": ["strategy": "cursor", "next": "next_cursor", "parameter": "cursor"],
      ]
    ),
    ("/link?per_page=:perPage", ["pagination": ["strategy": "link"]]),
  ]

  @Test(arguments: 0..<styles.count, [1, 3])
  func pagesAreTheSameAsWithout(style: Int, pages: Int) throws {
    let (path, params) = AheadTests.styles[style]
    func results(_ ahead: Int) throws -> (lines: [String], requests: [String]) {
      var params = params
      params["prefetch"] = ["pages": .integer(ahead)]
      let reader = try Reader(path, params)
      var lines: [String] = []
      for method in ["loadNextPage", "loadNextPage", "loadPreviousPage"] {
        lines.append(try told(try reader.ask(method), reader))
      }
      for _ in 0..<5 { lines.append(try told(try reader.ask("loadNextPage"), reader)) }
      #expect(reader.server.finish() == 0)
      return (lines, reader.api.requests().map(\.target))
    }
    let (without, with) = (try results(0), try results(pages))
    #expect(with.lines == without.lines)
    // Each page that was loaded has been requested.
    #expect(Set(without.requests).isSubset(of: Set(with.requests)))
  }

  /// An answer without what differs from run to run.
  private func told(_ answer: JSONValue, _ reader: Reader) throws -> String {
    return answer.text
      .replacingOccurrences(of: reader.api.url, with: "{api}")
      .replacing(#/"durationMs":[0-9.e-]+/#, with: "")
      .replacing(#/"prefetched":\[[^\]]*\]/#, with: "")
  }

  @Test func eachPageIsRequestedOnceWhileOneReads() throws {
    let (path, params) = AheadTests.styles[0]
    var open = params
    open["prefetch"] = ["pages": 2]
    open["paginationMapping"] = ["pagination.total_objects": "objectCount"]
    let reader = try Reader(path, open)
    for page in 1...5 {
      let answer = try reader.ask("loadNextPage")
      #expect(answer["result"]?["page"]?.integerValue == page)
      try reader.waitForRequests(min(5, page + 2))
      let state = try reader.ask("state")
      #expect(
        state["result"]?["prefetched"]?.arrayValue
          == [page + 1, page + 2].filter { $0 <= 5 }.map { .integer($0) })
    }
    #expect(reader.api.requests().count == 5)
    let refused = try reader.ask("configure", ["prefetch": ["pages": 17]])
    #expect(refused["error"]?["data"]?["path"]?.stringValue == "prefetch.pages")
    _ = try reader.ask("configure", ["prefetch": .null])
    _ = try reader.ask("loadPage", ["page": 1])
    #expect(try reader.ask("state")["result"]?["prefetched"]?.arrayValue == [])
    #expect(reader.server.finish() == 0 && reader.api.requests().count == 6)
  }

  @Test func aStalledRequestAheadHoldsUpNoOtherLoad() throws {
    let (path, params) = AheadTests.styles[0]
    var open = params
    open["prefetch"] = ["pages": 2]
    let reader = try Reader(path + "&fault=stall@p2", open, items: 50)
    _ = try reader.ask("loadNextPage")
    try reader.waitForRequests(3)
    #expect(try reader.ask("loadPage", ["page": 7])["result"]?["page"]?.integerValue == 7)
    // What is under way at the end of input keeps nobody waiting.
    #expect(reader.server.finish() == 0)
  }
}
