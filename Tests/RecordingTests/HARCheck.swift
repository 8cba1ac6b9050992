import JSON

/// Checks that a value is a HAR 1.2 log: the members that the format requires, and their types.
enum HARCheck {
  indirect enum Shape: Sendable {
    case text, number, boolean
    case list(Shape)
    /// Members with a question mark may be absent; names that begin with _ are free.
    case object([String: Shape])
  }

  static let pairs = Shape.list(.object(["name": .text, "value": .text, "comment?": .text]))

  static let entry = Shape.object([
    "startedDateTime": .text, "time": .number,
    "request": .object([
      "method": .text, "url": .text, "httpVersion": .text, "cookies": pairs, "headers": pairs,
      "queryString": pairs, "headersSize": .number, "bodySize": .number,
      "postData?": .object(["mimeType": .text, "text": .text]),
    ]),
    "response": .object([
      "status": .number, "statusText": .text, "httpVersion": .text, "cookies": pairs,
      "headers": pairs, "redirectURL": .text, "headersSize": .number, "bodySize": .number,
      "content": .object([
        "size": .number, "mimeType": .text, "text?": .text, "encoding?": .text,
      ]),
    ]),
    "cache": .object([:]),
    "timings": .object([
      "blocked": .number, "dns": .number, "connect": .number, "send": .number, "wait": .number,
      "receive": .number, "ssl": .number,
    ]),
  ])

  static let file = Shape.object([
    "log": .object([
      "version": .text, "creator": .object(["name": .text, "version": .text]),
      "comment?": .text, "entries": .list(entry),
    ])
  ])

  /// What is wrong, by its place; empty where nothing is.
  static func problems(_ value: JSONValue?, _ shape: Shape = file, at path: String = "") -> [String]
  {
    switch (shape, value) {
    case (.text, .string), (.number, .number), (.boolean, .boolean): return []
    case (.list(let shape), .array(let elements)):
      return elements.enumerated().flatMap {
        problems($0.element, shape, at: "\(path)[\($0.offset)]")
      }
    case (.object(let shapes), .object(let object)):
      var found: [String] = []
      var known: Set<String> = []
      for (name, shape) in shapes {
        let isOptional = name.hasSuffix("?")
        let key = isOptional ? String(name.dropLast()) : name
        known.insert(key)
        if isOptional, object[key] == nil { continue }
        found += problems(object[key], shape, at: "\(path).\(key)")
      }
      let unknown = object.members.map(\.key).filter { !known.contains($0) && !$0.hasPrefix("_") }
      return found + unknown.map { "\(path).\($0) is unknown" }
    default: return ["\(path) is \(value.map { "\($0)" } ?? "absent")"]
    }
  }
}
