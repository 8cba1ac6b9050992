import Text

/// Leaves out the blanks between the tokens of a JSON text.
package enum JSONCompaction {
  /// Appends `range` of validated bytes without the blanks outside strings.
  ///
  /// `[1,\n "a b"]` becomes `[1,"a b"]`. The range may start and end anywhere outside strings.
  package static func append(_ bytes: [UInt8], _ range: Range<Int>, to output: inout [UInt8]) {
    let span = bytes.span.extracting(0..<range.upperBound)
    var scanner = JSONScanner(depthMax: 0)
    var offset = range.lowerBound
    while true {
      let start = scanner.skipBlanks(span, offset)
      offset = nextBlank(span, start)
      guard start < offset else { return }
      output.append(contentsOf: bytes[start..<offset])
    }
  }

  /// The offset of the first blank outside strings from `start` on.
  private static func nextBlank(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == ASCII.quote {
        offset = stringEnd(bytes, offset + 1)
      } else if byte <= ASCII.space {
        return offset
      } else {
        offset += 1
      }
    }
    return offset
  }

  /// The offset after the string whose first byte after the opening quote is at `start`.
  private static func stringEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var offset = start
    while true {
      offset = JSONScanner.skipValidText(bytes, offset)
      switch bytes.byte(at: offset) {
      case ASCII.quote: return offset + 1
      case ASCII.backslash: offset = min(offset + 2, bytes.count)
      default:
        guard offset < bytes.count else { return offset }
        offset += 1
      }
    }
  }
}
