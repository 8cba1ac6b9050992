import Testing

@testable import JSON

@Suite struct JSONDocumentReadingTests {
  private func document(_ text: String) throws -> JSONDocument {
    try JSONDocument(Array(text.utf8))
  }

  @Test func findsMembers() throws {
    let document = try document(#" { "a" : 1 , "b" : [ ] , "a" : { "c" : 2 } } "#)
    let root = document.root
    #expect(document.member("a", of: root).map(document.text) == #"{ "c" : 2 }"#)
    #expect(document.member("b", of: root)?.kind == .array)
    #expect(document.member("c", of: root) == nil)
    #expect(document.member("", of: root) == nil)
    let members = document.members(of: root)
    #expect(members.map { document.text($0.key) } == [#""a""#, #""b""#, #""a""#])
    #expect(members.map { document.text($0.value) } == ["1", "[ ]", #"{ "c" : 2 }"#])
  }

  @Test func seesThroughEscapesInKeys() throws {
    let document = try document(#"{"\u0061\/\ud83d\ude00":1}"#)
    #expect(document.member("a/😀", of: document.root).map(document.text) == "1")
    #expect(document.members(of: document.root).first?.key.hasEscapes == true)
  }

  @Test func findsElements() throws {
    let document = try document("[ 1 , [2,3] , {} , null ]")
    #expect(
      document.elements(of: document.root).map(document.text) == ["1", "[2,3]", "{}", "null"])
    #expect(document.elementCount(of: document.root) == 4)
    let empty = try self.document("[ ]")
    #expect(empty.elementCount(of: empty.root) == 0)
  }

  @Test(arguments: ["1", "\"a\"", "true", "null", "[]", "{}"])
  func theWrongKindGivesNothing(_ text: String) throws {
    let document = try document(text)
    let kind = document.root.kind
    for slice in [document.root, .absent] {
      #expect(document.member("a", of: slice) == nil)
      #expect(document.members(of: slice).isEmpty)
      #expect(document.elements(of: slice).isEmpty)
      #expect((document.string(slice) != nil) == (slice.kind == .string))
      #expect((document.boolean(slice) != nil) == (slice.kind == .boolean))
      #expect((document.integer(slice) != nil) == (slice.kind == .number))
      #expect((document.double(slice) != nil) == (slice.kind == .number))
    }
    #expect(document.text(document.root) == text)
    #expect(document.text(.absent) == "")
    #expect(document.value(.absent) == .null)
    #expect(kind != .absent)
  }

  static let strings: [(String, String)] = [
    (#""""#, ""), (#""abc""#, "abc"), (#""é中😀""#, "é中😀"),
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u4E2D""#, "é中"),
    (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00x""#, "😀x"), (#""\ud83d""#, "\u{FFFD}"),
    (#""\ude00""#, "\u{FFFD}"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"),
    (#""\ude00\ud83d""#, "\u{FFFD}\u{FFFD}"), (#""\ud83dx""#, "\u{FFFD}x"),
    (#""\ud83d\n""#, "\u{FFFD}\n"), (#""\ud83d\u0041""#, "\u{FFFD}A"),
    (#""\u0000""#, "\u{0}"), (#""\udbff\udfff""#, "\u{10FFFF}"), (#""\ud800\udc00""#, "\u{10000}"),
    (#""a\\""#, "a\\"), (#""\\u0041""#, "\\u0041"),
  ]

  @Test(arguments: strings) func resolvesEscapes(_ literal: String, _ expected: String) throws {
    let document = try document(literal)
    #expect(document.string(document.root) == expected)
    #expect(document.equals(document.root, utf8: Array(expected.utf8)))
    #expect(!document.equals(document.root, utf8: Array((expected + "x").utf8)))
    #expect(document.root.hasEscapes == literal.contains("\\"))
    #expect(document.value(document.root) == .string(expected))
  }

  static let doubles: [(String, Double?)] = [
    ("0", 0), ("1.5", 1.5), ("-2.5e3", -2500), ("1e400", nil), ("-1e400", nil), ("1e-400", 0),
    ("9007199254740993", 9_007_199_254_740_992), ("0.1", 0.1), ("1E5", 100_000),
  ]

  @Test(arguments: doubles) func readsDoubles(_ literal: String, _ expected: Double?) throws {
    let document = try document(literal)
    #expect(document.double(document.root) == expected)
  }

  @Test func readsBooleans() throws {
    let document = try document("[true,false]")
    #expect(document.elements(of: document.root).map(document.boolean) == [true, false])
  }

  static let paths: [(String, String?)] = [
    ("", #"{"a":[{"b":1},{"b":2}],"0":{"-1":3}}"#), ("a.0.b", "1"), ("a.-1.b", "2"),
    ("a.-2.b", "1"), ("a.-3.b", nil), ("a.2", nil), ("a.b", nil), ("0.-1", "3"), ("0.0", nil),
    ("a.0.b.c", nil), ("/a/1/b", "2"), ("/0/-1", "3"), ("/a/-1", nil),
    ("a.9223372036854775807", nil),
  ]

  @Test(arguments: paths) func resolvesPaths(_ path: String, _ expected: String?) throws {
    let document = try document(#"{"a":[{"b":1},{"b":2}],"0":{"-1":3}}"#)
    let found = document.resolve(try JSONPath(path), from: document.root)
    #expect(found.map(document.text) == expected)
  }
}
