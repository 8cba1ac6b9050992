import Synchronization
import System

/// Kills children that take too long, so that whoever reads from them goes on.
final class Watchdog: Sendable {
  static let shared = Watchdog()

  /// The children that run, with the time at which they must have ended, and those that had not;
  /// guarded by the mutex, which is also held while one of them is reaped.
  private struct Children {
    var deadlines: [Int32: Double] = [:]
    var overdue: Set<Int32> = []
    var isWatching = false
  }

  private static let checkSeconds = 0.2
  private let children = Mutex(Children())

  /// Gives a child so many seconds.
  func watch(_ pid: Int32, secondsMax: Int) throws(BenchmarkError) {
    let deadline = Clock.wallSeconds + Double(secondsMax)
    let mustStart = children.withLock { children in
      children.overdue.remove(pid)
      children.deadlines[pid] = deadline
      defer { children.isWatching = true }
      return !children.isWatching
    }
    if mustStart {
      _ = try BenchmarkError.calling("pthread_create") { () throws(SystemError) in
        try Thread { self.patrol() }
      }
    }
  }

  /// Whether the child was killed for being too slow.
  func wasOverdue(_ pid: Int32) -> Bool {
    children.withLock { $0.overdue.contains(pid) }
  }

  /// Forgets a child that the caller is about to reap: its id may soon be another's.
  func forget(_ pid: Int32) {
    _ = children.withLock { $0.deadlines.removeValue(forKey: pid) }
  }

  private func patrol() {
    while true {
      Clock.sleep(Self.checkSeconds)
      let now = Clock.wallSeconds
      children.withLock { children in
        for (pid, deadline) in children.deadlines where deadline < now {
          children.deadlines[pid] = nil
          children.overdue.insert(pid)
          Process.end(pid)
        }
      }
    }
  }
}
