import Text

/// Texts of an API, or of a caller, in sentences.
enum PlainText {
  /// The text with characters escaped that change how others are shown: controls, line breaks and
  /// marks of writing direction.
  static func escaped(_ text: String) -> String {
    text.replacingScalars(where: isHidden) { "\\u{" + String($0.value, radix: 16) + "}" }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    default: false
    }
  }
}
