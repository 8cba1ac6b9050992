import Pagination

/// The end of the collection, as far as it is known: what the API says, and the limits that the
/// client and the API set.
struct CollectionEnd: Sendable {
  /// The first page that does not exist, and why.
  private(set) var mark: (bound: Int, reason: EndReason)?
  /// The position of a previous page that led to nothing new: there is no page before the one that
  /// gave it.
  private(set) var deadEnd: Position?
  /// The value that shows that nothing follows the first page, regardless of what the page itself
  /// says; nil if there is none.
  private(set) var found: StatedValue?
  /// Pages without items in a row, each with a next.
  private var emptyPagesInRow = 0

  /// A page that has been visited.
  struct Visit {
    let page: Int
    /// Items that the API sent.
    let received: Int
    /// The same at the visit before.
    let receivedBefore: Int?
    /// Index of the first item after the page.
    let itemsUpTo: Int
    /// Pages and items from where paging began up to the end of the page.
    let pagesBegun: Int
    let itemsBegun: Int
  }

  var bound: Int? { mark?.bound }
  var reason: EndReason? { mark?.reason }

  /// True when a page lies after the end.
  func excludes(_ page: Int) -> Bool { mark.map { page >= $0.bound } ?? false }

  /// A page does not exist; an end that is known to lie before it stays.
  mutating func exclude(_ page: Int, _ reason: EndReason) {
    if !excludes(page) { mark = (page, reason) }
  }

  /// Nothing follows the first page.
  mutating func settle(_ shown: StatedValue) { found = shown }

  /// The pages after this one have other numbers than those that led to the end, unless it did.
  mutating func renumber(after page: Int) {
    if let mark, mark.reason.page != page { self.mark = nil }
  }

  /// The way back leads to no other page; what comes next stays as it is.
  mutating func closeBefore(_ position: Position) { deadEnd = position }

  /// The pages from this one on are earlier ones again.
  mutating func loop(at page: Int, _ reason: EndReason) {
    mark = (page, reason)
  }

  /// Takes in a page with items or a next, and what it says of the end.
  mutating func take(
    _ visit: Visit, _ outlook: NextPageHint, _ counts: KnownCounts, ceiling: Int?,
    _ limits: PagingLimits
  ) {
    let page = visit.page
    emptyPagesInRow = visit.received == 0 ? emptyPagesInRow + 1 : 0
    // Pages before the one that paging began with have pages after them.
    let shown = visit.pagesBegun < 1 ? nil : found.map { EndReason(.noNext($0), page: page + 1) }
    if let reason = atCeiling(ceiling, visit, counts) ?? shown ?? outlook.end
      ?? limit(visit, limits)
    {
      mark = (page + 1, reason)
    } else if let bound,
      page >= bound
        || (page + 1 == bound
          && (outlook.hasNext == true || visit.received != visit.receivedBefore))
    {
      mark = nil  // the collection has grown
    }
  }

  /// Decides again where the settings have set the end, as they may have changed. `visit`: the
  /// current page.
  mutating func review(
    _ visit: Visit?, _ counts: KnownCounts, ceiling: Int?, _ limits: PagingLimits
  ) {
    if reason?.isSetByClient == true { mark = nil }
    guard let visit, mark == nil,
      let reason = atCeiling(ceiling, visit, counts) ?? limit(visit, limits)
    else { return }
    mark = (visit.page + 1, reason)
  }

  /// The end that the API's own ceiling sets, regardless of what the API says: there, a missing
  /// next link says nothing about the collection, and a total equal to the ceiling counts no
  /// further. Only a reached total that differs from the ceiling proves that the list is complete.
  private func atCeiling(
    _ ceiling: Int?, _ visit: Visit, _ counts: KnownCounts
  ) -> EndReason? {
    guard let ceiling, visit.itemsUpTo >= ceiling else { return nil }
    if let total = counts.objectCount, total <= visit.itemsUpTo, total != ceiling { return nil }
    return EndReason(.ceiling(ceiling), page: visit.page)
  }

  /// The end that the client's limits set.
  private func limit(_ visit: Visit, _ limits: PagingLimits) -> EndReason? {
    if let most = limits.pagesMax, visit.pagesBegun >= most {
      return EndReason(.maximum(.pages, most), page: visit.page)
    }
    if let most = limits.itemsMax, visit.itemsBegun >= most {
      return EndReason(.maximum(.items, most), page: visit.page)
    }
    if visit.received == 0, emptyPagesInRow >= limits.emptyPagesMax {
      return EndReason(.emptyPagesMax(limits.emptyPagesMax), page: visit.page)
    }
    return nil
  }
}
