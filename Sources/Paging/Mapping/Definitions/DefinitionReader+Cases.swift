import JSON
import Text

/// The cases of a dynamic mapping.
extension DefinitionReader {
  /// Reads `when` and `otherwise`.
  mutating func choice(
    _ fields: inout JSONFields
  ) throws(JSONFieldError) -> MappingDefinition.Body {
    let entries = try fields.array("when") ?? []
    let place = fields.path(of: "when")
    try Self.check(entries.count, at: place)
    let cases = try entries.enumerated().map { position, entry throws(JSONFieldError) in
      try self.entry(entry, at: JSONFields.join(place, "\(position)"))
    }
    return .choice(cases, otherwise: try optionalTarget(&fields, "otherwise"))
  }

  private mutating func entry(
    _ value: JSONValue, at place: String
  ) throws(JSONFieldError) -> MappingDefinition.Case {
    var fields = try JSONFields(value, path: place)
    let text = try fields.string("keyPath").orThrow(fields.missing("keyPath"))
    let source = try SourcePath(text, at: fields.path(of: "keyPath"))
    let tests = try self.tests(&fields)
    guard fields.nullable("mapping") != nil else {
      throw fields.missing("mapping")
    }
    let target = try optionalTarget(&fields, "mapping")
    try fields.finish()
    guard !tests.isEmpty else {
      throw JSONFieldError(place, expected: "a test: equals, in, exists, type or matches")
    }
    return MappingDefinition.Case(source: source, tests: tests, target: target)
  }

  /// The mapping of a field; null and an absent field decline.
  private mutating func optionalTarget(
    _ fields: inout JSONFields, _ name: String
  ) throws(JSONFieldError) -> MappingDefinition.Target? {
    guard let value = fields.value(name) else { return nil }
    return try target(value, at: fields.path(of: name))
  }

  private func tests(_ fields: inout JSONFields) throws(JSONFieldError) -> [ValueCondition] {
    var tests: [ValueCondition] = []
    if let value = fields.nullable("equals") { tests.append(.isOne(of: [ComparedValue(value)])) }
    if let values = try fields.array("in") {
      try Self.check(values.count, at: fields.path(of: "in"))
      tests.append(.isOne(of: values.map(ComparedValue.init)))
    }
    if let exists = try fields.boolean("exists") { tests.append(.exists(exists)) }
    if let type = try fields.choice("type", of: ComparedType.self) { tests.append(.type(type)) }
    if let text = try fields.string("matches") {
      let expression = try RegularExpression(text, at: fields.path(of: "matches"))
      tests.append(.matches(expression))
    }
    return tests
  }

  private static func check(_ count: Int, at place: String) throws(JSONFieldError) {
    try MappingLimits.check(count, MappingLimits.choicesMax, of: "entries", at: place)
  }
}
