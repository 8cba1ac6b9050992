package import Pagination

extension WalkProof {
  /// True when a row that the run has not seen is known to have been absent. In a list that was
  /// read by number, rows that moved between pages may have been missed.
  package var provesAbsence: Bool { self != .end }
}

/// The facts known when a run ends.
package struct RunEnd: Sendable {
  /// The verdict; nil if there was no walk to reach one.
  package let verdict: Verdict?
  /// The reason for the end, as JSON.
  package let reason: String?
  /// The point to continue from; nil for the one that the last page gives.
  package let checkpoint: String?
  /// The proof that `complete` rests on; nil if the run has not read one list to its end.
  package internal(set) var proof: WalkProof?
  /// The exact total that the API stated; nil: none.
  package let statedTotal: Int?
  /// The place where the run began, as JSON; nil for the list's first item.
  package let start: String?
  /// True when the end is still to be reported: a run of the command line that is killed before
  /// that reports it the next time.
  package internal(set) var isReportedLater: Bool
  /// True when a run of many parts has gone through all of them, regardless of how they ended.
  let isPastLastPart: Bool

  /// An end with these facts.
  package init(
    verdict: Verdict?, reason: String?, checkpoint: String? = nil, proof: WalkProof? = nil,
    statedTotal: Int? = nil, start: String? = nil, isReportedLater: Bool = false,
    isPastLastPart: Bool = false
  ) {
    self.isPastLastPart = isPastLastPart
    self.verdict = verdict
    self.reason = reason
    self.checkpoint = checkpoint
    self.proof = proof
    self.statedTotal = statedTotal
    self.start = start
    self.isReportedLater = isReportedLater
  }

  /// True when the same request starts over afterwards.
  var isRunOver: Bool {
    switch verdict {
    case .complete, .suspect, .capped: true
    case .partial, .failed, nil: isPastLastPart
    }
  }
}

/// The outcome of a run.
package struct RunOutcome: Sendable, Equatable {
  /// nil: nothing was stored.
  package let run: Int?
  package let counts: RunCounts
  /// As it counts: a complete walk with duplicates is suspect.
  package let verdict: Verdict?
  /// The proof that `complete` rests on; nil with any other verdict.
  package let proof: WalkProof?
  /// The reason why rows were kept although they were to be deleted; nil if none were kept.
  package let notPruned: PruneRefusal?
}
