import Sessions
import Synchronization

/// Every open series of the process, by the id of its paginator.
package final class SeriesStore: Sendable {
  private let series = Mutex<[String: ItemSeries]>([:])

  /// No series yet.
  package init() {}

  package subscript(id: String) -> ItemSeries? { series.withLock { $0[id] } }

  /// Takes in a series under the id of its base session.
  package func add(_ one: ItemSeries) { series.withLock { $0[one.base.id] = one } }

  /// Cancels and removes the series with that id. Returns it, or nil if there is none.
  package func remove(id: String) -> ItemSeries? {
    let one = series.withLock { $0.removeValue(forKey: id) }
    one?.cancel()
    return one
  }

  /// Cancels every series and forgets it. The completion is called when all that waited for one is
  /// answered.
  package func removeAll(_ completion: @escaping @Sendable () -> Void) {
    let all = series.withLock { series in
      defer { series = [:] }
      return Array(series.values)
    }
    let count = Countdown(all.count + 1, completion)
    for one in all { one.cancel(count.step) }
    count.step()
  }
}

/// Calls a closure when this many things are done.
private final class Countdown: Sendable {
  private let left: Mutex<Int>
  private let completion: @Sendable () -> Void

  /// `count`: at least one.
  init(_ count: Int, _ completion: @escaping @Sendable () -> Void) {
    left = Mutex(count)
    self.completion = completion
  }

  /// One of them is done.
  func step() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { completion() }
  }
}
