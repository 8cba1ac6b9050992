import Text

/// The exact value of a number literal, for comparing: `1.10`, `11e-1` and `1.1` are equal.
///
/// `-120.50` is kept as its significant digits `1205`, the power of ten that its first digit is
/// above (3: it is 0.1205 times 10 to the 3) and its sign. Zero has no digits and no sign.
package struct JSONDecimal: Sendable, Hashable {
  private var isNegative = false
  private var magnitude = 0
  private var digits: [UInt8] = []

  /// The value of a literal of RFC 8259; nil for any other text.
  package init?(_ literal: Span<UInt8>) {
    guard let number = NumberLiteral(literal) else { return nil }
    let (all, point) = number.digits(literal)
    let significant = all.trimmed { $0 == ASCII.zero }
    digits = Array(significant)
    isNegative = number.isNegative && !digits.isEmpty
    magnitude = digits.isEmpty ? 0 : point - significant.startIndex
  }

  /// The value of a literal of RFC 8259; 0 for any other text.
  package init(literal: some Collection<UInt8>) {
    self = JSONDecimal(Array(literal).span) ?? JSONDecimal()
  }

  /// Zero.
  private init() {}

  /// The spelling that equal numbers share: `-125e2` for `-12.50e3`, `0` for every zero.
  package var text: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    return "\(sign)\(String(decoding: digits, as: UTF8.self))e\(magnitude - digits.count)"
  }
}

extension JSONDecimal: Comparable {
  /// True when the first value is smaller.
  package static func < (first: JSONDecimal, second: JSONDecimal) -> Bool {
    if first.isNegative != second.isNegative { return first.isNegative }
    return first.isNegative ? second.sizeIsBelow(first) : first.sizeIsBelow(second)
  }

  private func sizeIsBelow(_ other: JSONDecimal) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if magnitude != other.magnitude { return magnitude < other.magnitude }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
