import JSON

/// One test of a `when` entry.
enum ValueCondition: Sendable {
  /// `equals` and `in`: numbers by value, strings by text.
  case isOne(of: [ComparedValue])
  /// The value is there, or absent if false; null counts as there.
  case exists(Bool)
  case type(ComparedType)
  /// The expression is found somewhere in a string.
  case matches(RegularExpression)

  /// True when the value, which may be absent, passes. The work is charged to the budget; if that
  /// ends, the result is meaningless.
  func passes(_ value: JSONSlice, _ document: JSONDocument, _ budget: inout WorkBudget) -> Bool {
    budget.spend(1)
    switch self {
    case .isOne(let choices):
      for choice in choices where budget.stop == nil {
        budget.spend(choice.steps(value))
        if choice.equals(value, document) { return true }
      }
      return false
    case .exists(let wanted):
      return value.isAbsent != wanted
    case .type(let type):
      return value.kind.typeName == type.rawValue
    case .matches(let expression):
      return value.kind == .string && expression.isFound(inString: value, document, &budget)
    }
  }
}

/// The JSON types that a test may ask for.
enum ComparedType: String, Sendable, CaseIterable {
  case object, array, string, number, boolean, null
}

/// A value of the params in the form in which values of a body are compared with it.
enum ComparedValue: Sendable {
  case null
  case boolean(Bool)
  case number(JSONDecimal)
  case string([UInt8])
  /// An array or object with its numbers in canonical spelling.
  case container(JSONValue)

  /// The form of a value.
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number): self = .number(JSONDecimal(literal: number.text.utf8))
    case .string(let string): self = .string(Array(string.utf8))
    case .array, .object: self = .container(Self.normalized(value))
    }
  }

  /// The cost of comparing with a value, in steps of a mapping.
  func steps(_ value: JSONSlice) -> Int {
    switch self {
    case .null, .boolean: 1
    // The bytes are compared; containers are decoded before.
    case .number, .string: value.kind == .number || value.kind == .string ? value.range.count : 1
    case .container: value.kind == .array || value.kind == .object ? value.range.count * 64 : 1
    }
  }

  /// True when the value in the document is the same; always false for an absent one.
  func equals(_ value: JSONSlice, _ document: JSONDocument) -> Bool {
    switch self {
    case .null:
      return value.isNull
    case .boolean(let boolean):
      return document.boolean(value) == boolean
    case .number(let number):
      return value.kind == .number
        && JSONDecimal(document.bytes.span.extracting(value.range)) == number
    case .string(let string):
      return document.equals(value, utf8: string)
    case .container(let container):
      guard value.kind == .array || value.kind == .object else { return false }
      return Self.normalized(document.value(value)) == container
    }
  }

  private static func normalized(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let number):
      .number(JSONNumber(text: JSONDecimal(literal: number.text.utf8).text))
    default: value.mapParts { _, part in normalized(part) }
    }
  }
}
