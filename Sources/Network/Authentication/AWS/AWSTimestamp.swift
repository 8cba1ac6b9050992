import Text

/// A moment as signatures spell it: `20150830T123600Z`.
package struct AWSTimestamp {
  let text: String
  /// The first eight digits.
  let day: String

  /// Of the years 1970 to 9999, whatever a clock says.
  init(epochSeconds: Double) {
    let time = CalendarTime(
      epochSeconds: Int(
        min(max(epochSeconds, 0), Double(CalendarTime.epochSecondsBounds.upperBound))))
    day = time.dateText.filter { $0 != "-" }
    text = day + "T" + time.timeText.filter { $0 != ":" } + "Z"
  }

  /// Seconds since 1970 of a text of that form; nil for another text.
  package static func epochSeconds(_ text: String) -> Double? {
    let digits = Array(text.utf8)
    guard digits.count == 16, digits[8] == UInt8(ascii: "T"), digits[15] == UInt8(ascii: "Z")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      digits[range].allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        ? digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }
    guard let year = number(0..<4), let month = number(4..<6), (1...12).contains(month),
      let day = number(6..<8), (1...31).contains(day), let hour = number(9..<11), hour < 24,
      let minute = number(11..<13), minute < 60, let second = number(13..<15), second < 60
    else { return nil }
    let midnight = CalendarTime.epochSeconds(year: year, month: month, day: day)
    return Double(midnight + hour * 3_600 + minute * 60 + second)
  }
}
