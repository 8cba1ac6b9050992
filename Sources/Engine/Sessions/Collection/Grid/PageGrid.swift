import Pagination

/// The pages of the list as a window sees them: the places where they begin among all items, computed
/// from the counts that the API states and from the pages whose number of items differs from these;
/// the record of each visited page, those in memory, and those that could not be loaded. Nothing in it
/// is part of a run.
struct PageGrid: Sendable {
  private(set) var counts: KnownCounts
  private(set) var places: Places
  private(set) var visits = VisitedPages()
  private(set) var held = HeldPages()
  private(set) var failures: [Int: SessionError] = [:]  // pages whose last load failed
  /// The pages that were only looked at, and those of earlier runs.
  private(set) var sights = LoopGuard()
  /// The total has turned out to be one of pages.
  private(set) var countsPages = false
  /// Items of visited pages that clients do not see.
  private(set) var declined = 0
  /// Pages have come that overlap those before them, so that they have fewer items than requested.
  private(set) var isOverlapped = false
  /// The size of pages, where the API gives them another one than requested and does not say so.
  private(set) var keptSize: Int?
  /// The size that requests by offsets keep, where smaller pages come and none states its size or a total:
  /// rows may be hidden, and a smaller request may find nothing among these.
  private(set) var sentSize: Int?
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

  /// The number of items that a page is expected to have.
  var size: Int { keptSize ?? counts.perPage }

  /// The number of pages, as far as it is known: by the size that the API gives them.
  var pageCount: Int? {
    guard let keptSize, let total = counts.objectCount else { return counts.pageCount }
    return total / keptSize + (total % keptSize == 0 ? 0 : 1)
  }

  /// Index of a page's first item among all items.
  func start(of page: Int) -> Int { places.start(of: page, perPage: size) }

  func page(of index: Int) -> Int { places.page(of: index, perPage: size) }

  // MARK: Where pages begin

  /// Sets the index where a page begins, regardless of the pages before it.
  mutating func anchor(_ page: Int, at index: Int) { places.anchor(page, at: index) }

  /// Offsets: a page begins at an index.
  mutating func begin(at index: Int) {
    let page = firstPage + counts.begin(at: index)
    if counts.lead > 0 { places.anchor(page, at: index) }
  }

  /// The same, where pages of another size have come before: these keep no number and no place. False:
  /// there were none.
  mutating func begin(again index: Int) -> Bool {
    places = Places(firstPage: firstPage)
    begin(at: index)
    if visits.isEmpty { return false }
    resizes += 1
    (visits, held, sights, failures) = (VisitedPages(), HeldPages(), LoopGuard(), [:])
    return true
  }

  /// Makes the next page begin where this one ends, even if that is not a multiple of the page size.
  /// Pages after it that a window has shown had other places, and so other numbers.
  mutating func begin(after page: Page) {
    isOverlapped = true
    if let highest = visits.highest, highest > page.number {
      for number in held.numbers where number > page.number { held.remove(number) }
      visits.remove(after: page.number)
      places.remove(after: page.number)
      sights = LoopGuard()
    }
    let place = VisitedPages.Place(of: page)
    if visits[page.number - 1]?.place == nil { keepPlaces(before: page.number) }
    visits.place(page.number, place)
    counts.begin(page.number + 1 - firstPage, at: place.offset + page.received)
    if places.isFull || places.isBeforeAnchor(page.number) {
      let start = start(of: page.number)
      places.anchor(page.number + 1, at: start + page.content.count, usual: start + size)
    }
  }

  /// Pages that came before those that overlap stay where they are.
  private mutating func keepPlaces(before page: Int) {
    counts.keepPlaces(before: page - firstPage)
    for (number, entry) in visits.inOrder where number < page && entry.place == nil {
      let offset = counts.place(of: number - firstPage).index
      visits.place(number, VisitedPages.Place(offset: offset, count: entry.received, overlap: 0))
    }
  }

  /// Continues where a checkpoint says.
  mutating func resume(_ checkpoint: Checkpoint) {
    counts.perPage = checkpoint.size.perPage
    counts.move(by: checkpoint.lead, to: checkpoint.page - firstPage)
    let usual = min(counts.place(of: checkpoint.page - firstPage).index, Checkpoint.startMax)
    places.anchor(checkpoint.page, at: checkpoint.start, usual: usual)
    if let kept = checkpoint.size.kept { keepSize(kept) }
    sentSize = checkpoint.size.sent
  }

  // MARK: What pages say

  /// Takes in the counts that a page states. `isSizeShown`: where the size is left to the API,
  /// whether it is that of all pages; `isOwnSize`: the size is that of an offset's page, which states none.
  mutating func take(
    _ stated: StatedCounts, isSizeShown: Bool?, isOwnSize: Bool
  ) -> PageWarning? {
    var stated = stated
    if let size = stated.perPage {
      let sent = sentSize ?? counts.perPage
      let isTotalKnown = stated.objectCount ?? counts.objectCount != nil
      sentSize = isOwnSize && size < sent && !isTotalKnown ? sent : nil
    }
    if isSizeShown == true { counts.isSized = true }
    if isSizeShown == false, let size = stated.perPage {
      counts.perPage = size
      stated.perPage = nil
    }
    return counts.take(stated)
  }

  /// The total turned out to be one of pages.
  mutating func takeTotalOfPages() {
    counts.takeTotalOfPages()
    countsPages = true
  }

  /// There is nothing at all: that is a count, too.
  mutating func takeNothing() {
    counts.objectCount = counts.objectCount ?? 0
    counts.pageCount = counts.pageCount ?? 0
  }

  /// The total counted something else than the items of the list, or an empty list has got some.
  mutating func forgetTotal() { (counts.objectCount, counts.pageCount) = (nil, nil) }

  mutating func record(_ page: Int, _ entry: VisitedPages.Entry) {
    declined += entry.declined - (visits[page]?.declined ?? 0)
    visits.record(page, entry)
    if let keptSize, entry.received > keptSize {
      self.keptSize = nil  // only the first page was smaller
      places.begin(by: counts.perPage)
      placeAgain()
    }
    note(page, entry)
    failures[page] = nil
  }

  /// Notes that clients see another number of a page's items.
  mutating func recount(_ page: Int, _ count: Int) {
    guard var entry = visits[page] else { return }
    entry.count = count
    record(page, entry)
  }

  /// Takes in the size of a visited page. A last page that is short is as expected.
  private mutating func note(_ page: Int, _ entry: VisitedPages.Entry) {
    // An offset or a page number before the anchor has its place, whatever the pages before it have.
    if places.isBeforeAnchor(page), entry.position == .computed { return }
    let end = entry.place == nil ? start(of: page).plus(entry.received) : 0
    let isLast = entry.hasNext == false || counts.objectCount.map { end >= $0 } == true
    let expected = isLast ? min(entry.count, size) : size
    places.note(page, items: entry.count - expected)
  }

  /// The API gives its pages another size than requested.
  mutating func keepSize(_ size: Int) {
    if keptSize == size { return }
    keptSize = size
    places.begin(by: size)
    placeAgain()
  }

  /// Places every visited page again: the page size is another one.
  mutating func placeAgain() {
    places.removeAll()
    for (page, entry) in visits.inOrder { note(page, entry) }
  }

  /// The size that a page came with, if it is another than expected, where that means something:
  /// APIs that do not receive the size choose their own.
  func warning(of page: Int, _ entry: VisitedPages.Entry) -> PageWarning? {
    let expected = counts.place(of: page - firstPage).size
    guard entry.received != expected, counts.isSized, entry.place == nil else { return nil }
    return .pageSizeDrift(page: page, expected: expected, found: entry.received)
  }

  // MARK: Memory

  mutating func hold(_ page: Page) { held.hold(page) }

  mutating func drop(_ page: Int) { held.remove(page) }

  /// Drops the pages that are farthest from what is looked at; those of `kept` stay.
  mutating func evict(
    near ranges: [ClosedRange<Int>], keeping kept: [ClosedRange<Int>], pagesMax: Int
  ) {
    held.evict(near: ranges, keeping: kept, pagesMax: pagesMax)
  }

  /// Maps the held pages again; those that do not fit are forgotten. Where another number of items
  /// results, the later indexes move.
  mutating func remap(_ content: (Page) -> PageContent?) {
    for number in held.numbers {
      guard let page = held[number] else { continue }
      if let content = content(page) {
        held.replace(number, content)
        recount(number, content.count)
      } else {
        held.remove(number)
      }
    }
  }

  mutating func fail(_ page: Int, _ error: SessionError) { failures[page] = error }

  /// The pages may be requested again.
  mutating func allowRetry(_ isForgiven: (Int) -> Bool) {
    failures = failures.filter { !isForgiven($0.key) }
  }

  /// Remembers a page that was only looked at.
  mutating func see(_ page: Page) { sights.remember(page: page.number, trace: page.trace) }

  /// Remembers the pages of a run that has ended.
  mutating func see(_ run: LoopGuard) { sights.merge(run) }
}
