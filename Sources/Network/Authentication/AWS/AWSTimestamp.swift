import Text

/// A moment as signatures spell it: `20150830T123600Z`.
package struct AWSTimestamp {
  let text: String
  /// The first eight digits.
  let day: String

  /// Makes a timestamp in the years 1970 to 9999, even if the clock is outside them.
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
    let parts = [0..<4, 4..<6, 6..<8, 9..<11, 11..<13, 13..<15]
      .compactMap { ASCII.number(digits[$0]) }
    guard parts.count == 6, (1...12).contains(parts[1]), (1...31).contains(parts[2]),
      parts[3] < 24, parts[4] < 60, parts[5] < 60
    else { return nil }
    let midnight = CalendarTime.epochSeconds(year: parts[0], month: parts[1], day: parts[2])
    return Double(midnight + parts[3] * 3_600 + parts[4] * 60 + parts[5])
  }
}
