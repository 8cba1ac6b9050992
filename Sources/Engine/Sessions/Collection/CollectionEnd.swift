import Pagination

/// The end of the collection, as far as it is known: what the API says, and the limits that the
/// client and the API set.
struct CollectionEnd: Sendable {
  /// The first page that does not exist; nil: none is known.
  private(set) var bound: Int?
  /// The reason why that page does not exist.
  private(set) var reason: EndReason?
  /// The position of a previous page that led to nothing new: there is no page before the one that
  /// gave it.
  private(set) var deadEnd: Position?
  /// The value that shows that nothing follows the first page, regardless of what the page itself
  /// says; nil if there is none.
  private(set) var found: StatedValue?
  /// Pages without items in a row, each with a next.
  private var emptyPagesInRow = 0

  /// The ends that settings make at a page: the API's own ceiling, regardless of what the API says,
  /// and the limits of the client.
  typealias Bounds = (ceiling: EndReason?, limit: EndReason?)

  /// The first page that the API does not have; nil where only `limits.pagesMax` ends the list.
  var ownBound: Int? { reason?.kind == .pagesMax ? nil : bound }

  /// True when a page lies after the end.
  func excludes(_ page: Int) -> Bool { bound.map { page >= $0 } ?? false }

  /// A page does not exist; an end that is known to lie before it stays.
  mutating func exclude(_ page: Int, _ reason: EndReason) {
    if !excludes(page) { mark(page, reason) }
  }

  /// Nothing follows the first page.
  mutating func settle(_ shown: StatedValue) { found = shown }

  /// The pages after this one have other numbers than those that led to the end, unless it did.
  mutating func renumber(after page: Int) {
    if let reason, reason.page != page { mark(nil) }
  }

  /// The way back leads to no other page; what comes next stays as it is.
  mutating func closeBefore(_ position: Position) { deadEnd = position }

  /// Takes in a page with items or a next, and what it says of the end. `received`: items that the API
  /// sent; `before`: those at the visit before. `isListed`: false for a page before the one that paging
  /// began with.
  mutating func take(
    _ page: Int, _ received: Int, before: Int?, _ outlook: NextPageHint, isListed: Bool,
    _ bounds: Bounds?, emptyPagesMax: Int
  ) {
    emptyPagesInRow = received == 0 ? emptyPagesInRow + 1 : 0
    // Pages before the one that paging began with have pages after them.
    let shown = isListed ? found.map { EndReason(.noNext($0), page: page + 1) } : nil
    if let reason = bounds?.ceiling ?? shown ?? outlook.end ?? bounds?.limit
      ?? (received == 0 ? tooManyEmpty(page, emptyPagesMax) : nil)
    {
      mark(page + 1, reason)
    } else if let bound,
      page >= bound || (page + 1 == bound && (outlook.hasNext == true || received != before))
    {
      mark(nil)  // the collection has grown
    }
  }

  /// Decides again where the settings have set the end, as they may have changed. `visit`: the
  /// current page.
  mutating func review(
    _ visit: (page: Int, received: Int, bounds: Bounds)?, emptyPagesMax: Int
  ) {
    if reason?.isSetByClient == true { mark(nil) }
    guard let (page, received, bounds) = visit, bound == nil,
      let reason = bounds.ceiling ?? bounds.limit
        ?? (received == 0 ? tooManyEmpty(page, emptyPagesMax) : nil)
    else { return }
    mark(page + 1, reason)
  }

  /// The list ends before a page, as a reason says; nil: no end is known.
  mutating func mark(_ bound: Int?, _ reason: EndReason? = nil) {
    (self.bound, self.reason) = (bound, reason)
  }

  /// The end after too many pages without items.
  private func tooManyEmpty(_ page: Int, _ most: Int) -> EndReason? {
    emptyPagesInRow >= most ? EndReason(.emptyPagesMax(most), page: page) : nil
  }
}

extension PagedList {
  /// The ends that the API's own ceiling and the client's limits set at a page. At the ceiling a
  /// missing next link says nothing about the collection, and a total equal to it counts no further:
  /// only a reached total that differs from it proves that the list is complete. `count`: items as
  /// clients see them.
  func bounds(at page: Int, _ count: Int) -> CollectionEnd.Bounds {
    let limits = settings.limits
    let itemsUpTo = start(of: page) + count
    var bounds: CollectionEnd.Bounds = (nil, nil)
    if let ceiling = settings.end.ceiling, itemsUpTo >= ceiling {
      let isReached = counts.objectCount.map { $0 <= itemsUpTo && $0 != ceiling } == true
      if !isReached { bounds.ceiling = EndReason(.ceiling(ceiling), page: page) }
    }
    if let most = limits.pagesMax, page - openingPage + 1 >= most {
      bounds.limit = EndReason(.maximum(.pages, most), page: page)
    } else if let most = limits.itemsMax, itemsUpTo - openingIndex >= most {
      bounds.limit = EndReason(.maximum(.items, most), page: page)
    }
    return bounds
  }
}
