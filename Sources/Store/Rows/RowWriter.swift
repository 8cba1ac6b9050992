import JSON

/// Writes the rows of pages into a table that fits them.
struct RowWriter {
  private let database: Database
  private let statements: RowStatements
  /// How many columns the statements have.
  private let width: Int
  /// Whether the last item's row was there: the next one's will be, too.
  private var expectsRow = false

  init(_ database: Database, _ layout: TableLayout) throws(StoreError) {
    self.database = database
    statements = try RowStatements(database, layout)
    width = layout.columns.count
  }

  /// Writes all rows; positions go on from the counted items.
  mutating func write(
    _ rows: PageRows, _ document: JSONDocument, run: Int, _ counts: inout RunCounts
  ) throws(StoreError) {
    let result = try LentBytes.withLent(document.bytes) { lent throws(StoreError) in
      var writer = self
      var counts = counts
      for row in 0..<rows.count {
        let binding = Binding(
          cells: rows.cells(ofRow: row), made: rows.made, document: document, lent: lent,
          width: writer.width, run: run, position: counts.items)
        do throws(StoreError) {
          try writer.write(binding, &counts)
        } catch .database(let failure) where failure.reason == .tooLarge {
          throw .rowTooLarge(item: counts.items)
        }
        counts.items += 1
      }
      return (writer, counts)
    }
    (self, counts) = result
  }

  /// Writes one row and counts what it was.
  private mutating func write(
    _ binding: Binding, _ counts: inout RunCounts
  ) throws(StoreError) {
    guard let keyed = statements.keyed else {
      try binding.run(statements.insert)
      counts.inserted += 1
      return
    }
    if !expectsRow {
      try binding.run(statements.insert)
      if database.changes == 1 {
        counts.inserted += 1
        return
      }
    }
    try binding.run(keyed.touch)
    if database.changes == 1 {
      expectsRow = true
      counts.unchanged += 1
      return
    }
    try binding.bindValues(to: keyed.probe)
    guard try keyed.probe.step() else {
      expectsRow = false
      try binding.run(statements.insert)
      counts.inserted += 1
      return
    }
    expectsRow = true
    let isSeen = keyed.probe.integer(0) == 1
    keyed.probe.reset()
    try binding.run(keyed.update)
    if isSeen { counts.duplicates += 1 } else { counts.updated += 1 }
  }
}

/// One row on its way into a statement.
private struct Binding {
  let cells: ArraySlice<StoredCell>
  let made: [[UInt8]]
  let document: JSONDocument
  let lent: LentBytes
  let width: Int
  let run: Int
  let position: Int

  func run(_ statement: Statement) throws(StoreError) {
    try bindValues(to: statement)
    try statement.bind(width + 2, position)
    while try statement.step() {}
  }

  /// Binds all but the position.
  func bindValues(to statement: Statement) throws(StoreError) {
    var parameter = 0
    for cell in cells {
      parameter += 1
      switch cell.kind {
      case .null: try statement.bindNull(parameter)
      case .integer: try statement.bind(parameter, cell.integer)
      case .real: try statement.bind(parameter, cell.real)
      case .text: try statement.bind(parameter, lent, cell.range)
      case .escaped:
        try statement.bind(parameter, copyOf: document.utf8(cell.string) ?? [])
      case .made: try statement.bind(parameter, copyOf: made[cell.index])
      }
    }
    while parameter < width {
      parameter += 1
      try statement.bindNull(parameter)
    }
    try statement.bind(width + 1, run)
  }
}
