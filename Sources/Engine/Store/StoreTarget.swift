package import JSON

/// The destination of items: a table of a file, and how its rows are identified and filled.
package struct StoreTarget: Sendable, Hashable {
  /// The most bytes of a table's name, in UTF-8.
  package static let nameBytesMax = 255
  /// The table's name unless another is given.
  package static let tableDefault = "items"

  /// The file, which is made where it is missing.
  package let path: String
  /// The table, which is made where it is missing.
  package let table: String
  /// The paths of an item's values that make its primary key; none: rows are appended.
  package let identity: [JSONPath]
  /// True when a row keeps the item as it came, in one column.
  package let isRaw: Bool

  /// A table of a file.
  package init(path: String, table: String, identity: [JSONPath], isRaw: Bool) {
    self.path = path
    self.table = table
    var different: [JSONPath] = []
    for path in identity where !different.contains(path) { different.append(path) }
    self.identity = different
    self.isRaw = isRaw
  }

  /// The problem with a table's name.
  package enum NameProblem: Error, Sendable, Equatable {
    case empty, tooLong, holdsNUL
    case reserved(prefix: String)
  }

  /// Returns the problem with a name for a table; nil if there is none.
  package static func problem(ofTable name: String) -> NameProblem? {
    if name.isEmpty { return .empty }
    if name.utf8.count > nameBytesMax { return .tooLong }
    if name.utf8.contains(0) { return .holdsNUL }
    let folded = SQLName.folded(name)
    for prefix in ["sqlite_", "paginator_"] where folded.starts(with: prefix.utf8) {
      return .reserved(prefix: prefix)
    }
    return nil
  }
}
