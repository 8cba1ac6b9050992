import Foundation
import JSON
import Testing

/// Names of megabytes are refused in few words, wherever a client writes them.
struct LongNamesTests {
  static let long = String(repeating: "x", count: 2_000_000)
  static let url: JSONValue = "http://127.0.0.1:9/a?page=:currentPage"

  /// A member of `open` with a long name in it, that is refused.
  struct Place: Sendable, CustomTestStringConvertible {
    let path: String
    let value: JSONValue
    var testDescription: String { String(path.prefix(80)) }

    init(_ path: String, _ value: JSONValue) { (self.path, self.value) = (path, value) }
  }

  static let inside: JSONValue = .object(JSONObject([(long, .array([.object(JSONObject())]))]))

  @Test(arguments: [
    Place(long, 1), Place("headers", .object(JSONObject([(long, "a")]))),
    Place("headers", .object(JSONObject([(long + "\n", "a")]))), Place("parameters", inside),
    Place("paginationMapping", inside), Place("limits", inside), Place("fetching", inside),
    Place("prefetch", inside), Place("mappings", inside),
    Place("mappings", .object(JSONObject([("a", inside)]))), Place("store", inside),
    Place("store", ["path": .string(long)]), Place("each", inside), Place("auth", inside),
    Place("each", ["of": .string(long)]),
    Place("paginatorId", .string(long)), Place("profile", .string(long)),
    Place("paginatorId", .string("e" + String(repeating: "\u{301}", count: 100_000))),
  ])
  func aLongNameIsNotSentBack(_ place: Place) throws {
    let server = try ServerProcess(.lines)
    var params: JSONObject = ["paginatorId": "a", "url": Self.url]
    params[place.path] = place.value
    try server.post("paginator/open", .object(params), id: 1)
    let answer = try server.receive()
    #expect(answer.contains(#""code":-32602"#))
    #expect(answer.utf8.count < 4_000, "\(answer.prefix(300))")
    #expect(server.finish() == 0)
  }

  @Test(arguments: ["state", "loadNextPage", "close", "cancel", "items", "configure"])
  func anIDOfManyBytesIsRefused(_ method: String) throws {
    let server = try ServerProcess(.lines)
    for count in [1_023, 1_024, 5_000_000] {
      let params: JSONValue = [
        "paginatorId": .string(String(repeating: "x", count: count)), "start": 0, "count": 1,
      ]
      let known: JSONValue = method == "items" ? params : ["paginatorId": params["paginatorId"]!]
      let answer = try server.ask("paginator/\(method)", known)
      #expect(answer["error"]?["code"]?.integerValue == (count < 1_024 ? 1000 : -32602))
    }
    #expect(server.finish() == 0)
  }

  /// Profiles that `initialize` gives, and files that it names.
  @Test func whatInitializeNamesIsNotSentBack() throws {
    let options: [JSONValue] = [
      ["profiles": ["p": ["extends": .string(Self.long)]]],
      ["profiles": ["p": Self.inside]],
      ["profileFiles": [.string("/" + Self.long)]],
    ]
    for options in options {
      let server = try ServerProcess(.lines)
      try server.ask("initialize", ["initializationOptions": options])
      try server.post("paginator/open", ["url": Self.url, "profile": "p"], id: 2)
      let answer = try server.receive()
      #expect(answer.contains(#""code":-32602"#))
      #expect(answer.utf8.count < 8_000, "\(answer.prefix(300))")
      #expect(server.finish() == 0)
    }
  }

  /// What would turn a terminal's text around, or move its cursor, is not in a sentence.
  @Test func sentencesHaveNoControls() throws {
    let server = try ServerProcess(.lines)
    let name = "a\u{202E}b\u{1B}[31mc\u{2028}d"
    let answer = try server.ask(
      "paginator/open", .object(JSONObject([("url", Self.url), (name, 1)])))
    let message = try #require(answer["error"]?["message"]?.stringValue)
    #expect(message == "Unknown field \"ab\u{FFFD}[31mc d\".")
    #expect(answer["error"]?["data"]?["path"]?.stringValue == name)
    #expect(server.finish() == 0)
  }
}
