import Foundation
import JSON
import Testing

/// Bodies that are no list in UTF-8 yet.
struct FetchBodiesTests {
  private let kit: FetchKit

  init() throws { kit = try FetchKit(items: 0) }

  static let lines = "{\"id\":1,\"t\":\"a\"}\r\n{\"id\":2,\"t\":\"b\"}\n\n{\"id\":3,\"t\":\"c\"}"

  @Test(arguments: ["application/x-ndjson", "application/jsonl; charset=utf-8", "text/plain"])
  func linesAreAList(type: String) throws {
    let api = try ListAPI { _ in ListAPI.Response(type: type, body: FetchBodiesTests.lines) }
    try kit.fetch(
      ["\(api.url)/a", "--pagination", "single", "--fields", "id"], exits: 0,
      prints: "{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")
  }

  @Test(arguments: [
    ("titel,author.logn", "has titel, author.logn; did you mean title, author.login?"),
    ("xyz", "has xyz; the first has id, title, author"),
  ])
  func fieldsThatNoItemHasAreTold(names: String, words: String) throws {
    let api = try ListAPI { _ in
      ListAPI.Response(body: #"[{"id":1,"title":"a","author":{"login":"b"}}]"#)
    }
    try kit.fetch(
      ["\(api.url)/a", "--pagination", "single", "--fields", names],
      errors: "paginator: no item of the first page \(words)\n")
  }

  @Test(arguments: ["application/x-ndjson", "text/plain"])
  func linesAreOnePageHoweverManyTheyAre(type: String) throws {
    let body = (1...100).map { "{\"id\":\($0)}\n" }.joined()
    let api = try ListAPI { _ in ListAPI.Response(type: type, body: body) }
    let run = try kit.fetch(["\(api.url)/a"])
    #expect(run.status == 0 && run.output == body, "\(run.errors)")
    // As many as were asked for may be a page of more.
    #expect(try kit.fetch(["\(api.url)/a?limit=100"]).status == 4)
  }

  @Test(arguments: [
    ("ISO-8859-1", "Zürich", String.Encoding.isoLatin1),
    ("windows-1252", "5 € “x”", .windowsCP1252),
    ("utf-16", "Zürich 𝄞", .utf16), ("UTF-16LE", "Zürich", .utf16LittleEndian),
    ("latin1", "Zürich", .utf8),
  ])
  func aStatedCharsetIsDecoded(charset: String, text: String, encoding: String.Encoding) throws {
    let bytes = try Array(#require(#"{"items":[{"n":"\#(text)"}]}"#.data(using: encoding)))
    let api = try ListAPI { _ in
      ListAPI.Response(type: "application/json; charset=\(charset)", body: "", bytes: bytes)
    }
    try kit.fetch(
      ["\(api.url)/a", "--pagination", "single", "--items", "items"], exits: 0,
      prints: "{\"n\":\"\(text)\"}\n")
  }

  struct Shape: Sendable, CustomTestStringConvertible {
    let body: String
    let items: String
    let output: String
    var testDescription: String { items }
  }

  @Test(arguments: [
    Shape(
      body: #"{"items":{"1":{"id":1},"2":{"id":2}},"total":2}"#, items: "items.*",
      output: "{\"id\":1}\n{\"id\":2}\n"),
    Shape(body: #"{"a":{"id":1},"b":{"id":2}}"#, items: "*", output: "{\"id\":1}\n{\"id\":2}\n"),
    Shape(
      body: #"{"columns":["id","x y"],"rows":[[1,"a"],[2,null]]}"#, items: "rows@columns",
      output: "{\"id\":1,\"x y\":\"a\"}\n{\"id\":2,\"x y\":null}\n"),
  ])
  func otherShapesHaveAWay(shape: Shape) throws {
    let api = try ListAPI { _ in ListAPI.Response(body: shape.body) }
    try kit.fetch(
      ["\(api.url)/a", "--pagination", "single", "--items", shape.items], exits: 0,
      prints: shape.output)
    let detected = try Run(Built.paginator, ["detect", "\(api.url)/a"])
    let said = detected.output.replacing("'", with: "")  // in a command it is quoted
    #expect(said.contains("--items \(shape.items) "), "\(detected.output)")
  }

  /// What Stripe sends: no profile is needed.
  @Test func listsLikeStripesAreDetected() throws {
    let api = try ListAPI { query in
      let first = query.request.contains("starting_after=cus_") ? 11 : 1
      let items = (first..<first + 10).map {
        #"{"id":"cus_\#($0)","object":"customer","created":\#(1_700_000_000 - $0)}"#
      }
      return ListAPI.Response(
        body: #"{"object":"list","url":"/v1/customers","has_more":\#(first == 1),"data":["#
          + items.joined(separator: ",") + "]}")
    }
    let run = try kit.fetch(["\(api.url)/v1/customers"], exits: 0)
    #expect(run.output.split(separator: "\n").count == 20)
  }
}
