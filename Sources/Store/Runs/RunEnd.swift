/// How a run ended.
package enum RunVerdict: String, Sendable {
  case complete, capped, suspect, partial, failed
}

/// What is known when a run ends.
package struct RunEnd: Sendable {
  /// nil: there was no walk that could come to one.
  package let verdict: RunVerdict?
  /// Why, as JSON.
  package let reason: String?
  /// Where to continue; nil: where the last page says.
  package let checkpoint: String?
  /// Whether rows that the run has not seen are to be deleted.
  package let prunes: Bool
  /// Whether the API states that there are no items.
  package let statesNoItems: Bool

  /// An end with these facts.
  package init(
    verdict: RunVerdict?, reason: String?, checkpoint: String? = nil, prunes: Bool = false,
    statesNoItems: Bool = false
  ) {
    self.verdict = verdict
    self.reason = reason
    self.checkpoint = checkpoint
    self.prunes = prunes
    self.statesNoItems = statesNoItems
  }

  /// Whether the same request starts anew afterwards.
  var isRunOver: Bool {
    switch verdict {
    case .complete, .suspect, .capped: true
    case .partial, .failed, nil: false
    }
  }

  /// Why nothing may be deleted; nil: it may.
  func notPruned(_ verdict: RunVerdict?, _ counts: RunCounts) -> RunOutcome.NotPruned? {
    guard verdict == .complete else { return .verdict(verdict) }
    return counts.items == 0 && !statesNoItems ? .noItems : nil
  }
}

/// What a run came to.
package struct RunOutcome: Sendable, Equatable {
  /// Why nothing was deleted although it was asked for.
  package enum NotPruned: Sendable, Equatable {
    /// Another verdict than complete.
    case verdict(RunVerdict?)
    /// There are no items, and the API does not state that there are none.
    case noItems
  }

  /// nil: nothing was stored.
  package let run: Int?
  package let counts: RunCounts
  /// As it counts: a complete walk with duplicates is suspect.
  package let verdict: RunVerdict?
  package let notPruned: NotPruned?
}
