/// How items are written.
enum OutputFormat: String, CaseIterable {
  /// One item a line, as it is.
  case ndjson
  /// One array, an item a line.
  case json
  /// Rows with RFC 4180 quoting, a line feed at the end of each.
  case csv
  /// The same with tabs.
  case tsv
  /// Aligned columns, for people.
  case table
  /// A page for the browser with a table that can be sorted.
  case html
  /// A table of an SQLite file.
  case sqlite

  /// The format that a file's name asks for where none is given.
  init?(fileName: String) {
    let name = fileName.lowercased()
    guard [".sqlite", ".sqlite3", ".db"].contains(where: name.hasSuffix) else { return nil }
    self = .sqlite
  }

  /// Whether another run can continue what one has begun.
  var isContinuable: Bool {
    switch self {
    case .ndjson, .json, .csv, .tsv, .sqlite: true
    case .table, .html: false
    }
  }

  /// Whether items are taken apart into columns.
  var hasColumns: Bool {
    switch self {
    case .ndjson, .json, .sqlite: false
    case .csv, .tsv, .table, .html: true
    }
  }
}
