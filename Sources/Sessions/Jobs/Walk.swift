import JSON
import Pagination

/// Delivers all pages from the current position on, in order.
struct Walk: Sendable {
  let id: JobID
  let order: WalkOrder
  private let completion: WalkCompletion
  /// The next page to be delivered; later ones wait for it in `ready`.
  private var next = 0
  private var ready: [Int: (asked: AskedPage, outcome: PageOutcome)] = [:]
  private var running: Set<Int> = []
  /// A page that repeats an earlier one: delivered when the next one shows that it is no loop.
  private var heldBack: Page?
  private var tally = Tally()
  private var collected: [WalkPage] = []
  private var collectedBytes = 0
  /// Pages shift while they are fetched: from now on, one at a time.
  private var hasShifted = false
  /// Where links can be told ahead.
  private var plan: LinkPlan?
  /// The client does not read: nothing is requested or delivered until it does.
  private var isPaused = false
  private var isOver = false
  /// What is to be done outside; handed over by every call.
  private var actions: [Action] = []

  /// How many bytes of memory a walk collects whose items all stand in its result.
  static let collectedBytesMax = 1 << 30

  /// What has been delivered.
  private struct Tally: Sendable {
    var pages = 0
    var items = 0
    var duplicates = 0
    /// Items up to the end of the last page, from the collection's first on.
    var position = 0
  }

  /// What a walk leads to next.
  enum Action: Sendable {
    case request(AskedPage)
    /// The pages that are under way are of no use.
    case withdraw
    case tell(PageEvent)
    case deliver(WalkPage)
    case report(WalkProgress)
    case finish(Outcome)
  }

  /// How a walk has ended.
  enum Outcome: Sendable {
    /// Before it has delivered anything.
    case failed(SessionError, page: Int?)
    /// `failure`: what has ended it, where that is an error.
    case ended(
      Verdict, EndReason?, checkpoint: String, failure: SessionSnapshot.FailedPage?)

    var failure: SessionSnapshot.FailedPage? {
      switch self {
      case .failed(let error, let page): SessionSnapshot.FailedPage(error: error, page: page)
      case .ended(_, _, _, let failure): failure
      }
    }
  }

  init(id: JobID, order: WalkOrder, completion: @escaping WalkCompletion) {
    self.id = id
    self.order = order
    self.completion = completion
  }

  mutating func start(_ collection: inout RemoteCollection) -> [Action] {
    let remainder = collection.bookmark.remainder
    next =
      remainder?.page.number ?? collection.bookmark.checkpoint?.page
      ?? collection.currentPage.map { $0 + 1 } ?? collection.openingPage
    tally.position = collection.start(of: next)
    if let (page, taken) = remainder {
      if let limit = collection.remainderLimit {
        finish(limit, &collection)
        return handOver()
      }
      collection.deliverRemainder()
      deliver(page, from: taken, &collection)
      if isOver { return handOver() }
      next = page.number + 1
    }
    advance(&collection)
    return handOver()
  }

  /// Takes in the outcome of a page of the walk.
  mutating func take(
    _ asked: AskedPage, _ outcome: PageOutcome, _ collection: inout RemoteCollection
  ) -> [Action] {
    running.remove(asked.page)
    ready[asked.page] = (asked, outcome)
    advance(&collection)
    return handOver()
  }

  /// The client does not read, or does again.
  mutating func pause(_ isPaused: Bool, _ collection: inout RemoteCollection) -> [Action] {
    self.isPaused = isPaused
    advance(&collection)
    return handOver()
  }

  /// Detection numbers the pages from another one on, or reads the first page anew: this page is
  /// the one that is under way.
  mutating func expect(_ page: Int) {
    next = page
    running = [page]
  }

  /// A request of the walk has to wait.
  func waits(
    for waiting: WalkProgress.Waiting, _ collection: RemoteCollection
  ) -> WalkProgress? {
    progress(collection, waiting: waiting)
  }

  private mutating func handOver() -> [Action] {
    defer { actions = [] }
    return actions
  }

  // MARK: Requesting

  /// Delivers what is ready, in order, and requests what comes next.
  private mutating func advance(_ collection: inout RemoteCollection) {
    while !isOver, !isPaused, let (asked, outcome) = ready.removeValue(forKey: next) {
      if isAsPlanned(asked, collection) {
        deliver(asked, outcome, &collection)
      } else {
        dropPlan()
      }
    }
    while !isOver, !isPaused, mayRequest(collection) {
      if running.isEmpty, ready.isEmpty {
        switch route(to: next, collection) {
        case .success(let asked): request(asked)
        case .failure(let error): finish(at: error, &collection)
        }
      } else {
        let page = farthest + 1
        let link = plan.map { Position.link(PageLink(url: $0.url(of: page))) }
        request(collection.asked(page, at: link ?? .computed))
      }
    }
  }

  /// The last page that is under way or ready.
  private var farthest: Int { max(running.max() ?? next - 1, ready.keys.max() ?? next - 1) }

  private mutating func request(_ asked: AskedPage) {
    running.insert(asked.page)
    actions.append(.request(asked))
  }

  /// Whether another page may be requested: the next one, or, where the last one is known and
  /// places can be told ahead, as many at once as the order allows.
  private func mayRequest(_ collection: RemoteCollection) -> Bool {
    let underWay = running.count + ready.count
    if underWay == 0 { return true }
    let settings = collection.settings
    guard !hasShifted, collection.detection != .onTrial, let last = lastPage(collection),
      collection.ledger[next - 1] != nil || tally.pages > 0,
      underWay < order.concurrency ?? settings.concurrency
    else { return false }
    let page = farthest + 1
    let start = collection.start(of: page)
    if page > last || collection.end.excludes(page) { return false }
    if let bound = collection.itemsBound, start >= bound { return false }
    if let ceiling = settings.ceiling, start >= ceiling { return false }
    if let most = order.pagesMax, tally.pages + underWay >= most { return false }
    if let bound = collection.pagesBound, page >= bound { return false }
    if let most = order.itemsMax, tally.items + underWay * collection.counts.perPage >= most {
      return false
    }
    return true
  }

  /// The last page, where all up to it can be requested; nil: it is not known.
  private func lastPage(_ collection: RemoteCollection) -> Int? {
    guard collection.isComputed else { return plan?.lastPage }
    return collection.pager.kind == .range ? nil : collection.statedLastPage
  }

  private func route(to page: Int, _ collection: RemoteCollection) -> Route {
    if let checkpoint = collection.bookmark.checkpoint {
      return collection.route(from: checkpoint)
    }
    guard collection.isLoaded, page > collection.firstPage else {
      return .success(collection.firstAsked)
    }
    return collection.route(after: page - 1)
  }

  // MARK: Links ahead

  /// Whether a page that was requested ahead is the one that the page before it leads to.
  private func isAsPlanned(_ asked: AskedPage, _ collection: RemoteCollection) -> Bool {
    guard plan != nil, let position = collection.ledger.position(of: asked.page) else {
      return true
    }
    return position == asked.position
  }

  /// The API leads elsewhere: from now on its links are followed one by one.
  private mutating func dropPlan() {
    forgetAhead()
    plan = nil
    hasShifted = true
  }

  /// The pages that were requested ahead are other ones now.
  private mutating func forgetAhead() {
    if !running.isEmpty { actions.append(.withdraw) }
    running = []
    ready = [:]
  }

  /// Plans ahead where links differ in one number, and the last one is known.
  private mutating func planLinks(_ page: Page, _ collection: RemoteCollection) {
    guard !collection.isComputed, plan == nil, !hasShifted,
      order.concurrency ?? collection.settings.concurrency > 1,
      case .position(.link(let link)) = page.reading.neighbours.next, link.method == nil,
      link.headers.isEmpty, link.body == nil
    else { return }
    plan = LinkPlan(
      page: page.number, current: page.source.requestURL, next: link.url,
      last: page.reading.neighbours.last, lastPage: collection.statedLastPage)
  }

  // MARK: Delivering

  private mutating func deliver(
    _ asked: AskedPage, _ outcome: PageOutcome, _ collection: inout RemoteCollection
  ) {
    guard case .page(let page) = outcome else {
      deliverHeldBack(&collection)
      if !isOver { end(asked, outcome, &collection) }
      return
    }
    let admission = collection.take(page, holding: order.deliver == nil, comparing: false)
    if case .looped(let reason) = admission {
      if let heldBack { collection.loop(at: heldBack.number, reason) }
      actions.append(.tell(.failed(page: asked.page, .paginationLoop(reason))))
      finish(reason, &collection)
      return
    }
    deliverHeldBack(&collection)
    if isOver { return }
    if page.number != asked.page, asked.position == .computed { forgetAhead() }
    if case .ended(let reason) = admission {
      actions.append(.tell(collection.loaded(page.number, .empty)))
      finish(reason, &collection)
      return
    }
    next = page.number + 1
    if mayCloseLoop(page, collection) {
      heldBack = page
    } else {
      deliver(page, &collection)
    }
  }

  /// Ends the walk at a page that is none.
  private mutating func end(
    _ asked: AskedPage, _ outcome: PageOutcome, _ collection: inout RemoteCollection
  ) {
    switch outcome {
    case .failure(let error):
      actions.append(.tell(.failed(page: asked.page, error)))
      fail(error, page: asked.page, &collection)
    case .pastEnd(_, let reason):
      collection.exclude(asked.page, reason)
      actions.append(.tell(collection.loaded(asked.page, .empty)))
      finish(reason, &collection)
    case .page, .notModified: finish(nil, &collection)
    }
  }

  /// Whether a page may be the one that closes a loop, which the next one will show; it is not
  /// waited for where it is not wanted.
  private func mayCloseLoop(_ page: Page, _ collection: RemoteCollection) -> Bool {
    guard !collection.isComputed, collection.bookmark.checkpoint == nil,
      collection.hasNext(after: page.number) != false,
      collection.loops.repeats(page: page.number, trace: page.trace)
    else { return false }
    let isLast = order.pagesMax.map { tally.pages + 1 >= $0 } ?? false
    return !isLast
      && room(from: collection.start(of: page.number), collection).map {
        $0.items > page.content.count
      } ?? true
  }

  /// Delivers the page that was held back, if there is one.
  private mutating func deliverHeldBack(_ collection: inout RemoteCollection) {
    guard let page = heldBack else { return }
    heldBack = nil
    deliver(page, &collection)
  }

  /// Delivers a page of the walk, which becomes the current one.
  private mutating func deliver(_ page: Page, _ collection: inout RemoteCollection) {
    let skipped = collection.bookmark.checkpoint?.itemsTaken ?? 0
    let finding = collection.follow(page)
    tally.duplicates += finding.duplicates
    if finding.hasShifted { hasShifted = true }
    if collection.loops.repeatsItems(page: page.number, trace: page.trace) {
      collection.doubt(.repeatedPage(page: page.number))
    }
    collection.warnAboutDoubts()
    collection.move(to: page.number, url: page.facts.url)
    planLinks(page, collection)
    actions.append(.tell(collection.loaded(page.number, page.content)))
    deliver(page, from: min(skipped, page.content.count), &collection)
  }

  /// Delivers the items of a page from an index on, as many as the order allows.
  private mutating func deliver(
    _ page: Page, from first: Int, _ collection: inout RemoteCollection
  ) {
    let count = page.content.count
    let start = collection.start(of: page.number)
    let room = room(from: start + first, collection)
    let last = min(count, room.map { first + $0.items } ?? count)
    if last < count { collection.cut(page, after: last) }
    let delivered = WalkPage(
      page: page.number, start: start + first, objectCount: collection.knownCount,
      content: page.content, items: first..<last,
      checkpoint: order.givesCheckpoints ? collection.checkpointText() : nil)
    tally.pages += 1
    tally.items += last - first
    tally.position = start + last
    if order.deliver == nil {
      collected.append(delivered)
      if first == 0 || collected.count == 1 { collectedBytes += page.content.memoryBytes }
    } else {
      actions.append(.deliver(delivered))
    }
    if let progress = progress(collection) { actions.append(.report(progress)) }
    checkLimits(page.number, room, isCut: last < count, &collection)
  }

  /// How many items may still be delivered, and what holds the number down.
  private struct Room {
    let items: Int
    let cause: EndReason.Cause
  }

  private func room(from index: Int, _ collection: RemoteCollection) -> Room? {
    var room = order.itemsMax.map {
      Room(items: $0 - tally.items, cause: .maximum(.itemsOfWalk, $0))
    }
    if let most = collection.settings.itemsMax, let bound = collection.itemsBound {
      let left = max(0, bound - index)
      if left < room?.items ?? Int.max { room = Room(items: left, cause: .maximum(.items, most)) }
    }
    return room
  }

  private mutating func checkLimits(
    _ page: Int, _ room: Room?, isCut: Bool, _ collection: inout RemoteCollection
  ) {
    if isCut, let room {
      finish(EndReason(room.cause, page: page), &collection)
    } else if !isCut, collection.hasNext(after: page) == false {
      finish(collection.end.reason, &collection)
    } else if let most = order.itemsMax, tally.items >= most {
      finish(EndReason(.maximum(.itemsOfWalk, most), page: page), &collection)
    } else if let most = order.pagesMax, tally.pages >= most {
      finish(EndReason(.maximum(.pagesOfWalk, most), page: page), &collection)
    } else if collectedBytes > Walk.collectedBytesMax {
      finish(EndReason(.maximum(.bytesOfWalk, Walk.collectedBytesMax), page: page), &collection)
    }
  }

  /// How far the walk is; nil: nobody is told.
  private func progress(
    _ collection: RemoteCollection, waiting: WalkProgress.Waiting? = nil
  ) -> WalkProgress? {
    guard order.report != nil else { return nil }
    return WalkProgress(
      pages: tally.pages, items: tally.items, pageCount: collection.counts.pageCount,
      objectCount: collection.knownCount, position: tally.position,
      itemsMax: order.itemsMax, waiting: waiting)
  }

  // MARK: Ending

  /// No further page can be requested.
  private mutating func finish(at error: SessionError, _ collection: inout RemoteCollection) {
    deliverHeldBack(&collection)
    if isOver { return }
    if case .noNextPage(let reason) = error {
      finish(reason ?? collection.end.reason, &collection)
    } else {
      fail(error, page: next, &collection)
    }
  }

  /// A failure: of the whole walk where nothing came before it.
  private mutating func fail(
    _ error: SessionError, page: Int?, _ collection: inout RemoteCollection
  ) {
    if tally.pages == 0 {
      isOver = true
      actions += [.withdraw, .finish(.failed(error, page: page))]
      return
    }
    var cause = EndReason.Cause.failed
    if case .originRefused(_, let origin) = error { cause = .originRefused(origin) }
    let reason = EndReason(cause, page: page)
    finish(reason, failure: SessionSnapshot.FailedPage(error: error, page: page), &collection)
  }

  private mutating func finish(
    _ reason: EndReason?, failure: SessionSnapshot.FailedPage? = nil,
    _ collection: inout RemoteCollection
  ) {
    isOver = true
    let verdict = verdict(reason, &collection)
    actions += [
      .withdraw,
      .finish(
        .ended(verdict, reason, checkpoint: collection.checkpointText(), failure: failure)),
    ]
  }

  private func verdict(
    _ reason: EndReason?, _ collection: inout RemoteCollection
  ) -> Verdict {
    switch reason?.cause {
    case .failed, .cancelled, .originRefused: return .partial
    case .maximum: return .capped
    case .repeatedRequest, .repeatedResponse, .repeatedItems, .ceiling, .emptyPagesMax:
      return .suspect
    case .untilReached: return verdictWithoutCounts(collection)
    case .noNext, .moreFalse, .emptyPage, .shortPage, .objectCountReached, .pageCountReached,
      .rangeComplete, .pastEnd, nil:
      break
    }
    collection.concludeRun()
    collection.warnAboutDoubts()
    return verdictWithoutCounts(collection)
  }

  /// What the pages themselves say: the end that a limit sets says nothing of counts.
  private func verdictWithoutCounts(_ collection: RemoteCollection) -> Verdict {
    let isInDoubt = collection.warnings.contains {
      $0.kind == .undetected || $0.kind == .signalMissing
    }
    return isInDoubt || !collection.run.doubts.isEmpty ? .suspect : .complete
  }

  /// What the client is told of the end.
  func reply(_ outcome: Outcome, _ snapshot: SessionSnapshot) -> Reply {
    let completion = completion
    switch outcome {
    case .failed(let error, let page):
      let failure = LoadFailure(error: error, page: page, snapshot: snapshot)
      return { completion(.failure(failure)) }
    case .ended(let verdict, let reason, let checkpoint, _):
      let summary = WalkSummary(
        pages: tally.pages, itemCount: tally.items,
        items: order.deliver == nil ? collected : nil, duplicates: tally.duplicates,
        verdict: verdict, endReason: reason, checkpoint: checkpoint, snapshot: snapshot)
      return { completion(.success(summary)) }
    }
  }
}
