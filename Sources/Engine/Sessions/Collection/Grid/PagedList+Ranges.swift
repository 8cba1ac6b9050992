import Pagination

/// Pages by ranges, of which each says where its items stand.
extension PagedList {
  /// The size of a range that came shorter or longer than requested, where more follow; nil for any other.
  func rangeSize(_ page: Page) -> Int? {
    // The first response under `auto` was asked for no size.
    let isBounded = !visits.isEmpty || configuration.opened.pager.kind == .range
    guard isBounded, page.requested.position == .computed || movesOthers(page),
      page.received != page.requested.perPage, rangeEnd(page) != nil
    else { return nil }
    return page.received
  }

  /// A page that the API's own position led to, at the place that it names.
  func placed(_ page: Page) -> Page {
    guard isComputed, page.requested.position != .computed,
      let begin = page.reading.neighbours.begin
    else { return page }
    return page.beginning(at: begin)
  }

  /// The index right behind a range that more follow; nil for another range than was asked for.
  private func rangeEnd(_ page: Page) -> Int? {
    let (neighbours, offset) = (page.reading.neighbours, page.requested.offset)
    guard isComputed, case .position = neighbours.next, neighbours.begin == offset else {
      return nil
    }
    return offset.plus(page.received)
  }

  /// True when pages of a walk that overlap have moved a page since a window requested it, and none begins
  /// where it did.
  func hasMoved(_ requested: RequestedPage) -> Bool {
    guard grid.isOverlapped, !requested.overlaps else { return false }
    guard requested.position == .computed else {
      guard case .success(let now) = route(toShow: requested.page) else { return true }
      return now.page != requested.page || now.position != requested.position
    }
    if isIndexed, counts.begins(at: requested.offset) { return false }
    let now = self.requested(requested.page, at: .computed)
    return now.offset != requested.offset || now.perPage != requested.perPage
  }

  /// True while pages have the numbers of the exact walk that runs. Windows wait for those that it has not
  /// reached, as the API has other ones under their numbers.
  var isNumberedByWalk: Bool { isWalkedExactly && isNumberedExactly }

  /// True when a range ends where the page after it does not begin.
  func isUneven(_ page: Page, as number: Int) -> Bool {
    if let own = visits[number]?.place, own.offset == page.reading.neighbours.begin {
      return own.count != page.received
    }
    let next = counts.place(of: number + 1 - firstPage).index
    return rangeEnd(page).map { $0 != next } ?? false
  }

  /// The same, where pages behind it have come.
  func movesOthers(_ page: Page) -> Bool {
    visits.highest ?? .min > page.requested.page && isUneven(page, as: page.requested.page)
  }
}
