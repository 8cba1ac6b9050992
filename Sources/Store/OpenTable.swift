import JSON

/// An open file and the table in it that pages are written to.
final class OpenTable {
  let log: RunLog

  private let database: Database
  private let catalog: TableCatalog
  private let target: StoreTarget
  private(set) var isWritable = false
  /// The layout and the statements for it, as of a version of the file's schema.
  private var prepared: Prepared?

  private struct Prepared {
    var schemaVersion: Int
    var layout: TableLayout
    var writer: RowWriter?
  }

  /// Opens the file; nil where it is not there and is not to be made.
  init?(
    _ library: SQLiteLibrary, _ target: StoreTarget, _ request: RunRequest, mayCreate: Bool
  ) throws(StoreError) {
    do throws(StoreError) {
      database = try Database(library, path: target.path, mayCreate: mayCreate)
    } catch .database(let failure) where !mayCreate && failure.reason == .cannotOpen {
      return nil
    }
    self.target = target
    catalog = TableCatalog(database)
    log = RunLog(database, target, request)
  }

  // MARK: Looking

  /// Makes sure that the table fits; false: there is none.
  func look() throws(StoreError) -> Bool {
    let layout = try currentLayout()
    if database.isReadOnly { throw readOnly }
    return layout.exists
  }

  /// Whether the file has a log of runs.
  func hasLog() throws(StoreError) -> Bool { try catalog.hasTable(RunLog.table) }

  /// The table's name as the file spells it; nil where there is none.
  func tableName() throws(StoreError) -> String? {
    let layout = try currentLayout()
    return layout.exists ? layout.name : nil
  }

  /// The table's layout as it is now.
  func currentLayout() throws(StoreError) -> TableLayout {
    let version = try catalog.schemaVersion()
    if let prepared, prepared.schemaVersion == version { return prepared.layout }
    let layout = try catalog.layout(of: target)
    prepared = Prepared(schemaVersion: version, layout: layout, writer: nil)
    return layout
  }

  private var readOnly: StoreError {
    .database(SQLiteFailure(code: 8, message: "attempt to write a readonly database"))
  }

  // MARK: Writing

  /// Sets the file up for writing.
  func makeWritable() throws(StoreError) {
    if database.isReadOnly { throw readOnly }
    // A rebuilt table keeps what refers to it.
    try database.execute("PRAGMA foreign_keys = OFF")
    try database.execute("PRAGMA legacy_alter_table = ON")
    let mode = try database.rows("PRAGMA journal_mode = WAL").first?.first?.text
    // Where a file system has no shared memory, the file stays safe the slow way.
    if mode == "wal" { try database.execute("PRAGMA synchronous = NORMAL") }
    isWritable = true
  }

  /// Lets the file grow to that many of its pages: what a full disk does, for tests.
  func limitPages(_ pages: Int) throws(StoreError) {
    try database.execute("PRAGMA max_page_count = \(pages)")
  }

  /// Does all of it or nothing.
  func transaction<Answer>(
    _ body: () throws(StoreError) -> Answer
  ) throws(StoreError) -> Answer {
    do throws(StoreError) {
      return try database.transaction(body)
    } catch {
      prepared = nil
      throw error
    }
  }

  /// Makes Paginator's own tables, in the open transaction.
  func makeOwnTables() throws(StoreError) {
    try log.makeTable()
    try catalog.makeColumnsTable()
  }

  /// Writes items as rows, in the open transaction; true: the table was made for them.
  func write(
    _ page: StoreRun.Page, run: Int, _ counts: inout RunCounts
  ) throws(StoreError) -> Bool {
    let layout = try currentLayout()
    var writer = prepared?.writer
    let rows = try PageRows(page, layout: layout, firstItem: counts.items)
    let types = rows.types
    if !TableCatalog.fits(rows.layout, types) {
      let fitting = try catalog.fit(rows.layout, types)
      prepared = Prepared(
        schemaVersion: try catalog.schemaVersion(), layout: fitting, writer: nil)
      writer = nil
    }
    if writer == nil { writer = try RowWriter(database, prepared?.layout ?? rows.layout) }
    guard var writer, let document = page.document else { return false }
    try writer.write(rows, document, run: run, &counts)
    prepared?.writer = writer
    return !layout.exists
  }
}
