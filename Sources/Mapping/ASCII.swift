/// The bytes that this module's texts are made of.
enum ASCII {
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let percent: UInt8 = 0x25
  static let plus: UInt8 = 0x2B
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let dot: UInt8 = 0x2E
  static let slash: UInt8 = 0x2F
  static let zero: UInt8 = 0x30
  static let nine: UInt8 = 0x39
  static let colon: UInt8 = 0x3A
  static let leftBracket: UInt8 = 0x5B
  static let backslash: UInt8 = 0x5C
  static let rightBracket: UInt8 = 0x5D
  static let lowerE: UInt8 = 0x65
  static let lowerT: UInt8 = 0x74
  static let lowerZ: UInt8 = 0x7A
  static let leftBrace: UInt8 = 0x7B
  static let rightBrace: UInt8 = 0x7D

  /// Whether the byte is one of `0` to `9`.
  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= zero && byte <= nine
  }

  /// Whether the byte is a letter.
  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool {
    lowercased(byte) >= 0x61 && lowercased(byte) <= lowerZ
  }

  /// The letter in lower case; other bytes at or above 0x40 may change, so compare letters only.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte | 0x20
  }

  /// The value of a hexadecimal digit, or nil.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

extension Span where Element == UInt8 {
  /// The byte at `offset`, or 0 after the end.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < count ? self[offset] : 0
  }

  /// Whether the bytes are those of the array.
  func equals(_ other: [UInt8]) -> Bool {
    guard count == other.count else { return false }
    for offset in other.indices where self[offset] != other[offset] { return false }
    return true
  }
}
