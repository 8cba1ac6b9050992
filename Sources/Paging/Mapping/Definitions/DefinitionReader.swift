import JSON
import Text

/// Reads and checks the mappings of the params: `{"article": {"attributes": {...}}, ...}`.
///
/// Named mappings get the first numbers, in their order, so that they may name each other;
/// those written inline get the next ones.
struct DefinitionReader {
  private(set) var definitions: [MappingDefinition] = []
  private var numbers: [String: Int] = [:]
  private var depth = 0

  /// Reads the object of named mappings.
  init(_ mappings: JSONFields?) throws(JSONFieldError) {
    guard let mappings else { return }
    let members = mappings.object.members
    for member in members {
      numbers[member.key] = try reserve(at: mappings.path(of: member.key))
    }
    for (number, member) in members.enumerated() {
      try define(number, member.value)
    }
  }

  /// The mapping that a value names or writes inline.
  mutating func target(
    _ value: JSONValue, at place: String
  ) throws(JSONFieldError) -> MappingDefinition.Target {
    switch value {
    case .string(let name):
      let number = try numbers[name].orThrow(
        JSONFieldError(place, expected: "the name of one of the mappings"))
      return MappingDefinition.Target(mapping: number, place: place)
    case .object:
      let number = try reserve(at: place)
      try define(number, value)
      return MappingDefinition.Target(mapping: number, place: place)
    default:
      throw JSONFieldError(place, expected: "the name of a mapping or a mapping")
    }
  }

  /// The number of a mapping that is read later.
  private mutating func reserve(at place: String) throws(JSONFieldError) -> Int {
    try MappingLimits.check(
      definitions.count + 1, MappingLimits.mappingsMax, of: "mappings", at: place)
    definitions.append(MappingDefinition(place: place))
    return definitions.count - 1
  }

  private mutating func define(_ number: Int, _ value: JSONValue) throws(JSONFieldError) {
    let place = definitions[number].place
    guard depth < MappingLimits.nestingMax else {
      throw JSONFieldError(
        place, expected: "mappings at most \(MappingLimits.nestingMax) deep in each other")
    }
    depth += 1
    var fields = try JSONFields(value, path: place)
    var definition = MappingDefinition(place: place)
    try readSettings(&fields, into: &definition)
    let hasMembers = fields.value("attributes") != nil || fields.value("relationships") != nil
    if fields.value("when") != nil {
      if hasMembers {
        throw fields.error("when", expected: "either attributes and relationships, or when")
      }
      definition.leavesOut = fields.nullable("otherwise") == nil
      definition.body = try choice(&fields)
    } else if fields.value("otherwise") != nil {
      throw fields.error("otherwise", expected: "used together with when")
    } else {
      definition.body = .object(try members(&fields))
    }
    try fields.finish()
    if !hasMembers, definition.members.isEmpty, definition.keyedBy == nil,
      case .object = definition.body
    {
      throw JSONFieldError(place, expected: "attributes, relationships or when")
    }
    _ = try DestinationTree(definition.members, itemKey: definition.keyedBy)
    definitions[number] = definition
    depth -= 1
  }

  private func readSettings(
    _ fields: inout JSONFields, into definition: inout MappingDefinition
  ) throws(JSONFieldError) {
    definition.identity = try JSONPath.list("identity", &fields)
    if let text = try fields.string("keyedBy") {
      definition.keyedBy = try Self.destination(text, at: fields.path(of: "keyedBy"))
    }
    definition.missing = try fields.choice("missing", of: MissingRule.self) ?? .omit
    definition.isStrict = try fields.boolean("strict") ?? false
  }

  /// The destination in `to`, by default the source's text, and its place in the params.
  static func destination(
    of source: String, _ fields: inout JSONFields
  ) throws(JSONFieldError) -> (path: JSONPath, place: String) {
    let place = fields.path(of: "to")
    return (try destination(try fields.string("to") ?? source, at: place), place)
  }

  /// The destination of a text: any key path but the root.
  static func destination(_ text: String, at place: String) throws(JSONFieldError) -> JSONPath {
    let path = try JSONPath.read(text, at: place)
    guard !path.components.isEmpty else {
      throw JSONFieldError(place, expected: "a key path with at least one key")
    }
    return path
  }
}
