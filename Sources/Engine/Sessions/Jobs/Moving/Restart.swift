import Pagination

/// A walk that reads its list again from the beginning, as its position has expired, and delivers
/// only what was not delivered before.
///
///     pages 1 and 2: 1 2 | 3 4, page 3: 410
///     page 1 again: 1 2 9              1 and 2 are skipped, 9 is delivered
///     page 2 again: 3 4                skipped; what follows the item 4 was not delivered yet
///
/// Where an earlier process has delivered items that are not known here, everything up to the ones that
/// it delivered last is skipped.
struct Restart: Sendable {
  /// The error of the position, and its page.
  let error: SessionError
  let page: Int
  /// The items that were delivered before.
  private let memory: ItemMemory
  /// Those that were delivered last, the last one at the end.
  private let latest: [UInt64]
  /// True until the place comes that was delivered last, where the items before it are not known.
  private var isSeeking: Bool
  private var hasSeenLatest = false
  /// True once that place has come, or what follows it where the last item is gone.
  private(set) var hasReachedPlace = false
  private(set) var skipped = 0
  /// The doubts of the walk about items that it delivered twice.
  let doubts: [PageWarning]

  /// Remembers the items delivered so far; nil if they cannot be told apart. `takerKnowsAll`: true
  /// when the consumer of the items recognizes each repeated one.
  init?(
    _ error: SessionError, page: Int, _ collection: PagedList, takerKnowsAll: Bool
  ) {
    let cursor = collection.cursor
    let taken = collection.bookmark.checkpoint?.taken.digests ?? []
    var memory = cursor.memory
    guard takerKnowsAll || memory.tellsApart else { return nil }
    memory.add(taken)
    latest = taken.isEmpty ? memory.stored(without: 0) : taken
    isSeeking = cursor.first != collection.openingPage && !takerKnowsAll
    if isSeeking, latest.isEmpty { return nil }
    self.error = error
    self.page = page
    self.memory = memory
    doubts = cursor.tally.doubts.filter(\.isOfRepetition)
  }

  /// True when nothing has come that shows what was delivered before.
  var isLost: Bool { isSeeking && !hasSeenLatest }

  /// The items of a page that were not delivered before, by their digests; nil: all.
  func new(_ digests: [UInt64]) -> Set<UInt64>? {
    guard isSeeking else {
      guard digests.contains(where: memory.contains) else { return nil }
      return Set(digests.filter { !memory.contains($0) })
    }
    guard let last = digests.lastIndex(where: memory.contains) else {
      return hasSeenLatest ? nil : []
    }
    return Set(digests[(last + 1)...])
  }

  /// Takes in the items of a page, of which some were skipped.
  mutating func take(_ digests: [UInt64], skipped: Int) {
    self.skipped += skipped
    if let place = digests.lastIndex(where: latest.contains) {
      hasSeenLatest = true
      // Where only the last one is missing, it is gone.
      let missing = latest.drop { $0 != digests[place] }.count - 1
      let isFollowed = digests[(place + 1)...].contains { !memory.contains($0) }
      if missing == 0 || missing == 1 && isFollowed { hasReachedPlace = true }
    } else if hasSeenLatest, digests.contains(where: { !memory.contains($0) }) {
      hasReachedPlace = true
    }
    if hasReachedPlace { isSeeking = false }
  }
}
