// Unchecked reads. Those that do not check their bounds first say so: their callers do. JSONEscapes
// writes likewise.

extension Span where Element == UInt8 {
  /// The sixteen bytes from `offset` on; they must all be there.
  @inline(__always)
  func vector(at offset: Int) -> SIMD16<Int8> {
    bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<Int8>.self)
  }

  /// The eight bytes from `offset` on, the first one lowest; they must all be there.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The four bytes from `offset` on, the first one lowest; they must all be there.
  @inline(__always)
  func halfWord(at offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }

  /// The length of the separator at `offset`, including the key's quote: 2 for a comma and a quote,
  /// as between the members of compact objects, 3 with a space between them; 0 for anything else.
  @inline(__always)
  func keySeparatorLength(at offset: Int) -> Int {
    guard count &- offset >= 4 else { return 0 }
    let word = halfWord(at: offset)
    return word & 0xFFFF == 0x222C ? 2 : word & 0xFF_FFFF == 0x22_202C ? 3 : 0
  }

  /// `vector(at:)` where the caller has made sure that the bytes are there.
  @inline(__always)
  func uncheckedVector(_ offset: Int) -> SIMD16<Int8> {
    bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<Int8>.self)
  }

  /// `word(at:)` where the caller has made sure that the bytes are there.
  @inline(__always)
  func uncheckedWord(at offset: Int) -> UInt64 {
    UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
  }
}

extension [UInt8] {
  /// Appends the text's UTF-8 bytes.
  @inline(__always)
  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
