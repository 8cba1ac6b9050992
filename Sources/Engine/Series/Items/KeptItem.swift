import JSON
import Pagination

/// The part of an item that goes with each of its pages: `each.keep`.
///
/// `["number","user.id"]` makes `{"number":5,"user":{"id":7}}`.
struct KeptItem: Sendable {
  /// The largest item, in bytes of JSON, that is included whole; a larger one is replaced by its
  /// position.
  static let wholeBytesMax = 1_024

  /// nil: the whole item.
  private let paths: [JSONPath]?

  /// The whole item.
  init() { paths = nil }

  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    paths = try fields.keyPaths("keep", most: EachParams.keptPathsMax)
  }

  /// The JSON text of what is kept of the item at a position.
  func text(of item: JSONValue, at position: Int) -> [UInt8] {
    guard let paths else {
      switch item {
      case .string, .number, .boolean: return item.bytes
      case .null, .array, .object:
        let text = item.bytes
        return text.count <= KeptItem.wholeBytesMax
          ? text : JSONValue.object(["position": .integer(position)]).bytes
      }
    }
    if paths.contains(.root) { return item.bytes }
    var kept = JSONObject()
    for path in paths {
      kept = kept.setting(path.keys[...], to: item.value(at: path) ?? .null)
    }
    return JSONValue.object(kept).bytes
  }
}
