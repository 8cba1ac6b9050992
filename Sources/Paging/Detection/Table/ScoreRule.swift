/// A table of rules: what may be seen, how much it says, and why so much.
///
/// A rule that is seen starts a finding, or changes the score of one. Nothing else in this target
/// makes a score, so that every number has its reason next to it.
protocol ScoreRule: Sendable {
  var row: ScoreRow { get }
  /// What a test calls it.
  var name: String { get }
}

/// One row of a table: what it does to a score; what `detect` says of it, "" where something else
/// is said; and why it says so much, and no more.
enum ScoreRow: Sendable {
  /// What a finding begins with.
  case starts(Double, String = "", because: String)
  case adds(Double, String = "", because: String)
  /// No more than this.
  case limits(Double, String = "", because: String)
  /// No less than this.
  case lifts(Double, String = "", because: String)

  /// The score with this row's effect.
  func applied(to score: Double) -> Double {
    switch self {
    case .starts(let start, _, _): start
    case .adds(let part, _, _): score + part
    case .limits(let most, _, _): min(score, most)
    case .lifts(let least, _, _): max(score, least)
    }
  }
}

extension ScoreRule {
  var says: String {
    switch row {
    case .starts(_, let says, _), .adds(_, let says, _), .limits(_, let says, _),
      .lifts(_, let says, _):
      says
    }
  }
}

extension ScoreRule where Self: RawRepresentable<String> {
  var name: String { "\(Self.self).\(rawValue)" }
}
