package import Pagination

/// The reason why rows that a run has not seen were kept although it was to delete them.
package enum PruneRefusal: Sendable, Equatable {
  /// Another verdict than complete.
  case verdict(Verdict?)
  /// The run has not read the list from its beginning to its end.
  case partOfList
  /// No items came, and the API did not state a total of 0.
  case noItems
  /// No items came of some parts, which had this many rows before, and the API did not state a total
  /// of 0.
  case noItemsOfParts(rows: Int)
  /// Nothing proves that this many rows are gone.
  case unproven(rows: Int)
  /// This many of the rows that the request had before would have gone.
  case tooMany(rows: Int, before: Int)

  /// The name in summaries and in `paginator_runs`.
  package var name: String {
    switch self {
    case .verdict(let verdict):
      "the verdict is \(verdict?.rawValue ?? "missing"), not complete"
    case .partOfList: "partOfList"
    case .noItems, .noItemsOfParts: "noItems"
    case .unproven: "unproven"
    case .tooMany: "tooMany"
    }
  }

  /// Says in one sentence what happened and what to do. The parameters are the names of the
  /// settings; `total` is nil if the total is known.
  package func sentence(pruneMax: String, total: String?, identity: String) -> String {
    switch self {
    case .verdict: "nothing was pruned: \(name)"
    case .partOfList:
      "nothing was pruned: the walk has not read the list from its beginning to its end"
    case .noItems:
      "nothing was pruned: no items came, and the API did not state a total of 0"
    case .noItemsOfParts(let rows):
      "\(Self.rows(rows)) of lists without items \(rows == 1 ? "was" : "were") kept, as the API did "
        + "not state a total of 0\(total.map { ": map the total (\($0))" } ?? "")"
    case .unproven(let rows):
      "\(Self.rows(rows)) that this run has not seen \(rows == 1 ? "was" : "were") kept, as nothing "
        + "proves that none was skipped: \(total.map { "map the total (\($0)), " } ?? "")"
        + "give \(identity) to a list by offsets, or run again"
    case .tooMany(let rows, let before):
      "nothing was pruned: \(rows) of the \(Self.rows(before)) of this request would have been "
        + "deleted; if that is right, allow it with \(pruneMax)"
    }
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row" : "\(count) rows" }
}
