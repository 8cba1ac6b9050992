import CSQLite

/// The only place where memory that SQLite owns or borrows is touched.
enum SQLiteMemory {
  /// Returns the connection's message about its last failure.
  static func message(_ library: SQLiteLibrary, _ database: OpaquePointer?) -> String {
    guard let database, let text = library.functions.errmsg(database) else {
      return "out of memory"
    }
    return String(cString: text)
  }

  /// The bytes of a column of text; none for NULL.
  static func text(
    _ library: SQLiteLibrary, _ statement: OpaquePointer, _ column: Int32
  ) -> [UInt8] {
    guard let start = library.functions.column_text(statement, column) else { return [] }
    let size = Int(library.functions.column_bytes(statement, column))
    return Array(UnsafeBufferPointer(start: start, count: size))
  }

  /// Binds a copy of bytes.
  static func bindCopy(
    _ library: SQLiteLibrary, _ statement: OpaquePointer, _ index: Int32, _ bytes: [UInt8]
  ) -> Int32 {
    bytes.withUnsafeBytes {
      csqlite_bind_text_copy(library.table, statement, index, $0.baseAddress, $0.count)
    }
  }
}

/// Bytes that stay where they are while statements borrow from them.
struct BorrowedBytes {
  private let start: UnsafeRawPointer?
  private let size: Int

  /// Lends the bytes for the time of one call.
  static func withBorrowed<Value>(
    _ bytes: [UInt8], _ body: (BorrowedBytes) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try bytes.withUnsafeBytes { buffer in
      Result { () throws(StoreError) in
        try body(BorrowedBytes(start: buffer.baseAddress, size: buffer.count))
      }
    }.get()
  }

  /// Binds a part of the bytes without copying it; it is borrowed until it is bound again.
  func bind(
    _ library: SQLiteLibrary, _ statement: OpaquePointer, _ index: Int32, _ range: Range<Int>
  ) -> Int32 {
    precondition(range.upperBound <= size, "a range of other bytes")
    return csqlite_bind_text(
      library.table, statement, index, start.map { $0 + range.lowerBound }, range.count)
  }
}
