import Pagination

/// Walks by offsets that ask one item back.
extension Walk {
  /// The request of the next page, one item back where that tells whether rows have moved.
  func overlapping(_ requested: RequestedPage, _ collection: RemoteCollection) -> RequestedPage {
    guard collection.overlaps, requested.position == .computed else { return requested }
    let start = collection.firstRequested.offset
    let isAfterItems =
      storing.map { $0.page.received > 0 }
      ?? (collection.run.next == requested.page && !collection.run.proof.trail.isEmpty)
    // With one item before it the request would be the first one again, which detection would take
    // for an API that does not page.
    let isDistinct = requested.offset > start + 1 || collection.detection != .onTrial
    guard isAfterItems, requested.offset > start, isDistinct else { return requested }
    return collection.overlapping(requested.page, at: requested.offset - 1)
  }

  /// Takes off what has been delivered from a page that was asked for one item back; nil: another
  /// request tells more, or the walk has ended.
  mutating func goOn(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout RemoteCollection
  ) -> PageOutcome? {
    guard requested.overlaps else { return takenOff(requested, outcome, collection) }
    let trail = collection.run.proof.trail
    if case .failure(let error) = outcome {
      guard trail.shown == 0, collection.refusal(of: requested, error) != nil else {
        return outcome
      }
      refuseOverlap(requested, &collection)
      return nil
    }
    var page: Page?
    if case .page(let read) = outcome { page = read }
    let reading = OverlapSearch.Reading(
      items: page?.digests ?? [], offset: requested.offset, goesOn: page?.says,
      isRepetition: page.map { collection.loops.repeats(page: $0.number, trace: $0.trace) } ?? false
    )
    let (start, most) = (
      collection.firstRequested.offset, collection.settings.limits.emptyPagesMax
    )
    let step = search { $0.step(reading, behind: trail, start: start, idleMax: most) }
    tell(&collection)
    switch step {
    case .goOn(let count, let continuity):
      return page.map { .page($0.goingOn(behind: count, continuity)) } ?? outcome
    case .end(let count, let isShown):
      if isShown { collection.showEnd() }
      return page.map { .page($0.goingOn(behind: count, .shown)) } ?? outcome
    case .request(let offset):
      search { $0.keep(requested, outcome) }
      request(collection.overlapping(requested.page, at: offset))
    case .refuse: refuseOverlap(requested, &collection)
    case .loop: return outcome
    case .idle:
      finish(EndReason(.emptyPagesMax(most), page: requested.page), &collection)
    case .lost:
      collection.doubt(.placeLost(page: requested.page))
      guard let passed = search({ $0.giveUp() }) else { return outcome }
      if case .page(let page) = passed.outcome { return .page(page.goingOn(behind: 0, .open)) }
      return passed.outcome
    }
    return nil
  }

  /// The second page without the items that the first one ended with: where pages are smaller than
  /// what was asked for, offsets continue by what came, which is too little where rows are hidden.
  private func takenOff(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: RemoteCollection
  ) -> PageOutcome {
    guard case .page(let page) = outcome, collection.isComputed, collection.pager.kind == .offset,
      requested.page == collection.openingPage + 1,
      collection.counts.perPage < collection.pager.perPage
    else { return outcome }
    let trail = collection.run.proof.trail
    let count = trail.repeated(in: page.digests)
    // The whole first page again is no page that goes on: the guard against loops sees it.
    return count == 0 || count == trail.lastCount
      ? outcome : .page(page.goingOn(behind: count, nil))
  }

  /// Asks for the page as ever, from now on for all.
  private mutating func refuseOverlap(
    _ requested: RequestedPage, _ collection: inout RemoteCollection
  ) {
    collection.refuseOverlap()
    search { $0 = OverlapSearch() }
    request(collection.requested(requested.page, at: .computed))
  }

  private mutating func tell(_ collection: inout RemoteCollection) {
    let findings = search { $0.takeFindings() }
    if findings.shifted > 0 { collection.warn(.repeatedBeginning(count: findings.shifted)) }
    if findings.recovered > 0 { collection.warn(.recovered(items: findings.recovered)) }
  }
}

extension Page {
  /// What the page says of a next one in so many words; nil: nothing.
  fileprivate var says: Bool? {
    if let goesOn = reading.goesOn { return goesOn }
    if case .none(_, _, let isStated) = reading.neighbours.next, isStated { return false }
    return reading.untilReached == nil ? nil : false
  }
}
