// The only file of this module that reads bytes without a check of its own; it checks first.

extension Span where Element == UInt8 {
  /// Finds the first offset, at or after `start`, of one of four bytes, or possibly of a control
  /// character; nil if there is none.
  @inline(__always)
  func firstOffset(of marks: ByteMarks, from start: Int) -> Int? {
    var offset = start
    while count - offset >= 16 {
      let hits = marks.hits(
        in: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))
      if hits[0] != 0 { return offset + hits[0].trailingZeroBitCount / 8 }
      if hits[1] != 0 { return offset + 8 + hits[1].trailingZeroBitCount / 8 }
      offset += 16
    }
    while offset < count {
      if marks.hits(in: SIMD16(repeating: self[offset]))[0] != 0 { return offset }
      offset += 1
    }
    return nil
  }
}

/// Four bytes that are searched for, letters in either case, sixteen at a time.
struct ByteMarks {
  private let first, second, third, fourth: SIMD16<UInt8>

  /// Letters are given in lower case.
  init(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar,
    _ fourth: Unicode.Scalar
  ) {
    self.first = SIMD16(repeating: UInt8(ascii: first))
    self.second = SIMD16(repeating: UInt8(ascii: second))
    self.third = SIMD16(repeating: UInt8(ascii: third))
    self.fourth = SIMD16(repeating: UInt8(ascii: fourth))
  }

  /// All bits of the bytes that are one of them, or lack only the bit that makes letters small ones;
  /// the first byte is the lowest of the first word.
  @inline(__always)
  func hits(in bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
    let small = bytes | SIMD16<UInt8>(repeating: 0x20)
    // Spelled out: without the types the compiler takes operators that go byte by byte.
    let hits: SIMDMask<SIMD16<Int8>> =
      ((small .== first) .| (small .== second)) .| ((small .== third) .| (small .== fourth))
    return unsafeBitCast(hits, to: SIMD2<UInt64>.self)
  }
}
