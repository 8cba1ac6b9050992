import JSON
import Text

/// Writes rows of cells with a separator between them: CSV as RFC 4180 describes it, or TSV.
///
/// Arrays and objects stand as JSON text in their cells; what is missing or null is empty. A text
/// that a spreadsheet would take for a formula has `'` in front of it, unless it is a number.
struct DelimitedText {
  let separator: UInt8
  var keepsFormulas = false
  private static let quote = UInt8(ascii: "\"")

  func append(header names: [String], to bytes: inout [UInt8]) {
    for (column, name) in names.enumerated() {
      if column > 0 { bytes.append(separator) }
      append(word: Array(name.utf8)[...], to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  func append(_ cells: [JSONSlice], of document: JSONDocument, to bytes: inout [UInt8]) {
    for column in cells.indices {
      if column > 0 { bytes.append(separator) }
      append(document, cells[column], isAlone: cells.count == 1, to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func append(
    _ document: JSONDocument, _ value: JSONSlice, isAlone: Bool, to bytes: inout [UInt8]
  ) {
    switch value.kind {
    case .absent, .null:
      // A row of one empty cell would be a blank line, which readers skip.
      if isAlone { bytes += [DelimitedText.quote, DelimitedText.quote] }
    case .string: document.withText(value) { append(word: $0, to: &bytes) }
    case .boolean, .number: bytes += document.bytes[value.range]
    case .array, .object: append(text: document.compact(value)[...], to: &bytes)
    }
  }

  /// Appends a text of the API, which must not run.
  private func append(word text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    guard !keepsFormulas, DelimitedText.isFormula(text) else {
      return append(text: text, to: &bytes)
    }
    append(text: [UInt8(ascii: "'")] + text, to: &bytes)
  }

  /// True when a spreadsheet takes a text for a formula: it begins with `=`, `@`, a tab or a
  /// return, or with `+` or `-` and is not a number. The web page has the same rule
  /// (`bridge/formats.js`).
  static func isFormula(_ text: ArraySlice<UInt8>) -> Bool {
    switch text.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): !isNumber(text.dropFirst())
    default: false
    }
  }

  /// Digits, with one point between them at most.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(ASCII.isDigit) }
  }

  /// Appends a text, in quotes where it needs them (RFC 4180 section 2, rules 5 to 7). An empty
  /// text is quoted too, which distinguishes it from null.
  private func append(text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let needsQuotes =
      text.isEmpty
      || text.contains {
        $0 == DelimitedText.quote || $0 == separator || $0 == UInt8(ascii: "\n")
          || $0 == UInt8(ascii: "\r")
      }
    guard needsQuotes else {
      bytes += text
      return
    }
    bytes.append(DelimitedText.quote)
    for byte in text {
      if byte == DelimitedText.quote { bytes.append(DelimitedText.quote) }
      bytes.append(byte)
    }
    bytes.append(DelimitedText.quote)
  }
}

extension JSONDocument {
  /// A value as JSON text without line breaks between its parts.
  func compact(_ value: JSONSlice) -> [UInt8] {
    guard hasLineBreaks else { return Array(bytes[value.range]) }
    var text: [UInt8] = []
    JSONCompaction.append(bytes, value.range, to: &text)
    return text
  }

  /// Lends a value as text, as it is shown in a cell: strings without quotes, null as nothing.
  func withShown<Value>(_ value: JSONSlice, _ body: (ArraySlice<UInt8>) -> Value) -> Value {
    switch value.kind {
    case .absent, .null: body([])
    case .string: withText(value, body)
    case .boolean, .number: body(bytes[value.range])
    case .array, .object: hasLineBreaks ? body(compact(value)[...]) : body(bytes[value.range])
    }
  }

  /// The same as text, of which at most the bytes of this many characters are looked at.
  func shown(_ value: JSONSlice, charactersMax: Int) -> String {
    withShown(value) { String(decoding: $0.prefix(charactersMax * 8), as: UTF8.self) }
  }
}
