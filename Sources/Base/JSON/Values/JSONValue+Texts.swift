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

  /// Each text in the value.
  package var texts: [String] {
    switch self {
    case .string(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let object): object.members.flatMap(\.value.texts)
    default: []
    }
  }

  /// The value as JSON text.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The value as JSON text in UTF-8.
  package var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }

  /// The value at a dotted path.
  package func value(at path: String) -> JSONValue? {
    (try? JSONPath(path)).flatMap { value(at: $0) }
  }

  /// The value at a path; nil where there is none.
  package func value(at path: JSONPath) -> JSONValue? {
    var value = self
    for component in path.components {
      switch value {
      case .object(let object):
        guard let member = object[String(decoding: component.key, as: UTF8.self)] else {
          return nil
        }
        value = member
      case .array(let elements):
        guard let index = component.index else { return nil }
        let place = index < 0 ? elements.count &+ index : index
        guard elements.indices.contains(place) else { return nil }
        value = elements[place]
      default: return nil
      }
    }
    return value
  }
}
