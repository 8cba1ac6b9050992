package import JSON
import Sessions

extension JSONSyntaxError.Reason {
  /// What is wrong, in words.
  package var words: String {
    switch self {
    case .unexpectedByte: "this byte cannot stand here in JSON"
    case .unexpectedEnd: "the text is cut"
    case .tooDeep: "nested too deep"
    case .invalidUTF8: "not UTF-8"
    case .invalidEscape: "an escape that JSON does not have"
    case .invalidNumber: "a number that JSON does not have"
    case .controlCharacter: "a control character inside a string"
    case .trailingBytes: "something follows the JSON text"
    case .tooLarge: "too large"
    }
  }
}

extension InvalidBody.Reason {
  /// What cannot be said of the response.
  var subject: String {
    switch self {
    case .syntax: "The body is not JSON"
    case .malformed: "The response is malformed"
    }
  }

  /// What is wrong, in words.
  var words: String {
    switch self {
    case .syntax(let reason): reason.words
    case .malformed(let detail): detail
    }
  }
}
