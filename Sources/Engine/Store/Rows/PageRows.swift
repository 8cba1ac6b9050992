import JSON

/// The rows of one page: where each value is in the page's bytes.
///
/// Reading the rows adds the table's missing columns to `layout`; the writer of the rows makes the
/// table fit first. A row has cells for its own values only: a page whose first item has 1,000
/// members, and whose 100,000 others have none, does not take 100 million cells. Of a page of
/// millions of items a piece is held at a time.
struct PageRows {
  private(set) var layout: TableLayout
  /// The type that each column's values have; nil where all are NULL.
  private(set) var types: [ColumnType?] = []
  /// The rows whose cells are held.
  private(set) var held = 0..<0
  /// The layout in the form that is looked up for each row.
  private var plan: RowPlan
  private let page: StoreRun.Page
  /// The number of the page's first item in the run.
  private let firstItem: Int
  /// The cells of the rows that are held.
  private var cells: [StoredCell] = []
  /// The column of each cell.
  private var cellColumns: [Int32] = []
  /// The index of the cell that was last set for each column. It belongs to the current row if it
  /// is not before the row's start.
  private var places: [Int] = []
  private var rowStarts = [0]
  /// Texts that stand nowhere in the page.
  private(set) var made: [[UInt8]] = []
  /// The column that last came after each one: objects of one list have their members in the same
  /// order.
  private var followers: [Int] = []
  /// The members of the row that have no column.
  private var rest: [(key: JSONSlice, value: JSONSlice)] = []

  /// The most columns of members that the page's rows may lead to: each takes a byte of each row.
  private let memberColumnsMax: Int
  /// The most rows and cells that are held, without the cells of the last row.
  private let heldMax: Int

  /// Cells without values may take this many times the bytes of their page, plus `rowsBytesMin`;
  /// `memberColumnsMin` columns are always allowed.
  private static let rowsBytesPerByte = 4
  private static let rowsBytesMin = 32 << 20
  private static let memberColumnsMin = 100

  /// Reads the items of a page; its first rows are held where they are all.
  init(
    _ page: StoreRun.Page, layout: TableLayout, firstItem: Int, heldMax: Int = 1 << 20
  ) throws(StoreError) {
    self.heldMax = heldMax
    self.layout = layout
    plan = RowPlan(layout)
    self.page = page
    self.firstItem = firstItem
    let bytes = page.document?.bytes.count ?? 0
    let room = PageRows.rowsBytesMin + PageRows.rowsBytesPerByte * bytes
    memberColumnsMax = max(PageRows.memberColumnsMin, room / max(1, page.items.count))
    repeat {
      try read(from: held.upperBound)
      noteTypes()
    } while held.upperBound < count
  }

  var count: Int { page.items.count }

  /// Holds a piece of the rows, which begins with that one.
  mutating func hold(from row: Int) throws(StoreError) {
    if held.lowerBound != row || held.isEmpty { try read(from: row) }
  }

  /// Calls with each cell of a row and its column, in the order in which the values came.
  func forEachCell(
    ofRow row: Int, _ body: (Int, StoredCell) throws(StoreError) -> Void
  ) throws(StoreError) {
    for index in cells(ofRow: row) {
      try body(Int(cellColumns[index]), cells[index])
    }
  }

  /// A cell of a row; NULL where the row has none.
  func cell(ofRow row: Int, column: Int) -> StoredCell {
    for index in cells(ofRow: row) where Int(cellColumns[index]) == column {
      return cells[index]
    }
    return .null
  }

  private func cells(ofRow row: Int) -> Range<Int> {
    let place = row - held.lowerBound
    return rowStarts[place]..<rowStarts[place + 1]
  }

  // MARK: Reading

  /// Reads rows from that one on, in place of those that are held.
  private mutating func read(from row: Int) throws(StoreError) {
    held = row..<row
    cells.removeAll(keepingCapacity: true)
    cellColumns.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    made.removeAll(keepingCapacity: true)
    rowStarts = [0]
    guard let document = page.document else { return }
    while held.upperBound < count, cells.count + held.count < heldMax {
      try read(page.items[page.items.startIndex + held.upperBound], document)
      held = row..<(held.upperBound + 1)
      rowStarts.append(cells.count)
    }
  }

  private mutating func noteTypes() {
    while types.count < layout.columns.count { types.append(nil) }
    for (index, cell) in cells.enumerated() {
      guard let type = cell.type else { continue }
      let column = Int(cellColumns[index])
      types[column] = types[column]?.joined(type) ?? type
    }
  }

  private mutating func read(_ item: JSONSlice, _ document: JSONDocument) throws(StoreError) {
    for column in plan.wholeColumns { put(.text(item), in: column) }
    for (column, path) in plan.pathColumns {
      set(column, document.resolve(path, from: item) ?? .absent, document)
    }
    if !layout.target.isRaw {
      if item.kind == .object {
        readMembers(item, document)
      } else if let column = addColumn(ofMember: Array(ColumnNames.item.utf8)) {
        set(column, item, document)
      }
    }
    try checkIdentity()
  }

  /// Makes sure that the row has a key. What a mapping has omitted comes from the API's own item.
  private mutating func checkIdentity() throws(StoreError) {
    for index in plan.identityColumns.indices {
      var column = plan.identityColumns[index]
      if let column, hasValue(column) { continue }
      let path = layout.target.identity[index]
      column = takeFromSource(path, column)
      guard let column, hasValue(column) else {
        throw .identityMissing(item: firstItem + held.upperBound, path: path)
      }
    }
  }

  private mutating func takeFromSource(_ path: JSONPath, _ column: Int?) -> Int? {
    guard let source = page.sourceDocument, held.upperBound < page.sourceItems.count,
      let value = source.resolve(
        path, from: page.sourceItems[page.sourceItems.startIndex + held.upperBound]),
      value.kind == .string || value.kind == .number,
      let column = column
        ?? TableLayout.key(of: path, layout.target).flatMap({ addColumn(ofMember: $0) })
    else { return column }
    let cell = StoredCell(source, value)
    switch cell.kind {
    case .null, .integer, .real, .made: put(cell, in: column)
    case .text, .escaped:
      made.append(
        cell.kind == .escaped ? source.utf8(value) ?? [] : Array(source.bytes[cell.range]))
      put(.made(made.count - 1), in: column)
    }
    return column
  }

  /// Returns the index of the cell that the current row has for a column; nil if it has none.
  private func place(_ column: Int) -> Int? {
    guard column < places.count, let start = rowStarts.last, places[column] >= start else {
      return nil
    }
    return places[column]
  }

  private func hasValue(_ column: Int) -> Bool {
    place(column).map { cells[$0].kind != .null } ?? false
  }

  private mutating func readMembers(_ item: JSONSlice, _ document: JSONDocument) {
    rest.removeAll(keepingCapacity: true)
    var previous = -1
    document.forEachMember(of: item) { key, value in
      if let column = column(of: key, document, after: previous) {
        set(column, value, document)
        previous = column
      } else {
        rest.append((key, value))
      }
    }
    if !rest.isEmpty {
      made.append(restObject(document))
      let column = layout.addRestColumn()
      plan.update(layout)
      put(.made(made.count - 1), in: column)
    }
  }

  /// The column of a key, first looked for where it stood in the item before.
  private mutating func column(
    of key: JSONSlice, _ document: JSONDocument, after previous: Int
  ) -> Int? {
    let place = previous + 1
    if place < followers.count {
      let likely = followers[place]
      if plan.hasKey(document, key, of: likely) { return likely }
    }
    guard let text = document.utf8(key), let column = addColumn(ofMember: text) else {
      return nil
    }
    while followers.count <= max(place, column + 1) { followers.append(followers.count) }
    followers[place] = column
    return column
  }

  /// The column of a member, which is added where it is missing; nil: it belongs into `_rest`.
  private mutating func addColumn(ofMember key: [UInt8]) -> Int? {
    defer { plan.update(layout) }
    return layout.addColumn(ofMember: key, most: memberColumnsMax)
  }

  /// Sets a cell; a key holds strings and numbers only.
  private mutating func set(_ column: Int, _ value: JSONSlice, _ document: JSONDocument) {
    let isScalar = value.kind == .string || value.kind == .number
    let fits = isScalar || !plan.isKey[column]
    put(fits ? StoredCell(document, value) : .null, in: column)
  }

  private mutating func put(_ cell: StoredCell, in column: Int) {
    if let place = place(column) {
      cells[place] = cell
      return
    }
    if cell.kind == .null { return }
    while places.count <= column { places.append(-1) }
    places[column] = cells.count
    cells.append(cell)
    cellColumns.append(Int32(truncatingIfNeeded: column))
  }

  /// The members without a column as one object, each as it came; of duplicates the last.
  private func restObject(_ document: JSONDocument) -> [UInt8] {
    var lastPlace: [[UInt8]: Int] = [:]
    let keys = rest.map { document.utf8($0.key) ?? Array(document.bytes[$0.key.range]) }
    for (place, key) in keys.enumerated() { lastPlace[key] = place }
    var object: [UInt8] = [UInt8(ascii: "{")]
    for (place, member) in rest.enumerated() where lastPlace[keys[place]] == place {
      if object.count > 1 { object.append(UInt8(ascii: ",")) }
      object += document.bytes[member.key.range]
      object.append(UInt8(ascii: ":"))
      object += document.bytes[member.value.range]
    }
    object.append(UInt8(ascii: "}"))
    return object
  }
}
