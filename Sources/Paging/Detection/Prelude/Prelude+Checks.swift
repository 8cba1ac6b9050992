import JSON
import Pagination

/// The parameter of a position, of many that were sent at once: half of them are sent again, until one
/// is left. The others may be filters.
///
///     skip=20&start=20&from=20    other items
///     skip=20&start=20            other items
///     skip=20                     other items: this is its name
struct NameSearch: Sendable {
  /// The names that are left, each with the pattern of its value.
  private(set) var names: [(key: String, value: JSONValue)]
  /// The names that are sent.
  private(set) var sent: [(key: String, value: JSONValue)] = []
  let requested: RequestedPage

  init(_ many: Candidate, _ requested: RequestedPage) {
    names = many.parameters.members
    self.requested = requested
  }

  /// The names to send next.
  mutating func halve() { sent = Array(names.prefix((names.count + 1) / 2)) }

  /// Takes in whether they have brought the second page.
  mutating func take(isFound: Bool) {
    let tried = Set(sent.map(\.key))
    names = isFound ? sent : names.filter { !tried.contains($0.key) }
  }
}

/// Checks of a second page by another request, where what came may be a filter's.
extension Prelude {
  // MARK: The unit of an offset

  /// Requests the second page; before it, where nothing else tells, a page that shows whether an offset
  /// counts items or pages.
  ///
  ///     ?limit=20&offset=0    items 0 to 19
  ///     ?limit=20&offset=1    items 1 to 20; or items 20 to 39, where it counts pages
  mutating func requestsSecond(
    _ next: RequestedPage, after page: PageReading, _ list: some TrialList
  ) -> Step {
    reading = page
    guard !next.overlaps, page.items.count >= next.perPage, mayCountPages(page, list) else {
      return .second(next)
    }
    return requestsUnit(before: next, list)
  }

  /// Requests what shows the unit where a page that was to overlap the first one has none of its items;
  /// nil: it has some.
  mutating func requestsUnit(_ second: SecondPage, _ list: inout some TrialList) -> Step? {
    guard second.requested.overlaps, let reading, mayCountPages(reading, list),
      isOther(second, &list)
    else { return nil }
    return requestsUnit(before: second.requested, list)
  }

  private mutating func requestsUnit(
    before next: RequestedPage, _ list: some TrialList
  ) -> Step {
    (attempts.hasAskedUnit, attempts.awaited) = (true, next)
    var unit = next
    (unit.offset, unit.overlaps) = (list.firstRequested.offset + 1, true)
    return .second(unit)
  }

  /// True where the request begins with offset 0, and nothing in the first page counts items.
  private func mayCountPages(_ page: PageReading, _ list: some TrialList) -> Bool {
    !attempts.hasAskedUnit && shortlist.best?.hasWindow == false
      && list.pager.kind == .offset && list.pager.opening.hasPlace
      && list.firstRequested.offset == 0 && !list.identity.isEmpty && page.items.count > 2
      && page.total == nil
  }

  /// Takes in the page that shows whether an offset counts items.
  mutating func takeUnit(
    _ second: SecondPage, before next: RequestedPage, _ list: inout some TrialList
  ) -> Step {
    attempts.awaited = nil
    guard isOther(second, &list), let best = shortlist.best else { return .second(next) }
    shortlist.countPages(from: best.settings.firstOffset ?? 0)
    return tryBest(&list) ?? .interrupted
  }

  /// True when a page has items, and none of them is on the first page.
  private func isOther(_ second: SecondPage, _ list: inout some TrialList) -> Bool {
    guard list.read(first) != nil, let reading, !second.isEmpty else { return false }
    return second.pair(after: reading, in: list)?.hasNone == true
  }

  // MARK: The last item

  /// Requests the first page's last item again; nil: no offset asks for it.
  mutating func requestsLastItem(
    _ second: SecondPage, _ list: inout some TrialList
  ) -> Step? {
    guard let page = list.read(first)?.reading,
      let last = second.lastItem(of: page, in: list)
    else { return nil }
    let isEmpty = second.isEmpty || second.isUnknown
    (reading, attempts.doubted) = (page, (second.requested.offset, isEmpty))
    return .second(last)
  }

  /// Takes in the response at the offset of the first page's last item, which is requested where the
  /// offset behind it brought nothing or may be a filter. That item alone shows that offsets count items, and
  /// that the list ends with it. A page that begins with it shows that the offset is no filter.
  ///
  ///     ?limit=20&offset=0    items 0 to 19
  ///     ?limit=20&offset=20   none: the end, or offsets count pages
  ///     ?limit=20&offset=19   item 19 alone: the end
  mutating func takeLastItem(
    _ second: SecondPage, at offset: Int, wasEmpty: Bool, _ list: inout some TrialList
  ) -> Step {
    let pair = reading.flatMap { second.pair(after: $0, in: list) }
    let (hasLast, isAlone) = (pair?.beginsWithLast == true, second.reading?.items.count == 1)
    (reading, attempts.doubted) = (nil, nil)
    let isNext = offset == second.requested.offset + 1
    guard hasLast, wasEmpty ? isAlone || isNext : !isAlone, let best = shortlist.best else {
      let reason = wasEmpty ? "the second page is empty" : "its rows may be those of a filter"
      return refuse(second, because: reason, &list)
    }
    if wasEmpty { attempts.tried.append(best.attempt(at: second.requested)) }
    _ = accept(best, &list)
    if isAlone { endAsTried(&list) }
    return .decided(isSecondRead: false)
  }

  /// True when the first page speaks of more, or is as long as full pages are.
  func mayHaveMore(_ list: inout some TrialList) -> Bool {
    guard let page = list.read(first)?.reading, !page.items.isEmpty else { return false }
    return Detector.isUsualSize(page.items.count) || PageSigns(page).mayHaveMore
  }

  // MARK: The name

  /// Requests the second page again by half of the names; nil: none is left.
  mutating func requestsHalf(_ search: NameSearch, _ list: inout some TrialList) -> Step? {
    var search = search
    search.halve()
    guard !search.sent.isEmpty else { return nil }
    shortlist.send(JSONObject(search.sent))
    guard adoptBest(&list), let page = list.read(first)?.reading else { return nil }
    (naming, reading) = (search, page)
    return .second(search.requested)
  }

  /// Takes in the second page as half of the names have brought it, or not.
  mutating func take(
    _ second: SecondPage, _ search: NameSearch, _ list: inout some TrialList
  ) -> Step {
    var search = search
    naming = nil
    guard let best = shortlist.best, let first = reading else {
      return .decided(isSecondRead: false)
    }
    let proof = second.proof(of: best, first: first, in: list, isLast: true)
    let isOpen = proof?.leavesBaseOpen == true
    let isFound = proof == .proved || isOpen
    let isTold = second.reading.map { first.items.isEmpty || !$0.items.isEmpty } ?? second.isUnknown
    guard isFound || isTold else {
      // Nothing that tells: those that are left are sent together.
      reading = nil
      shortlist.send(JSONObject(search.names))
      _ = adoptBest(&list)
      _ = accept(best, &list)
      warnUndetected("which one of many parameters it follows did not come to light", &list)
      return .decided(isSecondRead: false)
    }
    search.take(isFound: isFound)
    guard isFound, let name = search.names.first, search.names.count == 1 else {
      return requestsHalf(search, &list)
        ?? refuse(second, because: "no single one of many parameters brings it", &list)
    }
    reading = nil
    shortlist.settle(name: name.key)
    if isOpen {
      shortlist.settleOpenBase()
      return tryBest(&list) ?? .interrupted
    }
    _ = adoptBest(&list)
    if let best = shortlist.best, second.isDoubted(best, after: first, in: list),
      let step = requestsLastItem(second, &list)
    {
      return step
    }
    return accept(best, &list)
  }
}
