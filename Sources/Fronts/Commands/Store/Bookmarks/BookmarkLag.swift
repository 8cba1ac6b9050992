import JSON
import Text

/// The amount that `--lag` subtracts from a bookmark: items that arrive late have values below it.
///
///     10m   2024-05-01T00:05:00.25Z   2024-04-30T23:55:00.25Z
///     1d    2024-05-01                2024-04-30
///     500   12000                     11500
///
/// The bookmark's form stays; what its form cannot say is rounded down, so that nothing is lost.
struct BookmarkLag {
  private let amount: Int
  /// Seconds of the unit; nil: none is given.
  private let unitSeconds: Int?

  init(_ text: String) throws(UsageError) {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": CalendarTime.secondsPerDay]
    let unit = text.last.flatMap { units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard let amount = ASCII.number(digits.utf8), amount <= BookmarkLag.amountMax else {
      throw UsageError(
        "--lag needs a time such as 90s, 10m, 2h or 1d, or a number where the bookmark is "
          + "one")
    }
    self.amount = amount
    unitSeconds = unit
  }

  private static let amountMax = 1 << 40

  /// The value that the next run begins with.
  func before(_ value: JSONOrdered) throws(UsageError) -> JSONOrdered {
    switch value {
    case .number(let number):
      return .number(JSONNumber(text: try less(number.text, isNumber: true)))
    case .string(let text):
      if !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) {
        let rest = try less(text, isNumber: true)
        return .string(String(repeating: "0", count: max(0, text.count - rest.count)) + rest)
      }
      return .string(try less(text, isNumber: false))
    }
  }

  private func less(_ text: String, isNumber: Bool) throws(UsageError) -> String {
    guard isNumber == (unitSeconds == nil) else {
      throw UsageError(
        isNumber
          ? "the bookmark \(text) is a number; give --lag a number, without a unit"
          : "the bookmark \(text) is not a number; give --lag a unit: s, m, h or d")
    }
    if let rest = isNumber ? number(text) : time(text) { return rest }
    throw UsageError(
      "the bookmark \(text) is neither a whole number nor a time such as "
        + "2024-05-01T00:00:00Z, which --lag is taken off")
  }

  /// `1714.25` less 14 is `1700.25`.
  private func number(_ text: String) -> String? {
    let parts = text.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first.flatMap({ Int($0) }), parts.count == 1 || whole > 0,
      parts.dropFirst().allSatisfy({ $0.utf8.allSatisfy(ASCII.isDigit) })
    else { return nil }
    let (rest, overflow) = whole.subtractingReportingOverflow(amount)
    guard !overflow else { return nil }
    return String(rest) + (parts.count == 2 && rest >= 0 ? ".\(parts[1])" : "")
  }

  /// An ISO 8601 time with the same digits and zone; nil if it is not a time, or too early.
  private func time(_ text: String) -> String? {
    guard let time = CivilTime(text),
      let rest = time.less(seconds: amount.multipliedReportingOverflow(by: unitSeconds ?? 1))
    else { return nil }
    return rest.text
  }
}

/// A time as ISO 8601 writes it, in the parts that it is written with.
private struct CivilTime {
  /// Seconds from 1970 on, by the clock that the zone has.
  private var seconds: Int
  /// The number of characters of `YYYY-MM-DDTHH:MM:SS` that are written.
  private let length: Int
  private let separator: Character
  /// The fraction and the zone.
  private let ending: Substring

  init?(_ text: String) {
    var bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == ASCII.minus else { return nil }
    length = bytes.count == 10 ? 10 : bytes.count > 16 && bytes[16] == ASCII.colon ? 19 : 16
    separator = length > 10 ? Character(Unicode.Scalar(bytes[10])) : "T"
    // After a blank the reader wants seconds, which other programs leave out.
    if separator == " " { bytes[10] = UInt8(ascii: "T") }
    let local = Array(bytes.prefix(length))
    guard DateReader.read(bytes.span) != nil, let time = DateReader.read(local.span) else {
      return nil
    }
    seconds = time.seconds
    ending = text.dropFirst(length)
  }

  /// Subtracts seconds; nil if the result is before the year 0.
  func less(seconds: (partialValue: Int, overflow: Bool)) -> CivilTime? {
    guard !seconds.overflow else { return nil }
    var time = self
    time.seconds -= seconds.partialValue
    return CalendarTime.epochSecondsBounds.contains(time.seconds) ? time : nil
  }

  var text: String {
    let time = CalendarTime(epochSeconds: seconds)
    let whole = time.dateText + String(separator) + time.timeText
    return String(whole.prefix(length)) + ending
  }
}
