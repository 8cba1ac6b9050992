package import JSON

/// The messages of error responses.
extension ResponseMapping {
  /// The texts at the paths, in order; numbers and booleans as they are spelled.
  ///
  /// A list on the way is walked through: `errors.message` finds both in `{"errors": [{"message":
  /// "a"}, {"message": "b"}]}`, and `errors` those in `{"errors": ["a", "b"]}`. Empty texts are
  /// omitted.
  package static func messages(_ document: JSONDocument, at paths: [JSONPath]) -> [String] {
    var messages: [String] = []
    for path in paths {
      Self.collect(path.components[...], document.root, document, &messages)
    }
    return messages
  }

  private static func collect(
    _ components: ArraySlice<JSONPath.Component>, _ value: JSONSlice, _ document: JSONDocument,
    _ messages: inout [String]
  ) {
    guard messages.count < MappingLimits.messagesMax else { return }
    switch value.kind {
    case .array:
      if let first = components.first, first.index != nil {
        let path = JSONPath(components: [first])
        guard let element = document.resolve(path, from: value) else { return }
        return collect(components.dropFirst(), element, document, &messages)
      }
      for element in document.elements(of: value) {
        collect(components, element, document, &messages)
      }
    case .object:
      guard let first = components.first,
        let member = document.member(utf8: first.key, of: value)
      else { return }
      collect(components.dropFirst(), member, document, &messages)
    case .string, .number, .boolean:
      guard components.isEmpty else { return }
      let text = document.string(value) ?? document.text(value)
      if !text.isEmpty { messages.append(clipped(text)) }
    case .null, .absent:
      return
    }
  }

  /// The text, cut where it is longer than a message may be.
  private static func clipped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var end = MappingLimits.messageBytesMax
    guard bytes.count > end else { return text }
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}
