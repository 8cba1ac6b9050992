import Pagination

/// The rows that a request may delete from a table: those that it has seen before and no longer
/// has.
///
/// A row belongs to every request that has seen it: the one of `_run`, and those in `_seen`, which
/// a table has that several requests write to. A row of others only ceases to belong to this one.
struct Pruning {
  let log: RunLog
  let layout: TableLayout
  /// The columns that tell the rows of parts from each other; nil: the run has no parts.
  let parts: [String]?

  /// Since which run a row must not have been seen; with parts, what its part says, which may be
  /// NULL.
  private var since: String { part("unseen_since") ?? "?3" }

  private func part(_ name: String) -> String? {
    parts.map { RunLog.partValue(name, of: $0, in: table) }
  }

  private var table: String { SQLName.quoted(layout.name) }
  private var names: [SQLValue] { log.names }

  /// The runs of the request: the parameters 1 and 2 are ``names``.
  private static let own = """
    (SELECT run FROM paginator_runs WHERE table_name = ?1 COLLATE NOCASE AND fingerprint = ?2)
    """

  /// `_seen` as valid JSON in any case; nil if the table has no such column.
  private var seen: String? {
    layout.seen.map(SQLName.quoted).map { "CASE WHEN json_valid(\($0)) THEN \($0) ELSE '{}' END" }
  }

  private static let path = "'$.\"' || ?2 || '\"'"

  /// The request's latest run that has seen a row; NULL: none has. Of runs that store at once, an
  /// earlier one may have seen the row after a later one and another request.
  private var lastSeen: String {
    guard let seen else { return "CASE WHEN _run IN \(Pruning.own) THEN _run END" }
    let kept = "json_extract(\(seen), \(Pruning.path))"
    return "CASE WHEN _run IN \(Pruning.own) THEN max(_run, ifnull(\(kept), _run)) ELSE \(kept) END"
  }

  /// Counts the rows that the request has.
  func rowCount() throws(StoreError) -> Int {
    try count("SELECT count(*) FROM \(table) WHERE \(lastSeen) IS NOT NULL", names)
  }

  /// Counts the request's rows that no run from `run` on has seen.
  func rowCount(unseenSince run: Int) throws(StoreError) -> Int {
    try count("SELECT count(*) FROM \(table) WHERE \(lastSeen) < \(since)", names + [.integer(run)])
  }

  /// The number of them that are deleted, as no other request has seen them.
  func deletedRowCount(unseenSince run: Int) throws(StoreError) -> Int {
    let isShared = seen == nil ? "0" : "(\(others)) IS NOT NULL"
    return try count(
      """
      SELECT count(*) FROM \(table)
      WHERE _run IN \(Pruning.own) AND \(lastSeen) < \(since) AND NOT \(isShared)
      """, names + [.integer(run)])
  }

  /// The latest run of another request that has seen a row; NULL: none has.
  private var others: String {
    "SELECT max(value) FROM json_each(\(seen ?? "'{}'")) WHERE key <> ?2 AND type = 'integer'"
  }

  /// Counts those unseen rows that belong to parts which this run has read to the end.
  func completePartsRowCount(unseenSince run: Int) throws(StoreError) -> Int {
    guard let complete = part("complete_run") else { return 0 }
    return try count(
      "SELECT count(*) FROM \(table) WHERE \(lastSeen) < ?3 AND \(complete) = ?3",
      names + [.integer(run)])
  }

  /// Counts those unseen rows that belong to parts of which no items came.
  func emptyPartsRowCount(unseenSince run: Int) throws(StoreError) -> Int {
    guard let since = part("unseen_since") else { return 0 }
    return try count(
      "SELECT count(*) FROM \(table) WHERE \(lastSeen) < ?3 AND \(since) = 0",
      names + [.integer(run)])
  }

  private func count(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> Int {
    try log.database.value(sql, values)?.integer ?? 0
  }

  /// Removes those rows from the request. Returns the number of deleted rows, which no other
  /// request has.
  func prune(unseenSince run: Int) throws(StoreError) -> Int {
    let values = names + [.integer(run)]
    if let name = layout.seen.map(SQLName.quoted), let seen {
      try log.database.execute(
        """
        UPDATE \(table) SET \(name) = json_remove(\(seen), \(Pruning.path))
        WHERE _run NOT IN \(Pruning.own) AND json_extract(\(seen), \(Pruning.path)) < \(since)
        """, values)
      // What another request has seen becomes its row. A position is one of the run that saw it.
      try log.database.execute(
        """
        UPDATE \(table) SET \(name) = json_remove(\(seen), \(Pruning.path)), _position = NULL,
          _run = (\(others))
        WHERE _run IN \(Pruning.own) AND \(lastSeen) < \(since) AND (\(others)) IS NOT NULL
        """, values)
    }
    try log.database.execute(
      "DELETE FROM \(table) WHERE _run IN \(Pruning.own) AND \(lastSeen) < \(since)", values)
    return log.database.changes
  }
}

extension RunLog {
  /// Deletes what the run proves to be gone; gives the number of deleted rows, and why others were
  /// kept. In the transaction in which the run ends.
  func prune(
    _ order: PruneOrder, _ record: RunRecord, _ end: RunEnd, _ layout: TableLayout
  ) throws(StoreError) -> (deleted: Int, notPruned: PruneRefusal?) {
    guard record.verdict == Verdict.complete.rawValue else {
      return (0, .verdict(record.verdict.flatMap(Verdict.init)))
    }
    guard let proof = end.proof, end.start == nil else { return (0, .partOfList) }
    let isEmpty = record.counts.items == 0
    if isEmpty, end.statedTotal != 0 { return (0, .noItems) }
    guard layout.exists else { return (0, nil) }
    let pruning = pruning(layout)
    let unseen = try pruning.rowCount(unseenSince: record.run)
    guard unseen > 0 else { return (0, nil) }
    var since = record.run
    if !isEmpty, !proof.provesAbsence {
      guard let other = try otherComplete(than: record.run) else {
        return (0, .unproven(rows: unseen))
      }
      since = min(since, other)
    }
    let gone = since == record.run ? unseen : try pruning.rowCount(unseenSince: since)
    if !layout.target.identity.isEmpty {
      let before =
        try rowsBefore(run: record.run) ?? unseen + record.counts.updated + record.counts.unchanged
      let deletes = try pruning.deletedRowCount(unseenSince: since)
      guard order.allows(deletes, of: before) else {
        return (0, .tooMany(rows: deletes, before: before))
      }
    }
    let deleted = gone > 0 ? try pruning.prune(unseenSince: since) : 0
    return (deleted, unseen > gone ? .unproven(rows: unseen - gone) : nil)
  }

  /// The same for a run of many parts: each is judged by itself, the order over all of them.
  /// `columns`: those that tell the rows of parts from each other.
  func prune(
    _ order: PruneOrder, _ record: RunRecord, _ layout: TableLayout, parts columns: [String]
  ) throws(StoreError) -> (deleted: Int, notPruned: PruneRefusal?) {
    guard layout.exists, try TableCatalog(database: database).hasTable(RunLog.partsTable) else {
      return (0, nil)
    }
    if record.counts.items == 0, record.verdict == Verdict.suspect.rawValue {
      return (0, .verdict(.suspect))
    }
    let pruning = pruning(layout, parts: columns)
    let gone = try pruning.rowCount(unseenSince: record.run)
    if !layout.target.identity.isEmpty {
      var before = try rowsBefore(run: record.run)
      if before == nil { before = try pruning.rowCount() }
      let rows = before ?? 0
      let deletes = try pruning.deletedRowCount(unseenSince: record.run)
      guard order.allows(deletes, of: rows) else {
        return (0, .tooMany(rows: deletes, before: rows))
      }
    }
    let deleted = gone > 0 ? try pruning.prune(unseenSince: record.run) : 0
    let kept = try pruning.completePartsRowCount(unseenSince: record.run)
    if kept > 0 { return (deleted, .unproven(rows: kept)) }
    let empty = try pruning.emptyPartsRowCount(unseenSince: record.run)
    return (deleted, empty > 0 ? .noItemsOfParts(rows: empty) : nil)
  }
}
