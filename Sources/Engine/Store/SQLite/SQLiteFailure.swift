import CSQLite

/// SQLite's report of a call that has failed.
package struct SQLiteFailure: Error, Equatable, Sendable {
  /// The failures that users can do something about.
  package enum Reason: Sendable {
    case locked, full, readOnly, cannotOpen, notADatabase, tooLarge, other
  }

  /// SQLite's number, with its extension.
  package let code: Int32
  /// SQLite's words.
  package let message: String

  /// The kind of failure that the code means.
  package var reason: Reason {
    switch csqlite_code(rawValue: UInt32(code & 0xFF)) {
    case CSQLITE_BUSY, CSQLITE_LOCKED: .locked
    case CSQLITE_FULL: .full
    case CSQLITE_READONLY: .readOnly
    case CSQLITE_CANTOPEN: .cannotOpen
    case CSQLITE_NOTADB: .notADatabase
    case CSQLITE_TOOBIG: .tooLarge
    default: .other
    }
  }
}
