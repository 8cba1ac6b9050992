import Text

/// Texts of an API, or of a caller, in sentences.
enum PlainText {
  /// The text with characters escaped that change how others are shown: controls, line breaks and
  /// marks of writing direction.
  static func escaped(_ text: String) -> String {
    text.replacingScalars(where: isHidden) { "\\u{" + String($0.value, radix: 16) + "}" }
  }

  /// The text, limited to `bytesMax` bytes: a longer text is truncated and ends with `…`, which
  /// counts.
  static func limited(_ text: String, bytesMax: Int) -> String {
    guard text.utf8.count > bytesMax else { return text }
    var kept = String.UnicodeScalarView()
    var bytes = ellipsis.utf8.count
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > bytesMax { break }
      kept.append(scalar)
    }
    return String(kept) + ellipsis
  }

  private static let ellipsis = "…"

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    default: false
    }
  }
}
