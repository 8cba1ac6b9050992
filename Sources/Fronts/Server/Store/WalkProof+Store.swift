package import Pagination

extension WalkProof {
  /// The proof as a run keeps it; nil for a walk that ended at the first old item: it has not read
  /// the list. `reason`: how the walk ended.
  package func stored(_ reason: EndReason?) -> WalkProof? {
    if case .untilReached = reason?.cause { nil } else { self }
  }
}
