import JSON
import Store
import Wire

extension Option {
  static let table = Option(
    "table", "NAME", .text,
    "The table that items go to (default: \(StoreTarget.tableDefault)); created if it does not exist"
  )
  static let raw = Option(
    "raw", "Keep each item as it came, in one column, instead of one column per member")
  static let prune = Option(
    "prune",
    "After a complete walk whose proof says that nothing was skipped, delete the rows of this "
      + "request that it has not seen")
  static let pruneMax = Option(
    "prune-max", "N|N%", .text,
    "The most rows that --prune may delete; without it, nothing is deleted if that would be more than "
      + "\(PruneOrder.rowsMax) and more than half of them")
  static let fresh = Option(
    "fresh", "Start a new run even if an earlier one could be resumed; deletes nothing")
  static let bookmark = Option(
    "bookmark", "PATH", .text,
    "Keep the greatest value that items have at PATH; {bookmark} or {bookmark:DEFAULT} in the URL, "
      + "--param, --header and --open stands for it in the next run")
  static let lag = Option(
    "lag", "TIME", .text,
    "Subtract TIME from the bookmark, so that late arrivals are read: 90s, 10m, 2h or 1d, or a number "
      + "where the bookmark is one")
  static let newestFirst = Option(
    "newest-first",
    "Items come newest first: end at the first one below the bookmark")
}

extension OptionGroup {
  /// Options for SQLite, and for what is new since the last run.
  static let store = OptionGroup(
    "SQLite and new items",
    [.table, .raw, .prune, .pruneMax, .fresh, .bookmark, .lag, .newestFirst])
}

/// The command line's settings for SQLite and for what is new.
struct StoreOptions {
  let table: String
  let isRaw: Bool
  /// The pruning at the end; nil if nothing is deleted.
  let pruning: PruneOrder?
  let isFresh: Bool
  /// Key path in the items of the value that later runs begin after.
  let bookmark: String?
  /// The amount subtracted from the bookmark.
  let lag: BookmarkLag?
  let isNewestFirst: Bool

  init(_ arguments: Arguments, format: OutputFormat, output: String?) throws(UsageError) {
    table = arguments.text(.table) ?? StoreTarget.tableDefault
    isRaw = arguments.isSet(.raw)
    pruning = try StoreOptions.pruning(arguments)
    isFresh = arguments.isSet(.fresh)
    bookmark = arguments.text(.bookmark)
    isNewestFirst = arguments.isSet(.newestFirst)
    lag = try arguments.text(.lag).map(BookmarkLag.init)
    if format == .sqlite {
      try check(arguments, output)
    } else {
      for option in [Option.table, .raw, .prune] where arguments.isSet(option) {
        throw UsageError(
          "\(option.long) needs --output with a file of SQLite, such as items.sqlite")
      }
      if isFresh, bookmark == nil {
        throw UsageError("--fresh needs --output items.sqlite, or --bookmark")
      }
      if bookmark != nil, arguments.text(.resume) == nil {
        throw UsageError("--bookmark needs --output items.sqlite, or --resume FILE to keep it in")
      }
    }
    try checkBookmark()
  }

  private static func pruning(_ arguments: Arguments) throws(UsageError) -> PruneOrder? {
    let text = arguments.text(.pruneMax)
    let limit = text.flatMap(PruneLimit.init)
    if text != nil, limit == nil {
      throw UsageError("--prune-max needs a number of rows, or a percentage such as 25%")
    }
    if text != nil, !arguments.isSet(.prune) { throw UsageError("--prune-max needs --prune") }
    return arguments.isSet(.prune) ? PruneOrder(limit: limit) : nil
  }

  private func check(_ arguments: Arguments, _ output: String?) throws(UsageError) {
    guard output != nil else { throw UsageError("--format sqlite needs --output FILE") }
    if output?.isEmpty == true { throw UsageError("--output needs the name of a file") }
    if arguments.isSet(.resume) {
      throw UsageError("--resume cannot be used with SQLite: the same command continues without it")
    }
    guard let problem = StoreTarget.problem(ofTable: table) else { return }
    throw UsageError("--table \(problem.words)")
  }

  private func checkBookmark() throws(UsageError) {
    if let bookmark {
      if bookmark.isEmpty { throw UsageError("--bookmark needs a key path") }
      if (try? JSONPath(bookmark)) == nil {
        throw UsageError("--bookmark needs a key path, such as updated_at")
      }
      if pruning != nil {
        throw UsageError(
          "--prune cannot be combined with --bookmark, whose runs see only new items")
      }
    } else if lag != nil {
      throw UsageError("--lag needs --bookmark PATH")
    } else if isNewestFirst {
      throw UsageError("--newest-first needs --bookmark PATH")
    }
  }
}

extension StoreSetting {
  /// The command-line option for this setting.
  var option: String {
    switch self {
    case .path: "--output"
    case .table: Option.table.long
    case .raw: Option.raw.long
    case .identity: "--identity"
    case .bookmark: Option.bookmark.long
    }
  }
}
