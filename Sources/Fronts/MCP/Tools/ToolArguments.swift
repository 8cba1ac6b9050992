import JSON

/// The arguments that `page` and `fetch` have in common, those of a cursor included.
struct ToolArguments {
  /// As they were given, complete with what the cursor says.
  let object: JSONObject
  let cursor: PageCursor?
  let url: String?
  let profile: String?
  let fields: [JSONPath]?
  let itemsMax: Int?

  /// The names of those that a cursor carries.
  static let names = ["url", "profile", "parameters", "itemsPath", "inner", "fields", "max_items"]
  /// Most bytes of a URL, and most key paths and parameters.
  static let urlBytesMax = 8_192
  static let listMax = 100
  private static let pathBytesMax = 1_024

  /// Reads them, and leaves the fields with what the cursor says. `of`: the names of those that
  /// count of a cursor.
  init(
    _ fields: inout JSONFields, itemsMax most: Int, _ cursors: CursorStore,
    of names: [String] = names
  ) throws(JSONFieldError) {
    let text = try fields.string("cursor")
    cursor = text.flatMap(cursors.cursor)
    if text != nil, cursor == nil {
      throw fields.error("cursor", expected: "the value of next in an earlier result, unchanged")
    }
    if let cursor {
      fields = JSONFields(try ToolArguments.complete(fields, with: cursor, names))
      fields.allow("cursor")
    }
    object = fields.object
    url = try fields.string("url")
    profile = try fields.string("profile")
    let parameters = try fields.fields("parameters")?.object.count ?? 0
    guard parameters <= ToolArguments.listMax else {
      throw fields.error("parameters", expected: "at most \(ToolArguments.listMax) parameters")
    }
    if let path = try fields.string("itemsPath"), path.utf8.count > ToolArguments.pathBytesMax {
      throw fields.error("itemsPath", expected: "at most \(ToolArguments.pathBytesMax) bytes")
    }
    try ToolArguments.checkInner(&fields, hasProfile: profile != nil)
    self.fields = try ToolArguments.paths("fields", &fields)
    itemsMax = try fields.integer("max_items", in: 1...most)
    guard url != nil || profile != nil else {
      throw fields.error("url", expected: "given, unless profile or cursor is")
    }
  }

  /// Refuses an `inner` that says more than where lists within items are: with a profile, which may
  /// have credentials, only the profile says how they are requested.
  private static func checkInner(
    _ fields: inout JSONFields, hasProfile: Bool
  ) throws(JSONFieldError) {
    guard let inner = fields.value("inner") else { return }
    guard inner.text.utf8.count <= pathBytesMax else {
      throw fields.error("inner", expected: "at most \(pathBytesMax) bytes of JSON")
    }
    guard inner.objectValue == nil || !hasProfile else {
      throw fields.error("inner", expected: "true or the path of the list next to a profile")
    }
    guard inner["by"]?["body"] ?? .null == .null, inner["in"] ?? "query" == "query" else {
      throw fields.error("inner", expected: "without by.body, and with no in but query")
    }
  }

  static func paths(
    _ name: String, _ fields: inout JSONFields
  ) throws(JSONFieldError) -> [JSONPath]? {
    guard let texts = try fields.strings(name) else { return nil }
    let paths = texts.prefix(listMax).compactMap { try? JSONPath($0) }
    guard paths.count == texts.count else {
      throw fields.error(name, expected: "at most \(listMax) key paths such as \"user.login\"")
    }
    return paths.isEmpty ? nil : paths
  }

  /// Completes the arguments from the cursor. They must not contradict it, except for the number of
  /// items and the fields.
  private static func complete(
    _ fields: JSONFields, with cursor: PageCursor, _ names: [String]
  ) throws(JSONFieldError) -> JSONObject {
    var object = fields.object
    for name in names {
      let value = cursor.arguments[name]
      if object[name] ?? .null == .null {
        object[name] = value
      } else if name != "fields", name != "max_items", object[name] != value {
        throw fields.error(name, expected: "left out next to a cursor, or what the cursor has")
      }
    }
    return object
  }
}
