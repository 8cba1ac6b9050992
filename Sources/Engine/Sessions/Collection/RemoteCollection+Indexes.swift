import JSON
import Pagination

/// The collection as a sparse array of items.
extension RemoteCollection {
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
    if let mark = end.mark, let last = ledger[mark.bound - 1], mark.reason.kind != .pagesMax,
      last.count > 0 || mark.bound - 1 <= firstPage || ledger[mark.bound - 2] != nil
    {
      return start(of: mark.bound - 1) + last.count
    }
    if end.bound == firstPage { return 0 }
    guard let total = counts.objectCount,
      let passed = isComputed ? 0 : itemsBefore(openingPage)
    else { return nil }
    let (count, overflow) = (total - passed).addingReportingOverflow(places.drift)
    return overflow ? Int.max : max(0, count)
  }

  /// The first index that is known to hold no item: the count, or where a page without items was
  /// found although what lies before it has not been seen.
  var itemsEnd: Int? {
    if let known = knownCount { return known }
    guard let mark = end.mark, mark.reason.kind != .pagesMax else { return nil }
    return start(of: ledger[mark.bound - 1]?.count == 0 ? mark.bound - 1 : mark.bound)
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
    let isOutside = page < firstPage || end.excludes(page)
    let first = start(of: page)
    let known = knownCount ?? Int.max
    if isOutside || (first >= known && !(page == firstPage && known == 0)) {
      throw .pageOutOfRange(page: page, firstPage: firstPage, pageCount: counts.pageCount)
    }
    return first..<max(first, min(start(of: page + 1), known))
  }

  /// Whether a page may exist, as far as is known; `limits.pagesMax` says nothing of that.
  func mayExist(_ page: Int) -> Bool {
    if page < firstPage { return false }
    if let mark = end.mark, page >= mark.bound, mark.reason.kind != .pagesMax { return false }
    if isComputed, let count = countedPages { return page - firstPage < count }
    return true
  }

  /// Why a page that is not there will not come: its last load failed, or a limit of the client's
  /// keeps it from being requested.
  func failure(of page: Int) -> SessionError? {
    if let error = failures[page] { return error }
    guard held[page] == nil, mayExist(page) else { return nil }
    if let most = settings.limits.pagesMax, let bound = pagesBound, page >= bound {
      return .limitExceeded(limit: .pagesMax, maximum: most)
    }
    if let most = settings.limits.itemsMax, let bound = itemsBound, start(of: page) >= bound {
      return .limitExceeded(limit: .itemsMax, maximum: most)
    }
    return nil
  }

  /// Whether a page is not in memory, and can come.
  func isMissing(_ page: Int) -> Bool {
    held[page] == nil && mayExist(page) && failure(of: page) == nil
  }
}

extension JSONDocument {
  /// What identifies an item: one value, or a list where several key paths do.
  func identity(of item: JSONSlice, at paths: [JSONPath]) -> JSONValue {
    let parts = paths.map { path in resolve(path, from: item).map(value) ?? .null }
    return parts.count == 1 ? parts[0] : .array(parts)
  }
}
