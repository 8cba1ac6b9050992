import JSON
import Pagination

extension SessionState {
  /// What became of a page that was read.
  enum Admission {
    case kept(page: Int)
    /// It has no items, and shows that the collection has ended before it.
    case ended(page: Int, EndReason)
    /// It repeats an earlier one.
    case looped(EndReason)
  }

  /// Takes a page into the state: its counts, its place, and what it says of the end. Moves
  /// nothing: that is for loads. `holding`: the items stay in memory.
  mutating func admit(_ read: ReadPage, holding: Bool) -> Admission {
    let page = pageNumber(of: read)
    if read.reading.neighbours.isGiven { positionsAreGiven = true }
    warnAboutMismatch(read)
    for warning in read.reading.warnings { warn(warning) }
    let total = counts.objectCount
    let size = counts.perPage
    if let warning = counts.take(statedCounts(of: read, page)) { warn(warning) }
    if counts.perPage != size { replacePages() }
    if let total, let now = counts.objectCount, now != total { warnAboutCount(total, now) }
    var asked = read.asked
    asked.page = page
    var outlook = read.reading.outlook(
      asked: asked, counts: counts, firstPage: firstPage, isComputed: isComputed)
    if outlook.hasNext == true, let total = counts.objectCount, isEmptyPastAll(read, page, total) {
      outlook = .ends(
        EndReason(.totalReached, page: page, field: "objectCount", value: .integer(total)))
    }
    outlook.end = outlook.end?.masked(by: redactor)
    if ledger[page] == nil,
      let repetition = loops.repetition(
        page: page, trace: read.trace, isComputed: isComputed,
        isBounded: isComputed && counts.pageCount != nil)
    {
      end = EndMark(bound: page, reason: repetition)
      return .looped(repetition)
    }
    if read.reading.items.isEmpty, outlook.hasNext == false, page > firstPage,
      loaded || resumption != nil
    {
      held.remove(page)
      let reason = outlook.end ?? EndReason(.emptyPage, page: page, evidence: JSONObject())
      markPastEnd(page, reason)
      return .ended(page: page, reason)
    }
    if read.content.sources.isEmpty, page == firstPage, outlook.hasNext == false {
      counts.objectCount = counts.objectCount ?? 0  // nothing at all: that is a count, too
      counts.pageCount = counts.pageCount ?? 0
    }
    keep(read, page, outlook, holding: holding)
    return .kept(page: page)
  }

  /// The counts that a page states. The number of items on a short last page is no page size,
  /// although some APIs call it one (SCIM's `itemsPerPage`).
  private func statedCounts(of read: ReadPage, _ page: Int) -> StatedCounts {
    var stated = read.reading.counts
    let count = read.reading.items.count
    if let total = stated.objectCount ?? counts.objectCount, stated.perPage == count,
      count < counts.perPage, counts.isSized, page > firstPage,
      read.asked.offset.addingReportingOverflow(count).partialValue >= total
    {
      stated.perPage = nil
    }
    return stated
  }

  /// Whether a page has no items although it leads on, and all items that the API counts have come:
  /// some APIs never leave out the next link.
  private func isEmptyPastAll(_ read: ReadPage, _ page: Int, _ total: Int) -> Bool {
    guard read.reading.items.isEmpty, read.reading.goesOn == nil, page > firstPage,
      case .position = read.reading.neighbours.next
    else { return false }
    return run.received(before: page).map { $0 >= total } ?? false
  }

  /// A page is known not to exist.
  mutating func markPastEnd(_ page: Int, _ reason: EndReason) {
    if let end, end.bound <= page { return }
    end = EndMark(bound: page, reason: reason)
  }

  /// Remembers a good page and what it says of the end.
  private mutating func keep(
    _ read: ReadPage, _ page: Int, _ outlook: Outlook, holding: Bool
  ) {
    let neighbours = read.reading.neighbours
    var next: Position?
    if case .position(let position) = neighbours.next { next = position }
    if neighbours.previous != nil { hasPreviousLinks = true }
    let count = read.content.count
    let received = read.reading.items.count
    let before = ledger[page]?.received
    ledger.record(
      page,
      Ledger.Entry(
        position: read.asked.position, count: count, received: received, next: next,
        previous: neighbours.previous, hasNext: outlook.hasNext))
    noteDrift(page)
    window.failed[page] = nil
    if holding {
      if walk == nil { warnAboutDuplicates(page, read) }
      held.hold(
        page,
        HeldPages.Page(
          content: read.content, facts: read.facts, etag: read.etag,
          lastModified: read.lastModified, identities: read.reading.identities, source: read.source)
      )
      evict(keeping: page)
    }
    loops.remember(page: page, trace: read.trace)
    emptyPagesInRow = received == 0 ? emptyPagesInRow + 1 : 0
    let itemsUpTo = start(of: page) + count
    if let reason = ceilingReached(page, itemsUpTo: itemsUpTo) ?? outlook.end
      ?? limitReached(page, itemsUpTo: itemsUpTo, isEmpty: received == 0)
    {
      end = EndMark(bound: page + 1, reason: reason)
    } else if let end,
      page >= end.bound
        || (page + 1 == end.bound && (outlook.hasNext == true || received != before))
    {
      self.end = nil  // the collection has grown
    }
    if outlook.isSignalMissing {
      warn(
        PageWarning(
          .signalMissing, "The API says that there is more, but not where.",
          ["path": "more", "page": .integer(page)]))
    }
  }

  /// Puts the end anew where settings have put it, as they may have changed.
  mutating func reviewLimits() {
    if let reason = end?.reason,
      reason.kind == .ceiling || reason.evidence["field"]?.stringValue?.hasPrefix("limits.") == true
    {
      end = nil
    }
    guard let page = current?.page, let entry = ledger[page], end == nil else { return }
    let isEmpty = entry.received == 0
    let itemsUpTo = start(of: page) + entry.count
    if let reason = ceilingReached(page, itemsUpTo: itemsUpTo)
      ?? limitReached(page, itemsUpTo: itemsUpTo, isEmpty: isEmpty)
    {
      end = EndMark(bound: page + 1, reason: reason)
    }
  }

  /// The end that the API's own ceiling puts, whatever the API says itself: a missing next link
  /// there is no word on the collection, and a total that is the ceiling counts no further. Only a
  /// total beside the ceiling that has been reached shows that this was all.
  private func ceilingReached(_ page: Int, itemsUpTo: Int) -> EndReason? {
    guard let ceiling = settings.ceiling, itemsUpTo >= ceiling else { return nil }
    if let total = counts.objectCount, total <= itemsUpTo, total != ceiling { return nil }
    return EndReason(.ceiling, page: page, field: "ceiling", value: .integer(ceiling))
  }

  /// The end that the settings put.
  private func limitReached(_ page: Int, itemsUpTo: Int, isEmpty: Bool) -> EndReason? {
    func reason(_ kind: EndReason.Kind, _ field: String, _ value: Int) -> EndReason {
      EndReason(kind, page: page, field: field, value: .integer(value))
    }
    if let most = settings.pagesMax, page - firstPage + 1 >= most {
      return reason(.pagesMax, "limits.pagesMax", most)
    }
    if let most = settings.itemsMax, itemsUpTo >= most {
      return reason(.itemsMax, "limits.itemsMax", most)
    }
    if isEmpty, emptyPagesInRow >= settings.emptyPagesMax {
      return reason(.emptyPage, "limits.emptyPagesMax", settings.emptyPagesMax)
    }
    return nil
  }

  /// The number of a page: as it was asked for, or, where only the API can know, as it says.
  private func pageNumber(of read: ReadPage) -> Int {
    guard !isComputed, ledger.isEmpty, resumption == nil,
      let stated = read.reading.counts.currentPage
    else { return read.asked.page }
    return stated
  }

  private mutating func warnAboutMismatch(_ read: ReadPage) {
    let stated = read.reading.counts
    let isOpening = !isComputed && ledger.isEmpty
    if let page = stated.currentPage, page != read.asked.page, !isOpening {
      warnAboutMismatch("currentPage", asked: read.asked.page, stated: page)
    }
    let offset =
      isComputed ? read.asked.offset + pager.strategy.firstOffset : start(of: read.asked.page)
    if let position = stated.offset, position != offset {
      warnAboutMismatch("offset", asked: offset, stated: position)
    }
  }

  private mutating func warnAboutMismatch(_ field: String, asked: Int, stated: Int) {
    warn(
      PageWarning(
        .pageMismatch, "The API answered with \(field) \(stated) although \(asked) was asked for.",
        ["path": .string(field), "asked": .integer(asked), "stated": .integer(stated)]))
  }

  /// Names the items that other pages in memory have, too; a walk counts its own.
  private mutating func warnAboutDuplicates(_ page: Int, _ read: ReadPage) {
    let shared = held.shared(read.reading.identities, by: page)
    guard !shared.items.isEmpty, let document = read.reading.view.scan?.document else { return }
    let named = shared.items.prefix(SessionState.duplicatesNamedMax).map { index in
      identity(of: read.reading.items[index], in: document)
    }
    warn(
      PageWarning(
        .duplicates,
        "Page \(page) has items that other pages have, too: pages may have shifted meanwhile.",
        [
          "path": "identity", "page": .integer(page), "count": .integer(shared.items.count),
          "pages": .array(shared.pages.sorted().map(JSONValue.integer)), "items": .array(named),
        ]))
  }

  /// How many duplicates a warning names.
  private static let duplicatesNamedMax = 10

  /// What identifies an item: one value, or a list where several key paths do.
  func identity(of item: JSONSlice, in document: JSONDocument) -> JSONValue {
    let parts = settings.identity.map { path in
      document.resolve(path, from: item).map(document.value) ?? .null
    }
    return parts.count == 1 ? parts[0] : .array(parts)
  }

  private mutating func warnAboutCount(_ before: Int, _ now: Int) {
    warn(
      PageWarning(
        .countChanged, "The API counted \(before) items before, and counts \(now) now.",
        ["path": "objectCount", "before": .integer(before), "now": .integer(now)]))
  }
}
