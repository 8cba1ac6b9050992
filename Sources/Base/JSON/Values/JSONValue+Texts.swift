extension JSONValue {
  /// The value with each text in it changed, which gets the text's dotted path.
  package func mapTexts<Failure: Error>(
    at path: String = "", _ change: (String, String) throws(Failure) -> String
  ) throws(Failure) -> JSONValue {
    switch self {
    case .string(let text): return .string(try change(path, text))
    default:
      return try mapParts { name, part throws(Failure) in
        try part.mapTexts(at: JSONFields.join(path, name), change)
      }
    }
  }

  /// The value with each text in it changed, which gets the name of the member that holds it; in an
  /// array that of the array. `name`: that of the value itself.
  package func mapTexts(
    under name: String, _ change: (String, String) -> String
  ) -> JSONValue {
    switch self {
    case .string(let text): .string(change(name, text))
    case .array(let elements): .array(elements.map { $0.mapTexts(under: name, change) })
    default: mapParts { key, part in part.mapTexts(under: key, change) }
    }
  }

  /// The value with each element or member in it changed, which comes with its index or key.
  package func mapParts<Failure: Error>(
    _ change: (String, JSONValue) throws(Failure) -> JSONValue
  ) throws(Failure) -> JSONValue {
    switch self {
    case .array(let elements):
      return .array(
        try elements.enumerated().map { index, element throws(Failure) in
          try change(String(index), element)
        })
    case .object(let object):
      return .object(
        JSONObject(
          try object.members.map { key, value throws(Failure) in
            (key: key, value: try change(key, value))
          }))
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

  /// The value at a path; nil if the path leads nowhere.
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
