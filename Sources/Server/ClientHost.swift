import JSON
import RPC
import Sessions
import Synchronization

/// The client as sessions see it: notifications and questions, each only where the client said
/// that it can take them.
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

  func notify(_ event: SessionEvent) {
    guard abilities.notifications else { return }
    let (method, params) = ClientHost.message(event)
    var writer = JSONWriter()
    writer.value(.object(params))
    connection.notify(method, JSONFragments(writer.bytes))
  }

  func extractPage(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    ask("paginator/extractPage", request, completion)
  }

  func fetch(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    ask("paginator/fetch", request, completion)
  }

  func credentials(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    ask("paginator/credentials", request, completion)
  }

  private func ask(
    _ method: String, _ request: JSONFragments,
    _ completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) {
    _ = connection.request(method, request) { result in
      switch result {
      case .success(let (document, slice)): completion(.success(document.value(slice)))
      case .failure(let error): completion(.failure(HostError(detail: error.message)))
      }
    }
  }

  private static func message(_ event: SessionEvent) -> (method: String, params: JSONObject) {
    switch event {
    case .willLoadPage(let id, let page):
      ("paginator/willLoadPage", ["paginatorId": .string(id), "page": .integer(page)])
    case .didLoadPage(let id, let page, let start, let count, let objectCount):
      (
        "paginator/didLoadPage",
        [
          "paginatorId": .string(id), "page": .integer(page), "start": .integer(start),
          "count": .integer(count), "objectCount": objectCount.map(JSONValue.integer) ?? .null,
        ]
      )
    case .didFailPage(let id, let page, let error):
      (
        "paginator/didFailPage",
        ["paginatorId": .string(id), "page": .integer(page), "error": error.rpc(page: page).json]
      )
    case .willRetry(let id, let page, let attempt, let delay, let reason):
      (
        "paginator/willRetry",
        [
          "paginatorId": .string(id), "page": .integer(page), "attempt": .integer(attempt),
          "delaySeconds": .number(JSONNumber(text: "\(delay)")), "reason": .string(reason),
        ]
      )
    }
  }
}

extension RPCError {
  /// The error object as a tree.
  var json: JSONValue {
    guard let document = try? JSONDocument(text) else { return .null }
    return document.value(document.root)
  }
}
