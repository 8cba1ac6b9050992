import Text

/// `{env:NAME}` in the texts of profiles: a variable of the environment. `\{env:NAME}` is the text
/// `{env:NAME}` itself.
package enum EnvironmentReferences {
  /// The reason why a text cannot be filled in.
  package enum Failure: Error, Sendable, Equatable {
    /// Unset or empty.
    case variable(String)
    /// The text after `{env:` is not a name and a closing brace.
    case name
  }

  private static let opening = "{env:"

  package static func areIn(_ text: String) -> Bool { text.contains(opening) }

  /// True when a text consists only of variables.
  package static func areAll(of text: String) -> Bool {
    !text.isEmpty && (try? fill(text) { _ in "x" }.outside.isEmpty) ?? false
  }

  /// True when a text is a word and a variable: `Bearer {env:NAME}`.
  package static func isScheme(before text: String) -> Bool {
    guard let space = text.firstIndex(of: " ") else { return false }
    return text[..<space].allSatisfy(\.isLetter)
      && areAll(of: String(text[text.index(after: space)...]))
  }

  /// The text as a profile writes it, so that none of it is taken for a variable.
  package static func escaped(_ text: String) -> String {
    text.replacing(opening, with: "\\" + opening)
  }

  /// The text with each mark replaced by the variable's value, the values, and what is outside the
  /// marks. `knowsEscapes`: whether `\{env:NAME}` is not a mark.
  package static func fill(
    _ text: String, knowsEscapes: Bool = true, _ variable: (String) -> String?
  ) throws(Failure) -> (text: String, values: [String], outside: String) {
    var result = ""
    var values: [String] = []
    var outside = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: opening) {
      let before = rest[..<mark.lowerBound]
      rest = rest[mark.upperBound...]
      if knowsEscapes, before.last == "\\" {
        result += before.dropLast() + opening
        outside += before.dropLast() + opening
        continue
      }
      result += before
      outside += before
      guard let end = rest.firstIndex(of: "}"), isName(rest[..<end]) else { throw .name }
      let name = String(rest[..<end])
      guard let value = variable(name), !value.isEmpty else { throw .variable(name) }
      values.append(value)
      result += value
      rest = rest[rest.index(after: end)...]
    }
    return (result + rest, values, outside + rest)
  }

  private static func isName(_ text: Substring) -> Bool {
    text.utf8.first.map { !ASCII.isDigit($0) } == true && text.utf8.allSatisfy(ASCII.isWord)
  }
}
