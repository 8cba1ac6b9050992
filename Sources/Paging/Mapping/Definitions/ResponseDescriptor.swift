import JSON
import Text

/// One descriptor: the responses it applies to, and the key paths of their items or messages.
///
/// `{"keyPath": "articles", "mapping": "article", "pathPattern": "/articles", "methods": ["GET"],
/// "statusCodes": ["2xx"]}`
struct ResponseDescriptor: Sendable {
  /// The key path of the items; the root if the params give none.
  var keyPath = JSONPath.root
  /// The key path as it was spelled.
  var keyPathText = ""
  /// The key path is `@items`: the items are at `itemsPath`, or where they are found.
  var isAtItems = false
  static let atItems = "@items"
  var mapping: MappingDefinition.Target?
  var pathPattern: PathPattern?
  /// Methods in capital letters; nil: any.
  var methods: [String]?
  var statusCodes = StatusCodes.success
  /// Key paths of the messages, including the descriptor's own key path; nil if the descriptor is
  /// for items.
  var errorMessages: [JSONPath]?

  /// The descriptor of all items at a key path.
  init(keyPath: JSONPath, text: String) {
    self.keyPath = keyPath
    keyPathText = text
  }

  /// The descriptor of a value at `place` in the params.
  init(
    _ value: JSONValue, at place: String, _ reader: inout DefinitionReader
  ) throws(JSONFieldError) {
    var fields = try JSONFields(value, path: place)
    keyPathText = try fields.string("keyPath") ?? ""
    if keyPathText == Self.atItems {
      isAtItems = true
      keyPathText = ""
    }
    keyPath = try JSONPath.read(keyPathText, at: fields.path(of: "keyPath"))
    if let mapping = fields.value("mapping") {
      self.mapping = try reader.target(mapping, at: fields.path(of: "mapping"))
    }
    if let text = try fields.string("pathPattern") {
      pathPattern = try PathPattern(text, at: fields.path(of: "pathPattern"))
    }
    methods = try Self.methods(&fields)
    if let value = fields.value("statusCodes") {
      statusCodes = try StatusCodes(value, at: fields.path(of: "statusCodes"))
    }
    errorMessages = try Self.errorMessages(&fields, keyPath)
    let says = fields.value("keyPath") != nil || mapping != nil || errorMessages != nil
    try fields.finish()
    guard says else {
      throw JSONFieldError(place, expected: "at least one of keyPath, mapping and errorMessage")
    }
    if errorMessages != nil, isAtItems {
      throw fields.error("keyPath", expected: "no @items together with errorMessage")
    }
    if errorMessages != nil, mapping != nil {
      throw fields.error("mapping", expected: "no mapping together with errorMessage")
    }
  }

  private static func methods(_ fields: inout JSONFields) throws(JSONFieldError) -> [String]? {
    guard let names = try fields.strings("methods"), !names.isEmpty else { return nil }
    for name in names where name.isEmpty || !name.utf8.allSatisfy(ASCII.isLetter) {
      throw fields.error("methods", expected: "names of HTTP methods")
    }
    return names.map { $0.uppercased() }
  }

  private static func errorMessages(
    _ fields: inout JSONFields, _ keyPath: JSONPath
  ) throws(JSONFieldError) -> [JSONPath]? {
    let paths = try JSONPath.list("errorMessage", &fields)
    return paths.isEmpty ? nil : paths.map { keyPath.appending($0) }
  }
}
