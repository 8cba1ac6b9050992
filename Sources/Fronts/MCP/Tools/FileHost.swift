import Sessions
import Synchronization

/// The client as sessions see it: one that answers nothing, and is as slow as files are written.
final class FileHost: SessionHost {
  private struct State {
    var bytes = 0
    var waiting: [(below: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  /// Adds to the bytes of pages that are on their way to files; negative ones have been written.
  func add(_ bytes: Int) {
    let actions = state.withLock { state in
      state.bytes += bytes
      let left = state.bytes
      defer { state.waiting.removeAll { left < $0.below } }
      return state.waiting.filter { left < $0.below }.map(\.action)
    }
    for action in actions { action() }
  }

  var unsentBytes: Int { state.withLock { $0.bytes } }

  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append((bytes, action)) }
    add(0)
  }
}
