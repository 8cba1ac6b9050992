import Pagination

/// Where paging begins: with the first page, or where the request as opened leads.
extension RemoteCollection {
  /// The page that the request as opened leads to.
  var openingPage: Int {
    switch pager.opening.place {
    case .page(let page): max(page, firstPage)
    case .index(let index) where isComputed && pager.kind == .offset:
      firstPage + counts.pages(before: index)
    case .beginning, .index, .token: firstPage
    }
  }

  /// Whether the numbers of the pages are the API's.
  var isNumbered: Bool {
    switch pager.opening.place {
    case .beginning, .page: true
    case .index, .token: isComputed
    }
  }

  /// Index of the first item of the page that paging begins with.
  var openingIndex: Int { start(of: openingPage) }

  /// How many items lie before the page that a run began with; nil: only the API knows.
  func itemsBefore(_ page: Int) -> Int? {
    if isComputed, page == firstPage { return 0 }
    guard page == openingPage else { return nil }
    switch pager.opening.place {
    case .beginning: return 0
    case .index(let index): return index
    case .token: return nil
    case .page(let page):
      if page <= firstPage { return 0 }
      return counts.isSized ? counts.place(of: page - firstPage).index : nil
    }
  }

  /// Items that the API sent before a page, and those that the request as opened passed over; nil
  /// where that is not known.
  func received(before page: Int) -> Int? {
    guard let received = run.received(before: page) else { return nil }
    guard let first = run.first else { return received }
    return itemsBefore(first).map { RemoteCollection.sum($0, received) }
  }

  /// The first page that the client's limit keeps from being requested.
  var pagesBound: Int? { settings.limits.pagesMax.map { RemoteCollection.sum(openingPage, $0) } }

  /// The first index that the client's limit omits.
  var itemsBound: Int? { settings.limits.itemsMax.map { RemoteCollection.sum(openingIndex, $0) } }

  /// The sum, or the largest number where there is none.
  static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? Int.max : sum
  }

  /// A visit of a page, as the end takes it in. `count`: items as clients see them.
  func visit(
    _ page: Int, _ received: Int, _ receivedBefore: Int?, count: Int
  ) -> CollectionEnd.Visit {
    let end = start(of: page) + count
    return CollectionEnd.Visit(
      page: page, received: received, receivedBefore: receivedBefore, itemsUpTo: end,
      pagesBegun: page - openingPage + 1, itemsBegun: end - openingIndex)
  }

  // MARK: The size of pages

  /// The number of pages, unless it was computed with a size that the API does not keep.
  var countedPages: Int? { keepsSmallerPages ? nil : counts.pageCount }

  /// Whether the first page was shorter than what was requested although the total says that there
  /// is more, and the API states no size: its pages are smaller.
  var keepsSmallerPages: Bool {
    guard let first = ledger[openingPage]?.received else { return false }
    return isSmaller(first)
  }

  /// The same of a first page with this many items.
  func isSmaller(_ received: Int) -> Bool {
    guard isComputed, pager.kind == .page, !pager.ends.shortPageEnds, received > 0,
      let total = counts.objectCount, let before = itemsBefore(openingPage)
    else { return false }
    return received < min(counts.perPage, total - before)
  }

  /// The page size that a response states. The number of items on a short last page is none,
  /// although some APIs call it one (SCIM's `itemsPerPage`): where a larger page has been seen.
  func statedSize(of reading: PageReading, _ requested: RequestedPage) -> Int? {
    let count = reading.items.count
    let stated = reading.counts.perPage
    if hasPlace(requested) { return nil }
    if isComputed, pager.kind == .offset {
      // With smaller pages the number of this one would be larger than any.
      if isSettled || requested.offset > Pager.pageMax { return nil }
      // a first page that is short, as another one begins where paging has begun
      if stated == requested.perPage, requested.perPage < counts.perPage { return nil }
    }
    if let total = reading.counts.objectCount ?? counts.objectCount,
      stated == count, count < counts.perPage, counts.isSized, count < ledger.receivedMost,
      requested.offset.addingReportingOverflow(count).partialValue >= total
    {
      return nil
    }
    return stated ?? sizeLeft(by: reading, requested)
  }

  /// The size of the first page, where the size is left to the API and it states none; and where
  /// the API keeps smaller pages than were requested, so that offsets continue by what came.
  private func sizeLeft(by reading: PageReading, _ requested: RequestedPage) -> Int? {
    let count = reading.items.count
    guard isComputed, ledger.isEmpty, bookmark.checkpoint == nil, reading.counts.perPage == nil,
      count > 0
    else { return nil }
    if pager.leavesSize { return count }
    let end = RemoteCollection.sum(requested.offset, count)
    let isAll = reading.counts.objectCount.map { end >= $0 } ?? false
    return pager.kind == .offset && count < requested.perPage && !isAll ? count : nil
  }

  /// The page of an outcome gets its number.
  func numbered(_ outcome: PageOutcome) -> PageOutcome {
    guard case .page(let page) = outcome else { return outcome }
    return .page(page.numbered(number(of: page.reading, page.requested)))
  }

  /// The number of a page: as it was requested, or, where only the API can know, as it says. A page
  /// at an offset has the number that the offset makes with the size of its pages.
  private func number(of reading: PageReading, _ requested: RequestedPage) -> Int {
    if hasPlace(requested) { return requested.page }
    if isComputed {
      guard pager.kind == .offset, !isSettled else { return requested.page }
      var grid = counts
      let size = statedSize(of: reading, requested) ?? grid.perPage
      if size != grid.perPage || !grid.begins(at: requested.offset) {
        grid.perPage = size
        return firstPage + grid.begin(at: requested.offset)
      }
      return firstPage + grid.pages(before: requested.offset)
    }
    guard ledger.isEmpty, bookmark.checkpoint == nil, let stated = reading.counts.currentPage else {
      return requested.page
    }
    return stated
  }
}

extension RemoteCollection {
  /// How far detection has come, where the client leaves it to us how the API pages.
  enum DetectionPhase: Sendable {
    /// It has seen no response.
    case open
    /// It has a candidate, and the second page has not confirmed it yet: only the first two pages
    /// can be requested.
    case onTrial
    /// The second page has been judged.
    case judged
  }
}
