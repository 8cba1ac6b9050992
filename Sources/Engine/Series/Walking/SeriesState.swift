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
  /// Where the next page comes from.
  struct Place: Sendable {
    var position = 0
    var fingerprint = Fingerprint()
    var inner: String?
    var skip = 0
  }

  /// A part that was begun.
  struct Part: Sendable {
    let id: Int
    let item: JSONValue
    let kept: [UInt8]
    let host: PartHost
    var session: Session?
    /// Pages that wait for their turn.
    var pages: [WalkPage] = []
    var result: Result<WalkSummary, LoadFailure>?
    /// An item was delivered, now or before a checkpoint.
    var hasItems = false
  }

  /// A walk that was ordered.
  struct Walk: Sendable {
    let id: Int
    let order: SeriesOrder
    let completion: SeriesCompletion
    var pages = 0
    var items = 0
    var duplicates = 0
    var collected: [WalkPage] = []
    var collectedBytes = 0
    var partsDone = 0
  }

  /// So many parts per session at once may be begun and not yet delivered.
  static let partsAheadFactor = 4
  /// How many walks may wait.
  static let walksMax = 10_000

  let each: EachParams
  let sourceCount: Int?
  /// The client.
  let host: any SessionHost
  let limits: SessionLimits
  private(set) var settings: SessionSettings
  private(set) var template: PartTemplate
  private var place = Place()
  private(set) var tally = SeriesTally()
  private var items = ItemQueue()
  private var parts: [Part] = []
  private var walks: [Walk] = []
  private var lastID = 0
  /// The client does not read.
  private var isPaused = false
  private var effects: [SeriesEffect] = []

  init(
    _ each: EachParams, sourceCount: Int?, settings: SessionSettings, template: PartTemplate,
    host: any SessionHost, limits: SessionLimits
  ) {
    self.host = host
    self.each = each
    self.sourceCount = sourceCount
    self.settings = settings
    self.settings.shareHintPlace()
    self.template = template
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
    walks.append(Walk(id: lastID, order: order, completion: completion))
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
    place = Place()
    tally = SeriesTally()
    items = ItemQueue(generation: items.generation + 1)
    effects.append(.resetSource)
  }

  mutating func configure(_ settings: SessionSettings, _ template: PartTemplate) {
    self.settings = settings
    self.settings.shareHintPlace()
    self.template = template
  }

  // MARK: Checkpoints

  func checkpoint(_ request: String) -> String {
    SeriesCheckpoint(
      request: request, position: place.position, fingerprint: place.fingerprint.value,
      inner: place.inner, skip: place.skip, tally: tally
    ).text
  }

  /// Continues at a checkpoint: what was done is read again, and compared.
  mutating func resume(_ checkpoint: SeriesCheckpoint) {
    tally = checkpoint.tally
    tally.items = 0
    place = Place(position: checkpoint.position, inner: checkpoint.inner, skip: checkpoint.skip)
    items.skip(checkpoint.position, fingerprint: checkpoint.fingerprint)
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
    parts[index].result = result
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
        finish(end.reason, snapshot(self), request())
        continue
      }
      guard !walks.isEmpty else { return }
      if parts.isEmpty, items.isAtEnd {
        finish(nil, snapshot(self), request())
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
      var delivered = 0
      while delivered < parts[done].pages.count {
        if isPaused { break }
        let page = parts[done].pages[delivered]
        delivered += 1
        if !page.items.isEmpty { parts[done].hasItems = true }
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
      conclude(result, parts[done])
      place.fingerprint.add(parts[done].item.bytes)
      place.position += 1
      place.inner = nil
      place.skip = 0
      done += 1
    }
    return nil
  }

  /// The failure that shows that nothing would come at all; nil: the series continues.
  private func firstFailure(_ result: Result<WalkSummary, LoadFailure>) -> LoadFailure? {
    guard case .failure(let failure) = result, let walk = walks.first, walk.partsDone == 0,
      walk.pages == 0
    else { return nil }
    switch failure.error {
    case .httpStatus(_, let status, _, _, _): return [401, 403].contains(status) ? failure : nil
    case .authFailed, .engineUnavailable: return failure
    default: return nil
    }
  }

  private mutating func conclude(_ result: Result<WalkSummary, LoadFailure>, _ part: Part) {
    if !walks.isEmpty { walks[0].partsDone += 1 }
    let end: SeriesPart.End
    switch result {
    case .success(let summary):
      if !walks.isEmpty { walks[0].duplicates += summary.duplicates }
      tally.add(summary.verdict, summary.proof, summary.snapshot.error)
      end = .walked(summary)
    case .failure(let failure):
      if case .httpStatus(_, let status, _, _, _) = failure.error, [404, 410].contains(status),
        place.inner == nil
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
      .ended(order, SeriesPart(item: part.kept, end: end, isEmpty: !part.hasItems)))
  }

  /// Delivers a page, or as much of it as the limits allow; gives the limit that is reached.
  private mutating func deliver(
    _ page: WalkPage, of part: Part, _ request: () -> String
  ) -> EndReason? {
    guard !walks.isEmpty else { return nil }
    let skipped = min(place.skip, page.items.count)
    let wanted = page.items.dropFirst(skipped)
    if skipped > 0, wanted.isEmpty {
      place.skip = 0
      place.inner = page.checkpoint
      return nil
    }
    let room = itemsRoom
    let taken = wanted.prefix(max(0, room?.count ?? wanted.count))
    if taken.count < wanted.count {
      place.skip = skipped + taken.count
    } else {
      place.skip = 0
      place.inner = page.checkpoint
    }
    tally.pages += 1
    tally.itemCount += taken.count
    walks[0].pages += 1
    walks[0].items += taken.count
    let order = walks[0].order
    let delivered = WalkPage(
      page: page.page, start: page.start + skipped, objectCount: page.objectCount,
      content: page.content, items: taken.startIndex..<taken.endIndex,
      checkpoint: order.walk.givesCheckpoints ? checkpoint(request()) : nil)
    if order.deliver == nil {
      walks[0].collected.append(delivered)
      walks[0].collectedBytes += page.bytes
    } else {
      effects.append(
        .deliver(
          order, SeriesPage(page: delivered, item: part.kept, position: place.position)))
    }
    report()
    return limitReached(room, page.page)
  }

  private mutating func report() {
    guard let walk = walks.first, walk.order.walk.report != nil else { return }
    effects.append(
      .report(
        walk.order,
        WalkProgress(
          pages: walk.pages, items: walk.items, pageCount: nil, objectCount: nil,
          position: walk.items, itemsMax: walk.order.walk.itemsMax)))
  }

  /// How many more items the limits allow, and which one it is.
  private var itemsRoom: (count: Int, cause: EndReason.Cause)? {
    guard let walk = walks.first else { return nil }
    var room = walk.order.walk.itemsMax.map {
      (count: $0 - walk.items, cause: EndReason.Cause.maximum(.itemsOfWalk, $0))
    }
    if let most = settings.limits.itemsMax, most - tally.itemCount < room?.count ?? Int.max {
      room = (most - tally.itemCount, .maximum(.items, most))
    }
    return room
  }

  private func limitReached(
    _ room: (count: Int, cause: EndReason.Cause)?, _ page: Int
  ) -> EndReason? {
    guard let walk = walks.first else { return nil }
    if let room, itemsRoom?.count ?? 1 <= 0 { return EndReason(room.cause, page: page) }
    if let most = walk.order.walk.pagesMax, walk.pages >= most {
      return EndReason(.maximum(.pagesOfWalk, most), page: page)
    }
    if let most = settings.limits.pagesMax, tally.pages >= most {
      return EndReason(.maximum(.pages, most), page: page)
    }
    if walk.collectedBytes > limits.collectedBytesMax {
      return EndReason(.maximum(.bytesOfWalk, limits.collectedBytesMax), page: page)
    }
    return nil
  }

  // MARK: Parts

  private mutating func beginParts() {
    guard let walk = walks.first else { return }
    let concurrency = walk.order.walk.concurrency ?? settings.fetching.concurrency
    var running = parts.count { $0.result == nil }
    while running < concurrency, parts.count < concurrency * SeriesState.partsAheadFactor,
      let item = items.next()
    {
      begin(item, inside: concurrency)
      running += 1
    }
    if running < concurrency, items.isEmpty, items.mayRead {
      items.isReading = true
      effects.append(.read)
    }
  }

  private mutating func begin(_ item: JSONValue, inside concurrency: Int) {
    lastID += 1
    let position = place.position + parts.count
    let host = PartHost(self.host)
    let isFirst = parts.isEmpty
    parts.append(
      Part(
        id: lastID, item: item, kept: each.keep.text(of: item, at: position), host: host,
        hasItems: isFirst && place.inner != nil))
    // Where there are fewer parts than requests at once, each may send more than one.
    let known = sourceCount.map { max(1, min($0, concurrency)) } ?? concurrency
    effects.append(
      .begin(
        PartOrder(
          id: lastID, item: item, position: position, template: template, settings: settings,
          checkpoint: isFirst ? place.inner : nil, firstPage: each.first?.body(in: item),
          host: host,
          concurrency: max(1, concurrency / known))))
  }

  /// Gives up the parts that run: their items are walked again later.
  private mutating func withdraw() {
    for session in parts.compactMap(\.session) { effects.append(.close(session)) }
    items.putBack(parts.map(\.item))
    parts = []
  }

  // MARK: Ending

  private mutating func finish(
    _ reason: EndReason?, _ snapshot: SessionSnapshot, _ request: String
  ) {
    guard !walks.isEmpty else { return }
    let walk = walks.removeFirst()
    let verdict = tally.verdict(isCapped: reason != nil)
    var snapshot = snapshot
    snapshot.loading = !walks.isEmpty
    reply(
      walk,
      .success(
        SeriesSummary(
          walk: WalkSummary(
            pages: walk.pages, itemCount: walk.items,
            items: walk.order.deliver == nil ? walk.collected : nil, duplicates: walk.duplicates,
            verdict: verdict, proof: verdict == .complete ? tally.proof : nil, statedTotal: nil,
            endReason: reason, checkpoint: checkpoint(request), snapshot: snapshot),
          tally: tally)))
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

  private mutating func reply(_ walk: Walk, _ result: Result<SeriesSummary, LoadFailure>) {
    let completion = walk.completion
    effects.append(.perform { completion(result) })
  }
}

extension WalkPage {
  /// How many bytes of memory it holds, without what every page needs.
  var bytes: Int { (content.document?.bytes.count ?? 0) + (content.mapped?.bytes.count ?? 0) }
}
