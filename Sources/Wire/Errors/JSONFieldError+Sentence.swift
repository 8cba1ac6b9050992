package import JSON

extension JSONFieldError {
  /// What is wrong, in one sentence.
  package var sentence: String {
    let name = path.isEmpty ? "params" : "\"\(shownPath)\""
    return switch problem {
    case .missing: "\(name) is missing."
    case .unknown(let nearest): "Unknown field \(name)." + JSONFieldError.hint(nearest)
    case .expected(let what, let nearest): "\(name) must be \(what)." + JSONFieldError.hint(nearest)
    }
  }

  private static func hint(_ nearest: String?) -> String {
    nearest.map { " Did you mean \"\($0)\"?" } ?? ""
  }

  /// The error object of wrong params: `path` leads from them to what is wrong.
  package var object: ErrorObject {
    var data = JSONWriter()
    data.beginObject()
    data.member("kind", "invalidParams")
    data.member("retryable", false)
    data.member("path", path)
    data.endObject()
    return ErrorObject(code: -32602, message: sentence, data: data.bytes)
  }

  /// The path, cut where it is too long for a sentence.
  private var shownPath: String {
    let beginning = path.unicodeScalars.prefix(Self.pathCharactersMax + 1)
    guard beginning.count > Self.pathCharactersMax else { return path }
    return String(String.UnicodeScalarView(beginning.dropLast())) + "…"
  }

  private static let pathCharactersMax = 200
}
