import Pagination

/// From what came of a request to what those who wait for its page learn.
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

  /// Takes in what came of a page, once for all who are interested in it. `comparing`: a warning
  /// names the items that other pages in memory have, too.
  mutating func admit(
    _ outcome: PageOutcome, _ number: Int, comparing: Bool
  ) -> (PageArrival, PageEvent) {
    switch outcome {
    case .failure(let error): return (.failed(error), .failed(page: number, error))
    case .notModified(let page, let facts):
      return (.unmodified(page, facts), loaded(number, page.content))
    case .pastEnd(let facts, let reason):
      exclude(number, reason)
      return (.none(page: number, facts, reason), loaded(number, .empty))
    case .page(let page):
      switch take(page, holding: true, comparing: comparing) {
      case .looped(let reason):
        let error = SessionError.paginationLoop(reason)
        return (.failed(error), .failed(page: number, error))
      case .ended(let reason):
        return (.none(page: page.number, page.facts, reason), loaded(page.number, .empty))
      case .kept: return (.page(page), loaded(page.number, page.content))
      }
    }
  }

  // MARK: Before a page is taken in

  /// Which items of a page are to be stored before it is reported; nil: it is not a page, but a
  /// repetition, or the empty one after the last. `isShown`: a window shows the whole page.
  func itemsToStore(of page: Page, isShown: Bool) -> Range<Int>? {
    let isEmpty = page.reading.items.isEmpty && page.number > firstPage && isBegun
    if isEmpty || isRepetition(page) { return nil }
    let taken = isShown ? 0 : itemsTaken(of: page)
    return taken..<page.content.count
  }

  /// Whether a page that has not been taken in will be taken for a repetition of an earlier one.
  func isRepetition(_ page: Page) -> Bool {
    guard ledger[page.number] == nil else { return false }
    let isComputed = isComputed && !page.reading.neighbours.isGiven
    let stated = page.reading.counts
    let isBounded = (counts.pageCount ?? stated.pageCount ?? stated.objectCount) != nil
    return loops.repetition(
      page: page.number, trace: page.trace, isComputed: isComputed,
      isBounded: isComputed && isBounded) != nil
  }

  // MARK: What a page says

  /// Where the size is left to the API: whether the size of the first page is that of all. A page
  /// of a number may be a short last one, until another one comes after it.
  func isSizeShown(by page: Page) -> Bool? {
    guard pager.leavesSize, isComputed, page.reading.counts.perPage == nil else { return nil }
    if ledger.isEmpty { return pager.kind == .offset && !page.reading.items.isEmpty }
    return !page.reading.items.isEmpty && page.number > ledger.lowest ?? page.number ? true : nil
  }

  /// What a page says of the one after it, without secrets.
  func outlook(of page: Page) -> Outlook {
    var requested = page.requested
    requested.page = page.number
    var outlook = page.reading.outlook(
      requested: requested, counts: counts, firstPage: firstPage, isComputed: isComputed,
      shortPageEnds: pager.ends.shortPageEnds)
    outlook = reviewed(outlook, of: page)
    if pager.ends.emptyPageEnds, page.reading.items.isEmpty {
      outlook = .ends(EndReason(.emptyPage, page: page.number))
    }
    if outlook.hasNext == true, let total = counts.objectCount, isEmptyPastAll(page, total) {
      outlook = .ends(EndReason(.objectCountReached(total), page: page.number))
    }
    outlook.end = outlook.end?.masked(by: configuration.redactor)
    return outlook
  }

  /// The outlook, where the counts say something else than the page: an API that keeps smaller
  /// pages than were requested has more pages than its total makes of that size, and one that gives
  /// a next link on its last page, too, leads nowhere.
  private func reviewed(_ outlook: Outlook, of page: Page) -> Outlook {
    guard !page.reading.items.isEmpty, page.reading.goesOn == nil,
      let before = page.number == openingPage
        ? itemsBefore(openingPage) : received(before: page.number)
    else { return outlook }
    let received = RemoteCollection.sum(before, page.received)
    switch (page.reading.neighbours.next, outlook.end?.cause) {
    case (.unsaid, .objectCountReached(let total)?):
      let isSmaller = page.number == openingPage ? isSmaller(page.received) : keepsSmallerPages
      guard isSmaller, received < total else { return outlook }
      return .unknown
    case (.unsaid, nil) where !counts.isSized && page.number > openingPage:
      // Pages of a size that nothing says: the total tells when all items of several have come.
      guard let total = page.reading.counts.objectCount, total == received, run.duplicates == 0
      else { return outlook }
      return .ends(EndReason(.objectCountReached(total), page: page.number))
    case (.position(.link), nil) where page.number > openingPage:
      let stated = page.reading.counts
      // A total that has changed on the way says nothing of what is still to come.
      if let total = stated.objectCount, total == received, run.duplicates == 0,
        run.proof.total == total
      {
        return .ends(EndReason(.objectCountReached(total), page: page.number))
      }
      if let pages = stated.pageCount, pages > 1, stated.currentPage == pages {
        return .ends(EndReason(.pageCountReached(pages), page: page.number))
      }
      return outlook
    default: return outlook
    }
  }

  /// Whether a page has no items although it leads on, and all items that the API counts have come:
  /// some APIs never omit the next link.
  private func isEmptyPastAll(_ page: Page, _ total: Int) -> Bool {
    guard page.reading.items.isEmpty, page.reading.goesOn == nil, page.number > firstPage,
      case .position = page.reading.neighbours.next
    else { return false }
    return received(before: page.number).map { $0 >= total } ?? false
  }
}
