import Text

/// The places where pages begin among all items: arithmetic on the page size, corrected by the
/// pages that came with another number of items.
struct Places: Sendable {
  /// One page whose size is another than expected.
  private struct Drift: Sendable {
    let page: Int
    /// Items more (or, negative, fewer) than expected.
    var items: Int
    /// The sum of this and all before it.
    var sum: Int
  }

  let firstPage: Int
  /// A page whose place is known without those before it: the first one, or the one that a
  /// checkpoint continues with. `usual`: where it would begin if all pages before it had their size,
  /// as those that are not the last one of a list have.
  private var anchor: (page: Int, start: Int, usual: Int)
  private var drifts: [Drift] = []
  /// Counts the changes.
  private(set) var revision = 0

  /// The most odd pages that are remembered; further ones are taken as expected.
  static let driftsMax = 100_000

  init(firstPage: Int) {
    self.firstPage = firstPage
    anchor = (firstPage, 0, 0)
  }

  /// No further odd page can be remembered.
  var isFull: Bool { drifts.count >= Places.driftsMax }

  /// The sum of all corrections.
  var drift: Int { drifts.last?.sum ?? 0 }

  /// Index of a page's first item.
  func start(of page: Int, perPage: Int) -> Int {
    if page <= firstPage, anchor.page >= firstPage { return 0 }
    let (even, overflow) = (page - anchor.page).multipliedReportingOverflow(by: perPage)
    if overflow { return page > anchor.page ? Int.max : 0 }
    if page < anchor.page { return min(max(0, anchor.usual + even), anchor.start) }
    let before = drifts.frontCount { $0.page < page }
    let moved = before == 0 ? anchor.start : anchor.start + drifts[before - 1].sum
    let (start, beyond) = even.addingReportingOverflow(moved)
    return beyond ? Int.max : max(0, start)
  }

  /// The page that holds an index.
  func page(of index: Int, perPage: Int) -> Int {
    if index < anchor.start {
      let pagesBefore = max(1, (anchor.usual - index + perPage - 1) / perPage)
      return max(min(firstPage, anchor.page), anchor.page - pagesBefore)
    }
    let before = drifts.frontCount { start(of: $0.page + 1, perPage: perPage) <= index }
    let sum = before == 0 ? 0 : drifts[before - 1].sum
    let even = anchor.page + max(0, index - anchor.start - sum) / perPage
    // A page that is larger than expected reaches over what would be the next one's place.
    return before < drifts.count ? min(even, drifts[before].page) : even
  }

  /// Sets the index where a page begins, regardless of the pages before it. `usual`: where it would
  /// begin by their size; nil: there.
  mutating func anchor(_ page: Int, at start: Int, usual: Int? = nil) {
    anchor = (page, start, usual ?? start)
    drifts = []
    revision += 1
  }

  /// True when the pages before the one that a checkpoint continues with had this many items each.
  func isBegun(by size: Int) -> Bool {
    let (start, overflow) = (anchor.page - firstPage).multipliedReportingOverflow(by: size)
    return anchor.page > firstPage && !overflow && start == anchor.start
  }

  /// Gives the pages before the checkpoint's page this size, if they then end where that page begins.
  mutating func begin(by size: Int) {
    if isBegun(by: size) { anchor.usual = anchor.start }
  }

  /// Takes in the size of a page: this many items more, or fewer, than expected.
  mutating func note(_ page: Int, items: Int) {
    guard page >= anchor.page else { return }
    let place = drifts.frontCount { $0.page < page }
    if place < drifts.count, drifts[place].page == page {
      if items == 0 { drifts.remove(at: place) } else { drifts[place].items = items }
    } else if items != 0, drifts.count < Places.driftsMax {
      drifts.insert(Drift(page: page, items: items, sum: 0), at: place)
    } else {
      return
    }
    revision += 1
    var sum = place == 0 ? 0 : drifts[place - 1].sum
    for index in place..<drifts.count {
      sum += drifts[index].items
      drifts[index].sum = sum
    }
  }

  /// Forgets the sizes of all pages.
  mutating func removeAll() {
    drifts = []
    revision += 1
  }
}
