import JSON
import Pagination
import Text

/// The place in an item that already holds the first page of its part: `each.first`.
///
/// `"lines"` is the path of a response in the item. `{"path":"comments","at":"data.node.comments"}`
/// is read as if it were at that place of a response.
struct FirstPagePlace: Sendable {
  private let path: JSONPath
  /// The keys that lead to the page in a response.
  private let at: [String]

  /// Reads the place from the params; nil if they name none.
  init?(_ fields: inout JSONFields) throws(JSONFieldError) {
    switch fields.value("first") {
    case nil: return nil
    case .string(let text)?:
      path = try fields.keyPath(text, "first")
      at = []
    case .object(let object)?:
      var members = JSONFields(object, path: fields.path(of: "first"))
      path = try members.keyPath(
        try members.string("path").orThrow(members.missing("path")), "path")
      at = try members.keyPath(try members.string("at") ?? "", "at").keys
      try members.finish()
    default: throw fields.error("first", expected: "a key path, or an object with path and at")
    }
  }

  /// The body of the response that the item holds; nil where it holds none.
  func body(in item: JSONValue) -> [UInt8]? {
    guard let found = item.value(at: path), found != .null else { return nil }
    var body = found
    for key in at.reversed() { body = .object([key: body]) }
    return body.bytes
  }
}
