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

  /// A sentence without its period, to be continued or embedded in another one.
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
    text.replacingScalars(where: isHarmful) { scalar in
      if scalar.properties.generalCategory == .format { return "" }
      return scalar.properties.isWhitespace ? " " : "\u{FFFD}"
    }
  }

  /// A JSON text that says the same, with escapes for what could harm.
  package static func harmlessJSON(_ text: String) -> String {
    text.replacingScalars(where: isHarmful) { scalar in
      String(scalar).utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  /// True when a terminal would act on the character and not show it.
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

extension String {
  /// The text with some of its Unicode scalars replaced.
  package func replacingScalars(
    where isMeant: (Unicode.Scalar) -> Bool, _ replacement: (Unicode.Scalar) -> String
  ) -> String {
    guard unicodeScalars.contains(where: isMeant) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isMeant(scalar) {
        text += replacement(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
