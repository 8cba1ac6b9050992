import JSON
import Mapping
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
    let digits = text.prefix(CivilTime.lengthMax)
    let isThere = { (place: Int) in
      digits.utf8.count == digits.count && digits.count >= place
        && CivilTime.shape.prefix(place).elementsEqual(digits.prefix(place)) { pattern, found in
          switch pattern {
          case "0": found.isASCII && found.isNumber
          case "T": found == "T" || found == "t" || found == " "
          default: found == pattern
          }
        }
    }
    guard let length = [19, 16, 10].first(where: isThere) else { return nil }
    self.length = length
    separator = length > 10 ? text[text.index(text.startIndex, offsetBy: 10)] : "T"
    ending = text.dropFirst(length)
    guard length > 10 || ending.isEmpty, CivilTime.isEnding(ending, hasSeconds: length == 19) else {
      return nil
    }
    let padded = String(digits.prefix(length)) + CivilTime.zero.dropFirst(length)
    let parts = padded.split { !$0.isNumber }.compactMap { Int($0) }
    guard parts.count == 6, (1...12).contains(parts[1]), parts[2] >= 1,
      parts[2] <= DateFields.dayCount(parts[0], parts[1]), parts[3] < 24, parts[4] < 60,
      parts[5] <= 60
    else { return nil }
    seconds =
      CalendarTime.epochSeconds(year: parts[0], month: parts[1], day: parts[2])
      + parts[3] * 3_600 + parts[4] * 60 + parts[5]
  }

  private static let shape = "0000-00-00T00:00:00"
  private static let zero = "0000-01-01T00:00:00"
  private static let lengthMax = 19

  /// `.25Z`, `+02:00`, ` UTC` or nothing.
  private static func isEnding(_ text: Substring, hasSeconds: Bool) -> Bool {
    var rest = text
    if let sign = rest.first, sign == "." || sign == "," {
      guard hasSeconds else { return false }
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count + 1)
    }
    if rest.first == " " { rest = rest.dropFirst() }
    if rest.isEmpty || ["Z", "z", "UTC", "GMT"].contains(rest) { return true }
    guard let sign = rest.first, sign == "+" || sign == "-" else { return false }
    let zone = rest.dropFirst().filter { $0 != ":" }
    return zone.count == 2 || zone.count == 4
      ? zone.allSatisfy { $0.isASCII && $0.isNumber } : false
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
