/// The rows that protocol/speed.md shows, by what they begin with: one line for each thing that a user may
/// want to know.
enum KeyRows {
  private static let beginnings = [
    "start to the reply", "memory after initialize", "paginator/state, round trip p50",
    "50000 pipelined", "scan and splice, 400 KB", "map 8 attributes, 1 relationship, 400 KB",
    "loadNextPage, one by one", "loadAll streamed", "200 pages of 20 ms", "2,000 pages streamed",
    "50 next pages of 20 ms", "held window of 100", "100000 open paginators: memory of all",
    "100000 open paginators: paginator/list", "10,000 windows that wait",
    "a window of 50 items at the far end", "walk of 100000 pages", "the same walk: memory per item",
    "fetch of 200 pages", "fetch of 1000000 items", "walk of 400 pages of 50 ms",
    "the first page over TLS", "100,000 items into a new table", "the same again, all unchanged",
    "a million items, 100 a page", "a recording of 500 MB",
  ]

  /// Whether the row is one of them.
  static func contain(_ row: Row) -> Bool {
    beginnings.contains { row.what.hasPrefix($0) }
  }
}

extension Row {
  /// The row as protocol/speed.md shows it.
  var keyCells: [String] {
    let better = ratio.map { isRate ? $0 : 1 / $0 }
    return [
      what, text(ours), peer.map { "\($0.name) \(text($0.theirs))" } ?? "",
      better.map { Samples.decimal($0, $0 >= 10 ? 0 : 1) } ?? "", "\(ours.count)",
    ]
  }

  static let keyHeader = ["what", "Paginator", "peer", "ratio", "rounds"]

  private func text(_ samples: Samples) -> String {
    "\(text(samples.median)) \(unit == .microseconds ? "µs" : unit.rawValue)"
  }
}
