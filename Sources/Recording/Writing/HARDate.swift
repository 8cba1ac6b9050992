/// Moments as HAR files have them: ISO 8601 in UTC with milliseconds, `2026-11-22T09:30:00.125Z`.
enum HARDate {
  /// The text of a moment in seconds since 1970.
  static func text(epochSeconds: Double) -> String {
    let milliseconds = Int(max(0, min(epochSeconds, secondsMax)) * 1_000)
    let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (year, month, day) = date(daysSince1970: days)
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(digits(second / 3_600, 2)):"
      + "\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2)).\(digits(fraction, 3))Z"
  }

  /// The end of the year 9999.
  private static let secondsMax = 253_402_300_799.0

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  /// The civil date of a day, by eras of 400 years that begin in March.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }
}
