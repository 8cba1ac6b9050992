import JSON
import Sessions
import Synchronization

/// The client as one part of a series sees it: it reads slowly while the part's pages wait for
/// their turn, so that the part does not run far ahead.
final class PartHost: SessionHost {
  private struct State {
    var bytes = 0
    var waiting: (below: Int, action: @Sendable () -> Void)?
  }

  private let host: any SessionHost
  private let state = Mutex(State())

  /// The client that is really there.
  init(_ host: any SessionHost) { self.host = host }

  /// A page waits for its turn.
  func hold(_ bytes: Int) { state.withLock { $0.bytes += bytes } }

  /// The page's turn has come. Gives what is to be done then.
  func letGo(_ bytes: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      state.bytes -= bytes
      guard let waiting = state.waiting, state.bytes < waiting.below else { return nil }
      state.waiting = nil
      return waiting.action
    }
  }

  var abilities: HostAbilities { host.abilities }

  var unsentBytes: Int { state.withLock { $0.bytes } }

  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if state.bytes < bytes { return true }
      state.waiting = (bytes, action)
      return false
    }
    if isNow { action() }
  }

  func notify(_ event: PageEvent, of paginatorID: String) { host.notify(event, of: paginatorID) }

  func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    host.request(method, params, completion: completion)
  }
}
