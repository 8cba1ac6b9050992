import JSON
import Pagination
import Sessions
import Text

/// The items of a series that were read, and whose parts have not begun.
struct ItemQueue: Sendable {
  /// The result of a step of the source.
  enum Outcome {
    case none
    /// All items that are done were read again, and are the same ones.
    case skipped(Fingerprint)
    /// They are others.
    case mismatch
    case end(Verdict)
    case failed(LoadFailure)
  }

  /// Items that were read so far.
  private(set) var read = 0
  /// Counts the beginnings: what was requested before one is of no use.
  private(set) var generation: Int
  var isReading = false
  private var waiting: [JSONValue] = []
  private var first = 0
  private var hasEnded = false
  /// Items that are done, how many of them are still to be skipped, and what all of them must be
  /// known by.
  private var done = 0
  private var skips = 0
  private var expected: UInt64 = 0
  private var seen = Fingerprint()

  init(generation: Int = 0) { self.generation = generation }

  var isEmpty: Bool { first == waiting.count }

  var mayRead: Bool { !isReading && !hasEnded }

  /// No item is left.
  var isAtEnd: Bool { isEmpty && hasEnded && !isReading }

  /// The fingerprint of the items that are done, until they have been read again; nil afterwards.
  var awaited: UInt64? { skips > 0 ? expected : nil }

  /// This many items are done: they are read again and compared.
  mutating func skip(_ count: Int, fingerprint: UInt64) {
    done = count
    skips = count
    expected = fingerprint
  }

  /// The source begins again: what is done is compared again.
  mutating func restart() {
    var queue = ItemQueue(generation: generation + 1)
    queue.skip(done, fingerprint: expected)
    self = queue
  }

  mutating func next() -> JSONValue? {
    guard first < waiting.count else { return nil }
    defer {
      first += 1
      if first == waiting.count {
        waiting.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return waiting[first]
  }

  /// Items whose parts were given up come again.
  mutating func requeue(_ items: [JSONValue]) {
    waiting = items + waiting[first...]
    first = 0
  }

  mutating func take(_ step: SourceStep) -> Outcome {
    isReading = false
    switch step {
    case .end(let verdict):
      hasEnded = true
      return skips > 0 ? .mismatch : .end(verdict)
    case .failed(let failure):
      hasEnded = read > 0
      return .failed(failure)
    case .items(let items):
      read += items.count
      let skipped = min(skips, items.count)
      for item in items.prefix(skipped) { seen.add(item.bytes) }
      skips -= skipped
      waiting += items.dropFirst(skipped)
      guard skipped > 0, skips == 0 else { return .none }
      return seen.value == expected ? .skipped(seen) : .mismatch
    }
  }
}
