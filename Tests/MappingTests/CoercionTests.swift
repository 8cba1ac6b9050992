import JSON
import TestSupport
import Testing

@testable import Mapping

/// Every row of the table of types.
@Suite struct CoercionTests {
  struct Row: CustomTestStringConvertible {
    let type: String
    let value: String
    /// nil: does not fit.
    let expected: String?
    init(_ type: String, _ value: String, _ expected: String?) {
      (self.type, self.value, self.expected) = (type, value, expected)
    }
    var testDescription: String { "\(type) \(value.prefix(40))" }
  }

  static let rows: [Row] = [
    Row("string", #""a\u00e9\/""#, #""a\u00e9\/""#),
    Row("string", "187", #""187""#), Row("string", "1.10e5", #""1.10e5""#),
    Row("string", "true", #""true""#), Row("string", "false", #""false""#),
    Row("string", "null", "null"), Row("string", "[1]", nil), Row("string", "{}", nil),
    Row("integer", "187", "187"), Row("integer", #""187""#, "187"), Row("integer", "3.0", "3"),
    Row("integer", "3e2", "300"), Row("integer", #""3e2""#, "300"), Row("integer", "30e-1", "3"),
    Row("integer", "-0", "0"), Row("integer", "-0.0e9", "0"), Row("integer", "0.5e1", "5"),
    Row("integer", "-12.50e2", "-1250"), Row("integer", "0.00012e4", nil),
    Row("integer", "0.00012e5", "12"), Row("integer", "3e0", "3"),
    Row("integer", #""-3E+0""#, "-3"),
    Row("integer", "10000000000000000000000000000001", "10000000000000000000000000000001"),
    Row("integer", "1e-1", nil), Row("integer", "2.5", nil), Row("integer", #""2.5""#, nil),
    Row("integer", #""""#, "null"), Row("integer", "null", "null"), Row("integer", "true", nil),
    Row("integer", #""007""#, nil), Row("integer", #""+5""#, nil), Row("integer", #"" 5""#, nil),
    Row("integer", #""5 ""#, nil), Row("integer", #""0x5""#, nil), Row("integer", "[5]", nil),
    Row("integer", #""\u0031\u0032""#, "12"), Row("integer", #""nonsense""#, nil),
    Row("integer", "1e400", "1" + String(repeating: "0", count: 400)),
    Row("integer", "1e999", "1" + String(repeating: "0", count: 999)),
    Row("integer", "1e1000", nil), Row("integer", "1e999999999999999999999", nil),
    Row("integer", "0e999999999999999999999", "0"), Row("integer", "-1e-999999999999999999", nil),
    Row("integer", String(repeating: "7", count: 1000), String(repeating: "7", count: 1000)),
    Row("integer", String(repeating: "7", count: 1001), nil),
    Row(
      "integer", "-" + String(repeating: "7", count: 1000) + ".0",
      "-" + String(repeating: "7", count: 1000)),
    Row("integer", "0." + String(repeating: "0", count: 2000) + "5e2001", "5"),
    Row("number", "1.10", "1.10"), Row("number", "1E400", "1E400"), Row("number", "-0.0", "-0.0"),
    Row("number", #""131.3""#, "131.3"), Row("number", #""1e5""#, "1e5"),
    Row("number", #""007""#, nil), Row("number", #""+5""#, nil), Row("number", #"" 5""#, nil),
    Row("number", #""5.""#, nil), Row("number", #"".5""#, nil), Row("number", #""1e""#, nil),
    Row("number", #""-""#, nil), Row("number", #""NaN""#, nil), Row("number", #""Infinity""#, nil),
    Row("number", #""""#, "null"), Row("number", "null", "null"), Row("number", "false", nil),
    Row("number", "{}", nil), Row("number", "[]", nil), Row("number", #""1\u002e5""#, "1.5"),
    Row("boolean", "true", "true"), Row("boolean", "false", "false"), Row("boolean", "1", "true"),
    Row("boolean", "0", "false"), Row("boolean", "1.0", "true"), Row("boolean", "-0", "false"),
    Row("boolean", "2", nil), Row("boolean", "0.1", nil), Row("boolean", "null", "null"),
    Row("boolean", #""true""#, "true"), Row("boolean", #""T""#, "true"),
    Row("boolean", #""YES""#, "true"), Row("boolean", #""y""#, "true"),
    Row("boolean", #""1""#, "true"),
    Row("boolean", #""False""#, "false"), Row("boolean", #""f""#, "false"),
    Row("boolean", #""No""#, "false"), Row("boolean", #""N""#, "false"),
    Row("boolean", #""0""#, "false"),
    Row("boolean", #""""#, nil), Row("boolean", #""on""#, nil), Row("boolean", #""truee""#, nil),
    Row("boolean", #"" true""#, nil), Row("boolean", #""\u0074""#, "true"),
    Row("boolean", "[]", nil),
    Row("boolean", #""1.0""#, nil),
    Row("url", #""/a?b=c""#, #""https://api.example.com/a?b=c""#),
    Row("url", #""https:\/\/x.example\/""#, #""https://x.example/""#),
    Row("url", #""a b""#, nil), Row("url", "5", nil), Row("url", "null", "null"),
    Row("url", #""/\"""#, #""https://api.example.com/\"""#),
    Row("array", #""Blue""#, #"["Blue"]"#), Row("array", "[ 1,2]", "[ 1,2]"),
    Row("array", "null", "[]"),
    Row("array", "{\"a\":1}", "[{\"a\":1}]"), Row("array", "5", "[5]"),
    Row("array", #""""#, #"[""]"#),
    Row("object", #"{"a": 1}"#, #"{"a": 1}"#), Row("object", "null", "null"),
    Row("object", "[]", nil),
    Row("object", "5", nil), Row("any", "[1]", "[1]"), Row("any", "null", "null"),
    Row("any", #""x""#, #""x""#), Row("any", "1.10", "1.10"),
    Row("date", "1242052762", #""2009-05-11T14:39:22Z""#), Row("date", "true", nil),
    Row("date", "[]", nil), Row("date", "{}", nil), Row("date", "null", "null"),
    Row("date", #""""#, "null"), Row("date", #""11\/27\/1982""#, nil),
    Row("date", #""2012\u002d03-01""#, #""2012-03-01T00:00:00Z""#),
  ]

  @Test(arguments: rows)
  func typesAreReadAsTheTableSays(_ row: Row) throws {
    let found = try mapped(
      """
      {"responseDescriptors": [{"mapping": {"attributes": {
      "before": "b", "v": {"to": "value", "type": "\(row.type)"}, "after": "a"}}}]}
      """, #"[{"v":\#(row.value),"before":1,"after":2}]"#)
    let value = row.expected.map { #","value":\#($0)"# } ?? ""
    #expect(String(decoding: found.bytes, as: UTF8.self) == #"{"b":1\#(value),"a":2}"#)
    if row.expected == nil {
      let kinds = try #require(try json("[\(row.value)]").arrayValue?.first)
      #expect(
        found.issues == [
          MappingIssue(
            item: 0, path: "v", kind: .typeMismatch, expected: row.type, found: kinds.kindName)
        ])
    } else {
      #expect(found.issues.isEmpty)
    }
    #expect(found.issuesOmitted == 0 && !found.isFailure)
  }
}
