import JSON
import Text

/// JSON for people, with escapes for what could harm.
enum ShownJSON {
  /// A value with one member a line.
  static func lines(_ value: JSONValue, _ indent: String) -> [String] {
    guard case .object(let object) = value, !object.isEmpty else {
      return [indent + compact(value)]
    }
    var lines = [indent + "{"]
    for (place, member) in object.members.enumerated() {
      var inner = ShownJSON.lines(member.value, indent + "  ")
      inner[0] =
        indent + "  " + compact(.string(member.key)) + ": "
        + inner[0].dropFirst(indent.count + 2)
      if place < object.count - 1 { inner[inner.count - 1] += "," }
      lines += inner
    }
    return lines + [indent + "}"]
  }

  /// A value in one line.
  static func compact(_ value: JSONValue) -> String {
    ShownText.harmlessJSON(value.text)
  }
}
