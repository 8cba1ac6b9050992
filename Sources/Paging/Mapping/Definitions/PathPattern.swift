import JSON
import Text

/// The pattern that a descriptor's whole path has: `/users/:id/files/:name\.json`.
///
/// A `:name` matches one segment or a part of one, at least one byte long; a backslash makes a
/// colon or a dot literal. Both sides are compared percent-decoded, segment by segment, so `/a%20b`
/// and `/a b` are equal, and `%2F` never separates.
struct PathPattern: Sendable {
  private enum Part: Sendable, Equatable {
    case literal([UInt8])
    case parameter(String)
  }

  private let segments: [[Part]]

  /// The pattern of a text that is at `place` in the params.
  init(_ text: String, at place: String) throws(JSONFieldError) {
    let bytes = Array(text.utf8)
    guard bytes.count <= JSONPath.textBytesMax, bytes.first == ASCII.slash,
      !bytes.contains(UInt8(ascii: "?")), !bytes.contains(UInt8(ascii: "#"))
    else {
      throw JSONFieldError(
        place, expected: "a path that starts with / and has no query, as /users/:id")
    }
    let texts = bytes.dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false)
    segments = try texts.map { segment throws(JSONFieldError) in
      try Self.parts(Array(segment)).orThrow(
        JSONFieldError(place, expected: "literal text between each two parameters"))
    }
  }

  /// The parameters' values, percent-decoded, where the percent-encoded path has the pattern.
  func match(_ path: String) -> [String: String]? {
    let bytes = path.utf8.first == ASCII.slash ? Array(path.utf8.dropFirst()) : Array(path.utf8)
    let found = bytes.split(separator: ASCII.slash, omittingEmptySubsequences: false)
    guard found.count == segments.count else { return nil }
    var arguments: [String: String] = [:]
    for (parts, segment) in zip(segments, found) {
      guard Self.match(parts, PercentCoding.decoded(segment), &arguments) else { return nil }
    }
    return arguments
  }

  /// The parts of a segment; nil if two parameters are adjacent.
  private static func parts(_ segment: [UInt8]) -> [Part]? {
    var parts: [Part] = []
    var literal: [UInt8] = []
    var offset = 0
    while offset < segment.count {
      let byte = segment[offset]
      offset += 1
      if byte == ASCII.backslash, offset < segment.count {
        literal.append(segment[offset])
        offset += 1
        continue
      }
      let end = nameEnd(segment, offset)
      guard byte == ASCII.colon, end > offset else {
        literal.append(byte)
        continue
      }
      if !literal.isEmpty {
        parts.append(.literal(PercentCoding.decoded(literal[...])))
      } else if !parts.isEmpty {
        return nil
      }
      literal = []
      parts.append(.parameter(String(decoding: segment[offset..<end], as: UTF8.self)))
      offset = end
    }
    if !literal.isEmpty || parts.isEmpty {
      parts.append(.literal(PercentCoding.decoded(literal[...])))
    }
    return parts
  }

  /// The offset after the letters, digits and underscores; a name does not start with a digit.
  private static func nameEnd(_ segment: [UInt8], _ start: Int) -> Int {
    guard start < segment.count, !ASCII.isDigit(segment[start]) else { return start }
    return segment[start...].firstIndex { !ASCII.isWord($0) } ?? segment.endIndex
  }

  /// Each parameter ends where the literal after it is found first; the last one at the end.
  private static func match(
    _ parts: [Part], _ segment: [UInt8], _ arguments: inout [String: String]
  ) -> Bool {
    var offset = 0
    var pending: String?
    for (index, part) in parts.enumerated() {
      switch part {
      case .parameter(let name):
        pending = name
      case .literal(let literal):
        let isLast = index == parts.count - 1
        guard
          let start = find(literal, segment, from: offset, gap: pending != nil, isLast: isLast)
        else { return false }
        if let name = pending {
          arguments[name] = String(decoding: segment[offset..<start], as: UTF8.self)
          pending = nil
        }
        offset = start + literal.count
      }
    }
    guard let name = pending else { return offset == segment.count }
    guard offset < segment.count else { return false }
    arguments[name] = String(decoding: segment[offset...], as: UTF8.self)
    return true
  }

  /// Returns the literal's start: `offset`, or, with a gap, at least one byte later; for the last
  /// literal, at the segment's end.
  private static func find(
    _ literal: [UInt8], _ segment: [UInt8], from offset: Int, gap: Bool, isLast: Bool
  ) -> Int? {
    let end = segment.count - literal.count
    let first = gap ? offset + 1 : offset
    guard first <= end else { return nil }
    let candidates = gap ? (isLast ? end : first)...end : first...first
    return candidates.first { segment[$0..<($0 + literal.count)].elementsEqual(literal) }
  }
}
