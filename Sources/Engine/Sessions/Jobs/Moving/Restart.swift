import Pagination

/// A walk that reads its list again from the beginning, as its position has expired, and delivers
/// only what was not delivered before.
///
///     pages 1 and 2: 1 2 | 3 4, page 3: 410
///     page 1 again: 1 2 9              1 and 2 are skipped, 9 is delivered
///     page 2 again: 3 4                skipped; what follows the item 4 was not delivered yet
///
/// Where an earlier process has delivered items that are not known here, everything up to the first
/// known one is skipped.
struct Restart: Sendable {
  /// The error of the position, and its page.
  let error: SessionError
  let page: Int
  /// The items that were delivered before.
  private let memory: ItemMemory
  /// The one that was delivered last.
  private let last: UInt64?
  /// True until an item comes that was delivered before, where those before it are not known.
  private(set) var isSeeking: Bool
  /// True once the item has come that was delivered last.
  private(set) var hasReachedPlace = false
  private(set) var skipped = 0

  /// The items that this has delivered up to now: nil where they cannot be told apart.
  /// `takerKnowsAll`: whoever takes the items knows each that came before.
  init?(
    _ error: SessionError, page: Int, _ collection: RemoteCollection, takerKnowsAll: Bool
  ) {
    let (cursor, checkpoint) = (collection.cursor, collection.bookmark.checkpoint)
    var memory = cursor.memory
    guard takerKnowsAll || memory.tellsApart else { return nil }
    memory.add(checkpoint?.digestsTaken ?? [])
    last = checkpoint?.digestsTaken.last ?? memory.last
    isSeeking = cursor.first != collection.openingPage && !takerKnowsAll
    if isSeeking, last == nil { return nil }
    self.error = error
    self.page = page
    self.memory = memory
  }

  /// The items of a page that were not delivered before, by their digests; nil: all.
  func new(_ digests: [UInt64]) -> Set<UInt64>? {
    let first = digests.firstIndex(where: memory.contains)
    if first == nil { return isSeeking ? [] : nil }
    let unknown = isSeeking ? digests[(first ?? 0)...] : digests[...]
    return Set(unknown.filter { !memory.contains($0) })
  }

  /// Takes in the items of a page, of which some were skipped.
  mutating func take(_ digests: [UInt64], skipped: Int) {
    self.skipped += skipped
    if isSeeking { isSeeking = !digests.contains(where: memory.contains) }
    if let last, digests.contains(last) { hasReachedPlace = true }
  }
}
