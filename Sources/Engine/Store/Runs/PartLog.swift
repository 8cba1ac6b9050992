package import JSON

/// The end of a part of a run: the rows that belong to one of many values.
package struct PartEnd: Sendable {
  /// The run's proof about the rows of a part that it has not seen.
  package enum Proof: Sendable {
    /// They are gone.
    case gone
    /// They are gone if the last complete run has not seen them either.
    case unproven
    /// Nothing: no items came, and the API did not state a total of 0.
    case noItems
    /// Nothing: the part was not read from its beginning to its end.
    case none
  }

  /// The values of the columns that tell the part's rows from others.
  package let key: [JSONOrdered]
  package let proof: Proof
}

/// The table `paginator_parts`: how the parts of runs that prune have ended, so that rows of one
/// part go however the others ended.
extension RunLog {
  static let partsTable = "paginator_parts"

  /// Notes how parts have ended, in the open transaction. Of two parts with the same values, both
  /// must prove that a row is gone.
  func note(_ ends: [PartEnd], run: Int) throws(StoreError) {
    guard !ends.isEmpty else { return }
    try database.execute(
      """
      CREATE TABLE IF NOT EXISTS \(RunLog.partsTable)(
        table_name TEXT NOT NULL COLLATE NOCASE, fingerprint TEXT NOT NULL, part TEXT NOT NULL,
        run INTEGER NOT NULL, unseen_since INTEGER, complete_run INTEGER,
        PRIMARY KEY(table_name, fingerprint, part)) STRICT, WITHOUT ROWID
      """)
    for end in ends {
      let key = end.key.indices.map { "?\($0 + 5)" }.joined(separator: ", ")
      // What is proven, and whether it is complete: the run, the last complete one, or nothing.
      // No row was last seen before run 0.
      let since = end.proof == .gone ? "?3" : end.proof == .noItems ? "0" : "NULL"
      let known = end.proof == .unproven ? "complete_run" : since
      try database.execute(
        """
        INSERT INTO \(RunLog.partsTable)(table_name, fingerprint, part, run, unseen_since, complete_run)
        VALUES(?1, ?2, json_array(\(key)), ?3, \(since), ?4)
        ON CONFLICT DO UPDATE SET run = ?3, complete_run = coalesce(?4, complete_run),
          unseen_since = CASE
            WHEN run < ?3 THEN \(known)
            WHEN unseen_since IS NULL OR unseen_since = 0 THEN unseen_since
            ELSE \(end.proof == .unproven ? "NULL" : since) END
        """,
        [
          .text(target.table), .text(request.fingerprint), .integer(run),
          end.proof == .none || end.proof == .noItems ? .null : .integer(run),
        ] + end.key.map(SQLValue.init))
    }
  }

  /// The condition on the rows of a part, for the names of its columns, in the terms of
  /// ``Pruning``: the parameters 1 to 3 are the table, the fingerprint and the run.
  static func partValue(_ name: String, of columns: [String], in table: String) -> String {
    let key = columns.map { "\(table).\(SQLName.quoted($0))" }.joined(separator: ", ")
    return """
      (SELECT \(name) FROM \(RunLog.partsTable) WHERE table_name = ?1 AND fingerprint = ?2
        AND part = json_array(\(key)) AND run = ?3)
      """
  }
}
