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

  /// Cancels a series and forgets it, where there is one.
  package func remove(id: String) {
    series.withLock { $0.removeValue(forKey: id) }?.cancel()
  }

  /// Cancels every series and forgets it.
  package func removeAll() {
    let all = series.withLock { series in
      defer { series = [:] }
      return Array(series.values)
    }
    for one in all { one.cancel() }
  }
}
