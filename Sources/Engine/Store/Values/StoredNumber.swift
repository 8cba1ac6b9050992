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

  /// The most digits of which every double of a middle size gives the same ones back, and the
  /// exponents of those.
  private static let exactDigits = 15
  private static let exactExponents = -200...200

  /// Reads a number literal that is known to be one.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self = .text
    let literal = bytes.span.extracting(range)
    guard let number = NumberLiteral(literal) else { return }
    if number.isPlain {
      // There is no negative zero among whole numbers.
      guard let integer = number.integer(literal), integer != 0 || !number.isNegative else {
        return
      }
      self = .integer(integer)
      return
    }
    guard let double = Double(String(decoding: bytes[range], as: UTF8.self)), double.isFinite,
      double != 0 || !number.isNegative
    else { return }
    let isExact =
      number.digitCount <= StoredNumber.exactDigits
      && StoredNumber.exactExponents.contains(number.exponent)
    if isExact || JSONDecimal(literal: double.description.utf8) == JSONDecimal(literal) {
      self = .real(double)
    }
  }
}
