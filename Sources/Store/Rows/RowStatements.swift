/// The statements that write rows of one layout.
///
/// All take the same parameters: the columns' values from 1 on, then the run and the position.
struct RowStatements {
  /// Adds a row; with an identity only where its key is not there.
  let insert: Statement
  /// Those for tables with an identity.
  let keyed: Keyed?

  struct Keyed {
    /// Notes the run in a row of that key which is the same in all columns and which this run has
    /// not seen.
    let touch: Statement
    /// Gives 1 for a row of that key which this run has seen, 0 for one which it has not.
    let probe: Statement
    /// Makes the row of that key the item's.
    let update: Statement
  }

  init(_ database: Database, _ layout: TableLayout) throws(StoreError) {
    let table = SQLName.quoted(layout.name)
    let columns = layout.columns
    let names = columns.map { SQLName.quoted($0.name) }
    let (run, position) = ("?\(columns.count + 1)", "?\(columns.count + 2)")
    let keys = layout.identityColumns.compactMap { $0 }
    let values = columns.indices.map { "?\($0 + 1)" } + [run, position]
    var insert =
      "INSERT INTO \(table)(\(list(names + ["_run", "_position"]))) VALUES(\(list(values)))"
    guard !keys.isEmpty else {
      self.insert = try database.prepare(insert)
      keyed = nil
      return
    }
    insert += " ON CONFLICT(\(list(keys.map { names[$0] }))) DO NOTHING"
    let key = keys.map { "\(names[$0]) = ?\($0 + 1)" }.joined(separator: " AND ")
    // Equal keys of another type, as 1 and 1.0, are written anew.
    let written = columns.indices.filter { !columns[$0].isKey || columns[$0].type == .any }
    let notes = "_run = \(run), _position = \(position)"
    let assignments = written.map { "\(names[$0]) = ?\($0 + 1)" }
    let same = RowStatements.sameValues(written, columns, names)
    self.insert = try database.prepare(insert)
    keyed = Keyed(
      touch: try database.prepare(
        "UPDATE \(table) SET \(notes) WHERE \(key) AND _run IS NOT \(run)\(same)"),
      probe: try database.prepare("SELECT _run IS \(run) FROM \(table) WHERE \(key)"),
      update: try database.prepare(
        "UPDATE \(table) SET \(list(assignments + [notes])) WHERE \(key)"))
  }

  /// The condition that these columns hold the parameters' values: as rows, because a chain of a
  /// thousand comparisons is deeper than SQLite takes. Only columns of any type need a look at the
  /// type: to SQLite, 1 is 1.0.
  private static func sameValues(
    _ indexes: [Int], _ columns: [StoredColumn], _ names: [String]
  ) -> String {
    func compared(_ indexes: [Int], _ wrap: (String) -> String, _ sign: String) -> String {
      if indexes.isEmpty { return "" }
      let stored = list(indexes.map { wrap(names[$0]) })
      let given = list(indexes.map { wrap("?\($0 + 1)") })
      return indexes.count == 1
        ? " AND \(stored) \(sign) \(given)" : " AND (\(stored)) \(sign) (\(given))"
    }
    let anyTyped = indexes.filter { columns[$0].type == .any }
    return compared(indexes, { $0 }, "IS") + compared(anyTyped, { "typeof(\($0))" }, "=")
  }
}

private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }
