/// The statements that write rows of one layout.
///
/// Those for one row take the same parameters: the columns' values from 1 on, then the run and the
/// position.
struct RowStatements {
  /// Adds a row; with an identity only where its key is not there.
  let insert: Statement
  /// Those for tables with an identity.
  let keyed: Keyed?
  /// Those for many rows; nil where a row is too wide, or where users' indexes and triggers see
  /// each change of a table with an identity.
  let many: Many?

  struct Keyed {
    /// Notes the run in a row of that key which is the same in all columns and which this run has
    /// not seen.
    let touch: Statement
    /// Gives the run and the position of the row of that key.
    let probe: Statement
    /// Makes the row of that key the item's.
    let update: Statement
  }

  /// Statements for ``rowCount`` rows: the parameters are the values and the position of each row,
  /// one row after the other, and then the run.
  struct Many {
    let rowCount: Int
    /// Adds the rows whose keys are not there.
    let insert: Statement
    /// Notes the run as ``Keyed/touch`` does, and adds rows whose keys are not there as ones of
    /// ``insertedRun``. nil without an identity.
    let touch: Statement?
  }

  /// The run of a row that was added in place of being changed, until that is known.
  static let insertedRun = Int.min
  /// The number of rows of one statement: more are not faster.
  private static let rowsAtOnce = 20
  /// A statement for many rows has at most this many values.
  private static let valuesAtOnce = 2_000

  init(_ database: Database, _ layout: TableLayout) throws(StoreError) {
    let text = StatementText(layout)
    insert = try database.prepare(text.insert(rows: nil))
    let isKeyed = !layout.identityColumns.isEmpty
    keyed =
      isKeyed
      ? Keyed(
        touch: try database.prepare(text.touch), probe: try database.prepare(text.probe),
        update: try database.prepare(text.update)) : nil
    let count = min(
      RowStatements.rowsAtOnce, RowStatements.valuesAtOnce / (layout.columns.count + 1))
    let isWatched =
      isKeyed ? try TableCatalog(database: database).isWatched(layout.name) : false
    many =
      count > 1 && !isWatched
      ? Many(
        rowCount: count, insert: try database.prepare(text.insert(rows: count)),
        touch: isKeyed ? try database.prepare(text.touch(rows: count)) : nil) : nil
  }
}

/// The texts of these statements.
private struct StatementText {
  private let table: String
  private let columns: [StoredColumn]
  private let names: [String]
  private let keys: [Int]
  /// The column that keeps who else has seen a row; nil: the table has none.
  private let seen: String?

  init(_ layout: TableLayout) {
    table = SQLName.quoted(layout.name)
    seen = layout.seen.map(SQLName.quoted)
    columns = layout.columns
    names = columns.map { SQLName.quoted($0.name) }
    keys = layout.identityColumns.compactMap { $0 }
  }

  /// Equal keys of another type, as 1 and 1.0, are written again.
  private var written: [Int] {
    columns.indices.filter { !columns[$0].isKey || columns[$0].type == .any }
  }

  // MARK: One row

  private var run: String { "?\(columns.count + 1)" }
  private var position: String { "?\(columns.count + 2)" }
  private var notes: String { notes(run, position: position) }
  private var key: String {
    keys.map { "\(names[$0]) = ?\($0 + 1)" }.joined(separator: " AND ")
  }

  var touch: String {
    "UPDATE \(table) SET \(notes) WHERE \(key) AND _run IS NOT \(run)"
      + sameValues { "?\($0 + 1)" }
  }

  var probe: String { "SELECT _run, _position FROM \(table) WHERE \(key)" }

  var update: String {
    let assignments = written.map { "\(names[$0]) = ?\($0 + 1)" }
    return "UPDATE \(table) SET \(list(assignments + [notes])) WHERE \(key)"
  }

  // MARK: Many

  /// nil: for one row.
  func insert(rows: Int?) -> String {
    let values =
      rows.map { self.rows($0, run: manyRun($0)) }
      ?? "(\(list(columns.indices.map { "?\($0 + 1)" } + [run, position])))"
    let insert = "INSERT INTO \(table)(\(list(names + ["_run", "_position"]))) VALUES\(values)"
    return keys.isEmpty ? insert : insert + " \(conflict) DO NOTHING"
  }

  func touch(rows: Int) -> String {
    let run = manyRun(rows)
    let inserted = String(RowStatements.insertedRun)
    return """
      INSERT INTO \(table)(\(list(names + ["_run", "_position"])))
      VALUES\(self.rows(rows, run: inserted))
      \(conflict) DO UPDATE SET \(notes(run, position: "excluded._position"))
      WHERE _run IS NOT \(run) AND _run IS NOT \(inserted)\(sameValues { "excluded.\(names[$0])" })
      """
  }

  private func manyRun(_ rows: Int) -> String { "?\(rows * (columns.count + 1) + 1)" }

  private var conflict: String { "ON CONFLICT(\(list(keys.map { names[$0] })))" }

  private func rows(_ count: Int, run: String) -> String {
    let width = columns.count + 1
    return list(
      (0..<count).map { row in
        let values = columns.indices.map { "?\(row * width + $0 + 1)" }
        return "(\(list(values + [run, "?\((row + 1) * width)"])))"
      })
  }

  // MARK: Both

  /// Notes the run and its position in a row. A later run of the same request stays: what it has
  /// seen it need not see again.
  private func notes(_ run: String, position: String) -> String {
    let fingerprint = "SELECT fingerprint FROM paginator_runs WHERE run ="
    let isSeenLater = """
      \(table)._run > \(run) AND (\(fingerprint) \(table)._run) = (\(fingerprint) \(run))
      """
    return """
      _run = CASE WHEN \(isSeenLater) THEN \(table)._run ELSE \(run) END,
      _position = CASE WHEN \(isSeenLater) THEN \(table)._position ELSE \(position) END\
      \(seenNote(run))
      """
  }

  /// Keeps the run that has seen the row last, where it was another request's.
  private func seenNote(_ run: String) -> String {
    guard let seen else { return "" }
    let kept = "\(table).\(seen)"
    let object = "CASE WHEN json_valid(\(kept)) THEN \(kept) ELSE '{}' END"
    let path = "'$.\"' || fingerprint || '\"'"
    return """
      , \(seen) = ifnull((
        SELECT json_set(\(object), \(path), max(run, ifnull(json_extract(\(object), \(path)), run)))
        FROM paginator_runs
        WHERE run = \(table)._run
          AND fingerprint <> (SELECT fingerprint FROM paginator_runs WHERE run = \(run))), \(kept))
      """
  }

  /// The condition that the columns hold the given values: as rows, because a chain of a thousand
  /// comparisons is deeper than SQLite takes. Only columns of any type need a look at the type: to
  /// SQLite, 1 is 1.0.
  private func sameValues(_ given: (Int) -> String) -> String {
    func compared(_ indexes: [Int], _ wrap: (String) -> String, _ sign: String) -> String {
      if indexes.isEmpty { return "" }
      let stored = list(indexes.map { wrap(names[$0]) })
      let given = list(indexes.map { wrap(given($0)) })
      return indexes.count == 1
        ? " AND \(stored) \(sign) \(given)" : " AND (\(stored)) \(sign) (\(given))"
    }
    let anyTyped = written.filter { columns[$0].type == .any }
    return compared(written, { $0 }, "IS") + compared(anyTyped, { "typeof(\($0))" }, "=")
  }
}

private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }
