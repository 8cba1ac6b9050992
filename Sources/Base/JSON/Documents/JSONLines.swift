import Text

/// Lines of JSON (NDJSON, JSON Lines) as one list, so that they are read as any other body.
///
///     {"id": 1}\n{"id": 2}\n     [{"id": 1},{"id": 2}]
package enum JSONLines {
  /// The number of bytes searched for the end of the first line when no media type announces lines.
  private static let firstLineBytesMax = 1 << 20

  /// The first byte of each text of a sequence (RFC 7464).
  private static let recordSeparator: UInt8 = 0x1E

  /// True when the media type announces lines of JSON.
  package static func isType(_ contentType: String) -> Bool {
    let type = contentType.utf8.prefix { $0 != UInt8(ascii: ";") }
    return isType(name: ASCII.lowercased(String(Substring(type)).trimmingBlanks))
  }

  /// The same for a media type in lower case without its parameters.
  package static func isType(name: String) -> Bool { types.contains(name) }

  private static let types: Set<String> = [
    "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
    "application/jsonlines", "application/stream+json", "application/x-json-stream",
    "application/json-seq", "application/geo+json-seq", "text/x-ndjson",
    "application/x-ldjson",
  ]

  /// The list; nil where the text is not lines of JSON. `isStated`: its type says that it is;
  /// else an object on the first line and another one after it do. A list of objects that is the only
  /// line is the list itself. After half a line the list stays open, so that it is as cut as its text.
  package static func list(_ bytes: [UInt8], isStated: Bool) -> [UInt8]? {
    let bytes = withoutMark(bytes)
    guard let start = bytes.firstIndex(where: { !ASCII.isBlank($0) }) else { return nil }
    if isStated, bytes[start] == recordSeparator { return joined(bytes) }
    guard isStated || bytes[start] == UInt8(ascii: "{") else { return nil }
    let searchEnd = isStated ? bytes.count : min(bytes.count, start + firstLineBytesMax)
    let end = bytes.span.firstOffset(of: ASCII.lineFeed, in: start..<searchEnd)
    if !isStated {
      guard let end, let next = bytes[end...].first(where: { !ASCII.isBlank($0) }),
        next == UInt8(ascii: "{")
      else { return nil }
    }
    let first = Array(bytes[start..<(end ?? bytes.count)])
    let last = first.last { !ASCII.isBlank($0) }
    guard bytes[start] != UInt8(ascii: "{") || last == UInt8(ascii: "}"),
      let line = try? JSONDocument(first)
    else { return nil }
    let isList =
      line.root.kind == .array && line.elements(of: line.root).allSatisfy { $0.kind == .object }
    return isList && bytes[(end ?? bytes.count)...].allSatisfy(ASCII.isBlank) ? nil : joined(bytes)
  }

  /// The list of the JSON texts that are on lines of their own, or after the separators of RFC 7464.
  package static func joined(_ bytes: [UInt8]) -> [UInt8] {
    let bytes = withoutMark(bytes)
    var list: [UInt8] = []
    list.reserveCapacity(bytes.count + 2)
    list.append(UInt8(ascii: "["))
    let separator =
      bytes.first { !ASCII.isBlank($0) } == recordSeparator ? recordSeparator : ASCII.lineFeed
    var last = bytes[..<0]
    var start = 0
    while start < bytes.count {
      let end = bytes.span.firstOffset(of: separator, in: start..<bytes.count) ?? bytes.count
      let line = bytes[start..<end]
      start = end + 1
      if line.allSatisfy(ASCII.isBlank) { continue }
      if list.count > 1 { list.append(UInt8(ascii: ",")) }
      list += line
      last = line
    }
    if !JSONDocument.isTruncated(Array(last)) { list.append(UInt8(ascii: "]")) }
    return list
  }

  /// The bytes after a byte order mark.
  private static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }
}
