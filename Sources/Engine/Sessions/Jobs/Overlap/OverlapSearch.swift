import Pagination

/// The search for the place where a walk that requests overlapping pages continues.
///
/// Rows that are inserted or deleted before that place move all rows after it. The last delivered
/// item shows where the walk is: it is the first item of the next page or, after insertions, a later
/// one; after deletions it is on an earlier page.
///
///     delivered r0...r9, offset 9      r9 r10 r11 ...      continues with r10
///     2 rows inserted before           r7 r8 r9 r10 ...    continues with r10: pages shifted
///     2 rows deleted before            r11 r12 ...         steps back to offset 0, continues with r10
///     nothing new                      r9                  requests what is behind it: if that is
///                                                          empty, this was the end
struct OverlapSearch: Sendable {
  /// The decision about a page.
  enum Step {
    /// The items after the first `after` ones are delivered.
    case deliver(after: Int, Page.Continuity)
    /// The page is delivered, although the page before it brought nothing new and this one has no
    /// delivered item: items may have been missed.
    case leap
    /// Nothing follows the first `after` items. `isVerified`: the last delivered item was found.
    case end(after: Int, isVerified: Bool)
    /// A page that holds an offset, or begins there where it has a size.
    case request(offset: Int, size: Int? = nil)
    /// The same, before a page without any item that was delivered: that one is kept.
    case back(offset: Int)
    /// The page is read again.
    case again
    /// The API does not support offsets inside its pages: the walk stops overlapping.
    case refuse
    /// The page repeats an earlier one.
    case loop
    /// Too many pages in a row brought nothing new.
    case idle
    /// No page within reach has a delivered item: the walk continues with the page that came instead
    /// of the expected one.
    case lost
    /// The page right behind the last delivered item is delivered: that item is where it was, but
    /// the two are on no page together.
    case behind
  }

  /// A page as the search sees it.
  struct Reading {
    /// Digests of the items.
    let items: [UInt64]
    let offset: Int
    /// The index at which the last delivered item is due.
    let due: Int
    /// The size that was requested.
    let asked: Int
    /// The size that was chosen for the page; nil: pages have one size.
    let size: Int?
    /// True when a page begins at any offset.
    let isOffset: Bool
    /// True when the API states that there is more; nil if it does not say.
    let hasMore: Bool?
    let total: Int?
    /// True when the page has exactly the items of an earlier page.
    let isRepetition: Bool
    /// True when the page begins after the last delivered item, as no size makes an overlap.
    let isAfterLast: Bool
  }

  /// The number of pages stepped back; 0: none.
  private var back = 0
  /// The index where the last delivered item was expected, and the offset of that page.
  private var expected = (index: 0, offset: 0)
  /// The page that came at that offset.
  private(set) var unexpected: (requested: RequestedPage, outcome: PageOutcome)?
  /// True when a page came instead of the expected one, and its items have not come again.
  private(set) var hasPassedOver = false
  /// The offset where the last item was expected but missing, although the page before ends with it.
  private var contradicted: Int?
  /// The reason for this request, where the page before brought nothing new; nil: it did.
  private var reach: Reach?
  /// True when the page before ended with the last delivered item, and had room for more.
  private var hasSeenLast = false
  /// True when a page of this search had a delivered item.
  private(set) var hasSeenAny = false
  private var idle = 0
  /// The end that the previous page stated; nil if it leads to another page.
  private(set) var ending: EndReason?
  /// The number of stated ends that a page was to confirm.
  private var confirmations = 0
  /// The end as the last page that had one showed it.
  private var sight: EndSight?
  /// The number of items that reading on by offset would have missed.
  private(set) var recovered = 0
  /// The same, not yet confirmed by a later page.
  private var unconfirmed = 0
  /// The number of items that moved to later pages.
  private(set) var shifted = 0

  /// The distance from a page that brought nothing new to the one after it.
  private enum Reach {
    /// It begins right behind the items that came: bytes may have cut the page before.
    case item
    /// It begins behind all that were requested: rows may be hidden.
    case page
    /// The page itself again, as the one right behind it has items: is it still before them?
    case back
  }

  private var isAhead: Bool { reach == .item || reach == .page }

  /// The maximum number of pages that a walk steps back.
  static let backMax = 3

  /// The place of the end on one page. Where a row is inserted after an API has counted its rows and
  /// before it reads them, it takes the last but one for the end: the same end has to be seen twice.
  private struct EndSight {
    let end: Int
    let total: Int?
    var reads = 0

    func isSame(_ other: EndSight) -> Bool { end == other.end && total == other.total }
  }

  /// The maximum number of times an end is read again while the list moves, and while it grows.
  private static let endReadsMax = 3

  /// True before the first page of a search.
  var isFresh: Bool { back == 0 && reach == nil && contradicted == nil && unexpected == nil }

  /// Decides about a page. `start`: the offset of the first request; `idleMax`: the maximum number of
  /// pages in a row without new items.
  mutating func step(_ page: Reading, after cursor: Cursor, start: Int, idleMax: Int) -> Step {
    let count = page.items.count
    let recent = cursor.memory
    let isUnverified = cursor.tally.count(.overlapped) == 0
    let most = page.size ?? max(cursor.tally.sizes.largest, count, 1)
    if count == 0, page.hasMore == true { return ahead(page, page.offset + page.asked, idleMax) }
    if count == 0, isAhead || recent.isEmpty { return .end(after: 0, isVerified: hasSeenLast) }
    // The page before ends with the last delivered item.
    if contradicted == page.offset, count == 0, page.isAfterLast {
      return .end(after: 0, isVerified: true)
    }
    if contradicted == page.offset, isUnverified {
      return count == 0 && page.size == nil ? .lost : .refuse
    }
    guard let place = recent.place(in: page.items),
      page.offset <= start || hasSeenAny || shows(place, page.items, cursor)
    else {
      return notFound(page, most, cursor, start)
    }
    hasSeenAny = true
    var taken = place + 1
    while taken < count, recent.containsLately(page.items[taken]) { taken += 1 }
    let missed =
      back > 0
      ? max(0, expected.index + 1 - page.offset - taken)
      : isFresh ? max(0, page.due + 1 - page.offset - taken) : 0
    if taken < count {
      recovered += missed
      if back == 0 { shifted += max(0, place - (page.due - page.offset)) }
      return found(taken, .verified)
    }
    if reach == .back, unexpected?.requested.offset == page.offset + taken { return .behind }
    // A full page does not show what follows it, nor does one that says that there is more.
    hasSeenLast = count < most && page.hasMore != true
    let isAtEnd = hasSeenLast || most == 1 && page.hasMore == false
    if isAtEnd, !hasUnexpectedItems {
      if endMoves(page, taken, cursor) { return .again }
      if page.hasMore == false || page.hasMore == nil && ending != nil {
        return .end(after: taken, isVerified: true)
      }
    }
    if back > 0 { (contradicted, unconfirmed) = (expected.offset, missed) }
    let isFull = count == most && count > 1
    if back == 0, isFull || isAhead {
      // The API gives whole pages, whatever the offset.
      if isUnverified, page.isRepetition || recent.isEnd(of: page.items) { return .refuse }
      if page.isRepetition { return .loop }
    }
    guard isFull, !isAhead else {
      if count < most, page.isOffset, !isAhead, back == 0 {
        return ahead(page, page.offset + count, idleMax, .item)
      }
      return ahead(page, page.offset + (count < most ? max(most, page.asked) : most), idleMax)
    }
    _ = ahead(page, page.offset + count - 1, idleMax)
    reach = nil
    return idle >= idleMax ? .idle : .request(offset: page.offset + count - 1)
  }

  /// True when an item shows where the walk is: it is the last delivered one, or is behind another one,
  /// as when they were delivered if there are new items before it. Else it may have changed its place.
  private func shows(_ place: Int, _ items: [UInt64], _ cursor: Cursor) -> Bool {
    guard place > 0 else { return items[0] == cursor.memory.last }
    return !items[..<place].contains(where: cursor.isNew)
      || cursor.memory.hasPair(items[place - 1], items[place])
  }

  /// True when nothing follows the last delivered item on this page, and the page before did not have
  /// that end: it has to be read again.
  private mutating func endMoves(_ page: Reading, _ taken: Int, _ cursor: Cursor) -> Bool {
    let last =
      sight ?? EndSight(end: cursor.endOffset ?? page.due + 1, total: cursor.tally.totals.latest)
    var now = EndSight(end: page.offset + taken, total: page.total)
    if last.isSame(now) || last.reads == OverlapSearch.endReadsMax { return false }
    now.reads = last.reads + 1
    sight = now
    return true
  }

  /// No delivered item is on the page.
  private mutating func notFound(
    _ page: Reading, _ most: Int, _ cursor: Cursor, _ start: Int
  ) -> Step {
    if page.items.isEmpty {
      // All rows were deleted, or the first page was requested in a way that the API has not understood.
      if page.offset <= start { return .end(after: 0, isVerified: false) }
    } else {
      switch reach {
      case .item:
        (expected, back, reach) = ((page.offset - 1, page.offset), 1, .back)
        return .back(offset: page.offset - 1)
      case .page:
        _ = found(0, .unverified)
        return .leap
      case .back, nil: reach = nil
      }
      if contradicted == page.offset || cursor.memory.isEmpty { return found(0, .unverified) }
      // All delivered rows were deleted; a checkpoint does not know them all.
      if back > 0, page.offset <= start, cursor.remembersAll {
        recovered += max(0, expected.index + 1 - page.offset)
        return found(0, .verified)
      }
    }
    if back == 0 { expected = (page.due, page.offset) }
    guard back < OverlapSearch.backMax, page.offset > start else { return .lost }
    let size = isWhole(page) ? page.items.count : most
    back += 1
    return .back(offset: max(start, page.offset - size))
  }

  /// True for a page that is not the last one: it has the size that pages have now.
  private func isWhole(_ page: Reading) -> Bool {
    let end = page.offset + page.items.count
    return !page.items.isEmpty
      && (page.hasMore == true || end < page.total ?? 0 || back > 0 && end < expected.offset)
  }

  private mutating func found(_ taken: Int, _ continuity: Page.Continuity) -> Step {
    if continuity == .verified { recovered += unconfirmed }
    (unconfirmed, contradicted, unexpected) = (0, nil, nil)
    (back, reach, hasSeenLast, idle) = (0, nil, false, 0)
    (hasPassedOver, hasSeenAny, ending, sight) = (false, false, nil, nil)
    return .deliver(after: taken, continuity)
  }

  /// The API states an end that the next page is to confirm. Returns false where a list has grown each
  /// time that was asked: rows that come later are not of this walk.
  mutating func expect(_ reason: EndReason) -> Bool {
    guard confirmations < OverlapSearch.endReadsMax else { return false }
    confirmations += 1
    ending = reason
    return true
  }

  /// True when a page with items came instead of the expected one: the list continues.
  private var hasUnexpectedItems: Bool {
    if case .page(let page)? = unexpected?.outcome { !page.isEmpty } else { false }
  }

  /// Requests what is further on, as this page brought nothing new.
  private mutating func ahead(
    _ page: Reading, _ offset: Int, _ idleMax: Int, _ reach: Reach = .page
  ) -> Step {
    idle += 1
    if hasUnexpectedItems { hasPassedOver = true }
    (back, self.reach, unexpected) = (0, reach, nil)
    return idle >= idleMax ? .idle : .request(offset: offset, size: page.size)
  }

  /// Keeps the page that came instead of the expected one.
  mutating func keep(_ requested: RequestedPage, _ outcome: PageOutcome) {
    if unexpected == nil { unexpected = (requested, outcome) }
  }

  /// Ends the search without a result; returns the page that came instead of the expected one.
  mutating func giveUp() -> (requested: RequestedPage, outcome: PageOutcome)? {
    let page = unexpected
    _ = found(0, .unverified)
    return page
  }

  /// The warnings of the last step.
  mutating func takeWarnings() -> [PageWarning] {
    defer { shifted = 0 }
    return (shifted > 0 ? [.repeatedBeginning(count: shifted)] : [])
      + (recovered > 0 ? [.recovered(items: recovered)] : [])
  }
}
