import JSON

/// Writes JSON with line breaks and two blanks for each level.
enum PrettyJSON {
  /// `{"a":[1,2]}` becomes six lines; `[]` and `{}` are unchanged, and so is a text that is not
  /// JSON.
  static func text(_ compact: [UInt8]) -> [UInt8] {
    guard let document = try? JSONDocument(compact) else { return compact }
    return text(document.value(document.root))
  }

  static func text(_ value: JSONValue) -> [UInt8] { Array((text(value, margin: "") + "\n").utf8) }

  private static func text(_ value: JSONValue, margin: String) -> String {
    let inner = margin + "  "
    var parts: [String] = []
    var brackets = ("[", "]")
    switch value {
    case .array(let elements): parts = elements.map { text($0, margin: inner) }
    case .object(let object):
      brackets = ("{", "}")
      parts = object.members.map {
        JSONValue.string($0.key).text + ": " + text($0.value, margin: inner)
      }
    default: break
    }
    guard !parts.isEmpty else { return value.text }
    let lines = parts.map { inner + $0 }.joined(separator: ",\n")
    return "\(brackets.0)\n\(lines)\n\(margin)\(brackets.1)"
  }
}
