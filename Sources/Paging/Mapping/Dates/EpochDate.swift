import JSON
import Text

/// Dates as numbers since 1970-01-01T00:00:00Z.
enum EpochDate {
  /// Writes the date of a number of units, of which a second has ten to the `decimals`.
  ///
  /// `1242052762.50` seconds give `"2009-05-11T14:39:22.50Z"`: the fraction keeps its digits. False
  /// for what is not a number, and outside the years 0 to 9999.
  static func write(_ text: Span<UInt8>, decimals: Int, to sink: inout ByteSink) -> Bool {
    guard let number = NumberLiteral(text) else { return false }
    let secondDigits = number.whole.count - decimals
    if number.isPlain, !number.isNegative, secondDigits > 0,
      let seconds = whole(text, number.whole.prefix(secondDigits)),
      let moment = Moment(
        seconds: seconds, fraction: (number.whole.lowerBound + secondDigits)..<text.count)
    {
      sink.append(moment, text)
      return true
    }
    return write(number, text, decimals, to: &sink)
  }

  /// Writes any number: the digits are split at the point, and a negative number's fraction is
  /// counted from the second below.
  private static func write(
    _ number: NumberLiteral, _ text: Span<UInt8>, _ decimals: Int, to sink: inout ByteSink
  ) -> Bool {
    var (digits, point) = number.digits(text)
    point -= decimals
    guard abs(point) <= MappingLimits.digitsMax else { return false }
    if point < 0 {
      digits.insert(contentsOf: repeatElement(ASCII.zero, count: -point), at: 0)
      point = 0
    }
    if point > digits.count {
      digits.append(contentsOf: repeatElement(ASCII.zero, count: point - digits.count))
    }
    guard var seconds = whole(digits.span, 0..<point) else { return false }
    var fraction = Array(digits[point...])
    if number.isNegative {
      seconds = -seconds
      if complement(&fraction) { seconds -= 1 }
    }
    guard let moment = Moment(seconds: seconds, fraction: 0..<fraction.count) else {
      return false
    }
    sink.append(moment, fraction.span)
    return true
  }

  /// Turns the digits of f into those of 1 - f; false where f is 0.
  private static func complement(_ digits: inout [UInt8]) -> Bool {
    guard let last = digits.lastIndex(where: { $0 != ASCII.zero }) else { return false }
    for index in digits[..<last].indices {
      digits[index] = ASCII.nine - (digits[index] - ASCII.zero)
    }
    digits[last] = ASCII.nine + 1 - (digits[last] - ASCII.zero)
    return true
  }

  /// The number of some digits; nil beyond any date.
  private static func whole(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var number = 0
    for offset in range {
      number = number * 10 + Int(text[offset] - ASCII.zero)
      guard number <= CalendarTime.epochSecondsBounds.upperBound else { return nil }
    }
    return number
  }
}

extension ByteSink {
  /// Writes a point in time as RFC 3339 in UTC, in quotes; `text` holds the fraction.
  mutating func append(_ moment: Moment, _ text: Span<UInt8>) {
    let time = CalendarTime(epochSeconds: moment.seconds)
    append(ASCII.quote)
    append(
      word: Self.pair(time.year / 100) | Self.pair(time.year % 100) << 16 | 0x2D << 32
        | Self.pair(time.month) << 40 | 0x2D << 56, length: 8)
    append(
      word: Self.pair(time.day) | 0x54 << 16 | Self.pair(time.hour) << 24 | 0x3A << 40
        | Self.pair(time.minute) << 48, length: 8)
    append(word: 0x3A | Self.pair(time.second) << 8, length: 3)
    if !moment.fraction.isEmpty {
      append(ASCII.dot)
      append(text, moment.fraction.lowerBound, moment.fraction.upperBound)
    }
    append("Z\"")
  }

  /// The two digits of a number below 100 as they are in memory.
  @inline(__always)
  private static func pair(_ number: Int) -> UInt64 {
    let tens = number / 10
    return UInt64(truncatingIfNeeded: (tens | (number - tens * 10) << 8) | 0x3030)
  }
}
