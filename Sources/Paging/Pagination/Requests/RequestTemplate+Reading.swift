import HTTP
package import JSON
import Text

extension RequestTemplate {
  static func headers(_ fields: inout JSONFields) throws(JSONFieldError) -> [HTTPField] {
    guard let members = try fields.fields("headers") else { return [] }
    var headers: [HTTPField] = []
    for (name, value) in members.object.members where value != .null {
      guard case .string(let text) = value, text.utf8.allSatisfy({ ![0, 10, 13].contains($0) })
      else {
        throw members.error(name, expected: "a string without line breaks")
      }
      guard name.utf8.count <= headerNameBytesMax else {
        throw members.error(
          name, expected: "the name of a header of at most \(headerNameBytesMax) bytes")
      }
      guard name.isToken else {
        throw members.error(name, expected: "the name of an HTTP header")
      }
      headers.append(HTTPField(name: name, value: text))
    }
    return headers
  }

  /// Bytes of a header's name.
  package static let headerNameBytesMax = 1_024

  /// A JSON value that is sent as JSON, or a string that is sent as it is.
  static func body(
    _ value: JSONValue?, _ name: String, _ fields: JSONFields
  ) throws(JSONFieldError) -> Body {
    switch value {
    case nil: .none
    case .string(let text)?: .text(try fields.pattern(text, name))
    case let value?:
      .json(value, hasPatterns: try RequestTemplate.checkPatterns(value, name, fields))
    }
  }

  static func parameters(_ fields: inout JSONFields) throws(JSONFieldError) -> [Parameter] {
    guard let members = try fields.fields("parameters") else { return [] }
    var parameters: [Parameter] = []
    for (name, value) in members.object.members where value != .null {
      try check(name, members)
      var values: [URLPattern] = []
      for text in try texts(value, name, members) {
        values.append(try members.pattern(text, name))
      }
      parameters.append(Parameter(name: name, values: values))
    }
    return parameters
  }

  /// Parameters for one request: strings, numbers, booleans, lists of them; null is omitted.
  package static func queryParameters(
    _ fields: inout JSONFields
  ) throws(JSONFieldError) -> [QueryParameter] {
    guard let members = try fields.fields("parameters") else { return [] }
    var parameters: [QueryParameter] = []
    for (name, value) in members.object.members {
      try check(name, members)
      let values = value == .null ? [] : try texts(value, name, members)
      parameters.append(QueryParameter(name: name, values: values))
    }
    return parameters
  }

  static func checkPatterns(
    _ value: JSONValue, _ name: String, _ fields: JSONFields
  ) throws(JSONFieldError) -> Bool {
    var found = false
    for text in value.texts
    where try !fields.pattern(text, name).isLiteral || text.contains("\\:") { found = true }
    return found
  }

  private static func check(_ name: String, _ members: JSONFields) throws(JSONFieldError) {
    guard !name.isEmpty else {
      throw members.error(name, expected: "a parameter whose name is not empty")
    }
  }

  private static func texts(
    _ value: JSONValue, _ name: String, _ members: JSONFields, isElement: Bool = false
  ) throws(JSONFieldError) -> [String] {
    switch value {
    case .string(let text): return [text]
    case .number(let number): return [number.text]
    case .boolean(let flag): return [flag ? "true" : "false"]
    case .array(let elements) where !isElement:
      var list: [String] = []
      for element in elements { list += try texts(element, name, members, isElement: true) }
      return list
    case .null: return []
    case .array, .object:
      throw members.error(name, expected: "a string, a number, a boolean, a list of them or null")
    }
  }
}

extension JSONFields {
  mutating func pattern(_ name: String) throws(JSONFieldError) -> URLPattern? {
    guard let text = try string(name) else { return nil }
    return try pattern(text, name)
  }

  func pattern(_ text: String, _ name: String) throws(JSONFieldError) -> URLPattern {
    try mapError(
      { (wrong: AdjacentParameters) in
        error(name, expected: "something between :\(wrong.first) and :\(wrong.second)")
      }, URLPattern(text))
  }
}
