// Finding text in text, byte by byte: two texts are equal where their UTF-8 is. The functions of
// the standard library that compare characters would bring its regular expressions along.

extension StringProtocol {
  /// Where a text first occurs; nil where it does not, or is empty.
  package func firstRange(of text: some StringProtocol) -> Range<Index>? {
    utf8.firstRange(of: text.utf8)
  }

  /// Where a text occurs, from the start on, without overlaps; an empty one nowhere.
  package func ranges(of text: some StringProtocol) -> [Range<Index>] {
    var found: [Range<Index>] = []
    var start = startIndex
    while let range = utf8[start...].firstRange(of: text.utf8) {
      found.append(range)
      start = range.upperBound
    }
    return found
  }

  /// Whether a text occurs; an empty one does.
  package func contains(_ text: String) -> Bool { text.isEmpty || firstRange(of: text) != nil }

  /// Whether a part of a text occurs; an empty one does.
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

extension Collection<UInt8> {
  /// Where bytes first occur; nil where they do not, or where there are no bytes to find.
  package func firstRange(of bytes: some Collection<UInt8>) -> Range<Index>? {
    guard let first = bytes.first else { return nil }
    var rest = self[...]
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: bytes) { return place..<index(place, offsetBy: bytes.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
