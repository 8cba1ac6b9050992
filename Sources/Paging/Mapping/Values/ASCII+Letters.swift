import JSON

extension ASCII {
  static let percent: UInt8 = 0x25
  static let lowerZ: UInt8 = 0x7A

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
