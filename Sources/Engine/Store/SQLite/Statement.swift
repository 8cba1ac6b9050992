import CSQLite

/// One prepared statement; parameters and columns are counted from 1 and from 0, as in SQLite.
final class Statement {
  private let database: Database
  private let pointer: OpaquePointer
  private let isKept: Bool

  /// `isKept`: the database keeps it for the next time.
  init(_ database: Database, _ pointer: OpaquePointer, isKept: Bool = false) {
    self.database = database
    self.pointer = pointer
    self.isKept = isKept
  }

  deinit {
    if !isKept { _ = sqlite.finalize(pointer) }
  }

  private var sqlite: csqlite { database.library.functions }

  // MARK: Parameters

  func bindNull(_ index: Int) throws(StoreError) {
    try database.check(sqlite.bind_null(pointer, Int32(index)))
  }

  func bind(_ index: Int, _ integer: Int) throws(StoreError) {
    try database.check(sqlite.bind_int64(pointer, Int32(index), Int64(integer)))
  }

  func bind(_ index: Int, _ real: Double) throws(StoreError) {
    try database.check(sqlite.bind_double(pointer, Int32(index), real))
  }

  /// Borrows a part of bytes, until the parameter is bound again or the statement is gone.
  func bind(_ index: Int, _ borrowed: BorrowedBytes, _ range: Range<Int>) throws(StoreError) {
    try database.check(borrowed.bind(database.library, pointer, Int32(index), range))
  }

  func bind(_ index: Int, copyOf bytes: [UInt8]) throws(StoreError) {
    try database.check(SQLiteMemory.bindCopy(database.library, pointer, Int32(index), bytes))
  }

  func bind(_ index: Int, _ value: SQLValue) throws(StoreError) {
    switch value {
    case .null: try bindNull(index)
    case .integer(let integer): try bind(index, integer)
    case .real(let real): try bind(index, real)
    case .text(let text): try bind(index, copyOf: Array(text.utf8))
    }
  }

  // MARK: Running

  /// Steps to the next row; after the last one, returns false and resets the statement for another
  /// run.
  func step() throws(StoreError) -> Bool {
    let code = sqlite.step(pointer)
    if code == Int32(CSQLITE_ROW.rawValue) { return true }
    guard code == Int32(CSQLITE_DONE.rawValue) else {
      let failure = database.failure(code)
      reset()
      throw failure
    }
    reset()
    return false
  }

  /// Makes the statement ready to be run again.
  func reset() {
    _ = sqlite.reset(pointer)
  }

  /// Runs to the end; gives all rows.
  func rows(_ values: [SQLValue] = []) throws(StoreError) -> [[SQLValue]] {
    for (index, value) in values.enumerated() { try bind(index + 1, value) }
    var rows: [[SQLValue]] = []
    let columns = Int(sqlite.column_count(pointer))
    while try step() { rows.append((0..<columns).map(value)) }
    return rows
  }

  // MARK: Columns

  func integer(_ column: Int) -> Int {
    Int(sqlite.column_int64(pointer, Int32(column)))
  }

  /// The value of the row that was stepped to.
  func value(_ column: Int) -> SQLValue {
    switch csqlite_type(rawValue: UInt32(sqlite.column_type(pointer, Int32(column)))) {
    case CSQLITE_INTEGER: .integer(integer(column))
    case CSQLITE_FLOAT: .real(sqlite.column_double(pointer, Int32(column)))
    case CSQLITE_TEXT, CSQLITE_BLOB:
      .text(
        String(
          decoding: SQLiteMemory.text(database.library, pointer, Int32(column)), as: UTF8.self))
    default: .null
    }
  }
}
