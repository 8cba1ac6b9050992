import HTTP
import Pagination
import System

/// Walks by offsets that request overlapping pages.
extension Walk {
  /// The request of the next page, one item earlier if that shows whether rows have moved.
  func overlapping(_ requested: RequestedPage, _ collection: PagedList) -> RequestedPage {
    if collection.cursor.next == requested.page,
      let exact = collection.exactRequest(requested.page)
    {
      return exact
    }
    guard collection.overlaps else { return requested }
    let start = collection.firstRequested.offset
    let isAfterItems =
      if case .page(let page, _, _)? = storing { page.received > 0 } else {
        collection.cursor.next == requested.page && !collection.cursor.memory.isEmpty
      }
    // Pages of one item have no room for an overlap.
    let tally = collection.cursor.tally
    let hasRoom = tally.pages < 2 || tally.sizes.largest > 1
    guard isAfterItems, requested.offset > start, hasRoom else { return requested }
    return collection.overlapping(requested.page, at: requested.offset - 1)
  }

  /// The request of the next page as the walk makes it.
  func next(_ requested: RequestedPage, _ collection: PagedList) -> RequestedPage {
    var (end, isNext) = (collection.cursor.endOffset, false)
    if case .page(let page, _, _)? = storing {
      (end, isNext) = (VisitedPages.Place(of: page).end, !page.digests.isEmpty)
    }
    return collection.behind(end, requested, isNext: isNext) ?? overlapping(requested, collection)
  }

  /// Removes the items from an overlapping page that were delivered before; nil: another request
  /// decides, or the walk has ended.
  mutating func removeOverlap(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> PageOutcome? {
    guard requested.overlaps else {
      if outcome.page != nil,
        let behind = collection.behind(collection.cursor.endOffset, requested)
      {
        search { $0.keep(requested, outcome) }
        request(behind)
        return nil
      }
      return withoutRepeatedItems(requested, outcome, collection)
    }
    let cursor = collection.cursor
    if !collection.overlaps, collection.exactWay == nil {
      return behind(requested, outcome, &collection)
    }
    let outcome = collection.pastEnd(requested, outcome, ending: search { $0.ending })
    if case .failure(let error) = outcome {
      guard cursor.tally.count(.overlapped) == 0, collection.refusal(of: requested, error) != nil
      else {
        return outcome
      }
      refuseOverlap(requested, &collection)
      return nil
    }
    var page: Page?
    if case .page(let read) = outcome { page = read }
    if let page, collection.isHollow(page) { collection.warn(.signalMissing(page: page.number)) }
    let hasMore = page.flatMap { $0.statesMore ?? collection.statesMore($0) }
    if let page, page.received != requested.perPage, hasMore == true, collection.fixExactSize() {
      // The API does not follow the size: pages are those that the walk began with.
      request(collection.exactRequest(requested.page) ?? requested)
      return nil
    }
    let due = (cursor.endOffset ?? requested.offset + 1) - 1
    if let page, collection.exactWay != nil, requested.offset > due, search({ $0.isFresh }) {
      return .page(page.continuing(after: 0, nil))  // No size made an overlap.
    }
    let reading = OverlapSearch.Reading(
      items: page?.digests ?? [], offset: requested.offset, due: max(due, requested.offset),
      asked: collection.pager.leavesSize ? collection.pager.opening.size ?? 1 : requested.perPage,
      size: collection.exactWay?.choosesSize == true ? requested.perPage : nil,
      isOffset: collection.exactWay?.isOffset ?? true, hasMore: hasMore,
      total: page?.total(cursor.tally.totals),
      isRepetition: page.flatMap {
        collection.cursor.loops.original(of: $0.number, trace: $0.trace)
      }
        != nil,
      isAfterLast: requested.offset > due)
    let (start, most) = (collection.firstRequested.offset, collection.settings.limits.emptyPagesMax)
    let step = search { $0.step(reading, after: cursor, start: start, idleMax: most) }
    for warning in search({ $0.takeWarnings() }) { collection.warn(warning) }
    switch step {
    case .deliver(let count, let continuity):
      return page.map { .page($0.continuing(after: count, continuity)) } ?? outcome
    case .leap:
      collection.doubt(.placeLost(page: requested.page))
      return page.map { .page($0.continuing(after: 0, .unverified)) } ?? outcome
    case .end(_, let isVerified):
      if isVerified {
        let evidence = EndEvidence(.verifiedByOverlap, page: requested.page)
        collection.note { $0.note { $0.reach(evidence) } }
      }
      // An exact walk has to have seen what it continues.
      let isBlind = collection.exactWay != nil && !isVerified && !search { $0.hasSeenAny }
      if isBlind || search({ $0.hasPassedOver }) {
        collection.doubt(.placeLost(page: requested.page))
      }
      let reason = search { $0.ending } ?? EndReason(.emptyPage, page: requested.page)
      return page.map { .pastEnd(page: $0.number, $0.facts, reason) } ?? outcome
    case .request(let offset, let size): request(requested.page, at: offset, size, collection)
    case .back(let offset):
      search { $0.keep(requested, outcome) }
      request(requested.page, at: offset, nil, collection)
    case .again: request(requested)
    case .refuse: refuseOverlap(requested, &collection)
    case .loop: return outcome
    case .idle: finish(EndReason(.emptyPagesMax(most), page: requested.page), &collection)
    case .behind:
      guard let page = search({ $0.giveUp() })?.outcome.page else { return outcome }
      return .page(page.continuing(after: 0, .unverified))
    case .lost:
      collection.doubt(.placeLost(page: requested.page))
      guard let unexpected = search({ $0.giveUp() }) else { return outcome }
      guard case .page(let page) = unexpected.outcome else { return unexpected.outcome }
      return .page(page.continuing(after: 0, .unverified))
    }
    return nil
  }

  /// Requests what follows the last item again: in an exact walk, as the API may have counted its
  /// rows before it read them; in any other one, where the end is known from a window or a load, and
  /// none of its own pages shows it. Returns true if the request was made.
  mutating func confirmEnd(after page: Int, _ collection: PagedList) -> Bool {
    let cursor = collection.cursor
    guard let reason = collection.end.reason, Judgement.isEnd(reason) else { return false }
    let isExact = order.walk.over(collection.settings.walk).isExact == true
    if isExact, cursor.tally.pages > 1, let end = cursor.endOffset,
      let requested = collection.exactRequest(page + 1), requested.offset <= end
    {
      guard search({ $0.expect(reason) }) else { return false }
      request(requested)
      return true
    }
    guard cursor.tally.end == nil, reason.page != page,
      let position = cursor.position(after: page) ?? (collection.isComputed ? .computed : nil)
    else { return false }
    request(collection.requested(page + 1, at: position))
    return true
  }

  /// Takes in what is right behind a page of another size: the walk goes on from there, or rows are
  /// hidden and it goes on behind all that were requested.
  private mutating func behind(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> PageOutcome? {
    let kept = search { $0.giveUp() }
    let hasKept = kept?.outcome.page?.isEmpty == false
    switch outcome {
    case .page(let page):
      let digests = page.digests
      if !digests.isEmpty, collection.cursor.memory.repeated(in: digests) == 0 {
        forgetAhead()
        collection.countItems()
        return .page(page.continuing(after: 0, nil))
      }
      if page.isEmpty, !hasKept, collection.cursor.hasNext != true { return outcome }
    case .pastEnd: if !hasKept { return outcome }
    case .failure(let error):
      guard collection.refusal(of: requested, error) != nil else { return outcome }
    case .notModified: return outcome
    }
    collection.note { $0.refuseOverlap() }
    if let kept { return withoutRepeatedItems(kept.requested, kept.outcome, collection) }
    request(collection.requested(requested.page, at: .computed))
    return nil
  }

  /// The second page without the items that the first one ended with. If pages are smaller than
  /// requested, offsets advance by the number of items received, which is too little if the API
  /// hides rows.
  private func withoutRepeatedItems(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: PagedList
  ) -> PageOutcome {
    guard case .page(let page) = outcome, collection.isComputed, collection.pager.kind == .offset,
      requested.page == collection.openingPage + 1,
      collection.counts.perPage < collection.pager.perPage
    else { return outcome }
    let memory = collection.cursor.memory
    let count = memory.repeated(in: page.digests)
    // A repetition of the whole first page is left to the loop guard, and a page without anything new
    // is no empty one.
    return [0, memory.lastCount, page.received].contains(count)
      ? outcome : .page(page.continuing(after: count, nil))
  }

  /// Requests the page that holds an offset.
  private mutating func request(
    _ page: Int, at offset: Int, _ size: Int?, _ collection: PagedList
  ) {
    request(
      collection.exactRequest(page, at: offset, size: size)
        ?? collection.overlapping(page, at: offset))
  }

  /// Repeats the request without an overlap, and stops overlapping.
  private mutating func refuseOverlap(
    _ requested: RequestedPage, _ collection: inout PagedList
  ) {
    search { $0 = OverlapSearch() }
    if collection.fixExactSize() {
      return request(collection.exactRequest(requested.page) ?? requested)
    }
    collection.note { $0.refuseOverlap() }
    collection.walkExactly(false)
    request(
      collection.requested(
        requested.page, at: collection.position(after: requested.page - 1) ?? .computed))
  }
}

extension PagedList {
  /// The request of what is right behind a page of another size than expected, which ends at `end`: it
  /// shows whether offsets count the items that came, as where bytes cut a page, or also rows that are
  /// hidden. nil: the page was as expected, or that is known. `isNext`: it is on its way to the store.
  ///
  ///     offset=30    17 items, up to r47
  ///     offset=47    r48 ...                  offsets count what came: the walk goes on by its items
  ///                  r46 r47 r48 ...          rows are hidden: offset=60 is next
  ///                  nothing                  the end
  fileprivate func behind(
    _ end: Int?, _ requested: RequestedPage, isNext: Bool = false
  ) -> RequestedPage? {
    guard isComputed, pager.kind == .offset, exactWay == nil, !overlaps, !cursor.refusesOverlap,
      pager.ends.overlap ?? true, let end, end != requested.offset,
      isNext || cursor.next == requested.page && cursor.memory.lastCount > 0
    else { return nil }
    var behind = requested
    (behind.offset, behind.overlaps) = (end, true)
    return behind
  }

  /// Offsets count the items that come, however many: from here on each page begins with the item
  /// before it.
  fileprivate mutating func countItems() {
    walkExactly(true)
    let way = ExactWay(.offsets, size: cursor.tally.sizes.largest)
    note { $0.take(way) }
  }

  /// A page of an exact walk that does not exist any more lies past the end, as does one that is
  /// refused where as many items have come as the API counts, or behind the `ending` that the page before
  /// stated: rows may have moved all the same.
  fileprivate func pastEnd(
    _ requested: RequestedPage, _ outcome: PageOutcome, ending: EndReason?
  ) -> PageOutcome {
    guard exactWay != nil, case .failure(let error) = outcome,
      case .httpStatus(let line, let status, _, _, _) = error
    else { return outcome }
    let isCounted =
      cursor.tally.count(.overlapped) > 0 && refusal(of: requested, error)?.kind == .totalReached
    let isBehindEnd = ending != nil && HTTPStatus(status).refusesPosition
    guard isCounted || isBehindEnd || status == 404 || status == 410 else { return outcome }
    let facts = ResponseFacts(
      status: status, shownURL: LazyValue { line.url }, bytes: 0, durationMilliseconds: 0,
      attempts: 1)
    let reason = ending ?? EndReason(.pastEnd(status: status), page: requested.page)
    return .pastEnd(page: requested.page, facts, reason)
  }

  /// True when a total that an overlapping page states says that there is more, false also where it is the
  /// last of the pages that it counts; nil if it states neither.
  fileprivate func statesMore(_ page: Page) -> Bool? {
    guard let exactWay else { return nil }
    let requested = page.requested
    if let total = page.total(cursor.tally.totals) {
      return requested.offset + page.received < total
    }
    let pages = exactWay.choosesSize ? page.reading.counts.pageCount : nil
    return pages.flatMap { requested.offset / max(1, requested.perPage) + 1 < $0 ? nil : false }
  }
}

extension Page {
  /// True when the API states that there is more; nil if it does not say.
  fileprivate var statesMore: Bool? {
    if let goesOn = reading.goesOn { return goesOn }
    if case .none(_, _, let isStated) = reading.neighbours.next, isStated { return false }
    return reading.untilReached == nil ? nil : false
  }
}
