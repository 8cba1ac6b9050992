import JSON

/// The arguments that `page` and `fetch` have in common, as they were given.
struct ToolArguments {
  var url: String?
  var cursor: PageCursor?
  var profile: String?
  var parameters: JSONObject?
  var fields: [JSONPath]?
  var itemsMax: Int?

  /// Most bytes of a URL.
  static let urlBytesMax = 8_192
  /// Most key paths.
  static let fieldsMax = 100
  /// Most parameters.
  static let parametersMax = 100

  init(_ fields: inout JSONFields, itemsMax most: Int) throws(ToolFailure) {
    do throws(JSONFieldError) {
      url = try fields.string("url")
      let text = try fields.string("cursor")
      profile = try fields.string("profile")
      parameters = try fields.fields("parameters")?.object
      self.fields = try ToolArguments.paths("fields", &fields)
      itemsMax = try fields.integer("max_items", in: 1...most)
      if let text {
        guard let cursor = PageCursor(text) else {
          throw fields.error("cursor", expected: "next of an earlier result, unchanged")
        }
        self.cursor = cursor
      }
      if (parameters?.count ?? 0) > ToolArguments.parametersMax {
        throw fields.error(
          "parameters", expected: "at most \(ToolArguments.parametersMax) parameters")
      }
    } catch {
      throw ToolFailure(error.toolSentence)
    }
    try takeUpCursor()
    guard url != nil || profile != nil else {
      throw ToolFailure("\"url\" is missing; give it, or a cursor.")
    }
  }

  static func paths(
    _ name: String, _ fields: inout JSONFields
  ) throws(JSONFieldError) -> [JSONPath]? {
    guard let texts = try fields.strings(name) else { return nil }
    guard texts.count <= fieldsMax else {
      throw fields.error(name, expected: "at most \(fieldsMax) key paths")
    }
    var paths: [JSONPath] = []
    for text in texts {
      do throws(JSONPathError) {
        paths.append(try JSONPath(text))
      } catch {
        throw fields.error(name, expected: "key paths such as \"user.login\"")
      }
    }
    return paths.isEmpty ? nil : paths
  }

  /// What the cursor says is kept, but for the number of items and the fields, which may change.
  private mutating func takeUpCursor() throws(ToolFailure) {
    guard let cursor else { return }
    if url != nil, url != cursor.url { throw ToolArguments.conflict("url") }
    if profile != nil, profile != cursor.profile { throw ToolArguments.conflict("profile") }
    if parameters != nil, parameters != cursor.parameters {
      throw ToolArguments.conflict("parameters")
    }
    url = cursor.url
    profile = cursor.profile
    parameters = cursor.parameters
    fields = fields ?? cursor.fields
    itemsMax = itemsMax ?? cursor.itemsMax
  }

  private static func conflict(_ name: String) -> ToolFailure {
    ToolFailure(
      "\"\(name)\" differs from what the cursor continues; leave it out, or leave out the cursor.")
  }
}
