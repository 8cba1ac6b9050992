import JSON
import Testing

@testable import Commands

/// Files of profiles to which one is added.
struct ProfileTextTests {
  static let profile: JSONValue = ["url": "https://h/a"]

  static func adding(_ name: String, to text: String) throws -> String {
    let document = try JSONDocument(Array(text.utf8))
    return String(decoding: ProfileText(document).adding(name, profile), as: UTF8.self)
  }

  @Test func newFileHoldsTheProfileAlone() {
    let text = String(decoding: ProfileText(nil).adding("a", Self.profile), as: UTF8.self)
    #expect(
      text == """
        {
          "profiles": {
            "a": {
              "url": "https://h/a"
            }
          }
        }

        """)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let after: String

    init(_ name: String, _ before: String, _ after: String) {
      testDescription = name
      self.before = before
      self.after = after
    }
  }

  @Test(arguments: [
    Case(
      "lines", "{\"profiles\": {\n\t\"b\": {\"url\" : \"x\"}\n}}\n",
      "{\"profiles\": {\n\t\"b\": {\"url\" : \"x\"},\n\t\"a\": {\n\t  \"url\": \"https://h/a\"\n\t}\n}}\n"
    ),
    Case(
      "one line", #"{"profiles":{"b":{}} }"#,
      #"{"profiles":{"b":{}, "a": {"url":"https://h/a"}} }"#),
    Case(
      "no profiles yet", "{\"$schema\": \"s\",\n  \"profiles\": {}}",
      "{\"$schema\": \"s\",\n  \"profiles\": {\n    \"a\": {\n      \"url\": \"https://h/a\"\n    }\n  }}"
    ),
    Case(
      "a profile of that name", "{\"profiles\": {\n  \"a\": 1,\n  \"b\": {}\n}}",
      "{\"profiles\": {\n  \"a\": {\n    \"url\": \"https://h/a\"\n  },\n  \"b\": {}\n}}"),
    Case(
      "carriage returns", "{\"profiles\": {\r\n  \"b\": {}\r\n}}\r\n",
      "{\"profiles\": {\r\n  \"b\": {},\r\n  \"a\": {\r\n    \"url\": \"https://h/a\"\r\n  }\r\n}}\r\n"
    ),
    Case(
      "a byte order mark", "\u{FEFF}{\"profiles\":{\"b\":{}}}",
      "\u{FEFF}{\"profiles\":{\"b\":{}, \"a\": {\"url\":\"https://h/a\"}}}"),
  ])
  func everythingElseKeepsItsBytes(test: Case) throws {
    #expect(try Self.adding("a", to: test.before) == test.after)
  }
}
