package import HTTP
package import JSON

/// What sessions need of the world: chosen by the executable, scripted in tests.
package struct SessionEnvironment: Sendable {
  package let client: any HTTPClient
  package let scheduler: any Scheduler
  /// A number from 0 up to, but without, 1.
  package let random: @Sendable () -> Double
  package let host: any SessionHost
  package let gate: RateGate

  package init(
    client: any HTTPClient, scheduler: any Scheduler, random: @escaping @Sendable () -> Double,
    host: any SessionHost, gate: RateGate = RateGate()
  ) {
    self.gate = gate
    self.client = client
    self.scheduler = scheduler
    self.random = random
    self.host = host
  }
}

/// Clocks, and actions at a later time.
package protocol Scheduler: Sendable {
  /// Seconds of a clock that never goes back.
  var monotonicSeconds: Double { get }
  /// Seconds since 1970-01-01 00:00:00 UTC.
  var epochSeconds: Double { get }
  /// Runs an action once, on any thread, never inside this call.
  func schedule(afterSeconds: Double, _ action: @escaping @Sendable () -> Void) -> any Scheduled
}

/// An action that waits for its time.
package protocol Scheduled: Sendable {
  /// Keeps the action from running, unless it has begun.
  func cancel()
}

/// The client on the other side of the wire, as sessions see it. Calls return at once.
package protocol SessionHost: Sendable {
  /// What the client said that it can answer.
  var abilities: HostAbilities { get }
  func notify(_ event: SessionEvent)
  /// Bytes of messages that wait for the client to read.
  var unsentBytes: Int { get }
  /// Runs the action once when fewer bytes than that wait; on any thread, or at once.
  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void)
  /// Asks for the positions beside a page; the answer is the result's JSON, or why there is none.
  func extractPage(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  )
  func fetch(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  )
  func credentials(
    _ request: JSONFragments, completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  )
}

/// What a client can answer.
package struct HostAbilities: Sendable, Equatable {
  package var notifications = false
  package var extractPage = false
  package var fetch = false
  package var credentials = false

  package init() {}
}

/// The client did not answer a question of the server's.
package struct HostError: Error, Sendable, Equatable {
  package let detail: String

  package init(detail: String) { self.detail = detail }
}

/// Something that a client is told while it happens.
package enum SessionEvent: Sendable {
  case willLoadPage(paginatorID: String, page: Int)
  case didLoadPage(paginatorID: String, page: Int, start: Int, count: Int, objectCount: Int?)
  case didFailPage(paginatorID: String, page: Int, error: SessionError)
  case willRetry(
    paginatorID: String, page: Int, attempt: Int, delaySeconds: Double, reason: String)
}
