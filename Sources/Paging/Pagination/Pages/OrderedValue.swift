import JSON
import Text

/// A value of items that grows from page to page: a number, a date, or else a text.
///
///     9 < 10    "9" < "10"    "2024-05-01T10:00:00+02:00" < "2024-05-01T09:00:00Z"    "a" < "b"
struct OrderedValue: Comparable {
  private enum Kind: Equatable {
    case number(Double)
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
    switch slice.kind {
    case .number: text = Array(document.bytes[slice.range])
    case .string:
      guard let string = document.string(slice), !string.isEmpty else { return nil }
      text = Array(string.utf8)
    default: return nil
    }
    if slice.kind == .number || text.allSatisfy(ASCII.isDigit),
      let number = Double(String(decoding: text, as: UTF8.self))
    {
      kind = .number(number)
    } else {
      kind = OrderedValue.time(text[...]) ?? .text
    }
  }

  static func < (left: OrderedValue, right: OrderedValue) -> Bool {
    switch (left.kind, right.kind) {
    case (.number(let a), .number(let b)):
      // Whole numbers beyond 2^53 are distinguished by their digits.
      if a != b || left.text.count != right.text.count { return a < b }
      return a >= 0 && left.text.lexicographicallyPrecedes(right.text)
    case (.time(let a, let fractionA), .time(let b, let fractionB)):
      return a != b ? a < b : fractionA.lexicographicallyPrecedes(fractionB)
    default: return left.text.lexicographicallyPrecedes(right.text)
    }
  }

  static func == (left: OrderedValue, right: OrderedValue) -> Bool {
    !(left < right || right < left)
  }

  /// A date with a time and an offset from UTC (RFC 3339, ISO 8601); without an offset, UTC.
  private static func time(_ text: ArraySlice<UInt8>) -> Kind? {
    var rest = text
    func number(_ digits: Int) -> Int? {
      guard rest.count >= digits, rest.prefix(digits).allSatisfy(ASCII.isDigit) else { return nil }
      defer { rest = rest.dropFirst(digits) }
      return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
    }
    func take(_ bytes: StaticString) -> Bool {
      let isNext = bytes.withUTF8Buffer { buffer in rest.first.map { buffer.contains($0) } == true }
      if isNext { rest = rest.dropFirst() }
      return isNext
    }
    guard let year = number(4), take("-"), let month = number(2), (1...12).contains(month),
      take("-"), let day = number(2), (1...31).contains(day), take("Tt "), let hour = number(2),
      take(":"), let minute = number(2)
    else { return nil }
    var seconds = CalendarTime.epochSeconds(year: year, month: month, day: day)
    seconds += hour * 3_600 + minute * 60
    if take(":") {
      guard let second = number(2) else { return nil }
      seconds += second
    }
    var fraction: [UInt8] = []
    if take(".,") {
      fraction = Array(rest.prefix(while: ASCII.isDigit))
      rest = rest.dropFirst(fraction.count)
      while fraction.last == ASCII.zero { fraction.removeLast() }
    }
    let isWest = rest.first == ASCII.minus
    if take("+-") {
      guard let hours = number(2) else { return nil }
      _ = take(":")
      let offset = hours * 3_600 + (number(2) ?? 0) * 60
      seconds += isWest ? offset : -offset
    } else {
      _ = take("Zz")
    }
    return rest.isEmpty ? .time(seconds, fraction: fraction) : nil
  }
}
