package import JSON
package import Text

/// A text in which `{item}` stands for an item of a series, and `{item.KEYPATH}` for a member; for
/// a range, `{from}` and `{to}` stand for its bounds.
///
/// `/issues/{item.number}/comments` with the item `{"number":5}` becomes `/issues/5/comments`.
package struct MarkedText: Sendable {
  /// The kinds of marks.
  package enum Marks: Sendable {
    case item, range

    /// The path that a mark names; nil if the text between the braces is not a mark.
    fileprivate func path(_ text: Substring) throws(JSONPathError) -> JSONPath? {
      switch self {
      case .range: return text == "from" || text == "to" ? try JSONPath(String(text)) : nil
      case .item:
        if text == "item" { return .root }
        guard text.hasPrefix("item.") else { return nil }
        return try JSONPath(String(text.dropFirst("item.".count)))
      }
    }
  }

  package let parts: [TextTemplate<JSONPath>.Part]
  /// The paths that the marks name, from the item on; the root is the item itself.
  package let paths: [JSONPath]

  /// Throws what is expected of the path in a mark.
  package init(_ text: String, _ marks: Marks = .item) throws(JSONPathError) {
    let template = try TextTemplate(text, marks.path)
    (parts, paths) = (template.parts, template.marks)
  }

  /// True when there is anything to fill in.
  package var hasMarks: Bool { !paths.isEmpty }

  /// The place where the text ends up. It decides how an item's text is kept from being read as
  /// anything else.
  package enum Place {
    /// In a URL: percent-encoded.
    case url
    /// In a parameter or body, where `:perPage` and its like are patterns.
    case pattern
    /// In a header.
    case header
  }

  /// The text with the item's values in the place of the marks.
  package func filled(with item: JSONValue, in place: Place) throws(UnusableItem) -> String {
    var text = ""
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(let literal):
        let isBeforeMark = index + 1 < parts.count
        text += isBeforeMark && place != .header ? MarkedText.closed(literal) : literal
      case .mark(let path):
        text += try UnusableItem.text(of: item, at: path).placed(in: place, path)
      }
    }
    return text
  }

  /// The value with its texts filled in. `keepsTypes`: a text that is one mark and nothing else
  /// becomes the number or boolean that the item has there.
  package static func fill(
    _ value: JSONValue, _ marks: Marks = .item, with item: JSONValue, in place: Place,
    keepsTypes: Bool
  ) throws(UnusableItem) -> JSONValue {
    guard let text = value.stringValue else {
      return try value.mapParts { _, part throws(UnusableItem) in
        try fill(part, marks, with: item, in: place, keepsTypes: keepsTypes)
      }
    }
    guard let marked = try? MarkedText(text, marks), marked.hasMarks else { return value }
    if keepsTypes, marked.parts.count == 1, let path = marked.paths.first {
      _ = try UnusableItem.text(of: item, at: path)
      if let found = item.value(at: path), found.stringValue == nil { return found }
    }
    return .string(try marked.filled(with: item, in: place))
  }

  /// A literal whose last colon cannot become a pattern together with the value after it.
  private static func closed(_ literal: String) -> String {
    guard let colon = literal.lastIndex(of: ":"),
      literal[literal.index(after: colon)...].utf8.allSatisfy(ASCII.isWord),
      !literal[..<colon].hasSuffix("\\")
    else { return literal }
    return literal[..<colon] + "\\" + literal[colon...]
  }
}
