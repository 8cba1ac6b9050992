// The only file of this module that reads bytes without a check of its own; it checks first.

extension Span where Element == UInt8 {
  /// The first offset, from another one on, of one of four bytes, or perhaps of a control
  /// character; nil where there is none.
  @inline(__always)
  func firstOffset(of marks: ByteMarks, from start: Int) -> Int? {
    var offset = start
    while count - offset >= 8 {
      let word = UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let hits = marks.hits(in: word)
      if hits != 0 { return offset + hits.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count {
      if marks.hits(in: UInt64(self[offset]) | ~0xFF) & 0x80 != 0 { return offset }
      offset += 1
    }
    return nil
  }
}

/// Four bytes that are searched for, letters in either case, eight at a time.
struct ByteMarks {
  private let first, second, third, fourth: UInt64

  /// Letters are given in lower case.
  init(
    _ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar,
    _ fourth: Unicode.Scalar
  ) {
    func repeated(_ scalar: Unicode.Scalar) -> UInt64 {
      UInt64(UInt8(ascii: scalar)) * 0x0101_0101_0101_0101
    }
    self.first = repeated(first)
    self.second = repeated(second)
    self.third = repeated(third)
    self.fourth = repeated(fourth)
  }

  /// The high bit of the first byte of the word that is one of them, or lacks only the bit that
  /// makes letters small ones, and perhaps of later bytes.
  @inline(__always)
  func hits(in word: UInt64) -> UInt64 {
    let small = word | 0x2020_2020_2020_2020
    return
      (zeros(small ^ first) | zeros(small ^ second) | zeros(small ^ third)
      | zeros(small ^ fourth)) & 0x8080_8080_8080_8080
  }

  @inline(__always)
  private func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }
}
