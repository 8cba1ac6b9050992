/// Texts from outside, as they appear in sentences, tables and sheets for people.
package enum ShownText {
  /// Characters of a name in a sentence.
  package static let nameCharactersMax = 200
  /// Characters of a name or path in an error's data.
  package static let pathCharactersMax = 1_024
  /// Characters of an error's sentence.
  package static let sentenceCharactersMax = 4_096

  /// The text, or its beginning with `…`. Characters are counted as Unicode scalars, as one that
  /// is seen as one may have millions of them.
  package static func cut(_ text: String, to charactersMax: Int = nameCharactersMax) -> String {
    guard text.utf8.count > charactersMax else { return text }
    let beginning = text.unicodeScalars.prefix(charactersMax + 1)
    guard beginning.count > charactersMax else { return text }
    return String(String.UnicodeScalarView(beginning.dropLast())) + "…"
  }

  /// `1 item`, `2 items`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// A sentence that goes on, or is a part of another one.
  package static func withoutPeriod(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// A sentence that says at most so much, and nothing that could harm.
  package static func sentence(_ text: String) -> String {
    harmless(cut(text, to: sentenceCharactersMax))
  }

  /// The text without anything that could move a terminal's cursor, change its colours, or show
  /// what follows in another order: line breaks and tabs are blanks.
  package static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if !isHarmful(scalar) {
        result.append(scalar)
      } else if scalar.properties.generalCategory != .format {
        result.append(scalar.properties.isWhitespace ? " " : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// A JSON text that says the same, with escapes for what could harm.
  package static func harmlessJSON(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isHarmful(scalar) else {
        result.append(scalar)
        continue
      }
      for unit in String(scalar).utf16 {
        let digits = String(unit, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        result.append(contentsOf: ("\\u" + zeros + digits).unicodeScalars)
      }
    }
    return String(result)
  }

  /// Whether a terminal does something else with it than showing it.
  package static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x7F { return scalar.value < 0x20 }
    return switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    // The joiner inside emoji and scripts stays.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }
}
