import Pagination

/// The places where pages begin among all items, computed from the counts that the API states and
/// from the pages whose number of items differs from these.
struct PageGrid: Sendable {
  private(set) var counts: KnownCounts
  private(set) var places: Places
  /// Changes of the page size after pages had come.
  private var resizes = 0

  /// The most times that pages are read again because offsets lead to pages of another size.
  static let resizesMax = 8

  init(_ pager: Pager) {
    counts = KnownCounts(perPage: pager.perPage, isSized: pager.sendsSize)
    places = Places(firstPage: pager.firstPage)
  }

  private var firstPage: Int { places.firstPage }

  /// Offsets have led to pages of other sizes so often that the pages stay as they are.
  var isSettled: Bool { resizes >= PageGrid.resizesMax }

  /// Index of a page's first item among all items.
  func start(of page: Int) -> Int { places.start(of: page, perPage: counts.perPage) }

  /// The page that holds an index.
  func page(of index: Int) -> Int { places.page(of: index, perPage: counts.perPage) }

  // MARK: Where pages begin

  /// Sets the index where a page begins, regardless of the pages before it.
  mutating func anchor(_ page: Int, at index: Int) { places.anchor(page, at: index) }

  /// Offsets: a page begins at an index.
  mutating func begin(at index: Int) {
    let page = firstPage + counts.begin(at: index)
    if counts.lead > 0 { places.anchor(page, at: index) }
  }

  /// The same, where pages of another size may have come before: these keep no place. `isResized`:
  /// there were any.
  mutating func begin(again index: Int, isResized: Bool) {
    places = Places(firstPage: firstPage)
    begin(at: index)
    if isResized { resizes += 1 }
  }

  /// Makes the next page begin where this one ends, even if that is not a multiple of the page
  /// size.
  mutating func begin(after page: Page, _ place: VisitedPages.Place) {
    counts.begin(page.number + 1 - firstPage, at: place.offset + page.received)
    if places.isFull {
      places.anchor(page.number + 1, at: start(of: page.number) + page.content.count)
    }
  }

  /// Continues where a checkpoint says.
  mutating func resume(_ checkpoint: Checkpoint) {
    counts.perPage = checkpoint.perPage
    counts.move(by: checkpoint.lead, to: checkpoint.page - firstPage)
    places.anchor(checkpoint.page, at: checkpoint.start)
  }

  // MARK: What pages say

  /// Takes in the counts that a page states. `isSizeShown`: where the size is left to the API,
  /// whether it is that of all pages.
  mutating func take(_ stated: StatedCounts, isSizeShown: Bool?) -> PageWarning? {
    var stated = stated
    if isSizeShown == true { counts.isSized = true }
    if isSizeShown == false, let size = stated.perPage {
      counts.perPage = size
      stated.perPage = nil
    }
    return counts.take(stated)
  }

  /// The total turned out to be one of pages.
  mutating func takeTotalOfPages() { counts.takeTotalOfPages() }

  /// There is nothing at all: that is a count, too.
  mutating func takeNothing() {
    counts.objectCount = counts.objectCount ?? 0
    counts.pageCount = counts.pageCount ?? 0
  }

  /// Takes in the size of a visited page. A last page that is short is as expected.
  mutating func note(_ page: Int, _ entry: VisitedPages.Entry) {
    let expected =
      entry.hasNext == false ? min(entry.count, counts.perPage) : counts.perPage
    places.note(page, items: entry.count - expected)
  }

  /// Places every visited page again: the page size is another one.
  mutating func replace(_ visited: VisitedPages) {
    places.removeAll()
    for (page, entry) in visited.inOrder { note(page, entry) }
  }

  /// The size that a page came with, if it is another than expected, where that means something:
  /// APIs that do not receive the size choose their own.
  func warning(of page: Int, _ entry: VisitedPages.Entry) -> PageWarning? {
    let expected = counts.place(of: page - firstPage).size
    guard entry.received != expected, counts.isSized, entry.place == nil else { return nil }
    return .pageSizeDrift(page: page, expected: expected, found: entry.received)
  }
}
