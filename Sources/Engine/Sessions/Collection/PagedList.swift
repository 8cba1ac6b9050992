import HTTP
import JSON
import Pagination
import Secrets
import System

/// The known state of one paged list: its counts, the page that loads count from, the pages
/// in memory, where it ends, and what the client should know about it. It takes in pages and sends
/// nothing.
struct PagedList: Sendable {
  @Shared private(set) var configuration: Configuration
  private(set) var grid: PageGrid
  private(set) var bookmark = Bookmark.start
  private(set) var visits = VisitedPages()
  private(set) var held = HeldPages()
  private(set) var loops = LoopGuard()
  @Indirect private var begunCursor: Cursor?
  private(set) var end = CollectionEnd()
  private(set) var hasPreviousLinks = false
  private var positionsAreGiven = false  // where they could have been arithmetic
  private(set) var warnings: [PageWarning] = []
  private(set) var failures: [Int: SessionError] = [:]  // pages whose last load failed
  /// The form of the first page with items, of the bodies.
  private(set) var form: BodyForm?
  /// True while an exact walk runs.
  private(set) var isWalkedExactly = false

  /// The most different warnings that are kept.
  static let warningsMax = 32
  /// The most failed pages that are remembered in addition to those of windows.
  static let failedPagesMax = 1_000

  init(_ configuration: Configuration) {
    self.configuration = configuration
    grid = PageGrid(configuration.settings.pager)
    begin()
  }

  /// Begins where the request as opened does. Pages that only links lead to have no place among all
  /// items: the first one of them begins at index 0.
  private mutating func begin() {
    if !isComputed {
      grid.anchor(openingPage, at: 0)
    } else if case .index(let index) = pager.opening.place, pager.kind == .offset {
      grid.begin(at: index)
    }
  }

  /// The place where loads and walks continue, and what was delivered up to there.
  private(set) var cursor: Cursor {
    get { begunCursor ?? Cursor() }
    _modify {
      var cursor = begunCursor.take() ?? Cursor()
      defer { begunCursor = cursor }
      yield &cursor
    }
  }

  var counts: KnownCounts { grid.counts }
  // Read in place: these are large.
  var settings: SessionSettings { _read { yield configuration.settings } }
  var pager: Pager { _read { yield configuration.settings.pager } }
  var redactor: Redactor { _read { yield configuration.redactor } }
  var firstPage: Int { configuration.settings.pager.firstPage }
  var currentPage: Int? { bookmark.currentPage }

  /// True when any page can be requested directly.
  var isComputed: Bool { !positionsAreGiven && pager.isComputed }

  // MARK: Taking in pages

  /// Takes in a page: its counts, its place, and what it says of the end. Moves nothing: that is
  /// for loads. `holding`: the items stay in memory; `comparing`: a warning names the items that
  /// other pages in memory have, too.
  mutating func take(_ page: Page, holding: Bool, comparing: Bool) -> Admission {
    let number = page.number
    let reading = page.reading
    if visits[number] == nil, isOnWayBack(page) {
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
    if page.isNotReady {
      let reason = EndReason(.repeatedRequest(of: number), page: number)
      end.loop(at: number, reason)
      return .looped(reason)
    }
    if reading.neighbours.isGiven { positionsAreGiven = true }
    if hasPlace(on: page) == false { doubt(.placeLost(page: number)) }
    warnAboutMismatch(page)
    for warning in reading.warnings { warn(warning) }
    noteFall(on: page)
    takeCounts(of: page)
    let outlook = outlook(of: page)
    let isPastTotal = isPastTotal(page)
    if visits[number] == nil,
      let repetition = loops.repetition(
        page: number, trace: page.trace, isComputed: isComputed,
        isBounded: isComputed && counts.pageCount != nil && !isPastTotal)
    {
      if isPastTotal, let total = counts.objectCount {
        let reason = EndReason(.objectCountReached(total), page: number)
        end.exclude(number, reason)
        return .ended(reason)
      }
      end.loop(at: number, repetition)
      return .looped(repetition)
    }
    if reading.items.isEmpty, outlook.hasNext == false, number > firstPage, isBegun {
      held.remove(number)
      if outlook.isSignalMissing { warn(.signalMissing(page: number)) }
      let reason = outlook.end ?? EndReason(.emptyPage, page: number)
      end.exclude(number, reason)
      return .ended(reason)
    }
    if page.content.sources.isEmpty, number == firstPage, outlook.hasNext == false,
      reading.untilReached == nil, itemsBefore(number) == 0
    {
      grid.takeNothing()
    }
    if let warning = unsentSize(of: page) { warn(warning) }
    keep(page, outlook, holding: holding, comparing: comparing)
    return .kept
  }

  /// True when a page lies before all that have come, and a way back has led to it.
  private func isOnWayBack(_ page: Page) -> Bool {
    if isComputed { return page.number < firstPage }
    return page.number < visits.beginning ?? page.number
      && visits[page.number + 1]?.previous == page.requested.position
  }

  /// A smaller total than the run's latest shows that rows have gone, be its page delivered or not.
  private mutating func noteFall(on page: Page) {
    let totals = cursor.tally.totals
    if let before = totals.latest, let now = page.total(totals), now < before { cursor.noteFall() }
  }

  private mutating func takeCounts(of page: Page) {
    let old = counts
    var stated = page.reading.counts
    stated.perPage = statedSize(of: page.reading, page.requested)
    if page.requested.overlaps { stated.pageCount = nil }
    if isPastTotal(page), loops.original(of: page.number, trace: page.trace) == nil {
      grid.takeTotalOfPages()
      cursor.takeTotalOfPages()
    }
    if countsPages(page) { stated.objectCount = nil }
    if let warning = grid.take(stated, isSizeShown: isSizeShown(by: page)) { warn(warning) }
    if isComputed, pager.kind == .offset {
      let isPlaced = counts.perPage == old.perPage && counts.begins(at: page.requested.offset)
      if !isPlaced, !grid.isSettled, !hasPlace(page.requested) { place(page, after: old) }
    } else if counts.perPage != old.perPage {
      grid.replace(visits)
    }
    if let total = old.objectCount, let now = counts.objectCount, now != total {
      warn(.countChanged(before: total, now: now))
    }
  }

  /// Has a page of offsets begin where it was requested: it has another size than expected, or was
  /// requested when the pages had another one. What came before keeps no number and no place.
  private mutating func place(_ page: Page, after old: KnownCounts) {
    grid.begin(again: page.requested.offset, isResized: !visits.isEmpty)
    if visits.isEmpty { return }
    let first = firstPage
    visits = VisitedPages()
    held = HeldPages()
    loops = LoopGuard()
    failures = [:]
    end = CollectionEnd()
    let now = counts
    func moved(_ page: Int) -> Int {
      first + now.pages(before: old.place(of: page - first).index)
    }
    if let next = cursor.next { cursor.renumber(moved(next)) }
    if case .page(let number, let url) = bookmark {
      bookmark = .page(number: max(first, moved(number + 1) - 1), url: url)
    }
  }

  /// Remembers a good page and what it says of the end.
  private mutating func keep(_ page: Page, _ outlook: NextPageHint, holding: Bool, comparing: Bool)
  {
    let number = page.number
    let neighbours = page.reading.neighbours
    let isOnWayBack = isOnWayBack(page)
    let outlook = isOnWayBack ? NextPageHint.goesOn : outlook  // to the page that it comes from
    var next: Position?
    if case .position(let position) = neighbours.next { next = position }
    if !isComputed, visits.isEmpty, bookmark.checkpoint == nil { grid.anchor(number, at: 0) }
    var broken: StatedValue?
    if !isOnWayBack, case .broken(let path, let value) = neighbours.next {
      broken = StatedValue(path, value)
    }
    if neighbours.previous != nil { hasPreviousLinks = true }
    let before = visits[number]
    visits.record(
      number,
      VisitedPages.Entry(
        position: page.requested.position, count: page.content.count, received: page.received,
        next: next, previous: neighbours.previous, hasNext: outlook.hasNext,
        saysMore: page.reading.goesOn == true || cursor.tally.leadsOn(page.reading),
        shortOf: outlook.shortOf, brokenNext: broken,
        place: VisitedPages.Place(page) ?? before?.place))
    noteSize(of: number)
    if form == nil, page.received > 0 { form = page.source.response.form }
    failures[number] = nil
    if holding {
      if comparing { warnAboutDuplicates(page) }
      held.hold(page)
    }
    loops.remember(page: number, trace: page.trace)
    if isOnWayBack { return }
    end.take(
      visit(number, page.received, before?.received, count: page.content.count), outlook, counts,
      settings)
    if outlook.isSignalMissing { warn(.signalMissing(page: number)) }
  }

  /// Takes in the size of a page that has been recorded.
  private mutating func noteSize(of page: Int) {
    guard let entry = visits[page] else { return }
    grid.note(page, entry)
    var found = [entry.hasNext == true ? grid.warning(of: page, entry) : nil]
    if entry.count > 0, let before = visits[page - 1], before.hasNext == nil {
      // It has turned out not to be the last one.
      let short = before.shortOf.map { stated in
        PageWarning.shortPage(
          page: page - 1, found: before.received + (before.place?.overlap ?? 0), stated: stated)
      }
      found.append(short ?? grid.warning(of: page - 1, before))
    }
    for case let warning? in found { warn(warning) }
  }

  /// Delivers a page, which continues the run or begins another one. A page that skips the rest of
  /// a partly delivered page also begins another run.
  @discardableResult
  mutating func follow(_ read: Page, remembersItems: Bool = true) -> Cursor.Finding {
    let page = countsPages(read) ? read.withoutTotal : read
    if let cut = bookmark.remainder, cut.page.number != page.number { cursor = Cursor() }
    let isRest = hasPlace(on: page) == true
    var context = Cursor.Context()
    context.isListStart = isListStart(page)
    if !context.isListStart { context.start = place(of: page) }
    context.itemsBefore = itemsBefore(page.number)
    if isNumbered { context.pagesBefore = max(0, page.number - firstPage) }
    context.isComputed = isComputed
    context.hasNext = visits[page.number]?.hasNext
    if end.bound == page.number + 1, !page.reading.isNoEvidenceOfEnd { context.end = end.reason }
    context.isRepeated = loops.repeatsItems(page: page.number, trace: page.trace)
    context.remembersItems = remembersItems
    let hints = settings.totalHints
    if hints.areRead { context.hint = { page.totalHint(hints, $0, $1) } }
    return cursor.take(page, isRest: isRest, context)
  }

  /// Has the next page begin where this one ends. Pages after it that a window has shown had other
  /// places, and so other numbers.
  mutating func advance(past page: Page) {
    if let highest = visits.highest, highest > page.number {
      for number in held.numbers where number > page.number { held.remove(number) }
      visits.remove(after: page.number)
      loops = LoopGuard()
    }
    let place = VisitedPages.Place(of: page)
    visits.place(page.number, place)
    grid.begin(after: page, place)
    end.renumber(after: page.number)
  }

  /// An exact walk begins, at the item before a checkpoint where there is one, or ends.
  mutating func walkExactly(_ isExact: Bool) {
    isWalkedExactly = isExact
    if isExact, let place = bookmark.checkpoint?.exactly { resume(place) }
  }

  /// Ends a walk and restores the page numbers and size that the list was opened with. If a later
  /// pass over the list is incomplete, paging continues at `place`, where the first pass ended.
  mutating func endWalk(at place: Checkpoint?) {
    let isRenumbered = isNumberedExactly && (cursor.hasNext != false || bookmark.remainder != nil)
    if let checkpoint = place ?? (isRenumbered ? checkpoint() : nil) {
      let warnings = warnings
      forget()
      self.warnings = warnings
      resume(checkpoint)
    }
    walkExactly(false)
  }

  /// Reads the list again from its first page. Pages read before do not belong to the new pass.
  mutating func beginPass() {
    let (warnings, isExact) = (warnings, isWalkedExactly)
    forget()
    self.warnings = warnings.filter { !$0.isOfMoving && $0.kind != .countMismatch }
    walkExactly(isExact)
  }

  /// Takes note of what has been seen besides the pages that are delivered.
  mutating func note(_ finding: (inout Cursor) -> Void) { finding(&cursor) }

  /// Takes in items that came to light on a page that was read again: the pages after it begin later.
  mutating func recover(_ page: WalkPage, _ digests: [UInt64]) {
    cursor.recover(digests, count: digests.count)
    guard let entry = visits[page.page] else { return }
    visits.recount(page.page, entry.count + page.items.count)
    if let entry = visits[page.page] { grid.note(page.page, entry) }
  }

  /// Records that there is no page after the last delivered one, as the response for a page shows.
  mutating func reachEnd(_ reason: EndReason?, at page: Int) {
    let evidence = reason.flatMap { EndEvidence($0, in: page, of: cursor.tally.pages) }
    cursor.reachEnd(evidence)
  }

  /// Nothing follows the first page: requests have shown it.
  mutating func end(because found: StatedValue) { end.settle(found) }

  /// A page is known not to exist.
  mutating func exclude(_ page: Int, _ reason: EndReason) { end.exclude(page, reason) }

  /// The pages from this one on are earlier ones again.
  mutating func loop(at page: Int, _ reason: EndReason) { end.loop(at: page, reason) }

  // MARK: Where loads continue

  /// Makes a page the one that loads count from.
  mutating func move(to page: Int, url: LazyValue<String>) {
    bookmark = .page(number: page, url: url)
  }

  /// A walk delivers this many items of the current page, and no more.
  mutating func cut(_ page: Page, after taken: Int) { bookmark = .within(page, taken: taken) }

  /// The last this many items of the current page count as not delivered.
  mutating func markUndelivered(_ items: Int) {
    guard items > 0 else { return }
    if let (page, taken) = bookmark.remainder {
      cut(page, after: max(0, taken - items))
    } else if let currentPage, let page = held[currentPage] {
      cut(page, after: max(0, page.content.count - items))
    }
  }

  /// Marks the rest of a cut page as delivered.
  mutating func deliverRemainder() {
    guard let page = bookmark.remainder?.page else { return }
    bookmark = .page(number: page.number, url: page.facts.shownURL)
  }

  /// Continues where a checkpoint says; nothing is loaded until the next load.
  mutating func resume(_ checkpoint: Checkpoint) {
    grid.resume(checkpoint)
    bookmark = .checkpoint(checkpoint)
    cursor = Cursor(checkpoint)
    for doubt in checkpoint.tally.doubts { warn(doubt) }
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
  mutating func allowRetry(_ isForgiven: (Int) -> Bool) {
    failures = failures.filter { !isForgiven($0.key) }
  }

  // MARK: Settings

  /// Takes in new settings for later requests. What is known stays, unless the page size is
  /// another: then it is as just opened.
  mutating func configure(_ settings: SessionSettings, parameters: JSONObject) {
    let change = configuration.replace(with: settings, parameters: parameters)
    if change.isOtherList { cursor.mix() }
    if change.isResized { reset() }
    if change.isReshaped { remapHeldPages() }
    end.review(
      currentPage.flatMap { page in
        visits[page].map { entry in
          visit(page, entry.received, nil, count: entry.count)
        }
      }, counts, self.settings)
  }

  /// Maps the held pages again, without a request; those that do not fit are forgotten. Where
  /// another number of items results, the later indexes move.
  private mutating func remapHeldPages() {
    for number in held.numbers {
      guard let page = held[number] else { continue }
      if let content = ResponseReader(self, for: page.requested).content(of: page.source) {
        held.replace(number, content)
        visits.recount(number, content.count)
        if let entry = visits[number] { grid.note(number, entry) }
      } else {
        held.remove(number)
      }
    }
  }

  /// Takes up how the API pages, as was found. False: the params make no settings.
  mutating func adopt(_ found: JSONObject) -> Bool {
    guard configuration.adopt(found) else { return false }
    grid = PageGrid(pager)
    begin()
    return true
  }

  /// Takes up the settings that another one has found, with its warnings; nil: those as opened.
  mutating func takeUp(_ found: PagedList?) {
    if let found {
      configuration = found.configuration
      if let end = found.end.found { self.end(because: end) }
      for warning in found.warnings { warn(warning) }
    } else if configuration.isAdopted {
      configuration.forgetAdopted()
    }
    if isLoaded { return }
    grid = PageGrid(pager)
    begin()
  }

  /// It has been found out how the API pages: a checkpoint on the first page has its number now.
  mutating func renumberCheckpoint() {
    guard var checkpoint = bookmark.checkpoint, checkpoint.position == .start else { return }
    (checkpoint.page, checkpoint.position) = (openingPage, opening)
    resume(checkpoint)
  }

  /// Begins again as another one has; the warnings stay.
  mutating func restart(as begun: PagedList) {
    let warnings = warnings
    self = begun
    for warning in warnings { warn(warning) }
  }

  /// Takes note of what a request or a response adds to the settings.
  @discardableResult
  mutating func learn<Value>(_ take: (inout Configuration) -> Value) -> Value {
    take(&configuration)
  }

  /// Takes note of a token that was obtained for a request, before anything of the response is
  /// shown.
  mutating func note(_ grant: HTTPGrant) {
    configuration.learn(token: grant.secret)
    if let token = grant.refreshToken { configuration.learn(token: token) }
    if grant.replacesRefreshToken { warn(.refreshTokenReplaced) }
  }

  /// As just opened: what was found is forgotten, too.
  mutating func reset() {
    configuration.forgetAdopted()
    self = PagedList(configuration)
  }

  /// Forgets all pages and metadata.
  mutating func forget() { self = PagedList(configuration) }

  // MARK: Warnings

  mutating func warn(_ warning: PageWarning) {
    let warning = warning.masked(by: configuration.redactor)
    warnings.removeAll { $0.isReplaced(by: warning) }
    warnings.append(warning)
    if warnings.count > PagedList.warningsMax { warnings.removeFirst() }
  }

  /// Notes why the pages of the run may not be all there is.
  mutating func doubt(_ warning: PageWarning) { cursor.doubt(warning) }

  /// Warns of every doubt about the run.
  mutating func warnAboutDoubts() {
    for doubt in cursor.tally.doubts { warn(doubt) }
  }

  /// Forgets what was said of the counts at an end that may have moved.
  mutating func forgetMismatch() { warnings.removeAll { $0.kind == .countMismatch } }
}
