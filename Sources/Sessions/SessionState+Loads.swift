import JSON
import Pagination

extension SessionState {
  /// Takes in work; it starts when what came before it has ended.
  mutating func enqueue(_ work: Load.Work) -> Int {
    let load = Load(id: nextID(), work: work)
    if isClosed {
      fail(load, .paginatorNotFound(id: id))
      return load.id
    }
    guard queue.count < SessionState.queuedLoadsMax else {
      let maximum = SessionState.queuedLoadsMax
      fail(load, .limitExceeded(limit: "queuedLoads", maximum: maximum))
      return load.id
    }
    queue.append(load)
    startNext()
    return load.id
  }

  /// Starts the work whose turn it is; what needs no request is answered at once.
  mutating func startNext() {
    while active == nil, !queue.isEmpty {
      if isUndecided, fetches.values.contains(where: { $0.purpose == .window }) { break }
      let load = queue.removeFirst()
      switch load.work {
      case .page(let target, _, _): start(load, target)
      case .walk(let order, _): start(load, order)
      case .refresh(let page, _): start(load, refreshing: page)
      }
    }
    if window.waitsForLoads, active == nil || !isUndecided { resumeWindow() }
  }

  private mutating func start(_ load: Load, _ target: LoadTarget) {
    var load = load
    if case .page(let page) = target { load.page = page }
    if target == .next, let rest {
      load.page = rest.page
      if let bar = barOfRest { fail(load, .noNextPage(bar)) } else { deliverRest(rest, to: load) }
      return
    }
    switch resolve(target) {
    case .failure(let error): fail(load, error)
    case .success(let asked):
      if load.page == nil { load.page = asked.page }
      active = load
      fetch(asked, for: .load(load.id), parameters: load.parameters)
    }
  }

  /// The page to ask for, or why there is nothing to ask.
  func resolve(_ target: LoadTarget) -> Result<AskedPage, SessionError> {
    switch target {
    case .next:
      if let resumption { return resolve(resumption) }
      guard let current else { return .success(asked(firstPage, at: opening)) }
      return resolveNext(after: current.page)
    case .previous:
      guard let current else { return .failure(.notLoaded) }
      return resolvePrevious(before: current.page)
    case .page(let page): return resolve(page: page)
    }
  }

  func resolveNext(after page: Int) -> Result<AskedPage, SessionError> {
    let isKnownEnd = hasNext(after: page) == false
    if isKnownEnd, settings.bounds == .known { return .failure(.noNextPage(end?.reason)) }
    if let position = ledger.position(of: page + 1) {
      return .success(asked(page + 1, at: position))
    }
    return isComputed
      ? .success(asked(page + 1, at: .computed)) : .failure(.noNextPage(end?.reason))
  }

  private func resolvePrevious(before page: Int) -> Result<AskedPage, SessionError> {
    let isFirst = page <= firstPage
    if isComputed {
      if isFirst, settings.bounds == .known || pager.kind != .page {
        return .failure(.noPreviousPage)
      }
      return .success(asked(page - 1, at: ledger.position(of: page - 1) ?? .computed))
    }
    if let position = ledger.position(of: page - 1) {
      return .success(asked(page - 1, at: position))
    }
    return .failure(isFirst ? .noPreviousPage : .pageNotReachable(page: page - 1))
  }

  private func resolve(page: Int) -> Result<AskedPage, SessionError> {
    let outside = SessionError.pageOutOfRange(
      page: page, firstPage: firstPage, pageCount: counts.pageCount)
    let asks = isComputed && settings.bounds == .ask
    let lowest = isComputed ? firstPage : ledger.lowest ?? firstPage
    if page < lowest, !(asks && pager.kind == .page), ledger.position(of: page) == nil,
      !canStartOver(towards: page)
    {
      return .failure(outside)
    }
    if !asks {
      if let end, page >= end.bound { return .failure(outside) }
      if isComputed, let count = counts.pageCount, loaded, page - firstPage >= max(count, 1) {
        return .failure(outside)
      }
      if let most = settings.pagesMax, page - firstPage >= most {
        return .failure(.limitExceeded(limit: "pagesMax", maximum: most))
      }
    }
    if let position = ledger.position(of: page) { return .success(asked(page, at: position)) }
    if isComputed { return .success(askedDirectly(page)) }
    return resolveByWalking(to: page)
  }

  /// The page to begin with on the way to a page that has not been visited.
  func resolveByWalking(to page: Int) -> Result<AskedPage, SessionError> {
    if ledger.isEmpty { return .success(asked(firstPage, at: opening)) }
    guard let nearest = ledger.nearest(below: page) else {
      return canStartOver(towards: page)
        ? .success(asked(firstPage, at: .start)) : .failure(.pageNotReachable(page: page))
    }
    if let next = ledger[nearest]?.next { return .success(asked(nearest + 1, at: next)) }
    if let position = ledger[nearest]?.position { return .success(asked(nearest, at: position)) }
    return .failure(.pageNotReachable(page: page))
  }

  /// Whether the first request leads to a page although none before it has been visited: paging
  /// began in the middle, where a checkpoint went on.
  private func canStartOver(towards page: Int) -> Bool {
    !isComputed && page >= firstPage && !ledger.hasStart
  }

  /// Why what is left of a cut page may not be delivered: a limit of the settings, and not only one
  /// of the walk, cut it.
  var barOfRest: EndReason? {
    guard let rest, let most = settings.itemsMax, start(of: rest.page) + rest.taken >= most else {
      return nil
    }
    return EndReason(.itemsMax, page: rest.page, field: "limits.itemsMax", value: .integer(most))
  }

  var opening: Position { isComputed ? .computed : .start }

  func asked(_ page: Int, at position: Position) -> AskedPage {
    let (offset, overflow) = (page - firstPage).multipliedReportingOverflow(by: counts.perPage)
    return AskedPage(
      position: position, page: page, offset: overflow ? Int.max : max(0, offset),
      perPage: counts.perPage)
  }

  /// Answers a load with an error, which becomes the state's; nothing else changes.
  mutating func fail(_ load: Load, _ error: SessionError) {
    failure = SessionSnapshot.FailedPage(error: error, page: load.page)
    if active?.id == load.id { active = nil }
    let failed = LoadFailure(error: error, page: load.page, snapshot: snapshot())
    switch load.work {
    case .page(_, _, let completion): effects.append(.answer(completion, .failure(failed)))
    case .walk(_, let completion): effects.append(.answerWalk(completion, .failure(failed)))
    case .refresh(_, let completion): effects.append(.answerRefresh(completion, .failure(failed)))
    }
  }

  /// Fails one load or waiting window, wherever it is.
  mutating func cancel(load id: Int, _ error: SessionError) {
    if let load = active, load.id == id {
      stop(load, error)
      startNext()
      returnBorrowed(nil, nil)
    } else if let index = queue.firstIndex(where: { $0.id == id }) {
      fail(queue.remove(at: index), error)
    } else {
      cancelWindow(id, error)
    }
  }

  /// Fails every running and queued load, and every waiting window.
  mutating func cancelAll(_ error: SessionError) {
    let waiting = queue
    queue = []
    if let load = active { stop(load, error) }
    for load in waiting { fail(load, error) }
    cancelWindows(error)
  }

  private mutating func stop(_ load: Load, _ error: SessionError) {
    stopFetches(error) { [.load(load.id), .walk(load.id), .refresh(load.id)].contains($0) }
    walk = nil
    refresh = nil
    fail(load, error)
  }

  /// Ends the requests whose purpose is no more.
  mutating func stopFetches(
    _ error: SessionError = .cancelled, where isUnwanted: (Fetch.Purpose) -> Bool
  ) {
    for (key, fetch) in fetches.sorted(by: { $0.key < $1.key }) where isUnwanted(fetch.purpose) {
      fetches[key] = nil
      tellFailed(fetch.asked.page, error)
      if let transfer = fetch.transfer { effects.append(.cancel(transfer)) }
      if let waiting = fetch.waiting { effects.append(.drop(waiting)) }
    }
  }
}
