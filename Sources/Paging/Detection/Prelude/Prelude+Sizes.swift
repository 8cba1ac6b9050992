import JSON
import Pagination

/// The sizes of the first page: the API's own, and the one that the caller wants.
extension Prelude {
  /// True or false for a page that lacks the first page's first item, and so is not that page in another
  /// size: true if it has no items at all. Nil for one that may be.
  func isElsewhere(_ sized: FirstResponse, _ list: inout some TrialList) -> Bool? {
    guard let before = list.read(first)?.reading else { return nil }
    guard let page = list.read(sized)?.reading else { return true }
    if before.items.isEmpty { return page.saysNothing ? true : nil }
    let pair = PagePair(first: before, second: page, identity: list.identity)
    return pair.hasFirstItem ? nil : page.items.isEmpty
  }

  /// True when the first page came in another size than the API's own, which the candidate that was
  /// adopted does not ask for by the same parameter.
  func isOfAnotherSize(_ list: some TrialList) -> Bool {
    guard first.id != opened.id, let wanted = given["perPage"]?.integerValue else { return false }
    return list.pager.strategy.sizeParameter.map { first.sent($0, String(wanted)) } != true
  }

  /// Goes on in the API's own page size, as the first page was delivered in that size. False where the
  /// first page has another size, or where pages are not counted.
  mutating func goesOnInOwnSize(_ list: inout some TrialList) -> Bool {
    guard list.pager.isComputed, growth(&list) == 0 else { return false }
    if list.pager.strategy.sizeParameter == nil { return true }
    return shortlist.leaveSize() && adoptBest(&list)
  }

  /// The size that the caller wants, where positions are counted and the first page was requested
  /// without it.
  func unsentSize(_ first: FirstResponse, _ list: some TrialList) -> Int? {
    guard let wanted = given["perPage"]?.integerValue, list.pager.isComputed,
      let name = list.pager.strategy.sizeParameter, !first.sent(name, String(wanted))
    else { return nil }
    return wanted
  }

  /// True when the API's error names a size parameter that the caller did not set.
  ///
  ///     /a                        items 0 to 99
  ///     /a?per_page=100&page=2    400: Unknown parameter per_page
  func refusesSize(_ second: SecondPage, _ list: some TrialList) -> Bool {
    guard case .refused(400...422, isPastEnd: _) = second.content, given["perPage"] == nil,
      let name = list.pager.strategy.sizeParameter, opened.method == "GET", !opened.sent(name),
      let refusal = second.refusal?.split(separator: " ", maxSplits: 2), refusal.count == 3
    else { return false }
    return refusal[2].split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { $0 == name }
  }

  /// True when the second page lies within the first, which came in the API's own size: the API follows
  /// the position and the size, and the first page has to be requested in that size, too.
  ///
  ///     /a                       items 0 to 39
  ///     /a?limit=20&offset=20    items 20 to 39
  func isWithinFirst(_ second: SecondPage, _ list: some TrialList) -> Bool {
    guard first.id == opened.id, !demand.hasFirst,
      let wanted = unsentSize(first, list), let reading,
      second.requested.page == list.firstRequested.page + 1
    else { return false }
    return second.pair(after: reading, in: list)?.isWithin(at: wanted) == true
  }

  /// The number of items that the first page has more than in the API's own size. Below 0 it is cut,
  /// and there are more; above 0, the API follows the size.
  func growth(_ list: inout some TrialList) -> Int {
    first.id == opened.id ? 0 : count(first, &list) - count(opened, &list)
  }

  private func count(_ response: FirstResponse, _ list: inout some TrialList) -> Int {
    list.read(response)?.reading.items.count ?? 0
  }

  /// True when nothing is at the second page's position, and the first page came short of a size that the
  /// API states or follows: that page is all, and has a position of the same kind.
  ///
  ///     /a                        items 0 to 9
  ///     /a?per_page=100&page=1    items 0 to 56
  ///     /a?per_page=100&page=2    404
  func isPastShort(_ second: SecondPage, _ list: inout some TrialList) -> Bool {
    guard case .refused(_, isPastEnd: true) = second.content else { return false }
    if let page = list.read(first)?.reading, let size = page.counts.perPage, !page.items.isEmpty,
      page.items.count < size, !PageSigns(page).mayHaveMore
    {
      return true
    }
    guard let wanted = given["perPage"]?.integerValue else { return false }
    return growth(&list) > 0 && count(first, &list) < wanted
  }
}
