import Testing

@testable import JSON

@Suite struct NumberLiteralTests {
  static let cases: [(String, Int?)] = [
    ("0", 0), ("-0", 0), ("0.0", 0), ("0e5", 0), ("-0.000e-7", 0), ("3", 3), ("-3", -3),
    ("3.0", 3), ("3e0", 3), ("30e-1", 3), ("1e2", 100), ("0.3E+1", 3), ("-12.50e1", -125),
    ("1.5", nil), ("15e-1", nil), ("0.5", nil), ("1e-1", nil), ("100e-2", 1), ("100e-3", nil),
    ("9223372036854775807", Int.max), ("9223372036854775808", nil),
    ("-9223372036854775808", Int.min), ("-9223372036854775809", nil),
    ("9223372036854775807.000", Int.max), ("9.223372036854775807e18", Int.max),
    ("0.9223372036854775807e19", Int.max), ("92233720368547758070e-1", Int.max),
    ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("10000000000000000000", nil),
    ("9007199254740993", 9_007_199_254_740_993), ("18446744073709551615", nil),
    ("1e400", nil), ("1e-400", nil), ("1e999999999999", nil), ("1e-999999999999", nil),
    ("0e999999999999999999999999999999", 0), ("1e9223372036854775807", nil),
    ("1e-9223372036854775808", nil), ("1e00000000000000000000000000000000000002", 100),
  ]

  @Test(arguments: cases) func isExact(_ literal: String, _ expected: Int?) throws {
    let document = try JSONDocument(Array(literal.utf8))
    #expect(document.integer(document.root) == expected)
    #expect(JSONNumber(text: literal).integer == expected)
  }

  @Test func longLiteralsAreExactToo() throws {
    let zeros = String(repeating: "0", count: 400)
    for (literal, expected) in [
      ("7.\(zeros)", 7), ("7\(zeros)e-400", 7), ("0.\(zeros)7e401", 7), ("7\(zeros)", nil),
      ("7.\(zeros)1", nil), ("1e\(zeros)1", 10), ("1e\(String(repeating: "9", count: 400))", nil),
    ] as [(String, Int?)] {
      let document = try JSONDocument(Array(literal.utf8))
      #expect(document.integer(document.root) == expected, "\(literal)")
    }
  }
}
