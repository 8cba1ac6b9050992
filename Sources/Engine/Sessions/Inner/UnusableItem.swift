package import JSON
import Text

/// A value of an item that cannot be in a request.
package struct UnusableItem: Error {
  /// The path where the item has the value or lacks it.
  package let path: String

  package init(path: String) { self.path = path }

  /// The text that a value is in a request.
  package static func text(of item: JSONValue, at path: JSONPath) throws(UnusableItem) -> String {
    switch item.value(at: path) {
    case .string(let text): return text
    case .number(let number): return number.text
    case .boolean(let boolean): return boolean ? "true" : "false"
    case .null, .array, .object, nil: throw UnusableItem(path: path.description)
    }
  }
}

extension String {
  /// A value's text as it is safe in a place of a request.
  func placed(in place: MarkedText.Place, _ path: JSONPath) throws(UnusableItem) -> String {
    switch place {
    case .url: return PercentCoding.encode(self)
    case .pattern: return replacing(":", with: "\\:")
    case .header:
      guard utf8.allSatisfy({ $0 == 9 || ($0 >= 32 && $0 != 127) }) else {
        throw UnusableItem(path: path.description)
      }
      return self
    }
  }
}
