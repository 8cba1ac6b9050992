import JSON
import Store
import Text

/// Takes items apart into rows whose columns stay as they were when the table began.
///
/// An object is split by key path. An array stays whole in its cell, and so does an object if the
/// column was made for a plain value. A missing value is an absent cell. A value without a column
/// is omitted, and its key path is remembered.
struct ItemRows {
  /// The most different key paths without a column that are remembered.
  static let leftOutMax = LeftOut.namesMax

  let names: [String]
  /// The number of columns, and of objects that they are in.
  var places: Int { names.count + objects.count }
  /// The columns by their names.
  private var columns: [[UInt8]: Int] = [:]
  /// The key paths of the objects that columns are in.
  private var objects: Set<[UInt8]> = []
  /// The cells of the row that is being read.
  private var cells: [JSONSlice]
  /// The columns of those that are there: most rows of a wide table have few of its cells.
  private var filled: [Int] = []
  /// Key paths that had values, but no column, in the order in which they came.
  private(set) var leftOut: [String]
  private var known: Set<[UInt8]>

  init(columns names: [String], leftOut: [String] = []) {
    self.names = names
    cells = Array(repeating: .absent, count: names.count)
    self.leftOut = Array(leftOut.prefix(ItemRows.leftOutMax))
    known = Set(leftOut.map { Array($0.utf8) })
    for (column, name) in names.enumerated() {
      let path = Array(name.utf8)
      columns[path] = column
      var isEscaped = false
      for (place, byte) in path.enumerated() {
        if byte == ASCII.dot, !isEscaped { objects.insert(Array(path[..<place])) }
        isEscaped = byte == ASCII.backslash && !isEscaped
      }
    }
  }

  /// Lends the cells of one item, and the columns of those that are there, in any order. Of
  /// duplicate keys the last counts.
  mutating func withCells(
    of item: JSONSlice, in document: JSONDocument,
    _ body: (_ cells: [JSONSlice], _ filled: [Int]) -> Void
  ) {
    for column in filled { cells[column] = .absent }
    filled.removeAll(keepingCapacity: true)
    var path: [UInt8] = []
    if item.kind == .object {
      takeMembers(document, item, of: &path)
    } else {
      path += ColumnTree.scalarName.utf8
      take(document, item, at: &path)
    }
    body(cells, filled)
  }

  // MARK: Finding cells

  private mutating func takeMembers(
    _ document: JSONDocument, _ object: JSONSlice, of path: inout [UInt8]
  ) {
    let start = path.count
    for member in document.members(of: object) {
      document.withText(member.key) { ColumnTree.append($0, to: &path) }
      take(document, member.value, at: &path)
      path.removeSubrange(start...)
    }
  }

  private mutating func take(
    _ document: JSONDocument, _ value: JSONSlice, at path: inout [UInt8]
  ) {
    if value.kind == .object, objects.contains(path) {
      path.append(ASCII.dot)
      takeMembers(document, value, of: &path)
    } else if let column = columns[path] {
      if cells[column].kind == .absent { filled.append(column) }
      cells[column] = value
    } else if value.kind != .null, leftOut.count < ItemRows.leftOutMax,
      known.insert(path).inserted
    {
      leftOut.append(String(decoding: path, as: UTF8.self))
    }
  }
}
