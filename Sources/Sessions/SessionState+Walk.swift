import JSON
import Pagination

/// The walk: all pages from the current position on, in order.
extension SessionState {
  mutating func start(_ load: Load, _ order: WalkOrder) {
    active = load
    failure = nil
    var next = current.map { $0.page + 1 } ?? firstPage
    if let rest { next = rest.page }
    if let resumption { next = resumption.page }
    walk = Walk(load: load, order: order, next: next, position: start(of: next))
    if let rest {
      if let bar = barOfRest { return finishWalk(bar) }
      self.rest = nil
      deliver(rest.page, rest.content, rest.facts, from: rest.taken)
      if walk == nil { return }
      walk?.next = rest.page + 1
    }
    advanceWalk()
  }

  /// Takes in what came of a page of the walk.
  mutating func settleWalk(_ asked: AskedPage, _ outcome: PageOutcome) {
    walk?.running.remove(asked.page)
    walk?.ready[asked.page] = (asked, outcome)
    advanceWalk()
  }

  /// The client reads again.
  mutating func resumeWalk() {
    walk?.isPaused = false
    advanceWalk()
    startNext()
  }

  mutating func pauseWalk() { walk?.isPaused = true }

  /// Delivers what is ready, in order, and sends for what comes next.
  private mutating func advanceWalk() {
    while let walk, !walk.isPaused, let (asked, outcome) = walk.ready[walk.next] {
      self.walk?.ready[asked.page] = nil
      if isAsPlanned(asked) { deliver(asked, outcome) } else { dropPlan() }
    }
    while let walk, !walk.isPaused, mayFetch(walk) {
      let page = (walk.running.union(walk.ready.keys).max() ?? walk.next - 1) + 1
      if walk.running.isEmpty, walk.ready.isEmpty {
        switch resolve(walkPage: walk.next) {
        case .success(let asked): fetchForWalk(asked)
        case .failure(let error): finishWalk(at: error)
        }
      } else {
        let link = walk.plan.map { Position.link(PageLink(url: $0.url(of: page))) }
        fetchForWalk(asked(page, at: link ?? .computed))
      }
    }
  }

  /// Whether another page may be sent for: the next one, or, where the last one is known and places
  /// can be told ahead, as many at once as the order allows.
  private func mayFetch(_ walk: Walk) -> Bool {
    let underWay = walk.running.count + walk.ready.count
    if underWay == 0 { return true }
    guard !walk.hasShifted, mayRunAhead, let last = lastPage(walk),
      ledger[walk.next - 1] != nil || walk.pages > 0,
      underWay < walk.order.concurrency ?? settings.concurrency
    else { return false }
    let page = (walk.running.union(walk.ready.keys).max() ?? walk.next) + 1
    if page > last { return false }
    if let most = settings.itemsMax, start(of: page) >= most { return false }
    if let ceiling = settings.ceiling, start(of: page) >= ceiling { return false }
    if let end, page >= end.bound { return false }
    if let most = walk.order.pagesMax, walk.pages + underWay >= most { return false }
    if let most = settings.pagesMax, page - firstPage >= most { return false }
    if let most = walk.order.itemsMax, walk.items + underWay * counts.perPage >= most {
      return false
    }
    return true
  }

  /// The last page, where all up to it can be asked for; nil: it is not known.
  private func lastPage(_ walk: Walk) -> Int? {
    guard isComputed else { return walk.plan?.lastPage }
    return pager.kind == .range ? nil : statedLastPage
  }

  /// Whether a page that was sent for ahead is the one that the page before it leads to.
  private func isAsPlanned(_ asked: AskedPage) -> Bool {
    guard walk?.plan != nil, let position = ledger.position(of: asked.page) else { return true }
    return position == asked.position
  }

  /// The API leads elsewhere: from now on its links are followed one by one.
  private mutating func dropPlan() {
    guard let id = walk?.load.id else { return }
    stopFetches { $0 == .walk(id) }
    walk?.running = []
    walk?.ready = [:]
    walk?.plan = nil
    walk?.hasShifted = true
  }

  /// Plans ahead where links differ in one number, and the last one is known.
  private mutating func planLinks(_ read: ReadPage, _ page: Int) {
    guard !isComputed, let walk, walk.plan == nil, !walk.hasShifted,
      walk.order.concurrency ?? settings.concurrency > 1,
      case .position(.link(let link)) = read.reading.neighbours.next, link.method == nil,
      link.headers.isEmpty, link.body == nil
    else { return }
    let plan = LinkPlan(
      page: page, current: read.source.requestURL, next: link.url,
      last: read.reading.neighbours.last,
      lastPage: statedLastPage)
    self.walk?.plan = plan
  }

  private func resolve(walkPage page: Int) -> Result<AskedPage, SessionError> {
    if let resumption { return resolve(resumption) }
    guard loaded, page > firstPage else { return .success(asked(firstPage, at: opening)) }
    return resolveNext(after: page - 1)
  }

  private mutating func fetchForWalk(_ asked: AskedPage) {
    guard let id = walk?.load.id else { return }
    walk?.running.insert(asked.page)
    fetch(asked, for: .walk(id))
  }

  // MARK: Delivering

  private mutating func deliver(_ asked: AskedPage, _ outcome: PageOutcome) {
    guard case .page(let read) = outcome else {
      deliverHeldBack()
      if walk != nil { end(asked, outcome) }
      return
    }
    let admission = admit(read, holding: walk?.order.deliver == nil)
    if case .looped(let reason) = admission {
      if let page = walk?.heldBack?.page { end = EndMark(bound: page, reason: reason) }
      tellFailed(asked.page, .paginationLoop(reason))
      finishWalk(reason)
      return
    }
    deliverHeldBack()
    guard walk != nil else { return }
    switch admission {
    case .looped: break
    case .ended(let page, let reason):
      tellLoaded(page, .empty)
      finishWalk(reason)
    case .kept(let page):
      walk?.next = page + 1
      if mayCloseLoop(page, read) {
        walk?.heldBack = (page, read)
      } else {
        deliver(page, read)
      }
    }
  }

  /// Ends the walk at a page that is none.
  private mutating func end(_ asked: AskedPage, _ outcome: PageOutcome) {
    switch outcome {
    case .failure(let error):
      tellFailed(asked.page, error)
      failWalk(error, page: asked.page)
    case .pastEnd(_, let reason):
      markPastEnd(asked.page, reason)
      tellLoaded(asked.page, .empty)
      finishWalk(reason)
    case .page, .notModified: finishWalk(nil)
    }
  }

  /// Whether a page may be the one that closes a loop, which the next one will show; it is not
  /// waited for where it is not wanted.
  private func mayCloseLoop(_ page: Int, _ read: ReadPage) -> Bool {
    guard let walk, !isComputed, resumption == nil, hasNext(after: page) != false,
      loops.repeats(page: page, trace: read.trace)
    else { return false }
    let isLast = walk.order.pagesMax.map { walk.pages + 1 >= $0 } ?? false
    return !isLast && itemsLeft(walk, page, 0).map { $0.items > read.content.count } ?? true
  }

  /// Delivers the page that was held back, if there is one.
  private mutating func deliverHeldBack() {
    guard let (page, read) = walk?.heldBack else { return }
    walk?.heldBack = nil
    deliver(page, read)
  }

  /// Delivers a page of the walk.
  private mutating func deliver(_ page: Int, _ read: ReadPage) {
    let skipped = resumption?.itemsTaken ?? 0
    let finding = note(read, page)
    walk?.duplicates += finding.duplicates
    if finding.hasShifted { walk?.hasShifted = true }
    if loops.repeatsItems(page: page, trace: read.trace) { doubtRepetition(page) }
    for doubt in run.doubts { warn(doubt) }
    move(to: page, url: read.facts.url)
    planLinks(read, page)
    tellLoaded(page, read.content)
    deliver(page, read.content, read.facts, from: min(skipped, read.content.count))
  }

  /// Delivers the items of a page from an index on, as many as the order allows.
  private mutating func deliver(
    _ page: Int, _ content: PageContent, _ facts: ResponseFacts, from first: Int
  ) {
    guard var walk else { return }
    var last = content.count
    let room = itemsLeft(walk, page, first)
    if let room, last - first > room.items { last = first + room.items }
    if last < content.count {
      rest = PageRest(page: page, content: content, facts: facts, taken: last)
    }
    var delivered = WalkPage(page: page, content: content, items: first..<last)
    if walk.order.givesCheckpoints { delivered.checkpoint = checkpointText() }
    walk.pages += 1
    walk.items += last - first
    walk.position = start(of: page) + last
    if walk.order.deliver == nil {
      walk.collected.append(delivered)
      walk.collectedBytes += content.document?.bytes.count ?? 0
    } else {
      effects.append(.deliver(walk.order, delivered))
    }
    self.walk = walk
    reportWalk()
    checkLimits(page, isCut: last < content.count, room)
  }

  /// How many items may still be delivered, and which setting says so.
  private func itemsLeft(
    _ walk: Walk, _ page: Int, _ first: Int
  ) -> (items: Int, field: String, most: Int)? {
    var room: (items: Int, field: String, most: Int)?
    if let most = walk.order.itemsMax { room = (most - walk.items, "maxItems", most) }
    if let most = settings.itemsMax {
      let left = max(0, most - (start(of: page) + first))
      if left < room?.items ?? Int.max { room = (left, "limits.itemsMax", most) }
    }
    return room
  }

  private mutating func checkLimits(
    _ page: Int, isCut: Bool, _ room: (items: Int, field: String, most: Int)?
  ) {
    guard let walk else { return }
    let hasMore = isCut || hasNext(after: page) != false
    if isCut, let room {
      finishWalk(
        EndReason(.itemsMax, page: page, field: room.field, value: .integer(room.most)))
    } else if !hasMore {
      finishWalk(end?.reason)
    } else if let most = walk.order.itemsMax, walk.items >= most {
      finishWalk(EndReason(.itemsMax, page: page, field: "maxItems", value: .integer(most)))
    } else if let most = walk.order.pagesMax, walk.pages >= most {
      finishWalk(EndReason(.pagesMax, page: page, field: "maxPages", value: .integer(most)))
    } else if walk.collectedBytes > Walk.collectedBytesMax {
      finishWalk(
        EndReason(
          .itemsMax, page: page, field: "collectedBytes",
          value: .integer(Walk.collectedBytesMax)))
    }
  }

  private mutating func doubtRepetition(_ page: Int) {
    run.doubt(
      PageWarning(
        .repeatedPage, "Page \(page) has exactly the items of an earlier one.",
        ["path": "items", "page": .integer(page)]))
  }

  /// Tells how far the walk is.
  private mutating func reportWalk(waiting: WalkProgress.Waiting? = nil) {
    guard let walk, walk.order.report != nil else { return }
    effects.append(
      .report(
        walk.order,
        WalkProgress(
          pages: walk.pages, items: walk.items, pageCount: counts.pageCount,
          objectCount: knownCount, position: walk.position, waiting: waiting)))
  }

  /// Tells that a request of the walk has to wait.
  mutating func tellWaiting(_ fetch: Int, seconds: Double, reason: String) {
    guard let walk, fetches[fetch]?.purpose == .walk(walk.load.id) else { return }
    reportWalk(waiting: WalkProgress.Waiting(seconds: seconds, reason: reason))
  }

  // MARK: Ending

  /// There is nothing to go on with.
  private mutating func finishWalk(at error: SessionError) {
    deliverHeldBack()
    guard walk != nil else { return }
    if case .noNextPage(let reason) = error {
      finishWalk(reason ?? end?.reason)
    } else {
      failWalk(error, page: walk?.next)
    }
  }

  /// A failure: of the whole walk where nothing came before it.
  private mutating func failWalk(_ error: SessionError, page: Int?) {
    guard let walk else { return }
    var load = walk.load
    load.page = page
    if walk.pages == 0 {
      stopFetches { $0 == .walk(load.id) }
      self.walk = nil
      active = load
      fail(load, error)
      return
    }
    failure = SessionSnapshot.FailedPage(error: error, page: page)
    if case .originRefused(_, let origin) = error {
      finishWalk(
        EndReason(.originRefused, page: page, field: "origin", value: .string(origin)),
        keepsFailure: true)
    } else {
      let kind = error.kind
      finishWalk(
        EndReason(.failed, page: page, field: "error", value: .string(kind)), keepsFailure: true)
    }
  }

  private mutating func finishWalk(_ reason: EndReason?, keepsFailure: Bool = false) {
    guard let walk, case .walk(let order, let completion) = walk.load.work else { return }
    stopFetches { $0 == .walk(walk.load.id) }
    self.walk = nil
    active = nil
    if !keepsFailure { failure = nil }
    let verdict = verdict(walk, reason)
    effects.append(
      .answerWalk(
        completion,
        .success(
          WalkSummary(
            pages: walk.pages, itemCount: walk.items,
            items: order.deliver == nil ? walk.collected : nil, duplicates: walk.duplicates,
            verdict: verdict, endReason: reason, checkpoint: checkpointText(),
            snapshot: snapshot()))))
  }

  private mutating func verdict(_ walk: Walk, _ reason: EndReason?) -> Verdict {
    switch reason?.kind {
    case .failed, .cancelled, .originRefused: return .partial
    case .pagesMax, .itemsMax: return .capped
    case .repeatedRequest, .repeatedResponse, .repeatedItems, .ceiling: return .suspect
    case .emptyPage where reason?.evidence["field"] == "limits.emptyPagesMax": return .suspect
    default: break
    }
    if let end, run.next == end.bound { run.conclude(counts, pages: end.bound - firstPage) }
    for doubt in run.doubts { warn(doubt) }
    let isInDoubt = warnings.contains { $0.kind == .undetected || $0.kind == .signalMissing }
    return isInDoubt || !run.doubts.isEmpty ? .suspect : .complete
  }
}
