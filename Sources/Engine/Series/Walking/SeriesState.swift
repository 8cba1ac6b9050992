import JSON
import Pagination
import Sessions
import System
import Text

/// The decisions of a series: which parts run, which of their pages are delivered, and the verdict
/// on the whole.
struct SeriesState: Sendable {
  /// The number of parts, per session at once, that may be begun and not yet delivered.
  static let partsAheadFactor = 4
  /// The most walks that may wait.
  static let walksMax = 10_000

  let each: EachParams
  /// The session of the params as they are.
  private let base: Session
  private let sourceCount: Int?
  private let environment: SessionEnvironment
  private var maker: PartMaker
  private var parts = PartQueue()
  private var tally = SeriesTally()
  private var items = ItemQueue()
  private var walks: [OrderedWalk] = []
  private var lastID = 0
  /// The client does not read.
  private var isPaused = false
  /// The walk of a range in slices; nil: there is a list for each item.
  private var slices: SliceWalk?
  private var effects: [SeriesEffect] = []

  init(
    _ each: EachParams, sourceCount: Int?, base: Session, _ maker: PartMaker,
    _ environment: SessionEnvironment, slices: SliceWalk?
  ) {
    self.each = each
    self.sourceCount = sourceCount
    self.base = base
    self.maker = maker
    self.environment = environment
    self.slices = slices
  }

  mutating func takeEffects() -> [SeriesEffect] {
    defer { effects = [] }
    return effects
  }

  /// The state as clients see it, without the counts of parts.
  func snapshot() -> SessionSnapshot {
    var snapshot = base.snapshot()
    snapshot.loaded = tally.pages > 0
    snapshot.loading = !walks.isEmpty
    snapshot.error = tally.error
    snapshot.warnings += tally.doubtful?.snapshot.warnings ?? []
    return slices?.shown(in: snapshot) ?? snapshot
  }

  /// The state with the counts of the lists so far, unless there is a range.
  func countedSnapshot() -> SessionSnapshot {
    var snapshot = snapshot()
    if slices == nil { snapshot.lists = tally }
    return snapshot
  }

  // MARK: Orders

  /// Adds a walk; gives its number, or nil where too many wait.
  mutating func add(_ order: WalkOrder, _ completion: @escaping WalkCompletion) -> Int? {
    guard walks.count < SeriesState.walksMax else { return nil }
    lastID += 1
    walks.append(OrderedWalk(id: lastID, order: order, completion: completion))
    return lastID
  }

  /// Fails one walk; parts that were begun begin again later.
  mutating func cancel(_ id: Int) {
    guard let index = walks.firstIndex(where: { $0.id == id }) else { return }
    let snapshot = snapshot()
    if index == 0 { withdraw() }
    reply(
      walks.remove(at: index),
      .failure(LoadFailure(error: .requestCancelled, page: nil, snapshot: snapshot)))
  }

  /// Ends the first walk with the items delivered so far. Returns false if there is none.
  mutating func endWalk(_ cause: EndReason.Cause) -> Bool {
    if walks.isEmpty { return false }
    withdraw()
    finish(EndReason(cause, page: nil))
    return true
  }

  mutating func cancelAll() {
    if walks.isEmpty { return }
    let failure = LoadFailure(error: .cancelled, page: nil, snapshot: snapshot())
    withdraw()
    for walk in walks { reply(walk, .failure(failure)) }
    walks = []
  }

  mutating func reset() {
    cancelAll()
    parts.place = SeriesPlace()
    tally = SeriesTally()
    items = ItemQueue(generation: items.generation + 1)
    slices?.reset()
    effects.append(.resetSource)
  }

  /// `restarts`: where the part that is being delivered continues is a place of another request.
  mutating func configure(_ maker: PartMaker, restarts: Bool) {
    if restarts {
      parts.restart()
      withdraw()
    }
    self.maker = maker
  }

  // MARK: Checkpoints

  /// Gives the token of where the series continues, after all that was decided before.
  mutating func giveCheckpoint(_ completion: @escaping @Sendable (String) -> Void) {
    perform { [token = checkpoint()] in completion(token.value) }
  }

  /// Does something after all that was decided before.
  mutating func perform(_ action: @escaping @Sendable () -> Void) {
    effects.append(.perform(action))
  }

  private func checkpoint() -> LazyValue<String> {
    let fingerprint = items.awaited ?? parts.place.fingerprint.value
    return LazyValue {
      [request = base.requestFingerprint, place = parts.place, tally, slices] in
      SeriesCheckpoint(
        request: request, place: place, fingerprint: fingerprint, tally: tally,
        slices: slices?.stored(isInside: place.isInside)
      ).text
    }
  }

  /// Continues at a checkpoint: what was done is read again, and compared. False: it is that of
  /// something else.
  mutating func resume(_ checkpoint: SeriesCheckpoint) -> Bool {
    guard (slices == nil) == (checkpoint.slices == nil) else { return false }
    if let stored = checkpoint.slices {
      guard let restored = slices?.restored(stored) else { return false }
      slices = restored
    } else {
      items.skip(checkpoint.place.position, fingerprint: checkpoint.fingerprint)
    }
    tally = checkpoint.tally
    tally.items = 0
    parts.place = checkpoint.place
    return true
  }

  // MARK: What comes in

  /// The source has given something; what it was requested before a reset is of no use.
  mutating func take(_ step: SourceStep, generation: Int) {
    guard generation == items.generation else { return }
    switch items.take(step) {
    case .none: break
    case .skipped(let fingerprint):
      parts.place.fingerprint = fingerprint
    case .mismatch:
      reject("the items before it are other ones now")
    case .failed(let failure):
      if tally.items == 0, items.read == 0 {
        failWalk(failure.error, failure.page, failure.snapshot)
      } else {
        tally.sourceVerdict = .partial
        tally.error =
          tally.error ?? SessionSnapshot.FailedPage(error: failure.error, page: failure.page)
      }
    case .end where slices == nil && parts.place.isInside && items.read == parts.place.position:
      reject("the items end before the one whose list it continues")
    case .end(let verdict): tally.sourceVerdict = verdict
    }
    tally.items = items.read
  }

  /// Fails the walk that was to continue: the items are other ones than before.
  private mutating func reject(_ reason: String) {
    items.restart()
    effects.append(.resetSource)
    failWalk(.checkpointRejected(reason: reason), nil, snapshot())
  }

  /// A part has its session; false: it is not wanted any more.
  mutating func take(_ session: Session, for part: Int) -> Bool { parts.take(session, for: part) }

  mutating func take(_ page: WalkPage, for part: Int) { parts.take(page, for: part) }

  /// A part has an event for the client, who learns of it unless the part was given up.
  mutating func tell(_ event: @escaping @Sendable () -> Void, of part: Int) {
    if parts.contains(part) { perform(event) }
  }

  mutating func take(_ result: Result<WalkSummary, LoadFailure>, for part: Int) {
    guard let (summary, session) = parts.take(result, for: part) else { return }
    guard let range = slices?.judge(summary.snapshot.counts) else {
      parts.removeLast()
      if let session { effects.append(.close(session)) }
      return
    }
    if summary.endReason?.cause != .maximum(.pagesOfWalk, 1) {
      _ = parts.take(result, for: part)
    } else if let session {
      let isAlone = range.kind == .whole || range.kind == .step
      effects.append(.proceed(session, part: part, concurrency: isAlone ? concurrency : 1))
    }
  }

  /// The settings by which the parts are walked.
  var walkSettings: WalkSettings { walks.first?.order.walk ?? WalkSettings() }

  /// Requests at once.
  private var concurrency: Int {
    walks.first?.order.concurrency ?? maker.settings.fetching.concurrency
  }

  mutating func pause(_ isPaused: Bool) { self.isPaused = isPaused }

  // MARK: Going on

  /// Delivers what is ready, in order, begins what comes next, and ends a walk that has nothing left.
  ///
  /// Invariant: afterwards, while a walk waits and the client reads, a part is under way or the
  /// source is being read. Beginning may use up the last range without a part, so the end is looked
  /// for after it.
  mutating func advance() {
    while !walks.isEmpty, !isPaused {
      if deliverReady() { continue }
      beginParts()
      if walks.isEmpty { return }  // none continues what the checkpoint has
      guard parts.isEmpty, items.isAtEnd, slices?.isEmpty ?? true else {
        assert(!parts.isEmpty || items.isReading, "a walk waits for nothing")
        return
      }
      finish(nil)
    }
  }

  /// Delivers what has come of the first part, and continues to the next one where it is done.
  /// True: the walk has ended.
  private mutating func deliverReady() -> Bool {
    while let next = parts.next() {
      switch next {
      case .page(let page, let unread):
        perform { unread.add(-page.content.bytes) }
        guard let reason = deliver(page) else { continue }
        withdraw()  // The rest comes again, from the checkpoint on.
        finish(reason)
        return true
      case .end(let result):
        if let failure = firstFailure(result) {
          failWalk(failure.error, failure.page, snapshot())
          return true
        }
        if case .success(let summary) = result, slices?.endsEarly(summary) == true {
          parts.leave(staying: true)
          finish(summary.endReason)
          return true
        }
        conclude(result)
        parts.leave()
      }
    }
    return false
  }

  /// The failure that shows that nothing would come at all; nil: the series continues.
  private func firstFailure(_ result: Result<WalkSummary, LoadFailure>) -> LoadFailure? {
    guard case .failure(let failure) = result, hasNothing else { return nil }
    return slices?.mode == .unasked || SeriesState.isRefusal(failure.error) ? failure : nil
  }

  /// True while no list has ended and no page has come.
  private var hasNothing: Bool { walks.first.map { !$0.hasSent && $0.pages == 0 } ?? false }

  /// True when other lists of the same API would fail, too.
  private static func isRefusal(_ error: SessionError) -> Bool {
    switch error {
    case .httpStatus(_, let status, _, _, _): [401, 403].contains(status)
    case .authFailed, .engineUnavailable: true
    default: false
    }
  }

  /// Takes in the end of the first part.
  private mutating func conclude(_ result: Result<WalkSummary, LoadFailure>) {
    let end: SeriesPart.End
    switch result {
    case .success(let summary):
      walks[0].hasSent = true
      walks[0].duplicates += summary.duplicates
      if slices == nil {
        tally.add(summary)
      } else if let worth = slices?.conclude(summary) {
        tally.add(worth.verdict, worth.proof, summary.snapshot.error)
      }
      end = .walked(summary)
    case .failure(let failure):
      slices?.fail()
      // Nothing was sent where the item cannot be in a request.
      if case .itemUnusable = failure.error {} else { walks[0].hasSent = true }
      if case .httpStatus(_, let status, _, _, _) = failure.error, [404, 410].contains(status),
        parts.place.inner == nil, slices == nil
      {
        tally.gone += 1
        end = .gone
      } else {
        tally.add(
          .failed, nil, SessionSnapshot.FailedPage(error: failure.error, page: failure.page))
        end = .failed
      }
    }
    let order = walks[0].order
    guard order.ended != nil else { return }
    effects.append(
      .ended(order, SeriesPart(item: parts.kept, end: end, isEmpty: !parts.place.hasItems)))
  }

  /// Delivers a page, or as much of it as the limits allow; gives the limit that is reached.
  private mutating func deliver(_ page: WalkPage) -> EndReason? {
    let limits = maker.settings.limits
    let taken = taking(page, room: walks[0].room(limits, tally)?.count)
    parts.deliver(page, upTo: taken.end)
    tally.pages += 1
    tally.itemCount += taken.page.items.count
    walks[0].pages += 1
    walks[0].items += taken.page.items.count
    let order = walks[0].order
    var delivered = taken.page.with(order.givesCheckpoints ? checkpoint() : nil)
    if order.deliver == nil {
      walks[0].collected.append(delivered)
      walks[0].collectedBytes += page.content.bytes
    } else {
      delivered.item = slices?.isSliced ?? true ? parts.kept : nil
      effects.append(.deliver(order, delivered))
    }
    if order.report != nil {
      effects.append(.report(order, walks[0].progress(of: slices?.promise)))
    }
    return walks[0].limitReached(
      limits, tally, page.page, collectedBytesMax: environment.limits.collectedBytesMax)
  }

  /// As much of a page as there is room for, without its doubles where the walk is sliced.
  private mutating func taking(_ page: WalkPage, room: Int?) -> DistinctItems.Taken {
    if slices?.isSliced == true, let taken = slices?.take(page, room: room) { return taken }
    let wanted = page.items.prefix(max(0, room ?? Int.max))
    return DistinctItems.Taken(page: page.keeping(wanted), end: wanted.upperBound)
  }

  // MARK: Parts

  private mutating func beginParts() {
    // Whether all lists are refused shows when the first one has ended.
    if hasNothing, parts.hasFailure(where: SeriesState.isRefusal) { return }
    let concurrency = concurrency
    var running = parts.running
    while running < concurrency, parts.count < concurrency * SeriesState.partsAheadFactor,
      !parts.isAsking, beginPart()
    {
      running += 1
    }
    if !walks.isEmpty, running < concurrency, items.isEmpty, items.mayRead {
      items.isReading = true
      effects.append(.read(generation: items.generation))
    }
  }

  /// Begins the next part. Returns false if there is none.
  private mutating func beginPart() -> Bool {
    if slices != nil {
      guard let range = slices?.next(), let item = slices?.params.item(range) else { return false }
      begin(item, asks: range.kind == .unknown && !(parts.isEmpty && parts.place.isInside))
      return true
    }
    guard let item = items.next() else { return false }
    if parts.isEmpty, let expected = parts.place.item, expected != SeriesPlace.fingerprint(item) {
      reject("the item whose list it continues is another one now")
      return false
    }
    begin(item, asks: false)
    return true
  }

  private mutating func begin(_ item: JSONValue, asks: Bool) {
    let checkpoint = parts.isEmpty ? parts.place.inner?.value : nil
    let position = parts.place.position + parts.count
    let unread = UnreadBytes()
    let id = parts.begin(item, keeping: each.keep.text(of: item, at: position), unread, asks: asks)
    // Where there are fewer parts than requests at once, each may send more than one.
    let isAlone = slices?.mode == .whole || slices?.mode == .steps
    let known = isAlone ? 1 : max(1, min(sourceCount ?? concurrency, concurrency))
    effects.append(
      .begin(
        PartOrder(
          id: id, item: item, position: position, maker: maker, checkpoint: checkpoint,
          firstPage: each.first?.body(in: item), unread: unread,
          concurrency: max(1, concurrency / known), asks: asks, requests: slices?.requests)))
  }

  /// Gives up the parts that run: their items are walked again later.
  private mutating func withdraw() {
    let (given, sessions) = parts.removeAll()
    effects += sessions.map(SeriesEffect.close)
    if slices == nil { items.requeue(given) }
    slices?.requeue(keepsFirst: parts.place.isInside)
  }

  // MARK: Ending

  /// Ends the first walk, by a limit or as nothing is left.
  private mutating func finish(_ reason: EndReason?) {
    let walk = walks.removeFirst()
    var verdict = tally.verdict(isCapped: reason != nil)
    var proof = verdict == .complete ? tally.proof : nil
    if let worth = slices?.verdict(verdict, proof, isOver: reason == nil) {
      (verdict, proof) = worth
    }
    reply(
      walk,
      .success(
        WalkSummary(
          pages: walk.pages, itemCount: walk.items,
          items: walk.order.deliver == nil ? walk.collected : nil, duplicates: walk.duplicates,
          verdict: verdict, proof: proof, statedTotal: slices?.promise,
          endReason: reason ?? slices?.ordinary?.endReason, token: checkpoint(),
          snapshot: countedSnapshot(), slices: slices?.summary)))
  }

  private mutating func failWalk(_ error: SessionError, _ page: Int?, _ snapshot: SessionSnapshot) {
    withdraw()
    guard !walks.isEmpty else { return }
    var snapshot = snapshot
    snapshot.loading = walks.count > 1
    reply(walks.removeFirst(), .failure(LoadFailure(error: error, page: page, snapshot: snapshot)))
  }

  private mutating func reply(_ walk: OrderedWalk, _ result: Result<WalkSummary, LoadFailure>) {
    let completion = walk.completion
    perform { completion(result) }
  }
}
