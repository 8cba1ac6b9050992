/// A text with marks in braces: `/issues/{item}/comments`.
package struct TextTemplate<Mark> {
  /// One stretch of the text.
  package enum Part {
    /// Literal text; never empty.
    case literal(String)
    case mark(Mark)
  }

  package private(set) var parts: [Part] = []

  /// `mark` reads the text between a `{` and the next `}`; if it returns nil, that is literal text.
  package init<Failure>(
    _ text: String, _ mark: (Substring) throws(Failure) -> Mark?
  ) throws(Failure) {
    var literal = ""
    var rest = text[...]
    var close = rest.firstIndex(of: "}")
    while let open = rest.firstIndex(of: "{") {
      if let end = close, end < open { close = rest[open...].firstIndex(of: "}") }
      guard let end = close else { break }
      let inside = text.index(after: open)
      literal += rest[..<open]
      if let mark = try mark(text[inside..<end]) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        parts.append(.mark(mark))
        literal = ""
        rest = text[text.index(after: end)...]
      } else {
        literal.append("{")
        rest = text[inside...]
      }
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
  }

  package var marks: [Mark] {
    parts.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
  }
}

extension TextTemplate: Sendable where Mark: Sendable {}
extension TextTemplate.Part: Sendable where Mark: Sendable {}
