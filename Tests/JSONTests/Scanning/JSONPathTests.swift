import Testing

@testable import JSON

@Suite struct JSONPathTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let keys: [String]
    let indexes: [Int?]
    let spelling: String
    var testDescription: String { text.isEmpty ? "root" : text }

    init(_ text: String, _ keys: [String], _ indexes: [Int?]? = nil, spelling: String? = nil) {
      self.text = text
      self.keys = keys
      self.indexes = indexes ?? keys.map { _ in nil }
      self.spelling = spelling ?? text
    }
  }

  static let cases = [
    Case("", []),
    Case("a", ["a"]),
    Case("a.b.c", ["a", "b", "c"]),
    Case("a.0.-1", ["a", "0", "-1"], [nil, 0, -1]),
    Case("12", ["12"], [12]),
    Case("007", ["007"]),
    Case("-0", ["-0"]),
    Case("-", ["-"]),
    Case("1e1", ["1e1"]),
    Case("9223372036854775807", ["9223372036854775807"], [Int.max]),
    Case("9223372036854775808", ["9223372036854775808"]),
    Case("99999999999999999999999", ["99999999999999999999999"]),
    Case(#"a\.b"#, ["a.b"]),
    Case(#"a\\b"#, [#"a\b"#]),
    Case(#"a\\.b"#, [#"a\"#, "b"]),
    Case(#"a\xb"#, [#"a\xb"#], spelling: #"a\\xb"#),
    Case("@odata.nextLink", ["@odata.nextLink"], spelling: #"@odata\.nextLink"#),
    Case("d.@iot.count.a", ["d", "@iot.count", "a"], spelling: #"d.@iot\.count.a"#),
    Case("@meta.next", ["@meta", "next"]),
    Case("@odata", ["@odata"], spelling: "/@odata"),
    Case("/@odata/nextLink", ["@odata", "nextLink"]),
    Case(#"@odata\.nextLink"#, ["@odata.nextLink"]),
    Case("a b.ключ.😀", ["a b", "ключ", "😀"]),
    Case("a/b", ["a/b"]),
    Case("/", [""]),
    Case("/a/0/b", ["a", "0", "b"], [nil, 0, nil], spelling: "a.0.b"),
    Case("/a/", ["a", ""]),
    Case("/-1", ["-1"]),
    Case("/00", ["00"], spelling: "00"),
    Case("/a.b", ["a.b"], spelling: #"a\.b"#),
    Case("/~1a", ["/a"]),
    Case("/b/~1a", ["b", "/a"], spelling: "b./a"),
    Case("/~01", ["~1"], spelling: "~1"),
  ]

  @Test(arguments: cases) func parses(_ test: Case) throws {
    let path = try JSONPath(test.text)
    #expect(path.components.map { String(decoding: $0.key, as: UTF8.self) } == test.keys)
    #expect(path.components.map(\.index) == test.indexes)
    #expect(path.description == test.spelling)
    #expect(try JSONPath(path.description) == path)
  }

  static let refused: [(String, JSONPathError)] = [
    (".", .emptyComponent(offset: 0)), (".a", .emptyComponent(offset: 0)),
    ("a.", .emptyComponent(offset: 2)), ("a..b", .emptyComponent(offset: 2)),
    (#"a\"#, .danglingEscape(offset: 1)), (#"a\\\"#, .danglingEscape(offset: 3)),
    ("/~", .invalidPointerEscape(offset: 1)), ("/a~2", .invalidPointerEscape(offset: 2)),
    ("/~~0", .invalidPointerEscape(offset: 1)),
  ]

  @Test(arguments: refused) func refuses(_ text: String, _ error: JSONPathError) {
    #expect(throws: error) { try JSONPath(text) }
  }

  @Test func textIsAsLongAsAllowedAndNoLonger() throws {
    #expect(try JSONPath(String(repeating: "a", count: 4096)).components.count == 1)
    #expect(throws: JSONPathError.tooLong(maximum: 4096)) {
      try JSONPath(String(repeating: "a", count: 4097))
    }
  }

  @Test(arguments: [".", "/"]) func hasAsManyComponentsAsAllowed(_ separator: String) throws {
    let prefix = separator == "/" ? "/" : ""
    let most = Array(repeating: "a", count: 64).joined(separator: separator)
    #expect(try JSONPath(prefix + most).components.count == 64)
    #expect(throws: JSONPathError.tooManyComponents(maximum: 64)) {
      try JSONPath(prefix + most + separator + "a")
    }
  }

  @Test func appends() throws {
    let path = try JSONPath("a.b").appending(try JSONPath("0.c"))
    #expect(path == (try JSONPath("a.b.0.c")))
    #expect(JSONPath.root.appending(path) == path)
  }

  /// The document and pointers of RFC 6901 section 5.
  static let pointers: [(String, String)] = [
    ("/foo", #"["bar", "baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"),
    ("/c%d", "2"), ("/e^f", "3"), ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"),
    ("/m~0n", "8"),
  ]

  @Test(arguments: pointers) func findsWhatThePointersOfTheStandardMean(
    _ pointer: String, _ expected: String
  ) throws {
    let text = #"""
      {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5,
      "k\"l": 6, " ": 7, "m~n": 8}
      """#
    let document = try JSONDocument(Array(text.utf8))
    let found = document.resolve(try JSONPath(pointer), from: document.root)
    #expect(found.map(document.text) == expected)
    var plan = JSONPlan()
    let slot = plan.capture(try JSONPath(pointer))
    let scan = try JSONDocument.scan(Array(text.utf8), plan: plan)
    #expect(scan.document.text(scan.slots[slot]) == expected)
  }

  @Test func thePointerDashIsNoElement() throws {
    let document = try JSONDocument(Array("[1,2]".utf8))
    #expect(document.resolve(try JSONPath("/-"), from: document.root) == nil)
    #expect(document.resolve(try JSONPath("/-1"), from: document.root) == nil)
    #expect(document.resolve(try JSONPath("-1"), from: document.root) != nil)
    #expect(document.resolve(try JSONPath(""), from: document.root) == document.root)
  }
}
