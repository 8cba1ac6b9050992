/// A set of characters of a regular expression.
struct ScalarSet: Sendable {
  private var ranges: [ClosedRange<UInt32>] = []
  private var isNegated: Bool
  private var ignoresCase: Bool
  /// The ASCII characters in the set, one bit each.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  /// The cost of looking up a character beyond ASCII, in visits of a state.
  var visits: Int { 1 + ranges.count / 4 + (ignoresCase ? 256 + ranges.count / 2 : 0) }

  /// A set of ranges, or of all characters outside them; `ignoresCase`: characters are also in a
  /// range when their other case is.
  init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false, ignoresCase: Bool = false) {
    self.ranges = ranges
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
    for scalar: UInt32 in 0..<64 where holds(scalar) { low |= 1 << UInt64(scalar) }
    for scalar: UInt32 in 64..<128 where holds(scalar) { high |= 1 << UInt64(scalar - 64) }
  }

  static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
  static let word: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
  static let space: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20]
  static let all: ClosedRange<UInt32> = 0...0x10FFFF

  /// The ranges of all characters that are in none of the given ones, which are in order.
  static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var complement: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { complement.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    complement.append(next...all.upperBound)
    return complement
  }

  /// True when the character is in the set.
  @inline(__always)
  func contains(_ scalar: UInt32) -> Bool {
    if scalar < 64 { return low >> UInt64(scalar) & 1 == 1 }
    if scalar < 128 { return high >> UInt64(scalar - 64) & 1 == 1 }
    return holds(scalar)
  }

  /// True when the character is one of `\w`.
  static func isWord(_ scalar: UInt32) -> Bool {
    for range in word where range.contains(scalar) { return true }
    return false
  }

  private func holds(_ scalar: UInt32) -> Bool {
    let isInRange =
      hasRange(scalar) || (ignoresCase && Self.otherCases(scalar).contains(where: hasRange))
    return isInRange != isNegated
  }

  private func hasRange(_ scalar: UInt32) -> Bool {
    for range in ranges where range.contains(scalar) { return true }
    return false
  }

  /// The lower and upper case of a character, where they are one character.
  private static func otherCases(_ scalar: UInt32) -> [UInt32] {
    if scalar < 0x80 { return (0x41...0x5A).contains(scalar & 0xDF) ? [scalar ^ 0x20] : [] }
    guard let character = Unicode.Scalar(scalar) else { return [] }
    let cases = [character.properties.lowercaseMapping, character.properties.uppercaseMapping]
    return cases.compactMap {
      $0.unicodeScalars.count == 1 ? $0.unicodeScalars.first?.value : nil
    }
  }
}
