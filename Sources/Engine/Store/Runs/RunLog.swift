import JSON
import Pagination

/// The table `paginator_runs`: one row for each run of the file.
struct RunLog {
  static let table = "paginator_runs"

  let database: Database
  let target: StoreTarget
  let request: RunRequest

  func makeTable() throws(StoreError) {
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS paginator_runs(
        run INTEGER PRIMARY KEY AUTOINCREMENT, table_name TEXT NOT NULL, request TEXT NOT NULL,
        fingerprint TEXT NOT NULL, started TEXT NOT NULL, ended TEXT,
        pages INTEGER NOT NULL DEFAULT 0, items INTEGER NOT NULL DEFAULT 0,
        inserted INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0,
        unchanged INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
        duplicates INTEGER NOT NULL DEFAULT 0, verdict TEXT, end_reason TEXT, bookmark ANY,
        checkpoint TEXT, \(RunLog.added.map { "\($0.name) \($0.type)" }.joined(separator: ", "))
        ) STRICT
      """)
    let names = try columns()
    for column in RunLog.added where !names.contains(column.name) {
      try database.execute("ALTER TABLE paginator_runs ADD COLUMN \(column.name) \(column.type)")
    }
  }

  /// The columns that files of earlier versions lack.
  private static let added = [
    (name: "proof", type: "TEXT"), (name: "rows_before", type: "INTEGER"),
    (name: "not_pruned", type: "TEXT"), (name: "reported", type: "INTEGER"),
    (name: "start", type: "TEXT"),
  ]

  private func columns() throws(StoreError) -> Set<String> {
    Set(
      try database.rows("SELECT name FROM pragma_table_info('paginator_runs')")
        .compactMap { $0[0].text })
  }

  // MARK: Reading

  /// The condition that a run is one of this request into this table.
  private static let ours = "table_name = ?1 COLLATE NOCASE AND fingerprint = ?2"

  var names: [SQLValue] { [.text(target.table), .text(request.fingerprint)] }

  /// The latest run of the request into the table; the caller knows that the log is there.
  func latest() throws(StoreError) -> RunRecord? {
    try record(where: "\(RunLog.ours) ORDER BY run DESC LIMIT 1", names)
  }

  /// The latest one that could be continued, or could have been: it has a checkpoint.
  func latestContinuable() throws(StoreError) -> RunRecord? {
    try record(where: "\(RunLog.ours) AND checkpoint IS NOT NULL ORDER BY run DESC LIMIT 1", names)
  }

  /// A run by its number.
  func record(of run: Int) throws(StoreError) -> RunRecord? {
    try record(where: "run = ?1", [.integer(run)])
  }

  private func record(
    where condition: String, _ values: [SQLValue]
  ) throws(StoreError) -> RunRecord? {
    let rows = try database.rows(
      """
      SELECT run, pages, items, inserted, updated, unchanged, deleted, duplicates, verdict,
        checkpoint
      FROM paginator_runs WHERE \(condition)
      """, values)
    guard let row = rows.first, let run = row[0].integer else { return nil }
    let numbers = row[1...7].map { $0.integer ?? 0 }
    var counts = RunCounts(pages: numbers[0], items: numbers[1], duplicates: numbers[6])
    (counts.inserted, counts.updated) = (numbers[2], numbers[3])
    (counts.unchanged, counts.deleted) = (numbers[4], numbers[5])
    return RunRecord(
      run: run, counts: counts, verdict: row[8].text, note: row[9].text.flatMap(RunNote.init))
  }

  /// The number of earlier bookmarks that are searched for one of the same path.
  private static let bookmarksMax = 100

  /// The bookmark of the latest complete run that has one of the same path, and that run's note.
  func bookmark() throws(StoreError) -> (value: JSONOrdered?, note: RunNote)? {
    guard let path = request.bookmarkPath else { return nil }
    let rows = try database.rows(
      """
      SELECT bookmark, checkpoint FROM paginator_runs
      WHERE \(RunLog.ours) AND verdict = 'complete' AND bookmark IS NOT NULL
      ORDER BY run DESC LIMIT \(RunLog.bookmarksMax)
      """, names)
    for row in rows {
      guard let note = row[1].text.flatMap(RunNote.init), note.bookmarkPath == path else {
        continue
      }
      return (RunLog.bookmark(row[0], note), note)
    }
    return nil
  }

  /// Returns the bookmark that its column holds; a text may be a number that no column holds
  /// exactly.
  private static func bookmark(_ value: SQLValue, _ note: RunNote) -> JSONOrdered? {
    if let greatest = note.greatest, RunLog.value(of: greatest) == value { return greatest }
    return switch value {
    case .null: nil
    case .integer(let integer): .number(JSONNumber(integer))
    case .real(let real):
      JSONNumber.isLiteral(real.description)
        ? .number(JSONNumber(text: real.description)) : .string(real.description)
    case .text(let text): .string(text)
    }
  }

  /// Returns the stored form of a bookmark, the same as for the items' values.
  private static func value(of bookmark: JSONOrdered?) -> SQLValue {
    bookmark.map(SQLValue.init) ?? .null
  }

  // MARK: Writing

  private static let now = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"

  /// Begins a run and gives its number.
  func begin() throws(StoreError) -> Int {
    try database.value(
      """
      INSERT INTO paginator_runs(table_name, fingerprint, request, started)
      VALUES(?1, ?2, ?3, \(RunLog.now)) RETURNING run
      """, names + [.text(request.shown)])?.integer ?? 0
  }

  /// Writes what a run has done so far; it has not ended.
  func save(_ record: RunRecord) throws(StoreError) {
    let counts = record.counts
    try database.execute(
      """
      UPDATE paginator_runs SET pages = ?1, items = ?2, inserted = ?3, updated = ?4,
        unchanged = ?5, deleted = ?6, duplicates = ?7, checkpoint = ?8, verdict = NULL,
        ended = NULL, end_reason = NULL
      WHERE run = ?9
      """,
      [
        .integer(counts.pages), .integer(counts.items), .integer(counts.inserted),
        .integer(counts.updated), .integer(counts.unchanged), .integer(counts.deleted),
        .integer(counts.duplicates), SQLValue(record.note?.text), .integer(record.run),
      ])
  }

  /// Writes how a run has ended.
  func end(
    _ record: RunRecord, _ end: RunEnd, bookmark: JSONOrdered?, notPruned: String?
  ) throws(StoreError) {
    try database.execute(
      """
      UPDATE paginator_runs SET ended = \(RunLog.now), verdict = ?1, end_reason = ?2,
        deleted = ?3, bookmark = ?4, checkpoint = ?5, proof = ?6, not_pruned = ?7, reported = ?8,
        start = ?9
      WHERE run = ?10
      """,
      [
        SQLValue(record.verdict), SQLValue(end.reason), .integer(record.counts.deleted),
        RunLog.value(of: bookmark), SQLValue(record.note?.text),
        SQLValue(record.verdict == Verdict.complete.rawValue ? end.proof?.rawValue : nil),
        SQLValue(notPruned), end.isReportedLater ? 0 : .null, SQLValue(end.start),
        .integer(record.run),
      ])
  }

  // MARK: Whether an end was reported

  /// The latest run of the request, where it has ended and that was not reported.
  func unreported() throws(StoreError) -> (run: Int, reason: String?)? {
    guard try columns().contains("reported") else { return nil }
    let rows = try database.rows(
      """
      SELECT run, end_reason, reported FROM paginator_runs
      WHERE \(RunLog.ours) ORDER BY run DESC LIMIT 1
      """, names)
    guard let row = rows.first, let run = row[0].integer, row[2].integer == 0 else { return nil }
    return (run, row[1].text)
  }

  /// Notes that the run's end was reported.
  func noteReported(_ run: Int) throws(StoreError) {
    try database.execute("UPDATE paginator_runs SET reported = 1 WHERE run = ?1", [.integer(run)])
  }

  // MARK: Others

  /// True when another request has a run into the table.
  func hasOtherRequests() throws(StoreError) -> Bool {
    try database.value(
      """
      SELECT 1 FROM paginator_runs
      WHERE table_name = ?1 COLLATE NOCASE AND fingerprint <> ?2 LIMIT 1
      """, names) != nil
  }

  /// Returns what the request may prune from the table. `parts`: the columns that tell the rows of
  /// parts apart; nil if the run has no parts.
  func pruning(_ layout: TableLayout, parts: [String]? = nil) -> Pruning {
    Pruning(log: self, layout: layout, parts: parts)
  }

  /// Notes how many rows of the request the table had before the run.
  func noteRowsBefore(_ rows: Int, run: Int) throws(StoreError) {
    try database.execute(
      "UPDATE paginator_runs SET rows_before = ?1 WHERE run = ?2", [.integer(rows), .integer(run)])
  }

  /// Returns the row count at the run's start; nil if it was not counted.
  func rowsBefore(run: Int) throws(StoreError) -> Int? {
    try database.value("SELECT rows_before FROM paginator_runs WHERE run = ?1", [.integer(run)])?
      .integer
  }

  /// The latest other complete run of the request that had items, and read the whole list.
  func otherComplete(than run: Int) throws(StoreError) -> Int? {
    try database.value(
      """
      SELECT max(run) FROM paginator_runs
      WHERE \(RunLog.ours) AND verdict = 'complete' AND proof IS NOT NULL AND start IS NULL AND items > 0
        AND run <> ?3
      """, names + [.integer(run)])?.integer
  }

  /// Makes earlier runs into a table that is made again count for nothing: their rows are gone.
  func forgetOthers(than run: Int) throws(StoreError) {
    try database.execute(
      """
      UPDATE paginator_runs SET checkpoint = NULL, bookmark = NULL
      WHERE table_name = ?1 COLLATE NOCASE AND items > 0 AND run <> ?2
      """, [.text(target.table), .integer(run)])
  }
}
