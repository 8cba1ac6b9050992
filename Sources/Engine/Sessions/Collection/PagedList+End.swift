import Detection
import HTTP
import JSON
import Mapping
import Pagination

/// Reads from pages whether the list has ended, and judges a walk that has reached the end.
extension PagedList {
  // MARK: What a page says

  /// Returns the items of a page to store before it is reported; nil if it is not a page but a
  /// repetition, or the empty one after the last. `isShown`: a window shows the whole page.
  func itemsToStore(of page: Page, isShown: Bool) -> Range<Int>? {
    let isEmpty = page.isEmpty && page.number > firstPage && isBegun
    if isEmpty || isRepetition(page) { return nil }
    let taken = isShown ? 0 : itemsTaken(of: page)
    return taken..<page.content.count
  }

  /// True when a page that has not been taken in will be treated as a repetition of an earlier one.
  func isRepetition(_ page: Page) -> Bool {
    guard visits[page.number] == nil else { return false }
    let isComputed = isComputed && !page.reading.neighbours.isGiven
    let stated = page.reading.counts
    let isBounded = (counts.pageCount ?? stated.pageCount ?? stated.objectCount) != nil
    return repetition(
      of: page, isComputed: isComputed, isDelivered: true, isBounded: isComputed && isBounded)
      != nil
  }

  /// The reason to stop, where a page repeats an earlier one: one of the run, where it continues that;
  /// else any that has been seen. `isBounded`: a stated total says that the page is not the last.
  func repetition(
    of page: Page, isComputed: Bool, isDelivered: Bool, isBounded: Bool
  ) -> EndReason? {
    // A walk may hold the page before it back.
    let continuesRun =
      isDelivered && cursor.next.map { [$0, $0 + 1].contains(page.number) } == true
    func repetition(_ pages: LoopGuard) -> EndReason? {
      pages.repetition(
        page: page.number, trace: page.trace, isComputed: isComputed, isBounded: isBounded,
        isGuess: configuration.opened.identity.isEmpty
      ) { isReplaced($0, by: page) }
    }
    return repetition(cursor.loops) ?? (continuesRun ? nil : repetition(grid.sights))
  }

  /// True when an earlier page has other items by now than those that a later one repeats: the list
  /// has moved, as a refresh has shown.
  private func isReplaced(_ original: Int, by page: Page) -> Bool {
    guard let now = grid.held[original]?.trace else { return false }
    return now.items != page.trace.items
      && (now.identities == nil || now.identities != page.trace.identities)
  }

  /// The outcome of a page behind the end.
  mutating func exclude(_ page: Page, _ reason: EndReason) -> PageOutcome {
    close { $0.exclude(page.number, reason) }
    return .pastEnd(page: page.number, page.facts, reason)
  }

  /// The outcome of a page from which on the list repeats itself.
  mutating func loop(at page: Page, _ reason: EndReason) -> PageOutcome {
    close { $0.mark(page.number, reason) }
    return .failure(.paginationLoop(reason))
  }

  /// The earlier page whose items a page has, be it of the run or not.
  func original(of page: Page) -> Int? {
    cursor.loops.original(of: page.number, trace: page.trace)
      ?? grid.sights.original(of: page.number, trace: page.trace)
  }

  /// Returns what a page says about the one after it, without secrets.
  func outlook(of page: Page) -> NextPageHint {
    var requested = page.requested
    requested.page = page.number
    var outlook = page.reading.outlook(
      requested: requested, counts: counts, firstPage: firstPage, isComputed: isComputed,
      shortPageEnds: pager.ends.shortPageEnds)
    if case .unsaid = page.reading.neighbours.next, page.reading.goesOn == nil, !page.isEmpty {
      let isCounted = counts.objectCount != nil || page.reading.counts.objectCount != nil
      if isCounted { outlook = reviewed(outlook, of: page) }
      if page.requested.overlaps { outlook = exactOutlook(outlook, of: page) }
    }
    if case .objectCountReached? = outlook.end?.cause, mayCountPages(page),
      page.received >= min(counts.perPage, visits[openingPage]?.received ?? counts.perPage)
    {
      outlook = .unknown  // another page tells whether the total is one of pages
    }
    if case .objectCountReached? = outlook.end?.cause, !page.isShort,
      page.number > openingPage
        && (mayCountFromOne(page) || mayCountRest(page) || endsWithFall(page))
        || speaksBeyondTotal(page)
    {
      outlook = .unknown  // another page tells whether the total is one of all items
    }
    if page.isEmpty, pager.ends.emptyPageEnds || page.linksToItself {
      outlook = .ends(EndReason(.emptyPage, page: page.number))
    }
    if outlook.end?.kind == .emptyPage, isPassedOver(page) { outlook = .unknown }
    if outlook.hasNext == true, let total = counts.objectCount, isEmptyPastAll(page, total) {
      outlook = .ends(EndReason(.objectCountReached(total), page: page.number))
    }
    if case .noNext(let stated)? = outlook.end?.cause, stated.value == .null, !isComputed,
      page.number > openingPage, !reachesTotal(page)
    {
      let signs = PageSigns(page.reading)
      if signs.pointsOn || !page.requested.overlaps && signs.hasLaterLast {
        outlook.isSignalMissing = true
      }
    }
    if page.isEmpty, isHollow(page) { outlook.isSignalMissing = true }
    outlook.end = outlook.end?.masked(by: configuration.redactor)
    return outlook
  }

  /// True when as many items have come with a page as all pages before it have stated.
  private func reachesTotal(_ page: Page) -> Bool {
    guard let total = cursor.tally.totals.count, cursor.tally.duplicates == 0,
      let before = cursor.received(before: page.number)
    else { return false }
    return page.reading.counts.objectCount == total && before + page.received == total
  }

  /// True for the first empty page of a list that is read again by page numbers, without a total: its
  /// items may be hidden, and the page after it shows whether the list has ended.
  private func isPassedOver(_ page: Page) -> Bool {
    isReadAgain && isComputed && pager.kind == .page && page.number > openingPage
      && counts.objectCount == nil && !pager.ends.emptyPageEnds && !page.requested.overlaps
      && visits[page.number - 1].map { $0.received > 0 } == true
  }

  /// The outlook of an overlapping page, whose number says nothing: by its place and its own total.
  private func exactOutlook(_ outlook: NextPageHint, of page: Page) -> NextPageHint {
    if let total = page.total(cursor.tally.totals) {
      let end = page.requested.offset + page.reading.overlap + page.received
      return end >= total
        ? .ends(EndReason(.objectCountReached(total), page: page.number)) : .goesOn
    }
    switch outlook.end?.cause {
    case .objectCountReached, .pageCountReached: return .unknown
    default: return outlook
    }
  }

  /// A total that an API caps is a multiple of this: 100, 10,000.
  private static let capUnit = 50

  /// True when a page at the end of the total states more pages beside a round total, what is left, or a
  /// place to continue: the total may be one that the API caps, or the page's own.
  ///
  ///     {"items": [20 of them], "total": 100, "page": 5, "total_pages": 7}
  private func speaksBeyondTotal(_ page: Page) -> Bool {
    let reading = page.reading
    guard isComputed, reading.neighbours.next == .unsaid else { return false }
    let pages = reading.counts.pageCount ?? 0
    let isRound = reading.counts.objectCount.map { $0 % PagedList.capUnit == 0 } == true
    if isRound, pager.kind == .page, pages > page.number - firstPage + 1 { return true }
    let signs = PageSigns(reading)
    return signs.speaksBeyondTotal || signs.moreHint?.leadsOn(reading.view) == true
  }

  /// True when the list begins in the middle, at an offset that may count from 0 or from 1: a page reaches
  /// the total, and not beyond it.
  private func mayCountFromOne(_ page: Page) -> Bool {
    guard isComputed, pager.kind == .offset, configuration.isAdopted,
      case .index(let first) = pager.opening.place, first > 0,
      configuration.found?["pagination"]?["firstOffset"] == nil
    else { return false }
    let end = page.requested.offset.plus(page.reading.overlap + page.received)
    return page.reading.counts.objectCount.map { end <= $0 } ?? true
  }

  /// The outlook of a page that says nothing of a next one, where the counts do: an API that keeps
  /// smaller pages than were requested has more pages than its total makes of that size.
  private func reviewed(_ outlook: NextPageHint, of page: Page) -> NextPageHint {
    guard let before = itemsReceived(before: page) else { return outlook }
    let received = before.plus(page.received)
    if keepsOwnSize, outlook.end == nil, page.number > openingPage, let total = counts.objectCount,
      received >= total
    {
      // The number of pages is one of pages of the requested size.
      return .ends(EndReason(.objectCountReached(total), page: page.number))
    }
    if outlook.end == nil, page.number == openingPage, before == 0,
      let total = page.reading.counts.objectCount, total == page.received,
      total > counts.perPage, !Detector.isUsualSize(total)
    {
      // All of them have come, whatever size was requested.
      return .ends(EndReason(.objectCountReached(total), page: page.number))
    }
    switch outlook.end?.cause {
    case .objectCountReached(let total)?:
      let size = ownSize(page.number, page.received) ?? counts.perPage
      let isSmaller = size < counts.perPage || keepsSmallerPages
      let isOpen = isSmaller ? received < total : mayBeSmaller(page)
      return isOpen ? .unknown : outlook
    case nil
    where !counts.isSized
      && (page.number > openingPage || !Detector.isUsualSize(page.received)):
      // No response states the page size. The total marks the end once all items have come on
      // several pages, or on one page that is not full. A total as large as a full page may count
      // only the page's items.
      guard let total = page.reading.counts.objectCount, total == received,
        cursor.tally.duplicates == 0
      else { return outlook }
      return .ends(EndReason(.objectCountReached(total), page: page.number))
    default: return outlook
    }
  }

  /// The number of items before a page, as they were received; of one that a window looks at, as the
  /// size of pages shows it, where that is not the requested one.
  private func itemsReceived(before page: Page) -> Int? {
    if grid.keptSize == nil, let size = ownSize(page.number, page.received) {
      return (page.number - firstPage).times(size)
    }
    if page.number == openingPage { return itemsBefore(openingPage) }
    return cursor.received(before: page.number) ?? (keepsOwnSize ? start(of: page.number) : nil)
  }

  /// True when a page has no items although it leads to another one, and all items that the API
  /// counts have arrived. Some APIs never omit the next link.
  private func isEmptyPastAll(_ page: Page, _ total: Int) -> Bool {
    guard page.isEmpty, page.reading.goesOn == nil, page.number > firstPage,
      case .position = page.reading.neighbours.next
    else { return false }
    // Each page counts its own items.
    if cursor.tally.totals.isOfPage == true, page.reading.counts.objectCount ?? total != total {
      return false
    }
    return cursor.received(before: page.number).map { $0 >= total } ?? false
  }

  /// True when a page without items does not show that the list has ended. It has no byte, and
  /// neither its status nor its format allows for that; or it reports something else than the pages with
  /// items; or it says nothing, although the page before
  /// said that there is more, or although the API counts more pages; or it is `{}`, although the page
  /// before had more than its items.
  ///
  ///     {"items":[10],"has_more":true}     {"maintenance":true,"items":[]}
  ///     {"items":[10],"page":2}            {}
  func isHollow(_ page: Page) -> Bool {
    let reading = page.reading
    if reading.isBlank { return true }
    guard reading.items.isEmpty, reading.goesOn == nil, isBegun,
      page.number > firstPage || visits[page.number].map({ $0.received > 0 }) == true
    else { return false }
    if shape?.isContradicted(by: page) == true { return true }
    let hasMore = shape?.hasOthers == true || cursor.tally.last.hasOthers
    let before = cursor.received(before: page.number)
    let total = counts.objectCount ?? cursor.tally.totals.latest
    let isReached = before.flatMap { before in total.map { before >= $0 } } == true
    if reading.isOfNoMembers, hasMore, !isReached { return true }
    if case .position = reading.neighbours.next { return false }
    if isPromised(page.number) { return before.map(reading.states) != true }
    if isComputed, let pages = counts.pageCount, page.number - firstPage + 1 < pages {
      return reading.counts.isEmpty
    }
    return false
  }

  /// True when the page before says that there is more, also where it was read before a checkpoint.
  func isPromised(_ page: Int) -> Bool {
    visits[page - 1]?.saysMore ?? (cursor.next == page && cursor.tally.last.promisesMore)
  }

  // MARK: What a walk is worth

  /// Judges the pages that were delivered when a walk ends for a reason.
  mutating func conclude(_ reason: EndReason?, _ error: SessionError?) -> WalkEnd {
    if isUnfollowed(reason) { warn(unfollowed) }
    var judgement = judgement(reason)
    // The list ended before the items that an earlier walk ended with, which allowed for pinned ones.
    if judgement.proof == .end, settings.limits.until?.allowsPinned == true,
      reason?.kind != .untilReached
    {
      doubt(.limitNotReached(page: cursor.next ?? openingPage))
      judgement = self.judgement(reason)
    }
    if Judgement.isEnd(reason) { warnAboutDoubts() }
    for warning in judgement.doubts { warn(warning) }
    if let hint = judgement.hint { warn(hint) }
    return WalkEnd(
      verdict: judgement.verdict, reason: reason, error: error, proof: judgement.proof,
      statedTotal: tally.totals.count, beganAtStart: isReadFromStart,
      start: cursor.tally.beginning.start)
  }

  /// Warns where the cases of a mapping have left nothing of what came.
  mutating func warnIfNothingIsMapped() {
    let items = cursor.tally.items
    guard settings.mapping.leavesOut, items > 0, isReadFromStart else { return }
    warn(.nothingMapped(items: items))
  }

  /// True when the pages loaded one after the other began with the first, and all of them belong to
  /// the list that was opened.
  var isReadFromStart: Bool {
    cursor.first == firstPage && !cursor.tally.isMixed && configuration.isListAsOpened
  }

  /// The tally of the run, with what other responses have shown of its total.
  var tally: Tally { reviewed(cursor.tally) }

  /// A tally of the run, with what other responses have shown of its total.
  func reviewed(_ tally: Tally) -> Tally {
    var tally = tally
    if grid.countsPages { tally.state { $0.takeTotalOfPages() } }
    if falls > cursor.fallsBefore { tally.state { $0.noteFall() } }
    return tally
  }

  func judgement(_ reason: EndReason?) -> Judgement {
    let isOpen = cursor.hasNext == true && Judgement.verdict(of: reason) == nil
    return Judgement(
      tally, end: cursor.endOffset, endedBy: reason,
      others: warnings.contains(where: \.isDoubtOfEnd),
      trustsHints: isComputed || pager.kind == .single || configuration.found?["pagination"] != nil,
      // Another reading has ended the list, although the last page led on.
      placeLost: isOpen && reason?.kind != .untilReached ? cursor.next : nil)
  }

  /// The doubts of a walk that would end here, for a checkpoint.
  var doubtsAtEnd: [PageWarning] { cursor.tally.doubts + judgement(end.reason).doubts }

  /// Warns of what a walk that ends here would doubt; loads may be repeated.
  mutating func warnAtEnd() {
    guard let reason = end.reason, Judgement.isEnd(reason) else { return }
    forgetMismatch()
    if isUnfollowed(reason) { warn(unfollowed) }
    // A load names the items that came again, where both pages are in memory.
    let namesDuplicates = warnings.contains { $0.kind == .duplicates }
    for doubt in doubtsAtEnd where doubt.kind != .duplicates || !namesDuplicates { warn(doubt) }
  }

  /// The reason why a walk ends at a page that the API refused, when that may or may not mean the
  /// end; nil if it is a failure.
  func refusal(of requested: RequestedPage, _ error: SessionError) -> EndReason? {
    guard case .httpStatus(let line, let status, _, let body, _) = error,
      HTTPStatus(status).refusesPosition || HTTPStatus(status).isPastEnd, isBeyondFirst(requested)
    else { return nil }
    if let total = counts.objectCount, cursor.received(before: requested.page) == total {
      return EndReason(.objectCountReached(total), page: requested.page)
    }
    let lines = body.split(whereSeparator: \.isNewline).map(String.init)
    let said = (lines.count > 1 ? APIMessage(body)?.text : nil) ?? lines.first ?? ""
    return EndReason(
      .refused(status: status, body: said, url: line.url), page: requested.page)
  }

  /// True when the only page has nothing at the place of the next one, although something else in
  /// it, such as a total, indicates more: the place may be misspelled, or the link omitted.
  private func isUnfollowed(_ reason: EndReason?) -> Bool {
    guard case .noNext? = reason?.cause else { return false }
    return [.link, .header, .body, .cursor, .range, .single].contains(pager.kind)
      && cursor.first == openingPage
      && cursor.tally.pages == 1 && cursor.tally.isUnfollowed
  }

  private var unfollowed: PageWarning {
    [.single, .range].contains(pager.kind)
      ? .moreNotFollowed(page: openingPage) : .signalMissing(page: openingPage)
  }
}

extension PageWarning {
  /// True when the list may continue although nothing leads to another page.
  var isDoubtOfEnd: Bool {
    [.undetected, .signalMissing, .incompleteResults, .innerListsDoubtful].contains(kind)
  }
}

extension Page {
  /// The total that the page states at a place that would be found, as on the first page.
  func totalHint(
    _ hints: TotalHints, _ totals: Totals, _ survey: () -> PageSigns
  ) -> TotalHint? {
    guard hints.areRead else { return nil }
    if let path = totals.hintPath { return TotalHint(reading.view, path: path) }
    if totals.isStated { return nil }
    func search() -> TotalHint? {
      // A page that is made like one without a total has none.
      totals.shapeWithoutTotal == reading.shape ? nil : TotalHint(reading.view, survey())
    }
    guard case .shared(let place) = hints else { return search() }
    return place.hint(at: { TotalHint(reading.view, path: $0) }, search: search)
  }
}

/// The outcome of a page, taken in once for all interested jobs.
extension PagedList {
  /// Takes in the outcome of a page, once for all who are interested in it.
  mutating func admit(
    _ outcome: PageOutcome, _ number: Int, comparesItems: Bool = false, isDelivered: Bool = true
  ) -> PageOutcome {
    switch outcome {
    case .failure, .notModified, .pastEnd(_, _, nil): return outcome
    case .pastEnd(_, _, let reason?):
      close { $0.exclude(number, reason) }
      return outcome
    case .page(let page):
      return take(page, comparesItems: comparesItems, isDelivered: isDelivered) ?? outcome
    }
  }
}
