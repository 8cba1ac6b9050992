import Detection
import HTTP
import JSON
import Pagination
import Secrets
import System

/// The known state of one paged list: its pages (`grid`), the run of loads and walks (`cursor`), and
/// what responses have said of it as a whole, such as where it ends. It takes in pages and sends
/// nothing.
///
/// A page that is only looked at, by a window or a refresh, changes the grid and what is said of the
/// list, never the run.
struct PagedList: Sendable {
  @Shared private(set) var configuration: Configuration
  private(set) var grid: PageGrid
  private(set) var bookmark = Bookmark.start
  /// The place where loads and walks continue, and what was delivered up to there.
  @Shared private(set) var cursor = Cursor()
  private(set) var end = CollectionEnd()
  private(set) var hasPreviousLinks = false
  private var positionsAreGiven = false  // where they could have been arithmetic
  private(set) var warnings: [PageWarning] = []
  /// That of the first page with items.
  @Indirect private(set) var shape: ListShape?
  /// True while an exact walk runs.
  private(set) var isWalkedExactly = false
  /// True while a walk reads it again.
  private(set) var isReadAgain = false
  /// The total that a response has stated last.
  private var latestTotal: Int?
  /// The number of times that it was smaller than the one before.
  private(set) var falls = 0
  /// By how much it was smaller the last time.
  private(set) var lastFall = 0

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
    grid = PageGrid(pager)
    if !isComputed {
      grid.anchor(openingPage, at: 0)
    } else if case .index(let index) = pager.opening.place, pager.kind == .offset {
      grid.begin(at: index)
    }
  }

  var counts: KnownCounts { grid.counts }
  var visits: VisitedPages { _read { yield grid.visits } }
  // Read in place: these are large.
  var settings: SessionSettings { _read { yield configuration.settings } }
  var pager: Pager { _read { yield configuration.settings.pager } }
  var redactor: Redactor { _read { yield configuration.redactor } }
  var firstPage: Int { configuration.settings.pager.firstPage }
  var currentPage: Int? { bookmark.currentPage }

  /// True when more pages are in memory than the limits allow.
  var isOverfull: Bool { grid.held.count > settings.limits.heldPagesMax }

  /// True when any page can be requested directly.
  var isComputed: Bool { !positionsAreGiven && pager.isComputed }

  // MARK: Taking in pages

  /// Takes in a page: its counts, its place, and what it says of the end. Moves nothing: that is
  /// for loads. Returns another outcome where the page repeats an earlier one, or has no items
  /// and shows that the list has ended before it; without a reason on the way back: it begins after it.
  /// `isHeld`: its items stay in memory; `comparesItems`: a warning names those that other pages in
  /// memory have, too; `isDelivered`: a load or a walk delivers it, else it is only looked at.
  mutating func take(
    _ page: Page, isHeld: Bool = true, comparesItems: Bool = false, isDelivered: Bool = true
  ) -> PageOutcome? {
    let number = page.number
    let reading = page.reading
    let statesCounts = !reading.counts.isEmpty
    if visits[number] == nil, isOnWayBack(page) {
      let isLoose = reading.neighbours.previous == nil || number < firstPage
      if reading.items.isEmpty, isLoose {
        end.closeBefore(page.requested.position)
        return .pastEnd(page: number, page.facts, nil)
      }
      if let original = original(of: page) {
        end.closeBefore(page.requested.position)
        return .failure(
          .paginationLoop(EndReason(.repeatedResponse(of: original), page: number)))
      }
    }
    if page.isNotReady {
      return loop(at: page, EndReason(.repeatedRequest(of: number), page: number))
    }
    if reading.neighbours.isGiven { positionsAreGiven = true }
    if statesCounts {
      settleNumbers(by: page)
      warnAboutMismatch(page)
    }
    for warning in reading.warnings { warn(warning) }
    // A smaller total than that of the response before shows that rows have gone, be its page
    // delivered or not.
    if statesCounts || cursor.tally.totals.hintPath != nil,
      let now = page.total(cursor.tally.totals), !statesCounts || !deniesItems(page)
    {
      if let latestTotal, now < latestTotal { (falls, lastFall) = (falls + 1, latestTotal - now) }
      latestTotal = now
    }
    if page.received > 0, counts.objectCount == 0 { grid.forgetTotal() }
    if statesCounts || learnsSize { takeCounts(of: page) }
    let outlook = outlook(of: page)
    if visits[number] == nil {
      let repetition = repetition(
        of: page, isComputed: isComputed, isDelivered: isDelivered,
        isBounded: isComputed && counts.pageCount != nil && !isPastTotal(page))
      let isRepeated = repetition != nil || !isComputed && original(of: page) != nil
      if isRepeated, let total = counts.objectCount,
        repetition != nil && isPastTotal(page) || cursor.received(before: number) == total
      {
        return exclude(page, EndReason(.objectCountReached(total), page: number))
      }
      if let repetition { return loop(at: page, repetition) }
    }
    if reading.items.isEmpty, outlook.hasNext == false, number > firstPage, isBegun {
      grid.drop(number)
      if outlook.isSignalMissing { warn(.signalMissing(page: number)) }
      return exclude(page, outlook.end ?? EndReason(.emptyPage, page: number))
    }
    if page.content.sources.isEmpty, number == firstPage, outlook.hasNext == false,
      reading.untilReached == nil, itemsBefore(number) == 0
    {
      grid.takeNothing()
    }
    if configuration.isAdopted, !isBegun { warn(unsentSize(of: page)) }
    keep(page, outlook, isHeld: isHeld, comparesItems: comparesItems, isDelivered: isDelivered)
    return nil
  }

  /// True when a page lies before all that have come, and a way back has led to it.
  private func isOnWayBack(_ page: Page) -> Bool {
    if isComputed { return page.number < firstPage }
    return page.number < visits.beginning ?? page.number
      && visits[page.number + 1]?.previous == page.requested.position
  }

  /// Counts pages as requests do, where the first page states another number.
  private mutating func settleNumbers(by page: Page) {
    guard pager.kind == .page, !isBegun, pager.opening.hasPlace || configuration.isAdopted,
      let stated = page.reading.counts.currentPage,
      [page.number - 1, page.number + 1].contains(stated)
    else { return }
    let first = firstPage
    configuration.take(numberLag: page.number - stated)
    if firstPage != first { begin() }
  }

  private mutating func takeCounts(of page: Page) {
    let (old, offset) = (counts, isIndexed ? runOffset : nil)
    var stated = page.reading.counts
    stated.perPage = statedSize(of: page)
    if page.requested.overlaps { stated.pageCount = nil }
    if isPastTotal(page), original(of: page) == nil { grid.takeTotalOfPages() }
    if countsPages(page) { stated.objectCount = nil }
    if deniesItems(page) || mayCountRest(page) {
      stated.objectCount = nil
      if page.received > 0 { grid.forgetTotal() }
    }
    let isOwnSize = pager.kind == .offset && stated.perPage != page.reading.counts.perPage
    warn(grid.take(stated, isSizeShown: isSizeShown(by: page), isOwnSize: isOwnSize))
    if isIndexed {
      let isPlaced =
        counts.perPage == old.perPage
        && (page.received == 0 || counts.begins(at: page.requested.offset))
        || hasPlace(page.requested)
      if !isPlaced || movesOthers(page), !grid.isSettled,
        grid.begin(again: page.requested.offset)
      {
        // The page has another size than expected, or was requested when the pages had another one:
        // what came before keeps no number and no place.
        end = CollectionEnd()
        if let offset { renumberRun(at: offset, from: old) }
      }
    } else if counts.perPage != old.perPage {
      grid.placeAgain()
    }
    if let total = old.objectCount, let now = counts.objectCount, now != total {
      warn(.countChanged(before: total, now: now))
    }
  }

  /// Gives the run, which continues at an offset, the numbers that pages have now.
  private mutating func renumberRun(at offset: Int, from old: KnownCounts) {
    var now = counts
    let (first, before) = (firstPage, cursor.next)
    let next = first + now.begin(at: offset)
    cursor.renumber(next, at: offset)
    bookmark = bookmark.renumbered(before: next, now) { page in
      let end = old.place(of: page + 1 - first).index
      return page + 1 == before ? next - 1 : max(first, first + now.pages(before: end) - 1)
    }
  }

  /// Remembers a good page and what it says of the end.
  private mutating func keep(
    _ page: Page, _ outlook: NextPageHint, isHeld: Bool, comparesItems: Bool, isDelivered: Bool
  ) {
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
    grid.record(
      number,
      VisitedPages.Entry(
        position: page.requested.position, count: page.content.count, received: page.received,
        next: next, previous: neighbours.previous, hasNext: outlook.hasNext,
        saysMore: page.reading.goesOn == true
          || cursor.tally.moreHint?.leadsOn(page.reading.view) == true,
        shortOf: outlook.shortOf, brokenNext: broken,
        place: page.continuity == nil ? before?.place : VisitedPages.Place(of: page)))
    if page.received != counts.perPage, let size = ownSize(number, page.received) {
      // A page that came before may have ended the list by the number of pages of another size.
      if grid.keptSize != size, counts.objectCount != nil { end = CollectionEnd() }
      grid.keepSize(size)
    }
    if counts.isSized || visits[number - 1]?.shortOf != nil { warnAboutSize(of: number) }
    if neighbours.begin != nil, visits.highest == number, isUneven(page, as: number) {
      grid.begin(after: page)
    }
    if shape == nil, page.received > 0 { shape = ListShape(page) }
    if comparesItems, !page.identities.isEmpty { warnAboutDuplicates(page) }
    if isHeld { grid.hold(page) }
    if isDelivered { cursor.remember(page) } else { grid.see(page) }
    if isOnWayBack { return }
    end.take(
      number, page.received, before: before?.received, outlook, isListed: number >= openingPage,
      settings.isBounded ? bounds(at: number, page.content.count) : nil,
      emptyPagesMax: settings.limits.emptyPagesMax)
    if outlook.isSignalMissing { warn(.signalMissing(page: number)) }
  }

  /// Delivers a page, which becomes the current one and continues the run or begins another one. A
  /// page that skips the rest of a partly delivered page also begins another run. `continues`: a walk
  /// has requested it as its next page.
  @discardableResult
  mutating func follow(
    _ read: Page, remembersItems: Bool = true, continues: Bool = false
  ) -> (duplicates: Int, hasShifted: Bool) {
    let isDenied =
      read.reading.counts.objectCount != nil && (countsPages(read) || deniesItems(read))
    let page = ofRun(isDenied ? read.withoutTotal : read, continues: continues)
    if let next = cursor.next, page.number != next, page.number != next - 1 {
      grid.see(cursor.loops)
    }
    if let cut = bookmark.remainder, cut.page.number != page.number { cursor = Cursor() }
    if grid.countsPages { cursor.note { $0.state { $0.takeTotalOfPages() } } }
    let begins = cursor.next != page.number || cursor.tally.pages == 0
    let isEnd = end.bound == page.number + 1 && !page.reading.isNoEvidenceOfEnd
    let finding = cursor.take(
      page, from: begins ? beginning(of: page) : nil, hasNext: visits[page.number]?.hasNext,
      end: isEnd ? end.reason : nil,
      hasPlace: bookmark.checkpoint == nil ? nil : hasPlace(on: page), isComputed: isComputed,
      falls: falls, remembersItems: remembersItems, hints: settings.totalHints)
    if cursor.first == openingPage, openingPage > firstPage, let items = itemsBefore(openingPage) {
      cursor.note { $0.begin(after: items) }
    }
    if grid.isSettled, isIndexed { cursor.resume(at: end(behind: page)) }
    bookmark = .page(number: page.number, url: page.facts.shownURL)
    return finding
  }

  /// Has the next page begin where this one ends.
  mutating func advance(past page: Page) {
    grid.begin(after: page)
    end.renumber(after: page.number)
  }

  /// An exact walk begins, at the item before a checkpoint where there is one, or ends.
  mutating func walkExactly(_ isExact: Bool) {
    isWalkedExactly = isExact
    if !isExact { isReadAgain = false }
    if isExact, let place = bookmark.checkpoint?.exactly { resume(place) }
  }

  /// Ends a walk and restores the page numbers and size that the list was opened with. If a later
  /// pass over the list is incomplete, paging continues at `place`, where the first pass ended.
  mutating func endWalk(at place: Checkpoint?) {
    if let place { continueAfresh(at: place) } else { leaveExactNumbers() }
    walkExactly(false)
  }

  /// Continues at a place, and forgets the pages that have come.
  mutating func continueAfresh(at place: Checkpoint) {
    let warnings = warnings
    forget()
    self.warnings = warnings
    resume(place)
  }

  /// Reads the list again from its first page. Pages read before do not belong to the new pass.
  mutating func beginPass() {
    let (warnings, isExact, found) = (warnings, isWalkedExactly, end.found)
    forget()
    if let found { end.settle(found) }
    isReadAgain = true
    self.warnings = warnings.filter { !$0.isOfMoving && $0.kind != .countMismatch }
    walkExactly(isExact)
  }

  /// Takes note of what has been seen besides the pages that are delivered.
  mutating func note(_ finding: (inout Cursor) -> Void) { finding(&cursor) }

  /// Takes in items that came to light on a page that was read again: the pages after it begin later.
  mutating func recover(_ page: WalkPage, _ digests: [UInt64]) {
    cursor.recover(digests, count: digests.count)
    guard let entry = visits[page.page] else { return }
    grid.recount(page.page, entry.count + page.items.count)
  }

  /// Records that there is no page after the last delivered one, as the response for a page shows.
  mutating func reachEnd(_ reason: EndReason?, at page: Int) {
    if let checkpoint = bookmark.checkpoint, checkpoint.page == page,
      !checkpoint.taken.digests.isEmpty
    {
      doubt(.placeLost(page: page))  // Items that were delivered are not there any more.
    }
    let evidence = reason.flatMap { EndEvidence($0, in: page, of: cursor.tally.pages) }
    cursor.reachEnd(evidence)
  }

  /// Takes note of where the list ends.
  mutating func close(_ finding: (inout CollectionEnd) -> Void) { finding(&end) }

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
    } else if let currentPage, let page = grid.held[currentPage] {
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
    // Until it is found out how the API pages, the first page has no number.
    if pager.kind != .auto || checkpoint.position != .start { grid.resume(checkpoint) }
    bookmark = .checkpoint(checkpoint)
    cursor = Cursor(checkpoint, falls: falls)
    for doubt in checkpoint.tally.doubts { warn(doubt) }
    if let reason = checkpoint.end { end.mark(checkpoint.page, reason) }
  }

  /// Changes what is looked at: which pages are in memory, and which have failed.
  mutating func look(_ change: (inout PageGrid) -> Void) { change(&grid) }

  // MARK: Settings

  /// Takes in new settings for later requests. What is known stays, unless the page size is
  /// another: then it is as just opened.
  mutating func configure(_ settings: SessionSettings, parameters: JSONObject) {
    let change = configuration.replace(with: settings, parameters: parameters)
    if change.isOtherList { cursor.note { $0.mix() } }
    if change.isResized { reset() }
    if change.isReshaped {
      let reader = ResponseReader(self)
      grid.remap { reader.content(of: $0.source) }
    }
    let visited = currentPage.flatMap { page in visits[page].map { (page, $0) } }
    end.review(
      visited.map { ($0.0, $0.1.received, bounds(at: $0.0, $0.1.count)) },
      emptyPagesMax: self.settings.limits.emptyPagesMax)
  }

  /// Takes up how the API pages, as was found. False: the params make no settings.
  mutating func adopt(_ found: JSONObject) -> Bool {
    guard configuration.adopt(found) else { return false }
    begin()
    return true
  }

  /// Takes up the settings that another one has found, with its warnings; nil: those as opened.
  mutating func takeUp(_ found: PagedList?) {
    if let found {
      configuration = found.configuration
      if let shown = found.end.found { end.settle(shown) }
      for warning in found.warnings { warn(warning) }
    } else if configuration.isAdopted {
      configuration.forgetAdopted()
    }
    if !isLoaded { begin() }
  }

  /// It has been found out how the API pages: a checkpoint on the first page has its number now.
  mutating func renumberCheckpoint() {
    guard var checkpoint = bookmark.checkpoint, checkpoint.position == .start else { return }
    (checkpoint.page, checkpoint.position) = (openingPage, opening)
    resume(checkpoint)
  }

  /// Begins again as another one has; the warnings stay, and so does a checkpoint that was opened, or
  /// the place within the first page.
  mutating func restart(as begun: PagedList) {
    let (warnings, bookmark) = (warnings, bookmark)
    self = begun
    for warning in warnings { warn(warning) }
    if let checkpoint = bookmark.checkpoint { return resume(checkpoint) }
    guard let (page, taken) = bookmark.remainder, let number = currentPage else { return }
    cut(page.numbered(number), after: taken)
    // What was delivered was of another list.
    if cursor.last?.items != page.trace.items { doubt(.placeLost(page: number)) }
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
    forget()
  }

  /// Forgets all pages and metadata.
  mutating func forget() { self = PagedList(configuration) }

  // MARK: Warnings

  mutating func warn(_ warning: PageWarning?) {
    guard let warning = warning?.masked(by: configuration.redactor) else { return }
    warnings.removeAll { $0.isReplaced(by: warning) }
    warnings.append(warning)
    if warnings.count > PagedList.warningsMax { warnings.removeFirst() }
  }

  /// Notes why the pages of the run may not be all there is.
  mutating func doubt(_ warning: PageWarning) { cursor.note { $0.doubt(warning) } }

  mutating func warnAboutDoubts() {
    for doubt in cursor.tally.doubts { warn(doubt) }
  }

  /// Forgets what was said of the counts at an end that may have moved.
  mutating func forgetMismatch() { warnings.removeAll { $0.kind == .countMismatch } }
}
