import JSON
import Sessions
import Synchronization

/// The client as sessions see it: one that can answer nothing, and is as slow as files are written.
final class FileHost: SessionHost {
  private struct State {
    var bytes = 0
    var waiting: [(below: Int, action: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  /// A page is on its way to a file.
  func take(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

  /// A page has been written.
  func letGo(_ bytes: Int) {
    let actions = state.withLock { state in
      state.bytes -= bytes
      let left = state.bytes
      defer { state.waiting.removeAll { left < $0.below } }
      return state.waiting.filter { left < $0.below }.map(\.action)
    }
    for action in actions { action() }
  }

  var abilities: HostAbilities { HostAbilities() }

  var unsentBytes: Int { state.withLock { $0.bytes } }

  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if state.bytes < bytes { return true }
      state.waiting.append((bytes, action))
      return false
    }
    if isNow { action() }
  }

  func notify(_ event: SessionEvent) {}

  func extractPage(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    completion(.failure(FileHost.noClient))
  }

  func fetch(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    completion(.failure(FileHost.noClient))
  }

  func credentials(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    completion(.failure(FileHost.noClient))
  }

  private static let noClient = HostError(detail: "no client answers questions")
}
