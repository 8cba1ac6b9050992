import JSON

/// Takes items apart into rows whose columns stay as they were when the table began.
///
/// An object is split by key path. An array stays whole in its cell, and so does an object if the
/// column was made for a plain value. A missing value is an absent cell. A value without a column
/// is omitted, and its key path is remembered.
struct ItemRows {
  /// The most different key paths without a column that are remembered.
  static let leftOutMax = 1_000

  private var columns: ColumnTree
  /// The cells of the row that is being read.
  private var cells: [JSONSlice]
  /// The columns of those that are there: most rows of a wide table have few of its cells.
  private var filled: [Int] = []
  /// Key paths that had values, but no column, in the order in which they came.
  private(set) var leftOut: [String]

  init(columns names: [String], leftOut: [String] = []) {
    columns = ColumnTree(names: names)
    cells = Array(repeating: .absent, count: names.count)
    self.leftOut = []
    for name in leftOut { leaveOut(ColumnTree.keys(of: name)) }
  }

  var names: [String] { columns.names }

  /// Lends the cells of one item that are there, with their columns in order.
  mutating func withSparseCells(
    of item: JSONSlice, in document: JSONDocument,
    _ body: ([(column: Int, cell: JSONSlice)]) -> Void
  ) {
    read(item, document)
    body(filled.sorted().map { ($0, cells[$0]) })
  }

  /// Lends the cells of one item. Of duplicate keys the last counts.
  mutating func withCells(
    of item: JSONSlice, in document: JSONDocument, _ body: ([JSONSlice]) -> Void
  ) {
    read(item, document)
    body(cells)
  }

  // MARK: Finding cells

  private mutating func read(_ item: JSONSlice, _ document: JSONDocument) {
    for column in filled { cells[column] = .absent }
    filled.removeAll(keepingCapacity: true)
    if item.kind == .object {
      takeMembers(document, item, of: 0)
    } else {
      let scalar = Array(ColumnTree.scalarName.utf8)
      take(document, item, key: scalar[...], of: 0, near: 0)
    }
  }

  private mutating func takeMembers(_ document: JSONDocument, _ object: JSONSlice, of parent: Int) {
    for (place, member) in document.members(of: object).enumerated() {
      document.withText(member.key) {
        take(document, member.value, key: $0, of: parent, near: place)
      }
    }
  }

  private mutating func take(
    _ document: JSONDocument, _ value: JSONSlice, key: ArraySlice<UInt8>, of parent: Int,
    near place: Int
  ) {
    let node = columns.child(key, of: parent, near: place)
    if let node, value.kind == .object,
      columns.nodes[node].children.contains(where: { !columns.nodes[$0].isLeftOut })
    {
      takeMembers(document, value, of: node)
    } else if let node, columns.nodes[node].column >= 0 {
      let column = columns.nodes[node].column
      if cells[column].kind == .absent { filled.append(column) }
      cells[column] = value
    } else if value.kind != .null, leftOut.count < ItemRows.leftOutMax,
      columns.leaveOut(node ?? columns.addChild(key, of: parent))
    {
      leftOut.append(ColumnTree.name(columns.path(to: parent) + [Array(key)]))
    }
  }

  private mutating func leaveOut(_ keys: [[UInt8]]) {
    guard leftOut.count < ItemRows.leftOutMax else { return }
    var node = 0
    for key in keys {
      node = columns.child(key, of: node, near: 0) ?? columns.addChild(key, of: node)
    }
    if columns.leaveOut(node) { leftOut.append(ColumnTree.name(keys)) }
  }
}
