/// Gives columns of a table another type, which SQLite can do only by copying the table.
///
/// Rowids, and the indexes, triggers and views that users have made, stay.
struct TableRebuild {
  /// The names by which SQLite gives a rowid, unless a column has them.
  private static let rowidNames = ["rowid", "_rowid_", "oid"]

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
      let definition = TableDefinition(sql).widened(columns, name: copy)
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
}
