import JSON
import Pagination

/// The items that a run of pages has delivered last, by which a walk by offsets knows its place in
/// a list that moves while it is read.
///
///     {"items":["9f86d081884c7d65","60303ae22b998861"],"shown":3,"unbroken":true,"sizes":[100,98]}
struct Trail: Sendable {
  /// Digests of the items of the latest pages that had some, the oldest first.
  private var pages: [[UInt64]] = []
  /// How often an item that was delivered was found again where a page was due to go on.
  private(set) var shown = 0
  /// Every page but the first went on behind an item that had been delivered.
  private(set) var isUnbroken = true
  /// The API has refused an offset within a page that it had given, or has not kept to it.
  private(set) var isRefused = false
  /// The most items that a page came with, those that were taken off included.
  private(set) var most = 0
  /// The fewest items that a page came with that was not the last one.
  private var least = Int.max
  private var latest = 0

  /// How many pages are remembered: one, and those that a walk may go back.
  static let pagesMax = 5
  /// How many items a checkpoint holds.
  static let storedMax = 8

  init() {}

  var isEmpty: Bool { pages.isEmpty }

  /// How many items the latest page had, as far as they are remembered.
  var lastCount: Int { pages.last?.count ?? 0 }

  /// Takes in the items of the next page of the run.
  mutating func take(_ page: Page) {
    if !isEmpty, page.continuity != .shown { isUnbroken = false }
    if page.continuity == .shown { shown += 1 }
    guard page.received > 0, !page.identities.isEmpty || page.isShort else { return }
    if !isEmpty { least = min(least, latest) }
    latest = page.received + page.reading.overlap
    most = max(most, latest)
    let items = page.digests
    if items.isEmpty { return pages = [] }
    pages.append(items)
    if pages.count > Trail.pagesMax { pages.removeFirst() }
  }

  /// The last item was found again, and nothing came after it.
  mutating func show() { shown += 1 }

  mutating func refuse() { isRefused = true }

  /// Whether every page went on behind the last item of the page before. Not where a page had fewer
  /// items than others although more came after it: an API that leaves out items after paging may
  /// have pages without any before its end.
  var isProven: Bool { isUnbroken && shown > 0 && least >= most }

  /// The index of the item in a page behind which the walk goes on: the last item that was
  /// delivered, or, where that is gone, the last of those before it. nil: none is there.
  func place(in items: [UInt64]) -> Int? {
    guard let last = pages.last?.last else { return nil }
    if items.first == last { return 0 }
    if let place = items.lastIndex(of: last) { return place }
    let delivered = Set(pages.joined())
    return items.lastIndex { delivered.contains($0) }
  }

  /// Whether an item is one of those that were delivered last.
  func has(_ item: UInt64) -> Bool { pages.contains { $0.contains(item) } }

  /// Digests of the items that were delivered last, the oldest first.
  var items: some Sequence<UInt64> { pages.joined() }

  /// How many items at the beginning of a page are those that the page before ended with.
  func repeated(in items: [UInt64]) -> Int {
    guard let last = pages.last else { return 0 }
    let most = min(last.count, items.count)
    return (0...most).last { last.suffix($0).elementsEqual(items.prefix($0)) } ?? 0
  }

  // MARK: In checkpoints

  /// `left`: so many items of the latest page have not been delivered yet. nil: there is no item.
  func stored(without left: Int) -> JSONValue? {
    let items = pages.joined().dropLast(left).suffix(Trail.storedMax)
    if items.isEmpty { return nil }
    var object: JSONObject = [
      "items": .array(items.map { .string(String($0, radix: 16)) }), "shown": .integer(shown),
      "unbroken": .boolean(isUnbroken),
      "sizes": .array(
        [most, least == Int.max ? latest : min(least, latest)].map(JSONValue.integer)),
    ]
    if isRefused { object["refused"] = true }
    return .object(object)
  }

  init(stored: JSONValue?) {
    guard let stored else { return }
    let items = (stored["items"]?.arrayValue ?? []).prefix(Trail.storedMax).compactMap {
      $0.stringValue.flatMap { UInt64($0, radix: 16) }
    }
    if !items.isEmpty { pages = [items] }
    shown = max(0, stored["shown"]?.integerValue ?? 0)
    isUnbroken = stored["unbroken"]?.booleanValue ?? false
    isRefused = stored["refused"]?.booleanValue ?? false
    let sizes = (stored["sizes"]?.arrayValue ?? []).compactMap(\.integerValue)
    if sizes.count == 2, sizes.allSatisfy({ (0...Pager.perPageMax).contains($0) }) {
      (most, latest) = (sizes[0], sizes[1])
    }
  }
}
