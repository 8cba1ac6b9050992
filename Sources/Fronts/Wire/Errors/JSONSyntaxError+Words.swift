package import HTTP
package import JSON
import Sessions

extension JSONSyntaxError.Reason {
  /// The problem, in words.
  package var words: String {
    switch self {
    case .unexpectedByte: "this byte is not allowed here in JSON"
    case .unexpectedEnd: "the text ends too early"
    case .tooDeep: "nested too deeply"
    case .invalidUTF8: "not UTF-8"
    case .invalidEscape: "an escape that is not valid in JSON"
    case .invalidNumber: "a number that is not valid in JSON"
    case .controlCharacter: "a control character inside a string"
    case .trailingBytes: "more text follows the JSON value"
    case .tooLarge: "too large"
    case .tooManyElements:
      "a list of more items than fit in memory; request fewer a page, or map fewer attributes"
    }
  }
}

extension InvalidBody.Reason {
  /// True when a recording is at fault, not a byte of the response.
  var isRecorded: Bool {
    if case .recorded = self { true } else { false }
  }

  /// The general problem with the response, which begins the sentence: `The body is not JSON`.
  var subject: String {
    switch self {
    case .syntax(.tooManyElements): "The body is too large"
    case .syntax: "The body is not JSON"
    case .malformed: "The response is malformed"
    case .undecodable: "The body cannot be read"
    case .recorded: "The recorded body cannot be used"
    }
  }

  /// The problem, in words.
  var words: String {
    switch self {
    case .syntax(let reason): reason.words
    case .malformed(let detail), .undecodable(let detail): detail
    case .recorded(let fault): fault.words
    }
  }
}

extension RecordedBodyFault {
  /// The problem, in words.
  package var words: String {
    switch self {
    case .missing(let size?):
      "the recording omits it; content.size says \(size) bytes. Export it with the bodies"
    case .missing(nil): "the recording omits it. Export it with the bodies"
    case .cut(let bytes, let size):
      "the recording has \(bytes) bytes of it, but content.size says \(size)"
    case .compressed:
      "the recording has it compressed, in chunks, as Polly.JS does. Record it without compression"
    case .notBase64: "content.encoding says Base64, but content.text is not"
    case .foreignFile(let name):
      "content._file must be the name of a file next to the recording, not \"\(name)\""
    case .noFile(let name): "there is no file \"\(name)\" next to the recording"
    }
  }
}
