import Foundation
import JSON
import SampleAPI
import Testing

@testable import Store

/// What `open` says of a `store` that cannot be used.
struct StoreParamsTests {
  struct Wrong: CustomTestStringConvertible, Sendable {
    let store: JSONValue
    let path: String
    var testDescription: String { path }
  }

  private static let long = String(repeating: "t", count: 256)

  @Test(arguments: [
    Wrong(store: [:], path: "store.path"), Wrong(store: [], path: "store.path"),
    Wrong(store: "x.db", path: "store"), Wrong(store: ["path": ""], path: "store.path"),
    Wrong(store: ["path": "a\0b"], path: "store.path"),
    Wrong(store: ["path": 1], path: "store.path"),
    Wrong(store: ["path": "x.db", "table": ""], path: "store.table"),
    Wrong(store: ["path": "x.db", "table": "SQLITE_x"], path: "store.table"),
    Wrong(store: ["path": "x.db", "table": "paginator_runs"], path: "store.table"),
    Wrong(store: ["path": "x.db", "table": "a\0b"], path: "store.table"),
    Wrong(store: ["path": "x.db", "table": .string(long)], path: "store.table"),
    Wrong(store: ["path": "x.db", "raw": 1], path: "store.raw"),
    Wrong(store: ["path": "x.db", "prunes": true], path: "store.prunes"),
    Wrong(store: ["path": "x.db", "prune": 1], path: "store.prune"),
    Wrong(store: ["path": "x.db", "pruneMax": 5], path: "store.pruneMax"),
    Wrong(store: ["path": "x.db", "prune": true, "pruneMax": "101%"], path: "store.pruneMax"),
    Wrong(store: ["path": "x.db", "prune": true, "pruneMax": -1], path: "store.pruneMax"),
  ])
  func wrongValuesAreNamed(wrong: Wrong) throws {
    let server = try ServerProcess(.lines)
    let answer = try server.ask(
      "paginator/open", ["url": "http://127.0.0.1:9/", "store": wrong.store])
    #expect(answer["error"]?["code"] == -32602)
    #expect(answer["error"]?["data"]?["path"] == .string(wrong.path))
    #expect(try server.ask("paginator/list", [:])["result"] == [])
  }

  @Test(arguments: ["paginator/detect", "paginator/configure"])
  func onlyOpenTakesAStore(method: String) throws {
    let server = try ServerProcess(.lines)
    var params: JSONObject = ["store": ["path": "x.db"]]
    params[method == "paginator/detect" ? "url" : "paginatorId"] = "http://127.0.0.1:9/"
    let answer = try server.ask(method, .object(params))
    #expect(answer["error"]?["code"] == -32602)
    #expect(answer["error"]?["data"]?["path"] == "store")
  }

  @Test func profilesHaveNoStore() throws {
    let server = try ServerProcess(.lines)
    let profile: JSONValue = ["url": "http://127.0.0.1:9/", "store": ["path": "x.db"]]
    try server.ask("initialize", ["initializationOptions": ["profiles": ["mine": profile]]])
    let answer = try server.ask("paginator/open", ["profile": "mine"])
    #expect(answer["error"]?["code"] == -32602)
    #expect(answer["error"]?["data"]?["profilePath"]?.stringValue?.hasSuffix("store") == true)
  }

  struct BadPlace: CustomTestStringConvertible, Sendable {
    let name: String
    var file = "items.sqlite"
    var sql: [String] = []
    var text: String?
    let says: String
    var testDescription: String { name }
  }

  @Test(arguments: [
    BadPlace(name: "no folder", file: "none/x.db", says: "its directory does not exist"),
    BadPlace(name: "folder", file: "", says: "is a directory"),
    BadPlace(
      name: "no database", text: String(repeating: "x", count: 999), says: "not an SQLite database"),
    BadPlace(name: "view", sql: ["CREATE VIEW items AS SELECT 1"], says: "another name with store"),
    BadPlace(
      name: "table of others", sql: ["CREATE TABLE items(id)"], says: "not made by Paginator"),
  ])
  func openSaysWhatDoesNotFit(place: BadPlace) throws {
    let kit = try FetchKit(items: 5)
    if let text = place.text { _ = kit.file(place.file, text) }
    for sql in place.sql { try kit.stored.execute(sql) }
    let path = kit.path(place.file)
    let before = try? Data(contentsOf: URL(filePath: path))
    let server = try ServerProcess(.lines)
    let open: JSONObject = [
      "url": .string("\(kit.api.url)/page"), "paginatorId": "a", "itemsPath": "articles",
    ]
    var bad = open
    bad["store"] = ["path": .string(path)]
    let answer = try server.ask("paginator/open", .object(bad))
    #expect(answer["error"]?["code"] == 1401)
    #expect(answer["error"]?["data"]?["retryable"] == false)
    #expect(answer["error"]?["data"]?["path"] == .string(path))
    #expect(answer["error"]?["message"]?.stringValue?.contains(place.says) == true, "\(answer)")
    #expect(kit.api.requestCount == 0)
    #expect((try? Data(contentsOf: URL(filePath: path))) == before)
    // The id is free again.
    #expect(try server.ask("paginator/list", [:])["result"] == [])
    #expect(try server.ask("paginator/open", .object(open))["error"] == nil)
  }

  @Test func anotherKeyOrShapeDoesNotFit() throws {
    let kit = try FetchKit(items: 5)
    let server = try ServerProcess(.lines)
    func open(_ id: String, _ more: JSONObject, raw: Bool = false) throws -> JSONValue {
      var params: JSONObject = [
        "url": .string("\(kit.api.url)/page"), "paginatorId": .string(id), "itemsPath": "articles",
        "store": ["path": .string(kit.path("items.sqlite")), "raw": .boolean(raw)],
      ]
      for (name, value) in more.members { params[name] = value }
      return try server.ask("paginator/open", .object(params))
    }
    #expect(try open("a", ["identity": "id"])["error"] == nil)
    #expect(try server.ask("paginator/loadNextPage", ["paginatorId": "a"])["error"] == nil)
    let otherKey = try open("b", ["identity": "slug"])
    #expect(otherKey["error"]?["message"]?.stringValue?.contains("use that as identity") == true)
    #expect(try open("b", [:])["error"]?["code"] == 1401)
    let raw = try open("b", ["identity": "id"], raw: true)
    #expect(raw["error"]?["message"]?.stringValue?.contains("leave out store.raw") == true)
    #expect(try open("b", ["identity": "id"])["error"] == nil)
  }
}
