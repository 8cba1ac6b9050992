import Text

extension JSONDocument {
  /// The value as a tree; `null` for an absent slice. For small values only.
  package func value(_ slice: JSONSlice) -> JSONValue {
    guard !slice.isAbsent else { return .null }
    var builder = TreeBuilder(document: self, offset: Int(slice.start))
    return builder.value(bytes.span)
  }
}

extension JSONValue {
  /// The value of a small JSON text; nil if it is not JSON.
  package init?(json text: [UInt8], depthMax: Int = JSONDocument.depthMaxDefault) {
    guard let document = try? JSONDocument(text, depthMax: depthMax) else { return nil }
    self = document.value(document.root)
  }

  /// The same of a string.
  package init?(json text: String, depthMax: Int = JSONDocument.depthMaxDefault) {
    self.init(json: Array(text.utf8), depthMax: depthMax)
  }
}

/// Builds a tree in one walk over validated bytes; as deep as they are, so their limit is its.
private struct TreeBuilder {
  let document: JSONDocument
  var offset: Int
  var scanner = JSONScanner(depthMax: Int.max)

  mutating func value(_ bytes: Span<UInt8>) -> JSONValue {
    switch bytes.byte(at: offset) {
    case ASCII.leftBrace: .object(JSONObject(members(bytes)))
    case ASCII.leftBracket: .array(elements(bytes))
    default: scalar(bytes)
    }
  }

  private mutating func scalar(_ bytes: Span<UInt8>) -> JSONValue {
    guard let slice = try? scanner.scanValue(bytes, offset, depth: 0) else { return .null }
    offset = Int(slice.end)
    return switch slice.kind {
    case .string: .string(document.string(slice) ?? "")
    case .number: .number(JSONNumber(validated: document.text(slice)))
    case .boolean: .boolean(document.boolean(slice) == true)
    default: .null
    }
  }

  private mutating func elements(_ bytes: Span<UInt8>) -> [JSONValue] {
    var elements: [JSONValue] = []
    while nextEntry(bytes, closing: ASCII.rightBracket) {
      elements.append(value(bytes))
    }
    return elements
  }

  private mutating func members(_ bytes: Span<UInt8>) -> [(key: String, value: JSONValue)] {
    var members: [(key: String, value: JSONValue)] = []
    while nextEntry(bytes, closing: ASCII.rightBrace) {
      guard let key = try? scanner.scanValue(bytes, offset, depth: 0),
        let start = try? scanner.skipColon(bytes, Int(key.end))
      else { break }
      offset = start
      members.append((document.string(key) ?? "", value(bytes)))
    }
    return members
  }

  /// Moves from an opening bracket or the end of an entry to the next entry. Returns false,
  /// positioned after the closing bracket, when the entries are exhausted.
  private mutating func nextEntry(_ bytes: Span<UInt8>, closing: UInt8) -> Bool {
    let separator = scanner.skipBlanks(bytes, offset)
    if bytes.byte(at: separator) != closing {
      offset = scanner.skipBlanks(bytes, separator + 1)
      if bytes.byte(at: offset) != closing { return offset < bytes.count }
    } else {
      offset = separator
    }
    offset += 1
    return false
  }
}
