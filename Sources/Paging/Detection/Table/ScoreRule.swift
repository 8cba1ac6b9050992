/// A table of rules: what may be seen, how much it says, and why so much.
///
/// A rule that is seen starts a finding, or changes the score of one. Nothing else in this target
/// makes a score, so that every number has its reason next to it.
protocol ScoreRule: Sendable {
  var row: ScoreRow { get }
  /// The rule's name in tests.
  var name: String { get }
}

/// One row of a table: what it does to a score; and what `detect` says of it, "" where something
/// else is said. Why it says so much, and no more, is the comment before it.
enum ScoreRow: Sendable {
  /// The score that a finding starts with.
  case starts(Double, String = "")
  case adds(Double, String = "")
  /// No more than this.
  case limits(Double, String = "")
  /// No less than this.
  case lifts(Double, String = "")

  /// The score with this row's effect.
  func applied(to score: Double) -> Double {
    switch self {
    case .starts(let start, _): start
    case .adds(let part, _): score + part
    case .limits(let most, _): min(score, most)
    case .lifts(let least, _): max(score, least)
    }
  }
}

extension ScoreRule {
  var says: String {
    switch row {
    case .starts(_, let says), .adds(_, let says), .limits(_, let says), .lifts(_, let says): says
    }
  }
}

extension ScoreRule where Self: RawRepresentable<String> {
  var name: String { "\(Self.self).\(rawValue)" }
}
