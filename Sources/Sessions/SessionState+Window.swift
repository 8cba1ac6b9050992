import JSON
import Pagination

/// What of the collection is wanted, and by whom.
struct Window: Sendable {
  /// A request that waits until its part is there.
  struct Waiter: Sendable {
    let id: Int
    let order: WindowOrder
    let completion: WindowCompletion
  }

  /// The items of the last window or touch.
  var items: Range<Int>?
  /// The last window has not been answered in full: its pages stay in memory.
  var isOpen = false
  /// Pages that have come since the last window or touch: they are not asked for again, even where
  /// there was no room to hold them.
  var done: Set<Int> = []
  /// The last one moved towards higher indexes.
  var isForward = true
  var waiters: [Waiter] = []
  /// Pages whose last load failed.
  var failed: [Int: SessionError] = [:]
  /// It is the turn of loads, as detection has not decided yet.
  var waitsForLoads = false
  /// A page that is wanted, or lies on the way, and that a running load brings.
  var borrowed: Int?
}

extension SessionState {
  /// Answers a window, at once or, with `wait`, when each of its pages is there or has failed.
  mutating func open(
    _ order: WindowOrder, completion: @escaping WindowCompletion
  ) -> Int {
    let id = nextID()
    if isClosed {
      answer(completion, .failure(.paginatorNotFound(id: self.id)))
      return id
    }
    if startsPastTheEnd(order) {
      answer(completion, result(order))
      return id
    }
    if order.loads {
      look(at: order.start..<(order.start + order.count))
      for page in window.failed.keys where pages(order)?.contains(page) == true {
        window.failed[page] = nil
      }
    }
    let isWhole = missingPages(order).isEmpty
    guard order.loads, order.waits, !isWhole else {
      window.isOpen = order.loads && !isWhole
      if order.loads { pump() }
      answer(completion, result(order))
      return id
    }
    window.isOpen = true
    window.waiters.append(Window.Waiter(id: id, order: order, completion: completion))
    pump()
    answerWaiters()
    return id
  }

  /// An item is about to be shown: what the prefetch rules ask for is loaded.
  mutating func touch(_ index: Int) {
    if let end = itemsEnd, index >= end { return }
    look(at: index..<(index + 1))
    window.failed[pageForIndex(index)] = nil
    pump()
  }

  private mutating func look(at items: Range<Int>) {
    if let before = window.items, before.lowerBound != items.lowerBound {
      window.isForward = items.lowerBound > before.lowerBound
    }
    window.items = items
    window.isOpen = false
    window.done = []
  }

  // MARK: Loading

  /// Sends for the pages that are wanted and not there, at most `concurrency` at once. Where the
  /// number of pages is not known, and where pages are reached by walking, one at a time.
  mutating func pump() {
    guard !isClosed else { return }
    window.waitsForLoads = isUndecided && (active != nil || !queue.isEmpty)
    if window.waitsForLoads { return }
    while true {
      let running = fetches.values.filter { $0.purpose == .window }.map(\.asked.page)
      let mayJump = isComputed && counts.pageCount != nil && !isUndecided
      let parallel = mayJump ? settings.concurrency : 1
      guard running.count < parallel else { return }
      let wanted = wantedPages()
      let coming = comingPage
      if let coming, wanted.contains(coming) {
        window.borrowed = coming
        guard running.count + 1 < parallel else { return }
      }
      guard let page = wanted.first(where: { $0 != coming && !running.contains($0) }) else {
        return
      }
      switch route(to: page) {
      case .success(let asked) where running.contains(asked.page): return
      case .success(let asked) where asked.page == coming:
        window.borrowed = coming
        return
      case .success(let asked): fetch(asked, for: .window)
      case .failure(let error):
        window.failed[page] = error
        answerWaiters()
      }
    }
  }

  /// The page that a running load asks for in the way in which a window would.
  private var comingPage: Int? {
    guard let active, active.parameters.isEmpty else { return nil }
    return fetches.values.first { $0.purpose == .load(active.id) }?.asked.page
  }

  /// A load that was to bring a page for a window, too, has ended: with an error, that is the
  /// window's as well; cancelled (nil), the window sends for the page itself.
  mutating func returnBorrowed(_ page: Int?, _ error: SessionError?) {
    if let page, let error { noteFailedLoad(of: page, error) }
    guard let borrowed = window.borrowed, page == nil || page == borrowed else { return }
    window.borrowed = nil
    if let error { markFailed(borrowed, error) }
    pump()
    answerWaiters()
  }

  /// A page that a load could not bring is a failed one in windows, too, until it is asked for
  /// again; where a window wants it, the window asks itself.
  private mutating func noteFailedLoad(of page: Int, _ error: SessionError) {
    guard page != window.borrowed, held[page] == nil, !wantedPages().contains(page) else { return }
    window.failed[page] = error
    forgetFailures()
  }

  /// Of too many failed pages, only those of windows are remembered; the others are asked again.
  private mutating func forgetFailures() {
    guard window.failed.count > SessionState.failedPagesMax else { return }
    let seen = awaitedPages + [lastWindowPages].compactMap(\.self)
    window.failed = window.failed.filter { failed in seen.contains { $0.contains(failed.key) } }
  }

  /// How many failed pages are remembered beside those of windows.
  static let failedPagesMax = 1_000

  /// Goes on with what waited for the turn of loads.
  mutating func resumeWindow() {
    pump()
    answerWaiters()
  }

  /// How to come to a page: directly, or by a step of walking.
  private func route(to page: Int) -> Result<AskedPage, SessionError> {
    if ledger.isEmpty, !isComputed, resumption.map({ $0.page <= page }) ?? true {
      return resolve(.next)
    }
    if let position = ledger.position(of: page) { return .success(asked(page, at: position)) }
    if isComputed { return .success(askedDirectly(page)) }
    return resolveByWalking(to: page)
  }

  /// Pages that are wanted and not there, the most wanted first: those that requests wait for,
  /// those of the last window, those around it in the direction of travel, then behind.
  private func wantedPages() -> [Int] {
    var pages: [Int] = []
    func want(_ range: some Sequence<Int>, isAsked: Bool = false) {
      guard pages.count <= settings.concurrency else { return }
      for page in range where isWanted(page) && !pages.contains(page) {
        guard isAsked || !window.done.contains(page) else { continue }
        pages.append(page)
        if pages.count > settings.concurrency { return }
      }
    }
    for pages in awaitedPages { want(pages, isAsked: true) }
    guard let items = window.items, let shown = lastWindowPages else { return pages }
    let first = shown.lowerBound
    let last = shown.upperBound
    want(shown)
    let distance = settings.prefetchDistance
    var room = settings.heldPagesMax - (last - first + 1)
    guard distance > 0, room > 0 else { return pages }
    for isAhead in [window.isForward, !window.isForward] {
      if isAhead {
        let index = min(items.upperBound - 1 + distance, (itemsEnd ?? Int.max) - 1)
        let ahead = min(pageForIndex(max(0, index)), last + room)
        if ahead > last { want((last + 1)...ahead) }
        room -= max(0, ahead - last)
      } else {
        let behind = max(pageForIndex(max(0, items.lowerBound - distance)), first - room)
        if behind < first { want((behind..<first).reversed()) }
        room -= max(0, first - behind)
      }
    }
    return pages
  }

  private func isWanted(_ page: Int) -> Bool {
    held[page] == nil && exists(page) && failure(of: page) == nil
  }

  /// Why a page that is not there will not come: its last load failed, or a limit of the client's
  /// keeps it from being asked for.
  private func failure(of page: Int) -> SessionError? {
    if let error = window.failed[page] { return error }
    guard held[page] == nil, exists(page) else { return nil }
    if let most = settings.pagesMax, page - firstPage >= most {
      return .limitExceeded(limit: "pagesMax", maximum: most)
    }
    if let most = settings.itemsMax, start(of: page) >= most {
      return .limitExceeded(limit: "itemsMax", maximum: most)
    }
    return nil
  }

  /// Whether a page may exist, as far as is known; `limits.pagesMax` says nothing of that.
  private func exists(_ page: Int) -> Bool {
    if page < firstPage { return false }
    if let end, page >= end.bound, end.reason.kind != .pagesMax { return false }
    if isComputed, let count = counts.pageCount { return page - firstPage < count }
    return true
  }

  /// Takes in a page that was loaded for a window.
  mutating func settleWindow(_ asked: AskedPage, _ outcome: PageOutcome) {
    let page = asked.page
    switch outcome {
    case .failure(let error): failWindow(page, error)
    case .notModified: break
    case .pastEnd(_, let reason):
      markPastEnd(page, reason)
      tellLoaded(page, .empty)
    case .page(let read):
      switch admit(read, holding: true) {
      case .looped(let reason): failWindow(page, .paginationLoop(reason))
      case .ended: tellLoaded(page, .empty)
      case .kept(let page):
        window.done.insert(page)
        tellLoaded(page, read.content)
      }
    }
    pump()
    answerWaiters()
  }

  private mutating func failWindow(_ page: Int, _ error: SessionError) {
    tellFailed(page, error)
    markFailed(page, error)
  }

  private mutating func markFailed(_ page: Int, _ error: SessionError) {
    window.failed[page] = error
    defer { forgetFailures() }
    guard !isComputed else { return }
    // On the way to pages that only walking reaches, all that lie behind fail with it.
    for pages in awaitedPages + [lastWindowPages].compactMap(\.self) {
      for behind in pages where behind > page && held[behind] == nil {
        window.failed[behind] = error
      }
    }
  }

  /// The pages of the windows that are waited for.
  private var awaitedPages: [ClosedRange<Int>] { window.waiters.compactMap { pages($0.order) } }

  /// The pages of the last window or touch.
  private var lastWindowPages: ClosedRange<Int>? {
    window.items.map { items in
      let first = pageForIndex(items.lowerBound)
      let last = max(first, pageForIndex(max(items.lowerBound, items.upperBound - 1)))
      return bounded(first...last)
    }
  }

  /// Drops the pages farthest from what is looked at; windows that are waited for stay.
  mutating func evict(keeping page: Int) {
    guard held.count > settings.heldPagesMax else { return }
    var kept = awaitedPages
    var near = kept + [page...page]
    if let pages = lastWindowPages {
      near.append(pages)
      if window.isOpen { kept.append(pages) }
    }
    held.evict(near: near, keeping: kept, pagesMax: settings.heldPagesMax)
  }

  // MARK: Answering

  /// Answers the windows whose pages are all there or have failed.
  private mutating func answerWaiters() {
    var ready: [Window.Waiter] = []
    var waiting: [Window.Waiter] = []
    for waiter in window.waiters {
      if isWhole(waiter.order) { ready.append(waiter) } else { waiting.append(waiter) }
    }
    guard !ready.isEmpty else { return }
    window.waiters = waiting
    for waiter in ready { answer(waiter.completion, result(waiter.order)) }
    closeWindow()
  }

  mutating func cancelWindow(_ id: Int, _ error: SessionError) {
    guard let index = window.waiters.firstIndex(where: { $0.id == id }) else { return }
    answer(window.waiters.remove(at: index).completion, .failure(error))
    closeWindow()
  }

  mutating func cancelWindows(_ error: SessionError) {
    let waiters = window.waiters
    window.waiters = []
    window.items = nil
    window.borrowed = nil
    stopFetches { $0 == .window }
    for waiter in waiters { answer(waiter.completion, .failure(error)) }
    closeWindow()
  }

  /// Drops what only windows kept in memory that nobody waits for any more.
  private mutating func closeWindow() {
    if window.waiters.isEmpty { window.isOpen = false }
    evict(keeping: window.items.map { pageForIndex($0.lowerBound) } ?? current?.page ?? firstPage)
  }

  private mutating func answer(
    _ completion: @escaping WindowCompletion, _ result: Result<WindowView, SessionError>
  ) {
    effects.append(
      .answerWindow(
        completion, result.mapError { LoadFailure(error: $0, page: nil, snapshot: snapshot()) }))
  }

  private func startsPastTheEnd(_ order: WindowOrder) -> Bool {
    guard let end = itemsEnd else { return false }
    return order.start >= end && !(end == 0 && order.start == 0)
  }

  /// The window as it can be shown now, or that it begins behind the end.
  private func result(_ order: WindowOrder) -> Result<WindowView, SessionError> {
    startsPastTheEnd(order)
      ? .failure(.itemOutOfRange(index: order.start, count: shownCount)) : .success(view(order))
  }

  private func view(_ order: WindowOrder) -> WindowView {
    var slots: [WindowView.Slot] = []
    var loaded: [Range<Int>] = []
    if let pages = pages(order) {
      for page in pages { append(page, order, to: &slots, &loaded) }
    } else if itemsEnd == 0, order.start == 0, settings.placeholders.noResults != nil {
      slots.append(.noResults)
    }
    return WindowView(
      start: order.start, slots: slots, loaded: loaded, count: shownCount,
      loadingPages: order.loads ? missingPages(order) : loadingPages(order),
      failedPages: failedPages(order), placeholders: settings.placeholders, snapshot: snapshot())
  }

  /// Appends the part of a page that lies in the window.
  private func append(
    _ page: Int, _ order: WindowOrder, to slots: inout [WindowView.Slot],
    _ loaded: inout [Range<Int>]
  ) {
    let from = max(order.start, start(of: page))
    let to = min(order.start + order.count, start(of: page + 1), itemsEnd ?? Int.max)
    guard from < to else { return }
    guard let content = held[page]?.content else {
      let slot = failure(of: page) == nil ? WindowView.Slot.loading : .error
      slots += Array(repeating: slot, count: to - from)
      return
    }
    let first = from - start(of: page)
    let end = min(to - start(of: page), content.count)
    if first < end {
      slots.append(.items(content, first..<end))
      let range = from..<(from + end - first)
      if let last = loaded.last, last.upperBound == range.lowerBound {
        loaded[loaded.count - 1] = last.lowerBound..<range.upperBound
      } else {
        loaded.append(range)
      }
    }
    let missing = to - from - max(0, end - first)
    if missing > 0 { slots += Array(repeating: .loading, count: missing) }
  }

  /// The pages that a window touches; nil: none.
  private func pages(_ order: WindowOrder) -> ClosedRange<Int>? {
    let end = min(order.start + order.count, itemsEnd ?? Int.max)
    guard order.start < end else { return nil }
    return bounded(pageForIndex(order.start)...pageForIndex(end - 1))
  }

  /// Empty pages may lie between two items, but not without end.
  private func bounded(_ pages: ClosedRange<Int>) -> ClosedRange<Int> {
    pages.lowerBound...min(pages.upperBound, pages.lowerBound + WindowOrder.pagesMax - 1)
  }

  /// Whether nothing is to be loaded for a window any more.
  private func isWhole(_ order: WindowOrder) -> Bool {
    guard let pages = pages(order) else { return true }
    for page in pages where isWanted(page) { return false }
    return true
  }

  private func missingPages(_ order: WindowOrder) -> [Int] {
    pages(order)?.filter { isWanted($0) } ?? []
  }

  private func loadingPages(_ order: WindowOrder) -> [Int] {
    let running = Set(fetches.values.map(\.asked.page))
    return pages(order)?.filter { held[$0] == nil && running.contains($0) } ?? []
  }

  private func failedPages(_ order: WindowOrder) -> [(page: Int, error: SessionError)] {
    pages(order)?.compactMap { page in failure(of: page).map { (page, $0) } } ?? []
  }
}
