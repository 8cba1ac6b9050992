import Testing

@testable import JSON

/// Numbers, and strings of digits, are compared by their exact values, dates by their instants, other
/// strings by their bytes.
struct JSONOrderedTests {
  @Test(arguments: [
    ("1", "1.0"), ("110e-1", "11"), ("0", "-0"), ("0.0e5", "0"), ("-1.50", "-15e-1"),
    ("1e400", "10e399"), ("0.001", "1e-3"), ("1000", "1e+3"),
  ])
  func numbersOfOneValueAreEqual(first: String, second: String) {
    #expect(JSONDecimal(literal: first.utf8) == JSONDecimal(literal: second.utf8))
  }

  @Test(arguments: [
    ("1", "2"), ("9", "10"), ("-10", "-9"), ("-1", "0"), ("0", "1e-400"), ("-1e-400", "0"),
    ("9007199254740992", "9007199254740993"), ("0.1", "0.10000000000000000001"),
    ("1e399", "1e400"), ("0.09", "0.1"), ("-1", "1"), ("99e9", "1e11"),
  ])
  func smallerNumbersAreBelow(first: String, second: String) {
    let (small, large) = (JSONDecimal(literal: first.utf8), JSONDecimal(literal: second.utf8))
    #expect(small < large)
    #expect(!(large < small))
    #expect(small != large)
  }

  /// Whole numbers of 64 bits are in the order of their values.
  @Test func randomNumbersAreInOrder() {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let shift = Int.random(in: 0..<63, using: &numbers)
      let first = Int.random(in: .min ... .max, using: &numbers) >> shift
      let second = Int.random(in: .min ... .max, using: &numbers) >> shift
      let isBelow = JSONDecimal(literal: "\(first)".utf8) < JSONDecimal(literal: "\(second)".utf8)
      #expect(isBelow == (first < second), "\(first) \(second)")
    }
  }

  @Test func kindsAreNotCompared() throws {
    let document = try JSONDocument(Array(#"[1,"1","é","z",true]"#.utf8))
    let values = document.elements(of: document.root).map { JSONOrdered(document, $0) }
    #expect(values[0]?.isBelow(try #require(values[1])) == nil)
    #expect(values[3]?.isBelow(try #require(values[2])) == true)
    #expect(values[4] == nil)
  }

  @Test(arguments: [
    ("2024-05-01T10:00:45Z", "2024-05-01T10:00:45.5Z"),
    ("2024-05-01T10:00:45.5Z", "2024-05-01T10:00:45.50001Z"),
    ("2024-11-03T01:50:00-07:00", "2024-11-03T01:40:00-08:00"),
    ("2024-05-01T20:00:00+09:00", "2024-05-01T12:00:00-07:00"),
    ("Fri, 31 May 2024 10:00:00 GMT", "Fri, 07 Jun 2024 10:00:00 GMT"),
    ("Fri, 31 May 2024 10:00:00 GMT", "2024-06-01"), ("2024-05-01", "2024-05-01T00:00:01Z"),
    ("999", "1000"), ("0999", "1000"), ("-2", "-1"), ("9.5", "10.25"), ("-0.5", "0"),
    ("2024", "2024-05-01"), ("2024-05", "2024-05-01T00:00:00Z"), ("10", "1a"), ("a", "b"),
    ("2024-05-01", "2024-05-03 10:00"), ("", "a"),
  ])
  func stringsAreInTheOrderOfWhatTheyMean(first: String, second: String) {
    let (small, large) = (JSONOrdered.string(first), JSONOrdered.string(second))
    #expect(small.isBelow(large) == true)
    #expect(large.isBelow(small) == false)
    #expect(small.isComparable(with: large) && large.isComparable(with: small))
  }

  @Test(arguments: [
    ("2024-05-01", "yesterday"), ("2024-05-01", ""), ("2024-05-01", "0000-00-00 00:00:00"),
    ("2024-05-01", "01/02/2024"), ("12/31/2023", "01/02/2024"), ("31.12.2023 10:00", "1.1.2024"),
  ])
  func datesAreComparedWithDatesThatAreRead(first: String, second: String) {
    let (first, second) = (JSONOrdered.string(first), JSONOrdered.string(second))
    #expect(!first.isComparable(with: second) && !second.isComparable(with: first))
  }

  @Test(arguments: [
    (#""a\u00e9\n""#, "aé\n"), (#""\ud83d\ude00""#, "😀"), (#""\ud800""#, nil), (#""\udc00x""#, nil),
    (#""\\ud800""#, #"\ud800"#), (#""\ud83d\ud83d\ude00""#, nil), ("7", nil), (#""""#, ""),
  ])
  func textIsUnicodeOrNone(json: String, text: String?) throws {
    let document = try JSONDocument(Array(json.utf8))
    #expect(document.utf8(document.root) == text.map { Array($0.utf8) })
  }
}
