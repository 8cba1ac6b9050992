import CLibrary

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
    extracting(range).withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return range.lowerBound + (UnsafeRawPointer(found) - UnsafeRawPointer(start))
    }
  }
}
