import JSON

/// Writes the rows of pages into a table that fits them.
///
/// Rows that are probably all new, or all present and unchanged, are written many at once. If that
/// proves wrong, each of them is checked: the rows that the statement has written are recognized by
/// their positions, which no other row of the run has.
struct RowWriter {
  private let database: Database
  private let statements: RowStatements
  /// The columns of the primary key. A single one may be the rowid.
  private let keys: [Int]
  /// The number of columns of the statements.
  private let width: Int
  /// True when the last item's row existed already; the next one's is expected to exist, too.
  private var expectsRow = false
  /// The number of rows that are written one by one before many are tried again.
  private var singles = 0

  /// After a statement in vain, this many times its rows are written one by one.
  private static let singleRounds = 10

  init(_ database: Database, _ layout: TableLayout) throws(StoreError) {
    self.database = database
    statements = try RowStatements(database, layout)
    width = layout.columns.count
    keys = layout.identityColumns.compactMap { $0 }
  }

  /// Writes all rows; positions continue from the counted items. `itemsBefore`: the number of items that
  /// the run had before its list was begun again.
  mutating func write(
    _ rows: inout PageRows, _ document: JSONDocument, run: Int, itemsBefore: Int,
    _ counts: inout RunCounts
  ) throws(StoreError) {
    let result = try BorrowedBytes.withBorrowed(document.bytes) { borrowed throws(StoreError) in
      var writer = self
      var counts = counts
      let firstPosition = counts.items
      var row = 0
      while row < rows.count {
        try rows.hold(from: row)
        let binding = RowBinding(
          rows: rows, document: document, borrowed: borrowed, width: width, run: run,
          firstPosition: firstPosition, itemsBefore: itemsBefore)
        while row < rows.held.upperBound {
          row += try writer.write(binding, from: row, &counts)
        }
      }
      return (writer, counts)
    }
    (self, counts) = result
  }

  /// Writes a row or many, and gives their number.
  private mutating func write(
    _ binding: RowBinding, from row: Int, _ counts: inout RunCounts
  ) throws(StoreError) -> Int {
    if singles == 0, let many = statements.many,
      binding.rows.held.upperBound - row >= many.rowCount,
      let rows = try write(many, binding, from: row, &counts)
    {
      return rows
    }
    singles = max(0, singles - 1)
    try checkingSize(counts) { () throws(StoreError) in try writeOne(binding, row, &counts) }
    counts.items += 1
    return 1
  }

  private func checkingSize(
    _ counts: RunCounts, _ body: () throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(StoreError) {
      try body()
    } catch .database(let failure) where failure.reason == .tooLarge {
      throw .rowTooLarge(item: counts.items)
    }
  }

  // MARK: One row

  /// Writes one row and counts what it was.
  private mutating func writeOne(
    _ binding: RowBinding, _ row: Int, _ counts: inout RunCounts
  ) throws(StoreError) {
    guard let keyed = statements.keyed else {
      try binding.run(statements.insert, row)
      counts.inserted += 1
      return
    }
    if !expectsRow {
      try binding.run(statements.insert, row)
      if database.changes == 1 {
        counts.inserted += 1
        return
      }
    }
    try binding.run(keyed.touch, row)
    if database.changes == 1 {
      expectsRow = true
      counts.unchanged += 1
      return
    }
    guard let found = try place(of: row, binding, keyed) else {
      expectsRow = false
      try binding.run(statements.insert, row)
      counts.inserted += 1
      return
    }
    expectsRow = true
    try binding.run(keyed.update, row)
    if found.run != binding.run {
      counts.updated += 1
    } else if found.position < binding.itemsBefore {
      counts.unchanged += 1
    } else {
      counts.duplicates += 1
    }
  }

  /// Returns the run that last saw the row with that key, and the row's position; nil if there is
  /// no such row.
  private func place(
    of row: Int, _ binding: RowBinding, _ keyed: RowStatements.Keyed
  ) throws(StoreError) -> (run: Int, position: Int)? {
    try binding.bind(row, columns: keys, to: keyed.probe)
    guard try keyed.probe.step() else { return nil }
    defer { keyed.probe.reset() }
    return (keyed.probe.integer(0), keyed.probe.integer(1))
  }

  // MARK: Many

  /// Writes as many rows as the statement has; nil: it is not for these.
  private mutating func write(
    _ many: RowStatements.Many, _ binding: RowBinding, from row: Int, _ counts: inout RunCounts
  ) throws(StoreError) -> Int? {
    let rows = row..<(row + many.rowCount)
    guard let keyed = statements.keyed, let touch = many.touch else {
      return try run(many.insert, binding, rows) ? insert(rows.count, &counts) : nil
    }
    // A row of that rowid could not be distinguished from none.
    if expectsRow, rows.contains(where: { hasLowestRowid(binding, $0) }) { return nil }
    database.lastRowid = RowWriter.noRowid
    let isDone = try run(expectsRow ? touch : many.insert, binding, rows)
    if isDone, database.changes == rows.count {
      if !expectsRow { return insert(rows.count, &counts) }
      if database.lastRowid == RowWriter.noRowid {
        counts.unchanged += rows.count
        counts.items += rows.count
        return rows.count
      }
    }
    singles = rows.count * RowWriter.singleRounds
    let wereTouched = expectsRow
    for row in rows {
      try checkingSize(counts) { () throws(StoreError) in
        try finish(binding, row, keyed, wereTouched: wereTouched, &counts)
      }
      counts.items += 1
    }
    return rows.count
  }

  /// The lowest rowid, which SQLite gives to no row by itself.
  private static let noRowid = Int.min

  private func hasLowestRowid(_ binding: RowBinding, _ row: Int) -> Bool {
    keys.contains { key in
      let cell = binding.rows.cell(ofRow: row, column: key)
      return cell.kind == .integer && cell.integer == RowWriter.noRowid
    }
  }

  private func insert(_ rows: Int, _ counts: inout RunCounts) -> Int {
    counts.inserted += rows
    counts.items += rows
    return rows
  }

  /// Runs a statement for many rows; false where one of them is too large.
  private func run(
    _ statement: Statement, _ binding: RowBinding, _ rows: Range<Int>
  ) throws(StoreError) -> Bool {
    do throws(StoreError) {
      try binding.run(statement, rows)
      return true
    } catch .database(let failure) where failure.reason == .tooLarge {
      return false
    }
  }

  /// Counts what a row was that a statement for many may have written, and writes it if not.
  private mutating func finish(
    _ binding: RowBinding, _ row: Int, _ keyed: RowStatements.Keyed, wereTouched: Bool,
    _ counts: inout RunCounts
  ) throws(StoreError) {
    guard let found = try place(of: row, binding, keyed) else {
      expectsRow = false
      return try writeOne(binding, row, &counts)
    }
    if found.run == RowStatements.insertedRun {
      try binding.run(keyed.update, row)
      counts.inserted += 1
      expectsRow = false
    } else if found.run == binding.run, found.position == binding.position(of: row) {
      if wereTouched { counts.unchanged += 1 } else { counts.inserted += 1 }
      expectsRow = wereTouched
    } else {
      expectsRow = true
      try writeOne(binding, row, &counts)
    }
  }
}
