import CSQLite
import System

/// One connection to a database file; for one thread at a time.
final class Database {
  /// The seconds to wait for another program's lock.
  static let busySeconds = 10

  /// The seconds to wait before retrying what was locked.
  private static let pauseSeconds = 0.025

  let library: SQLiteLibrary
  private var sqlite: csqlite { library.functions }
  /// Waits for that many seconds; tests take the lock away meanwhile.
  var pause: (Double) -> Void = { seconds in
    let deadline = SystemClock.monotonicSeconds + seconds
    _ = Guarded(()).wait(until: deadline) { _ -> Void? in nil }
  }
  fileprivate let pointer: OpaquePointer
  /// The statements that were run as a whole, by their texts in UTF-8: many are run for each page.
  /// Strings would be equal where their characters are, which are names of several columns.
  private var kept: [[UInt8]: OpaquePointer] = [:]
  /// The most statements that are kept.
  private static let keptMax = 64

  /// Opens the file of that name, which may be made; names of SQLite's own, such as `:memory:`,
  /// are names of files like any other.
  /// `isRead`: nothing is written to it.
  init(
    _ library: SQLiteLibrary, path: String, mayCreate: Bool, isRead: Bool = false
  ) throws(StoreError) {
    var flags = CSQLITE_OPEN_NOMUTEX.rawValue | CSQLITE_OPEN_EXRESCODE.rawValue
    flags |= (isRead ? CSQLITE_OPEN_READONLY : CSQLITE_OPEN_READWRITE).rawValue
    if mayCreate { flags |= CSQLITE_OPEN_CREATE.rawValue }
    var opened: OpaquePointer?
    let code = library.functions.open_v2(Database.fileName(path), &opened, Int32(flags), nil)
    guard code == Int32(CSQLITE_OK.rawValue), let opened else {
      let failure = SQLiteFailure(code: code, message: SQLiteMemory.message(library, opened))
      if let opened { _ = library.functions.close_v2(opened) }
      throw .database(failure)
    }
    self.library = library
    pointer = opened
    _ = sqlite.busy_timeout(opened, Int32(Database.busySeconds * 1_000))
  }

  /// The path as SQLite takes it for a file's name and for nothing else.
  static func fileName(_ path: String) -> String { path.hasPrefix("/") ? path : "./" + path }

  deinit {
    for statement in kept.values { _ = sqlite.finalize(statement) }
    _ = sqlite.close_v2(pointer)
  }

  /// Rows that the last statement has changed.
  var changes: Int { Int(sqlite.changes(pointer)) }

  /// The rowid of the row that was added last, or what this was set to since.
  var lastRowid: Int {
    get { Int(sqlite.last_insert_rowid(pointer)) }
    set { sqlite.set_last_insert_rowid(pointer, Int64(newValue)) }
  }

  /// True when nothing can be written to the file.
  var isReadOnly: Bool { sqlite.db_readonly(pointer, "main") == 1 }

  /// Lowers the greatest size of a row; SQLite's own is 10^9 bytes.
  func limitRow(bytes: Int) {
    _ = sqlite.limit(pointer, Int32(CSQLITE_LIMIT_LENGTH), Int32(clamping: bytes))
  }

  func prepare(_ sql: String) throws(StoreError) -> Statement {
    Statement(self, try compile(sql))
  }

  private func compile(_ sql: String) throws(StoreError) -> OpaquePointer {
    var text = sql
    var compiled: OpaquePointer?
    let code = text.withUTF8 {
      sqlite.prepare_v3(
        pointer, $0.baseAddress, Int32($0.count), UInt32(CSQLITE_PREPARE_PERSISTENT), &compiled,
        nil)
    }
    try check(code)
    guard let compiled else { throw failure(code) }
    return compiled
  }

  /// Runs one statement that gives no rows.
  func execute(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    _ = try rows(sql, values)
  }

  /// All rows of one statement, for small results.
  func rows(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [[SQLValue]] {
    try keptStatement(sql).rows(values)
  }

  /// The first value of the first row of one statement; nil: it has no rows.
  func value(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> SQLValue? {
    try rows(sql, values).first?.first
  }

  /// A statement that was run to its end, where it has been run before.
  private func keptStatement(_ sql: String) throws(StoreError) -> Statement {
    let text = Array(sql.utf8)
    if let statement = kept[text] { return Statement(self, statement, isKept: true) }
    guard kept.count < Database.keptMax else { return try prepare(sql) }
    let statement = try compile(sql)
    kept[text] = statement
    return Statement(self, statement, isKept: true)
  }

  /// Does all of it or nothing; no other program writes meanwhile.
  func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    try patiently { () throws(StoreError) in try execute("BEGIN IMMEDIATE") }
    do throws(StoreError) {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // A full disk has ended the transaction already; what fails here is rolled back on closing.
      if sqlite.get_autocommit(pointer) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Does outside a transaction what fails at once where another program recovers the file or
  /// changes its mode: for those locks SQLite does not wait by itself.
  func patiently<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    let deadline = SystemClock.monotonicSeconds + Double(Database.busySeconds)
    while true {
      do throws(StoreError) {
        return try body()
      } catch {
        guard case .database(let failure) = error, failure.reason == .locked,
          SystemClock.monotonicSeconds < deadline
        else { throw error }
        pause(Database.pauseSeconds)
      }
    }
  }

  func check(_ code: Int32) throws(StoreError) {
    guard code == Int32(CSQLITE_OK.rawValue) else { throw failure(code) }
  }

  func failure(_ code: Int32) -> StoreError {
    .database(SQLiteFailure(code: code, message: SQLiteMemory.message(library, pointer)))
  }
}
