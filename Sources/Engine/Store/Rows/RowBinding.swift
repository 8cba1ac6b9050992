import JSON

/// The rows of a page on their way into statements.
struct RowBinding {
  let rows: PageRows
  let document: JSONDocument
  let borrowed: BorrowedBytes
  /// The number of columns of the statements.
  let width: Int
  let run: Int
  let firstPosition: Int
  /// The number of items that the run had before its list was begun again.
  let itemsBefore: Int

  func position(of row: Int) -> Int { firstPosition + row }

  /// Runs a statement for one row.
  func run(_ statement: Statement, _ row: Int) throws(StoreError) {
    try bind(row, to: statement)
    try statement.bind(width + 1, run)
    try statement.bind(width + 2, position(of: row))
    while try statement.step() {}
  }

  /// Runs a statement for many rows.
  func run(_ statement: Statement, _ rows: Range<Int>) throws(StoreError) {
    var parameter = 0
    for row in rows {
      try bind(row, to: statement, after: parameter)
      parameter += width + 1
      try statement.bind(parameter, position(of: row))
    }
    try statement.bind(parameter + 1, run)
    while try statement.step() {}
  }

  /// Binds the values of a row.
  func bind(_ row: Int, to statement: Statement, after first: Int = 0) throws(StoreError) {
    var next = 0
    var isInOrder = true
    try rows.forEachCell(ofRow: row) { column, cell throws(StoreError) in
      isInOrder = isInOrder && column >= next
      guard isInOrder else { return }
      try bindNulls(next..<column, to: statement, after: first)
      try bind(cell, to: statement, at: first + column + 1)
      next = column + 1
    }
    try bindNulls(next..<width, to: statement, after: first)
    if isInOrder { return }
    try rows.forEachCell(ofRow: row) { column, cell throws(StoreError) in
      try bind(cell, to: statement, at: first + column + 1)
    }
  }

  private func bindNulls(
    _ columns: Range<Int>, to statement: Statement, after first: Int
  ) throws(StoreError) {
    for column in columns { try statement.bindNull(first + column + 1) }
  }

  /// Binds the values of these columns only, each as the one that it is.
  func bind(_ row: Int, columns: [Int], to statement: Statement) throws(StoreError) {
    for column in columns {
      try bind(rows.cell(ofRow: row, column: column), to: statement, at: column + 1)
    }
  }

  private func bind(
    _ cell: StoredCell, to statement: Statement, at parameter: Int
  ) throws(StoreError) {
    switch cell.kind {
    case .null: try statement.bindNull(parameter)
    case .integer: try statement.bind(parameter, cell.integer)
    case .real: try statement.bind(parameter, cell.real)
    case .text: try statement.bind(parameter, borrowed, cell.range)
    case .escaped: try statement.bind(parameter, copyOf: document.utf8(cell.string) ?? [])
    case .made: try statement.bind(parameter, copyOf: rows.made[cell.index])
    }
  }
}
