import Pagination

/// Delivers all pages from the current position on, in order.
struct Walk: Job {
  let id: JobID
  let order: WalkOrder
  let completion: WalkCompletion
  private(set) var pages = WalkPages()
  /// The page that is delivered once the next one has come.
  private var heldBack: Page?
  private(set) var tally: WalkTally
  /// The pages collected so far; nil if pages are delivered one by one.
  private(set) var collected: CollectedPages?
  /// Delivered once it is stored.
  private(set) var storing: Storing?
  /// Pages shift while they are fetched: from now on, one at a time.
  private(set) var hasShifted = false
  /// The plan by which links are predicted, if they can be.
  private(set) var plan: LinkPlan?
  private var stage = Stage.going
  /// The search for the place where an overlapping walk continues.
  private var overlap = OverlapSearch()
  /// Reading back, where the list has lost rows.
  private(set) var repair: Repair?
  private(set) var passes = Passes(most: 1)
  /// Actions to be carried out outside; every call hands them over.
  private var actions: [JobAction] = []

  private enum Stage {
    case going
    /// The client does not read: nothing is requested or delivered.
    case paused
    case over
  }

  var holdsPages: Bool { order.deliver == nil }
  private var isPaused: Bool { stage == .paused }
  private var isOver: Bool { stage == .over }

  /// `bytesMax`: how many bytes of memory it collects where its items all are in its result.
  init(id: JobID, order: WalkOrder, bytesMax: Int, completion: @escaping WalkCompletion) {
    self.id = id
    self.order = order
    collected = order.deliver == nil ? CollectedPages(bytesMax: bytesMax) : nil
    tally = WalkTally(order: order)
    self.completion = completion
  }

  mutating func start(_ collection: inout PagedList) -> [JobAction] {
    if !order.stores { collected?.begin(collection) }
    collection.leaveExactNumbers()
    let settings = order.walk.over(collection.settings.walk)
    // What loads or an earlier process have delivered is not known any more in a second pass.
    passes = Passes(
      most: settings.passes, isStrict: settings.isStrict,
      continues: collection.cursor.next != nil)
    collection.walkExactly(settings.isExact ?? false)
    if let first = collection.currentPage.flatMap({ collection.grid.held[$0] }) {
      collection.findExactWay(after: first)  // A load has delivered it.
    }
    let remainder = collection.bookmark.remainder
    pages.advance(
      to: remainder?.page.number ?? collection.bookmark.checkpoint?.page
        ?? collection.currentPage.map { $0 + 1 } ?? collection.openingPage)
    tally.begin(at: collection.start(of: pages.next))
    if let (page, taken) = remainder {
      if let limit = collection.remainderLimit {
        finish(limit, &collection)
        return handOver()
      }
      if order.stores {
        store(page, from: taken, isRemainder: true, collection)
        return handOver()
      }
      deliverRemainder(page, from: taken, &collection)
    }
    advance(&collection)
    return handOver()
  }

  private mutating func deliverRemainder(
    _ page: Page, from taken: Int, _ collection: inout PagedList
  ) {
    collection.deliverRemainder()
    deliver(page, from: taken, &collection)
    if !isOver { pages.advance(to: page.number + 1) }
  }

  mutating func take(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> [JobAction] {
    let outcome = comparable(outcome, collection)
    if repair?.page == requested.page {
      pages.forget(requested.page)
      takeBack(requested, outcome, &collection)
    } else {
      pages.take(requested, outcome)
    }
    advance(&collection)
    return handOver()
  }

  /// The client does not read, or does again.
  mutating func pause(_ isPaused: Bool, _ collection: inout PagedList) {
    stage = isPaused ? .paused : .going
    advance(&collection)
  }

  mutating func handOver() -> [JobAction] {
    defer { actions = [] }
    return actions
  }

  /// Begins, continues or ends reading back.
  mutating func mend<Value>(_ body: (inout Repair?) -> Value) -> Value {
    hasShifted = true
    return body(&repair)
  }

  /// Begins or continues the passes over the list.
  mutating func passes<Value>(_ body: (inout Passes) -> Value) -> Value { body(&passes) }

  mutating func begin(at page: Int) {
    overlap = OverlapSearch()
    pages.advance(to: page)
  }

  /// Continues the search for the place of an overlapping walk.
  mutating func search<Step>(_ body: (inout OverlapSearch) -> Step) -> Step { body(&overlap) }

  // MARK: Requesting

  /// Delivers what is ready, in order, and requests what comes next.
  private mutating func advance(_ collection: inout PagedList) {
    while !isOver, !isPaused, storing == nil, repair == nil,
      let (requested, outcome) = pages.takeNext()
    {
      if plan != nil, let position = collection.position(after: requested.page - 1),
        position != requested.position
      {
        // The API leads elsewhere: from now on its links are followed one by one.
        forgetAhead()
        (plan, hasShifted) = (nil, true)
      } else {
        deliver(requested, outcome, &collection)
      }
    }
    if pages.count == 0, tally.pages > 0, storing == nil, heldBack == nil, repair == nil,
      collection.isIndexed, let next = collection.cursor.next
    {
      pages.advance(to: next)  // A window may have renumbered the pages.
    }
    while !isOver, !isPaused, repair == nil, mayRequest(collection) {
      if pages.count == 0 {
        switch route(to: pages.next, collection) {
        case .success(let requested): request(next(requested, collection))
        case .failure(let error):
          if storing == nil { finish(at: error, &collection) }
          if storing != nil { return }
        }
      } else {
        let page = pages.farthest + 1
        let link = plan.map { Position.link(PageLink(url: $0.url(of: page), method: nil)) }
        request(collection.requested(page, at: link ?? .computed))
      }
    }
  }

  mutating func request(_ requested: RequestedPage) {
    pages.request(requested.page)
    actions.append(.request(requested, Requests.Options()))
  }

  private func route(to page: Int, _ collection: PagedList) -> Route {
    if let checkpoint = collection.bookmark.checkpoint {
      return collection.route(from: checkpoint)
    }
    return page == collection.openingPage
      ? .success(collection.firstRequested) : collection.route(after: page - 1)
  }

  /// The pages that were requested ahead are other ones now.
  mutating func forgetAhead() {
    if pages.drop() { actions.append(.withdraw) }
  }

  // MARK: Delivering

  mutating func deliver(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) {
    if heldBack == nil, beginRepair(requested, outcome, &collection) { return }
    if order.stores, let heldBack, outcome.page.map(collection.isRepetition) != true {
      // This one's turn comes once that one is stored.
      pages.requeue(requested, outcome)
      self.heldBack = nil
      return deliver(heldBack, &collection)
    }
    guard let outcome = removeOverlap(requested, outcome, &collection) else { return }
    guard case .page(let page) = outcome else {
      deliverHeldBack(&collection)
      if !isOver { end(requested, outcome, &collection) }
      return
    }
    let taken = collection.take(page, isHeld: holdsPages)
    if case .failure(.paginationLoop(let reason))? = taken {
      if let heldBack { collection.close { $0.mark(heldBack.number, reason) } }
      actions.append(.notify(.failed(page: requested.page, .paginationLoop(reason))))
      finish(reason, &collection)
      return
    }
    deliverHeldBack(&collection)
    if isOver { return }
    if page.number != requested.page, requested.position == .computed { forgetAhead() }
    if case .pastEnd(_, _, let reason)? = taken {
      collection.reachEnd(page.reading.isNoEvidenceOfEnd ? nil : reason, at: page.number)
      actions.append(.notify(collection.loaded(page.number, .empty)))
      finish(reason, &collection)
      return
    }
    pages.advance(to: page.number + 1)
    if collection.overlaps || page.requested.overlaps { collection.advance(past: page) }
    if !collection.isComputed, collection.bookmark.checkpoint == nil,
      collection.hasNext(after: page.number) != false,
      collection.cursor.loops.original(of: page.number, trace: page.trace) != nil,
      !tally.isLastWanted(page, collection)
    {
      heldBack = page  // The next one, if that is wanted, shows whether it closes a loop.
    } else {
      deliver(page, &collection)
    }
  }

  /// Ends the walk when there is no page.
  private mutating func end(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) {
    switch outcome {
    case .failure(let error):
      actions.append(.notify(.failed(page: requested.page, error)))
      if beginAgain(after: error, at: requested, &collection) { return }
      if tally.pages > 0 || requested.overlaps,
        let reason = collection.refusal(of: requested, error)
      {
        if reason.kind == .totalReached {
          collection.close { $0.exclude(requested.page, reason) }
          collection.reachEnd(nil, at: requested.page)
        }
        return finish(reason, &collection)
      }
      fail(error, page: requested.page, &collection)
    case .pastEnd(_, _, let reason):
      if let reason { collection.close { $0.exclude(requested.page, reason) } }
      collection.reachEnd(reason, at: requested.page)
      actions.append(.notify(collection.loaded(requested.page, .empty)))
      finish(reason, &collection)
    case .page, .notModified: finish(nil, &collection)
    }
  }

  private mutating func deliverHeldBack(_ collection: inout PagedList) {
    if let page = heldBack.take() { deliver(page, &collection) }
  }

  /// Delivers a page of the walk, once it is stored where pages are.
  private mutating func deliver(_ page: Page, _ collection: inout PagedList) {
    let skipped = collection.itemsTaken(of: page)
    if order.stores, let new = newItems(of: page, collection) {
      if new.items.isEmpty { return moveAndDeliver(page, from: skipped, &collection) }
      storing = .page(page, from: 0, isRemainder: false)
      actions.append(.effect(.store(.job(id), new.content, new.items)))
    } else if order.stores {
      store(page, from: skipped, collection)
    } else {
      moveAndDeliver(page, from: skipped, &collection)
    }
  }

  private mutating func store(
    _ page: Page, from first: Int, isRemainder: Bool = false, _ collection: PagedList
  ) {
    let (items, _) = tally.wanted(of: page, from: first, collection)
    storing = .page(page, from: items.lowerBound, isRemainder: isRemainder)
    actions.append(.effect(.store(.job(id), page.content, items)))
  }

  /// Gives items to be stored that came to light.
  mutating func store(recovered page: WalkPage, _ digests: [UInt64]) {
    storing = .recovered(page, digests)
    actions.append(.effect(.store(.job(id), page.content, page.items)))
  }

  /// The page is stored, or could not be.
  mutating func stored(
    _ error: SessionError?, _ collection: inout PagedList
  ) -> [JobAction] {
    guard let stored = storing.take() else { return [] }
    switch (stored, error) {
    case (.page(let page, _, _), let error?):
      actions.append(.notify(.failed(page: page.number, error)))
      fail(error, page: page.number, &collection)
    case (.page(let page, let first, isRemainder: true), nil):
      deliverRemainder(page, from: first, &collection)
    case (.page(let page, let first, isRemainder: false), nil):
      moveAndDeliver(page, from: first, &collection)
    case (.recovered(let page, _), let error?): fail(error, page: page.page, &collection)
    case (.recovered(let page, let digests), nil):
      moveAndDeliver(recovered: page, digests, &collection)
    }
    advance(&collection)
    return handOver()
  }

  /// Delivers a page, which becomes the current one.
  private mutating func moveAndDeliver(
    _ page: Page, from first: Int, _ collection: inout PagedList
  ) {
    let finding = collection.follow(
      page, remembersItems: order.remembersItems, continues: tally.pages > 0)
    if !passes.remembers { tally.add(duplicates: finding.duplicates) }
    if finding.hasShifted { hasShifted = true }
    collection.warnAboutDoubts()
    collection.findExactWay(after: page)
    if !collection.isComputed, plan == nil, !hasShifted,
      order.concurrency ?? collection.settings.fetching.concurrency > 1
    {
      plan = LinkPlan(after: page, lastPage: collection.statedLastPage)
    }
    actions.append(.notify(collection.loaded(page.number, page.content)))
    let new = newItems(of: page, collection)
    let skipped = new.map { page.content.count - $0.items.count } ?? 0
    passes.take(page, skipped: skipped)
    if let restart = passes.restart {
      if passes.isRestarted { collection.note { $0.note { $0.restart(restart.doubts) } } }
      if skipped > 0 { collection.warn(.restarted(items: restart.skipped)) }
    }
    if let new {
      let (count, limit) = tally.wanted(new.items.count, from: tally.position, collection)
      let isLimited = count < new.items.count
      if isLimited { cut(page, at: new.keeping(new.items.dropFirst(count)), &collection) }
      if count > 0 { deliver(besides: new.keeping(new.items.prefix(count)), &collection) }
      checkLimits(new.page, isLimited ? limit : nil, isLimited: isLimited, &collection)
    } else {
      deliver(page, from: first, &collection)
    }
  }

  /// Delivers recovered items, up to the order's limit.
  mutating func moveAndDeliver(
    recovered page: WalkPage, _ digests: [UInt64], _ collection: inout PagedList
  ) {
    let (count, limit) = tally.wanted(page.items.count, from: page.start, collection)
    let delivered = page.keeping(page.items.prefix(count))
    collection.recover(delivered, Array(digests.prefix(count)))
    deliver(besides: passes.new(delivered, digests), &collection)
    if passes.remembers { passes.take(Array(digests.prefix(count))) }
    if count < page.items.count, let limit {
      finish(EndReason(limit.cause, page: page.page), &collection)
    } else {
      continueRepair(&collection)
    }
  }

  /// Delivers items besides the pages in order.
  private mutating func deliver(besides page: WalkPage, _ collection: inout PagedList) {
    if page.items.isEmpty { return }
    var delivered = page
    if order.givesCheckpoints { delivered.token = collection.checkpointToken(passes.place) }
    tally.add(recovered: page.items.count)
    collected?.add(delivered)
    if order.deliver != nil { actions.append(.effect(.deliver(order, delivered))) }
  }

  /// Delivers the items of a page from an index on, up to the order's limit.
  private mutating func deliver(
    _ page: Page, from first: Int, _ collection: inout PagedList
  ) {
    tally.begin(with: page, collection)
    let count = page.content.count
    let start = collection.start(of: page.number)
    let (items, room) = tally.wanted(of: page, from: first, collection)
    let last = items.upperBound
    if last < count {
      collection.cut(page, after: last)
      // Windows show whole pages: this one comes again for them, and is stored then.
      if order.stores { collection.look { $0.drop(page.number) } }
    }
    let delivered = WalkPage(
      page: page.number, start: start + first, objectCount: collection.knownCount,
      content: page.content, items: items,
      token: order.givesCheckpoints ? collection.checkpointToken() : nil,
      tokens: order.mayBeCut ? collection.checkpointTokens(within: page) : nil,
      isAgain: passes.isRestarted)
    // Nothing is left of a page whose items were all delivered before a checkpoint.
    if first == 0 || !items.isEmpty {
      tally.add(items, start: start)
      collected?.add(delivered)
      if order.deliver != nil { actions.append(.effect(.deliver(order, delivered))) }
    }
    if let progress = tally.progress(collection) {
      actions.append(.effect(.report(order, progress)))
    }
    checkLimits(page.number, room, isLimited: last < count, &collection)
  }

  private mutating func checkLimits(
    _ page: Int, _ room: WalkTally.Room?, isLimited: Bool, _ collection: inout PagedList
  ) {
    if isLimited, let room {
      finish(EndReason(room.cause, page: page), &collection)
    } else if !isLimited, collection.hasNext(after: page) == false {
      if !confirmEnd(after: page, collection) { finish(collection.end.reason, &collection) }
    } else if let cause = tally.limitReached {
      finish(EndReason(cause, page: page), &collection)
    } else if let collected, collected.isFull {
      finish(EndReason(.maximum(.bytesOfWalk, collected.bytesMax), page: page), &collection)
    }
  }

  // MARK: Ending

  /// No further page can be requested.
  private mutating func finish(at error: SessionError, _ collection: inout PagedList) {
    deliverHeldBack(&collection)
    if isOver || storing != nil { return }
    if case .noNextPage(let reason) = error {
      finish(reason ?? collection.end.reason, &collection)
    } else {
      fail(error, page: pages.next, &collection)
    }
  }

  /// A failure: of the whole walk where nothing came before it.
  private mutating func fail(
    _ error: SessionError, page: Int?, _ collection: inout PagedList
  ) {
    let failure = SessionSnapshot.FailedPage(error: error, page: page)
    if tally.pages == 0, tally.items == 0 {
      if let place = passes.place { collection.endWalk(at: place) }
      let end = WalkEnd(
        verdict: .failed, reason: nil, error: error, beganAtStart: collection.isReadFromStart)
      return finish(failure, end) { [self] in reply(error, page: page, $0) }
    }
    let cause: EndReason.Cause =
      switch error {
      // Nothing was sent to that origin, as it may not have the request.
      case .originRefused(_, let origin), .credentialWithheld(_, let origin, _):
        .originRefused(origin)
      default: .failed
      }
    finish(EndReason(cause, page: page), failure: failure, &collection)
  }

  mutating func finish(
    _ reason: EndReason?, failure: SessionSnapshot.FailedPage? = nil,
    _ collection: inout PagedList
  ) {
    if failure == nil, beginPass(endedBy: reason, &collection) { return }
    if failure == nil, let restart = passes.restart, restart.isLost,
      Judgement.verdict(of: reason) == nil
    {
      return fail(restart.error, page: restart.page, &collection)
    }
    if tally.items == 0, tally.continued == nil { collection.warnIfNothingIsMapped() }
    let end = judge(collection.conclude(reason, failure?.error), endedBy: reason, &collection)
    let place = end.verdict == .partial || end.verdict == .capped ? passes.place : nil
    let token = collection.checkpointToken(place)
    collection.endWalk(at: place)
    finish(failure, end) { [tally, completion, collected] snapshot in
      let summary = WalkSummary(
        pages: tally.pages, itemCount: tally.items, items: collected?.pages,
        duplicates: tally.duplicates,
        verdict: end.verdict, proof: end.proof, statedTotal: end.statedTotal, start: end.start,
        continued: tally.continued, endReason: reason, token: token, snapshot: snapshot)
      return { completion(.success(summary)) }
    }
  }

  private mutating func finish(
    _ failure: SessionSnapshot.FailedPage?, _ end: WalkEnd,
    reply: @escaping @Sendable (SessionSnapshot) -> Reply
  ) {
    stage = .over
    actions += [.withdraw, .finish(failure, end: end, reply: reply)]
  }
}
