import JSON
import Sessions

/// The client as one part of a series sees it: it reads slowly while the part's pages wait for
/// their turn, so that the part does not run far ahead.
final class PartHost: BackpressureHost {
  private let host: any SessionHost
  /// Of pages that wait for their turn.
  let unread: UnreadBytes
  /// Hands an event on in its turn, unless the part is of no use any more.
  private let tell: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// The client that is really there.
  init(
    _ host: any SessionHost, unread: UnreadBytes,
    tell: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.host = host
    self.unread = unread
    self.tell = tell
  }

  var abilities: HostAbilities { host.abilities }

  func notify(_ event: PageEvent, of paginatorID: String) {
    guard abilities.notifications else { return }
    tell { [host] in host.notify(event, of: paginatorID) }
  }

  func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    host.request(method, params, completion: completion)
  }
}
