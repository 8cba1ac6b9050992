/// A moment in UTC by the Gregorian calendar, to the second.
package struct CalendarTime: Sendable, Hashable {
  package let year: Int
  /// 1 is January.
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  /// Since the beginning of the year 0, which was a Saturday.
  private let days: Int
  /// 0 is Sunday.
  package var weekday: Int { (days + 6) % 7 }

  /// 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z: what RFC 3339 can spell, in seconds since 1970.
  package static let epochSecondsBounds = -62_167_219_200...253_402_300_799
  package static let secondsPerDay = 86_400
  /// An era has 400 years, which begin in March, so that the leap day is the last of its year.
  private static let daysPerEra = 146_097
  /// Days from the beginning of the era before the year 0.
  private static let daysBefore1970 = 719_468 + daysPerEra

  /// The moment of this many seconds since 1970; what is out of `epochSecondsBounds` is cut.
  package init(epochSeconds: Int) {
    let (first, last) = (Self.epochSecondsBounds.lowerBound, Self.epochSecondsBounds.upperBound)
    let time: Int
    (days, time) = (min(max(epochSeconds, first), last) - first)
      .quotientAndRemainder(dividingBy: Self.secondsPerDay)
    (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
    let (era, dayOfEra) = (days + first / Self.secondsPerDay + Self.daysBefore1970)
      .quotientAndRemainder(dividingBy: Self.daysPerEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = (era - 1) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// Seconds since 1970 at the beginning of a day, of the years 0 to 9999, the months 1 to 12 and
  /// the days 1 to 31; a day that the month does not have is one of the next month.
  package static func epochSeconds(year: Int, month: Int, day: Int) -> Int {
    let marchYear = (month <= 2 ? year - 1 : year) + 400
    let (era, yearOfEra) = marchYear.quotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return (era * daysPerEra + dayOfEra - daysBefore1970) * secondsPerDay
  }

  /// As RFC 3339 with whole seconds: `2026-11-21T09:30:00Z`.
  package var timestamp: String { "\(dateText)T\(timeText)Z" }

  /// `2026-11-21`
  package var dateText: String {
    "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
  }

  /// `09:30:00`
  package var timeText: String {
    "\(Self.digits(hour, 2)):\(Self.digits(minute, 2)):\(Self.digits(second, 2))"
  }

  /// A number from 0 on with at least this many digits.
  package static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
