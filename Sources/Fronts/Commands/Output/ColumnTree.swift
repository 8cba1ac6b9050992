import JSON

/// The columns of a table of items: a tree of keys, whose leaves have a number.
///
/// `{"id": 1, "user": {"name": "A", "x": null}, "tags": [1]}` has the columns `id`, `user.name`,
/// `user.x` and `tags`. A dot or a backslash in a key is escaped by a backslash.
struct ColumnTree {
  /// A key at one level.
  struct Node {
    /// The key's text in UTF-8.
    var key: [UInt8] = []
    /// The node above; the root's is itself.
    var parent = 0
    /// The number of the column; -1: none.
    var column = -1
    /// A value without a column of its own has been noted as omitted.
    var isLeftOut = false
    var children: [Int] = []
    /// The same by their keys, as an item may have thousands.
    fileprivate var childrenByKey: [[UInt8]: Int] = [:]
  }

  /// The most columns that a table may have; anything else that the items have is omitted, and
  /// counted.
  static let columnsMax = 4_096
  /// The column of items that are no objects.
  static let scalarName = "value"

  /// The root comes first.
  private(set) var nodes = [Node()]
  let names: [String]

  init(names: [String]) {
    self.names = names
    for (column, name) in names.enumerated() {
      var node = 0
      for key in ColumnTree.keys(of: name) {
        node = child(key, of: node, near: 0) ?? addChild(key, of: node)
      }
      nodes[node].column = column
    }
  }

  /// The child with that key, first looked for at a place among the children where it is likely.
  func child(_ key: some Collection<UInt8>, of parent: Int, near place: Int) -> Int? {
    let children = nodes[parent].children
    if place < children.count, nodes[children[place]].key.elementsEqual(key) {
      return children[place]
    }
    return nodes[parent].childrenByKey[Array(key)]
  }

  @discardableResult
  mutating func addChild(_ key: some Collection<UInt8>, of parent: Int) -> Int {
    let key = Array(key)
    let child = nodes.count
    nodes.append(Node(key: key, parent: parent))
    nodes[parent].children.append(child)
    nodes[parent].childrenByKey[key] = child
    return child
  }

  /// The keys that lead to a node.
  func path(to node: Int) -> [[UInt8]] {
    node == 0 ? [] : path(to: nodes[node].parent) + [nodes[node].key]
  }

  /// Notes that values of a node are omitted; false where that is known.
  mutating func leaveOut(_ node: Int) -> Bool {
    defer { nodes[node].isLeftOut = true }
    return !nodes[node].isLeftOut
  }

  // MARK: Names

  /// A name of keys.
  static func name(_ keys: [[UInt8]]) -> String {
    keys.map { JSONFields.escaped(String(decoding: $0, as: UTF8.self)) }.joined(separator: ".")
  }

  /// The keys of a name.
  static func keys(of name: String) -> [[UInt8]] {
    var keys: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in name.utf8 {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if !isEscaped, byte == UInt8(ascii: ".") {
        keys.append([])
      } else {
        keys[keys.count - 1].append(byte)
        isEscaped = false
      }
    }
    return keys
  }
}

/// Finding the columns that items have.
extension ColumnTree {
  /// The columns of the items, in the order in which their keys come first, those of one object
  /// side by side.
  static func names(
    of items: some Sequence<(document: JSONDocument, item: JSONSlice)>
  ) -> [String] {
    var found = ColumnTree(names: [])
    for (document, item) in items {
      if item.kind == .object {
        found.addMembers(document, item, of: 0)
      } else {
        let scalar = Array(scalarName.utf8)
        let node = found.child(scalar, of: 0, near: 0) ?? found.addChild(scalar, of: 0)
        found.nodes[node].column = 0
      }
    }
    var names: [String] = []
    found.addNames(of: 0, [], to: &names)
    return names.isEmpty ? [scalarName] : names
  }

  /// Here a node has column 0 where a value was found that is not an object.
  private mutating func addMembers(_ document: JSONDocument, _ object: JSONSlice, of parent: Int) {
    for (place, member) in document.members(of: object).enumerated() {
      let known = document.withText(member.key) { child($0, of: parent, near: place) }
      guard known != nil || nodes.count <= ColumnTree.columnsMax else { continue }
      let node = known ?? document.withText(member.key) { addChild($0, of: parent) }
      switch member.value.kind {
      case .object: addMembers(document, member.value, of: node)
      case .null, .absent: break
      default: nodes[node].column = 0
      }
    }
  }

  /// A key that was only ever null or an empty object is a column where nothing is below it.
  private func addNames(of node: Int, _ path: [[UInt8]], to names: inout [String]) {
    let isLeaf = nodes[node].column == 0 || nodes[node].children.isEmpty
    if node > 0, isLeaf { names.append(ColumnTree.name(path)) }
    for child in nodes[node].children { addNames(of: child, path + [nodes[child].key], to: &names) }
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
