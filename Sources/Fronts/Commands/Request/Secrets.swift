import JSON
import Profiles
import Secrets
import Sessions
import System
import Text

/// Values that must never be shown: those from the environment, and those of the caller's headers.
struct Secrets {
  /// By the name of the variable.
  private var filled: [(name: String, value: String)] = []
  private var values: [String] = []
  /// The substitute for a variable that is unset or empty; nil makes that an error.
  private let unsetVariable: String?
  /// True when `{env:NAME}` stays in texts, because they are only checked.
  private let keepsMarks: Bool

  init(unsetVariable: String? = nil, keepsMarks: Bool = false) {
    self.unsetVariable = unsetVariable
    self.keepsMarks = keepsMarks
  }

  /// Headers that say nothing of the caller.
  private static let harmless: Set<String> = [
    "accept", "accept-language", "content-type", "user-agent", "range", "prefer",
  ]

  /// True when a text is nothing but one `{env:NAME}`.
  static func isMark(_ text: String) -> Bool {
    text.hasPrefix("{env:") && text.firstIndex(of: "}") == text.indices.last
  }

  /// The values that came from the environment.
  var fromEnvironment: [String] { filled.map(\.value) }

  /// A text with each `{env:NAME}` replaced by the variable's value. `place`: its name in error
  /// messages; `write`: how a value is written there.
  mutating func fill(
    _ text: String, in place: String, as write: (String) -> String = { $0 }
  ) throws(UsageError) -> String {
    let result = try mapErrors({ failure in
      let problem =
        switch failure {
        case .name: "{env:NAME} needs the name of a variable"
        case .variable(let name): "the environment variable \(name) is not set, or empty"
        }
      return UsageError("\(place): \(problem)")
    }) { () throws(EnvironmentReferences.Failure) in
      try EnvironmentReferences.fill(text, knowsEscapes: false) { name in
        guard let value = Process.variable(name) ?? unsetVariable else { return nil }
        filled.append((name, value))
        values.append(value)
        return write(value)
      }
    }
    return keepsMarks ? text : result.text
  }

  /// True when a text, apart from its `{env:NAME}` marks, holds the value of a variable or one of
  /// `more`.
  func areIn(_ text: String, and more: [String]) -> Bool {
    var rest = text
    for (name, _) in filled { rest = rest.replacing(Secrets.mark(name), with: "") }
    return Redactor(secrets: filled.map(\.value) + more).holdsSecret(rest)
  }

  mutating func add(_ value: String) { values.append(value) }

  mutating func add(url: String) { values += Redactor.secrets(inURL: url) }

  mutating func add(header name: String, _ value: String) {
    values += Redactor.secrets(inHeader: name, value: value)
    if !Secrets.isHarmless(header: name) { values.append(value) }
  }

  static func isHarmless(header name: String) -> Bool { harmless.contains(name.lowercased()) }

  /// A text that is safe to show: secrets masked, in one line, without control characters.
  func shown(_ text: String) -> String {
    Secrets.inOneLine(Redactor(secrets: values).mask(text: text))
  }

  private static func inOneLine(_ text: String) -> String {
    text.replacingScalars(where: { $0.properties.generalCategory == .control }) { _ in " " }
  }

  /// A text as it was written, but for the secrets themselves, in any escaping: `{env:NAME}` stays.
  func withoutValues(_ text: String) -> String {
    Redactor(secrets: values).mask(echoesIn: text)
  }

  /// A text of several lines that is safe to show.
  func shownLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { ShownText.harmless(shown(String($0))) }.joined(separator: "\n")
  }

  /// A value with every string in it safe to show.
  func shown(_ value: JSONValue) -> JSONValue {
    value.mapTexts { _, text in shown(text) }
  }

  // MARK: Checkpoints

  /// A checkpoint with the variable's name in place of its value, where a link echoes one.
  func cut(_ checkpoint: String) -> String {
    resealed(checkpoint) { body in
      long.reduce(body) { text, variable in
        text.replacing(PercentCoding.encode(variable.value), with: Secrets.mark(variable.name))
      }
    }
  }

  func restore(_ checkpoint: String) -> String {
    resealed(checkpoint) { body in
      long.reversed().reduce(body) { text, variable in
        text.replacing(Secrets.mark(variable.name), with: PercentCoding.encode(variable.value))
      }
    }
  }

  /// A checkpoint with another body; a damaged one stays as it is, and is refused later.
  private func resealed(_ checkpoint: String, _ change: (String) -> String) -> String {
    if long.isEmpty { return checkpoint }
    return CheckpointSeal.open(checkpoint).map { CheckpointSeal.seal(change($0)) } ?? checkpoint
  }

  /// Values that are too short to be distinguished from other text stay.
  private var long: [(name: String, value: String)] {
    filled.filter { $0.value.utf8.count >= Redactor.echoedSecretBytesMin }
  }

  private static func mark(_ name: String) -> String { "{env:\(name)}" }
}
