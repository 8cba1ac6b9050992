package import JSON

/// An order for a window on the collection.
package struct WindowOrder: Sendable {
  package let start: Int
  package let count: Int
  /// Missing pages are loaded; a window on nothing loads nothing.
  package let loads: Bool
  /// The response comes when each page is there or has failed.
  package let waits: Bool

  /// The indexes of its items.
  var range: Range<Int> { start..<(start + count) }

  /// The most pages that one window may touch.
  static let pagesMax = 20_000

  package init(start: Int, count: Int, loads: Bool, waits: Bool) {
    self.start = start
    self.count = count
    self.loads = loads && count > 0
    self.waits = waits
  }
}

/// A window on the collection as a sparse array.
package struct WindowView: Sendable {
  /// One stretch of the window.
  package enum Slot: Sendable {
    case items(PageContent, Range<Int>)
    case loading
    case error
    case noResults
  }

  package let start: Int
  package let slots: [Slot]
  /// Index ranges that hold items.
  package let loaded: [Range<Int>]
  /// The number of items, or of those known so far.
  package let count: Int
  package let loadingPages: [Int]
  package let failedPages: [(page: Int, error: SessionError)]
  package let placeholders: SessionSettings.Placeholders
  package let snapshot: SessionSnapshot

  /// The items and placeholders as a JSON array; the items are spliced in.
  package var items: JSONFragments {
    var list = JSONFragments()
    // What is between the items that are spliced in.
    var text: [UInt8] = [UInt8(ascii: "[")]
    var hasBefore = false
    for slot in slots {
      if hasBefore { text.append(UInt8(ascii: ",")) }
      hasBefore = true
      switch slot {
      case .items(let content, let range):
        list.append(text)
        text = []
        content.appendElements(range, to: &list)
      case .loading: text += placeholders.loading ?? Self.null
      case .error: text += placeholders.error ?? Self.null
      case .noResults: text += placeholders.noResults ?? Self.null
      }
    }
    text.append(UInt8(ascii: "]"))
    list.append(text)
    return list
  }

  private static let null = Array("null".utf8)
}

extension WindowView {
  /// A window as it can be shown now. `underWay`: the pages that are.
  init(
    _ order: WindowOrder, _ collection: PagedList, _ underWay: Set<Int>,
    _ snapshot: SessionSnapshot
  ) {
    let pages = order.pages(in: collection)
    var slots: [Slot] = []
    var loaded = RangeSet<Int>()
    if let pages {
      for page in pages { order.append(page, of: collection, to: &slots, &loaded) }
    } else if collection.itemsEnd == 0, order.start == 0,
      collection.settings.placeholders.noResults != nil
    {
      slots.append(.noResults)
    }
    let isLoading: (Int) -> Bool =
      order.loads
      ? { collection.isMissing($0) || !collection.isPlaced($0) }
      : { collection.grid.held[$0] == nil && underWay.contains($0) }
    self.init(
      start: order.start, slots: slots, loaded: Array(loaded.ranges), count: collection.shownCount,
      loadingPages: pages?.filter(isLoading) ?? [],
      failedPages: pages?.compactMap { page in
        collection.failure(of: page).map { (page, $0) }
      } ?? [],
      placeholders: collection.settings.placeholders, snapshot: snapshot)
  }
}

extension WindowOrder {
  /// The pages that the window touches; nil: none.
  func pages(in collection: PagedList) -> ClosedRange<Int>? {
    let end = min(start + count, collection.itemsEnd ?? Int.max)
    guard start < end else { return nil }
    return WindowOrder.bounded(collection.grid.page(of: start)...collection.grid.page(of: end - 1))
  }

  /// Empty pages may lie between two items, but not without end.
  static func bounded(_ pages: ClosedRange<Int>) -> ClosedRange<Int> {
    pages.lowerBound...min(pages.upperBound, pages.lowerBound + WindowOrder.pagesMax - 1)
  }

  /// True when there is nothing left to load for the window.
  func isWhole(in collection: PagedList) -> Bool {
    if collection.wantsOpening { return false }
    let probe = collection.sizeProbe ?? .max
    return pages(in: collection)?.contains { $0 > probe || collection.isMissing($0) } != true
  }

  func startsPastTheEnd(of collection: PagedList) -> Bool {
    guard let end = collection.itemsEnd, !collection.wantsOpening else { return false }
    return start >= end && !(end == 0 && start == 0)
  }

  /// Appends the part of a page that lies in the window.
  fileprivate func append(
    _ page: Int, of collection: PagedList,
    to slots: inout [WindowView.Slot], _ loaded: inout RangeSet<Int>
  ) {
    let first = collection.start(of: page)
    let from = max(start, first)
    let to = min(start + count, collection.start(of: page + 1), collection.itemsEnd ?? Int.max)
    guard from < to else { return }
    guard let content = collection.grid.held[page]?.content, collection.isPlaced(page) else {
      let slot = collection.failure(of: page) == nil ? WindowView.Slot.loading : .error
      slots += Array(repeating: slot, count: to - from)
      return
    }
    let part = (from - first)..<max(from - first, min(to - first, content.count))
    if !part.isEmpty {
      slots.append(.items(content, part))
      loaded.insert(contentsOf: from..<(from + part.count))
    }
    let missing = to - from - part.count
    if missing > 0 { slots += Array(repeating: .loading, count: missing) }
  }
}
