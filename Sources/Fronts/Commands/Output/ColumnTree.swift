import JSON
import Text

/// Finds the columns of a table of items: a tree of keys, whose leaves are columns.
///
/// `{"id": 1, "user": {"name": "A", "x": null}, "tags": [1]}` has the columns `id`, `user.name`,
/// `user.x` and `tags`. A dot or a backslash in a key is escaped by a backslash.
struct ColumnTree {
  /// The most columns that a table may have; anything else that the items have is omitted, and
  /// counted.
  static let columnsMax = 4_096
  /// The column of items that are no objects.
  static let scalarName = "value"

  /// The key path; nil for the root.
  private let name: [UInt8]?
  /// In the order in which their keys came first.
  private var children: [ColumnTree] = []
  private var places: [[UInt8]: Int] = [:]
  /// A value was found that is not an object.
  private var isColumn = false

  private init(_ name: [UInt8]?) { self.name = name }

  /// The columns of the items, in the order in which their keys come first, those of one object
  /// side by side.
  static func names(
    of items: some Sequence<(document: JSONDocument, item: JSONSlice)>
  ) -> [String] {
    var tree = ColumnTree(nil)
    var left = columnsMax
    for (document, item) in items {
      if item.kind == .object {
        tree.addMembers(document, item, &left)
      } else if let place = tree.place(Array(scalarName.utf8), &left) {
        tree.children[place].isColumn = true
      }
    }
    return tree.children.isEmpty ? [scalarName] : tree.names
  }

  private mutating func addMembers(
    _ document: JSONDocument, _ object: JSONSlice, _ left: inout Int
  ) {
    for member in document.members(of: object) {
      var path = name.map { $0 + [ASCII.dot] } ?? []
      document.withText(member.key) { ColumnTree.append($0, to: &path) }
      guard let place = place(path, &left) else { continue }
      switch member.value.kind {
      case .object: children[place].addMembers(document, member.value, &left)
      case .null, .absent: break
      default: children[place].isColumn = true
      }
    }
  }

  private mutating func place(_ path: [UInt8], _ left: inout Int) -> Int? {
    if let place = places[path] { return place }
    guard left > 0 else { return nil }
    left -= 1
    places[path] = children.count
    children.append(ColumnTree(path))
    return children.count - 1
  }

  /// A key that was only ever null or an empty object is a column where nothing is below it.
  private var names: [String] {
    children.flatMap { child in
      let isLeaf = child.isColumn || child.children.isEmpty
      let own = isLeaf ? [String(decoding: child.name ?? [], as: UTF8.self)] : []
      return own + child.names
    }
  }

  /// Adds a key to a key path.
  static func append(_ key: some Collection<UInt8>, to path: inout [UInt8]) {
    for byte in key {
      if byte == ASCII.dot || byte == ASCII.backslash { path.append(ASCII.backslash) }
      path.append(byte)
    }
  }
}

extension JSONDocument {
  /// Lends the text of a string in UTF-8, escapes resolved.
  func withText<Value>(_ slice: JSONSlice, _ body: (ArraySlice<UInt8>) -> Value) -> Value {
    guard !slice.hasEscapes, slice.range.count >= 2 else {
      return body(Array((string(slice) ?? "").utf8)[...])
    }
    return body(bytes[slice.range].dropFirst().dropLast())
  }
}
