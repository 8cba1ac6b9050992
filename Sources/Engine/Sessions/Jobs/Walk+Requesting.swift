import Pagination

extension Walk {
  /// The items on their way to where pages are stored.
  enum Storing: Sendable {
    /// A page from an item on. `isRemainder`: a walk before this one has delivered those before it.
    case page(Page, from: Int, isRemainder: Bool)
    /// Items that came to light, by their digests.
    case recovered(WalkPage, [UInt64])
  }

  /// True when another page may be requested: the next one, or, if the last one is known and places
  /// can be predicted, as many at once as the order allows.
  func mayRequest(_ collection: PagedList) -> Bool {
    if pages.count == 0 {
      guard case .page(let page, _, let isRemainder)? = storing else { return true }
      return !isRemainder && collection.bookmark.checkpoint == nil
        && !collection.isWalkedExactly && collection.hasNext(after: page.number) != false
        && !tally.isLastWanted(page, collection)
    }
    guard !hasShifted, !collection.isWalkedExactly,
      let last = lastPage(collection),
      collection.visits[pages.next - 1] != nil || tally.pages > 0,
      pages.count < order.concurrency ?? collection.settings.fetching.concurrency
    else { return false }
    let page = pages.farthest + 1
    return page <= last && !collection.end.excludes(page) && collection.allows(page)
      && tally.leavesRoom(
        after: pages.count + (storing == nil ? 0 : 1), of: collection.counts.perPage)
  }

  /// The last page, where all up to it can be requested; nil: it is not known.
  func lastPage(_ collection: PagedList) -> Int? {
    guard collection.isComputed else { return plan?.lastPage }
    return collection.pager.kind == .range ? nil : collection.statedLastPage
  }
}
