import TestInput

/// A day and time of a zone, spelled in every way that is read, with the point in time by a
/// calendar that counts day by day.
struct CalendarText {
  private(set) var year = 0
  private(set) var month = 0
  private(set) var day = 0
  private(set) var hour = 0
  private(set) var minute = 0
  private(set) var second = 0
  /// Digits of a fraction, or "".
  private(set) var fraction = ""
  /// Minutes east of UTC.
  private(set) var offset = 0

  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]

  init(_ random: inout SeededGenerator) {
    year = random.chance(70) ? 1_900 + random.below(200) : random.pick([0, 1, 4, 100, 400, 9_999])
    if random.chance(10) { year = random.below(10_000) }
    month = 1 + random.below(12)
    day = random.chance(60) ? 1 + random.below(28) : 28 + random.below(4)
    hour = random.chance(70) ? random.below(24) : random.pick([0, 23])
    minute = random.chance(70) ? random.below(60) : random.pick([0, 59])
    second = random.chance(80) ? random.below(60) : random.pick([0, 59, 60])
    if random.chance(30) {
      fraction = (0...random.below(12)).map { _ in "\(random.below(10))" }.joined()
    }
    if random.chance(50) { offset = random.below(2 * 24 * 60 - 1) - (24 * 60 - 1) }
    if random.chance(3) { month = random.pick([0, 13]) }
    if random.chance(3) { day = 0 }
    if random.chance(3) { hour = 24 }
    if random.chance(3) { minute = 60 }
    if random.chance(3) { second = 61 }
  }

  /// Leaves out what a form cannot say.
  mutating func drop(zone: Bool = false, fraction: Bool = false, seconds: Bool = false) {
    if zone { offset = 0 }
    if fraction || seconds { self.fraction = "" }
    if seconds { second = 0 }
  }

  /// Leaves out what a form with names of months and years of two digits cannot say.
  mutating func namesMonth(twoDigits: Bool = false) {
    month = min(12, max(1, month))
    if twoDigits { year = 1_970 + year % 100 }
  }

  /// Leaves out what a clock of twelve hours cannot say.
  mutating func namesHalfDay() { hour = min(hour, 23) }

  /// As RFC 3339 in UTC; nil where there is no such time, or none of the years 0 to 9999.
  var utc: String? {
    guard (1...12).contains(month), day >= 1, day <= Self.length(year, month), hour < 24,
      minute < 60, second <= 60
    else { return nil }
    var (year, month, day) = (year, month, day)
    var minutes = hour * 60 + minute - offset
    var second = second
    let isLeap = second == 60
    if isLeap {
      second = 0
      minutes += 1
    }
    while minutes < 0 {
      minutes += 24 * 60
      (year, month, day) = Self.dayBefore(year, month, day)
    }
    while minutes >= 24 * 60 {
      minutes -= 24 * 60
      (year, month, day) = Self.dayAfter(year, month, day)
    }
    // Leap seconds end a day of UTC.
    guard (0...9_999).contains(year), !isLeap || minutes == 0 else { return nil }
    return "\(pad(year, 4))-\(pad(month))-\(pad(day))T\(pad(minutes / 60)):\(pad(minutes % 60))"
      + ":\(pad(second))\(fraction.isEmpty ? "" : "." + fraction)Z"
  }

  private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  private static func length(_ year: Int, _ month: Int) -> Int {
    let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
    return month == 2 && isLeap ? 29 : lengths[month - 1]
  }

  private static func dayAfter(_ year: Int, _ month: Int, _ day: Int) -> (Int, Int, Int) {
    if day < length(year, month) { return (year, month, day + 1) }
    return month < 12 ? (year, month + 1, 1) : (year + 1, 1, 1)
  }

  private static func dayBefore(_ year: Int, _ month: Int, _ day: Int) -> (Int, Int, Int) {
    if day > 1 { return (year, month, day - 1) }
    return month > 1
      ? (year, month - 1, length(year, month - 1)) : (year - 1, 12, length(year - 1, 12))
  }

  // MARK: Spelling

  func pad(_ number: Int, _ digits: Int = 2) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  var date: String { "\(pad(year, 4))-\(pad(month))-\(pad(day))" }

  var clock: String { "\(pad(hour)):\(pad(minute)):\(pad(second))" }

  /// `+01:00`, `-0430`, or one of the names of no offset.
  func zone(_ random: inout SeededGenerator) -> String {
    if offset == 0, random.chance(50) { return random.pick(["Z", "z", "GMT", "UTC"]) }
    let sign = offset < 0 ? "-" : "+"
    let (hours, minutes) = (abs(offset) / 60, abs(offset) % 60)
    if minutes == 0, random.chance(20) { return sign + pad(hours) }
    return sign + pad(hours) + random.pick([":", ""]) + pad(minutes)
  }
}
