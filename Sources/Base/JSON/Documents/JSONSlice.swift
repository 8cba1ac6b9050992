/// The place of one value in the bytes of a validated document.
///
/// A trivial value of 12 bytes without a reference: the reader supplies the `JSONDocument`. A
/// string's slice includes its quotes.
package struct JSONSlice: Sendable, Hashable {
  /// The kind of a value; `absent` for no value at all.
  package enum Kind: UInt8, Sendable {
    case absent, null, boolean, number, string, array, object
  }

  /// Byte offset of the value's first byte.
  package var start: UInt32
  /// Byte offset after the value's last byte.
  package var end: UInt32
  /// The kind of the value.
  package var kind: Kind
  /// For strings: a backslash is in it, so its bytes are not its text.
  package var hasEscapes: Bool

  /// A slice of the given place.
  package init(start: UInt32, end: UInt32, kind: Kind, hasEscapes: Bool = false) {
    self.start = start
    self.end = end
    self.kind = kind
    self.hasEscapes = hasEscapes
  }

  /// The slice of a value that is not there: empty, at offset 0.
  package static let absent = JSONSlice(start: 0, end: 0, kind: .absent)

  /// True when there is no value; a JSON `null` is not absent.
  package var isAbsent: Bool { kind == .absent }

  /// The value's byte offsets.
  package var range: Range<Int> { Int(start)..<Int(max(start, end)) }
}

extension JSONSlice {
  /// A slice of offsets that are known to fit, because a document's size is limited.
  @inline(__always)
  init(_ start: Int, _ end: Int, _ kind: Kind, hasEscapes: Bool = false) {
    self.init(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
      kind: kind, hasEscapes: hasEscapes)
  }

  /// The byte offsets between a string's quotes.
  var content: Range<Int> {
    let whole = range
    return whole.count < 2 ? whole : (whole.lowerBound + 1)..<(whole.upperBound - 1)
  }
}
