/// Texts of an API, or of a caller, in sentences and URIs.
enum PlainText {
  /// The text with characters escaped that change how others are shown: controls, line breaks and
  /// marks of writing direction.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHidden) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isHidden(scalar) {
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    default: false
    }
  }

  /// A path as it is in a URI (RFC 3986 section 3.3).
  static func percentEncoded(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return text
  }

  /// The first line of a text that is not empty, cut to this many characters.
  static func firstLine(_ text: String, charactersMax: Int) -> String {
    let line = text.split(whereSeparator: \.isNewline).first { !$0.allSatisfy(\.isWhitespace) }
    guard let line else { return "" }
    return line.count <= charactersMax ? String(line) : line.prefix(charactersMax) + "..."
  }
}
