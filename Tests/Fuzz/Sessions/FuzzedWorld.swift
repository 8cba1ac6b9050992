import HTTP
import JSON
import Sessions
import Synchronization
import TestInput

/// What a session needs of the world, with a clock that moves from one appointment to the next.
final class FuzzedWorld: SessionHost {
  let client = FuzzedClient()
  private let scheduler = VirtualScheduler()

  var environment: SessionEnvironment {
    SessionEnvironment(
      client: client, scheduler: scheduler, random: { 0.5 }, host: self,
      runInBackground: { $0() })
  }

  /// Moves the clock to the next appointment and keeps it; false: there is none.
  func advance() -> Bool { scheduler.advanceToNext() }

  /// Forgets what was requested and not answered, which holds the session that holds this world.
  func end() { _ = client.takeWaiting() }

  // MARK: SessionHost

  var abilities: HostAbilities { HostAbilities() }

  var unsentBytes: Int { 0 }

  func notify(_ event: PageEvent, of paginatorID: String) {}

  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) { action() }

  func request(
    _ method: ClientMethod, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<JSONValue, HostError>) -> Void
  ) { completion(.failure(HostError(detail: "no such client"))) }
}

/// Counts how often each of several calls is completed.
final class Completions: Sendable {
  private let counts = Mutex<[Int]>([])

  /// Expects one more completion; its number.
  func expect() -> Int {
    counts.withLock { counts in
      counts.append(0)
      return counts.count - 1
    }
  }

  func complete(_ number: Int) { counts.withLock { $0[number] += 1 } }

  /// The numbers of those that were not completed exactly once.
  var wrong: [(number: Int, count: Int)] {
    counts.withLock { counts in
      counts.enumerated().filter { $0.element != 1 }.map { ($0.offset, $0.element) }
    }
  }

  var areAllDone: Bool { counts.withLock { $0.allSatisfy { $0 > 0 } } }
}
