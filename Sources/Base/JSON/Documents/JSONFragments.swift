import Text

/// JSON text in pieces, so that items are spliced into a response without being copied.
///
/// Pieces meet outside strings: `{"items":` + a slice of a response's bytes + `}`.
package struct JSONFragments: Sendable {
  /// A part of the text: a range of bytes.
  package struct Piece: Sendable {
    package let bytes: [UInt8]
    package let range: Range<Int>
    /// A raw CR or LF may be in it outside strings; nil: it has not been looked for.
    fileprivate let hasLineBreaks: Bool?
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

  /// Adds a part of a document's bytes without copying them.
  package mutating func append(_ document: JSONDocument, range: Range<Int>) {
    append(document.bytes, range: range, hasLineBreaks: document.hasLineBreaks)
  }

  /// Adds bytes, or a part of them, without copying them; `hasLineBreaks`: a raw CR or LF may be in
  /// it outside strings, nil: it is looked for where that matters.
  package mutating func append(
    _ bytes: [UInt8], range: Range<Int>? = nil, hasLineBreaks: Bool? = nil
  ) {
    let range = range ?? bytes.indices
    guard !range.isEmpty else { return }
    pieces.append(Piece(bytes: bytes, range: range, hasLineBreaks: hasLineBreaks))
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
      if piece.hasLineBreaks ?? Self.hasLineBreak(piece.bytes.span) {
        line.append(Self.compacted(piece.bytes, piece.range))
      } else {
        line.append(piece.bytes, range: piece.range, hasLineBreaks: piece.hasLineBreaks)
      }
    }
    return line
  }

  /// The text as one array.
  package func joined() -> [UInt8] {
    var joined: [UInt8] = []
    joined.reserveCapacity(byteCount)
    for piece in pieces { joined.append(contentsOf: piece.bytes[piece.range]) }
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
    bytes.firstOffset(of: ASCII.lineFeed, in: bytes.indices) != nil
      || bytes.firstOffset(of: ASCII.carriageReturn, in: bytes.indices) != nil
  }
}
