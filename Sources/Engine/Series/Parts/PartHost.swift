import JSON
import Sessions

/// The client as one part of a series sees it: it reads slowly while the part's pages wait for
/// their turn, so that the part does not run far ahead.
final class PartHost: SlowHost {
  private let host: any SessionHost
  /// Of pages that wait for their turn.
  let unread = UnreadBytes()

  /// The client that is really there.
  init(_ host: any SessionHost) { self.host = host }

  var abilities: HostAbilities { host.abilities }

  func notify(_ event: PageEvent, of paginatorID: String) { host.notify(event, of: paginatorID) }

  func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    host.request(method, params, completion: completion)
  }
}
