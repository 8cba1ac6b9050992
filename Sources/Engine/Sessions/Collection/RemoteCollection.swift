import HTTP
import JSON
import Pagination
import Secrets

/// What is known of one remote collection: its counts, the page that loads count from, the pages
/// in memory, where it ends, and what the client should know of it. Takes in pages, and sends
/// nothing.
struct RemoteCollection: Sendable {
  private(set) var configuration: Configuration
  private(set) var counts: KnownCounts
  private(set) var bookmark = Bookmark.start
  private(set) var ledger = Ledger()
  private(set) var places: Places
  private(set) var held = HeldPages()
  private(set) var loops = LoopGuard()
  @Indirect private var begunRun: PageRun?
  private(set) var end = CollectionEnd()
  private(set) var hasPreviousLinks = false
  private var positionsAreGiven = false  // where they could have been arithmetic
  private(set) var detection = DetectionPhase.open
  private(set) var warnings: [PageWarning] = []
  private var resizes = 0  // changes of the page size after pages had come
  private(set) var failures: [Int: SessionError] = [:]  // pages whose last load failed

  /// How many different warnings are kept.
  static let warningsMax = 32
  /// How often pages are read again because offsets lead to pages of another size.
  static let resizesMax = 8
  /// How many failed pages are remembered next to those of windows.
  static let failedPagesMax = 1_000

  init(_ configuration: Configuration) {
    self.configuration = configuration
    let pager = configuration.settings.pager
    counts = KnownCounts(perPage: pager.perPage, isSized: pager.sendsSize)
    places = Places(firstPage: pager.firstPage)
    begin()
  }

  /// Begins where the request as opened does. Pages that only links lead to have no place among all
  /// items: the first one of them begins at index 0.
  private mutating func begin() {
    if !isComputed {
      places.anchor(openingPage, at: 0)
    } else if case .index(let index) = pager.opening.place, pager.kind == .offset {
      begin(at: index)
    }
  }

  /// Offsets: a page begins at an index.
  private mutating func begin(at index: Int) {
    let page = firstPage + counts.begin(at: index)
    if counts.lead > 0 { places.anchor(page, at: index) }
  }

  /// The pages that were loaded one after the other up to the current one.
  private(set) var run: PageRun {
    get { begunRun ?? PageRun() }
    _modify {
      var run = begunRun.take() ?? PageRun()
      defer { begunRun = run }
      yield &run
    }
  }

  var settings: SessionSettings { configuration.settings }
  var pager: Pager { configuration.settings.pager }
  var redactor: Redactor { configuration.redactor }
  var firstPage: Int { configuration.settings.pager.firstPage }
  var currentPage: Int? { bookmark.currentPage }

  /// Whether a page has been loaded, by a load or for a window.
  var isLoaded: Bool { !ledger.isEmpty }

  /// Whether a page has been loaded, here or before a checkpoint.
  var isBegun: Bool { isLoaded || bookmark.checkpoint != nil }

  /// Whether any page can be requested directly.
  var isComputed: Bool { !positionsAreGiven && pager.isComputed }

  /// Detection has not decided, or may still change its mind, which would put every page in
  /// another place: requests of loads and of windows take turns.
  var isUndecided: Bool {
    detection == .onTrial || (detection == .open && pager.kind == .auto)
  }

  /// The last page by the number of pages that the API states, whatever nonsense that is.
  var statedLastPage: Int? {
    isNumbered ? counts.pageCount.map { firstPage + min($0 - 1, Pager.pageMax) } : nil
  }

  /// Why what is left of a cut page may not be delivered: a limit of the settings, and not only one
  /// of the walk, cut it.
  var remainderLimit: EndReason? {
    guard let (page, taken) = bookmark.remainder, let most = settings.limits.itemsMax,
      let bound = itemsBound, start(of: page.number) + taken >= bound
    else { return nil }
    return EndReason(.maximum(.items, most), page: page.number)
  }

  // MARK: Reading responses

  /// What reads the response to a request for a page, as far as the page is known.
  func reader(for requested: RequestedPage) -> ResponseReader {
    ResponseReader(
      settings: settings, redactor: redactor, revision: configuration.revision,
      held: held[requested.page], objectCount: counts.objectCount,
      isLater: isBegun && requested.page != firstPage, isBeyondFirst: isBeyondFirst(requested))
  }

  /// Whether a page is at a computed position after one that has come.
  func isBeyondFirst(_ requested: RequestedPage) -> Bool {
    isComputed && requested.page > firstPage && isBegun
  }

  /// What a response means for the page that was requested, which has its number.
  func outcome(
    of response: HTTPResponse, to request: PendingRequest, epochSeconds: Double,
    budget: MappingBudget = .full
  ) -> PageOutcome {
    numbered(
      reader(for: request.requested).outcome(
        of: response, to: request, epochSeconds: epochSeconds, budget: budget))
  }

  // MARK: Taking in pages

  /// Takes in a page: its counts, its place, and what it says of the end. Moves nothing: that is
  /// for loads. `holding`: the items stay in memory; `comparing`: a warning names the items that
  /// other pages in memory have, too.
  mutating func take(_ page: Page, holding: Bool, comparing: Bool) -> Admission {
    let number = page.number
    let reading = page.reading
    if ledger[number] == nil, isOnWayBack(page) {
      let isLoose = reading.neighbours.previous == nil || number < firstPage
      if reading.items.isEmpty, isLoose {
        end.closeBefore(page.requested.position)
        return .ended(nil)
      }
      if let original = loops.original(of: number, trace: page.trace) {
        end.closeBefore(page.requested.position)
        return .looped(EndReason(.repeatedResponse(of: original), page: number))
      }
    }
    if reading.neighbours.isGiven { positionsAreGiven = true }
    if hasLostPlace(page) { doubt(.placeLost(page: number)) }
    warnAboutMismatch(page)
    for warning in reading.warnings { warn(warning) }
    takeCounts(of: page)
    let outlook = outlook(of: page)
    if ledger[number] == nil,
      let repetition = loops.repetition(
        page: number, trace: page.trace, isComputed: isComputed,
        isBounded: isComputed && counts.pageCount != nil)
    {
      end.loop(at: number, repetition)
      return .looped(repetition)
    }
    if reading.items.isEmpty, outlook.hasNext == false, number > firstPage, isBegun {
      held.remove(number)
      let reason = outlook.end ?? EndReason(.emptyPage, page: number)
      end.exclude(number, reason)
      return .ended(reason)
    }
    if page.content.sources.isEmpty, number == firstPage, outlook.hasNext == false,
      reading.untilReached == nil, itemsBefore(number) == 0
    {
      counts.objectCount = counts.objectCount ?? 0  // nothing at all: that is a count, too
      counts.pageCount = counts.pageCount ?? 0
    }
    if let warning = unsentSize(of: page) { warn(warning) }
    keep(page, outlook, holding: holding, comparing: comparing)
    return .kept
  }

  /// Whether a page lies before all that have come, where a way back has led.
  private func isOnWayBack(_ page: Page) -> Bool {
    if isComputed { return page.number < firstPage }
    return page.number < ledger.beginning ?? page.number
      && ledger[page.number + 1]?.previous == page.requested.position
  }

  private mutating func takeCounts(of page: Page) {
    let total = counts.objectCount
    let old = counts
    var stated = statedCounts(of: page)
    let isShown = isSizeShown(by: page)
    if isShown == true { counts.isSized = true }
    if isShown == false, let size = stated.perPage {
      counts.perPage = size
      stated.perPage = nil
    }
    if let warning = counts.take(stated) { warn(warning) }
    if hasPlace(page.requested) {
      counts.perPage = old.perPage
    } else if isComputed, pager.kind == .offset {
      let isPlaced = counts.perPage == old.perPage && counts.begins(at: page.requested.offset)
      if !isPlaced, !isSettled { place(page, after: old) }
    } else if counts.perPage != old.perPage {
      replacePages()
    }
    if let total, let now = counts.objectCount, now != total {
      warn(.countChanged(before: total, now: now))
    }
  }

  /// Has a page of offsets begin where it was requested: it has another size than expected, or was
  /// requested when the pages had another one. What came before keeps no number and no place.
  private mutating func place(_ page: Page, after old: KnownCounts) {
    let hadPages = !ledger.isEmpty
    let first = firstPage
    places = Places(firstPage: first)
    begin(at: page.requested.offset)
    guard hadPages else { return }
    resizes += 1
    ledger.removeAll()
    held = HeldPages()
    loops = LoopGuard()
    failures = [:]
    end = CollectionEnd()
    let now = counts
    func moved(_ page: Int) -> Int {
      first + now.pages(before: old.place(of: page - first).index)
    }
    if let next = run.next { run.renumber(moved(next)) }
    if case .page(let number, let url) = bookmark {
      bookmark = .page(number: max(first, moved(number + 1) - 1), url: url)
    }
  }

  /// Offsets have led to pages of other sizes so often that the pages stay as they are.
  var isSettled: Bool { resizes >= RemoteCollection.resizesMax }

  /// The counts that a page states.
  private func statedCounts(of page: Page) -> StatedCounts {
    var stated = page.reading.counts
    stated.perPage = statedSize(of: page.reading, page.requested)
    return stated
  }

  /// Remembers a good page and what it says of the end.
  private mutating func keep(
    _ page: Page, _ outlook: Outlook, holding: Bool, comparing: Bool
  ) {
    let number = page.number
    let neighbours = page.reading.neighbours
    let isOnWayBack = isOnWayBack(page)
    let outlook = isOnWayBack ? Outlook.goesOn : outlook  // to the page that it comes from
    var next: Position?
    if case .position(let position) = neighbours.next { next = position }
    if !isComputed, ledger.isEmpty, bookmark.checkpoint == nil { places.anchor(number, at: 0) }
    var broken: StatedValue?
    if !isOnWayBack, case .broken(let path, let value) = neighbours.next {
      broken = StatedValue(path, value)
    }
    if neighbours.previous != nil { hasPreviousLinks = true }
    let receivedBefore = ledger[number]?.received
    ledger.record(
      number,
      Ledger.Entry(
        position: page.requested.position, count: page.content.count, received: page.received,
        next: next, previous: neighbours.previous, hasNext: outlook.hasNext,
        shortOf: outlook.shortOf, brokenNext: broken,
        place: Ledger.Place(page) ?? ledger[number]?.place))
    noteDrift(number)
    failures[number] = nil
    if holding {
      if comparing { warnAboutDuplicates(page) }
      held.hold(page)
    }
    loops.remember(page: number, trace: page.trace)
    if isOnWayBack { return }
    end.take(
      visit(number, page.received, receivedBefore, count: page.content.count), outlook, counts,
      settings)
    if outlook.isSignalMissing {
      warn(.signalMissing(page: number))
    }
  }

  /// Takes a page into the run of those that are loaded one after the other.
  @discardableResult
  mutating func follow(_ page: Page, remembersAll: Bool = true) -> PageRun.Finding {
    let (readsHints, place) = (settings.readsTotalHints, settings.hintPlace)
    return run.take(
      page, isComputed: isComputed, hasIdentity: !settings.identity.isEmpty,
      remembersAll: remembersAll
    ) { readsHints ? page.totalHint($0, place) : nil }
  }

  /// Has the next page begin where this one ends, even if that is no multiple of the page size.
  mutating func advance(past page: Page) {
    let place = Ledger.Place(of: page)
    ledger.place(page.number, place)
    counts.begin(page.number + 1 - firstPage, at: place.offset + page.received)
    if places.isFull {
      places.anchor(page.number + 1, at: start(of: page.number) + page.content.count)
    }
  }

  /// A walk has found the last item again, and nothing follows it.
  mutating func verifyEnd() { run.verifyEnd() }

  /// The API does not support offsets inside its pages: walks stop overlapping.
  mutating func refuseOverlap() { run.refuseOverlap() }

  /// A page is known not to exist.
  mutating func exclude(_ page: Int, _ reason: EndReason) { end.exclude(page, reason) }

  /// The pages from this one on are earlier ones again.
  mutating func loop(at page: Int, _ reason: EndReason) { end.loop(at: page, reason) }

  // MARK: Where loads continue

  /// Makes a page the one that loads count from.
  mutating func move(to page: Int, url: String) { bookmark = .page(number: page, url: url) }

  /// A walk delivers this many items of the current page, and no more.
  mutating func cut(_ page: Page, after taken: Int) { bookmark = .within(page, taken: taken) }

  /// What was left of a cut page has been delivered.
  mutating func deliverRemainder() {
    guard let page = bookmark.remainder?.page else { return }
    bookmark = .page(number: page.number, url: page.facts.url)
  }

  /// Continues where a checkpoint says; nothing is loaded until the next load.
  mutating func resume(_ checkpoint: Checkpoint) {
    counts.perPage = checkpoint.perPage
    counts.move(by: checkpoint.lead, to: checkpoint.page - firstPage)
    bookmark = .checkpoint(checkpoint)
    run = PageRun(
      next: checkpoint.page, received: checkpoint.received, doubts: checkpoint.doubts,
      proof: ProofRecord(stored: checkpoint.proof, isBegun: checkpoint.received != 0))
    for doubt in checkpoint.doubts { warn(doubt) }
    places.anchor(checkpoint.page, at: checkpoint.start)
    if let reason = checkpoint.end { end.loop(at: checkpoint.page, reason) }
  }

  // MARK: Memory

  /// Drops the pages that are farthest from what is looked at; those of `kept` stay.
  mutating func evict(near ranges: [ClosedRange<Int>], keeping kept: [ClosedRange<Int>]) {
    held.evict(near: ranges, keeping: kept, pagesMax: settings.limits.heldPagesMax)
  }

  mutating func drop(_ page: Int) { held.remove(page) }

  /// A page could not be loaded.
  mutating func fail(_ page: Int, _ error: SessionError) { failures[page] = error }

  /// The pages may be requested again.
  mutating func forgive(_ isForgiven: (Int) -> Bool) {
    failures = failures.filter { !isForgiven($0.key) }
  }

  // MARK: Settings

  /// Takes in new settings for later requests. What is known stays, unless the page size is
  /// another: then it is as just opened.
  mutating func configure(_ settings: SessionSettings, parameters: JSONObject) {
    let change = configuration.replace(with: settings, parameters: parameters)
    if change.isResized { reset() }
    if change.isReshaped { remapHeldPages() }
    end.review(
      currentPage.flatMap { page in
        ledger[page].map { entry in
          visit(page, entry.received, nil, count: entry.count)
        }
      }, counts, self.settings)
  }

  /// Maps the held pages again, without a request; those that do not fit are forgotten. Where
  /// another number of items results, the later indexes move.
  private mutating func remapHeldPages() {
    for number in held.numbers {
      guard let page = held[number] else { continue }
      if let content = reader(for: page.requested).content(of: page.source) {
        held.replace(number, content)
        ledger.recount(number, content.count)
        if let entry = ledger[number] { places.note(number, items: drift(entry)) }
      } else {
        held.remove(number)
      }
    }
  }

  /// Takes up how the API pages, as detection has found. False: the params make no settings.
  mutating func adopt(_ found: JSONObject) -> Bool {
    guard configuration.adopt(found) else { return false }
    counts = KnownCounts(perPage: pager.perPage, isSized: pager.sendsSize)
    places = Places(firstPage: firstPage)
    begin()
    return true
  }

  /// Reads the items at a path that the caller has not given. False: it is none.
  mutating func adoptItems(at path: String) -> Bool {
    configuration.adopt(["itemsPath": .string(path)])
  }

  /// Detection has come so far.
  mutating func advanceDetection(to phase: DetectionPhase) { detection = phase }

  mutating func grant(_ fields: [HTTPField], for origin: Origin) {
    configuration.grant(fields, for: origin)
  }

  /// Takes note of the secrets among the parameters of one request.
  mutating func learn(_ parameters: [QueryParameter]) {
    if !parameters.isEmpty { configuration.learn(parameters) }
  }

  /// Takes note of the secrets in the requests that the client gives for the neighbours of a page.
  mutating func learn(_ neighbours: Neighbours) {
    if case .position(.link(let link)) = neighbours.next { configuration.learn(link) }
    if case .link(let link)? = neighbours.previous { configuration.learn(link) }
  }

  /// Takes note of a token that was obtained for a request, before anything of the response is
  /// shown.
  mutating func note(_ grant: HTTPGrant) {
    configuration.learn(token: grant.secret)
    if let token = grant.refreshToken { configuration.learn(token: token) }
    if grant.replacesRefreshToken { warn(.refreshTokenReplaced) }
  }

  /// The portable token of where paging continues.
  mutating func checkpointToken() -> CheckpointToken {
    let (checkpoint, secrets) = (checkpoint(), configuration.callerSecrets())
    return CheckpointToken { checkpoint.text(secrets) }
  }

  /// As just opened: what detection has found is forgotten, too.
  mutating func reset() {
    configuration.forgetDetected()
    self = RemoteCollection(configuration)
  }

  /// Forgets all pages and metadata. `keepingWarnings`: the same collection is read again.
  mutating func forget(keepingWarnings: Bool = false) {
    let (warnings, detection) = (warnings, detection)
    self = RemoteCollection(configuration)
    if keepingWarnings { self.warnings = warnings }
    self.detection = detection
  }

  // MARK: Warnings

  mutating func warn(_ warning: PageWarning) {
    let warning = warning.masked(by: configuration.redactor)
    warnings.removeAll { $0.isReplaced(by: warning) }
    warnings.append(warning)
    if warnings.count > RemoteCollection.warningsMax { warnings.removeFirst() }
  }

  /// Notes why the pages of the run may not be all there is.
  mutating func doubt(_ warning: PageWarning) { run.doubt(warning) }

  /// Warns of every doubt about the run.
  mutating func warnAboutDoubts() {
    for doubt in run.doubts { warn(doubt) }
  }

  /// Compares the counts with what came, where the run has come to the end.
  mutating func concludeRun() {
    guard let bound = end.bound ?? run.next, run.next == bound else { return }
    run.conclude(
      counts, isComputed: isComputed, received: received(before: bound),
      pages: isNumbered ? bound - firstPage : nil)
  }

  // MARK: Places

  /// Takes in the size of a page that has been recorded.
  private mutating func noteDrift(_ page: Int) {
    guard let entry = ledger[page] else { return }
    places.note(page, items: drift(entry))
    if entry.hasNext == true { warnAboutSize(page, entry) }
    if entry.count > 0, let before = ledger[page - 1], before.hasNext == nil {
      // It has turned out not to be the last one.
      if let stated = before.shortOf {
        let overlap = before.place.map { $0.overlap } ?? 0
        warn(.shortPage(page: page - 1, found: before.received + overlap, stated: stated))
      } else {
        warnAboutSize(page - 1, before)
      }
    }
  }

  /// Places every visited page again: the page size is another one.
  private mutating func replacePages() {
    places.removeAll()
    for (page, entry) in ledger.inOrder { places.note(page, items: drift(entry)) }
  }

  /// Items more or fewer than expected. A last page that is short is as expected.
  private func drift(_ entry: Ledger.Entry) -> Int {
    entry.count - (entry.hasNext == false ? min(entry.count, counts.perPage) : counts.perPage)
  }

  /// Where the page size means something: APIs that do not receive it choose their own.
  private mutating func warnAboutSize(_ page: Int, _ entry: Ledger.Entry) {
    let expected = counts.place(of: page - firstPage).size
    guard entry.received != expected, counts.isSized, entry.place == nil else { return }
    warn(.pageSizeDrift(page: page, expected: expected, found: entry.received))
  }
}
