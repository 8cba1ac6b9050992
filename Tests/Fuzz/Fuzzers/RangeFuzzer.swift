import Pagination
import TestInput

/// `Content-Range` headers: what was put in comes out, and everything else is refused.
struct RangeFuzzer: FuzzRunner {
  private(set) var findings = Findings()

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let unit = random.pick(["items", "bytes", "", "x-y", "é"])
    let (first, last, total) = (number(&random), number(&random), number(&random))
    let isUnsatisfied = random.chance(20)
    let text =
      unit + (unit.isEmpty ? "" : random.pick([" ", " ", "  "]))
      + (isUnsatisfied ? "*" : "\(first)-\(last)") + "/" + total
    let range = ContentRange(text)
    let expected = Self.expected(first: isUnsatisfied ? nil : first, last: last, total: total)
    findings.note(range == nil ? "refused" : "read")
    try expect(
      range.map { [$0.last, $0.total] } == expected,
      "\(text.debugDescription) is read as \(String(describing: range))")
    let damaged = String(decoding: random.damaged(Array(text.utf8)), as: UTF8.self)
    if let range = ContentRange(damaged) {
      findings.note("damaged and read")
      try expect((range.last ?? 0) >= 0 && (range.total ?? 0) >= 0, damaged.debugDescription)
    }
  }

  /// The last index and the total that a header gives; nil where it is none.
  private static func expected(first: String?, last: String, total: String) -> [Int?]? {
    guard total == "*" || digits(total) != nil else { return nil }
    guard let first else { return [nil, digits(total)] }
    // Blanks before it are those behind the unit.
    guard let first = digits(String(first.drop { $0 == " " })), let last = digits(last),
      first <= last
    else { return nil }
    return [last, digits(total)]
  }

  /// The number of a text of digits that an integer can hold.
  private static func digits(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.utf8.reduce(0 as Int?) { number, digit in
      guard let number else { return nil }
      let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, beyond) = tens.addingReportingOverflow(Int(digit) - 0x30)
      return overflow || beyond ? nil : sum
    }
  }

  private func number(_ random: inout SeededGenerator) -> String {
    random.pick([
      "0", "1", "7", "24", "25", "100", "3572", "007", "9223372036854775807", "9223372036854775808",
      "99999999999999999999", "", "*", "-1", "+5", "1e3", " 2", "x", "٣",
    ])
  }
}
