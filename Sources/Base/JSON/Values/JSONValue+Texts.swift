extension JSONValue {
  /// The value with each text in it changed, which gets the text's dotted path.
  package func mapTexts<Failure: Error>(
    at path: String = "", _ change: (String, String) throws(Failure) -> String
  ) throws(Failure) -> JSONValue {
    switch self {
    case .string(let text): return .string(try change(path, text))
    case .array(let elements):
      var changed: [JSONValue] = []
      for (index, element) in elements.enumerated() {
        changed.append(try element.mapTexts(at: JSONFields.join(path, String(index)), change))
      }
      return .array(changed)
    case .object(let object):
      var changed: [(key: String, value: JSONValue)] = []
      for (name, value) in object.members {
        changed.append((name, try value.mapTexts(at: JSONFields.join(path, name), change)))
      }
      return .object(JSONObject(changed))
    default: return self
    }
  }

  /// The value at a dotted path.
  package func value(at path: String) -> JSONValue? {
    guard let path = try? JSONPath(path) else { return nil }
    var value = self
    for component in path.components {
      switch value {
      case .object(let object):
        guard let member = object[String(decoding: component.key, as: UTF8.self)] else {
          return nil
        }
        value = member
      case .array(let elements):
        guard let index = component.index, elements.indices.contains(index) else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}
