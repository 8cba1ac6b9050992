import Pagination

/// The delivered items, known by digests of their identities, or of their bytes if they have no
/// identities. It alone decides whether an item came before.
///
///     delivered 1 2 3, then 3 4      item 3 came again: the page begins with the end of the last one
///     delivered 7 7                  equal items are usual in this list: nothing is known by bytes
struct ItemMemory: Sendable {
  /// The recurrence on a page of items that were delivered before: their number, that of those at its
  /// beginning that the page before ended with, and whether the first item is one.
  typealias Recurrence = (count: Int, beginning: Int, hasFirst: Bool)

  private var digests = DigestSet()
  /// The digests before the latest ones; this set no longer grows.
  private var earlier = DigestSet()
  /// Digests of the items of the latest pages that had any, the oldest page first.
  private var pages: [[UInt64]] = []
  /// A page has had equal items, or such as are no objects: bytes say nothing of an item.
  private var hasEqualItems = false

  /// The number of digests that are remembered.
  static let digestsMax = 10_000_000
  /// The least number of digests remembered when the consumer of the items recognizes every
  /// repeated item.
  static let latestDigests = 10_000
  /// The pages that are kept whole: the latest one, and those that a walk may step back to.
  static let pagesMax = 5
  /// The number of items in a checkpoint.
  static let storedMax = 8

  init() {}

  private var count: Int { digests.count + earlier.count }

  /// True when no page is kept.
  var isEmpty: Bool { pages.isEmpty }

  /// The last item delivered, where it is kept.
  var last: UInt64? { pages.last?.last }

  /// The number of items of the latest page, as far as they are kept.
  var lastCount: Int { pages.last?.count ?? 0 }

  /// True when each item that was delivered is known again.
  var tellsApart: Bool { !hasEqualItems && count < ItemMemory.digestsMax }

  /// True when an item was delivered.
  func contains(_ digest: UInt64) -> Bool {
    digests.contains(digest) || earlier.contains(digest)
  }

  /// Takes in the items of a page. `isRepeated`: the page came as a whole before, which is already
  /// recorded. `remembersAll`: false when the consumer of the items recognizes old ones.
  mutating func take(_ page: Page, isRepeated: Bool, remembersAll: Bool) -> Recurrence {
    var found: Recurrence = (0, 0, false)
    let items = page.digests
    if !remembersAll, digests.count >= ItemMemory.latestDigests {
      (earlier, digests) = (digests, DigestSet())
    }
    defer { keep(items, of: page) }
    if page.identities.isEmpty {
      if items.isEmpty, page.received > 0 { hasEqualItems = true }
      if hasEqualItems { return found }
      found.beginning = repeated(in: items)
    }
    var again = known(items)
    let identities = page.identities
    if !identities.isEmpty, !identities.isWhole { again.removeAll { identities[$0] == nil } }
    found.count = isRepeated && identities.isEmpty ? 0 : again.count
    found.hasFirst = again.first == 0
    return found
  }

  /// Takes in items, as long as there is room, and returns the indexes of those that came before.
  private mutating func known(_ items: [UInt64]) -> [Int] {
    let isFull = count >= ItemMemory.digestsMax
    if earlier.count == 0, !isFull { return digests.insert(items) }
    return items.indices.filter { index in
      let item = items[index]
      return earlier.contains(item) || (isFull ? digests.contains(item) : !digests.insert(item))
    }
  }

  /// Takes in items that are delivered besides the pages in order.
  mutating func add(_ items: [UInt64]) { _ = digests.insert(items) }

  private mutating func keep(_ items: [UInt64], of page: Page) {
    guard page.received > 0 else { return }
    if items.isEmpty { return pages = [] }
    pages.append(items)
    if pages.count > ItemMemory.pagesMax { pages.removeFirst() }
  }

  /// The index, within a page, of the item that a walk continues after: the last delivered item, or
  /// if it is missing, the latest one before it. nil: the page has none.
  func place(in items: [UInt64]) -> Int? {
    guard let last else { return nil }
    if items.first == last { return 0 }
    if let place = items.lastIndex(of: last) { return place }
    let delivered = Set(pages.joined())
    return items.lastIndex { delivered.contains($0) }
  }

  /// True when a page ends with the items of the latest one, or with those that a checkpoint has of it.
  func isEnd(of items: [UInt64]) -> Bool {
    guard let latest = pages.last, latest.count > 1 else { return false }
    return items.suffix(latest.count).elementsEqual(latest)
  }

  func containsLately(_ item: UInt64) -> Bool { pages.contains { $0.contains(item) } }

  /// True when an item was delivered right after another one, on the latest pages.
  func hasPair(_ first: UInt64, _ second: UInt64) -> Bool {
    let items = Array(pages.joined())
    return zip(items, items.dropFirst()).contains { $0 == (first, second) }
  }

  /// The number of items at the beginning of a page that the page before ended with.
  func repeated(in items: [UInt64]) -> Int {
    guard let last = pages.last else { return 0 }
    let most = min(last.count, items.count)
    return (0...most).last { count in
      (count == 0 || last[last.count - count] == items[0])
        && last.suffix(count).elementsEqual(items.prefix(count))
    } ?? 0
  }

  // MARK: In checkpoints

  /// The latest items without the last `left`, which were not delivered yet, the oldest first.
  func stored(without left: Int) -> [UInt64] {
    Array(pages.joined().dropLast(left).suffix(ItemMemory.storedMax))
  }

  /// The memory of the items that a checkpoint has.
  init(stored: [UInt64]) {
    if !stored.isEmpty { pages = [stored] }
    add(stored)
  }
}
