import Testing

@testable import Store

/// How values are stored, and what it does to their columns.
struct ValueTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    let type: String
    let stored: String

    var testDescription: String { json }
  }

  static let values: [Case] = [
    Case(json: "7", type: "integer", stored: "7"),
    Case(json: "-9223372036854775808", type: "integer", stored: "-9223372036854775808"),
    Case(json: "9223372036854775807", type: "integer", stored: "9223372036854775807"),
    Case(json: "9223372036854775808", type: "text", stored: "9223372036854775808"),
    Case(json: "-9223372036854775809", type: "text", stored: "-9223372036854775809"),
    Case(
      json: "123456789012345678901234567890", type: "text", stored: "123456789012345678901234567890"
    ),
    Case(json: "0", type: "integer", stored: "0"),
    Case(json: "-0", type: "text", stored: "-0"),
    Case(json: "-0.0", type: "text", stored: "-0.0"),
    Case(json: "-0e5", type: "text", stored: "-0e5"),
    Case(json: "0.0", type: "real", stored: "0.0"),
    Case(json: "0e999999999999999999999", type: "real", stored: "0.0"),
    Case(json: "1.10", type: "real", stored: "1.1"),
    Case(json: "1e2", type: "real", stored: "100.0"),
    Case(json: "-2.5E-3", type: "real", stored: "-0.0025"),
    Case(json: "1e400", type: "text", stored: "1e400"),
    Case(json: "-1e400", type: "text", stored: "-1e400"),
    Case(json: "1e-400", type: "text", stored: "1e-400"),
    Case(json: "5e-324", type: "real", stored: "4.94065645841247e-324"),
    Case(json: "4.94e-324", type: "text", stored: "4.94e-324"),
    Case(json: "0.1", type: "real", stored: "0.1"),
    Case(json: "0.30000000000000004", type: "real", stored: "0.3"),
    Case(json: "0.1234567890123456789", type: "text", stored: "0.1234567890123456789"),
    Case(json: "1.1000000000000000000000000", type: "real", stored: "1.1"),
    Case(json: "9007199254740993.0", type: "text", stored: "9007199254740993.0"),
    Case(json: "1e23", type: "real", stored: "1.0e+23"),
    Case(json: "true", type: "integer", stored: "1"),
    Case(json: "false", type: "integer", stored: "0"),
    Case(json: "null", type: "null", stored: ""),
    Case(json: #""007""#, type: "text", stored: "007"),
    Case(json: #""""#, type: "text", stored: ""),
    Case(json: #""caf\u00e9 \ud83d\ude00 \"q\"\n""#, type: "text", stored: "café 😀 \"q\"\n"),
    Case(json: #""\ud800x""#, type: "text", stored: #""\ud800x""#),
    Case(json: #""\udc00\ud800""#, type: "text", stored: #""\udc00\ud800""#),
    Case(json: #"{"a": [1.10,  2]}"#, type: "text", stored: #"{"a": [1.10,  2]}"#),
    Case(json: #"[ ]"#, type: "text", stored: "[ ]"),
  ]

  @Test(arguments: values)
  func valueIsStoredAsItCame(item: Case) throws {
    let scratch = try Scratch()
    try scratch.stored("[{\"a\":\(item.json)}]")
    let row = try scratch.rows("SELECT typeof(a), CAST(a AS TEXT) FROM items")
    #expect(row.map { $0[0].text } == [item.type])
    #expect(row.map { $0[1].text ?? "" } == [item.stored])
  }

  @Test func nulIsAPartOfAString() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"a":"x\u0000y"}]"#)
    #expect(try scratch.rows("SELECT hex(a), typeof(a) FROM items") == [["780079", "text"]])
  }

  /// Doubles come back bit for bit, whatever SQLite prints.
  @Test(arguments: [
    "0.30000000000000004", "5e-324", "1e23", "1.7976931348623157e308", "123456.789",
  ])
  func realIsTheSameDouble(text: String) throws {
    let scratch = try Scratch()
    try scratch.stored("[{\"a\":\(text)}]")
    #expect(try scratch.rows("SELECT a FROM items") == [[.real(Double(text) ?? 0)]])
  }

  struct ColumnCase: CustomTestStringConvertible, Sendable {
    let values: [String]
    let type: String

    var testDescription: String { values.joined(separator: " ") }
  }

  @Test(arguments: [
    ColumnCase(values: ["1", "2", "null"], type: "INTEGER"),
    ColumnCase(values: ["1.5", "2.5"], type: "REAL"),
    ColumnCase(values: [#""a""#, "[1]", "1e400"], type: "TEXT"),
    ColumnCase(values: ["1", "1.5"], type: "ANY"),
    ColumnCase(values: ["null", "null"], type: "ANY"),
    ColumnCase(values: ["true", "1"], type: "INTEGER"),
    ColumnCase(values: ["1", #""1""#], type: "ANY"),
  ])
  func columnHasTheTypeOfItsFirstPage(item: ColumnCase) throws {
    let scratch = try Scratch()
    let items = item.values.map { "{\"a\":\($0)}" }.joined(separator: ",")
    try scratch.stored("[\(items)]")
    #expect(try scratch.types() == ["a \(item.type)"])
  }

  /// SQLite would turn the second value into the first one's type where the column stayed.
  @Test(arguments: [("7", #""007""#), ("1", "1.0"), ("1.5", "1"), (#""x""#, "7"), (#""x""#, "1.5")])
  func anotherTypeWidensTheColumn(first: String, second: String) throws {
    let scratch = try Scratch()
    try scratch.stored("[{\"b\":0,\"a\":\(first)}]", "[{\"a\":\(second),\"b\":2}]")
    #expect(try scratch.types() == ["b INTEGER", "a ANY"])
    let other = try Scratch()
    try other.stored("[{\"b\":0,\"a\":\(first)},{\"b\":2,\"a\":\(second)}]")
    #expect(try scratch.table() == other.table())
  }

  @Test func lastOfTwoMembersCounts() throws {
    let scratch = try Scratch()
    try scratch.stored(#"[{"a":"x","a":1},{"a":1,"a":2}]"#)
    #expect(try scratch.types() == ["a INTEGER"])
    #expect(try scratch.table() == ["a=1", "a=2"])
  }
}
