import Pagination

/// The windows that wait until each of their pages is there or has failed, and which of them can be
/// answered.
struct WindowQueue: Sendable {
  /// A request that waits until each of its pages is there or has failed.
  struct Waiter: Sendable {
    let id: JobID
    let order: WindowOrder
    let completion: WindowCompletion
    /// Its pages when it was last looked at; nil: none.
    fileprivate(set) var pages: ClosedRange<Int>?

    func reply(_ error: SessionError, _ snapshot: SessionSnapshot) -> Reply {
      let completion = completion
      let failure = LoadFailure(error: error, page: nil, snapshot: snapshot)
      return { completion(.failure(failure)) }
    }
  }

  private var waiters: [Waiter] = []
  /// The layout from which the waiters' pages were computed.
  private var layout: Layout?

  /// The values that decide which pages a window has, and which of them can come. While they stay
  /// the same and no page fails, only a page that arrives can make a window ready that waits for
  /// it.
  private struct Layout: Equatable {
    let perPage: Int
    let pageCount: Int?
    let itemsEnd: Int?
    let bound: Int?
    let isComputed: Bool
    let isPlaced: Bool
    let places: Int
    let arrivals: Int

    /// `arriving`: pages that have come since, and are looked at one by one.
    init(_ collection: PagedList, arriving: Int = 0) {
      perPage = collection.counts.perPage
      pageCount = collection.grid.pageCount
      itemsEnd = collection.itemsEnd
      bound = collection.end.bound
      isComputed = collection.isComputed
      isPlaced = !collection.wantsOpening
      places = collection.grid.places.revision
      arrivals = collection.grid.held.arrivals - arriving
    }
  }

  var isEmpty: Bool { waiters.isEmpty }

  /// The orders of the waiting windows.
  var orders: some Sequence<WindowOrder> { waiters.lazy.map(\.order) }

  mutating func add(_ waiter: Waiter, _ collection: PagedList) {
    waiters.append(waiter)
    waiters[waiters.count - 1].pages = waiter.order.pages(in: collection)
  }

  /// Any window may be ready.
  mutating func forgetLayout() { layout = nil }

  /// Takes out the windows whose pages are all there or have failed, to be answered. `arrived`: the
  /// page that has just come.
  mutating func takeReady(_ collection: PagedList, arrived: Int? = nil) -> [Waiter] {
    let isKnown = layout == Layout(collection, arriving: arrived == nil ? 0 : 1)
    layout = Layout(collection)
    guard isKnown else { return takeReady(collection) { _ in true } }
    guard let arrived else { return [] }
    return takeReady(collection) { $0?.contains(arrived) ?? true }
  }

  private mutating func takeReady(
    _ collection: PagedList, where mayBeReady: (ClosedRange<Int>?) -> Bool
  ) -> [Waiter] {
    var ready: [Int] = []
    for index in waiters.indices where mayBeReady(waiters[index].pages) {
      waiters[index].pages = waiters[index].order.pages(in: collection)
      if waiters[index].order.isWhole(in: collection) { ready.append(index) }
    }
    if ready.count == 1 { return [waiters.remove(at: ready[0])] }
    let taken = ready.map { waiters[$0] }
    let ids = Set(taken.map(\.id))
    if !ids.isEmpty { waiters.removeAll { ids.contains($0.id) } }
    return taken
  }

  /// Removes a window; nil if there is no window with that id.
  mutating func remove(_ id: JobID) -> Waiter? {
    waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) }
  }

  /// Takes out every window.
  mutating func removeAll() -> [Waiter] {
    defer { waiters = [] }
    return waiters
  }

  /// The pages of those windows that are waited for and lie among pages, and of the nearest ones
  /// before and after them: others do not matter for which pages are the farthest.
  func pages(around held: HeldPages) -> [ClosedRange<Int>] {
    guard let first = held.runs.first?.lowerBound, let last = held.runs.last?.upperBound else {
      return []
    }
    var among: [ClosedRange<Int>] = []
    var before: ClosedRange<Int>?
    var behind: ClosedRange<Int>?
    for index in waiters.indices {  // there may be thousands: none is copied
      guard let pages = waiters[index].pages else { continue }
      if pages.upperBound < first {
        if pages.upperBound > before?.upperBound ?? Int.min { before = pages }
      } else if pages.lowerBound > last {
        if pages.lowerBound < behind?.lowerBound ?? Int.max { behind = pages }
      } else {
        among.append(pages)
      }
    }
    return among + [before, behind].compactMap(\.self)
  }
}

extension WindowOrder {
  /// The pages that the window touches; nil: none.
  func pages(in collection: PagedList) -> ClosedRange<Int>? {
    let end = min(start + count, collection.itemsEnd ?? Int.max)
    guard start < end else { return nil }
    return WindowOrder.bounded(collection.pageForIndex(start)...collection.pageForIndex(end - 1))
  }

  /// Empty pages may lie between two items, but not without end.
  static func bounded(_ pages: ClosedRange<Int>) -> ClosedRange<Int> {
    pages.lowerBound...min(pages.upperBound, pages.lowerBound + WindowOrder.pagesMax - 1)
  }

  /// True when there is nothing left to load for the window.
  func isWhole(in collection: PagedList) -> Bool {
    guard let pages = pages(in: collection) else { return true }
    return !collection.wantsOpening && !pages.contains { collection.isMissing($0) }
  }

  func startsPastTheEnd(of collection: PagedList) -> Bool {
    guard let end = collection.itemsEnd, !collection.wantsOpening else { return false }
    return start >= end && !(end == 0 && start == 0)
  }
}
