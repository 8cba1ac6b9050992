import Detection
import JSON
import Pagination

/// Walks of lists that lose rows while they are read.
extension Walk {
  /// Holds the outcome of a page back, and reads the page before it again, where the total shows
  /// that rows may have moved there. True: that has begun.
  mutating func beginRepair(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) -> Bool {
    guard let fall = collection.fall(before: requested, outcome),
      let last = collection.cursor.next.map({ $0 - 1 })
    else { return false }
    forgetAhead()
    collection.note { $0.note { $0.state { $0.noteFall() } } }
    let repair = Repair(
      (requested, outcome), heldItems: outcome.page?.digests ?? [], page: last,
      before: fall.before, now: fall.now)
    mend { $0 = repair }
    readBack(collection)
    return true
  }

  /// Requests the page that is read again.
  private mutating func readBack(_ collection: PagedList) {
    guard let page = repair?.page else { return }
    request(collection.requested(page, at: collection.visits.position(of: page) ?? .computed))
  }

  /// Takes in a page that was read again, and delivers what is new on it.
  mutating func takeBack(
    _ requested: RequestedPage, _ outcome: PageOutcome, _ collection: inout PagedList
  ) {
    guard let repair else { return }
    guard case .page(let page) = outcome, !page.digests.isEmpty || page.received == 0,
      !collection.isHollow(page)
    else {
      return endRepair(isWhole: false, &collection)
    }
    let memory = collection.cursor.memory
    func isNew(_ digest: UInt64) -> Bool {
      !memory.contains(digest) && !repair.heldItems.contains(digest)
    }
    let new = page.contentItems(where: isNew)
    let total = page.total(collection.cursor.tally.totals)
    mend { $0?.take(page, total: total, new: new.count) }
    if new.isEmpty { return continueRepair(&collection) }
    let recovered = WalkPage(
      page: page.number, start: collection.start(of: repair.held.requested.page),
      objectCount: collection.knownCount, content: page.content, items: 0..<page.content.count)
    let (found, digests) = (recovered.keeping(new.map(\.index)), new.map(\.digest))
    if order.stores { return store(recovered: found, digests) }
    moveAndDeliver(recovered: found, digests, &collection)
  }

  /// Reads one page further back, or continues with what was held.
  mutating func continueRepair(_ collection: inout PagedList) {
    guard let repair else { return }
    // Rows may have moved further up than what was read again.
    guard repair.items < repair.before - repair.now, repair.page >= collection.openingPage else {
      return endRepair(isWhole: true, &collection)
    }
    guard repair.back < Repair.backMax, repair.page >= collection.cursor.firstHere ?? Int.max else {
      return endRepair(isWhole: false, &collection)
    }
    readBack(collection)
  }

  /// Goes on with the page that was held. `isWhole`: nothing can have moved past what was read again.
  private mutating func endRepair(isWhole: Bool, _ collection: inout PagedList) {
    guard let ended = mend({ $0.take() }) else { return }
    let page = ended.held.requested.page
    if !isWhole {
      collection.doubt(.countShrank(page: page, before: ended.before, now: ended.now))
    } else if ended.recovered > 0 {
      collection.warn(.recovered(items: collection.recoveredItems + ended.recovered))
    }
    collection.note { $0.allowFall(at: page, to: ended.now, fallen: ended.fallen) }
    deliver(ended.held.requested, ended.held.outcome, &collection)
  }
}

extension PagedList {
  /// The fall of the total between the last delivered page and the next one, where rows may have moved
  /// to pages already read, also behind a token that may hide an offset. Nil: the total did not fall, or the
  /// fall has been checked.
  func fall(
    before requested: RequestedPage, _ outcome: PageOutcome
  ) -> (before: Int, now: Int)? {
    let totals = cursor.tally.totals
    guard cursor.next == requested.page, cursor.fallAllowedAt != requested.page,
      !requested.overlaps, let last = cursor.last, !last.isOfCheckpoint, last.target != .row,
      let before = totals.latest
    else { return nil }
    switch outcome {
    case .page(let page):
      guard !page.source.hasOwnParameters else { return nil }
      let stated = deniesItems(page) ? nil : page.total(totals)
      let now = stated ?? (page.isEmpty && !last.isNamed ? unseen(before) : nil)
      let unchecked = cursor.uncheckedFall(before: requested.page, now: now)
      return now.flatMap { $0 < before ? (before, $0) : unchecked }
    case .pastEnd(_, _, let reason):
      return reason?.kind == .ceiling || last.isNamed ? nil : unseen(before).map { (before, $0) }
    case .notModified, .failure: return nil
    }
  }

  /// The items that have come, where all pages were full and the total says that there are more.
  private func unseen(_ total: Int) -> Int? {
    guard cursor.tally.pages > 1, !cursor.tally.sizes.differ else { return nil }
    return cursor.tally.itemsUpTo.flatMap { $0 < total ? $0 : nil }
  }

  /// The number of items that reading back has brought to light.
  fileprivate var recoveredItems: Int {
    warnings.lazy.compactMap { warning -> Int? in
      if case .recovered(let items) = warning { items } else { nil }
    }.first ?? 0
  }

  /// True when a full page ends with a total that has fallen by more than reading back explains: another
  /// page tells whether it is one.
  func endsWithFall(_ page: Page) -> Bool {
    isComputed && !page.isShort && page.number > openingPage && !page.requested.overlaps
      && cursor.tally.totals.fallen > recoveredItems
      && !cursor.tally.doubts.contains { $0.kind == .gaps }
  }
}

extension Page {
  /// The exact total that the page states, where the pages before had theirs.
  func total(_ totals: Totals) -> Int? {
    if let stated = reading.counts.objectCount { return stated }
    guard let path = totals.hintPath, let hint = TotalHint(reading.view, path: path), hint.isExact
    else { return nil }
    return hint.count
  }

  /// The items that clients see whose digests are wanted, by their indexes.
  func contentItems(where isWanted: (UInt64) -> Bool) -> [(index: Int, digest: UInt64)] {
    var wanted: [JSONSlice: UInt64] = [:]
    for (item, digest) in zip(reading.items, digests) where isWanted(digest) {
      wanted[item] = digest
    }
    return content.sources.indices.compactMap { index in
      wanted[content.sources[index]].map { (index, $0) }
    }
  }
}
