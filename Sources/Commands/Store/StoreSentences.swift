import JSON
import Store

extension StoreError {
  /// What is wrong with a file or an item, and what to do. `path`: the file.
  func sentence(path: String) -> String {
    switch self {
    case .engineUnavailable(let library, let detail):
      "SQLite is needed, but \(library) cannot be used: \(detail)"
    case .database(let failure): failure.sentence(path: path)
    case .isView(let table):
      "\(path): \(table) is a view; choose another name with --table"
    case .foreignTable(let table):
      "\(path): the table \(table) was not made by Paginator; choose another name with --table"
    case .otherKey(let table, let columns):
      columns.isEmpty
        ? "\(path): the table \(table) has no primary key; leave out --identity, or choose another "
          + "--table"
        : "\(path): the primary key of the table \(table) is \(columns.joined(separator: ", ")); "
          + "use that as --identity, or choose another --table"
    case .otherShape(let table, let isRaw):
      isRaw
        ? "\(path): the table \(table) holds whole items; add --raw, or choose another --table"
        : "\(path): the table \(table) has a column for each member; leave out --raw, or choose "
          + "another --table"
    case .identityMissing(let item, let identity):
      "item \(item) has no string or number at \(identity), which --identity needs of each item; "
        + "its page was not stored"
    case .rowTooLarge(let item):
      "item \(item) is larger than SQLite takes (10^9 bytes); its page was not stored"
    case .bookmarkInvalid(let item, let bookmark):
      "item \(item) has no string or number at \(bookmark), which --bookmark needs; its page was "
        + "not stored"
    case .bookmarkMixed(let item, let bookmark):
      "items have strings and numbers at \(bookmark), which --bookmark cannot compare: see item "
        + "\(item); its page was not stored"
    case .overtaken(let table):
      "\(path): another run of this request writes into \(table); this one has ended, and stored "
        + "nothing more"
    }
  }

  /// Whether the same may succeed later.
  var isRetryable: Bool {
    guard case .database(let failure) = self else { return false }
    return failure.reason == .locked || failure.reason == .full
  }
}

extension SQLiteFailure {
  /// What SQLite refused, and what to do.
  fileprivate func sentence(path: String) -> String {
    switch reason {
    case .locked:
      "\(path) is locked by another program; end that, or try again later"
    case .full: "\(path) cannot grow: the disk is full; make room and try again"
    case .readOnly: "\(path) is read-only; allow writing to it, or choose another --output"
    case .cannotOpen:
      "\(path) cannot be opened; see that its directory exists and can be written to"
    case .notADatabase: "\(path) is not an SQLite database; choose another --output"
    case .tooLarge: "\(path): a value is larger than SQLite takes (10^9 bytes)"
    case .other: "\(path) cannot be written: \(message)"
    }
  }
}
