import Text

/// Finds the words `Content-Length:`, in any case, at any place: bodies have no newline after
/// them, so after a wrong length the next header may be glued to anything.
enum HeaderSearch {
  /// The length of the words in bytes.
  static let count = 15

  /// The offset of the first whole occurrence in `range`, or nil.
  static func first(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    var start = range.lowerBound + count - 1
    while start < range.upperBound,
      let colon = bytes.firstOffset(of: ASCII.colon, in: start..<range.upperBound)
    {
      if matches(bytes, at: colon + 1 - count, count: count - 1) { return colon + 1 - count }
      start = colon + 1
    }
    return nil
  }

  /// The offset at which `range` ends with a beginning of the words, or nil.
  static func tail(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    for offset in max(range.lowerBound, range.upperBound - count + 1)..<range.upperBound
    where matches(bytes, at: offset, count: range.upperBound - offset) {
      return offset
    }
    return nil
  }

  /// True when the bytes in `range` are the words without their colon.
  @inline(__always)
  static func isName(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    range.count == count - 1 && matches(bytes, at: range.lowerBound, count: range.count)
  }

  /// True when the first `count` bytes of the words are at `offset`. That many bytes must be there.
  static func matches(_ bytes: Span<UInt8>, at offset: Int, count: Int) -> Bool {
    for index in 0..<count where ASCII.lowercased(bytes[offset + index]) != letter(index) {
      return false
    }
    return true
  }

  /// The words' byte at `index`.
  @inline(__always)
  private static func letter(_ index: Int) -> UInt8 {
    let words: StaticString = "content-length:"
    return words.withUTF8Buffer { $0[index] }
  }
}
