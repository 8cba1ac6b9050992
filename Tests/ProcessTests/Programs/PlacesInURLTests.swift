import Foundation
import JSON
import SampleAPI
import TestSupport
import Testing

/// `paginator fetch` and the server with URLs that were copied from the middle of a list.
struct PlacesInURLTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit() }

  @Test(arguments: [
    (["--profile", "github"], "/link?per_page=30&page=3", 61),
    (["--profile", "github"], "/link?page=2", 26),
    (["--profile", "github"], "/link?per_page=40", 1),
    ([], "/offset?offset=105&limit=50", 106),
    ([], "/offset?offset=105", 106),
    ([], "/page?page=3", 51),
    ([], "/header?page=4&per_page=50", 151),
  ])
  func fetchGoesOnFromThere(options: [String], path: String, first: Int) throws {
    let run = try kit.fetch(options + [kit.api.url + path], exits: 0, errors: "")
    #expect(try run.ids == Array(first...250))
  }

  @Test func sizeThatContradictsTheURLIsRefused() throws {
    try kit.fetch(
      [
        "--profile", "github", "--per-page", "100", "\(kit.api.url)/link?per_page=30&page=3",
      ], exits: 2, prints: "", says: "--per-page")
  }

  @Test func detectionLeavesTheSizeToTheAPIAsTheURLDoes() throws {
    for (path, isListed) in [("/link?page=3", false), ("/link?page=3&per_page=50", true)] {
      let run = try Run(Built.paginator, ["detect", "--json", kit.api.url + path], exits: 0)
      let best = try json(run.output)["candidates"]?.arrayValue?.first
      #expect((best?["perPage"] != nil) == isListed)
    }
  }

  @Test func objectIsNoItemOfAProfileWithListsAtTheRoot() throws {
    try kit.fetch(
      ["--profile", "github", "\(kit.api.url)/single"], exits: 1, prints: "", says: "articles")
  }

  @Test func shutdownCancelsDetection() throws {
    let server = try ServerProcess(.lines)
    let detect: JSONValue = ["url": .string("\(kit.api.url)/page?fault=stall@1&session=d")]
    try server.send(
      (["jsonrpc": "2.0", "id": 1, "method": "paginator/detect", "params": detect] as JSONValue)
        .text)
    try server.send(#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#)
    var codes: [Int: JSONValue] = [:]
    for _ in 0..<2 {
      let message = try json(server.receive())
      codes[message["id"]?.integerValue ?? 0] = message["error"]?["code"] ?? .null
    }
    #expect(codes == [1: 1009, 2: .null])
    try server.send(#"{"jsonrpc":"2.0","method":"exit"}"#)
    #expect(server.finish() == 0)
  }
}
