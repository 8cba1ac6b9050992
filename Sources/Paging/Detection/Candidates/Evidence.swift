package import JSON
import Text

/// One observation that supports a candidate.
package struct Evidence: Sendable, Equatable {
  /// A JSON Pointer into the body (RFC 6901), `@headers.Name`, or for the request `@url`, `@body`.
  package let pointer: String
  /// The value at the pointer; long texts are cut.
  package let value: JSONValue
  /// One short phrase.
  package let says: String

  init(_ pointer: String, _ value: JSONValue, _ says: String) {
    (self.pointer, self.value, self.says) = (pointer, value, says)
  }

  /// The JSON Pointer of a member.
  static func pointer(_ keys: [String]) -> String {
    keys.map {
      "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1")
    }.joined()
  }
}
