// Finding text in text, byte by byte: two texts are equal where their UTF-8 is. The functions of
// the standard library that compare characters would bring its regular expressions along.

extension StringProtocol {
  /// The first occurrence of a text; nil if it does not occur or is empty.
  package func firstRange(of text: some StringProtocol) -> Range<Index>? {
    utf8.firstRange(of: text.utf8)
  }

  /// All occurrences of a text from the start on, without overlaps; none for an empty text.
  package func ranges(of text: some StringProtocol) -> [Range<Index>] {
    var found: [Range<Index>] = []
    var start = startIndex
    while let range = utf8[start...].firstRange(of: text.utf8) {
      found.append(range)
      start = range.upperBound
    }
    return found
  }

  /// True when the text occurs; always for an empty one.
  package func contains(_ text: String) -> Bool { text.isEmpty || firstRange(of: text) != nil }

  /// True when the text occurs; always for an empty one.
  package func contains(_ text: Substring) -> Bool { text.isEmpty || firstRange(of: text) != nil }

  /// The text with another one wherever the first one occurs.
  package func replacing(_ text: some StringProtocol, with other: some StringProtocol) -> String {
    var replaced = ""
    var start = startIndex
    for range in ranges(of: text) {
      replaced += self[start..<range.lowerBound]
      replaced += other
      start = range.upperBound
    }
    replaced += self[start...]
    return replaced
  }
}

extension String {
  /// True when the text's UTF-8 has the byte.
  package func contains(byte: UInt8) -> Bool {
    utf8.span.firstOffset(of: byte, in: 0..<utf8.count) != nil
  }
}

extension [UInt8] {
  /// True when the bytes occur.
  package func contains(_ bytes: [UInt8]) -> Bool { span.contains(bytes) }
}

extension Collection<UInt8> {
  /// The first occurrence of the bytes; nil if they do not occur or are empty.
  package func firstRange(of bytes: some Collection<UInt8>) -> Range<Index>? {
    let searched = Array(bytes)
    let offset =
      withContiguousStorageIfAvailable { $0.span.firstOffset(of: searched) }
      ?? Array(self).span.firstOffset(of: searched)
    guard let offset else { return nil }
    let start = index(startIndex, offsetBy: offset)
    return start..<index(start, offsetBy: searched.count)
  }
}

extension Span<UInt8> {
  /// True when the bytes occur.
  package func contains(_ bytes: [UInt8]) -> Bool { firstOffset(of: bytes) != nil }

  /// The offset of the first occurrence; nil if the bytes do not occur or are empty.
  func firstOffset(of searched: [UInt8]) -> Int? {
    guard let first = searched.first else { return nil }
    let places = count - searched.count + 1
    var start = 0
    while start < places, let place = firstOffset(of: first, in: start..<places) {
      var length = 1
      while length < searched.count, self[place + length] == searched[length] { length += 1 }
      if length == searched.count { return place }
      start = place + 1
    }
    return nil
  }

  /// The first offset of a byte in a range, which must be within the text; nil where it is missing.
  package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    var offset = range.lowerBound
    while range.upperBound - offset >= 128 {
      let first = matches(byte, offset) .| matches(byte, offset + 16)
      let second = matches(byte, offset + 32) .| matches(byte, offset + 48)
      let third = matches(byte, offset + 64) .| matches(byte, offset + 80)
      let fourth = matches(byte, offset + 96) .| matches(byte, offset + 112)
      let found = (first .| second) .| (third .| fourth)
      let words = unsafeBitCast(found, to: SIMD2<UInt64>.self)
      if words[0] | words[1] != 0 { break }
      offset += 128
    }
    while range.upperBound - offset >= 16 {
      let words = unsafeBitCast(matches(byte, offset), to: SIMD2<UInt64>.self)
      if words[0] != 0 { return offset + words[0].trailingZeroBitCount / 8 }
      if words[1] != 0 { return offset + 8 + words[1].trailingZeroBitCount / 8 }
      offset += 16
    }
    while offset < range.upperBound {
      if self[unchecked: offset] == byte { return offset }
      offset += 1
    }
    return nil
  }

  /// A mask of the sixteen bytes from `offset` on, which must be there, that are the given one.
  @inline(__always)
  private func matches(_ byte: UInt8, _ offset: Int) -> SIMDMask<SIMD16<Int8>> {
    // Signed: the compiler takes operators that go byte by byte for bytes without signs.
    let wanted = SIMD16(repeating: Int8(truncatingIfNeeded: byte))
    return bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<Int8>.self)
      .== wanted
  }
}
