import Synchronization

/// A host that takes pages more slowly than they come.
package protocol BackpressureHost: SessionHost {
  var unread: UnreadBytes { get }
}

extension BackpressureHost {
  package var unsentBytes: Int { unread.count }
  package func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    unread.whenFewer(than: bytes, action)
  }
}

/// The bytes that have not been taken yet, and who waits until they are fewer.
package final class UnreadBytes: Sendable {
  private struct State {
    var count = 0
    var waiting: [(below: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  package init() {}

  package var count: Int { state.withLock { $0.count } }

  /// Adds to them; negative ones have been taken.
  package func add(_ bytes: Int) {
    let actions = state.withLock { state in
      state.count += bytes
      let left = state.count
      defer { state.waiting.removeAll { left < $0.below } }
      return state.waiting.filter { left < $0.below }.map(\.action)
    }
    for action in actions { action() }
  }

  /// Runs the action one time: now, or in the call that brings the count below this number of
  /// bytes.
  package func whenFewer(than bytes: Int, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append((bytes, action)) }
    add(0)
  }
}
