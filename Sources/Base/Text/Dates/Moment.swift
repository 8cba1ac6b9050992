/// A point in time as whole seconds and a fraction that keeps its digits.
package struct Moment {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let seconds: Int
  /// The range of the fraction's digits in the text that was read; empty if there is no fraction.
  package let fraction: Range<Int>

  /// Digits of a fraction.
  package static let fractionDigitsMax = 1_000

  /// Fails outside the years 0 to 9999, or if the fraction has too many digits.
  package init?(seconds: Int, fraction: Range<Int>) {
    guard CalendarTime.epochSecondsBounds.contains(seconds),
      fraction.count <= Moment.fractionDigitsMax
    else { return nil }
    self.seconds = seconds
    self.fraction = fraction
  }
}

/// The fields of a date as a text gives them; what it omits is the start of 1970 in UTC.
package struct DateFields {
  package var year = 1970
  package var month = 1
  package var day = 1
  package var hour = 0
  /// From 1 to 12, in the place of the hour.
  package var hourOfHalf: Int?
  package var isAfternoon = false
  package var minute = 0
  package var second = 0
  package var fraction = 0..<0
  /// Seconds east of UTC.
  package var offset = 0

  /// The point in time; nil where a field is out of its bounds, as the 30th of February.
  ///
  /// Second 60 is read where UTC may have a leap second, at 23:59:60, and means the second
  /// after it.
  package var moment: Moment? {
    var hour = hour
    if let hourOfHalf {
      guard (1...12).contains(hourOfHalf) else { return nil }
      hour = hourOfHalf % 12 + (isAfternoon ? 12 : 0)
    }
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.dayCount(year, month), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    let time = hour * 3600 + minute * 60 + min(second, 59)
    var seconds = CalendarTime.epochSeconds(year: year, month: month, day: day) + time - offset
    if second == 60 {
      seconds += 1
      guard seconds % CalendarTime.secondsPerDay == 0 else { return nil }
    }
    return Moment(seconds: seconds, fraction: fraction)
  }

  /// The year of two digits: 70 to 99 are 1970 to 1999, 00 to 69 are 2000 to 2069.
  package static func year(ofTwoDigits digits: Int) -> Int {
    digits >= 70 ? 1900 + digits : 2000 + digits
  }

  /// Returns the number of days in the month (1 to 12).
  private static func dayCount(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
