import JSON
import Mapping
import Pagination
import Sessions
import Text

/// The decisions of a series: which parts run, whose page is next, and what it all is worth.
///
/// Invariant: `parts` are in the order of the items, the first one is at `place.position`, and only
/// its pages are delivered.
struct SeriesState: Sendable {
  /// The number of parts, per session at once, that may be begun and not yet delivered.
  static let partsAheadFactor = 4
  /// How many walks may wait.
  static let walksMax = 10_000

  let each: EachParams
  let sourceCount: Int?
  /// The client.
  let host: any SessionHost
  let limits: SessionLimits
  private(set) var settings: SessionSettings
  private var maker: PartMaker
  private var place = SeriesPlace()
  private(set) var tally = SeriesTally()
  private var items = ItemQueue()
  private var parts: [BegunPart] = []
  private var walks: [OrderedWalk] = []
  private var lastID = 0
  /// The client does not read.
  private var isPaused = false
  /// The walk of a range in slices; nil: there is a list for each item.
  private(set) var slices: SliceWalk?
  private var effects: [SeriesEffect] = []

  init(
    _ each: EachParams, sourceCount: Int?, settings: SessionSettings, template: PartTemplate,
    host: any SessionHost, limits: SessionLimits, slices: SliceWalk? = nil
  ) {
    self.slices = slices
    self.host = host
    self.each = each
    self.sourceCount = sourceCount
    self.settings = settings
    maker = PartMaker(template, settings)
    self.limits = limits
  }

  mutating func takeEffects() -> [SeriesEffect] {
    defer { effects = [] }
    return effects
  }

  var isWalking: Bool { !walks.isEmpty }

  // MARK: Orders

  /// Adds a walk; gives its number, or nil where too many wait.
  mutating func add(_ order: SeriesOrder, _ completion: @escaping SeriesCompletion) -> Int? {
    guard walks.count < SeriesState.walksMax else { return nil }
    lastID += 1
    walks.append(OrderedWalk(id: lastID, order: order, completion: completion))
    return lastID
  }

  /// Does something after all that was decided before.
  mutating func perform(_ action: @escaping @Sendable () -> Void) {
    effects.append(.perform(action))
  }

  /// Fails one walk; parts that were begun begin again later.
  mutating func cancel(_ id: Int, _ error: SessionError, _ snapshot: SessionSnapshot) {
    guard let index = walks.firstIndex(where: { $0.id == id }) else { return }
    if index == 0 { withdraw() }
    let walk = walks.remove(at: index)
    reply(walk, .failure(LoadFailure(error: error, page: nil, snapshot: snapshot)))
  }

  mutating func cancelAll(_ error: SessionError, _ snapshot: SessionSnapshot) {
    for walk in walks { cancel(walk.id, error, snapshot) }
  }

  mutating func reset() {
    place = SeriesPlace()
    tally = SeriesTally()
    items = ItemQueue(generation: items.generation + 1)
    slices?.reset()
    effects.append(.resetSource)
  }

  /// `restarts`: where the part that is being delivered continues is a place of another request.
  mutating func configure(
    _ settings: SessionSettings, _ template: PartTemplate, restarts: Bool
  ) {
    if restarts {
      place.restart()
      withdraw()
    }
    self.settings = settings
    maker = PartMaker(template, settings)
  }

  // MARK: Checkpoints

  func checkpoint(_ request: String) -> CheckpointToken {
    CheckpointToken { [place, tally, slices] in
      SeriesCheckpoint(
        request: request, position: place.position, fingerprint: place.fingerprint.value,
        inner: place.inner?.text, skip: place.skip, hasItems: place.hasItems, tally: tally,
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
    }
    tally = checkpoint.tally
    tally.items = 0
    place = SeriesPlace(
      position: checkpoint.position,
      inner: checkpoint.inner.map { CheckpointToken(text: $0) }, skip: checkpoint.skip,
      hasItems: checkpoint.hasItems)
    if slices != nil { return true }
    items.skip(checkpoint.position, fingerprint: checkpoint.fingerprint)
    return true
  }

  // MARK: What comes in

  /// The source has given something; what it was requested before a reset is of no use.
  mutating func take(_ step: SourceStep, generation: Int, _ snapshot: SessionSnapshot) {
    guard generation == items.generation else { return }
    switch items.take(step) {
    case .none: break
    case .skipped(let fingerprint): place.fingerprint = fingerprint
    case .mismatch:
      items.restart()
      effects.append(.resetSource)
      failWalk(
        .checkpointRejected(reason: "the items before it are other ones now"), nil, snapshot)
    case .failed(let failure):
      if tally.items == 0, items.read == 0 {
        failWalk(failure.error, failure.page, failure.snapshot)
      } else {
        tally.sourceVerdict = .partial
        if tally.error == nil {
          tally.error = SessionSnapshot.FailedPage(error: failure.error, page: failure.page)
        }
      }
    case .end(let verdict): tally.sourceVerdict = verdict
    }
    tally.items = items.read
  }

  /// A part has its session; false: it is not wanted any more.
  mutating func take(_ session: Session, for part: Int) -> Bool {
    guard let index = parts.firstIndex(where: { $0.id == part }) else { return false }
    parts[index].session = session
    return true
  }

  /// Counts the beginnings of the source.
  var generation: Int { items.generation }

  mutating func take(_ page: WalkPage, for part: Int) {
    guard let index = parts.firstIndex(where: { $0.id == part }) else { return }
    parts[index].host.hold(page.bytes)
    parts[index].pages.append(page)
  }

  mutating func take(_ result: Result<WalkSummary, LoadFailure>, for part: Int) {
    guard let index = parts.firstIndex(where: { $0.id == part }) else { return }
    guard parts[index].isAsking else { return parts[index].result = result }
    parts[index].isAsking = false
    guard case .success(let summary) = result else { return parts[index].result = result }
    guard let range = slices?.judge(summary.snapshot.counts) else {
      let part = parts.remove(at: index)
      if let session = part.session { effects.append(.close(session)) }
      return
    }
    if summary.endReason?.cause != .maximum(.pagesOfWalk, 1) { return parts[index].result = result }
    if let session = parts[index].session {
      let isAlone = range.kind == .whole || range.kind == .step
      effects.append(.proceed(session, part: part, concurrency: isAlone ? concurrency : 1))
    }
  }

  /// Requests at once.
  private var concurrency: Int {
    walks.first?.order.walk.concurrency ?? settings.fetching.concurrency
  }

  mutating func pause(_ isPaused: Bool) { self.isPaused = isPaused }

  // MARK: Going on

  /// Delivers what is ready, in order, and begins what comes next.
  mutating func advance(
    _ snapshot: (SeriesState) -> SessionSnapshot, request: () -> String
  ) {
    while !walks.isEmpty {
      guard !isPaused else { return }
      if let end = deliverReady(snapshot, request) {
        finish(end.reason, snapshot, request())
        continue
      }
      guard !walks.isEmpty else { return }
      if parts.isEmpty, items.isAtEnd, slices?.isEmpty ?? true {
        finish(nil, snapshot, request())
        continue
      }
      beginParts()
      return
    }
  }

  /// The end of a walk, which a limit may have brought.
  private struct End {
    let reason: EndReason?
  }

  /// Delivers pages of the first part, and continues to the next one where it is done. Gives the
  /// limit that is reached.
  private mutating func deliverReady(
    _ snapshot: (SeriesState) -> SessionSnapshot, _ request: () -> String
  ) -> End? {
    var done = 0
    defer { parts.removeFirst(done) }
    while done < parts.count {
      if parts[done].isAsking { return nil }
      var delivered = 0
      while delivered < parts[done].pages.count {
        if isPaused { break }
        let page = parts[done].pages[delivered]
        delivered += 1
        if !page.items.isEmpty { place.hasItems = true }
        if let action = parts[done].host.letGo(page.bytes) { effects.append(.perform(action)) }
        if let reason = deliver(page, of: parts[done], request) {
          // The rest comes again, from the checkpoint on.
          parts.removeFirst(done)
          done = 0
          withdraw()
          return End(reason: reason)
        }
      }
      parts[done].pages.removeFirst(delivered)
      guard parts[done].pages.isEmpty, let result = parts[done].result else { return nil }
      if let failure = firstFailure(result) {
        parts.removeFirst(done)
        done = 0
        failWalk(failure.error, failure.page, snapshot(self))
        return nil
      }
      if case .success(let summary) = result, slices?.breaksOff(summary) == true {
        parts.removeFirst(done + 1)
        done = 0
        return End(reason: summary.endReason)
      }
      conclude(result, parts[done])
      place.leave(parts[done].item)
      done += 1
    }
    return nil
  }

  /// The failure that shows that nothing would come at all; nil: the series continues.
  private func firstFailure(_ result: Result<WalkSummary, LoadFailure>) -> LoadFailure? {
    guard case .failure(let failure) = result, let walk = walks.first, !walk.hasSent,
      walk.pages == 0
    else { return nil }
    if slices?.mode == .unasked { return failure }
    switch failure.error {
    case .httpStatus(_, let status, _, _, _): return [401, 403].contains(status) ? failure : nil
    case .authFailed, .engineUnavailable: return failure
    default: return nil
    }
  }

  /// Whether nothing was sent for a part, as its item cannot be in a request.
  private func isUnusable(_ result: Result<WalkSummary, LoadFailure>) -> Bool {
    guard case .failure(let failure) = result, case .itemUnusable = failure.error else {
      return false
    }
    return true
  }

  private mutating func conclude(_ result: Result<WalkSummary, LoadFailure>, _ part: BegunPart) {
    let end: SeriesPart.End
    if !walks.isEmpty, !isUnusable(result) { walks[0].hasSent = true }
    switch result {
    case .success(let summary):
      if !walks.isEmpty { walks[0].duplicates += summary.duplicates }
      if slices == nil {
        tally.add(summary.verdict, summary.proof, summary.snapshot.error)
      } else if let worth = slices?.conclude(summary) {
        tally.add(worth.verdict, worth.proof, summary.snapshot.error)
      }
      end = .walked(summary)
    case .failure(let failure):
      slices?.fail()
      if case .httpStatus(_, let status, _, _, _) = failure.error, [404, 410].contains(status),
        place.inner == nil, slices == nil
      {
        tally.gone += 1
        end = .gone
      } else {
        tally.add(
          .failed, nil, SessionSnapshot.FailedPage(error: failure.error, page: failure.page))
        end = .failed
      }
    }
    guard let order = walks.first?.order, order.ended != nil else { return }
    effects.append(
      .ended(order, SeriesPart(item: part.kept, end: end, isEmpty: !place.hasItems)))
  }

  /// Delivers a page, or as much of it as the limits allow; gives the limit that is reached.
  private mutating func deliver(
    _ page: WalkPage, of part: BegunPart, _ request: () -> String
  ) -> EndReason? {
    guard !walks.isEmpty else { return nil }
    let skipped = min(place.skip, page.items.count)
    if skipped > 0, skipped == page.items.count {
      place.skip = 0
      place.inner = page.token
      return nil
    }
    let room = walks[0].room(settings.limits, tally)
    let taken = taking(page, from: page.items.lowerBound + skipped, room: room?.count)
    if taken.end < page.items.upperBound {
      place.skip = taken.end - page.items.lowerBound
    } else {
      place.skip = 0
      place.inner = page.token
    }
    tally.pages += 1
    tally.itemCount += taken.page.items.count
    walks[0].pages += 1
    walks[0].items += taken.page.items.count
    let order = walks[0].order
    let delivered = taken.page.with(
      order.walk.givesCheckpoints ? checkpoint(request()) : nil)
    if order.deliver == nil {
      walks[0].collected.append(delivered)
      walks[0].collectedBytes += page.bytes
    } else {
      effects.append(
        .deliver(
          order,
          SeriesPage(
            page: delivered, item: slices?.isSliced ?? true ? part.kept : nil,
            position: place.position)))
    }
    report()
    return walks[0].limitReached(
      settings.limits, tally, page.page, collectedBytesMax: limits.collectedBytesMax)
  }

  /// As much of a page as there is room for, without its doubles where the walk is sliced.
  private mutating func taking(
    _ page: WalkPage, from first: Int, room: Int?
  ) -> DistinctItems.Taken {
    if slices?.isSliced == true, let taken = slices?.take(page, from: first, room: room) {
      return taken
    }
    let wanted = (first..<page.items.upperBound).prefix(max(0, room ?? Int.max))
    return DistinctItems.Taken(page: page.keeping(wanted), end: wanted.upperBound)
  }

  private mutating func report() {
    guard let walk = walks.first, walk.order.walk.report != nil else { return }
    effects.append(
      .report(
        walk.order,
        WalkProgress(
          pages: walk.pages, items: walk.items, pageCount: nil, objectCount: slices?.promise,
          position: walk.items, itemsMax: walk.order.walk.itemsMax)))
  }

  // MARK: Parts

  private mutating func beginParts() {
    guard !walks.isEmpty else { return }
    let concurrency = concurrency
    var running = parts.count { $0.result == nil }
    while running < concurrency, parts.count < concurrency * SeriesState.partsAheadFactor,
      parts.last?.isAsking != true, beginPart()
    {
      running += 1
    }
    if running < concurrency, items.isEmpty, items.mayRead {
      items.isReading = true
      effects.append(.read)
    }
  }

  /// Begins the next part; false: there is none.
  private mutating func beginPart() -> Bool {
    if slices != nil {
      guard let range = slices?.next(), let item = slices?.params.item(range) else { return false }
      begin(item, asks: range.kind == .unknown && !(parts.isEmpty && place.isInside))
      return true
    }
    guard let item = items.next() else { return false }
    begin(item)
    return true
  }

  private mutating func begin(_ item: JSONValue, asks: Bool = false) {
    lastID += 1
    let position = place.position + parts.count
    let host = PartHost(self.host)
    let isFirst = parts.isEmpty
    parts.append(
      BegunPart(
        id: lastID, item: item, kept: each.keep.text(of: item, at: position), host: host,
        isAsking: asks))
    // Where there are fewer parts than requests at once, each may send more than one.
    let concurrency = concurrency
    let isAlone = slices?.mode == .whole || slices?.mode == .steps
    let known = isAlone ? 1 : max(1, min(sourceCount ?? concurrency, concurrency))
    effects.append(
      .begin(
        PartOrder(
          id: lastID, item: item, position: position, maker: maker,
          checkpoint: isFirst ? place.inner?.text : nil, firstPage: each.first?.body(in: item),
          host: host, concurrency: max(1, concurrency / known), asks: asks,
          requests: slices?.requests)))
  }

  /// Gives up the parts that run: their items are walked again later.
  private mutating func withdraw() {
    for session in parts.compactMap(\.session) { effects.append(.close(session)) }
    if slices == nil { items.putBack(parts.map(\.item)) }
    slices?.putBack(keepsFirst: place.isInside)
    parts = []
  }

  // MARK: Ending

  private mutating func finish(
    _ reason: EndReason?, _ snapshot: (SeriesState) -> SessionSnapshot, _ request: String
  ) {
    guard !walks.isEmpty else { return }
    let walk = walks.removeFirst()
    var verdict = tally.verdict(isCapped: reason != nil)
    var proof = verdict == .complete ? tally.proof : nil
    if let worth = slices?.verdict(verdict, proof, isOver: reason == nil) {
      (verdict, proof) = worth
    }
    reply(
      walk,
      .success(
        SeriesSummary(
          walk: WalkSummary(
            pages: walk.pages, itemCount: walk.items,
            items: walk.order.deliver == nil ? walk.collected : nil, duplicates: walk.duplicates,
            verdict: verdict, proof: proof, statedTotal: slices?.promise,
            endReason: reason ?? slices?.ordinary?.endReason, token: checkpoint(request),
            snapshot: snapshot(self)),
          tally: slices == nil ? tally : nil, slices: slices?.summary)))
  }

  private mutating func failWalk(
    _ error: SessionError, _ page: Int?, _ snapshot: SessionSnapshot
  ) {
    withdraw()
    guard !walks.isEmpty else { return }
    var snapshot = snapshot
    snapshot.loading = walks.count > 1
    reply(
      walks.removeFirst(), .failure(LoadFailure(error: error, page: page, snapshot: snapshot)))
  }

  private mutating func reply(_ walk: OrderedWalk, _ result: Result<SeriesSummary, LoadFailure>) {
    let completion = walk.completion
    effects.append(.perform { completion(result) })
  }
}

extension WalkPage {
  /// How many bytes of memory it holds, without what every page needs.
  var bytes: Int { (content.document?.bytes.count ?? 0) + (content.mapped?.bytes.count ?? 0) }
}
