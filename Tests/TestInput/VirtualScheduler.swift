import Synchronization
package import System

/// Clocks that move only when the test says so, and actions that run when their time has come.
package final class VirtualScheduler: Scheduler {
  private struct Entry {
    let id: Int
    let due: Double
    let action: @Sendable () -> Void
  }

  private struct Plan {
    var now = 1_000.0
    var entries: [Entry] = []
    var lastID = 0
  }

  /// 2024-05-01 10:00:00 UTC is the beginning.
  package static let epochAtStart = 1_714_557_600.0

  private let plan = Mutex(Plan())

  package init() {}

  package var monotonicSeconds: Double { plan.withLock { $0.now } }

  package var epochSeconds: Double {
    plan.withLock { $0.now - 1_000 + VirtualScheduler.epochAtStart }
  }

  /// In how many seconds each of the actions is due, the soonest first.
  package var waits: [Double] {
    plan.withLock { plan in plan.entries.map { $0.due - plan.now }.sorted() }
  }

  package func schedule(
    afterSeconds: Double, _ action: @escaping @Sendable () -> Void
  ) -> any Scheduled {
    let id = plan.withLock { plan in
      plan.lastID += 1
      plan.entries.append(Entry(id: plan.lastID, due: plan.now + afterSeconds, action: action))
      return plan.lastID
    }
    return ScheduledAction(scheduler: self, id: id)
  }

  /// Moves the clocks, and runs what is due by then in its order.
  package func advance(_ seconds: Double) {
    let end = plan.withLock { $0.now + seconds }
    while advanceToNext(by: end) {}
    plan.withLock { $0.now = end }
  }

  /// Moves the clocks to the next action and runs it; false: none is due by then.
  package func advanceToNext(by end: Double = .infinity) -> Bool {
    let next = plan.withLock { plan -> Entry? in
      guard let next = plan.entries.filter({ $0.due <= end }).min(by: { $0.due < $1.due }) else {
        return nil
      }
      plan.now = max(plan.now, next.due)
      plan.entries.removeAll { $0.id == next.id }
      return next
    }
    next?.action()
    return next != nil
  }

  fileprivate func cancel(_ id: Int) {
    plan.withLock { plan in plan.entries.removeAll { $0.id == id } }
  }

  private struct ScheduledAction: Scheduled {
    let scheduler: VirtualScheduler
    let id: Int

    func cancel() { scheduler.cancel(id) }
  }
}
