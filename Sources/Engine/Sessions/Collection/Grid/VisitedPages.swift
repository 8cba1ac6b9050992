import Pagination

/// The record of every visited page, so that it can be reached again on APIs that only lead
/// forward: the position that opened it, where its items begin, and what comes with it.
struct VisitedPages: Sendable {
  /// One visited page.
  struct Entry: Sendable {
    var position: Position
    /// Items on the page, as clients see them.
    var count: Int
    /// Items that the API sent; a mapping may have declined some.
    var received: Int
    var next: Position?
    var previous: Position?
    /// nil: it cannot be known before asking.
    var hasNext: Bool?
    /// The page itself says that there is more.
    var saysMore = false
    /// The size that the API states, where the page is shorter and that may be its end.
    var shortOf: Int?
    /// A value that says where to continue but leads nowhere.
    var brokenNext: StatedValue?
    /// Present if the place does not follow from the number of the page.
    var place: Place?

    /// Items that clients do not see.
    var declined: Int { max(0, received - count) }
  }

  /// The place of a page of an overlapping walk in the API's list.
  struct Place: Sendable {
    let offset: Int
    let count: Int
    /// The number of items before it that were received again with it.
    let overlap: Int
  }

  /// The most pages that are remembered; beyond it, the lowest except the first are forgotten.
  static let entriesMax = 100_000

  private var entries: [Int: Entry] = [:]
  private(set) var highest: Int?
  private(set) var lowest: Int?
  /// The first page that came.
  private(set) var beginning: Int?
  /// The most items that a page came with.
  private(set) var receivedMost = 0
  /// The page that came with them first.
  private(set) var largest: Int?

  subscript(page: Int) -> Entry? { entries[page] }

  var isEmpty: Bool { entries.isEmpty }

  /// True when the page that the first request leads to has been visited.
  private(set) var hasStart = false

  var highestWithItems: Int? {
    if let highest, let entry = entries[highest], entry.count > 0 { return highest }
    return entries.filter { $0.value.count > 0 }.keys.max()
  }

  /// The visited pages from the lowest to the highest.
  var inOrder: [(page: Int, entry: Entry)] {
    entries.sorted { $0.key < $1.key }.map { (page: $0.key, entry: $0.value) }
  }

  /// The position of a page: as it was opened, or as its neighbours tell.
  func position(of page: Int) -> Position? {
    entries[page]?.position ?? entries[page - 1]?.next ?? entries[page + 1]?.previous
  }

  /// The position of the page after a page: where that led when it was last visited, which may have
  /// been after the next one. A page that overlaps is where it was requested.
  func position(after page: Int) -> Position? {
    if let entry = entries[page + 1], let place = entry.place, place.overlap > 0 {
      return entry.position
    }
    return entries[page]?.next ?? position(of: page + 1)
  }

  /// The visited page nearest below a page from which one can walk on.
  func nearest(below page: Int) -> Int? {
    guard let highest else { return nil }
    if highest < page { return entries[highest]?.next == nil ? nil : highest }
    return entries.keys.filter { $0 < page }.max()
  }

  mutating func record(_ page: Int, _ entry: Entry) {
    entries[page] = entry
    if entry.position == .start { hasStart = true }
    beginning = beginning ?? page
    if entry.received > receivedMost { (receivedMost, largest) = (entry.received, page) }
    highest = max(highest ?? page, page)
    lowest = min(lowest ?? page, page)
    if entries.count > VisitedPages.entriesMax { forgetOldest() }
  }

  mutating func place(_ page: Int, _ place: Place) { entries[page]?.place = place }

  mutating func remove(after page: Int) {
    entries = entries.filter { $0.key <= page }
    highest = entries.keys.max()
  }

  /// Forgets half of the pages, the lowest but the very first.
  private mutating func forgetOldest() {
    let kept = Set(entries.keys.sorted().suffix(VisitedPages.entriesMax / 2)).union(
      lowest.map { [$0] } ?? [])
    entries = entries.filter { kept.contains($0.key) }
  }
}
