import JSON
import Pagination

/// What of the collection is wanted, and by whom.
struct Window: Sendable {
  /// A request that waits until its part is there.
  struct Waiter: Sendable {
    let id: Int
    let order: WindowOrder
    let pages: ClosedRange<Int>
    let completion: WindowCompletion
  }

  /// The items of the last window or touch.
  var items: Range<Int>?
  /// The last one moved towards higher indexes.
  var isForward = true
  var waiters: [Waiter] = []
  /// Pages whose last load failed.
  var failed: [Int: SessionError] = [:]
}

extension SessionState {
  /// Answers a window, at once or, with `wait`, when each of its pages is there or has failed.
  mutating func open(
    _ order: WindowOrder, completion: @escaping WindowCompletion
  ) -> Int {
    let id = nextID()
    if let known = knownCount, order.start >= known, !(known == 0 && order.start == 0) {
      answer(completion, .failure(.itemOutOfRange(index: order.start, count: known)))
      return id
    }
    if order.loads {
      look(at: order.start..<(order.start + order.count))
      for page in window.failed.keys where pages(order)?.contains(page) == true {
        window.failed[page] = nil
      }
    }
    guard order.loads, order.waits, !missingPages(order).isEmpty, let pages = pages(order) else {
      answer(completion, .success(view(order)))
      if order.loads { pump() }
      return id
    }
    window.waiters.append(
      Window.Waiter(id: id, order: order, pages: pages, completion: completion))
    pump()
    answerWaiters()
    return id
  }

  /// An item is about to be shown: what the prefetch rules ask for is loaded.
  mutating func touch(_ index: Int) {
    if let known = knownCount, index >= known { return }
    look(at: index..<(index + 1))
    window.failed[pageForIndex(index)] = nil
    pump()
  }

  private mutating func look(at items: Range<Int>) {
    if let before = window.items, before.lowerBound != items.lowerBound {
      window.isForward = items.lowerBound > before.lowerBound
    }
    window.items = items
  }

  // MARK: Loading

  /// Sends for the pages that are wanted and not there, at most `concurrency` at once. Where the
  /// number of pages is not known, and where pages are reached by walking, one at a time.
  mutating func pump() {
    guard !isClosed else { return }
    while true {
      let running = fetches.values.filter { $0.purpose == .window }.map(\.asked.page)
      let parallel = isComputed && counts.pageCount != nil ? settings.concurrency : 1
      guard running.count < parallel else { return }
      guard let page = wantedPages().first(where: { !running.contains($0) }) else { return }
      switch route(to: page) {
      case .success(let asked) where running.contains(asked.page): return
      case .success(let asked): fetch(asked, for: .window)
      case .failure(let error):
        window.failed[page] = error
        answerWaiters()
      }
    }
  }

  /// How to come to a page: directly, or by a step of walking.
  private func route(to page: Int) -> Result<AskedPage, SessionError> {
    if ledger.isEmpty, !isComputed { return resolve(.next) }
    if let position = ledger.position(of: page) { return .success(asked(page, at: position)) }
    if isComputed { return .success(asked(page, at: .computed)) }
    return resolveByWalking(to: page)
  }

  /// Pages that are wanted and not there, the most wanted first: those that requests wait for,
  /// those of the last window, those around it in the direction of travel, then behind.
  private func wantedPages() -> [Int] {
    var pages: [Int] = []
    func want(_ range: some Sequence<Int>) {
      for page in range where isWanted(page) && !pages.contains(page) {
        pages.append(page)
        if pages.count > settings.concurrency { return }
      }
    }
    for waiter in window.waiters { want(waiter.pages) }
    guard let items = window.items else { return pages }
    let first = pageForIndex(items.lowerBound)
    let last = pageForIndex(max(items.lowerBound, items.upperBound - 1))
    want(first...last)
    let distance = settings.prefetchDistance
    guard distance > 0 else { return pages }
    let ahead = pageForIndex(items.upperBound - 1 + distance)
    let behind = pageForIndex(max(0, items.lowerBound - distance))
    let isAheadFirst = window.isForward
    if isAheadFirst, ahead > last { want((last + 1)...ahead) }
    if behind < first { want((behind..<first).reversed()) }
    if !isAheadFirst, ahead > last { want((last + 1)...ahead) }
    return pages
  }

  private func isWanted(_ page: Int) -> Bool {
    held[page] == nil && window.failed[page] == nil && exists(page)
  }

  /// Whether a page may exist, as far as is known.
  private func exists(_ page: Int) -> Bool {
    if page < firstPage { return false }
    if let end, page >= end.bound { return false }
    if isComputed, let count = counts.pageCount { return page - firstPage < count }
    return true
  }

  /// Takes in a page that was loaded for a window.
  mutating func settleWindow(_ asked: AskedPage, _ outcome: PageOutcome) {
    let page = asked.page
    switch outcome {
    case .failure(let error): failWindow(page, error)
    case .notModified: break
    case .pastEnd(_, let reason): markPastEnd(page, reason)
    case .page(let read):
      switch admit(read, holding: true) {
      case .looped(let reason): failWindow(page, .paginationLoop(reason))
      case .ended: break
      case .kept(let page):
        window.failed[page] = nil
        tellLoaded(page, read.content)
      }
    }
    pump()
    answerWaiters()
  }

  private mutating func failWindow(_ page: Int, _ error: SessionError) {
    window.failed[page] = error
    // On the way to pages that only walking reaches, all that lie behind fail with it.
    if !isComputed {
      for waiter in window.waiters where waiter.pages.upperBound > page {
        for behind in waiter.pages where behind > page { window.failed[behind] = error }
      }
      if let items = window.items {
        let last = pageForIndex(max(items.lowerBound, items.upperBound - 1))
        if last > page { for behind in page...last { window.failed[behind] = error } }
      }
    }
    if settings.notifications {
      effects.append(.notify(.didFailPage(paginatorID: id, page: page, error: error)))
    }
  }

  /// Drops the pages farthest from what is looked at; windows that are waited for stay.
  mutating func evict(keeping page: Int) {
    var lowest = page
    var highest = page
    for waiter in window.waiters {
      lowest = min(lowest, waiter.pages.lowerBound)
      highest = max(highest, waiter.pages.upperBound)
    }
    if let items = window.items {
      lowest = min(lowest, pageForIndex(items.lowerBound))
      highest = max(highest, pageForIndex(max(items.lowerBound, items.upperBound - 1)))
    }
    let isWindowed = !window.waiters.isEmpty || window.items != nil
    held.evict(
      around: isWindowed ? lowest...highest : page...page, pagesMax: settings.heldPagesMax)
  }

  // MARK: Answering

  /// Answers the windows whose pages are all there or have failed.
  private mutating func answerWaiters() {
    let ready = window.waiters.filter { waiter in !waiter.pages.contains(where: isWanted) }
    guard !ready.isEmpty else { return }
    window.waiters.removeAll { waiter in ready.contains { $0.id == waiter.id } }
    for waiter in ready { answer(waiter.completion, .success(view(waiter.order))) }
    if let page = window.items.map({ pageForIndex($0.lowerBound) }) { evict(keeping: page) }
  }

  mutating func cancelWindow(_ id: Int, _ error: SessionError) {
    guard let index = window.waiters.firstIndex(where: { $0.id == id }) else { return }
    answer(window.waiters.remove(at: index).completion, .failure(error))
  }

  mutating func cancelWindows(_ error: SessionError) {
    let waiters = window.waiters
    window.waiters = []
    window.items = nil
    stopFetches { $0 == .window }
    for waiter in waiters { answer(waiter.completion, .failure(error)) }
  }

  private mutating func answer(
    _ completion: @escaping WindowCompletion, _ result: Result<WindowView, SessionError>
  ) {
    let snapshot = snapshot()
    effects.append(
      .answerWindow(
        completion, result.mapError { LoadFailure(error: $0, page: nil, snapshot: snapshot) }))
  }

  /// The window as it can be shown now.
  private func view(_ order: WindowOrder) -> WindowView {
    var slots: [WindowView.Slot] = []
    var loaded: [Range<Int>] = []
    if let pages = pages(order) {
      for page in pages { append(page, order, to: &slots, &loaded) }
    } else if knownCount == 0, order.start == 0, settings.placeholders.noResults != nil {
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
    let to = min(order.start + order.count, start(of: page + 1), knownCount ?? Int.max)
    guard from < to else { return }
    guard let content = held[page]?.content else {
      let slot = window.failed[page] == nil ? WindowView.Slot.loading : .error
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
    let end = min(order.start + order.count, knownCount ?? Int.max)
    guard order.start < end else { return nil }
    return pageForIndex(order.start)...pageForIndex(end - 1)
  }

  private func missingPages(_ order: WindowOrder) -> [Int] {
    pages(order)?.filter { held[$0] == nil && window.failed[$0] == nil && exists($0) } ?? []
  }

  private func loadingPages(_ order: WindowOrder) -> [Int] {
    let running = Set(fetches.values.map(\.asked.page))
    return pages(order)?.filter { held[$0] == nil && running.contains($0) } ?? []
  }

  private func failedPages(_ order: WindowOrder) -> [(page: Int, error: SessionError)] {
    pages(order)?.compactMap { page in window.failed[page].map { (page, $0) } } ?? []
  }
}
