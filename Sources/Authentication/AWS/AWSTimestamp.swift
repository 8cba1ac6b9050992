/// A moment as signatures spell it: `20150830T123600Z`.
package struct AWSTimestamp {
  let text: String
  /// The first eight digits.
  let day: String

  init(epochSeconds: Double) {
    // Years 1970 to 9999: whatever a clock says, the arithmetic stays within bounds.
    let seconds = Int(min(max(epochSeconds, 0), 253_402_300_799))
    let (year, month, day) = Self.date(daysSinceEpoch: seconds / 86_400)
    let time = seconds % 86_400
    self.day = Self.digits(year, 4) + Self.digits(month, 2) + Self.digits(day, 2)
    text =
      self.day + "T" + Self.digits(time / 3_600, 2) + Self.digits(time / 60 % 60, 2)
      + Self.digits(time % 60, 2) + "Z"
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
    let days = daysSinceEpoch(year: year, month: month, day: day)
    return Double(days * 86_400 + hour * 3_600 + minute * 60 + second)
  }

  /// The number of a Gregorian date, by years that begin on March 1st.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = year / 400
    let yearOfEra = year % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The Gregorian date, counted in years that begin on March 1st so that leap days come last.
  private static func date(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
    let days = daysSinceEpoch + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
