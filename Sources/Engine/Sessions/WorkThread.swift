import Synchronization
import System

/// Runs what takes its time, one after the other, on a thread of its own, so that neither the
/// reader nor the engine waits for it. The thread ends when there is nothing left to do.
package final class WorkThread: Sendable {
  private struct Queue {
    var waiting: [@Sendable () -> Void] = []
    var hasThread = false
  }

  /// Guards the queue; held for a few instructions, or to start the thread.
  private let queue = Mutex(Queue())

  package init() {}

  /// Runs an action once; inside this call only where the system has no thread left. Each belongs
  /// to a request under way, so that no more wait than these.
  package func run(_ action: @escaping @Sendable () -> Void) {
    let isQueued = queue.withLock { queue in
      if !queue.hasThread { queue.hasThread = (try? Thread { self.work() }) != nil }
      if queue.hasThread { queue.waiting.append(action) }
      return queue.hasThread
    }
    if !isQueued { action() }
  }

  private func work() {
    while let action = next() { action() }
  }

  private func next() -> (@Sendable () -> Void)? {
    queue.withLock { queue in
      queue.hasThread = !queue.waiting.isEmpty
      return queue.waiting.isEmpty ? nil : queue.waiting.removeFirst()
    }
  }
}
