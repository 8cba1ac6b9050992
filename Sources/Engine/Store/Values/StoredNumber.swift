import JSON

/// The stored form of a number, which loses nothing of its value.
///
/// `12` is an INTEGER and `1.10` the REAL 1.1; `9223372036854775808`, `1e400`, `-0` and
/// `0.1234567890123456789` are TEXT.
enum StoredNumber {
  case integer(Int)
  case real(Double)
  /// The digits as they came.
  case text

  /// The most digits of which every double gives the same ones back.
  private static let exactDigits = 15
  /// The powers of ten that a double holds exactly.
  private static let powers: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  /// Reads a number literal that is known to be one.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    let literal = bytes.span.extracting(range)
    guard let shape = Shape(literal) else {
      self = .text
      return
    }
    if shape.isWhole {
      self = shape.integer.map(StoredNumber.integer) ?? .text
    } else if shape.digitCount == 0 {
      self = shape.isNegative ? .text : .real(0)
    } else if shape.digitCount <= StoredNumber.exactDigits, abs(shape.scale) <= 22 {
      let power = StoredNumber.powers[abs(shape.scale)]
      let size = Double(shape.digits)
      let magnitude = shape.scale < 0 ? size / power : size * power
      self = .real(shape.isNegative ? -magnitude : magnitude)
    } else {
      self = StoredNumber.compared(bytes[range])
    }
  }

  /// The nearest double, where its shortest decimal has the value of the literal.
  private static func compared(_ literal: ArraySlice<UInt8>) -> StoredNumber {
    guard let double = Double(String(decoding: literal, as: UTF8.self)), double.isFinite,
      JSONDecimal(literal: double.description.utf8) == JSONDecimal(literal: literal)
    else { return .text }
    return .real(double)
  }

  /// The digits of a literal and where its point is.
  private struct Shape {
    var isNegative = false
    /// Neither a fraction nor an exponent is written.
    var isWhole = true
    /// The first 19 digits from the first that is not 0 on.
    var digits: UInt64 = 0
    /// The number of digits from the first nonzero one on.
    var digitCount = 0
    /// The power of ten that the digits are multiplied by.
    var scale = 0

    private static let exponentMax = 1_000_000

    /// Reads a literal; nil if it has no bytes.
    init?(_ literal: Span<UInt8>) {
      guard literal.count > 0 else { return nil }
      var offset = 0
      if literal[0] == UInt8(ascii: "-") {
        isNegative = true
        offset = 1
      }
      while offset < literal.count {
        let byte = literal[offset]
        offset += 1
        if byte == UInt8(ascii: ".") {
          isWhole = false
        } else if byte | 0x20 == UInt8(ascii: "e") {
          isWhole = false
          takeExponent(literal, offset)
          return
        } else {
          if digitCount > 0 || byte != UInt8(ascii: "0") { take(byte) }
          if !isWhole { scale -= 1 }
        }
      }
    }

    private mutating func take(_ byte: UInt8) {
      digitCount += 1
      if digitCount <= 19 { digits = digits * 10 + UInt64(byte & 0x0F) }
    }

    private mutating func takeExponent(_ literal: Span<UInt8>, _ start: Int) {
      var size = 0
      var isBelow = false
      for offset in start..<literal.count {
        switch literal[offset] {
        case UInt8(ascii: "-"): isBelow = true
        case UInt8(ascii: "+"): break
        case let byte: size = min(size * 10 + Int(byte & 0x0F), Shape.exponentMax)
        }
      }
      scale += isBelow ? -size : size
    }

    /// The value of a whole number that fits 64 bits with a sign; nil for negative zero.
    var integer: Int? {
      guard digitCount <= 19 else { return nil }
      guard isNegative else { return Int(exactly: digits) }
      if digits == 0 { return nil }
      return digits == Int.min.magnitude ? Int.min : Int(exactly: digits).map { -$0 }
    }
  }
}
