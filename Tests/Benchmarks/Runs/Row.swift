/// One line of the table: a measure of Paginator's, beside a peer's where there is one.
struct Row {
  /// What a measure counts.
  enum Unit: String {
    case milliseconds = "ms"
    case microseconds = "us"
    case seconds = "s"
    case megabytes = "MB"
    case kilobytes = "KB"
    case bytes = "bytes"
    case megabytesPerSecond = "MB/s"
    case requestsPerSecond = "req/s"
    case pagesPerSecond = "pages/s"
    case instructions
    case count = ""
  }

  /// What the measure, or its ratio to the peer's, shall be.
  enum Goal {
    case valueAtMost(Double)
    case valueAtLeast(Double)
    case ratioAtMost(Double)
    case ratioAtLeast(Double)
  }

  let what: String
  let unit: Unit
  let ours: Samples
  var peer: Peer?
  var goal: Goal?

  /// A peer's measure.
  struct Peer {
    let name: String
    let theirs: Samples
  }

  init(_ what: String, _ unit: Unit, _ ours: Samples, beside peer: Peer? = nil, goal: Goal? = nil) {
    (self.what, self.unit, self.ours, self.peer, self.goal) = (what, unit, ours, peer, goal)
  }

  /// The row of one number.
  init(_ what: String, _ unit: Unit, _ ours: Double, goal: Goal? = nil) {
    self.init(what, unit, Samples([ours]), goal: goal)
  }

  /// Our measure in terms of the peer's: the median of the rounds.
  var ratio: Double? {
    guard let peer else { return nil }
    let ratio = ours.ratios(to: peer.theirs).median
    return ratio.isFinite ? ratio : nil
  }

  /// Whether the goal is met; nil without one, or without the peer that it needs.
  var isMet: Bool? {
    switch goal {
    case nil: nil
    case .valueAtMost(let bound): ours.median <= bound
    case .valueAtLeast(let bound): ours.median >= bound
    case .ratioAtMost(let bound): ratio.map { $0 <= bound }
    case .ratioAtLeast(let bound): ratio.map { $0 >= bound }
    }
  }

  /// The goal is one beside a peer who is not there.
  var lacksPeer: Bool {
    switch goal {
    case .ratioAtMost, .ratioAtLeast: peer == nil
    case nil, .valueAtMost, .valueAtLeast: false
    }
  }

  /// More is better.
  var isRate: Bool {
    switch unit {
    case .megabytesPerSecond, .requestsPerSecond, .pagesPerSecond: true
    case .milliseconds, .microseconds, .seconds, .megabytes, .kilobytes, .bytes, .instructions,
      .count:
      false
    }
  }
}

extension Row {
  /// The row as text, column by column.
  func cells(_ benchmark: String) -> [String] {
    let best = isRate ? ours.largest : ours.smallest
    return [
      benchmark, what, "\(text(ours.median)) \(unit.rawValue)",
      ours.count > 1 ? text(best) : "", peer.map { $0.name } ?? "",
      peer.map { "\(text($0.theirs.median)) \(unit.rawValue)" } ?? "",
      ratio.map { "\(decimal($0, 2)) x" } ?? "", goalText,
      isMet.map { $0 ? "yes" : "NO" } ?? "",
    ]
  }

  static let header = [
    "benchmark", "what", "Paginator", "best", "peer", "peer's", "ratio", "goal", "met",
  ]

  private var goalText: String {
    switch goal {
    case nil: ""
    case .valueAtMost(let bound): "<= \(text(bound)) \(unit.rawValue)"
    case .valueAtLeast(let bound): ">= \(text(bound)) \(unit.rawValue)"
    case .ratioAtMost(let bound): "<= \(decimal(bound, 2)) x peer"
    case .ratioAtLeast(let bound): ">= \(decimal(bound, 2)) x peer"
    }
  }

  /// Three digits that count.
  func text(_ value: Double) -> String {
    value >= 100 ? decimal(value, 0) : value >= 10 ? decimal(value, 1) : decimal(value, 3)
  }

  private func decimal(_ value: Double, _ digits: Int) -> String {
    Samples.decimal(value, digits)
  }
}

extension Row {
  /// The row as protocol/speed.md shows it.
  var pageCells: [String] {
    let better = ratio.map { isRate ? $0 : 1 / $0 }
    return [
      what, page(ours), peer.map { "\($0.name) \(page($0.theirs))" } ?? "",
      better.map { Samples.decimal($0, $0 >= 10 ? 0 : 1) } ?? "", "\(ours.count)",
    ]
  }

  static let pageHeader = ["what", "Paginator", "peer", "ratio", "rounds"]

  private func page(_ samples: Samples) -> String {
    "\(text(samples.median)) \(unit == .microseconds ? "µs" : unit.rawValue)"
  }
}
