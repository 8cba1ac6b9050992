import Pagination
import Text

/// The places where pages begin among all items: arithmetic on the page size, corrected by the
/// pages that came with another number of items.
struct Places: Sendable {
  let firstPage: Int
  /// A page whose place is known without those before it: the first one, or the one that a
  /// checkpoint continues with. `usual`: where it would begin if all pages before it had their size,
  /// as those that are not the last one of a list have.
  private var anchor: (page: Int, start: Int, usual: Int)
  /// The odd pages before the anchor, and those from it on.
  private var before = Drifts()
  private var behind = Drifts()
  /// Counts the changes.
  private(set) var revision = 0

  /// The most odd pages that are remembered; further ones are taken as expected.
  static let driftsMax = 100_000

  init(firstPage: Int) {
    self.firstPage = firstPage
    anchor = (firstPage, 0, 0)
  }

  /// No further odd page can be remembered.
  var isFull: Bool { behind.list.count >= Places.driftsMax }

  /// The sum of the corrections from the anchor on.
  var drift: Int { behind.list.last?.sum ?? 0 }

  /// True for the pages before the one whose place is known without them.
  func isBeforeAnchor(_ page: Int) -> Bool { page < anchor.page }

  /// Index of a page's first item.
  func start(of page: Int, perPage: Int) -> Int {
    if page <= firstPage, anchor.page >= firstPage { return 0 }
    let isBefore = isBeforeAnchor(page)
    let (even, overflow) = (page - anchor.page).multipliedReportingOverflow(by: perPage)
    if overflow { return isBefore ? 0 : Int.max }
    if isBefore {
      return min(max(0, anchor.usual + even + before.sum(before: page)), anchor.start)
    }
    return max(0, even.plus(anchor.start + behind.sum(before: page)))
  }

  func page(of index: Int, perPage: Int) -> Int {
    let drifts = index < anchor.start ? before : behind
    let odd = drifts.list.frontCount { start(of: $0.page + 1, perPage: perPage) <= index }
    let sum = odd == 0 ? 0 : drifts.list[odd - 1].sum
    // A page that is larger than expected reaches over what would be the next one's place.
    let most = odd < drifts.list.count ? drifts.list[odd].page : Int.max
    if index >= anchor.start {
      return min(anchor.page + max(0, index - anchor.start - sum) / perPage, most)
    }
    let pages = max(1, (anchor.usual + sum - index + perPage - 1) / perPage)
    return min(max(min(firstPage, anchor.page), anchor.page - pages), most)
  }

  /// Sets the index where a page begins, regardless of the pages before it. `usual`: where it would
  /// begin by their size; nil: there.
  mutating func anchor(_ page: Int, at start: Int, usual: Int? = nil) {
    anchor = (page, start, usual ?? start)
    (before, behind) = (Drifts(), Drifts())
    revision += 1
  }

  /// True when the pages before the one that a checkpoint continues with had this many items each.
  func isBegun(by size: Int) -> Bool {
    let (start, overflow) = (anchor.page - firstPage).multipliedReportingOverflow(by: size)
    return anchor.page > firstPage && !overflow && start == anchor.start
  }

  /// Gives the pages before the checkpoint's page this size.
  mutating func begin(by size: Int) {
    let (usual, overflow) = (anchor.page - firstPage).multipliedReportingOverflow(by: size)
    if anchor.page > firstPage, !overflow { anchor.usual = usual }
  }

  /// Takes in the size of a page: this many items more, or fewer, than expected.
  mutating func note(_ page: Int, items: Int) {
    let isNew = isBeforeAnchor(page) ? before.note(page, items) : behind.note(page, items)
    if isNew { revision += 1 }
  }

  /// Forgets the sizes of the pages after a page.
  mutating func remove(after page: Int) {
    before.remove(after: page)
    behind.remove(after: page)
    revision += 1
  }

  /// Forgets the sizes of all pages.
  mutating func removeAll() {
    (before, behind) = (Drifts(), Drifts())
    revision += 1
  }
}

/// The pages whose size is another than expected, in order.
private struct Drifts: Sendable {
  struct Drift: Sendable {
    let page: Int
    /// Items more (or, negative, fewer) than expected.
    var items: Int
    /// The sum of this and all before it.
    var sum: Int
  }

  private(set) var list: [Drift] = []

  func sum(before page: Int) -> Int {
    let count = list.frontCount { $0.page < page }
    return count == 0 ? 0 : list[count - 1].sum
  }

  mutating func remove(after page: Int) { list.removeAll { $0.page > page } }

  /// Takes in the size of a page. False: nothing has changed.
  mutating func note(_ page: Int, _ items: Int) -> Bool {
    let place = list.frontCount { $0.page < page }
    if place < list.count, list[place].page == page {
      if items == 0 { list.remove(at: place) } else { list[place].items = items }
    } else if items != 0, list.count < Places.driftsMax {
      list.insert(Drift(page: page, items: items, sum: 0), at: place)
    } else {
      return false
    }
    var sum = place == 0 ? 0 : list[place - 1].sum
    for index in place..<list.count {
      sum += list[index].items
      list[index].sum = sum
    }
    return true
  }
}
