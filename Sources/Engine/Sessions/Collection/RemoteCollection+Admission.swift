import Pagination

/// The outcome of a page, taken in once for all who are interested in it.
extension RemoteCollection {
  /// What becomes of a page that was read.
  enum Admission {
    case kept
    /// It has no items, and shows that the collection has ended before it; without a reason on the
    /// way back: the collection begins after it.
    case ended(EndReason?)
    /// It repeats an earlier one.
    case looped(EndReason)
  }

  /// Takes in the outcome of a page, once for all who are interested in it. `comparing`: a warning
  /// names the items that other pages in memory have, too.
  mutating func admit(
    _ outcome: PageOutcome, _ number: Int, comparing: Bool
  ) -> (PageOutcome, PageEvent) {
    switch outcome {
    case .failure(let error): return (outcome, .failed(page: number, error))
    case .notModified(let page, _): return (outcome, loaded(number, page.content))
    case .pastEnd(_, _, let reason):
      if let reason { exclude(number, reason) }
      return (outcome, loaded(number, .empty))
    case .page(let page):
      switch take(page, holding: true, comparing: comparing) {
      case .looped(let reason):
        let error = SessionError.paginationLoop(reason)
        return (.failure(error), .failed(page: number, error))
      case .ended(let reason):
        return (.pastEnd(page: page.number, page.facts, reason), loaded(page.number, .empty))
      case .kept: return (outcome, loaded(page.number, page.content))
      }
    }
  }
}
