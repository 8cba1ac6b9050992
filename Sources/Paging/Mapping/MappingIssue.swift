package import JSON

/// A value of one item that did not fit and was omitted.
///
/// As JSON: `{"item": 4, "path": "user.born", "kind": "typeMismatch", "expected": "date",
/// "found": "string"}`
package struct MappingIssue: Sendable, Equatable {
  /// The kind of problem.
  package enum Kind: String, Sendable {
    /// The value cannot be read as the attribute's type.
    case typeMismatch
    /// The related object is inside too many others (`MappingLimits.relatedDepthMax`).
    case tooDeep
  }

  /// Index of the item in the page's `items`: skipped and declined ones are not counted, and
  /// the lists of several descriptors are joined.
  package private(set) var item: Int
  /// Source path as the client wrote it, after those of the relationships that lead to it;
  /// positions in lists are omitted.
  package let path: String
  package let kind: Kind
  /// The type that was requested, as "date".
  package let expected: String
  /// The JSON type that was there, as "string".
  package let found: String

  /// The same issue of an item that has moved by this many places.
  func moved(by places: Int) -> MappingIssue {
    var issue = self
    issue.item += places
    return issue
  }

  /// The issue as clients see it.
  package var json: JSONValue {
    [
      "item": .integer(item), "path": .string(path), "kind": .string(kind.rawValue),
      "expected": .string(expected), "found": .string(found),
    ]
  }
}

extension JSONSlice.Kind {
  /// The name of the JSON type; "nothing" for `absent`.
  var typeName: String {
    switch self {
    case .absent: "nothing"
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
