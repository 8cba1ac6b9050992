/// The types that an attribute may ask for.
enum AttributeType: String, Sendable, CaseIterable {
  case string, integer, number, boolean, date, url, array, object, any

  /// The JSON text that `missing: "default"` writes for an attribute without a default.
  var emptyValue: String {
    switch self {
    case .string: "\"\""
    case .integer, .number: "0"
    case .boolean: "false"
    case .array: "[]"
    case .object: "{}"
    case .date, .url, .any: "null"
    }
  }
}

/// The output for a source that is not there.
enum MissingRule: String, Sendable, CaseIterable {
  /// Nothing: the attribute is omitted.
  case omit
  case null
  /// The attribute's own default, or else the empty value of its type.
  case `default`
}
