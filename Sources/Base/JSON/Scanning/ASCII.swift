/// The bytes that JSON's grammar and its neighbours name.
package enum ASCII {
  package static let tab: UInt8 = 0x09
  package static let lineFeed: UInt8 = 0x0A
  package static let carriageReturn: UInt8 = 0x0D
  package static let space: UInt8 = 0x20
  package static let quote: UInt8 = 0x22
  package static let plus: UInt8 = 0x2B
  package static let comma: UInt8 = 0x2C
  package static let minus: UInt8 = 0x2D
  package static let dot: UInt8 = 0x2E
  package static let slash: UInt8 = 0x2F
  package static let zero: UInt8 = 0x30
  package static let nine: UInt8 = 0x39
  package static let colon: UInt8 = 0x3A
  package static let leftBracket: UInt8 = 0x5B
  package static let backslash: UInt8 = 0x5C
  package static let rightBracket: UInt8 = 0x5D
  package static let lowerE: UInt8 = 0x65
  package static let lowerF: UInt8 = 0x66
  package static let lowerN: UInt8 = 0x6E
  package static let lowerT: UInt8 = 0x74
  package static let lowerU: UInt8 = 0x75
  package static let leftBrace: UInt8 = 0x7B
  package static let rightBrace: UInt8 = 0x7D
  package static let tilde: UInt8 = 0x7E

  /// Whether the byte is one of `0` to `9`.
  @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool {
    byte >= zero && byte <= nine
  }

  /// Whether the byte is one of the four blanks of RFC 8259 section 2.
  @inline(__always)
  package static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  /// The value of a hexadecimal digit, or nil.
  package static func hexValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }
}
