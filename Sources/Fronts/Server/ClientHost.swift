import JSON
import RPC
import Sessions
import Synchronization
import Wire

/// The client as sessions see it: gets notifications and requests, each only if the client
/// announced that it accepts them.
final class ClientHost: SessionHost {
  private let connection: RPCConnection
  private let said = Mutex(HostAbilities())

  init(connection: RPCConnection) {
    self.connection = connection
  }

  var abilities: HostAbilities { said.withLock { $0 } }

  func set(_ abilities: HostAbilities) { said.withLock { $0 = abilities } }

  var unsentBytes: Int { connection.unsentBytes }

  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    connection.whenUnsent(below: bytes, action)
  }

  func notify(_ event: PageEvent, of paginatorID: String) {
    guard abilities.notifications else { return }
    connection.notify(event.method, JSONFragments(event.params(of: paginatorID)))
  }

  func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    connection.request("paginator/\(method.rawValue)", params) { result in
      switch result {
      case .success(let (document, slice)): completion(.success(document.value(slice)))
      case .failure(let error): completion(.failure(HostError(detail: error.message)))
      }
    }
  }
}
