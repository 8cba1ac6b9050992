import JSON
import Text

/// Attributes and relationships.
extension DefinitionReader {
  /// The members of an object mapping, attributes first.
  mutating func members(
    _ fields: inout JSONFields
  ) throws(JSONFieldError) -> [MappingDefinition.Member] {
    var members: [MappingDefinition.Member] = []
    if let attributes = fields.value("attributes") {
      let place = fields.path(of: "attributes")
      switch attributes {
      case .array(let names):
        try Self.check(names.count, at: place)
        members = try names.enumerated().map { position, name throws(JSONFieldError) in
          try Self.attribute(name, at: JSONFields.join(place, "\(position)"))
        }
      case .object(let object):
        try Self.check(object.count, at: place)
        members = try object.members.map { key, value throws(JSONFieldError) in
          try Self.attribute(key, value, at: JSONFields.join(place, key))
        }
      default: throw fields.error("attributes", expected: "an object or a list of names")
      }
    }
    if let relationships = try fields.fields("relationships") {
      try Self.check(members.count + relationships.object.count, at: relationships.path)
      for (name, value) in relationships.object.members {
        members.append(try relationship(name, value, at: relationships.path(of: name)))
      }
    }
    return members
  }

  private static func check(_ count: Int, at place: String) throws(JSONFieldError) {
    try MappingLimits.check(
      count, MappingLimits.membersMax, of: "attributes and relationships of a mapping", at: place)
  }

  /// An attribute that keeps its name.
  private static func attribute(
    _ name: JSONValue, at place: String
  ) throws(JSONFieldError) -> MappingDefinition.Member {
    guard case .string(let text) = name else {
      throw JSONFieldError(place, expected: "a key path")
    }
    return try attribute(text, .string(text), at: place)
  }

  private static func attribute(
    _ source: String, _ value: JSONValue, at place: String
  ) throws(JSONFieldError) -> MappingDefinition.Member {
    let path = try SourcePath(source, at: place)
    switch value {
    case .string(let text):
      return MappingDefinition.Member(
        source: path, destination: try destination(text, at: place), place: place,
        content: .attribute(AttributeDefinition()))
    case .object(let object):
      var fields = JSONFields(object, path: place)
      let to = try destination(of: source, &fields)
      let member = MappingDefinition.Member(
        source: path, destination: to.path, place: to.place,
        content: .attribute(try attributeDefinition(&fields)))
      try fields.finish()
      return member
    default:
      throw JSONFieldError(place, expected: "a key path or an object")
    }
  }

  private static func attributeDefinition(
    _ fields: inout JSONFields
  ) throws(JSONFieldError) -> AttributeDefinition {
    var attribute = AttributeDefinition()
    if let type = try fields.choice("type", of: AttributeType.self) {
      attribute.reading = .type(type)
    }
    if let format = try fields.string("format") {
      guard case .type(.date) = attribute.reading else {
        throw fields.error("format", expected: "no format with a type other than date")
      }
      attribute.reading =
        format == "epochMilliseconds"
        ? .epochMilliseconds
        : .pattern(try DatePattern(format, at: fields.path(of: "format")))
    }
    if let value = fields.nullable("default") {
      attribute.fallback = value.bytes
    }
    return attribute
  }

  private mutating func relationship(
    _ source: String, _ value: JSONValue, at place: String
  ) throws(JSONFieldError) -> MappingDefinition.Member {
    guard case .object(let object) = value else {
      throw JSONFieldError(place, expected: "an object with to and mapping")
    }
    let path = try SourcePath(source, at: place)
    if case .fact = path.base {
      throw JSONFieldError(place, expected: "the key path of an object or a list")
    }
    var fields = JSONFields(object, path: place)
    let to = try Self.destination(of: source, &fields)
    let isMany = try fields.boolean("many") ?? false
    let mapping = try fields.value("mapping").orThrow(fields.missing("mapping"))
    let target = try target(mapping, at: fields.path(of: "mapping"))
    try fields.finish()
    return MappingDefinition.Member(
      source: path, destination: to.path, place: to.place,
      content: .relationship(target, isMany: isMany))
  }
}
