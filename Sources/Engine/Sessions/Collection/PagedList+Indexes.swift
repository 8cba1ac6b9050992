import Detection
import JSON
import Pagination

/// The collection as a sparse array of items: where paging begins, which number and size pages have,
/// and which indexes.
extension PagedList {
  // MARK: Where paging begins

  /// True when a page has been loaded, by a load or for a window.
  var isLoaded: Bool { !visits.isEmpty }

  /// True when a page has been loaded, here or before a checkpoint.
  var isBegun: Bool { isLoaded || bookmark.checkpoint != nil }

  /// The page that the request as opened leads to.
  var openingPage: Int {
    switch pager.opening.place {
    case .page(let page): max(page, firstPage)
    case .index(let index) where isComputed && pager.kind == .offset:
      firstPage + counts.pages(before: index)
    case .beginning, .index, .token: firstPage
    }
  }

  /// True when the page numbers are the API's.
  var isNumbered: Bool {
    switch pager.opening.place {
    case .beginning, .page: true
    case .index, .token: isComputed
    }
  }

  /// Index of the first item of the page that paging begins with.
  var openingIndex: Int { start(of: openingPage) }

  /// Returns the number of items before the page that a run began with; nil if only the API knows.
  func itemsBefore(_ page: Int) -> Int? {
    if isComputed, page == firstPage { return 0 }
    guard page == openingPage else { return nil }
    switch pager.opening.place {
    case .beginning: return 0
    case .index(let index): return index
    case .token: return nil
    case .page(let page):
      if page <= firstPage { return 0 }
      if !counts.isSized { return nil }
      return isComputed ? openingIndex : counts.place(of: page - firstPage).index
    }
  }

  /// The place of a page that a run begins with. It is the list's own beginning where the page was
  /// requested so, and not at another place that the request as opened names.
  func beginning(of page: Page) -> Tally.Beginning {
    let items = itemsBefore(page.number)
    let isListStart =
      page.number == openingPage && configuration.isListAsOpened && items == 0
      && [opening, .start].contains(page.requested.position)
    return Tally.Beginning(
      items: items, pages: isNumbered ? max(0, page.number - firstPage) : nil,
      start: isListStart ? nil : place(of: page))
  }

  /// The place of a page that is not the list's first.
  func place(of page: Page) -> RunStart {
    switch page.requested.position {
    case .computed:
      return pager.kind == .page ? .page(page.number) : .offset(page.requested.offset)
    case .token, .link: return page.number > openingPage ? .page(page.number) : .token
    case .start:
      switch pager.opening.place {
      case .page(let page): return .page(page)
      case .index(let index): return .offset(index)
      case .beginning, .token: return .token
      }
    }
  }

  /// The first page that the client's limit keeps from being requested.
  var pagesBound: Int? { settings.limits.pagesMax.map { openingPage.plus($0) } }

  /// The first index that the client's limit omits.
  var itemsBound: Int? { settings.limits.itemsMax.map { openingIndex.plus($0) } }

  /// The limit of the client that keeps a page from being requested.
  func limit(keepingOut page: Int) -> SessionError? {
    if let most = settings.limits.pagesMax, page >= pagesBound ?? Int.max {
      return .limitExceeded(limit: .pagesMax, maximum: most)
    }
    if let most = settings.limits.itemsMax, start(of: page) >= itemsBound ?? Int.max {
      return .limitExceeded(limit: .itemsMax, maximum: most)
    }
    return nil
  }

  /// True when the client's limits and the API's ceiling allow a page to be requested.
  func allows(_ page: Int) -> Bool {
    limit(keepingOut: page) == nil && settings.end.ceiling.map { start(of: page) < $0 } ?? true
  }

  // MARK: The size of pages

  /// The number of pages, unless it was computed with a size that the API does not keep; one more
  /// where the last one does not tell whether the total is one of pages.
  var countedPages: Int? {
    guard counts.objectCount == nil || !keepsSmallerPages, let pages = grid.pageCount else {
      return nil
    }
    if pages <= visits.highestWithItems.map({ $0 - firstPage }) ?? 0 { return nil }
    let last = visits[firstPage.plus(pages - 1)]
    return last.map { $0.count > 0 && $0.hasNext == nil } == true ? pages.plus(1) : pages
  }

  /// The last page according to the stated number of pages, which is not checked.
  var statedLastPage: Int? {
    isNumbered ? counts.pageCount.map { firstPage + min($0 - 1, Pager.pageMax) } : nil
  }

  /// True when the first page has to be loaded before other pages can be placed, because the page size
  /// is uncertain: no page has come and no size was asked for, or none that came has the requested size,
  /// or any items, although the total says that there are some.
  var wantsOpening: Bool {
    guard isComputed, [.page, .offset].contains(pager.kind), bookmark.checkpoint == nil else {
      return false
    }
    if pager.kind == .page, !pager.isSizeGiven, visits.isEmpty {
      return mayExist(openingPage) && failure(of: openingPage) == nil
    }
    guard visits.lowest ?? .max > openingPage, failure(of: openingPage) == nil else { return false }
    if pager.kind == .offset { return isSizeOpen && counts.objectCount == nil && !pager.mapsSize }
    if visits.receivedMost == 0, let total = counts.objectCount {
      return end.bound.map { $0 > openingPage && start(of: $0) < total } == true
    }
    return visits.receivedMost > 0 && visits.receivedMost != counts.perPage && !pager.mapsSize
  }

  /// The page that shows whether all pages are as small as the largest one that has come, where no
  /// total tells: the one after it. Those behind it cannot be placed before it has come. nil: none.
  var sizeProbe: Int? {
    guard isComputed, pager.kind == .page, grid.keptSize == nil, !grid.isOverlapped,
      counts.objectCount == nil, !pager.ends.shortPageEnds,
      (1..<counts.perPage).contains(largestReceived)
    else { return nil }
    let probe = visits.largest.map { $0 + 1 } ?? bookmark.checkpoint?.page
    guard let probe, visits[probe] == nil, mayExist(probe), failure(of: probe) == nil else {
      return nil
    }
    return probe
  }

  /// True when the place of a page is known, as far as its size goes.
  func isPlaced(_ page: Int) -> Bool { !wantsOpening && sizeProbe.map { page <= $0 } ?? true }

  /// True when the pages show that the API keeps another size than is requested.
  var keepsOwnSize: Bool {
    grid.keptSize != nil
      || visits[openingPage].map { ownSize(openingPage, $0.received) != nil } == true
  }

  /// True when the API keeps its pages smaller than requested: one was short although the total says
  /// that there is more, and the API states no size.
  var keepsSmallerPages: Bool {
    grid.keptSize.map { $0 < counts.perPage } == true
      || visits[openingPage].map { isSmaller(openingPage, $0.received) } == true
  }

  /// The size that the API gives its pages, where a page with this many items shows that it is another
  /// one than requested. With page numbers, pages before it have that size, too.
  func ownSize(_ page: Int, _ received: Int) -> Int? {
    guard isComputed, pager.kind == .page, received > 0 else { return nil }
    let most = max(largestReceived, received)
    let isBegun = received < counts.perPage && grid.places.isBegun(by: received)
    if page == openingPage, isBegun { return received }
    if page != openingPage, isWalkedExactly { return nil }
    let isRepeated = isSizeOfAnother(page, received)
    if most > counts.perPage {
      return received == most && (page == openingPage || isRepeated) ? most : nil
    }
    return most < counts.perPage && (isRepeated || isSmaller(page, received)) ? most : nil
  }

  /// True when the largest page before a page has as many items, without a total: two pages of a size
  /// that none was requested with show the one that the API keeps.
  private func isSizeOfAnother(_ page: Int, _ received: Int) -> Bool {
    guard counts.objectCount == nil, !grid.isOverlapped, !pager.ends.shortPageEnds else {
      return false
    }
    if let largest = visits.largest, received == visits.receivedMost, largest != page {
      return true
    }
    return bookmark.checkpoint.map {
      page >= $0.page && received == $0.tally.sizes.largest
    } == true
  }

  /// The most items that a page came with, here or before a checkpoint.
  private var largestReceived: Int { max(visits.receivedMost, cursor.tally.sizes.largest) }

  /// True when a page with this many items shows that pages are smaller than requested: with that size
  /// it would have more, or none.
  func isSmaller(_ page: Int, _ received: Int) -> Bool {
    guard isComputed, pager.kind == .page, !pager.ends.shortPageEnds,
      (1..<counts.perPage).contains(received), let total = counts.objectCount
    else { return false }
    let before = counts.place(of: page - firstPage).index
    let end = before.plus(received)
    return end < total || before > 0 && end > total
  }

  /// True when a short page may be the last one of the requested size, as the total says, or one of
  /// smaller pages: none that has come shows the size.
  func mayBeSmaller(_ page: Page) -> Bool {
    isComputed && pager.kind == .page && !pager.ends.shortPageEnds && page.number > firstPage
      && !page.requested.overlaps && page.reading.counts.perPage == nil
      && page.reading.counts.pageCount != counts.pageCount
      && max(largestReceived, page.received) < counts.perPage && grid.keptSize == nil
  }

  /// The page size that a response states. The number of items on a short last page is not one if a
  /// larger page has been seen, although some APIs report it as such (SCIM's `itemsPerPage`).
  func statedSize(of page: Page) -> Int? {
    let (requested, count) = (page.requested, page.received)
    let stated = page.reading.counts.perPage.flatMap { isEcho($0, of: page) ? nil : $0 }
    if hasPlace(requested) { return nil }
    // the size that was sent goes with a token, and with the numbers of the pages before
    let isKept = isComputed ? pager.kind == .page && visits.receivedMost > 0 : counts.isSized
    if isKept, !pager.leavesSize, stated != counts.perPage { return nil }
    if isIndexed {
      // With smaller pages the number of this one would be larger than any.
      if grid.isSettled || requested.offset > Pager.pageMax { return nil }
      // a first page that is short, as another one begins where paging has begun
      if stated == requested.perPage, requested.perPage < counts.perPage { return nil }
    }
    if let total = page.reading.counts.objectCount ?? counts.objectCount,
      stated == count, count < counts.perPage,
      counts.isSized && count < largestReceived || bookmark.checkpoint != nil,
      requested.offset.addingReportingOverflow(count).partialValue >= total
    {
      return nil
    }
    return stated ?? sizeLeft(by: page)
  }

  /// True when a page came smaller than it states, although that is not its size: the API repeats
  /// what was requested, or states a maximum, and keeps its pages smaller.
  private func isEcho(_ size: Int, of page: Page) -> Bool {
    let (requested, count) = (page.requested, page.received)
    guard isComputed, count < size else { return false }
    if pager.kind == .offset, visits.receivedMost > 0 { return true }
    if pager.sendsSize, count == requested.perPage { return true }
    guard pager.kind == .offset, count > 0 else { return false }
    let total = page.reading.counts.objectCount
    let goesOn =
      page.reading.goesOn == true || total.map { requested.offset.plus(count) < $0 } == true
    // Some APIs hide rows of a page, which are few.
    let isFarFromSize = size != requested.perPage && count <= size / 2
    return (Detector.isUsualSize(count) || isFarFromSize) && (pager.leavesSize || goesOn)
  }

  /// The size of the first page with items, where the size is left to the API and it states none;
  /// and where the API gives other pages than were requested, so that offsets continue by what
  /// came.
  private func sizeLeft(by page: Page) -> Int? {
    let (requested, stated, count) = (page.requested, page.reading.counts, page.received)
    if pager.kind == .range { return rangeSize(page) }
    guard isComputed, count > 0, bookmark.checkpoint == nil || visits.receivedMost > 0 else {
      return nil
    }
    if pager.leavesSize, visits.receivedMost == 0 || stated.perPage == nil {
      // A last page that came first has shown less than the size.
      let isLarger = pager.kind == .offset && count > counts.perPage
      return visits.receivedMost == 0 || isLarger ? count : nil
    }
    let (total, end) = (stated.objectCount, requested.offset.plus(count))
    let isLarger = count > requested.perPage && requested.sentSize != nil
    guard pager.kind == .offset, visits.receivedMost == 0 || isSizeOpen || isLarger,
      count != requested.perPage, total.map({ end < $0 }) ?? true
    else { return nil }
    if requested.page == openingPage || count > requested.perPage || total != nil { return count }
    // Elsewhere a short page may be the last one, until another one follows it.
    return openEnd(before: requested.page) == requested.offset
      ? max(count, visits.receivedMost) : nil
  }

  /// True when no page but one in the midst has come, which may be the last one, and shorter than others.
  var isSizeUnshown: Bool {
    pager.leavesSize && pager.kind == .offset && openingPage > firstPage
      && visits.lowest == openingPage && visits.highest == openingPage
  }

  /// True when a page may show another size than that of its request, although it states none.
  var learnsSize: Bool { isIndexed || isComputed && pager.leavesSize }

  /// True when positions are indexes of items, so that pages may have any size.
  var isIndexed: Bool { isComputed && [.offset, .range].contains(pager.kind) }

  /// True when all pages that have come were short, so that they may be smaller than requested.
  private var isSizeOpen: Bool { (1..<counts.perPage).contains(largestReceived) }

  /// Of offsets, the one right behind a short page, where that may be the last one, or as large as all
  /// others: the page after it begins there.
  func openEnd(before page: Int) -> Int? {
    guard isSizeOpen, counts.objectCount == nil,
      let entry = visits[page - 1], entry.place == nil, entry.hasNext == nil,
      (1..<counts.perPage).contains(entry.received)
    else { return nil }
    return counts.place(of: page - 1 - firstPage).index.plus(entry.received)
  }

  /// True when a page is at a computed position after one that has come.
  func isBeyondFirst(_ requested: RequestedPage) -> Bool {
    isComputed && requested.page > firstPage && isBegun
  }

  /// Returns what a response means for the page that was requested. The page has its number; its
  /// items are as they came.
  func outcome(of arrived: ArrivedResponse) -> PageOutcome {
    numbered(ResponseReader(self).outcome(of: arrived, in: self))
  }

  /// The page of an outcome gets its number, and begins after the items that are known before it.
  func numbered(_ outcome: PageOutcome) -> PageOutcome {
    guard case .page(let read) = outcome else { return outcome }
    let page = isIndexed ? placed(read) : read
    let requested = page.requested
    if requested.itemsBefore > 0 {
      return .page(page.continuing(after: requested.itemsBefore, nil))
    }
    var number = requested.page
    if isIndexed, !grid.isSettled {
      number = self.number(of: page)
    } else if !isComputed, visits.isEmpty, bookmark.checkpoint == nil, !requested.overlaps {
      // Only the API knows the number of the first page that a link leads to.
      number = page.reading.counts.currentPage ?? number
    }
    return .page(number == page.number ? page : page.numbered(number))
  }

  /// The number of a page at an offset: the one that the offset makes with the size of its pages.
  private func number(of page: Page) -> Int {
    let (requested, isMoving) = (page.requested, movesOthers(page))
    if !isMoving, hasPlace(requested) { return requested.page }
    var grid = counts
    let size = statedSize(of: page) ?? grid.perPage
    // Where overlapping pages have moved those after them, an offset alone does not tell the page.
    if size == grid.perPage, !isMoving {
      if self.requested(requested.page, at: .computed).offset == requested.offset {
        return requested.page
      }
      if grid.begins(at: requested.offset) {
        return firstPage + grid.pages(before: requested.offset)
      }
    }
    grid.perPage = size
    return firstPage + grid.begin(at: requested.offset)
  }

  /// True when the size of the first page is that of all pages, where the size is left to the API.
  /// A page requested by number may be a short last one until another one comes after it, or a total says
  /// that there is one.
  func isSizeShown(by page: Page) -> Bool? {
    guard pager.leavesSize, isComputed, page.reading.counts.perPage == nil else { return nil }
    if visits.isEmpty {
      let goesOn =
        page.number == openingPage && page.reading.counts.objectCount ?? 0 > page.received
      return !page.isEmpty && (pager.kind == .offset || goesOn)
    }
    return !page.isEmpty && page.number > visits.lowest ?? page.number ? true : nil
  }

  // MARK: Indexes

  /// Index of a page's first item among all items.
  func start(of page: Int) -> Int { grid.start(of: page) }

  /// The number of items, if known: from the pages up to the end, or as stated, corrected by the
  /// pages that came with another size, where that was requested, or by the items that clients do not
  /// see.
  var knownCount: Int? {
    if let bound = end.ownBound, let last = visits[bound - 1],
      last.count > 0 || bound - 1 <= firstPage || visits[bound - 2] != nil
    {
      let before = last.count == 0 ? visits[bound - 2] : nil
      return before.map { start(of: bound - 2) + $0.count } ?? start(of: bound - 1) + last.count
    }
    if end.bound == firstPage { return 0 }
    guard let total = counts.objectCount,
      let passed = isComputed ? 0 : itemsBefore(openingPage)
    else { return nil }
    let corrects = isComputed && !grid.isOverlapped
    return max(0, (total - passed).plus(corrects ? grid.places.drift : -grid.declined))
  }

  /// The first index that is known to hold no item: the count, or where a page without items was
  /// found although what lies before it has not been seen.
  var itemsEnd: Int? {
    if let known = knownCount { return known }
    guard let bound = end.ownBound else { return nil }
    return start(of: visits[bound - 1]?.count == 0 ? bound - 1 : bound)
  }

  /// The number of items, or of those known so far.
  var shownCount: Int {
    knownCount ?? visits.highestWithItems.flatMap { page in
      visits[page].map { start(of: page) + $0.count }
    } ?? 0
  }

  /// The error for an index behind the end.
  func absence(of index: Int) -> SessionError {
    if knownCount == nil, let itemsEnd { return .itemBehindEnd(index: index, countMax: itemsEnd) }
    return .itemOutOfRange(index: index, count: shownCount)
  }

  /// The page of an index, for `pageForIndex`.
  func findPage(of index: Int) throws(SessionError) -> Int {
    if let end = itemsEnd, index >= end { throw absence(of: index) }
    return grid.page(of: index)
  }

  /// The indexes of a page, for `indexesForPage`.
  func findIndexes(of page: Int) throws(SessionError) -> Range<Int> {
    let isOutside = page < firstPage || end.excludes(page)
    let first = start(of: page)
    let known = knownCount ?? Int.max
    if isOutside || (first >= known && !(page == firstPage && known == 0)) {
      throw .pageOutOfRange(page: page, firstPage: firstPage, pageCount: grid.pageCount)
    }
    return first..<max(first, min(start(of: page + 1), known))
  }

  /// True when a page may exist, as far as is known. `limits.pagesMax` has no say in that.
  func mayExist(_ page: Int) -> Bool {
    if page < firstPage { return false }
    if let bound = end.ownBound, page >= bound { return false }
    if isComputed, let count = countedPages { return page - firstPage < count }
    return true
  }

  /// True when the stated total, or a page that has come, lies behind a page at a computed position.
  func isInside(_ page: Int) -> Bool {
    guard isComputed else { return false }
    return counts.objectCount.map { start(of: page) < $0 } == true
      || counts.pageCount.map { page - firstPage < $0 } == true
      || visits.highestWithItems.map { page < $0 } == true
  }

  /// Returns the reason why an absent page will not come: its last load failed, or a limit of the
  /// client keeps it from being requested.
  func failure(of page: Int) -> SessionError? {
    if let error = grid.failures[page] { return error }
    return grid.held[page] == nil && mayExist(page) ? limit(keepingOut: page) : nil
  }

  /// True when a page is not in memory and can come.
  func isMissing(_ page: Int) -> Bool {
    grid.held[page] == nil && mayExist(page) && failure(of: page) == nil
  }
}

extension JSONDocument {
  /// Returns what identifies an item: one value, or a list if there are several key paths.
  func identity(of item: JSONSlice, at paths: [JSONPath]) -> JSONValue {
    let parts = paths.map { path in resolve(path, from: item).map(value) ?? .null }
    return parts.count == 1 ? parts[0] : .array(parts)
  }
}
