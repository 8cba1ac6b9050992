import JSON

/// Writes items as the rows of a table whose columns stay as they were when it began.
///
/// An object is taken apart by key path, an array stands as JSON text in its cell, and so does an
/// object where the column was made for a plain value. What is missing or null is an empty cell.
/// A value for which there is no column is left out, and its key path remembered.
struct ItemsTable {
  /// How many different key paths without a column are remembered.
  static let leftOutMax = 1_000

  private var columns: ItemsColumns
  private let separator: UInt8
  /// Where the cells of the row that is written stand; absent: empty.
  private var cells: [JSONSlice]
  /// Key paths that had values, but no column, in the order in which they came.
  private(set) var leftOut: [String]

  init(columns names: [String], separator: UInt8, leftOut: [String] = []) {
    columns = ItemsColumns(names: names)
    self.separator = separator
    cells = Array(repeating: .absent, count: names.count)
    self.leftOut = []
    for name in leftOut { leaveOut(ItemsColumns.keys(of: name)) }
  }

  var names: [String] { columns.names }

  func appendHeader(to bytes: inout [UInt8]) {
    for (column, name) in names.enumerated() {
      if column > 0 { bytes.append(separator) }
      appendCell(Array(name.utf8)[...], to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends one item. Of duplicate keys the last counts.
  mutating func appendRow(
    _ document: JSONDocument, _ item: JSONSlice, to bytes: inout [UInt8]
  ) {
    for column in cells.indices { cells[column] = .absent }
    if item.kind == .object {
      takeMembers(document, item, of: 0)
    } else {
      let scalar = Array(ItemsColumns.scalarName.utf8)
      take(document, item, key: scalar[...], of: 0, near: 0)
    }
    for column in cells.indices {
      if column > 0 { bytes.append(separator) }
      append(document, cells[column], to: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  // MARK: Finding cells

  private mutating func takeMembers(
    _ document: JSONDocument, _ object: JSONSlice, of parent: Int
  ) {
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
    guard let node = columns.child(key, of: parent, near: place) else {
      guard value.kind != .null, leftOut.count < ItemsTable.leftOutMax else { return }
      let node = columns.addChild(key, of: parent)
      _ = columns.leaveOut(node)
      leftOut.append(ItemsColumns.name(path(to: parent) + [Array(key)]))
      return
    }
    let isObject = value.kind == .object
    if isObject, columns.nodes[node].children.contains(where: { !columns.nodes[$0].isLeftOut }) {
      takeMembers(document, value, of: node)
    } else if columns.nodes[node].column >= 0 {
      cells[columns.nodes[node].column] = value
    } else if value.kind != .null, leftOut.count < ItemsTable.leftOutMax, columns.leaveOut(node) {
      leftOut.append(ItemsColumns.name(path(to: parent) + [Array(key)]))
    }
  }

  private mutating func leaveOut(_ keys: [[UInt8]]) {
    guard leftOut.count < ItemsTable.leftOutMax else { return }
    var node = 0
    for key in keys {
      node = columns.child(key, of: node, near: 0) ?? columns.addChild(key, of: node)
    }
    if columns.leaveOut(node) { leftOut.append(ItemsColumns.name(keys)) }
  }

  /// The keys that lead to a node; only asked for when something is left out for the first time.
  private func path(to node: Int) -> [[UInt8]] {
    guard node > 0 else { return [] }
    guard let parent = columns.nodes.firstIndex(where: { $0.children.contains(node) }) else {
      return []
    }
    return path(to: parent) + [columns.nodes[node].key]
  }

  // MARK: Writing cells

  private func append(_ document: JSONDocument, _ value: JSONSlice, to bytes: inout [UInt8]) {
    switch value.kind {
    case .absent, .null:
      // A row of one empty cell would be a blank line, which readers skip.
      if names.count == 1 { bytes += [UInt8(ascii: "\""), UInt8(ascii: "\"")] }
    case .string: document.withText(value) { appendCell($0, to: &bytes) }
    case .boolean, .number: bytes += document.bytes[value.range]
    case .array, .object:
      var text: [UInt8] = []
      if document.hasLineBreaks {
        JSONCompaction.append(document.bytes, value.range, to: &text)
      } else {
        text += document.bytes[value.range]
      }
      appendCell(text[...], to: &bytes)
    }
  }

  /// Appends a text, in quotes where it needs them (RFC 4180 section 2, rules 5 to 7). An empty
  /// text is quoted too, which tells it from null.
  private func appendCell(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let needsQuotes =
      text.isEmpty
      || text.contains { $0 == quote || $0 == separator || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else {
      bytes += text
      return
    }
    bytes.append(quote)
    for byte in text {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
  }
}
