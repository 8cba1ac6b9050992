import Pagination

/// What a walk that has ended is worth.
struct Conclusion: Sendable {
  let verdict: Verdict
  /// What `complete` rests on; nil with any other verdict.
  let proof: Proof?
  /// The exact total that the API stated; nil: none.
  let statedTotal: Int?
}

/// What a walk that has ended says of the collection.
extension RemoteCollection {
  /// Whether the pages that were delivered are all there are, as far as can be known. Where the
  /// API itself has ended them, the counts are compared first.
  mutating func conclude(_ reason: EndReason?) -> Conclusion {
    let verdict = verdict(reason)
    return Conclusion(
      verdict: verdict, proof: verdict == .complete ? .end : nil, statedTotal: nil)
  }

  private mutating func verdict(_ reason: EndReason?) -> Verdict {
    switch reason?.cause {
    case .failed, .cancelled, .originRefused: return .partial
    case .maximum: return .capped
    case .repeatedRequest, .repeatedResponse, .repeatedItems, .ceiling, .emptyPagesMax:
      return .suspect
    case .untilReached: return verdictWithoutCounts
    case .noNext, .moreFalse, .emptyPage, .shortPage, .objectCountReached, .pageCountReached,
      .rangeComplete, .pastEnd, nil:
      break
    }
    concludeRun()
    warnAboutDoubts()
    return verdictWithoutCounts
  }

  /// What the pages themselves say: the end that a limit sets says nothing of counts.
  private var verdictWithoutCounts: Verdict {
    let isInDoubt = warnings.contains { $0.kind == .undetected || $0.kind == .signalMissing }
    return isInDoubt || !run.doubts.isEmpty ? .suspect : .complete
  }
}
