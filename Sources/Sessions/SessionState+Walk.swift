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
    walk = Walk(load: load, order: order, next: next)
    if let rest {
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
      deliver(asked, outcome)
    }
    while let walk, !walk.isPaused, mayFetch(walk) {
      let page = (walk.running.union(walk.ready.keys).max() ?? walk.next - 1) + 1
      if walk.running.isEmpty, walk.ready.isEmpty {
        switch resolve(walkPage: walk.next) {
        case .success(let asked): fetchForWalk(asked)
        case .failure(let error): finishWalk(at: error)
        }
      } else {
        fetchForWalk(asked(page, at: .computed))
      }
    }
  }

  /// Whether another page may be sent for: the next one, or, where the total is known and places
  /// are computed, as many at once as the order allows.
  private func mayFetch(_ walk: Walk) -> Bool {
    let underWay = walk.running.count + walk.ready.count
    if underWay == 0 { return true }
    guard isComputed, !walk.hasShifted, pager.kind != .range, let count = counts.pageCount,
      ledger[walk.next - 1] != nil || walk.pages > 0,
      underWay < walk.order.concurrency ?? settings.concurrency
    else { return false }
    let page = (walk.running.union(walk.ready.keys).max() ?? walk.next) + 1
    if page - firstPage >= count { return false }
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
    switch outcome {
    case .failure(let error):
      tellFailed(asked.page, error)
      failWalk(error, page: asked.page)
    case .notModified: finishWalk(nil)
    case .pastEnd(_, let reason):
      markPastEnd(asked.page, reason)
      tellLoaded(asked.page, .empty)
      finishWalk(reason)
    case .page(let read):
      let isStreaming = walk?.order.deliver != nil
      switch admit(read, holding: !isStreaming) {
      case .looped(let reason):
        tellFailed(asked.page, .paginationLoop(reason))
        finishWalk(reason)
      case .ended(let page, let reason):
        tellLoaded(page, .empty)
        finishWalk(reason)
      case .kept(let page):
        let skipped = resumption?.itemsTaken ?? 0
        countDuplicates(read)
        if loops.repeatsItems(page: page, trace: read.trace) { walk?.hasRepeatedPages = true }
        move(to: page, url: read.facts.url)
        walk?.next = page + 1
        tellLoaded(page, read.content)
        deliver(page, read.content, read.facts, from: min(skipped, read.content.count))
      }
    }
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
    if walk.order.deliver == nil {
      walk.collected.append(delivered)
      walk.collectedBytes += content.document?.bytes.count ?? 0
    } else {
      effects.append(.deliver(walk.order, delivered))
    }
    self.walk = walk
    reportWalk(page, upTo: start(of: page) + last)
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

  private mutating func countDuplicates(_ read: ReadPage) {
    guard !settings.identity.isEmpty, let document = read.reading.view.scan?.document else {
      return
    }
    var isShifted = false
    for (index, item) in read.reading.items.enumerated() {
      var identity = Fingerprint()
      guard identity.add(settings.identity, of: item, in: document) else { continue }
      guard walk?.identities.contains(identity.value) == true else {
        if walk?.identities.count ?? 0 < Walk.identitiesMax {
          walk?.identities.insert(identity.value)
        }
        continue
      }
      walk?.duplicates += 1
      if index == 0 { isShifted = true }
    }
    if isShifted { walk?.hasShifted = true }
    if let duplicates = walk?.duplicates, duplicates > 0 {
      warn(
        PageWarning(
          .duplicates, "Items came more than once: pages may have shifted while they were read.",
          ["path": "identity", "count": .integer(duplicates)]))
    }
  }

  private mutating func reportWalk(_ page: Int, upTo position: Int) {
    guard let walk, walk.order.report != nil else { return }
    effects.append(
      .report(
        walk.order,
        WalkProgress(
          pages: walk.pages, items: walk.items, pageCount: counts.pageCount,
          objectCount: knownCount, position: position)))
  }

  // MARK: Ending

  /// There is nothing to go on with.
  private mutating func finishWalk(at error: SessionError) {
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
    effects.append(
      .answerWalk(
        completion,
        .success(
          WalkSummary(
            pages: walk.pages, itemCount: walk.items,
            items: order.deliver == nil ? walk.collected : nil, duplicates: walk.duplicates,
            verdict: verdict(walk, reason), endReason: reason, checkpoint: checkpointText(),
            snapshot: snapshot()))))
  }

  private func verdict(_ walk: Walk, _ reason: EndReason?) -> Verdict {
    switch reason?.kind {
    case .failed, .cancelled, .originRefused: return .partial
    case .pagesMax, .itemsMax: return .capped
    case .repeatedRequest, .repeatedResponse, .repeatedItems, .ceiling: return .suspect
    case .emptyPage where reason?.evidence["field"] == "limits.emptyPagesMax": return .suspect
    default: break
    }
    if walk.duplicates > 0 || walk.hasRepeatedPages || !countsAddUp { return .suspect }
    if warnings.contains(where: { $0.kind == .undetected || $0.kind == .signalMissing }) {
      return .suspect
    }
    return .complete
  }

  /// Whether the pages that were read, from the first on, make the stated total.
  private var countsAddUp: Bool {
    guard let total = counts.objectCount, let highest = ledger.highest, end != nil else {
      return true
    }
    guard ledger.isWhole(from: firstPage), ledger[highest] != nil else { return true }
    return ledger.received == total
  }
}
