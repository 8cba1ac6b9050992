import HTTP
import JSON
import Pagination

extension SessionError {
  /// The error of a body that is no page; what it quotes of the body is masked.
  init(_ error: PageReadError, url: String, redactor: Redactor) {
    switch error {
    case .invalid(let syntax):
      self = .invalidResponse(url: url, offset: syntax.offset, detail: syntax.reason.words)
    case .itemsNotFound(let paths, let keys):
      self = .itemsNotFound(
        paths: paths, keys: keys.map { redactor.mask(text: $0) }, descriptors: [])
    case .metadataInvalid(let path, let value):
      self = .metadataInvalid(path: path, value: value.masked(by: redactor))
    }
  }
}

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
