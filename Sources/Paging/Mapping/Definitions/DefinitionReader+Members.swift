import JSON

/// Attributes and relationships.
extension DefinitionReader {
  /// The members of an object mapping, attributes first.
  mutating func members(
    _ fields: inout JSONFields
  ) throws(JSONFieldError) -> [MappingDefinition.Member] {
    var members: [MappingDefinition.Member] = []
    if let attributes = fields.value("attributes") {
      let place = fields.path(of: "attributes")
      if case .array(let names) = attributes {
        try Self.checkCount(names.count, at: place)
        for (position, name) in names.enumerated() {
          members.append(try Self.attribute(name, at: JSONFields.join(place, "\(position)")))
        }
      } else {
        guard case .object(let object) = attributes else {
          throw fields.error("attributes", expected: "an object or a list of names")
        }
        try Self.checkCount(object.count, at: place)
        for member in object.members {
          members.append(
            try Self.attribute(
              member.key, member.value, at: JSONFields.join(place, member.key)))
        }
      }
    }
    if let relationships = try fields.fields("relationships") {
      try Self.checkCount(members.count + relationships.object.count, at: relationships.path)
      for member in relationships.object.members {
        members.append(
          try relationship(member.key, member.value, at: relationships.path(of: member.key)))
      }
    }
    return members
  }

  private static func checkCount(_ count: Int, at place: String) throws(JSONFieldError) {
    guard count <= MappingLimits.membersMax else {
      throw JSONFieldError(
        path: place,
        problem: .expected(
          "at most \(MappingLimits.membersMax) attributes and relationships of a mapping"))
    }
  }

  /// An attribute that keeps its name.
  private static func attribute(
    _ name: JSONValue, at place: String
  ) throws(JSONFieldError) -> MappingDefinition.Member {
    guard case .string(let text) = name else {
      throw JSONFieldError(path: place, problem: .expected("a key path"))
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
      let text = try fields.string("to") ?? source
      let to = fields.path(of: "to")
      let member = MappingDefinition.Member(
        source: path, destination: try destination(text, at: to), place: to,
        content: .attribute(try attributeDefinition(&fields)))
      try fields.finish()
      return member
    default:
      throw JSONFieldError(path: place, problem: .expected("a key path or an object"))
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
      throw JSONFieldError(path: place, problem: .expected("an object with to and mapping"))
    }
    let path = try SourcePath(source, at: place)
    if case .fact = path.base {
      throw JSONFieldError(path: place, problem: .expected("the key path of an object or a list"))
    }
    var fields = JSONFields(object, path: place)
    let text = try fields.string("to") ?? source
    let to = fields.path(of: "to")
    let destination = try Self.destination(text, at: to)
    let isMany = try fields.boolean("many") ?? false
    guard let mapping = fields.value("mapping") else {
      throw fields.missing("mapping")
    }
    let target = try target(mapping, at: fields.path(of: "mapping"))
    try fields.finish()
    return MappingDefinition.Member(
      source: path, destination: destination, place: to,
      content: .relationship(target, isMany: isMany))
  }
}
