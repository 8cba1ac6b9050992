import Pagination

/// The things that a stated total may count: the items of the list, its pages, what is left of it, or
/// a page's own items.
extension PagedList {
  /// True when the total of a page denies items: those that came before an empty page that counts
  /// nothing at all, or its own, which lie behind that many. Such a page counts what is left, or
  /// itself.
  ///
  ///     ?offset=20    {"items": [10], "total": 15}
  func deniesItems(_ page: Page) -> Bool {
    guard let total = page.reading.counts.objectCount else { return false }
    if page.received == 0 { return total == 0 && cursor.tally.items > 0 }
    guard isComputed, page.number > openingPage, !mayCountPages(page),
      let before = placeInList(of: page)
    else { return false }
    // An offset may count from 1.
    return before.plus(page.received - 1) > total
  }

  /// True when a full page ends with a total that has fallen by a page: it may count what is left, as
  /// another page tells.
  func mayCountRest(_ page: Page) -> Bool {
    guard lastFall == page.received, isComputed, !page.isShort, page.number > openingPage,
      !page.requested.overlaps, let total = page.reading.counts.objectCount,
      let before = placeInList(of: page)
    else { return false }
    return before.plus(page.received) >= total
  }

  /// The lowest index that a page's first item can have in the API's list; nil where that is not known.
  private func placeInList(of page: Page) -> Int? {
    switch pager.kind {
    case .offset: return page.requested.offset.plus(page.reading.overlap)
    case .page where !page.requested.overlaps:
      let (place, overflow) = (page.number - firstPage)
        .multipliedReportingOverflow(by: visits.receivedMost)
      return overflow ? nil : place
    default: return nil
    }
  }

  /// True when the total of a page may be one of pages, and nothing says that it is one of items.
  func mayCountPages(_ page: Page) -> Bool {
    isComputed && pager.kind == .page && configuration.isAdopted && page.reading.mayCountPages
  }

  /// True when a page with items comes after all that a total allows for. That total may be one of
  /// pages.
  func isPastTotal(_ page: Page) -> Bool {
    guard mayCountPages(page), !isWalkedExactly, !page.isEmpty,
      let total = counts.objectCount,
      let size = visits[openingPage]?.received, page.number > openingPage
    else { return false }
    let (items, overflow) = (page.number - firstPage).multipliedReportingOverflow(by: size)
    return !overflow && items >= total
  }

  /// True when the total of a page has turned out to be one of pages.
  func countsPages(_ page: Page) -> Bool {
    mayCountPages(page) && counts.objectCount == nil && counts.pageCount != nil
      && counts.pageCount == page.reading.counts.objectCount
  }
}
