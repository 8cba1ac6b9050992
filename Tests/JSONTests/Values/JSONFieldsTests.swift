import Testing

@testable import JSON

@Suite struct JSONFieldsTests {
  /// A member's value, how it is read, and what comes out: a value as text, nothing, or the error.
  struct Row: CustomTestStringConvertible, Sendable {
    let reads: String
    let json: String
    let expected: String

    init(_ reads: String, _ json: String, _ expected: String) {
      (self.reads, self.json, self.expected) = (reads, json, expected)
    }

    var testDescription: String { "\(reads) of \(json)" }
  }

  enum Colour: String, CaseIterable { case red, green }

  private func fields(_ json: String, path: String = "") throws -> JSONFields {
    let document = try JSONDocument(Array(json.utf8))
    return try JSONFields(document.value(document.root), path: path)
  }

  /// What reading gives, in words.
  private func read(_ row: Row) throws -> String {
    var fields = try fields(row.json, path: "p")
    do throws(JSONFieldError) {
      switch row.reads {
      case "string": return "\(try fields.string("a") as Any)"
      case "boolean": return "\(try fields.boolean("a") as Any)"
      case "integer": return "\(try fields.integer("a") as Any)"
      case "1...9": return "\(try fields.integer("a", in: 1...9) as Any)"
      case "1...": return "\(try fields.integer("a", in: 1...Int.max) as Any)"
      case "seconds": return "\(try fields.seconds("a", in: 0.001...9) as Any)"
      case "choice": return "\(try fields.choice("a", of: Colour.self)?.rawValue as Any)"
      case "array": return "\(try fields.array("a")?.count as Any)"
      case "fields": return "\(try fields.fields("a")?.object.keys as Any)"
      default: return "\(try fields.strings("a") as Any)"
      }
    } catch {
      #expect(error.path == "p.a")
      guard case .expected(let words, _) = error.problem else { return "\(error.problem)" }
      return words
    }
  }

  static let rows: [Row] = [
    Row("string", #"{"a":"x"}"#, #"Optional("x")"#), Row("string", #"{"a":null}"#, "nil"),
    Row("string", "{}", "nil"), Row("string", #"{"a":5}"#, "a string"),
    Row("boolean", #"{"a":false}"#, "Optional(false)"), Row("boolean", #"{"a":null}"#, "nil"),
    Row("boolean", #"{"a":0}"#, "true or false"), Row("boolean", #"{"a":"true"}"#, "true or false"),
    Row("integer", #"{"a":3.0}"#, "Optional(3)"), Row("integer", #"{"a":3e0}"#, "Optional(3)"),
    Row("integer", #"{"a":-30e-1}"#, "Optional(-3)"), Row("integer", #"{"a":null}"#, "nil"),
    Row("integer", #"{"a":1.5}"#, "a whole number"),
    Row("integer", #"{"a":"1"}"#, "a whole number"),
    Row("integer", #"{"a":1e400}"#, "a whole number"),
    Row("integer", #"{"a":true}"#, "a whole number"),
    Row("integer", #"{"a":9223372036854775807}"#, "Optional(9223372036854775807)"),
    Row("integer", #"{"a":9223372036854775808}"#, "a whole number"),
    Row("1...9", #"{"a":9}"#, "Optional(9)"), Row("1...9", #"{"a":1}"#, "Optional(1)"),
    Row("1...9", #"{"a":10}"#, "a whole number from 1 to 9"),
    Row("1...9", #"{"a":0}"#, "a whole number from 1 to 9"),
    Row("1...", #"{"a":0}"#, "a whole number of at least 1"),
    Row("seconds", #"{"a":0.5}"#, "Optional(0.5)"), Row("seconds", #"{"a":9}"#, "Optional(9.0)"),
    Row("seconds", #"{"a":null}"#, "nil"),
    Row("seconds", #"{"a":0}"#, "a number of seconds from 0.001 to 9.0"),
    Row("seconds", #"{"a":"1"}"#, "a number of seconds from 0.001 to 9.0"),
    Row("seconds", #"{"a":1e999}"#, "a number of seconds from 0.001 to 9.0"),
    Row("choice", #"{"a":"red"}"#, #"Optional("red")"#), Row("choice", #"{"a":null}"#, "nil"),
    Row("choice", #"{"a":"Red"}"#, #"one of "red", "green""#),
    Row("choice", #"{"a":1}"#, #"one of "red", "green""#),
    Row("array", #"{"a":[1,2]}"#, "Optional(2)"), Row("array", #"{"a":[]}"#, "Optional(0)"),
    Row("array", #"{"a":null}"#, "nil"), Row("array", #"{"a":{}}"#, "an array"),
    Row("fields", #"{"a":{"b":1}}"#, #"Optional(["b"])"#),
    Row("fields", #"{"a":[]}"#, "Optional([])"),
    Row("fields", #"{"a":null}"#, "nil"), Row("fields", #"{"a":[1]}"#, "an object"),
    Row("fields", #"{"a":5}"#, "an object"),
    Row("strings", #"{"a":"x"}"#, #"Optional(["x"])"#),
    Row("strings", #"{"a":["x","y"]}"#, #"Optional(["x", "y"])"#),
    Row("strings", #"{"a":[]}"#, "Optional([])"), Row("strings", #"{"a":null}"#, "nil"),
    Row("strings", #"{"a":{}}"#, "a string or a list of strings"),
  ]

  @Test(arguments: [
    (#"{"tokenUrl":"x"}"#, "p.tokenUrl", JSONFieldError.Problem.unknown(nearest: "tokenURL")),
    (#"{"scopes":[]}"#, "p.tokenURL", .missing), ("{}", "p.tokenURL", .missing),
  ])
  func aMisspelledMemberIsNamedForTheOneThatIsMissing(
    json: String, path: String, problem: JSONFieldError.Problem
  ) throws {
    var fields = try fields(json, path: "p")
    _ = fields.value("tokenURL")
    #expect(fields.missing("tokenURL") == JSONFieldError(path: path, problem: problem))
  }

  @Test(arguments: rows)
  func memberIsReadAsWhatItShouldBe(_ row: Row) throws {
    #expect(try read(row) == row.expected)
  }

  @Test func whatIsNoStringInAListIsNamedByItsNumber() throws {
    var fields = try fields(#"{"a":["x",1]}"#, path: "p")
    #expect(throws: JSONFieldError(path: "p.a.1", problem: .expected("a string"))) {
      try fields.strings("a")
    }
  }

  @Test(arguments: ["{}", "[]", "null"])
  func emptyObjectHasThreeSpellings(_ json: String) throws {
    let fields = try fields(json)
    #expect(fields.object.count == 0)
    try fields.finish()
  }

  @Test(arguments: ["5", "\"x\"", "true", "[1]", "[[]]"])
  func whatIsNoObjectIsRefused(_ json: String) throws {
    #expect(throws: JSONFieldError(path: "p.q", problem: .expected("an object"))) {
      try self.fields(json, path: "p.q")
    }
  }

  @Test func nullIsAValueWhereItIsAskedFor() throws {
    var fields = try fields(#"{"a":null,"b":1}"#)
    #expect(fields.value("a") == nil && fields.nullable("a") == .null)
    #expect(fields.nullable("b") == 1 && fields.nullable("c") == nil)
  }

  @Test func duplicateMemberHasItsLastValue() throws {
    var fields = try fields(#"{"a":1,"b":2,"\u0061":3}"#)
    #expect(try fields.integer("a") == 3)
    _ = fields.value("b")
    try fields.finish()
  }

  // MARK: Members that nobody asked for

  @Test func firstUnknownMemberIsNamed() throws {
    var fields = try fields(#"{"a":1,"z.y\\":2,"q":null}"#, path: "p")
    _ = fields.value("a")
    #expect(throws: JSONFieldError(path: #"p.z\.y\\"#, problem: .unknown())) { try fields.finish() }
    fields.allow(#"z.y\"#)
    #expect(throws: JSONFieldError(path: "p.q", problem: .unknown())) { try fields.finish() }
    fields.allow("q", "not there")
    try fields.finish()
  }

  @Test func askingForAMemberThatIsMissingAllowsNothingElse() throws {
    var fields = try fields(#"{"perpage":1}"#)
    _ = try fields.integer("perPage")
    #expect(throws: JSONFieldError(path: "perpage", problem: .unknown(nearest: "perPage"))) {
      try fields.finish()
    }
  }

  @Test func membersOfMembersAreTheirOwnBusiness() throws {
    var fields = try fields(#"{"a":{"b":1}}"#)
    let inner = try #require(try fields.fields("a"))
    try fields.finish()
    #expect(throws: JSONFieldError(path: "a.b", problem: .unknown())) { try inner.finish() }
  }

  // MARK: Paths

  @Test(arguments: [
    ("", "a", "a"), ("p", "a", "p.a"), ("p", "a.b", #"p.a\.b"#), ("", #"a\"#, #"a\\"#),
    ("p.0", "", "p.0."), ("p", "@self.x", #"p.@self\.x"#), ("p", "é.ü", #"p.é\.ü"#),
  ])
  func dotsInNamesAreEscaped(_ path: String, _ name: String, _ joined: String) {
    #expect(JSONFields.join(path, name) == joined)
  }
}
