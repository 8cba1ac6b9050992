import Pagination

/// The search for the place where a walk goes on that asks one item back.
///
/// Rows that are inserted or deleted before the place move every later row. The last item that was
/// delivered tells where the walk is: it is the first one of the next page, or, after insertions,
/// further behind; after deletions it has moved to the pages before.
///
///     delivered r0...r9, offset 9      r9 r10 r11 ...       goes on with r10
///     2 rows were inserted before      r7 r8 r9 r10 ...     goes on with r10: pages have shifted
///     2 rows were deleted before       r11 r12 ...          goes back to offset 0, and on from r10
///     nothing new                      r9                   asks a page further: the end, where
///                                                           that is empty
struct OverlapSearch: Sendable {
  /// What becomes of a page.
  enum Step {
    /// The items behind so many that have been delivered are the next ones.
    case goOn(behind: Int, Page.Continuity)
    /// Nothing comes behind so many items that have been delivered. `isShown`: the last item was
    /// there.
    case end(behind: Int, isShown: Bool)
    case request(offset: Int)
    /// The API does not keep to offsets within its pages: they are asked for as ever.
    case refuse
    /// The page is an earlier one again.
    case loop
    /// So many pages in a row have brought nothing new.
    case idle
    /// No page within reach has an item that was delivered: the walk goes on with the page that
    /// came where the last item was due.
    case lost
  }

  /// What a page is compared with.
  struct Reading {
    /// Digests of the items.
    let items: [UInt64]
    /// As it was requested.
    let offset: Int
    /// What the page says in so many words; nil: nothing.
    let goesOn: Bool?
    /// It has exactly the items of an earlier page.
    let isRepetition: Bool
  }

  /// Pages back from where the last item was due; 0: no step back.
  private var back = 0
  /// Where the last item was due.
  private var due = 0
  /// The page that came there.
  private(set) var passed: (requested: RequestedPage, outcome: PageOutcome)?
  /// Where the last item was due and did not come, and a step back brought nothing new.
  private var emptyHanded: Int?
  /// The page before brought nothing new, and this one is asked for behind it.
  private var isAhead = false
  /// It had the last item.
  private var hasSeenLast = false
  private var idle = 0
  /// Items that would have been passed over.
  private(set) var recovered = 0
  /// The same, where the page with the last item has ended with it.
  private var held = 0
  /// Items that had moved back.
  private(set) var shifted = 0

  /// How many pages a walk goes back.
  static let backMax = 3

  /// Takes in a page. `start`: the offset that paging began at; `idleMax`: so many pages in a row
  /// may bring nothing new.
  mutating func step(
    _ page: Reading, behind trail: Trail, start: Int, idleMax: Int
  ) -> Step {
    let count = page.items.count
    let most = max(trail.most, count, 1)
    if count == 0, isAhead || trail.isEmpty { return .end(behind: 0, isShown: hasSeenLast) }
    if emptyHanded == page.offset, trail.shown == 0 { return count == 0 ? .lost : .refuse }
    if count == 0, page.goesOn == true { return ahead(page.offset + most, idleMax) }
    guard let place = trail.place(in: page.items) else {
      if count > 0 {
        if isAhead || emptyHanded == page.offset || trail.isEmpty { return found(0, .open) }
        if back > 0, page.offset <= start {  // all that was delivered is gone
          recovered += max(0, due + 1 - page.offset)
          return found(0, .shown)
        }
      } else if page.offset <= start {
        return .end(behind: 0, isShown: true)  // nothing is left at all
      }
      return stepBack(from: page.offset, most, start)
    }
    var taken = place + 1
    while taken < count, trail.has(page.items[taken]) { taken += 1 }
    if taken < count {
      if back > 0 {
        recovered += max(0, due + 1 - page.offset - taken)
      } else if place > 0 {
        shifted += place
      }
      return found(taken, .shown)
    }
    hasSeenLast = true
    if page.goesOn == false { return .end(behind: taken, isShown: true) }
    if back > 0 {
      emptyHanded = due
      held = max(0, due + 1 - page.offset - taken)
    }
    let isFull = count == most && count > 1
    if page.isRepetition, back == 0, isFull || isAhead {
      return trail.shown == 0 ? .refuse : .loop
    }
    if isFull, !isAhead {
      let step = ahead(page.offset + count - 1, idleMax)
      isAhead = false
      return step
    }
    return ahead(page.offset + most, idleMax)
  }

  private mutating func found(_ taken: Int, _ continuity: Page.Continuity) -> Step {
    if continuity == .shown { recovered += held }
    held = 0
    (back, isAhead, hasSeenLast, idle, passed, emptyHanded) = (0, false, false, 0, nil, nil)
    return .goOn(behind: taken, continuity)
  }

  /// Goes on a page further: this one brought nothing new.
  private mutating func ahead(_ offset: Int, _ idleMax: Int) -> Step {
    idle += 1
    (back, isAhead, passed) = (0, true, nil)
    return idle >= idleMax ? .idle : .request(offset: offset)
  }

  private mutating func stepBack(from offset: Int, _ most: Int, _ start: Int) -> Step {
    if back == 0 { due = offset }
    guard back < OverlapSearch.backMax, offset > start else { return .lost }
    back += 1
    return .request(offset: max(start, offset - most))
  }

  /// Keeps the page that came where the last item was due.
  mutating func keep(_ requested: RequestedPage, _ outcome: PageOutcome) {
    if passed == nil { passed = (requested, outcome) }
  }

  /// The search has ended without a result.
  mutating func giveUp() -> (requested: RequestedPage, outcome: PageOutcome)? {
    let passed = passed
    _ = found(0, .open)
    return passed
  }

  /// What the search has come to since it was asked last.
  mutating func takeFindings() -> (recovered: Int, shifted: Int) {
    defer { shifted = 0 }
    return (recovered, shifted)
  }
}
