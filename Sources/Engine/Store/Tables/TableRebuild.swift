import Text

/// Gives columns of a table another type, which SQLite can do only by copying the table.
///
/// Rowids, and the indexes, triggers and views that users have made, stay.
struct TableRebuild {
  /// The names by which SQLite gives a rowid, unless a column has them.
  private static let rowidNames = ["rowid", "_rowid_", "oid"]
  /// The beginning of each table's statement, whatever its maker wrote.
  private static let start = "CREATE TABLE "
  private static let types: Set = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]

  let database: Database
  let table: String

  /// Makes these columns hold any type, in the transaction that is open.
  func widen(_ columns: [String]) throws(StoreError) {
    let schema = try database.rows(
      """
      SELECT type, sql FROM sqlite_schema
      WHERE tbl_name = ?1 COLLATE NOCASE AND sql IS NOT NULL ORDER BY rowid
      """, [.text(table)])
    let rows = try database.rows("SELECT name, hidden FROM pragma_table_xinfo(?1)", [.text(table)])
    let names = rows.compactMap { $0[0].text }
    // No table but Paginator's own has such a name.
    let copy = "paginator_new_" + table
    guard let sql = schema.first(where: { $0[0] == "table" })?[1].text,
      let definition = try widened(sql, columns, name: copy)
    else { throw .foreignTable(table: table) }
    let plain = rows.compactMap { $0[1] == 0 ? $0[0].text.map(SQLName.quoted) : nil }
    let folded = Set(names.map(SQLName.folded))
    let rowid = TableRebuild.rowidNames.first { !folded.contains(SQLName.folded($0)) }
    // If columns use all of its names, the rowid cannot be read; the order is kept anyway.
    let list = ((rowid.map { [$0] } ?? []) + plain).joined(separator: ", ")
    let (old, new) = (SQLName.quoted(table), SQLName.quoted(copy))
    try database.execute(definition)
    try database.execute("INSERT INTO \(new)(\(list)) SELECT \(list) FROM \(old)")
    try database.execute("DROP TABLE \(old)")
    try database.execute("ALTER TABLE \(new) RENAME TO \(old)")
    for object in schema where object[0] != "table" {
      if let sql = object[1].text { try database.execute(sql) }
    }
  }

  /// The statement for a table of another name whose columns of these names hold any type; nil where
  /// the text is not understood. What users have added stays: SQLite itself finds the columns, as it
  /// gives those of an empty copy names that are nowhere else.
  private func widened(
    _ sql: String, _ columns: [String], name: String
  ) throws(StoreError) -> String? {
    guard sql.hasPrefix(TableRebuild.start) else { return nil }
    let copy = SQLName.quoted(name)
    try database.execute("CREATE TEMP TABLE " + sql.dropFirst(TableRebuild.start.count))
    try database.execute("ALTER TABLE temp.\(SQLName.quoted(table)) RENAME TO \(copy)")
    let marks = columns.indices.map { "\"paginator_column_\($0)\"" }
    for (column, mark) in zip(columns, marks) {
      try database.execute(
        "ALTER TABLE temp.\(copy) RENAME COLUMN \(SQLName.quoted(column)) TO \(mark)")
    }
    let named = "SELECT sql FROM sqlite_temp_schema WHERE name = ?1"
    var text = try database.value(named, [.text(name)])?.text ?? ""
    try database.execute("DROP TABLE temp.\(copy)")
    for (column, mark) in zip(columns, marks) {
      let words = text.ranges(of: mark).map { place in
        text[place.upperBound...].drop(while: \.isWhitespace).prefix(while: \.isLetter)
      }
      let type = words.first { TableRebuild.types.contains($0.uppercased()) }
      guard let type else { return nil }
      text.replaceSubrange(type.startIndex..<type.endIndex, with: ColumnType.any.rawValue)
      text = text.replacing(mark, with: SQLName.quoted(column))
    }
    return text
  }
}
