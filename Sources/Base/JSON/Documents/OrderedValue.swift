import Text

/// A string or a number of items by what it means: a number, a date, or else a text.
///
///     9 < 10    "9" < "10"    "2024-05-01T10:00:00+02:00" < "2024-05-01T09:00:00Z"    "a" < "b"
package struct OrderedValue: Comparable {
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
  package init?(json: [UInt8]) {
    guard let document = try? JSONDocument(json) else { return nil }
    self.init(document, document.root)
  }

  package init?(_ document: JSONDocument, _ slice: JSONSlice) {
    guard let value = JSONOrdered(document, slice), !value.text.isEmpty else { return nil }
    self.init(value)
  }

  init(_ value: JSONOrdered) {
    let text = Array(value.text.utf8)
    self.text = text
    if case .number = value {
      kind = .number(JSONDecimal(literal: text))
    } else if let number = OrderedValue.number(text) {
      kind = .number(number)
    } else if let moment = DateReader.read(text.span) {
      var fraction = text[moment.fraction]
      while fraction.last == ASCII.zero { fraction.removeLast() }
      kind = .time(moment.seconds, fraction: Array(fraction))
    } else {
      kind = .text
    }
  }

  /// The value of a text of digits, with a sign, a fraction, and zeros before it, or without.
  private static func number(_ text: [UInt8]) -> JSONDecimal? {
    let sign = text.prefix { $0 == ASCII.minus }
    let rest = text[sign.count...]
    guard rest.first.map(ASCII.isDigit) == true,
      rest.allSatisfy({ ASCII.isDigit($0) || $0 == ASCII.dot })
    else { return nil }
    let digits = rest.drop { $0 == ASCII.zero }
    let needsZero = digits.first.map(ASCII.isDigit) != true
    let literal = sign + (needsZero ? [ASCII.zero] : []) + digits
    return JSONDecimal(literal.span)
  }

  /// True when the two can be ordered. A date and any other text cannot, nor can dates in forms that
  /// are not read (`12/31/2023`, `31.12.2023`), as their bytes do not follow time. Texts that begin
  /// with a year, month or day in ISO 8601 count as dates.
  func isLike(_ other: OrderedValue) -> Bool {
    if endsWithYear || other.endsWithYear { return false }
    return isTime == other.isTime || beginsWithDay && other.beginsWithDay
  }

  /// True for a text of three numbers with slashes or dots between them, the last of which has four
  /// digits, and perhaps more after them.
  private var endsWithYear: Bool {
    guard kind == .text else { return false }
    let parts = text.split(omittingEmptySubsequences: false) {
      $0 == ASCII.slash || $0 == ASCII.dot
    }
    return parts.count >= 3 && (1...2).contains(parts[0].count)
      && (1...2).contains(parts[1].count) && (parts[0] + parts[1]).allSatisfy(ASCII.isDigit)
      && parts[2].prefix(while: ASCII.isDigit).count == 4
  }

  var isTime: Bool { if case .time = kind { true } else { false } }

  private var beginsWithDay: Bool {
    let head = text.prefix(10)
    guard [4, 7, 10].contains(head.count) else { return false }
    let day = Array(head + Array("0000-01-01".utf8).dropFirst(head.count))
    return ASCII.isDigit(day[0]) && DateReader.read(day.span) != nil
  }

  package static func < (left: OrderedValue, right: OrderedValue) -> Bool {
    switch (left.kind, right.kind) {
    case (.number(let a), .number(let b)): return a < b
    case (.time(let a, let fractionA), .time(let b, let fractionB)):
      return a != b ? a < b : fractionA.lexicographicallyPrecedes(fractionB)
    default: return left.text.lexicographicallyPrecedes(right.text)
    }
  }

  package static func == (left: OrderedValue, right: OrderedValue) -> Bool {
    !(left < right || right < left)
  }
}
