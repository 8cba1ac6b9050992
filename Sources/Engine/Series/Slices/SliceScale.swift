import JSON
import Text

/// The form of the bounds of a range, which count their smallest steps from 1970 or from 0.
///
/// `2008-01-01` is day 13,879, `2008-01-01T00:00:00Z` second 1,199,145,600, and 5 is 5.
struct SliceScale: Sendable, Equatable {
  /// The form of the bounds.
  enum Form: Sendable, Equatable {
    case dates
    /// Times with this many decimals of a second, written in a zone.
    case times(decimals: Int, zone: String, zoneSeconds: Int)
    case numbers
  }

  /// A second is divided this far at most.
  static let decimalsMax = 6
  /// A whole number from here on counts milliseconds where it is compared with a time.
  private static let millisecondsMin = 100_000_000_000
  private static let numberMax = 1 << 60

  private(set) var form: Form
  /// True when numbers that mean times count milliseconds.
  private let countsMilliseconds: Bool

  /// Reads the form of a bound; nil if the value is not a bound.
  init?(_ bound: JSONValue) {
    switch bound {
    case .number(let number):
      guard let value = SliceScale.bounded(number.integer) else { return nil }
      form = .numbers
      countsMilliseconds = abs(value) >= SliceScale.millisecondsMin
    case .string(let text):
      guard let form = SliceScale.form(of: Array(text.utf8)) else { return nil }
      self.form = form
      countsMilliseconds = false
    default: return nil
    }
  }

  private static func bounded(_ number: Int?) -> Int? {
    number.flatMap { $0.magnitude <= numberMax ? $0 : nil }
  }

  private static func form(of text: [UInt8]) -> Form? {
    guard let moment = DateReader.read(text.span), text.count >= 10, text[4] == UInt8(ascii: "-")
    else { return nil }
    if text.count == 10 { return .dates }
    guard text.count >= 20, text[10] == UInt8(ascii: "T"), text[16] == UInt8(ascii: ":") else {
      return nil
    }
    let rest = text[19...]
    let decimals =
      rest.first == UInt8(ascii: ".") ? rest.dropFirst().prefix(while: ASCII.isDigit).count : 0
    let zone = String(decoding: rest.dropFirst(decimals == 0 ? 0 : decimals + 1), as: UTF8.self)
    guard decimals <= decimalsMax, zone == "Z" || zone.utf8.count == 6 && zone.contains(":"),
      let local = DateReader.read(Array(text[..<19]).span)
    else { return nil }
    return .times(decimals: decimals, zone: zone, zoneSeconds: local.seconds - moment.seconds)
  }

  /// Takes in another bound of the range; false: it has another form.
  mutating func unite(_ other: SliceScale) -> Bool {
    switch (form, other.form) {
    case (.dates, .dates), (.numbers, .numbers): return true
    case (.times(let own, let zone, let seconds), .times(let others, _, _)):
      form = .times(decimals: max(own, others), zone: zone, zoneSeconds: seconds)
      return true
    default: return false
    }
  }

  /// The expected form of a bound that goes with another one of this form.
  var expectation: String {
    switch form {
    case .dates: "a date, as slices.from is, or \"now\""
    case .times: "a time, as slices.from is, or \"now\""
    case .numbers: "a whole number, as slices.from is, or \"now\""
    }
  }

  /// True when there is nothing between two neighbours.
  var isDiscrete: Bool { if case .times = form { false } else { true } }

  /// The number of steps in a second.
  private var stepsPerSecond: Int {
    switch form {
    case .dates: 0
    case .times(let decimals, _, _): (0..<decimals).reduce(1) { steps, _ in steps * 10 }
    case .numbers: countsMilliseconds ? 1_000 : 1
    }
  }

  /// Returns the position of a moment given in seconds since 1970.
  func position(atSeconds seconds: Double) -> Int {
    if case .dates = form {
      return Int((seconds / Double(CalendarTime.secondsPerDay)).rounded(.down))
    }
    return Int((seconds * Double(stepsPerSecond)).rounded(.down))
  }

  /// Returns the position of a value, rounded down to a step; nil if the value is not of this form.
  func position(of value: JSONValue) -> Int? {
    switch (value, form) {
    case (.number(let number), .numbers):
      if let integer = number.integer { return SliceScale.bounded(integer) }
      guard let double = number.double, abs(double) <= Double(SliceScale.numberMax) else {
        return nil
      }
      return Int(double.rounded(.down))
    case (.string(let text), .numbers):
      return Int(text).map(SliceScale.bounded) ?? position(ofTime: Array(text.utf8))
    case (.string(let text), _): return position(ofTime: Array(text.utf8))
    default: return nil
    }
  }

  private func position(ofTime text: [UInt8]) -> Int? {
    guard let moment = DateReader.read(text.span) else { return nil }
    if case .dates = form {
      return SliceScale.floor(moment.seconds, CalendarTime.secondsPerDay).quotient
    }
    var steps = moment.seconds
    var (left, digits) = (stepsPerSecond, text[moment.fraction])
    while left > 1 {
      steps = steps * 10 + (digits.popFirst().map { Int($0) - 48 } ?? 0)
      left /= 10
    }
    return steps
  }

  /// A position in the form of the bounds.
  func bound(_ position: Int) -> JSONValue {
    switch form {
    case .numbers: return .integer(position)
    case .dates:
      return .string(CalendarTime(epochSeconds: position * CalendarTime.secondsPerDay).dateText)
    case .times(let decimals, let zone, let zoneSeconds):
      let (seconds, fraction) = SliceScale.floor(position, stepsPerSecond)
      let time = CalendarTime(epochSeconds: seconds + zoneSeconds)
      let point = decimals == 0 ? "" : "." + CalendarTime.digits(fraction, decimals)
      return .string("\(time.dateText)T\(time.timeText)\(point)\(zone)")
    }
  }

  private static func floor(_ number: Int, _ unit: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: unit)
    return remainder < 0 ? (quotient - 1, remainder + unit) : (quotient, remainder)
  }
}
