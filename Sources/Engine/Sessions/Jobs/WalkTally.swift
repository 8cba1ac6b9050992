import Pagination

/// The record of what a walk has delivered, and of how much more its order allows.
struct WalkTally: Sendable {
  let order: WalkOrder
  private(set) var pages = 0
  private(set) var items = 0
  private(set) var duplicates = 0
  /// Items up to the end of the last page, from the collection's first on.
  private(set) var position = 0

  /// The place of the first page, where loads have delivered those before it; nil: none has.
  private(set) var continued: RunStart?

  /// The walk begins at an index.
  mutating func begin(at position: Int) { self.position = position }

  /// Records the place of the first page, after the cursor has taken it in.
  mutating func begin(with page: Page, _ collection: PagedList) {
    guard pages == 0, collection.cursor.first != nil else { return }
    if page.number != collection.cursor.first { continued = collection.place(of: page) }
  }

  /// Takes in this many items that came before.
  mutating func add(duplicates: Int) { self.duplicates += duplicates }

  /// Takes in the delivered items of a page that starts at an index.
  mutating func add(_ delivered: Range<Int>, start: Int) {
    pages += 1
    items += delivered.count
    position = start + delivered.upperBound
  }

  /// Takes in items that are delivered besides the pages in order.
  mutating func add(recovered items: Int) {
    self.items += items
    position += items
  }

  // MARK: Limits

  /// The number of items that may still be delivered, and the limit that decides it.
  typealias Room = (items: Int, cause: EndReason.Cause)

  private func room(from index: Int, _ collection: PagedList) -> Room? {
    var room: Room? = order.itemsMax.map { ($0 - items, .maximum(.itemsOfWalk, $0)) }
    if let most = collection.settings.limits.itemsMax, let bound = collection.itemsBound {
      let left = max(0, bound - index)
      if left < room?.items ?? Int.max { room = (left, .maximum(.items, most)) }
    }
    return room
  }

  /// Returns the items of a page, from an index on, that may be delivered, and the limit on their
  /// number.
  func wanted(
    of page: Page, from first: Int, _ collection: PagedList
  ) -> (items: Range<Int>, room: Room?) {
    let start = collection.start(of: page.number)
    let (count, room) = wanted(page.content.count - first, from: start + first, collection)
    return (first..<(first + count), room)
  }

  /// Returns how many of some items, from an index on, may be delivered, and the limit on their
  /// number.
  func wanted(
    _ count: Int, from index: Int, _ collection: PagedList
  ) -> (count: Int, room: Room?) {
    let room = room(from: index, collection)
    return (max(0, min(count, room?.items ?? Int.max)), room)
  }

  /// True when the order wants more than this many pages after those that were delivered.
  func leavesRoom(after pagesUnderWay: Int, of perPage: Int) -> Bool {
    if let most = order.pagesMax, pages + pagesUnderWay >= most { return false }
    return order.itemsMax.map { items + pagesUnderWay * perPage < $0 } ?? true
  }

  /// True when the next page to be delivered is the last one wanted.
  func isLastWanted(_ page: Page, _ collection: PagedList) -> Bool {
    if let most = order.pagesMax, pages + 1 >= most { return true }
    let room = room(from: collection.start(of: page.number), collection)
    return room.map { $0.items <= page.content.count } ?? false
  }

  /// The maximum of the order that is reached.
  var limitReached: EndReason.Cause? {
    if let most = order.itemsMax, items >= most { return .maximum(.itemsOfWalk, most) }
    if let most = order.pagesMax, pages >= most { return .maximum(.pagesOfWalk, most) }
    return nil
  }

  // MARK: Telling

  /// Returns the progress of the walk; nil if there is no report.
  func progress(
    _ collection: PagedList, waiting: WalkProgress.Waiting? = nil
  ) -> WalkProgress? {
    guard order.report != nil else { return nil }
    return WalkProgress(
      pages: pages, items: items, pageCount: collection.counts.pageCount,
      objectCount: collection.knownCount, position: position,
      itemsMax: bound(order.itemsMax, items, left: collection.itemsBound.map { $0 - position }),
      pagesMax: bound(
        order.pagesMax, pages,
        left: collection.pagesBound.map { $0 - 1 - (collection.currentPage ?? $0) }),
      waiting: waiting)
  }

  /// Returns the reachable maximum: the ordered number, limited by what the settings leave.
  private func bound(_ ordered: Int?, _ done: Int, left: Int?) -> Int? {
    guard let left else { return ordered }
    let (sum, overflow) = done.addingReportingOverflow(max(0, left))
    return overflow ? ordered : min(ordered ?? sum, sum)
  }
}
