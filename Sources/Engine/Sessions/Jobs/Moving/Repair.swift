import Pagination

/// Reading back where a list that is read by counting has lost rows: those after them have moved up,
/// to pages that were read already.
///
///     page 2: r11...r20, of 50     page 3: r22...r31, of 49     one row went, and r21 moved to page 2
///                                  page 2 again: r12...r21      r21 is new: it is delivered now
///                                  page 3 is delivered
///
/// Invariant: `held` waits until the pages before it have been read again, as far back as the total
/// says that rows may have moved.
struct Repair: Sendable {
  /// The page that comes next in order, as it came.
  let held: (requested: RequestedPage, outcome: PageOutcome)
  /// Digests of its items, which are no recovered ones.
  let heldItems: Set<UInt64>
  /// The page that is read again.
  private(set) var page: Int
  /// Pages that were read again.
  private(set) var back = 0
  /// Items on them.
  private(set) var items = 0
  /// Items that came to light.
  private(set) var recovered = 0
  /// The total as it was when the page before was delivered, and now.
  let before: Int
  private(set) var now: Int
  /// By how much it has fallen since the page that waits came: rows after that one may have moved, too.
  private(set) var fallen = 0

  /// The number of pages that are read again at most.
  static let backMax = 3

  /// Begins at the page before. `heldItems`: the digests of the items of the page that waits.
  init(
    _ held: (requested: RequestedPage, outcome: PageOutcome), heldItems: [UInt64], page: Int,
    before: Int, now: Int
  ) {
    self.held = held
    self.heldItems = Set(heldItems)
    self.page = page
    self.before = before
    self.now = now
  }

  /// Takes in a page that was read again, and steps one back. `total`: as it states it; `new`: the
  /// number of items that came to light.
  mutating func take(_ page: Page, total: Int?, new: Int) {
    back += 1
    recovered += new
    items += page.received
    if let total {
      fallen += max(0, now - total)
      now = total
    }
    self.page -= 1
  }
}
