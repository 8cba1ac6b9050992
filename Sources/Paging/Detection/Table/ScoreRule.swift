/// A table of rules: what may be seen, how much it says, and why so much.
///
/// A rule that is seen starts a finding, or changes the score of one. Nothing else in this target
/// makes a score, so that every number has its reason next to it.
protocol ScoreRule: CaseIterable, RawRepresentable<String>, Sendable {
  var row: ScoreRow { get }
}

/// One row of a table.
struct ScoreRow: Sendable {
  enum Effect: Sendable, Equatable {
    /// What a finding begins with.
    case starts(Double)
    case adds(Double)
    /// No more than this.
    case limits(Double)
    /// No less than this.
    case lifts(Double)
  }

  let effect: Effect
  /// Why it says so much, and no more.
  let why: String
  /// What `detect` says of it; "": something else is said.
  let says: String

  static func starts(_ score: Double, _ says: String = "", because why: String) -> ScoreRow {
    ScoreRow(effect: .starts(score), why: why, says: says)
  }

  static func adds(_ score: Double, _ says: String = "", because why: String) -> ScoreRow {
    ScoreRow(effect: .adds(score), why: why, says: says)
  }

  static func limits(_ score: Double, _ says: String = "", because why: String) -> ScoreRow {
    ScoreRow(effect: .limits(score), why: why, says: says)
  }

  static func lifts(_ score: Double, _ says: String = "", because why: String) -> ScoreRow {
    ScoreRow(effect: .lifts(score), why: why, says: says)
  }

  /// The score with this row's effect.
  func applied(to score: Double) -> Double {
    switch effect {
    case .starts(let start): start
    case .adds(let part): score + part
    case .limits(let most): min(score, most)
    case .lifts(let least): max(score, least)
    }
  }
}

extension ScoreRule {
  var says: String { row.says }
  /// What a test calls it.
  var name: String { "\(Self.self).\(rawValue)" }
}
