import JSON
import Pagination

/// The items that a run of pages delivered most recently. A walk by offsets finds its place by them
/// in a list that changes while it is read.
///
///     {"items":["9f86d081884c7d65","60303ae22b998861"],"verified":3,"unbroken":true,
///      "sizes":[100,98]}
struct RecentItems: Sendable {
  /// Digests of the items of the latest pages that had any, the oldest page first.
  private var pages: [[UInt64]] = []
  /// How often a delivered item was found where the next page was due to begin.
  private(set) var verified = 0
  /// Whether every page except the first continued after a delivered item.
  private(set) var isUnbroken = true
  /// Whether the API rejected or ignored an offset inside one of its pages.
  private(set) var isRefused = false
  /// The size of the largest page, including items that were removed from it.
  private(set) var most = 0
  /// The size of the smallest page that another page followed.
  private var least = Int.max
  private var latest = 0

  /// The pages that are kept: the latest one, and those that a walk may step back to.
  static let pagesMax = 5
  /// The number of items in a checkpoint.
  static let storedMax = 8

  init() {}

  var isEmpty: Bool { pages.isEmpty }

  /// The number of items of the latest page, as far as they are kept.
  var lastCount: Int { pages.last?.count ?? 0 }

  /// Digests of the items, the oldest first.
  var items: some Sequence<UInt64> { pages.joined() }

  /// Adds the next page of the run.
  mutating func take(_ page: Page) {
    if !isEmpty, page.continuity != .verified { isUnbroken = false }
    if page.continuity == .verified { verified += 1 }
    guard page.received > 0, !page.identities.isEmpty || page.isShort else { return }
    if !isEmpty { least = min(least, latest) }
    latest = page.received + page.reading.overlap
    most = max(most, latest)
    let items = page.digests
    if items.isEmpty { return pages = [] }
    pages.append(items)
    if pages.count > RecentItems.pagesMax { pages.removeFirst() }
  }

  /// The last item was found again, and nothing follows it.
  mutating func verifyEnd() { verified += 1 }

  mutating func refuse() { isRefused = true }

  /// The end was found where nothing tells whether the last item is still in front of it.
  mutating func leaveEndUnverified() { isUnbroken = false }

  /// Whether every page continued after the last item of the page before.
  ///
  /// False if a page in the middle was smaller than others: an API that omits items after paging may
  /// have empty pages before its end.
  var isProven: Bool { isUnbroken && verified > 0 && least >= most }

  /// The index, within a page, of the item that the walk continues after: the last delivered item, or
  /// if it is missing, the latest one before it. nil: the page has none.
  func place(in items: [UInt64]) -> Int? {
    guard let last = pages.last?.last else { return nil }
    if items.first == last { return 0 }
    if let place = items.lastIndex(of: last) { return place }
    let delivered = Set(pages.joined())
    return items.lastIndex { delivered.contains($0) }
  }

  /// Whether an item is among them.
  func contains(_ item: UInt64) -> Bool { pages.contains { $0.contains(item) } }

  /// The number of items at the beginning of a page that the page before ended with.
  func repeated(in items: [UInt64]) -> Int {
    guard let last = pages.last else { return 0 }
    let most = min(last.count, items.count)
    return (0...most).last { last.suffix($0).elementsEqual(items.prefix($0)) } ?? 0
  }

  // MARK: In checkpoints

  /// `left`: the number of the latest items that were not delivered yet. nil: no items, and nothing
  /// that speaks against the run.
  func stored(without left: Int) -> JSONValue? {
    let items = pages.joined().dropLast(left).suffix(RecentItems.storedMax)
    if items.isEmpty, isUnbroken, !isRefused { return nil }
    let smallest = least == Int.max ? latest : min(least, latest)
    var object: JSONObject = [
      "items": .array(items.map { .string(String($0, radix: 16)) }),
      "verified": .integer(verified), "unbroken": .boolean(isUnbroken),
      "sizes": .array([.integer(most), .integer(smallest)]),
    ]
    if isRefused { object["refused"] = true }
    return .object(object)
  }

  init(stored: JSONValue?) {
    guard let stored else { return }
    let items = (stored["items"]?.arrayValue ?? []).prefix(RecentItems.storedMax).compactMap {
      $0.stringValue.flatMap { UInt64($0, radix: 16) }
    }
    if !items.isEmpty { pages = [items] }
    verified = min(max(0, stored["verified"]?.integerValue ?? 0), ProofRecord.pagesMax)
    isUnbroken = stored["unbroken"]?.booleanValue ?? false
    isRefused = stored["refused"]?.booleanValue ?? false
    let sizes = (stored["sizes"]?.arrayValue ?? []).compactMap(\.integerValue)
    if sizes.count == 2, sizes.allSatisfy({ (0...Pager.perPageMax).contains($0) }) {
      (most, latest) = (sizes[0], sizes[1])
    }
  }
}
