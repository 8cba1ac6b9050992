import Text

/// JSON text in pieces, so that items are spliced into a response without being copied.
///
/// Pieces meet outside strings: `{"items":` + a slice of a response's bytes + `}`.
package struct JSONFragments: Sendable {
  /// A part of the text.
  package enum Piece: Sendable {
    /// Bytes of its own.
    case bytes([UInt8])
    /// A part of other bytes, and whether a raw CR or LF may be in it outside strings.
    case slice([UInt8], Range<Int>, hasLineBreaks: Bool)
  }

  /// The parts in order.
  package private(set) var pieces: [Piece] = []
  /// The bytes of all parts together.
  package private(set) var byteCount = 0

  /// An empty text.
  package init() {}

  /// A text of one piece.
  package init(_ bytes: [UInt8]) {
    append(bytes)
  }

  /// Adds bytes of their own.
  package mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    pieces.append(.bytes(bytes))
    byteCount += bytes.count
  }

  /// Adds a part of a document's bytes without copying them.
  package mutating func append(_ document: JSONDocument, range: Range<Int>) {
    append(document.bytes, range: range, hasLineBreaks: document.hasLineBreaks)
  }

  /// Adds a part of bytes without copying them; `hasLineBreaks`: a raw CR or LF may be in it
  /// outside strings.
  package mutating func append(_ bytes: [UInt8], range: Range<Int>, hasLineBreaks: Bool) {
    guard !range.isEmpty else { return }
    pieces.append(.slice(bytes, range, hasLineBreaks: hasLineBreaks))
    byteCount += range.count
  }

  /// Adds the pieces of another text.
  package mutating func append(_ fragments: JSONFragments) {
    pieces.append(contentsOf: fragments.pieces)
    byteCount += fragments.byteCount
  }

  /// The same text with no CR or LF: from pieces that hold one, the blanks outside strings are
  /// omitted; the others are the same.
  package func singleLine() -> JSONFragments {
    var line = JSONFragments()
    line.pieces.reserveCapacity(pieces.count)
    for piece in pieces {
      switch piece {
      case .bytes(let bytes) where Self.hasLineBreak(bytes.span):
        line.append(Self.compacted(bytes, 0..<bytes.count))
      case .slice(let bytes, let range, hasLineBreaks: true):
        line.append(Self.compacted(bytes, range))
      case .bytes(let bytes):
        line.append(bytes)
      case .slice(_, let range, hasLineBreaks: false):
        line.pieces.append(piece)
        line.byteCount += range.count
      }
    }
    return line
  }

  /// The text as one array.
  package func joined() -> [UInt8] {
    var joined: [UInt8] = []
    joined.reserveCapacity(byteCount)
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): joined.append(contentsOf: bytes)
      case .slice(let bytes, let range, _): joined.append(contentsOf: bytes[range])
      }
    }
    return joined
  }

  private static func compacted(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(range.count)
    JSONCompaction.append(bytes, range, to: &output)
    return output
  }

  /// True when the bytes contain a CR or LF; valid JSON has none in strings.
  private static func hasLineBreak(_ bytes: Span<UInt8>) -> Bool {
    var offset = 0
    while bytes.count - offset >= 8 {
      let word = bytes.word(at: offset)
      let feeds = (word ^ 0x0A0A_0A0A_0A0A_0A0A) &- 0x0101_0101_0101_0101
      let returns = (word ^ 0x0D0D_0D0D_0D0D_0D0D) &- 0x0101_0101_0101_0101
      if (feeds | returns) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
      offset += 8
    }
    while offset < bytes.count {
      if bytes[offset] == ASCII.lineFeed || bytes[offset] == ASCII.carriageReturn { return true }
      offset += 1
    }
    return false
  }
}
