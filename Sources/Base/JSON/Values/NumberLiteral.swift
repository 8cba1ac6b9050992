import Text

/// The parts of a number as RFC 8259 section 6 spells it; its value is never rounded.
///
/// `-12.50e3` has the whole digits `12`, the fraction digits `50` and the exponent 3.
package struct NumberLiteral {
  /// Exponents are cut to this size, which is beyond what any literal's digits make up for.
  private static let exponentMax = 1_000_000_000_000_000

  package let isNegative: Bool
  /// The range of the digits before the dot.
  package let whole: Range<Int>
  /// The range of the digits after the dot; empty without a dot.
  let fraction: Range<Int>
  package let exponent: Int
  /// True when the text is just digits, perhaps after a minus; `5e0` is not.
  package let isPlain: Bool

  /// The literal of a text; nil for a text that is not a number, as "007", "+5", " 5" and "".
  package init?(_ text: Span<UInt8>) {
    isNegative = text.byte(at: 0) == ASCII.minus
    let start = isNegative ? 1 : 0
    var offset = Self.digitsEnd(text, start)
    guard offset > start, text[start] != ASCII.zero || offset == start + 1 else { return nil }
    whole = start..<offset
    if text.byte(at: offset) == ASCII.dot {
      let end = Self.digitsEnd(text, offset + 1)
      guard end > offset + 1 else { return nil }
      fraction = (offset + 1)..<end
      offset = end
    } else {
      fraction = offset..<offset
    }
    isPlain = whole.upperBound == text.count
    guard offset < text.count else {
      exponent = 0
      return
    }
    guard text[offset] | 0x20 == ASCII.lowerE else { return nil }
    offset += 1
    let sign = text.byte(at: offset)
    if sign == ASCII.plus || sign == ASCII.minus { offset += 1 }
    let end = Self.digitsEnd(text, offset)
    guard end > offset, end == text.count else { return nil }
    var size = 0
    for place in offset..<end {
      size = min(size * 10 + Int(text[place] - ASCII.zero), Self.exponentMax)
    }
    exponent = sign == ASCII.minus ? -size : size
  }

  /// The number of digits before and after the dot.
  package var digitCount: Int { whole.count + fraction.count }

  /// All digits in order, and how many of them are before the point once the exponent is applied;
  /// that may be negative, or more than there are.
  package func digits(_ text: Span<UInt8>) -> (digits: [UInt8], point: Int) {
    var digits: [UInt8] = []
    digits.reserveCapacity(whole.count + fraction.count)
    for offset in whole { digits.append(text[offset]) }
    for offset in fraction { digits.append(text[offset]) }
    return (digits, whole.count + exponent)
  }

  /// The exact value where it is whole and fits an `Int`: `3`, `3.0`, `0.3E+1` and `30e-1` give 3,
  /// `-0` gives 0, `2.5` and `1e400` give nil.
  package func integer(_ text: Span<UInt8>) -> Int? {
    var sum = 0
    if isPlain {
      for offset in whole {
        guard add(text[offset] - ASCII.zero, to: &sum) else { return nil }
      }
      return sum
    }
    let (digits, point) = digits(text)
    guard let first = digits.firstIndex(where: { $0 != ASCII.zero }),
      let last = digits.lastIndex(where: { $0 != ASCII.zero })
    else { return 0 }
    guard point > last, point - first <= 19 else { return nil }
    for place in first..<point {
      let digit = place <= last ? digits[place] - ASCII.zero : 0
      guard add(digit, to: &sum) else { return nil }
    }
    return sum
  }

  /// Makes `sum` ten times as large and adds the digit away from zero; false on overflow.
  private func add(_ digit: UInt8, to sum: inout Int) -> Bool {
    let (product, overflow) = sum.multipliedReportingOverflow(by: 10)
    let (total, carry) =
      isNegative
      ? product.subtractingReportingOverflow(Int(digit))
      : product.addingReportingOverflow(Int(digit))
    sum = total
    return !overflow && !carry
  }

  private static func digitsEnd(_ text: Span<UInt8>, _ start: Int) -> Int {
    var offset = start
    while offset < text.count, ASCII.isDigit(text[offset]) { offset += 1 }
    return offset
  }
}
