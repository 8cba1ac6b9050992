import Text

/// The exact value of a number literal, for comparing: `1.10`, `11e-1` and `1.1` are equal.
///
/// `-120.50` is kept as its significant digits `1205`, the power of ten that its first digit is
/// above (3: it is 0.1205 times 10 to the 3) and its sign. Zero has no digits and no sign.
package struct JSONDecimal: Sendable, Hashable {
  /// Exponents beyond any that a sum of two could overflow.
  private static let exponentMax = 1_000_000_000_000_000

  private let isNegative: Bool
  private let magnitude: Int
  private let digits: [UInt8]

  /// The value of a literal of RFC 8259; for other texts the value is any.
  package init(literal: some Collection<UInt8>) {
    var digits: [UInt8] = []
    var isNegative = false
    var magnitude = 0
    var hasDot = false
    var rest = literal[...]
    if rest.first == ASCII.minus {
      isNegative = true
      rest = rest.dropFirst()
    }
    while let byte = rest.first, ASCII.isDigit(byte) || byte == ASCII.dot {
      rest = rest.dropFirst()
      if byte == ASCII.dot {
        hasDot = true
        continue
      }
      if !digits.isEmpty || byte != ASCII.zero {
        digits.append(byte)
        if !hasDot { magnitude += 1 }
      } else if hasDot {
        magnitude -= 1
      }
    }
    while digits.last == ASCII.zero { digits.removeLast() }
    self.digits = digits
    self.isNegative = isNegative && !digits.isEmpty
    self.magnitude = digits.isEmpty ? 0 : magnitude + Self.exponent(rest.dropFirst())
  }

  /// The number after an `e`, clamped; 0 where nothing is there.
  private static func exponent(_ text: some Collection<UInt8>) -> Int {
    var size = 0
    for byte in text where ASCII.isDigit(byte) {
      size = min(size * 10 + Int(byte - ASCII.zero), exponentMax)
    }
    return text.first == ASCII.minus ? -size : size
  }
}

extension JSONDecimal: Comparable {
  /// Whether the first value is the smaller one.
  package static func < (first: JSONDecimal, second: JSONDecimal) -> Bool {
    if first.isNegative != second.isNegative { return first.isNegative }
    return first.isNegative
      ? second.sizeIsBelow(first) : first.sizeIsBelow(second)
  }

  private func sizeIsBelow(_ other: JSONDecimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
