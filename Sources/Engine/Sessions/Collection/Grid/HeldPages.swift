import Pagination

/// The pages in memory, with what is needed to respond from them and to request them again.
struct HeldPages: Sendable {
  private var pages: [Int: Page] = [:]
  /// The page that holds the item of an identity; the first one that came.
  private var owners: [UInt64: Int] = [:]
  /// The numbers of the pages.
  private var held = RangeSet<Int>()
  /// The number of pages that have come.
  private(set) var arrivals = 0

  subscript(page: Int) -> Page? { pages[page] }

  var count: Int { pages.count }

  /// The pages as inclusive runs, in order.
  var runs: [ClosedRange<Int>] { held.ranges.map { ClosedRange($0) } }

  /// Their numbers, in order.
  var numbers: [Int] { pages.keys.sorted() }

  mutating func hold(_ page: Page) {
    arrivals += 1
    let before = pages.updateValue(page, forKey: page.number)
    if let before { disown(before) }
    for identity in page.identities.digests where identity != 0 {
      owners[identity, default: page.number] += 0  // looked up once, and kept where it is there
    }
    held.insert(contentsOf: page.number..<page.number + 1)
  }

  /// Returns the items of a page that other pages hold too, and the numbers of those pages.
  func shared(_ identities: PageIdentities, by page: Int) -> (items: [Int], pages: Set<Int>) {
    var shared: (items: [Int], pages: Set<Int>) = ([], [])
    for (index, identity) in identities.enumerated() {
      guard let identity, let owner = owners[identity], owner != page else { continue }
      shared.items.append(index)
      shared.pages.insert(owner)
    }
    return shared
  }

  private mutating func disown(_ page: Page) {
    for identity in page.identities.digests where identity != 0 {
      guard let place = owners.index(forKey: identity), owners.values[place] == page.number
      else { continue }
      owners.remove(at: place)
    }
  }

  mutating func replace(_ page: Int, _ content: PageContent) {
    pages[page]?.remap(content)
  }

  mutating func remove(_ page: Int) {
    guard let removed = pages.removeValue(forKey: page) else { return }
    disown(removed)
    held.remove(contentsOf: page..<page + 1)
  }

  /// Drops the pages that are farthest from all of the ranges until at most `pagesMax` are left, of
  /// two as far the higher one; pages inside the `kept` ranges stay.
  mutating func evict(
    near ranges: [ClosedRange<Int>], keeping kept: [ClosedRange<Int>], pagesMax: Int
  ) {
    let excess = pages.count - pagesMax
    guard excess > 0 else { return }
    // A function of its own: pages that are looked at would be copied when one is removed.
    for page in farthest(excess, from: ranges, keeping: kept) { remove(page) }
  }

  private func farthest(
    _ count: Int, from ranges: [ClosedRange<Int>], keeping kept: [ClosedRange<Int>]
  ) -> [Int] {
    let droppable = pages.keys.lazy.filter { page in !kept.contains { $0.contains(page) } }
      .map { page in
        let distances = ranges.lazy.map { max($0.lowerBound - page, page - $0.upperBound, 0) }
        return (distance: distances.min() ?? 0, page: page)
      }
    if count == 1 { return droppable.max { $0 < $1 }.map { [$0.page] } ?? [] }
    return droppable.sorted { $0 > $1 }.prefix(count).map(\.page)
  }
}
