/// A number as its literal text, so that `1.10` and 30 digits stay what they are.
///
/// Two numbers are equal where their texts are.
package struct JSONNumber: Sendable, Equatable {
  /// The literal, as RFC 8259 section 6 spells numbers.
  package let text: String

  /// The number of that value.
  package init(_ integer: Int) {
    text = String(integer)
  }

  /// The number that a valid literal spells; anything else is a fault of the caller.
  package init(text: String) {
    precondition(Self.isLiteral(text), "not a JSON number")
    self.text = text
  }

  /// The number of a literal that was validated before.
  init(validated text: String) {
    self.text = text
  }

  /// True when the text is a number literal of RFC 8259, as "-0.5e3" but not "007", "+5" or " 5".
  package static func isLiteral(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return (try? JSONScanner.skipNumber(bytes.span, 0)) == bytes.count
  }

  /// The exact value where it is whole and fits: 3, 3.0, 3e0 and 30e-1 are 3.
  package var integer: Int? {
    let bytes = Array(text.utf8)
    return NumberLiteral(bytes.span)?.integer(bytes.span)
  }

  /// The nearest double; nil where it would be infinite.
  package var double: Double? {
    guard let double = Double(text), double.isFinite else { return nil }
    return double
  }
}
