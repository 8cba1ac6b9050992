package import Pagination

extension WalkProof {
  /// Whether a row that the run has not seen was not there. Rows that moved between pages of a
  /// list that was read by number may have been passed over.
  package var provesAbsence: Bool { self != .end }
}

/// What is known when a run ends.
package struct RunEnd: Sendable {
  /// nil: there was no walk that could come to one.
  package let verdict: Verdict?
  /// Why, as JSON.
  package let reason: String?
  /// Where to continue; nil: where the last page says.
  package let checkpoint: String?
  /// What `complete` rests on; nil: the run has not read the whole list.
  package internal(set) var proof: WalkProof?
  /// The exact total that the API stated; nil: none.
  package let statedTotal: Int?
  /// Where the run began, as JSON; nil: with the list's first item.
  package let start: String?
  /// Whether the end is still to be reported: a run of the command line that is killed before that
  /// says so the next time.
  package internal(set) var isReportedLater: Bool
  /// Whether a run of many parts has come to the end of them, however they ended.
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

  /// Whether the same request starts again afterwards.
  var isRunOver: Bool {
    switch verdict {
    case .complete, .suspect, .capped: true
    case .partial, .failed, nil: isPastLastPart
    }
  }
}

/// What a run came to.
package struct RunOutcome: Sendable, Equatable {
  /// nil: nothing was stored.
  package let run: Int?
  package let counts: RunCounts
  /// As it counts: a complete walk with duplicates is suspect.
  package let verdict: Verdict?
  /// What `complete` rests on; nil with any other verdict.
  package let proof: WalkProof?
  /// Why rows were kept although they were to be deleted; nil: none were.
  package let notPruned: NotPruned?
}
