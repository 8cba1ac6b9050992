import Pagination

extension Walk {
  /// How a walk has ended.
  enum Outcome: Sendable {
    /// Before it has delivered anything.
    case failed(SessionError, page: Int?)
    /// `failure`: what has ended it, where that is an error.
    case ended(
      Conclusion, EndReason?, checkpoint: String, failure: SessionSnapshot.FailedPage?)

    var failure: SessionSnapshot.FailedPage? {
      switch self {
      case .failed(let error, let page): SessionSnapshot.FailedPage(error: error, page: page)
      case .ended(_, _, _, let failure): failure
      }
    }

    /// For whoever keeps its pages.
    var end: WalkEnd {
      switch self {
      case .failed(let error, _): WalkEnd(verdict: .failed, reason: nil, error: error)
      case .ended(let conclusion, let reason, _, let failure):
        WalkEnd(
          verdict: conclusion.verdict, reason: reason, error: failure?.error,
          proof: conclusion.proof, statedTotal: conclusion.statedTotal)
      }
    }
  }
}
