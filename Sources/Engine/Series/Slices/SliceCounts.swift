import HTTP
import Synchronization

/// Counts the requests of all parts.
final class RequestCount: Sendable {
  private let sent: Atomic<Int>

  /// Counts from this many on.
  init(_ sent: Int = 0) { self.sent = Atomic(sent) }

  var value: Int { sent.load(ordering: .relaxed) }

  fileprivate func add() { sent.wrappingAdd(1, ordering: .relaxed) }
}

/// Counts what passes on its way to another client.
struct CountedClient: HTTPClient {
  let next: any HTTPClient
  let count: RequestCount

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer {
    count.add()
    return next.send(request, completion: completion)
  }
}
