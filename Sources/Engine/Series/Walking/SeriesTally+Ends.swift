import Pagination
import Sessions

extension SeriesTally {
  /// Takes in the end of a part that was walked.
  mutating func add(_ summary: WalkSummary) {
    add(summary.verdict, summary.proof, summary.snapshot.error)
    if summary.verdict == .suspect, doubtful == nil { doubtful = summary }
  }

  /// Takes in the end of a part.
  mutating func add(_ verdict: Verdict, _ proof: WalkProof?, _ error: SessionSnapshot.FailedPage?) {
    switch verdict {
    case .complete: complete += 1
    case .capped: capped += 1
    case .suspect: suspect += 1
    case .partial, .failed:
      failed += 1
      if self.error == nil { self.error = error }
    }
    if verdict == .complete { add(proof ?? .end) }
  }

  /// Takes in what one part rests on.
  private mutating func add(_ other: WalkProof) {
    let order = WalkProof.allCases
    let place = proof.flatMap { order.firstIndex(of: $0) } ?? order.startIndex
    proof = order[max(place, order.firstIndex(of: other) ?? place)]
  }

  /// The verdict of the worst part. `isCapped`: a limit of the series has ended it.
  func verdict(isCapped: Bool) -> Verdict {
    if failed > 0 { return failed == done && pages == 0 ? .failed : .partial }
    var verdicts: [Verdict] = [sourceVerdict ?? .complete]
    // Where not one of several lists is there, their URL may be wrong.
    if suspect > 0 || gone > 1 && gone == done { verdicts.append(.suspect) }
    if capped > 0 || isCapped { verdicts.append(.capped) }
    for worst in [Verdict.failed, .partial, .suspect, .capped] where verdicts.contains(worst) {
      return worst == .failed ? .partial : worst
    }
    return .complete
  }
}
