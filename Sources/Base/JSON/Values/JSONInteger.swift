import Text

/// Exact whole numbers out of JSON number literals.
enum JSONInteger {
  /// The value of a literal that is whole and fits an `Int`; nil for any other.
  ///
  /// `3`, `3.0`, `0.3E+1` and `30e-1` give 3, `-0` gives 0, `2.5` and `1e400` give nil. The work
  /// is one pass over the literal, however large its exponent.
  static func parse(_ literal: Span<UInt8>) -> Int? {
    let isNegative = literal.byte(at: 0) == ASCII.minus
    let start = isNegative ? 1 : 0
    guard let shape = IntegerShape(literal, from: start) else { return nil }
    if shape.digitCount == 0 { return 0 }
    let wanted = shape.digitCount + shape.scale
    guard wanted > 0, wanted <= 19 else { return nil }
    var sum = 0
    var taken = 0
    for offset in shape.firstDigit..<shape.digitsEnd where literal[offset] != ASCII.dot {
      let digit = Int(literal[offset] - ASCII.zero)
      taken += 1
      if taken > wanted {
        guard digit == 0 else { return nil }
      } else {
        guard shift(&sum, adding: digit, isNegative) else { return nil }
      }
    }
    while taken < wanted {
      guard shift(&sum, adding: 0, isNegative) else { return nil }
      taken += 1
    }
    return sum
  }

  /// Makes `sum` ten times as large and adds the digit away from zero; false on overflow.
  private static func shift(_ sum: inout Int, adding digit: Int, _ isNegative: Bool) -> Bool {
    let (product, overflow) = sum.multipliedReportingOverflow(by: 10)
    if overflow { return false }
    let (total, carry) =
      isNegative
      ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
    sum = total
    return !carry
  }
}

/// Where a literal's significant digits are: its value is digits times ten to the `scale`.
private struct IntegerShape {
  /// The limit of an exponent's size: beyond any literal's length, and sums with one fit.
  private static let exponentMax = 1_000_000_000_000

  /// Offset of the first digit that is not 0.
  var firstDigit = 0
  /// Offset after the last digit before the exponent.
  var digitsEnd = 0
  /// Digits from `firstDigit` on, the dot omitted; 0 for a zero.
  var digitCount = 0
  var scale = 0

  /// Nil where the bytes are no number.
  init?(_ literal: Span<UInt8>, from start: Int) {
    var offset = start
    var fractionDigits = 0
    var hasDot = false
    while offset < literal.count {
      let byte = literal[offset]
      if byte == ASCII.dot {
        hasDot = true
      } else if ASCII.isDigit(byte) {
        if hasDot { fractionDigits += 1 }
        if digitCount > 0 || byte != ASCII.zero {
          if digitCount == 0 { firstDigit = offset }
          digitCount += 1
        }
      } else {
        break
      }
      offset += 1
    }
    digitsEnd = offset
    guard let exponent = Self.exponent(literal, offset) else { return nil }
    scale = exponent - fractionDigits
  }

  /// The exponent that starts at `start` with an `e`, clamped; 0 at the literal's end.
  private static func exponent(_ literal: Span<UInt8>, _ start: Int) -> Int? {
    if start == literal.count { return 0 }
    guard literal[start] | 0x20 == ASCII.lowerE else { return nil }
    var offset = start + 1
    let sign = literal.byte(at: offset)
    if sign == ASCII.plus || sign == ASCII.minus { offset += 1 }
    var size = 0
    while offset < literal.count {
      guard ASCII.isDigit(literal[offset]) else { return nil }
      size = min(size * 10 + Int(literal[offset] - ASCII.zero), exponentMax)
      offset += 1
    }
    return sign == ASCII.minus ? -size : size
  }
}
