import Text

/// The known facts about a header block that is being read.
///
/// The offsets count from the block's first byte, so that they stay true when the buffer moves.
struct HeaderBlock: Equatable, Sendable {
  /// The offset at which the current line begins.
  var line = 0
  /// The offset of the current line's colon; nil until it has come.
  var colon: Int?
  /// The offset up to which the current line has been searched.
  var searched = 0
  /// The length that the block states; `Int.max` for one that is no `Int`.
  var length: Int?
}

/// One line of a header block, read from `Content-Length: 17\r\n`.
enum HeaderLine {
  /// The present line has not come whole.
  case incomplete
  /// The empty line that ends the block; what follows begins `end` bytes from the block's start.
  case last(end: Int)
  /// A line that is no `Name: value`.
  case malformed
  /// A header that says nothing about the length.
  case unknown(end: Int)
  /// A `Content-Length` with a whole number of bytes.
  case length(Int, end: Int)
  /// A `Content-Length` with anything else.
  case badLength(end: Int)
}

extension HeaderBlock {
  /// Reads the present line of the block that begins at `start`; notes how far it came.
  mutating func readLine(_ bytes: Span<UInt8>, start: Int) -> HeaderLine {
    let first = start + line
    if colon == nil {
      var offset = start + searched
      while offset < bytes.count, ASCII.isToken(bytes[offset]) { offset += 1 }
      searched = offset - start
      guard offset < bytes.count else { return .incomplete }
      if bytes[offset] != 0x3A || offset == first {
        return offset == first ? emptyLine(bytes, first, start) : .malformed
      }
      colon = searched
    }
    var offset = start + searched
    while offset < bytes.count, bytes[offset] != 0x0A { offset += 1 }
    searched = offset - start
    guard offset < bytes.count, let colon else { return .incomplete }
    let end = searched + 1
    guard HeaderSearch.isName(bytes, first..<(start + colon)) else { return .unknown(end: end) }
    guard let length = Self.number(bytes, (start + colon + 1)..<offset) else {
      return .badLength(end: end)
    }
    return .length(length, end: end)
  }

  /// Continues to the line that begins `end` bytes from the block's start.
  mutating func beginLine(_ end: Int) {
    line = end
    searched = end
    colon = nil
  }

  /// A line that begins with no name: the block's end, or nothing that belongs here.
  private func emptyLine(_ bytes: Span<UInt8>, _ first: Int, _ start: Int) -> HeaderLine {
    if bytes[first] == 0x0A { return .last(end: first + 1 - start) }
    guard bytes[first] == 0x0D else { return .malformed }
    guard first + 1 < bytes.count else { return .incomplete }
    return bytes[first + 1] == 0x0A ? .last(end: first + 2 - start) : .malformed
  }

  /// The number that is alone between blanks; `Int.max` where it is larger, nil where there is
  /// anything but digits.
  private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    let text = range.map { bytes[$0] }
    let digits = text.trimmed(ASCII.isBlank)
    guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
    return ASCII.number(digits) ?? Int.max
  }
}
