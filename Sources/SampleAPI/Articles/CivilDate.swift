/// A moment of the Gregorian calendar in UTC, from seconds since 1970.
struct CivilDate: Equatable {
  let year: Int, month: Int, day: Int
  let hour: Int, minute: Int, second: Int
  /// 0 is Sunday.
  let weekday: Int

  /// `seconds` since 1970-01-01T00:00:00Z, from 0 up to the year 9999.
  init(seconds: Int) {
    let bounded = min(max(seconds, 0), 253_402_300_799)
    let (days, rest) = bounded.quotientAndRemainder(dividingBy: 86_400)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    weekday = (days + 4) % 7
    // Years are counted from March, so that the leap day is the last of its year.
    let (era, dayOfEra) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  /// As in JSON: `2024-03-05T14:22:10Z`.
  var iso8601: String {
    "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))T\(time)Z"
  }

  /// As in header fields (RFC 9110 section 5.6.7): `Tue, 05 Mar 2024 14:22:10 GMT`.
  var http: String {
    let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    return "\(weekdays[weekday]), \(Self.padded(day)) \(months[month - 1]) "
      + "\(Self.padded(year, 4)) \(time) GMT"
  }

  private var time: String {
    "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))"
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
