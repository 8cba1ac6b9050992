package import Pagination
package import Store

extension Verdict {
  /// The verdict as runs keep it.
  package var stored: RunVerdict {
    switch self {
    case .complete: .complete
    case .capped: .capped
    case .suspect: .suspect
    case .partial: .partial
    case .failed: .failed
    }
  }
}

extension WalkProof {
  /// The proof as runs keep it. `reason`: how the walk ended; one that ended at the first old item
  /// has not read the list.
  package func stored(_ reason: EndReason?) -> RunProof? {
    if case .untilReached = reason?.cause { return nil }
    return switch self {
    case .counts: .counts
    case .overlap: .overlap
    case .chain: .chain
    case .single: .single
    case .end: .end
    }
  }
}
