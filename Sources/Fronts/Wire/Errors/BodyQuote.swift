import Sessions

/// The part of an error's body that says what is wrong, in one line.
package enum BodyQuote {
  /// Characters that are quoted.
  private static let charactersMax = 160

  /// Of JSON the API's message, of HTML the title, which may be missing; of anything else the
  /// beginning, in one line.
  static func line(_ body: String) -> String {
    if let message = APIMessage(body) { return cut(message.text) }
    if let page = HTMLPage(body) { return page.title.map { cut("HTML \"\($0)\"") } ?? "" }
    return cut(body.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  /// A sentence that ends with what the body says: `The API answered with status 404: No such key.`
  static func sentence(_ sentence: String, quoting body: String) -> String {
    let quoted = line(body)
    guard !quoted.isEmpty else { return sentence + "." }
    return "\(sentence): \(quoted)" + (quoted.last.map { ".!?".contains($0) } == true ? "" : ".")
  }

  private static func cut(_ text: String) -> String {
    text.count <= charactersMax ? text : text.prefix(charactersMax) + "..."
  }
}
