import JSON
import Text

/// A value of items that grows from page to page: a number, a date, or else a text.
///
///     9 < 10    "9" < "10"    "2024-05-01T10:00:00+02:00" < "2024-05-01T09:00:00Z"    "a" < "b"
struct OrderedValue: Comparable {
  private enum Kind: Equatable {
    case number(JSONDecimal)
    /// Seconds since 1970, and the digits of the fraction.
    case time(Int, fraction: [UInt8])
    case text
  }

  private let kind: Kind
  /// As it is spelled, without quotes.
  private let text: [UInt8]

  /// Of a JSON text; nil for what has no order.
  init?(json: [UInt8]) {
    guard let document = try? JSONDocument(json) else { return nil }
    self.init(document, document.root)
  }

  init?(_ document: JSONDocument, _ slice: JSONSlice) {
    guard let value = JSONOrdered(document, slice), !value.text.isEmpty else { return nil }
    let text = Array(value.text.utf8)
    self.text = text
    if slice.kind == .number || text.allSatisfy(ASCII.isDigit) {
      // A string may begin with zeros.
      kind = .number(
        JSONDecimal(literal: slice.kind == .number ? text[...] : text.drop { $0 == ASCII.zero }))
    } else if let moment = DateReader.read(text.span) {
      var fraction = text[moment.fraction]
      while fraction.last == ASCII.zero { fraction.removeLast() }
      kind = .time(moment.seconds, fraction: Array(fraction))
    } else {
      kind = .text
    }
  }

  static func < (left: OrderedValue, right: OrderedValue) -> Bool {
    switch (left.kind, right.kind) {
    case (.number(let a), .number(let b)): return a < b
    case (.time(let a, let fractionA), .time(let b, let fractionB)):
      return a != b ? a < b : fractionA.lexicographicallyPrecedes(fractionB)
    default: return left.text.lexicographicallyPrecedes(right.text)
    }
  }

  static func == (left: OrderedValue, right: OrderedValue) -> Bool {
    !(left < right || right < left)
  }
}
