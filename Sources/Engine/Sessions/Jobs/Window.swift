import Pagination

package typealias WindowCompletion = @Sendable (Result<WindowView, LoadFailure>) -> Void

/// The part of the collection in view: windows that wait until each of their pages is there or has
/// failed, and the pages around the last window that are loaded ahead.
struct Window: Sendable {
  /// A request that waits until each of its pages is there or has failed.
  struct Waiter: Sendable {
    let id: JobID
    let order: WindowOrder
    let completion: WindowCompletion
    /// Its pages when it was last looked at; nil: none.
    fileprivate(set) var pages: ClosedRange<Int>?

    func reply(_ error: SessionError, _ snapshot: SessionSnapshot) -> Reply {
      let failure = LoadFailure(error: error, page: nil, snapshot: snapshot)
      return { [completion] in completion(.failure(failure)) }
    }
  }

  /// The items of the last window or touch; nil: nothing is looked at.
  private var items: Range<Int>?
  /// The last window, as long as it has not been shown in full: its pages stay in memory.
  private var unshown: Range<Int>?
  /// Pages that have come since the last window or touch: they are not requested again, even where
  /// there was no room to hold them.
  private var done: Set<Int> = []
  /// The last one moved towards higher indexes.
  private var isForward = true
  private var waiters: [Waiter] = []
  /// The layout from which the waiters' pages were computed; empty: any of them may be ready.
  private var layout: [Int?] = []

  /// The interest of all windows in a page.
  static let id: JobID = 0

  /// The action that opening a window leads to.
  enum Action {
    /// It is answered now.
    case reply
    /// Missing pages are loaded, and it is answered now.
    case loadAndReply
    /// Missing pages are loaded, and it is answered when they are there.
    case loadAndWait
  }

  // MARK: Looking

  mutating func open(_ waiter: Waiter, _ collection: inout PagedList) -> Action {
    let order = waiter.order
    if order.startsPastTheEnd(of: collection) { return .reply }
    guard order.loads else {
      unshown = nil
      return .reply
    }
    look(at: order.range)
    if let pages = order.pages(in: collection) { allowRetry(pages, &collection) }
    let isWhole = order.isWhole(in: collection)
    unshown = isWhole ? nil : items
    guard order.waits, !isWhole else { return .loadAndReply }
    waiters.append(waiter)
    waiters[waiters.count - 1].pages = order.pages(in: collection)
    return .loadAndWait
  }

  /// Notes that an item is about to be shown, so that the prefetch rules load its pages. One of a window
  /// whose pages are not all there adds nothing to it. Returns false if there is no such item.
  mutating func touch(_ index: Int, _ collection: inout PagedList) -> Bool {
    if index < 0 || index >= collection.itemsEnd ?? .max { return false }
    if unshown?.contains(index) != true { look(at: index..<(index + 1)) }
    let page = collection.grid.page(of: index)
    allowRetry(page...page, &collection)
    return true
  }

  /// Pages that are looked at may be requested again, and so may those that lead to them.
  private func allowRetry(_ pages: ClosedRange<Int>, _ collection: inout PagedList) {
    let first = collection.isComputed ? pages.lowerBound : Int.min
    collection.look { $0.allowRetry { first <= $0 && $0 <= pages.upperBound } }
  }

  private mutating func look(at items: Range<Int>) {
    if let before = self.items, before.lowerBound != items.lowerBound {
      isForward = items.lowerBound > before.lowerBound
    }
    self.items = items
    unshown = nil
    done = []
  }

  /// Limits are other ones: any window may be ready.
  mutating func forgetLayout() { layout = [] }

  // MARK: Loading

  /// The next page to request; nil: none, or not now. At most `concurrency` are under way at once;
  /// one, where the number of pages is not known, and where pages are reached by steps. `missing`: a
  /// page that has to come before later ones.
  mutating func next(
    _ collection: inout PagedList, _ requests: Requests, _ missing: RequestedPage?
  ) -> RequestedPage? {
    let own = requests.pages(of: Window.id)
    let shareable = requests.shareablePages(besides: Window.id)
    let mayJump =
      collection.isComputed && collection.counts.pageCount != nil && !collection.isSizeUnshown
    let parallel = mayJump ? collection.settings.fetching.concurrency : 1
    guard own.count < parallel else { return nil }
    while true {
      let wanted = wantedPages(collection).filter {
        !own.contains($0) && (!collection.isNumberedByWalk || collection.visits[$0] != nil)
      }
      guard let page = wanted.first(where: shareable.contains) ?? wanted.first else {
        return nil
      }
      switch collection.route(toShow: page) {
      case .success(let route):
        let requested = missing.flatMap { $0.page < route.page ? $0 : nil } ?? route
        guard let error = collection.grid.failures[requested.page] else {
          return own.contains(requested.page) ? nil : requested
        }
        // A page that has failed keeps those from coming that it leads to. Only what is looked at
        // fails with it: what is loaded ahead has no end.
        guard pagesInView(collection).contains(where: { $0.contains(page) }) else { return nil }
        note(failed: page, error, &collection)
      case .failure(let error): note(failed: page, error, &collection)
      }
    }
  }

  /// True when a wanted page is not there.
  func wantsPages(_ collection: PagedList) -> Bool { !wantedPages(collection).isEmpty }

  /// Takes in a page that windows are interested in.
  mutating func take(
    _ outcome: PageOutcome, of requested: RequestedPage, _ collection: inout PagedList
  ) {
    switch outcome {
    case .notModified, .pastEnd: break
    case .page(let page): done.insert(page.number)
    case .failure(let error): fail(requested.page, error, &collection)
    }
  }

  private mutating func fail(
    _ page: Int, _ error: SessionError, _ collection: inout PagedList
  ) {
    note(failed: page, error, &collection)
    if !collection.isComputed {
      // On the way to pages that only steps lead to, all that lie after fail with it.
      for pages in pagesInView(collection) {
        for behind in pages where behind > page && collection.grid.held[behind] == nil {
          note(failed: behind, error, &collection)
        }
      }
    }
    forgetFailures(&collection)
  }

  /// A page that a load could not bring is a failed one in windows, too, until it is requested
  /// again; where a window wants it, the window requests it itself.
  mutating func noteFailedLoad(
    of page: Int, _ error: SessionError, _ collection: inout PagedList
  ) {
    guard collection.grid.held[page] == nil, !wantedPages(collection).contains(page) else { return }
    note(failed: page, error, &collection)
    forgetFailures(&collection)
  }

  /// Any window may be ready then, also one that was opened after the page had failed before.
  private mutating func note(
    failed page: Int, _ error: SessionError, _ collection: inout PagedList
  ) {
    forgetLayout()
    collection.look { $0.fail(page, error) }
  }

  /// Of too many failed pages, only those of windows are remembered; the others may be requested
  /// again.
  private func forgetFailures(_ collection: inout PagedList) {
    guard collection.grid.failures.count > PagedList.failedPagesMax else { return }
    let seen = pagesInView(collection)
    collection.look { $0.allowRetry { page in !seen.contains { $0.contains(page) } } }
  }

  /// Pages that are wanted and not there, the most wanted first: those that requests wait for,
  /// those of the last window, those around it in the direction of travel, then after.
  private func wantedPages(_ collection: PagedList) -> [Int] {
    let settings = collection.settings
    let probe = collection.sizeProbe ?? .max
    var pages: [Int] = []
    func want(_ range: some Sequence<Int>, isAwaited: Bool = false) {
      guard pages.count <= settings.fetching.concurrency else { return }
      for page in range {
        let page = min(page, probe)
        guard collection.isMissing(page), !pages.contains(page),
          isAwaited || !done.contains(page)
        else { continue }
        pages.append(page)
        if pages.count > settings.fetching.concurrency { return }
      }
    }
    if (items != nil || !waiters.isEmpty), collection.wantsOpening {
      want(CollectionOfOne(collection.openingPage), isAwaited: true)
      if !pages.isEmpty { return pages }
    }
    for order in orders {
      if pages.count > settings.fetching.concurrency { break }
      if let awaited = order.pages(in: collection) { want(awaited, isAwaited: true) }
    }
    guard let items, let shown = shownPages(collection) else { return pages }
    let (first, last) = (shown.lowerBound, shown.upperBound)
    want(shown)
    let distance = settings.prefetch.distance
    var room = settings.limits.heldPagesMax - (last - first + 1)
    guard distance > 0, room > 0 else { return pages }
    for isAhead in [isForward, !isForward] {
      if isAhead {
        let index = min(items.upperBound - 1 + distance, (collection.itemsEnd ?? Int.max) - 1)
        let ahead = min(collection.grid.page(of: max(0, index)), last + room)
        if ahead > last { want((last + 1)...ahead) }
        room -= max(0, ahead - last)
      } else {
        let index = max(0, items.lowerBound - distance)
        let behind = max(collection.grid.page(of: index), first - room)
        if behind < first { want((behind..<first).reversed()) }
        room -= max(0, first - behind)
      }
    }
    return pages
  }

  // MARK: Memory

  /// Drops the pages farthest from what is looked at; windows that are waited for stay. `page`: one
  /// that has just come; nil: what is looked at, else the current one.
  func evict(keeping page: Int? = nil, _ collection: inout PagedList) {
    guard collection.isOverfull else { return }
    let page =
      page ?? items.map { collection.grid.page(of: $0.lowerBound) } ?? collection.currentPage
      ?? collection.firstPage
    var kept = pages(around: collection.grid.held)
    var near = kept + [page...page]
    if let pages = shownPages(collection) {
      near.append(pages)
      if unshown != nil { kept.append(pages) }
    }
    let most = collection.settings.limits.heldPagesMax
    collection.look { $0.evict(near: near, keeping: kept, pagesMax: most) }
  }

  // MARK: Answering

  /// Takes out the windows whose pages are all there or have failed, to be answered. `arrived`: the
  /// page that has just come.
  mutating func takeReady(_ collection: PagedList, arrived: Int? = nil) -> [Waiter] {
    let isKnown = layout == Window.layout(of: collection, arriving: arrived == nil ? 0 : 1)
    layout = Window.layout(of: collection, arriving: 0)
    if isKnown, arrived == nil { return [] }
    var ready: [Int] = []
    for index in waiters.indices {
      if isKnown, let arrived, waiters[index].pages?.contains(arrived) == false { continue }
      waiters[index].pages = waiters[index].order.pages(in: collection)
      if waiters[index].order.isWhole(in: collection) { ready.append(index) }
    }
    if ready.count == 1 { return [waiters.remove(at: ready[0])] }
    let taken = ready.map { waiters[$0] }
    let ids = Set(taken.map(\.id))
    if !ids.isEmpty { waiters.removeAll { ids.contains($0.id) } }
    return taken
  }

  /// The values that decide which pages a window has, and which of them can come. While they stay
  /// the same and no page fails, only a page that arrives can make a window ready that waits for
  /// it. `arriving`: pages that have come since, and are looked at one by one.
  private static func layout(of collection: PagedList, arriving: Int) -> [Int?] {
    [
      collection.counts.perPage, collection.grid.pageCount, collection.itemsEnd,
      collection.end.bound, collection.isComputed ? 1 : 0, collection.wantsOpening ? 1 : 0,
      collection.sizeProbe,
      collection.grid.places.revision, collection.grid.held.arrivals - arriving,
    ]
  }

  /// Cancels a waiting window; nil if there is no window with that id.
  /// Its items, if no later window or touch was elsewhere, are not looked at any more.
  mutating func cancel(_ id: JobID) -> Waiter? {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
    let waiter = waiters.remove(at: index)
    if items == waiter.order.range { (items, unshown) = (nil, nil) }
    return waiter
  }

  /// Takes back every window that waits; nothing is looked at any more.
  mutating func cancelAll() -> [Waiter] {
    defer { (items, waiters) = (nil, []) }
    return waiters
  }

  /// Drops the pages that only windows kept in memory and that no window waits for any more.
  mutating func close(_ collection: inout PagedList) {
    if waiters.isEmpty { unshown = nil }
    evict(&collection)
  }

  /// Answers a window as it can be shown now, or that it begins after the end. `underWay`: the
  /// pages that are.
  func reply(
    to waiter: Waiter, _ collection: PagedList, underWay: Set<Int>,
    _ snapshot: SessionSnapshot
  ) -> Reply {
    let completion = waiter.completion
    if waiter.order.startsPastTheEnd(of: collection) {
      return waiter.reply(collection.absence(of: waiter.order.start), snapshot)
    }
    let view = WindowView(waiter.order, collection, underWay, snapshot)
    return { completion(.success(view)) }
  }

  // MARK: Which pages

  private var orders: some Sequence<WindowOrder> { waiters.lazy.map(\.order) }

  /// The pages of those windows that are waited for and lie among pages, and of the nearest ones
  /// before and after them: others do not matter for which pages are the farthest.
  private func pages(around held: HeldPages) -> [ClosedRange<Int>] {
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

  /// The pages of the last window or touch.
  private func shownPages(_ collection: PagedList) -> ClosedRange<Int>? {
    items.map { items in
      let first = collection.grid.page(of: items.lowerBound)
      let last = collection.grid.page(of: max(items.lowerBound, items.upperBound - 1))
      return WindowOrder.bounded(first...max(first, last))
    }
  }

  private func pagesInView(_ collection: PagedList) -> [ClosedRange<Int>] {
    orders.compactMap { $0.pages(in: collection) }
      + [shownPages(collection)].compactMap(\.self)
  }
}
