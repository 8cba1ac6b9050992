import Text

/// Steps through the elements or members of one container of a validated document.
struct JSONCursor {
  private var scanner = JSONScanner(depthMax: Int.max)
  private var offset: Int
  /// A value whose end is known, so that it is not read again.
  private let known: JSONSlice

  /// A cursor before the first entry; nil if the slice is not a container of the wanted kind.
  init?(_ slice: JSONSlice, kind: JSONSlice.Kind, knowing known: JSONSlice = .absent) {
    guard slice.kind == kind else { return nil }
    offset = Int(slice.start) + 1
    self.known = known
  }

  /// The next element of an array, or nil after the last.
  mutating func nextElement(_ bytes: Span<UInt8>) -> JSONSlice? {
    guard nextEntry(bytes), let value = try? scanner.scanValue(bytes, offset, depth: 0) else {
      return nil
    }
    offset = Int(value.end)
    return value
  }

  /// The next member of an object, or nil after the last.
  mutating func nextMember(_ bytes: Span<UInt8>) -> (key: JSONSlice, value: JSONSlice)? {
    guard nextEntry(bytes), let key = try? scanner.scanValue(bytes, offset, depth: 0),
      key.kind == .string, let start = try? scanner.skipColon(bytes, Int(key.end))
    else { return nil }
    if !known.isAbsent, start == Int(known.start) {
      offset = Int(known.end)
      return (key, known)
    }
    guard let value = try? scanner.scanValue(bytes, start, depth: 0) else { return nil }
    offset = Int(value.end)
    return (key, value)
  }

  /// Goes to the first byte of the next entry; false at the closing bracket.
  private mutating func nextEntry(_ bytes: Span<UInt8>) -> Bool {
    offset = scanner.skipBlanks(bytes, offset)
    switch bytes.byte(at: offset) {
    case ASCII.comma:
      offset = scanner.skipBlanks(bytes, offset + 1)
      return true
    case ASCII.rightBrace, ASCII.rightBracket:
      return false
    default:
      return offset < bytes.count
    }
  }
}
