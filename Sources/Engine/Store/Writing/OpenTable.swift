/// A table of an open file that pages are written to.
final class OpenTable {
  private let database: Database
  private let catalog: TableCatalog
  private let target: StoreTarget
  /// The layout and its statements, for one version of the file's schema.
  private var prepared: Prepared?

  private struct Prepared {
    var schemaVersion: Int
    var layout: TableLayout
    var writer: RowWriter?
  }

  init(_ database: Database, _ target: StoreTarget) {
    self.database = database
    self.target = target
    catalog = TableCatalog(database: database)
  }

  // MARK: Looking

  /// The table's layout as it is now; fails where the table does not fit.
  func currentLayout() throws(StoreError) -> TableLayout {
    let version = try catalog.schemaVersion()
    if let prepared, prepared.schemaVersion == version { return prepared.layout }
    let layout = try catalog.layout(of: target)
    prepared = Prepared(schemaVersion: version, layout: layout)
    return layout
  }

  private func prepare(_ layout: TableLayout) throws(StoreError) {
    prepared = Prepared(schemaVersion: try catalog.schemaVersion(), layout: layout)
  }

  // MARK: Writing

  /// Writes items as rows, in the open transaction; true: the table was made for them.
  /// `read`: the rows, where they were read before, which are taken, as they may be large;
  /// `isShared`: other requests have runs into the table, too; `itemsBefore`: the number of
  /// items that the run had before its list was begun again.
  func write(
    _ page: StoreRun.Page, read: inout PageRows?, run: Int, isShared: Bool,
    itemsBefore: Int, _ counts: inout RunCounts
  ) throws(StoreError) -> Bool {
    let layout = try currentLayout()
    // Without a table, then and now, the layouts are the same.
    var known = read.take()
    if layout.exists || known?.layout.exists == true { known = nil }
    if known == nil { known = try PageRows(page, layout: layout, firstItem: counts.items) }
    guard var rows = known.take() else { return false }
    if !TableCatalog.fits(rows.layout, rows.types) {
      try prepare(catalog.fit(rows.layout, rows.types))
    }
    if isShared, !target.identity.isEmpty, prepared?.layout.seen == nil {
      try catalog.addSeen(to: prepared?.layout ?? rows.layout)
      try prepare(catalog.layout(of: target))
    }
    var writer = prepared?.writer
    if writer == nil { writer = try RowWriter(database, prepared?.layout ?? rows.layout) }
    guard var writer, let document = page.document else { return false }
    try writer.write(&rows, document, run: run, itemsBefore: itemsBefore, &counts)
    prepared?.writer = writer
    return !layout.exists
  }

  /// Forgets what was prepared in a transaction that has failed, as it does not exist.
  func forget() { prepared = nil }
}
