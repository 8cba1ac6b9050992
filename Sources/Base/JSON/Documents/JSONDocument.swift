import Text

/// A whole validated JSON text: its bytes and the place of its value.
///
/// RFC 8259 strictly: UTF-8, bounded depth, nothing but blanks around one value. A leading byte
/// order mark is skipped, escapes of lone surrogates are legal, and of duplicate keys the last
/// counts. `{"a": 1}` gives a root of kind `object` with the range 0..<8.
package struct JSONDocument: Sendable {
  /// The maximum size of a text in bytes, so that offsets fit a slice.
  package static let bytesMax = JSONSlice.offsetMax
  /// The maximum nesting depth of containers, unless the caller sets another.
  package static let depthMaxDefault = 512

  /// The bytes as they came.
  package let bytes: [UInt8]
  /// The text's value.
  package let root: JSONSlice
  /// A raw CR or LF is inside the root value, outside strings.
  package let hasLineBreaks: Bool

  /// Validates all of `bytes` as one text.
  package init(
    _ bytes: [UInt8], depthMax: Int = JSONDocument.depthMaxDefault
  ) throws(JSONSyntaxError) {
    try self.init(bytes, in: 0..<bytes.count, depthMax: depthMax)
  }

  /// Validates the part `range` of `bytes` as one text with blanks around it.
  ///
  /// Slices and error offsets count from the start of `bytes`; the range's end is the text's end.
  package init(
    _ bytes: [UInt8], in range: Range<Int>, depthMax: Int = JSONDocument.depthMaxDefault
  ) throws(JSONSyntaxError) {
    try Self.checkSize(range.upperBound)
    let text = bytes.span.extracting(0..<range.upperBound)
    var scanner = JSONScanner(depthMax: depthMax)
    let start = try scanner.skipPrologue(text, range.lowerBound)
    let root = try scanner.scanValue(text, start, depth: 0)
    let hasLineBreaks = scanner.hasLineBreaks
    try scanner.skipEpilogue(text, Int(root.end))
    self.init(bytes, root: root, hasLineBreaks: hasLineBreaks)
  }

  /// A document of what a pass has validated.
  init(_ bytes: [UInt8], root: JSONSlice, hasLineBreaks: Bool) {
    self.bytes = bytes
    self.root = root
    self.hasLineBreaks = hasLineBreaks
  }

  /// True when a text is the beginning of JSON, and ends too early.
  package static func isTruncated(_ bytes: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      _ = try JSONDocument(bytes)
      return false
    } catch {
      return error.reason == .unexpectedEnd
    }
  }

  /// Refuses a text whose offsets would not fit a slice.
  static func checkSize(_ count: Int) throws(JSONSyntaxError) {
    guard count <= bytesMax else { throw JSONSyntaxError(.tooLarge, bytesMax) }
  }
}

extension JSONScanner {
  /// The offset of the root value, after a byte order mark and blanks.
  mutating func skipPrologue(_ bytes: Span<UInt8>, _ start: Int) throws(JSONSyntaxError) -> Int {
    var offset = start
    if bytes.byte(at: offset) == 0xEF {
      for byte: UInt8 in [0xEF, 0xBB, 0xBF] {
        guard bytes.byte(at: offset) == byte else { throw Self.failure(bytes, offset) }
        offset += 1
      }
    }
    offset = skipBlanks(bytes, offset)
    hasLineBreaks = false
    return offset
  }

  /// Checks that nothing but blanks follows the root value.
  mutating func skipEpilogue(_ bytes: Span<UInt8>, _ end: Int) throws(JSONSyntaxError) {
    let offset = skipBlanks(bytes, end)
    guard offset == bytes.count else { throw JSONSyntaxError(.trailingBytes, offset) }
  }
}
