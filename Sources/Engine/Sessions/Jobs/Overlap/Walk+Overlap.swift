import Pagination

/// Walks by offsets that request overlapping pages.
extension Walk {
  /// The request of the next page, one item earlier if that shows whether rows have moved.
  func overlapping(_ requested: RequestedPage, _ collection: RemoteCollection) -> RequestedPage {
    guard collection.overlaps, requested.position == .computed else { return requested }
    let start = collection.firstRequested.offset
    let isAfterItems =
      storing.map { $0.page.received > 0 }
      ?? (collection.cursor.next == requested.page && !collection.cursor.memory.isEmpty)
    // Pages of one item have no room for an overlap.
    let tally = collection.cursor.tally
    let hasRoom = tally.pages < 2 || tally.sizes.largest > 1
    guard isAfterItems, requested.offset > start, hasRoom else { return requested }
    return collection.overlapping(requested.page, at: requested.offset - 1)
  }

  /// Removes the items from an overlapping page that were delivered before; nil: another request
  /// decides, or the walk has ended.
  mutating func removeOverlap(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout RemoteCollection
  ) -> PageOutcome? {
    guard requested.overlaps else {
      return withoutRepeatedItems(requested, outcome, collection)
    }
    let cursor = collection.cursor
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
    let reading = OverlapSearch.Reading(
      items: page?.digests ?? [], offset: requested.offset, hasMore: page?.statesMore,
      isRepetition: page.flatMap { collection.loops.original(of: $0.number, trace: $0.trace) }
        != nil
    )
    let (start, most) = (collection.firstRequested.offset, collection.settings.limits.emptyPagesMax)
    let step = search { $0.step(reading, after: cursor, start: start, idleMax: most) }
    for warning in search({ $0.takeWarnings() }) { collection.warn(warning) }
    switch step {
    case .deliver(let count, let continuity):
      return page.map { .page($0.continuing(after: count, continuity)) } ?? outcome
    case .end(let count, let isVerified):
      if isVerified { collection.note { $0.verifyEnd(page: requested.page) } }
      if search({ $0.hasPassedOver }) { collection.doubt(.placeLost(page: requested.page)) }
      return page.map { .page($0.continuing(after: count, .verified)) } ?? outcome
    case .request(let offset):
      search { $0.keep(requested, outcome) }
      request(collection.overlapping(requested.page, at: offset))
    case .refuse: refuseOverlap(requested, &collection)
    case .loop: return outcome
    case .idle: finish(EndReason(.emptyPagesMax(most), page: requested.page), &collection)
    case .lost:
      collection.doubt(.placeLost(page: requested.page))
      guard let unexpected = search({ $0.giveUp() }) else { return outcome }
      guard case .page(let page) = unexpected.outcome else { return unexpected.outcome }
      return .page(page.continuing(after: 0, .unverified))
    }
    return nil
  }

  /// The second page without the items that the first one ended with. If pages are smaller than
  /// requested, offsets advance by the number of items received, which is too little if the API
  /// hides rows.
  private func withoutRepeatedItems(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: RemoteCollection
  ) -> PageOutcome {
    guard case .page(let page) = outcome, collection.isComputed, collection.pager.kind == .offset,
      requested.page == collection.openingPage + 1,
      collection.counts.perPage < collection.pager.perPage
    else { return outcome }
    let memory = collection.cursor.memory
    let count = memory.repeated(in: page.digests)
    // A repetition of the whole first page is left to the loop guard.
    return count == 0 || count == memory.lastCount
      ? outcome : .page(page.continuing(after: count, nil))
  }

  /// Repeats the request without an overlap, and stops overlapping.
  private mutating func refuseOverlap(
    _ requested: RequestedPage, _ collection: inout RemoteCollection
  ) {
    collection.note { $0.refuseOverlap() }
    search { $0 = OverlapSearch() }
    request(collection.requested(requested.page, at: .computed))
  }
}

extension Page {
  /// Whether the API states that there is more; nil: it does not say.
  fileprivate var statesMore: Bool? {
    if let goesOn = reading.goesOn { return goesOn }
    if case .none(_, _, let isStated) = reading.neighbours.next, isStated { return false }
    return reading.untilReached == nil ? nil : false
  }
}
