import Pagination

extension Walk {
  /// A page on its way to where pages are stored.
  struct Storing: Sendable {
    let page: Page
    let items: Range<Int>
    /// A walk before this one has delivered the first items.
    let isRemainder: Bool
  }
}

/// Decides what a walk may request, and when.
extension Walk {
  /// True when another page may be requested: the next one, or, if the last one is known and places
  /// can be predicted, as many at once as the order allows.
  func mayRequest(_ collection: PagedList) -> Bool {
    if pages.count == 0 { return storing.map { mayFollow($0, collection) } ?? true }
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

  /// True when the page after one that is being stored may be requested meanwhile.
  func mayFollow(_ storing: Storing, _ collection: PagedList) -> Bool {
    !storing.isRemainder && collection.bookmark.checkpoint == nil && !collection.isWalkedExactly
      && collection.hasNext(after: storing.page.number) != false
      && !tally.isLastWanted(storing.page, collection)
  }

  /// The last page, where all up to it can be requested; nil: it is not known.
  func lastPage(_ collection: PagedList) -> Int? {
    guard collection.isComputed else { return plan?.lastPage }
    return collection.pager.kind == .range ? nil : collection.statedLastPage
  }

  /// True when a page may close a loop, which the next page will show. False if the next page is
  /// not wanted: the walk does not wait for it.
  func mayCloseLoop(_ page: Page, _ collection: PagedList) -> Bool {
    guard !collection.isComputed, collection.bookmark.checkpoint == nil,
      collection.hasNext(after: page.number) != false,
      collection.cursor.loops.original(of: page.number, trace: page.trace) != nil
    else { return false }
    return !tally.isLastWanted(page, collection)
  }
}
