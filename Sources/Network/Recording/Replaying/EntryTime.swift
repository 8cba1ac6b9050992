import JSON
import Text

/// The time span of an exchange, by `startedDateTime` (RFC 3339) and `time` (milliseconds).
///
///     "2026-11-21T10:30:00.250+01:00" and 250 end at 1795253400.5
enum EntryTime {
  /// Seconds since 1970 at which the response was there; nil where the entry does not tell.
  static func endEpochSeconds(_ entry: RecordedEntry) -> Double? {
    guard let start = entry.text(.startedDateTime).flatMap(epochSeconds) else { return nil }
    let milliseconds = entry.document.double(entry[.time]) ?? 0
    return start + min(max(milliseconds, 0), longestMilliseconds) / 1_000
  }

  /// A day: no exchange takes longer.
  private static let longestMilliseconds = 86_400_000.0

  /// Seconds since 1970 of `2026-11-21T10:30:00.250+01:00`; nil for any other text. Without an
  /// offset the time is in UTC.
  static func epochSeconds(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, let year = ASCII.number(bytes[0..<4]),
      let month = ASCII.number(bytes[5..<7]),
      let day = ASCII.number(bytes[8..<10]), let hour = ASCII.number(bytes[11..<13]),
      let minute = ASCII.number(bytes[14..<16]), let second = ASCII.number(bytes[17..<19]),
      bytes[4] == ASCII.minus, bytes[7] == ASCII.minus, bytes[10] | 0x20 == UInt8(ascii: "t"),
      bytes[13] == ASCII.colon, bytes[16] == ASCII.colon,
      (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      var unit = 0.1
      rest = rest.dropFirst()
      while let byte = rest.first, let digit = ASCII.number([byte]) {
        fraction += Double(digit) * unit
        unit /= 10
        rest = rest.dropFirst()
      }
    }
    guard let offset = offsetSeconds(rest) else { return nil }
    let midnight = CalendarTime.epochSeconds(year: year, month: month, day: day)
    return Double(midnight + hour * 3_600 + minute * 60 + second - offset) + fraction
  }

  /// `Z`, `+01:00`, `-0330` or nothing.
  private static func offsetSeconds(_ text: ArraySlice<UInt8>) -> Int? {
    guard let sign = text.first else { return 0 }
    if sign | 0x20 == UInt8(ascii: "z") { return text.count == 1 ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == ASCII.minus else { return nil }
    let digits = text.dropFirst().filter { $0 != ASCII.colon }
    guard digits.count == 4, let hours = ASCII.number(digits[0..<2]),
      let minutes = ASCII.number(digits[2..<4])
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return sign == ASCII.minus ? -seconds : seconds
  }
}
