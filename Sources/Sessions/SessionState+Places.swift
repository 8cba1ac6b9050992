import JSON
import Pagination

/// The arithmetic of the sparse array.
extension SessionState {
  /// Index of a page's first item among all items.
  func start(of page: Int) -> Int {
    places.start(of: page, perPage: counts.perPage)
  }

  /// The page that holds an index.
  func pageForIndex(_ index: Int) -> Int {
    places.page(of: index, perPage: counts.perPage)
  }

  /// How many items there are, where that is known: as the pages up to the end came, or as stated,
  /// corrected by the pages that came with another size.
  var knownCount: Int? {
    if let end, let last = ledger[end.bound - 1], end.reason.kind != .pagesMax,
      last.count > 0 || end.bound - 1 <= firstPage || ledger[end.bound - 2] != nil
    {
      return start(of: end.bound - 1) + last.count
    }
    if let end, end.bound == firstPage { return 0 }
    return counts.objectCount.map { total in
      let (count, overflow) = total.addingReportingOverflow(places.drift)
      return overflow ? Int.max : max(0, count)
    }
  }

  /// The first index that is known to hold no item: the count, or where a page without items was
  /// found although what lies before it has not been seen.
  var itemsEnd: Int? {
    if let known = knownCount { return known }
    guard let end, end.reason.kind != .pagesMax else { return nil }
    return start(of: ledger[end.bound - 1]?.count == 0 ? end.bound - 1 : end.bound)
  }

  /// How many items there are, or are known of so far.
  var shownCount: Int {
    knownCount ?? ledger.highestWithItems.flatMap { page in
      ledger[page].map { start(of: page) + $0.count }
    } ?? 0
  }

  /// The page of an index, for `pageForIndex`.
  func findPage(of index: Int) throws(SessionError) -> Int {
    if let end = itemsEnd, index >= end {
      throw .itemOutOfRange(index: index, count: shownCount)
    }
    return pageForIndex(index)
  }

  /// The indexes of a page, for `indexesForPage`.
  func findIndexes(of page: Int) throws(SessionError) -> Range<Int> {
    let isOutside = page < firstPage || end.map { page >= $0.bound } ?? false
    let first = start(of: page)
    let known = knownCount ?? Int.max
    if isOutside || (first >= known && !(page == firstPage && known == 0)) {
      throw .pageOutOfRange(page: page, firstPage: firstPage, pageCount: counts.pageCount)
    }
    return first..<max(first, min(start(of: page + 1), known))
  }

  /// Takes in the size of a page that has been recorded.
  mutating func noteDrift(_ page: Int) {
    guard let entry = ledger[page] else { return }
    places.note(page, items: drift(entry))
    if entry.hasNext == true { warnAboutSize(page, entry) }
    if entry.count > 0, let before = ledger[page - 1], before.hasNext == nil {
      warnAboutSize(page - 1, before)  // it has turned out not to be the last one
    }
  }

  /// Takes in that a visited page shows another number of its items.
  mutating func recount(_ page: Int, _ count: Int) {
    ledger.recount(page, count)
    guard let entry = ledger[page] else { return }
    places.note(page, items: drift(entry))
  }

  /// Places every visited page anew: the page size is another one.
  mutating func replacePages() {
    places.removeAll()
    for (page, entry) in ledger.inOrder { places.note(page, items: drift(entry)) }
  }

  /// Items more or fewer than expected. A last page that is short is as expected.
  private func drift(_ entry: Ledger.Entry) -> Int {
    entry.count - (entry.hasNext == false ? min(entry.count, counts.perPage) : counts.perPage)
  }

  /// Where the page size means something: APIs that are not told it choose their own.
  private mutating func warnAboutSize(_ page: Int, _ entry: Ledger.Entry) {
    guard entry.received != counts.perPage, counts.isSized else { return }
    warn(
      PageWarning(
        .pageSizeDrift,
        "Page \(page) came with \(entry.received) items instead of \(counts.perPage).",
        [
          "path": "items", "page": .integer(page), "expected": .integer(counts.perPage),
          "found": .integer(entry.received),
        ]))
  }
}
