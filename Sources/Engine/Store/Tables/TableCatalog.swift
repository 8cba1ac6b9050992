/// The catalog of a file's tables: reads layouts, and creates and changes tables to fit a page.
///
/// `paginator_columns` keeps which member a column holds; a table that it does not know was not
/// made by Paginator.
struct TableCatalog {
  static let columnsTable = "paginator_columns"

  let database: Database

  /// A number that changes whenever any program changes a table.
  func schemaVersion() throws(StoreError) -> Int {
    try database.value("PRAGMA schema_version")?.integer ?? 0
  }

  /// True when the file has a table of that name.
  func hasTable(_ name: String) throws(StoreError) -> Bool {
    try database.value(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1", [.text(name)]) != nil
  }

  /// True when users have made indexes or triggers for the table.
  func isWatched(_ table: String) throws(StoreError) -> Bool {
    try database.value(
      """
      SELECT 1 FROM sqlite_schema
      WHERE tbl_name = ?1 COLLATE NOCASE AND type IN ('index', 'trigger') AND sql IS NOT NULL
      """, [.text(table)]) != nil
  }

  // MARK: Reading

  /// The layout of the target's table, which may not exist yet.
  func layout(of target: StoreTarget) throws(StoreError) -> TableLayout {
    let found = try database.rows(
      """
      SELECT name, type, strict FROM pragma_table_list
      WHERE schema = 'main' AND name = ?1 COLLATE NOCASE
      """, [.text(target.table)])
    guard let facts = found.first, let name = facts[0].text else {
      return TableLayout(new: target)
    }
    if facts[1].text == "view" { throw .isView(table: name) }
    let members = try members(ofTable: name)
    let rows = try database.rows(
      "SELECT name, type, pk, hidden FROM pragma_table_xinfo(?1)", [.text(name)])
    let isOurs =
      facts[1].text == "table" && facts[2] == 1
      && [ColumnNames.run, ColumnNames.position].allSatisfy { own in
        let folded = SQLName.folded(own)
        return members[folded] != nil
          && rows.contains { $0[0].text.map(SQLName.folded) == folded }
      }
    guard isOurs else { throw .foreignTable(table: name) }
    let isRaw = members[SQLName.folded(ColumnNames.item)] == .some(nil)
    guard isRaw == target.isRaw else { throw .otherShape(table: name, isRaw: isRaw) }
    let layout = try layout(of: target, name, rows, members)
    try check(layout, rows)
    return layout
  }

  /// The members of a table's columns, by the columns' folded names; nil inside: no member's.
  private func members(ofTable name: String) throws(StoreError) -> [[UInt8]: String?] {
    guard try hasTable(TableCatalog.columnsTable) else { return [:] }
    let rows = try database.rows(
      "SELECT column_name, member FROM paginator_columns WHERE table_name = ?1 COLLATE NOCASE",
      [.text(name)])
    var members: [[UInt8]: String?] = [:]
    for row in rows {
      if let column = row[0].text { members[SQLName.folded(column)] = .some(row[1].text) }
    }
    return members
  }

  private func layout(
    of target: StoreTarget, _ name: String, _ rows: [[SQLValue]], _ members: [[UInt8]: String?]
  ) throws(StoreError) -> TableLayout {
    var layout = TableLayout(target, existing: name)
    for row in rows {
      guard let column = row[0].text else { continue }
      let folded = SQLName.folded(column)
      let place = row[2].integer ?? 0
      let source: StoredColumn.Source?
      switch members[folded] {
      case .some(.some(let member)): source = .member(Array(member.utf8))
      case .some(.none) where folded == SQLName.folded(ColumnNames.rest): source = .rest
      case .some(.none) where folded == SQLName.folded(ColumnNames.item): source = .item
      case .some(.none) where place > 0 && place <= target.identity.count:
        source = .path(target.identity[place - 1])
      case .some(.none) where folded.starts(with: SQLName.folded(ColumnNames.seen)):
        layout.setSeen(column)
        continue
      default: source = nil
      }
      guard let source, row[3] == 0 else {
        layout.reserve(column)
        continue
      }
      layout.add(
        StoredColumn(
          name: column, source: source, isKey: place > 0,
          type: row[1].text.flatMap(ColumnType.init) ?? .any))
    }
    return layout
  }

  /// Makes sure that the primary key is the identity.
  private func check(_ layout: TableLayout, _ rows: [[SQLValue]]) throws(StoreError) {
    let columns = rows.filter { ($0[2].integer ?? 0) > 0 }
      .sorted { ($0[2].integer ?? 0) < ($1[2].integer ?? 0) }
      .compactMap { $0[0].text }
    let wanted = TableLayout(new: layout.target)
    let identity = layout.target.identity
    var isSame = identity.count == columns.count
    for (path, column) in zip(identity, columns) {
      let stored = layout.columns.first { $0.name.utf8.elementsEqual(column.utf8) }
      if let key = TableLayout.key(of: path, layout.target) {
        isSame = isSame && stored?.source == .member(key)
      } else {
        let name = wanted.columns.first { $0.source == .path(path) }?.name
        isSame =
          isSame && stored?.source == .path(path)
          && name.map(SQLName.folded) == SQLName.folded(column)
      }
    }
    guard isSame else { throw .otherKey(table: layout.name, columns: columns) }
  }

  // MARK: Making and changing

  /// Makes the tables that Paginator keeps its own facts in.
  func makeColumnsTable() throws(StoreError) {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS paginator_columns(
        table_name TEXT NOT NULL, column_name TEXT NOT NULL, member TEXT,
        PRIMARY KEY(table_name, column_name)) STRICT
      """)
  }

  /// True when a table of that layout can hold values of these types as it is.
  static func fits(_ layout: TableLayout, _ types: [ColumnType?]) -> Bool {
    guard layout.exists else { return false }
    return zip(layout.columns, types).allSatisfy { column, type in
      guard let old = column.type else { return false }
      return old == .any || type == nil || old == type
    }
  }

  /// Makes the table fit the values of a page, which have these types; gives the layout with all
  /// columns there. What the file does not know of is added, and columns of another type than
  /// their values are widened.
  func fit(_ layout: TableLayout, _ types: [ColumnType?]) throws(StoreError) -> TableLayout {
    var fitting = layout
    var added: [StoredColumn] = []
    var widened: [String] = []
    for (index, type) in types.enumerated() {
      let column = layout.columns[index]
      if let old = column.type {
        guard let type, old != .any, old != type else { continue }
        fitting.setType(.any, ofColumn: index)
        widened.append(column.name)
      } else {
        fitting.setType(type ?? .any, ofColumn: index)
        added.append(fitting.columns[index])
      }
    }
    if !layout.exists {
      try make(fitting)
      return try self.layout(of: layout.target)
    }
    for column in added {
      try database.execute(
        "ALTER TABLE \(SQLName.quoted(layout.name)) ADD COLUMN \(definition(column))")
      try note(column.name, member: column.member, of: layout.name)
    }
    if !widened.isEmpty {
      try TableRebuild(database: database, table: layout.name).widen(widened)
    }
    return fitting
  }

  private func make(_ layout: TableLayout) throws(StoreError) {
    var parts = layout.columns.map(definition)
    parts += ["\"_run\" INTEGER", "\"_position\" INTEGER"]
    let key = layout.identityColumns.compactMap { $0.map { layout.columns[$0].name } }
    if !key.isEmpty {
      parts.append("PRIMARY KEY(\(key.map(SQLName.quoted).joined(separator: ", ")))")
    }
    try database.execute(
      "CREATE TABLE \(SQLName.quoted(layout.name))(\(parts.joined(separator: ", "))) STRICT")
    try database.execute(
      "DELETE FROM paginator_columns WHERE table_name = ?1 COLLATE NOCASE", [.text(layout.name)])
    for column in layout.columns {
      try note(column.name, member: column.member, of: layout.name)
    }
    for name in [ColumnNames.run, ColumnNames.position] {
      try note(name, member: nil, of: layout.name)
    }
  }

  /// Gives the table the column that keeps who else has seen a row.
  func addSeen(to layout: TableLayout) throws(StoreError) {
    var layout = layout
    let name = layout.addSeen()
    try database.execute(
      "ALTER TABLE \(SQLName.quoted(layout.name)) ADD COLUMN \(SQLName.quoted(name)) TEXT")
    try note(name, member: nil, of: layout.name)
  }

  private func definition(_ column: StoredColumn) -> String {
    let type = (column.type ?? .any).rawValue
    return "\(SQLName.quoted(column.name)) \(type)\(column.isKey ? " NOT NULL" : "")"
  }

  private func note(_ column: String, member: String?, of table: String) throws(StoreError) {
    try database.execute(
      "INSERT OR REPLACE INTO paginator_columns VALUES(?1, ?2, ?3)",
      [.text(table), .text(column), SQLValue(member)])
  }
}
