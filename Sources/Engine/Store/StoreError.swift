package import JSON

/// The reason why a table cannot be written, or a page cannot be stored.
package enum StoreError: Error, Equatable, Sendable {
  /// SQLite is missing or too old.
  case engineUnavailable(library: String, detail: String)
  /// The path leads to nothing that could be a database file.
  case placeUnusable(PlaceProblem)
  /// SQLite refuses.
  case database(SQLiteFailure)
  /// A view with the table's name exists.
  case isView(table: String)
  /// There is a table of that name which Paginator has not made.
  case foreignTable(table: String)
  /// The table's rows are known by other columns than the wanted identity; none: by nothing.
  case otherKey(table: String, columns: [String])
  /// The table holds whole items and was requested members, or the other way round.
  case otherShape(table: String, isRaw: Bool)
  /// An item of the page, counted from 0 in the run, has no string or number at the path.
  case identityMissing(item: Int, path: JSONPath)
  /// An item makes a row of more bytes than SQLite takes.
  case rowTooLarge(item: Int)
  /// An item has something else than a string or number at the bookmark's path.
  case bookmarkInvalid(item: Int, path: JSONPath)
  /// Some items have strings at the bookmark's path, and some numbers.
  case bookmarkMixed(item: Int, path: JSONPath)
  /// Another run of the same request has stored a page meanwhile.
  case overtaken(table: String)

  /// The problem with a path.
  package enum PlaceProblem: Sendable, Equatable {
    /// The folder that the file should be in is not there.
    case noFolder
    /// No file may be made in that folder.
    case folderReadOnly
    case isFolder
    /// A pipe, a device or the like.
    case isNoFile
  }
}
