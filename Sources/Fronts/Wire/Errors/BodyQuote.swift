import Sessions

/// The part of an error's body that says what is wrong, in one line.
package enum BodyQuote {
  /// Of JSON the API's message, of HTML the title; of anything else the beginning, in one line.
  package static func line(_ body: String, charactersMax: Int) -> String {
    if let message = APIMessage(body) { return cut(message.text, charactersMax) }
    if let title = HTMLPage(body)?.title { return cut("\(title) (HTML)", charactersMax) }
    return cut(body.split(whereSeparator: \.isWhitespace).joined(separator: " "), charactersMax)
  }

  private static func cut(_ text: String, _ charactersMax: Int) -> String {
    text.count <= charactersMax ? text : text.prefix(charactersMax) + "..."
  }
}
