import Pagination

/// The page that a load is to load.
package enum LoadTarget: Sendable, Hashable {
  case next
  case previous
  case page(Int)
}

/// A page to request, or the reason there is none.
typealias Route = Result<RequestedPage, SessionError>

/// The ways to a page: a position that is known, arithmetic, or steps from a page before it.
extension PagedList {
  /// True when there is a page after a page; nil if only a request can tell.
  func hasNext(after page: Int) -> Bool? {
    if bookmark.remainder?.page.number == page { return remainderLimit == nil }
    if page + 1 == cursor.next, isRunMoved { return cursor.hasNext }
    // The page of that number that was looked at last is not the one that was delivered: what it says
    // of the end is no matter of the run.
    if !isComputed, cursor.next == page + 1, let delivered = cursor.last?.requested,
      let seen = visits[page], delivered.position != seen.position
    {
      if end.reason?.isSetByClient == true, end.excludes(page + 1) { return false }
      return cursor.hasNext ?? (cursor.position(after: page) == nil ? nil : true)
    }
    if end.excludes(page + 1) { return false }
    if let after = visits[page + 1] {
      return !(isComputed && after.received == 0 && after.hasNext == false)
    }
    if let entry = visits[page], let hasNext = entry.hasNext { return hasNext }
    // The pages of an exact walk have other numbers than those that the API counts.
    if isComputed, exactWay == nil, let pageCount = countedPages {
      let isLast = page - firstPage + 1 == grid.pageCount
      return isLast && visits[page] != nil ? nil : page - firstPage + 1 < pageCount
    }
    return nil
  }

  func hasPrevious(before page: Int) -> Bool {
    if isComputed || pager.kind == .single { return page > firstPage }
    // A page that cannot be reached, as after a checkpoint, exists anyway.
    return visits.position(of: page - 1).map { $0 != end.deadEnd }
      ?? (page > firstPage && !hasPreviousLinks)
  }

  func route(to target: LoadTarget) -> Route {
    switch target {
    case .next:
      if let checkpoint = bookmark.checkpoint { return route(from: checkpoint) }
      guard let currentPage else { return .success(firstRequested) }
      return route(after: currentPage)
    case .previous:
      guard let currentPage else { return .failure(.notLoaded) }
      return route(before: currentPage)
    case .page(let page): return route(toLoaded: page)
    }
  }

  /// The position of the page after a page: where that led when it was delivered; else when it was
  /// last read.
  func position(after page: Int) -> Position? {
    cursor.position(after: page) ?? visits.position(after: page)
  }

  func route(after page: Int) -> Route {
    let isKnownEnd = hasNext(after: page) == false
    if isKnownEnd, settings.end.bounds == .known { return .failure(.noNextPage(end.reason)) }
    if let broken = visits[page]?.brokenNext {
      let value = broken.masked(by: configuration.redactor)
      return .failure(.metadataInvalid(path: value.path, value: value.value))
    }
    if let position = position(after: page) {
      return .success(requested(page + 1, at: position))
    }
    return isComputed
      ? .success(continuing(page + 1, at: .computed)) : .failure(.noNextPage(end.reason))
  }

  /// The next page according to a checkpoint. A link or token in it is followed even if other pages
  /// with these numbers have led to an end.
  func route(from checkpoint: Checkpoint) -> Route {
    if let bound = end.bound, checkpoint.page >= bound,
      isComputed
        ? settings.end.bounds == .known : checkpoint.end != nil || end.reason?.isSetByClient == true
    {
      return .failure(.noNextPage(end.reason))
    }
    if !isComputed, let end = checkpoint.end {
      // It has no position: the page before, seen since, may lead on.
      guard let position = visits.position(after: checkpoint.page - 1) else {
        return .failure(.noNextPage(end))
      }
      return .success(requested(checkpoint.page, at: position))
    }
    return .success(continuing(checkpoint.page, at: checkpoint.position))
  }

  func route(before page: Int) -> Route {
    let isFirst = page <= firstPage
    if isComputed {
      if isFirst, settings.end.bounds == .known || pager.kind != .page {
        return .failure(.noPreviousPage)
      }
      return .success(requested(page - 1, at: visits.position(of: page - 1) ?? .computed))
    }
    if let position = visits.position(of: page - 1) {
      if position == end.deadEnd, settings.end.bounds == .known { return .failure(.noPreviousPage) }
      return .success(requested(page - 1, at: position))
    }
    return .failure(isFirst ? .noPreviousPage : .pageNotReachable(page: page - 1))
  }

  private func route(toLoaded page: Int) -> Route {
    let outside = SessionError.pageOutOfRange(
      page: page, firstPage: firstPage, pageCount: grid.pageCount)
    let goesBeyond = isComputed && settings.end.bounds == .ask
    let lowest = isComputed ? firstPage : visits.lowest ?? firstPage
    if !isComputed, pager.kind != .auto, page >= firstPage, page < openingPage,
      visits.position(of: page) == nil
    {
      return .failure(.pageNotReachable(page: page))
    }
    if page < lowest, !(goesBeyond && pager.kind == .page), visits.position(of: page) == nil,
      !canStartOver(towards: page)
    {
      return .failure(outside)
    }
    if let position = visits.position(of: page), position == end.deadEnd,
      settings.end.bounds == .known
    {
      return .failure(outside)
    }
    if !goesBeyond {
      if end.excludes(page) { return .failure(outside) }
      if isComputed, let count = countedPages, isLoaded, page - firstPage >= max(count, 1) {
        return .failure(outside)
      }
      if page >= pagesBound ?? Int.max, let limit = limit(keepingOut: page) {
        return .failure(limit)
      }
    }
    return directRoute(to: page) ?? steppingRoute(to: page)
  }

  /// The way to a page for a window: directly, or by a step towards it.
  func route(toShow page: Int) -> Route {
    if visits.isEmpty, !isComputed, bookmark.checkpoint.map({ $0.page <= page }) ?? true {
      return route(to: .next)
    }
    // A refresh may have shown that the page before leads to another place than it did when delivered.
    if let position = visits.position(after: page - 1) {
      return .success(requested(page, at: position))
    }
    return directRoute(to: page) ?? steppingRoute(to: page)
  }

  /// The direct route to a page; nil if there is none.
  private func directRoute(to page: Int) -> Route? {
    if let position = position(after: page - 1) {
      return .success(requested(page, at: position))
    }
    return isComputed ? .success(requested(page, at: .computed)) : nil
  }

  /// The first of the steps to a page that has not been visited.
  private func steppingRoute(to page: Int) -> Route {
    if visits.isEmpty { return .success(firstRequested) }
    guard let nearest = visits.nearest(below: page) else {
      return canStartOver(towards: page)
        ? .success(requested(openingPage, at: .start)) : .failure(.pageNotReachable(page: page))
    }
    if let next = visits[nearest]?.next { return .success(requested(nearest + 1, at: next)) }
    if let position = visits[nearest]?.position {
      return .success(requested(nearest, at: position))
    }
    return .failure(.pageNotReachable(page: page))
  }

  /// The next step from a page towards later ones; nil: they cannot be reached.
  func step(from page: Int) -> RequestedPage? {
    guard let next = visits[page]?.next, !end.excludes(page + 1) else { return nil }
    return requested(page + 1, at: next)
  }

  /// True when the first request leads to a page although none before it has been visited: paging
  /// began in the middle, where a checkpoint continued.
  private func canStartOver(towards page: Int) -> Bool {
    !isComputed && page >= openingPage && !visits.hasStart
  }

  /// The position of the page that paging begins with.
  var opening: Position { isComputed ? .computed : .start }

  /// The page that paging begins with.
  var firstRequested: RequestedPage { requested(openingPage, at: opening) }

  /// True where the request as opened says better where the list begins than a position that was found
  /// behind its first page: an offset that seems to count from 1, as hidden rows make it, and, in another
  /// pass, the number of a page.
  private var beginsAsOpened: Bool {
    guard configuration.isAdopted, !pager.opening.hasPlace else { return false }
    return pager.kind == .page ? isReadAgain : pager.strategy.firstOffset > 0
  }

  func requested(_ page: Int, at position: Position) -> RequestedPage {
    let isOpening = page == openingPage && position == .computed && beginsAsOpened
    let position = isOpening ? .start : position
    let place = counts.place(of: page - firstPage)
    if let entry = visits[page], let own = entry.place {
      // A page that overlaps begins where it did: the API may not heed another size.
      let passed = own.overlap
      if position == .computed || passed > 0 && position == entry.position {
        let isLast = end.excludes(page + 1) && passed == 0
        var size = isLast ? place.size : max(1, own.count + passed)
        if pager.kind == .range { size = counts.perPage }  // the first one may have had any
        var requested = RequestedPage(
          position: position, page: page, offset: own.offset - passed, perPage: size,
          overlaps: passed > 0)
        requested.itemsBefore = passed
        return requested
      }
    }
    if pager.kind == .offset, position == .computed, let end = openEnd(before: page) {
      return RequestedPage(
        position: position, page: page, offset: end, perPage: counts.perPage,
        sentSize: grid.sentSize)
    }
    // Overlapping pages have moved those after them: a page before them ends where they begin.
    let end = visits[page + 1]?.place?.offset ?? place.index
    let size = end > place.index ? min(counts.perPage, end - place.index) : place.size
    return RequestedPage(
      position: position, page: page, offset: place.index, perPage: size,
      sentSize: size == counts.perPage ? grid.sentSize : nil)
  }
}

/// A run by offsets, whose place no window changes that shows pages of another size.
extension PagedList {
  /// The offset at which the run continues; nil: nothing has been delivered.
  var runOffset: Int? {
    cursor.next.map { cursor.last?.resumesAt ?? requested($0, at: .computed).offset }
  }

  /// True when no page of the grid begins where the run continues.
  private var isRunMoved: Bool {
    guard let offset = cursor.last?.resumesAt, let next = cursor.next, isComputed else {
      return false
    }
    return requested(next, at: .computed).offset != offset
  }

  /// The request that continues the run with a page.
  private func continuing(_ page: Int, at position: Position) -> RequestedPage {
    guard position == .computed, page == cursor.next, isRunMoved, let offset = runOffset else {
      return requested(page, at: position)
    }
    return RequestedPage(
      position: .computed, page: page, offset: offset, perPage: counts.perPage,
      sentSize: grid.sentSize)
  }

  /// The offset behind a page that is not where its number says, where pages keep their places; nil:
  /// for others.
  func end(behind page: Page) -> Int? {
    let (place, next) = (
      counts.place(of: page.number - firstPage), requested(page.number + 1, at: .computed)
    )
    guard page.continuity == nil, page.requested.position == .computed,
      page.requested.offset != place.index
    else { return nil }
    return page.requested.offset.plus(next.offset - place.index)
  }

  /// The page as the run numbers it, where a window has renumbered the grid since it was requested.
  /// `continues`: it is the next one of a walk, wherever it begins.
  func ofRun(_ page: Page, continues: Bool) -> Page {
    guard let next = cursor.next, page.number != next, page.number != next - 1, isIndexed,
      continues || page.requested.offset == cursor.last?.resumesAt
    else { return page }
    return page.numbered(next)
  }
}
