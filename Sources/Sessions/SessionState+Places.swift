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
    if let end, let last = ledger[end.bound - 1], end.reason.kind != .pagesMax {
      return start(of: end.bound - 1) + last.count
    }
    if let end, end.bound == firstPage { return 0 }
    return counts.objectCount.map { max(0, $0 + places.drift) }
  }

  /// How many items there are, or are known of so far.
  var shownCount: Int {
    knownCount ?? ledger.highest.flatMap { page in
      ledger[page].map { start(of: page) + $0.count }
    } ?? 0
  }

  /// The page of an index, for `pageForIndex`.
  func findPage(of index: Int) throws(SessionError) -> Int {
    if let known = knownCount, index >= known {
      throw .itemOutOfRange(index: index, count: known)
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

  /// Takes in the size of a page. A last page that is short is as expected.
  mutating func noteDrift(_ page: Int, count: Int, isLast: Bool) {
    let expected = isLast ? min(count, counts.perPage) : counts.perPage
    let items = count - expected
    places.note(page, items: items)
    guard items != 0, loadedPagesAreSized(page, count) else { return }
    warn(
      PageWarning(
        .pageSizeDrift, "Page \(page) came with \(count) items instead of \(expected).",
        [
          "path": "items", "page": .integer(page), "expected": .integer(expected),
          "found": .integer(count),
        ]))
  }

  /// Whether the page size means something: APIs without a size parameter choose their own.
  private func loadedPagesAreSized(_ page: Int, _ count: Int) -> Bool {
    isComputed || pager.strategy.sizeParameter != nil
  }
}
