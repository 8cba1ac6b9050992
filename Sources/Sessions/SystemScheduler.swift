import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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
    var entries: [Entry] = []
    var lastID = 0
    var hasThread = false
  }

  private let plan = Mutex(Plan())
  private let alarm = Alarm()

  package init() {}

  package var monotonicSeconds: Double { SystemScheduler.seconds(CLOCK_MONOTONIC) }

  package var epochSeconds: Double { SystemScheduler.seconds(CLOCK_REALTIME) }

  package func schedule(
    afterSeconds: Double, _ action: @escaping @Sendable () -> Void
  ) -> any Scheduled {
    let due = monotonicSeconds + max(0, afterSeconds)
    let (id, needsThread) = plan.withLock { plan in
      plan.lastID += 1
      plan.entries.append(Entry(id: plan.lastID, due: due, action: action))
      let needsThread = !plan.hasThread
      plan.hasThread = true
      return (plan.lastID, needsThread)
    }
    if needsThread { startThread() } else { alarm.ring() }
    return Appointment(scheduler: self, id: id)
  }

  fileprivate func cancel(_ id: Int) {
    plan.withLock { plan in plan.entries.removeAll { $0.id == id } }
  }

  /// Runs what is due, and sleeps; never ends, as the process does.
  private func run() {
    while true {
      let now = monotonicSeconds
      let (due, next) = plan.withLock { plan in
        let due = plan.entries.filter { $0.due <= now }.sorted { $0.due < $1.due }
        plan.entries.removeAll { $0.due <= now }
        return (due, plan.entries.map(\.due).min())
      }
      for entry in due { entry.action() }
      alarm.wait(seconds: next.map { max(0, $0 - monotonicSeconds) })
    }
  }

  private func startThread() {
    Thread.start { [self] in run() }
  }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }
}

/// A scheduled action of the system's scheduler.
private struct Appointment: Scheduled {
  let scheduler: SystemScheduler
  let id: Int

  func cancel() { scheduler.cancel(id) }
}
