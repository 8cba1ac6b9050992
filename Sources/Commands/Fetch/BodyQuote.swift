import JSON

/// The part of an error's body that says what is wrong, in one line.
enum BodyQuote {
  /// Of HTML the title; of anything else the beginning, in one line.
  static func line(_ body: String, charactersMax: Int) -> String {
    var text = body.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if text.hasPrefix("<") {
      text = title(of: text).map { "\($0) (HTML)" } ?? text
    }
    return text.count <= charactersMax ? text : text.prefix(charactersMax) + "..."
  }

  private static func title(of html: String) -> String? {
    let lowered = html.lowercased()
    guard lowered.utf8.count == html.utf8.count,
      let begin = lowered.firstRange(of: "<title>")?.upperBound,
      let end = lowered[begin...].firstRange(of: "</title>")?.lowerBound
    else { return nil }
    let start = html.utf8.index(
      html.startIndex, offsetBy: lowered.utf8.distance(from: lowered.startIndex, to: begin))
    let stop = html.utf8.index(
      html.startIndex, offsetBy: lowered.utf8.distance(from: lowered.startIndex, to: end))
    let title = html[start..<stop].split(separator: " ").joined(separator: " ")
    return title.isEmpty ? nil : title
  }
}
