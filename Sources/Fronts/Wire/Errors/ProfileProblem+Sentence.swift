package import JSON
package import Profiles
package import RPC
import Text

extension ProfileProblem {
  /// The problem in one sentence, without its place.
  package var sentence: String {
    switch cause {
    case .unreadable(let reason): "The file cannot be read: \(reason)."
    case .tooLarge(let maximum): "The file has more than \(maximum) bytes."
    case .syntax(let reason): "This is not valid JSON: \(ProfileProblem.words(reason))."
    case .duplicateName(let name): "\"\(ShownText.cut(name))\" is given twice."
    case .tooManyProfiles(let maximum): "There are more than \(maximum) profiles."
    case .name: "The name of a profile must be 1 to 64 of a-z, 0-9, \".\", \"_\" and \"-\"."
    case .field(let error): error.path.isEmpty ? "The profile is not an object." : error.sentence
    case .unknownBase(let name, let near):
      "There is no profile \"\(ShownText.cut(name))\" to extend."
        + (near.map { " Did you mean \"\($0)\"?" } ?? "")
    case .circle(let names):
      "The profile extends itself: " + names.map { ShownText.cut($0) }.joined(separator: ", ") + "."
    case .tooManySteps(let maximum): "More than \(maximum) profiles extend each other."
    case .variable(let name):
      "The environment variable \(ShownText.cut(name)) is not set, or empty."
    case .variableName: "{env:NAME} needs the name of a variable."
    }
  }

  /// `file:line:column: profile: sentence`, as far as there is a place.
  package var line: String {
    let place = place.map { ":\($0.line):\($0.column)" } ?? ""
    let subject = profile.map { "\(ShownText.cut($0)): " } ?? ""
    let source = ShownText.cut(source.text, to: ShownText.pathCharactersMax)
    return ShownText.sentence("\(source)\(place): \(subject)\(sentence)")
  }

  /// As `profiles --check --json` lists it.
  package var json: JSONValue {
    [
      "file": .string(shown(source.text)), "line": place.map { .integer($0.line) } ?? .null,
      "column": place.map { .integer($0.column) } ?? .null,
      "profile": profile.map { .string(shown($0)) } ?? .null, "path": .string(shown(path)),
      "message": .string(sentence),
    ]
  }

  /// The error object of params whose profile is wrong.
  package var object: RPCError {
    RPCError(code: -32602, kind: "invalidParams", line) { writer in
      writer.member("path", "profile")
      writer.member("file", shown(source.text))
      if let place {
        writer.member("line", place.line)
        writer.member("column", place.column)
      }
      if let profile { writer.member("profile", shown(profile)) }
      if !path.isEmpty { writer.member("profilePath", shown(path)) }
    }
  }

  private func shown(_ text: String) -> String {
    ShownText.cut(text, to: ShownText.pathCharactersMax)
  }

  private static func words(_ reason: JSONSyntaxError.Reason) -> String {
    switch reason {
    case .unexpectedByte: "this character is not allowed here"
    case .unexpectedEnd: "the text ends too early"
    case .tooDeep: "the value is nested too deeply"
    case .invalidUTF8: "the text is not UTF-8"
    case .invalidEscape: "this escape is unknown"
    case .invalidNumber: "this is not a number"
    case .controlCharacter: "a control character in a string has to be escaped"
    case .trailingBytes: "something follows the value"
    case .tooLarge, .tooManyElements: "the text is too large"
    }
  }
}
