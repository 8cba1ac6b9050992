import Foundation
import HTTP
import JSON
import Pagination
import Profiles
import TestSupport
import Testing
import Text

@testable import Sessions

/// A conversation with a real API, as its documentation shows it: what a profile has to send, and
/// what has to come out.
struct Fixture: Sendable, CustomTestStringConvertible {
  /// One request with its answer, and the identities of the items (or the items themselves).
  struct Step: Sendable {
    /// nil: any request.
    let expect: JSONObject?
    let respond: JSONObject
    let items: [JSONValue]
  }

  let name: String
  let open: JSONObject
  let walk: [Step]
  let endReason: String
  /// Pages with items.
  let pages: Int
  let objectCount: Int?
  let empty: [Step]
  let error: Step
  let errorKind: String
  let ceiling: (page: Int, step: Step, endReason: String)?
  /// The answer to a position that the API does not know any more.
  let expired: Step?

  var testDescription: String { name }

  /// The params of `open` as JSON text. `overlaps`: a walk by offsets may ask one item back, which
  /// the conversation does not show.
  func openText(overlaps: Bool = true) -> String {
    var params = open
    params["profile"] = .string(name)
    if !overlaps, var pagination = BuiltInProfiles.named(name)?.open["pagination"]?.objectValue,
      pagination["strategy"] == "offset"
    {
      pagination["overlap"] = false
      params["pagination"] = .object(pagination)
    }
    return JSONValue.object(params).text
  }

  init(_ text: String) throws {
    let value = try json(text.replacing("{base}", with: World.base))
    name = try #require(value["profile"]?.stringValue)
    open = try #require(value["open"]?.objectValue)
    walk = try #require(value["walk"]?.arrayValue).map(Fixture.step)
    endReason = try #require(value["endReason"]?.stringValue)
    pages = try #require(value["pages"]?.integerValue)
    objectCount = value["objectCount"]?.integerValue
    let first = try Fixture.step(#require(value["empty"]))
    empty = try [first] + (value["empty"]?["then"]?.arrayValue ?? []).map(Fixture.step)
    error = try Fixture.step(#require(value["error"]))
    errorKind = try #require(value["error"]?["kind"]?.stringValue)
    expired = try value["expired"].map(Fixture.step)
    if let entry = value["ceiling"], entry != .null {
      ceiling = (
        try #require(entry["page"]?.integerValue), try Fixture.step(entry),
        try #require(entry["endReason"]?.stringValue)
      )
    } else {
      ceiling = nil
    }
  }

  private static func step(_ value: JSONValue) throws -> Step {
    Step(
      expect: value["expect"]?.objectValue,
      respond: try #require(value["respond"]?.objectValue),
      items: value["items"]?.arrayValue ?? [])
  }

  /// Every fixture, by name.
  static let all: [Fixture] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "ProfilesTests/Conversations")
      .resolvingSymlinksInPath()
    do {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return try files.filter { CaseFile.runs($0.lastPathComponent) }
        .sorted { $0.lastPathComponent < $1.lastPathComponent }
        .map { try Fixture(String(contentsOf: $0, encoding: .utf8)) }
    } catch {
      preconditionFailure("a fixture cannot be read: \(error)")
    }
  }()
}

extension Fixture.Step {
  /// Checks the request that waits, and answers it.
  func play(_ world: World, _ comment: String) throws {
    let exchange = try world.client.only()
    if let expect { try check(exchange.request, expect, comment) }
    var headers: [(String, String)] = []
    for (name, value) in respond["headers"]?.objectValue?.members ?? [] {
      for text in value.arrayValue ?? [value] {
        headers.append((name, try #require(text.stringValue)))
      }
    }
    exchange.reply(
      respond.bodyText, status: try #require(respond["status"]?.integerValue), headers: headers)
  }

  private func check(_ request: HTTPRequest, _ expect: JSONObject, _ comment: String) throws {
    let comment = Comment(rawValue: comment)
    let url = request.url
    #expect(request.method.name == expect["method"]?.stringValue, comment)
    #expect(url.path == expect["path"]?.stringValue, comment)
    #expect(url.origin.description == World.base, comment)
    var wanted: [String] = []
    for (name, value) in expect["query"]?.objectValue?.members ?? [] {
      for text in value.arrayValue ?? [value] { wanted.append("\(name)=\(text.stringValue ?? "")") }
    }
    let sent = QueryString.parse(url.query ?? "").map { "\($0.name)=\($0.value)" }
    #expect(sent.sorted() == wanted.sorted(), comment)
    for (name, value) in expect["headers"]?.objectValue?.members ?? [] {
      #expect(request.headers.combined(name) == value.stringValue, comment)
    }
    let body = try request.body.map { bytes in
      let document = try JSONDocument(bytes)
      return document.value(document.root)
    }
    #expect(body ?? .null == expect["body"] ?? .null, comment)
  }
}
