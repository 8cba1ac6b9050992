/// A string or a number of a document, in the order of its kind: numbers, and strings of digits, by
/// their exact values, dates by their instants, other strings by their bytes in UTF-8.
package enum JSONOrdered: Sendable, Equatable {
  /// A number, as its literal.
  case number(JSONNumber)
  /// A string's text.
  case string(String)

  /// The value of a slice; nil where it is neither a string nor a number.
  package init?(_ document: JSONDocument, _ slice: JSONSlice) {
    switch slice.kind {
    case .number: self = .number(JSONNumber(validated: document.text(slice)))
    case .string: self = .string(document.string(slice) ?? "")
    default: return nil
    }
  }

  /// The same of a tree.
  package init?(_ value: JSONValue) {
    switch value {
    case .number(let number): self = .number(number)
    case .string(let string): self = .string(string)
    default: return nil
    }
  }

  /// The value as JSON.
  package var value: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .string(let string): .string(string)
    }
  }

  /// The text without quotes.
  package var text: String {
    switch self {
    case .number(let number): number.text
    case .string(let string): string
    }
  }

  /// True when this value sorts before the other; nil for a string and a number.
  package func isBelow(_ other: JSONOrdered) -> Bool? {
    isKind(of: other) ? OrderedValue(self) < OrderedValue(other) : nil
  }

  /// True when the two can be ordered. A string and a number cannot, nor can a date and any other
  /// string.
  package func isComparable(with other: JSONOrdered) -> Bool {
    isKind(of: other) && OrderedValue(self).isLike(OrderedValue(other))
  }

  /// True for a date in a form that is read.
  package var isDate: Bool { OrderedValue(self).isTime }

  private func isKind(of other: JSONOrdered) -> Bool {
    switch (self, other) {
    case (.number, .number), (.string, .string): true
    default: false
    }
  }
}
