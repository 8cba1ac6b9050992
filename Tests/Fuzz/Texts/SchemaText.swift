import JSON
import TestInput

/// Random params of every method, made from the OpenRPC document that the server gives out: mostly
/// of the right types, some out of their bounds, some of anything.
struct SchemaText {
  private struct Parameter {
    let name: String
    let isRequired: Bool
    let schema: JSONValue
  }

  /// The methods' names.
  let methods: [String]
  private let parameters: [String: [Parameter]]
  private let schemas: JSONObject
  /// What members of these names get, so that no other host and no other file is touched.
  private let given: [String: JSONValue]

  /// How deep values are; below, they are null.
  private static let depthMax = 7
  private static let reference = "#/components/schemas/"

  init(_ document: JSONValue, given: [String: JSONValue]) throws(FuzzFailure) {
    guard let list = document["methods"]?.arrayValue,
      let schemas = document["components"]?["schemas"]?.objectValue
    else { throw FuzzFailure("rpc.discover gives no methods") }
    var parameters: [String: [Parameter]] = [:]
    for method in list {
      guard let name = method["name"]?.stringValue else { continue }
      parameters[name] = (method["params"]?.arrayValue ?? []).map { parameter in
        Parameter(
          name: parameter["name"]?.stringValue ?? "",
          isRequired: parameter["required"]?.booleanValue ?? false,
          schema: parameter["schema"] ?? .null)
      }
    }
    methods = parameters.keys.sorted()
    self.parameters = parameters
    self.schemas = schemas
    self.given = given
  }

  /// Params of a method as JSON text on one line.
  func params(of method: String, _ random: inout SeededGenerator, id: String) -> String {
    let all = parameters[method] ?? []
    let share = random.pick([5, 20, 50])
    var object = JSONObject()
    for parameter in all where random.chance(parameter.isRequired ? 95 : share) {
      object[parameter.name] =
        given[parameter.name] ?? value(parameter.schema, &random, depth: Self.depthMax)
    }
    if all.contains(where: { $0.name == "paginatorId" }), random.chance(95) {
      object["paginatorId"] = .string(id)
    }
    if let url = given["url"], all.contains(where: { $0.name == "url" }), random.chance(90) {
      object["url"] = url
    }
    if random.chance(5) { object["unknown"] = scalar(&random) }
    return JSONValue.object(object).text
  }

  private func value(
    _ schema: JSONValue, _ random: inout SeededGenerator, depth: Int
  ) -> JSONValue {
    guard depth > 0, !random.chance(4) else { return scalar(&random) }
    if let name = schema["$ref"]?.stringValue, name.hasPrefix(Self.reference) {
      let target = schemas[String(name.dropFirst(Self.reference.count))] ?? .null
      return value(target, &random, depth: depth - 1)
    }
    if let constant = schema["const"] { return constant }
    if let choices = schema["enum"]?.arrayValue, !choices.isEmpty { return random.pick(choices) }
    for name in ["oneOf", "anyOf"] {
      guard let choices = schema[name]?.arrayValue, !choices.isEmpty else { continue }
      let chosen = value(random.pick(choices), &random, depth: depth - 1)
      // What the choice does not say stands beside it.
      guard schema["properties"] != nil, case .object(let members) = chosen,
        case .object(var object) = object(schema, &random, depth: depth)
      else { return chosen }
      for member in members.members { object[member.key] = member.value }
      return .object(object)
    }
    switch type(schema, &random) {
    case "integer": return integer(schema, &random)
    case "number": return random.pick([.integer(0), 0.5, 1, -1, 1e300, 60, .integer(.max)])
    case "boolean": return .boolean(random.chance(50))
    case "string": return string(&random)
    case "array":
      let element = schema["items"] ?? .null
      return .array((0..<random.below(4)).map { _ in value(element, &random, depth: depth - 1) })
    case "object": return object(schema, &random, depth: depth)
    default: return scalar(&random)
    }
  }

  private func type(_ schema: JSONValue, _ random: inout SeededGenerator) -> String {
    if let types = schema["type"]?.arrayValue?.compactMap(\.stringValue), !types.isEmpty {
      return random.pick(types)
    }
    return schema["type"]?.stringValue ?? (schema["properties"] == nil ? "" : "object")
  }

  private func object(
    _ schema: JSONValue, _ random: inout SeededGenerator, depth: Int
  ) -> JSONValue {
    var object = JSONObject()
    let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
    for member in schema["properties"]?.objectValue?.members ?? [] {
      guard random.chance(required.contains(member.key) ? 95 : 25) else { continue }
      object[member.key] = given[member.key] ?? value(member.value, &random, depth: depth - 1)
    }
    if let others = schema["additionalProperties"], others.objectValue != nil {
      for _ in 0..<random.below(3) {
        object[random.pick(["a", "id", "", "x-y", "Authorization", "page"])] =
          value(others, &random, depth: depth - 1)
      }
    }
    return .object(object)
  }

  private func integer(_ schema: JSONValue, _ random: inout SeededGenerator) -> JSONValue {
    let least = schema["minimum"]?.integerValue ?? 0
    let most = schema["maximum"]?.integerValue ?? 1 << 53
    return random.pick([
      .integer(least), .integer(most), .integer(min(most, least + 1)), .integer(min(most, 7)),
      .integer(least == .min ? least : least - 1), .integer(most == .max ? most : most + 1),
      .integer(.max), .integer(.min), 2.5, 1e300,
    ])
  }

  private func string(_ random: inout SeededGenerator) -> JSONValue {
    .string(
      random.pick([
        "", "a", "id", "items", "a.b.0", "@self", "next", "page", ":currentPage", "/a?page=:cursor",
        "GET", "X-A", "2012-03-01T10:00:00Z", "(a|b)*$", "{env:HOME}", "é\u{0}😀", "\r\nX: y",
        "m", "yyyy", "-1", "99999999999999999999", "\\", "..",
      ]))
  }

  private func scalar(_ random: inout SeededGenerator) -> JSONValue {
    random.pick([.null, .boolean(true), .integer(7), "x", [], [:], [[1]], -0.5])
  }
}
