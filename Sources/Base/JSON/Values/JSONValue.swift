import Text

/// A small ordered tree for params, configuration and profiles; items stay slices.
///
/// Numbers keep their text and objects the order of their members.
package enum JSONValue: Sendable, Equatable {
  case null
  case boolean(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// True when both are the same: texts have the same bytes, numbers the same text.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): ExactText(left) == ExactText(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// True when both are the same, and the members of their objects have the same order.
  package func isIdentical(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let own), .array(let others)):
      own.elementsEqual(others) { $0.isIdentical(to: $1) }
    case (.object(let own), .object(let other)): own.isIdentical(to: other)
    default: self == other
    }
  }

  /// The member with that key; nil if it does not exist or the value is not an object. Setting a
  /// member of anything but an object does nothing.
  package subscript(key: String) -> JSONValue? {
    get { objectValue?[key] }
    set {
      guard case .object(var object) = self else { return }
      object[key] = newValue
      self = .object(object)
    }
  }

  /// True when the value is `null`.
  package var isNull: Bool { self == .null }

  /// The text of a string.
  package var stringValue: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The exact value of a whole number that fits.
  package var integerValue: Int? {
    if case .number(let number) = self { number.integer } else { nil }
  }

  /// The exact value of a whole number within bounds.
  package func integer(in bounds: ClosedRange<Int>) -> Int? {
    integerValue.flatMap { bounds.contains($0) ? $0 : nil }
  }

  /// The nearest double of a number.
  package var doubleValue: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  /// The value of `true` or `false`.
  package var booleanValue: Bool? {
    if case .boolean(let boolean) = self { boolean } else { nil }
  }

  /// The elements of an array.
  package var arrayValue: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The members of an object.
  package var objectValue: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The same value with the members of its objects in the order of their keys: equal values are
  /// written as equal texts.
  package var canonical: JSONValue {
    switch self {
    case .null, .boolean, .number, .string: self
    case .array(let elements): .array(elements.map(\.canonical))
    case .object(let object):
      .object(
        JSONObject(
          object.members.sorted { $0.key < $1.key }.map { ($0.key, $0.value.canonical) }))
    }
  }

  /// About how many bytes of memory the value takes.
  package var memoryBytes: Int {
    switch self {
    case .null, .boolean: 24
    case .number(let number): 24 + JSONValue.memoryBytes(number.text)
    case .string(let string): 24 + JSONValue.memoryBytes(string)
    case .array(let elements): elements.reduce(56) { $0 + $1.memoryBytes }
    case .object(let object):
      object.members.reduce(56) {
        $0 + 16 + JSONValue.memoryBytes($1.key) + $1.value.memoryBytes
      }
    }
  }

  /// The memory that a text takes outside its value, in bytes: short texts are stored inline.
  private static func memoryBytes(_ text: String) -> Int {
    text.utf8.count < 16 ? 0 : 32 + text.utf8.count
  }

  /// A number of that value.
  package static func integer(_ integer: Int) -> JSONValue { .number(JSONNumber(integer)) }
}

/// Literals make values. There is no `nil` literal, so that nil always means "absent", never
/// `null`.
extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// `true` or `false`.
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  /// A whole number.
  package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A number with a fraction; `null` for one that is not finite.
  package init(floatLiteral value: Double) {
    self = value.isFinite ? .number(JSONNumber(text: value.description)) : .null
  }
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An object; of duplicate keys the last counts.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements.map { (key: $0.0, value: $0.1) }))
  }
}
