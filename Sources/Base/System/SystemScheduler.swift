/// The system's clocks, and one thread that runs actions when their time has come. The thread is
/// started by the first action and sleeps until the next one is due.
package final class SystemScheduler: Scheduler {
  /// An action with its time on the monotonic clock.
  private struct Entry {
    let id: Int
    let due: Double
    let action: @Sendable () -> Void
  }

  private struct Plan {
    private var entries: [Entry] = []
    private var lastID = 0
    private var hasThread = false

    /// Plans an action; returns its number.
    mutating func add(due: Double, _ action: @escaping @Sendable () -> Void) -> Int {
      lastID += 1
      entries.append(Entry(id: lastID, due: due, action: action))
      return lastID
    }

    mutating func remove(_ id: Int) { entries.removeAll { $0.id == id } }

    /// Starts the thread once. Where the system has no thread left, the next action tries again.
    mutating func startThread(_ body: @escaping @Sendable () -> Void) {
      if !hasThread { hasThread = (try? Thread(body)) != nil }
    }

    /// The time when the first entry is due; nil if there is none.
    var earliest: Double? { entries.map(\.due).min() }

    /// Removes and returns the due entries in their order; nil if there are none.
    mutating func takeDue(now: Double) -> [Entry]? {
      let due = entries.filter { $0.due <= now }.sorted { $0.due < $1.due }
      guard !due.isEmpty else { return nil }
      entries.removeAll { $0.due <= now }
      return due
    }
  }

  /// Guards the entries; a new one wakes the thread.
  private let plan = Guarded(Plan())

  package let waits: Bool

  /// `waits`: false where responses come from a recording.
  package init(waits: Bool = true) {
    self.waits = waits
  }

  package var monotonicSeconds: Double { SystemClock.monotonicSeconds }

  package var epochSeconds: Double { SystemClock.epochSeconds }

  package func schedule(
    afterSeconds: Double, _ action: @escaping @Sendable () -> Void
  ) -> any Scheduled {
    let due = monotonicSeconds + (waits ? max(0, afterSeconds) : 0)
    let id = plan.withLock { plan in
      plan.startThread { self.run() }
      return plan.add(due: due, action)
    }
    plan.notify()
    return ScheduledAction(scheduler: self, id: id)
  }

  fileprivate func cancel(_ id: Int) {
    plan.withLock { $0.remove(id) }
  }

  /// Runs what is due, and sleeps; never ends, as the process does.
  private func run() {
    while true {
      let earliest = plan.withLock { $0.earliest }
      let until = earliest ?? monotonicSeconds + SystemScheduler.restSecondsMax
      let due = plan.wait(until: until) { plan -> [Entry]? in
        if let due = plan.takeDue(now: monotonicSeconds) { return due }
        // An earlier action was added: wait again with its deadline.
        return plan.earliest.map { $0 < until } == true ? [] : nil
      }
      for entry in due ?? [] { entry.action() }
    }
  }

  /// The longest rest of the thread in seconds while nothing is planned; a new action wakes it.
  private static let restSecondsMax = 3_600.0
}

/// An action scheduled with `SystemScheduler`.
private struct ScheduledAction: Scheduled {
  let scheduler: SystemScheduler
  let id: Int

  func cancel() { scheduler.cancel(id) }
}
