package import Sessions
package import Store

extension StoreError {
  /// Says what is wrong with a file or an item, and what to do. `path`: the file; `name`: the name
  /// to use for a setting.
  package func sentence(
    path: String, calling name: (StoreSetting) -> String = \.rawValue
  ) -> String {
    switch self {
    case .engineUnavailable(let library, let detail):
      "SQLite is needed, but \(library) cannot be used: \(detail)"
    case .placeUnusable(let problem): "\(path) \(problem.words(name(.path)))"
    case .database(let failure): failure.sentence(path: path, name(.path))
    case .isView(let table):
      "\(path): \(table) is a view; choose another name with \(name(.table))"
    case .foreignTable(let table):
      "\(path): the table \(table) was not made by Paginator; choose another name with "
        + name(.table)
    case .otherKey(let table, let columns):
      columns.isEmpty
        ? "\(path): the table \(table) has no primary key; leave out \(name(.identity)), or choose "
          + "another \(name(.table))"
        : "\(path): the primary key of the table \(table) is \(columns.joined(separator: ", ")); "
          + "use that as \(name(.identity)), or choose another \(name(.table))"
    case .otherShape(let table, let isRaw):
      isRaw
        ? "\(path): the table \(table) holds whole items; add \(name(.raw)), or choose another "
          + name(.table)
        : "\(path): the table \(table) has a column for each member; leave out \(name(.raw)), or "
          + "choose another \(name(.table))"
    case .identityMissing(let item, let path):
      "item \(item) has no string or number at \(path), which \(name(.identity)) needs of each "
        + "item; its page was not stored"
    case .rowTooLarge(let item):
      "item \(item) is larger than SQLite takes (10^9 bytes); its page was not stored"
    case .bookmarkInvalid(let item, let path):
      "item \(item) has no string or number at \(path), which \(name(.bookmark)) needs; its page "
        + "was not stored"
    case .bookmarkMixed(let item, let path):
      "items have strings and numbers at \(path), which \(name(.bookmark)) cannot compare: see "
        + "item \(item); its page was not stored"
    case .overtaken(let table):
      "\(path): another run of this request writes into \(table); this one has ended, and stored "
        + "nothing more"
    }
  }

  /// True when the same operation may succeed later.
  private var isRetryable: Bool {
    guard case .database(let failure) = self else { return false }
    return failure.reason == .locked || failure.reason == .full
  }

  /// The error that clients receive. `path`: the file.
  package func failure(path: String) -> SessionError {
    if case .engineUnavailable(let library, let detail) = self {
      return .engineUnavailable(library: library, detail: detail, isStore: true)
    }
    return .storeFailed(path: path, detail: sentence(path: path), isRetryable: isRetryable)
  }
}

/// A setting that the sentence about a store names; each front end has names of its own. The raw
/// values are the paths in the params of `paginator/open`.
package enum StoreSetting: String, Sendable {
  case path = "store.path"
  case table = "store.table"
  case raw = "store.raw"
  case identity
  case bookmark
}

extension StoreError.PlaceProblem {
  fileprivate func words(_ pathName: String) -> String {
    switch self {
    case .noFolder: "cannot be made: its directory does not exist"
    case .folderReadOnly: "cannot be made: its directory is read-only"
    case .isFolder: "is a directory; choose the name of a file as \(pathName)"
    case .isNoFile: "cannot hold a table; choose another \(pathName)"
    }
  }
}

extension SQLiteFailure {
  /// Says what SQLite refused, and what to do.
  fileprivate func sentence(path: String, _ pathName: String) -> String {
    switch reason {
    case .locked:
      "\(path) is locked by another program; end that, or try again later"
    case .full: "\(path) cannot grow: the disk is full; make room and try again"
    case .readOnly: "\(path) is read-only; allow writing to it, or choose another \(pathName)"
    case .cannotOpen:
      "\(path) cannot be opened; see that its directory exists and can be written to"
    case .notADatabase: "\(path) is not an SQLite database; choose another \(pathName)"
    case .tooLarge: "\(path): a value is larger than SQLite takes (10^9 bytes)"
    case .other: "\(path) cannot be written: \(message)"
    }
  }
}

extension StoreTarget.NameProblem {
  /// The rule for a name, to follow the name of the setting.
  package var words: String {
    switch self {
    case .empty: "must not be empty"
    case .tooLong: "must have at most \(StoreTarget.nameBytesMax) bytes"
    case .holdsNUL: "must not hold U+0000"
    case .reserved(let prefix): "must not begin with \(prefix)"
    }
  }

  /// The name that is expected instead.
  package var expectation: String {
    switch self {
    case .empty: "a table's name that is not empty"
    case .tooLong: "a table's name of at most \(StoreTarget.nameBytesMax) bytes"
    case .holdsNUL: "a table's name without U+0000"
    case .reserved(let prefix): "a table's name that does not begin with \(prefix)"
    }
  }
}
