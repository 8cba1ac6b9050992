/// A connection to a database file, and what is known of its tables; for one thread at a time.
final class OpenFile {
  /// The number of tables that are kept prepared for writing.
  private static let tablesMax = 16

  let database: Database
  private(set) var isWritable = false
  private var tables: [StoreTarget: OpenTable] = [:]
  /// The version of the file's schema that has Paginator's own tables.
  private var ownTablesVersion: Int?

  /// Opens the file; nil where it is not there and is not to be made.
  init?(_ library: SQLiteLibrary, path: String, mayCreate: Bool) throws(StoreError) {
    do throws(StoreError) {
      database = try Database(library, path: path, mayCreate: mayCreate)
    } catch .database(let failure) where !mayCreate && failure.reason == .cannotOpen {
      return nil
    }
  }

  // MARK: Looking

  /// Throws where nothing can be written to the file.
  func checkWritable() throws(StoreError) {
    guard database.isReadOnly else { return }
    throw .database(SQLiteFailure(code: 8, message: "attempt to write a readonly database"))
  }

  /// The table that pages of a target go to.
  func table(_ target: StoreTarget) -> OpenTable {
    if let table = tables[target] { return table }
    if tables.count >= OpenFile.tablesMax { tables = [:] }
    let table = OpenTable(database, target)
    tables[target] = table
    return table
  }

  // MARK: Writing

  /// Sets the file up for writing.
  func makeWritable() throws(StoreError) {
    if isWritable { return }
    try checkWritable()
    // A rebuilt table keeps what refers to it.
    try database.execute("PRAGMA foreign_keys = OFF")
    try database.execute("PRAGMA legacy_alter_table = ON")
    let mode = try database.patiently { () throws(StoreError) in
      try database.rows("PRAGMA journal_mode = WAL").first?.first?.text
    }
    // Where a file system has no shared memory, the file stays safe the slow way.
    if mode == "wal" { try database.execute("PRAGMA synchronous = NORMAL") }
    isWritable = true
  }

  /// Does all of it or nothing.
  func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      return try database.transaction(body)
    } catch {
      for table in tables.values { table.forget() }
      ownTablesVersion = nil
      throw error
    }
  }

  /// Makes Paginator's own tables, in the open transaction.
  func makeOwnTables(_ log: RunLog) throws(StoreError) {
    let catalog = TableCatalog(database: database)
    if try catalog.schemaVersion() == ownTablesVersion { return }
    try log.makeTable()
    try catalog.makeColumnsTable()
    ownTablesVersion = try catalog.schemaVersion()
  }
}
