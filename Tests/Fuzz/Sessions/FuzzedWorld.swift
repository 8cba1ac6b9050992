import HTTP
import JSON
import Sessions
import Synchronization

/// What a session needs of the world, with a clock that moves from one appointment to the next.
final class FuzzedWorld: Scheduler, SessionHost {
  private struct Entry {
    let id: Int
    let due: Double
    let action: @Sendable () -> Void
  }

  private struct Plan {
    var now = 1_000.0
    var entries: [Entry] = []
    var lastID = 0
  }

  let client = FuzzedClient()
  private let plan = Mutex(Plan())

  var environment: SessionEnvironment {
    SessionEnvironment(
      client: client, scheduler: self, random: { 0.5 }, host: self, runInBackground: { $0() })
  }

  // MARK: Scheduler

  var monotonicSeconds: Double { plan.withLock { $0.now } }

  var epochSeconds: Double { monotonicSeconds + 1_714_557_600 }

  func schedule(
    afterSeconds: Double, _ action: @escaping @Sendable () -> Void
  ) -> any Scheduled {
    let id = plan.withLock { plan in
      plan.lastID += 1
      plan.entries.append(Entry(id: plan.lastID, due: plan.now + afterSeconds, action: action))
      return plan.lastID
    }
    return Appointment(world: self, id: id)
  }

  /// Moves the clock to the next appointment and keeps it; false: there is none.
  func advance() -> Bool {
    let next = plan.withLock { plan -> Entry? in
      guard let next = plan.entries.min(by: { $0.due < $1.due }) else { return nil }
      plan.now = max(plan.now, next.due)
      plan.entries.removeAll { $0.id == next.id }
      return next
    }
    next?.action()
    return next != nil
  }

  private func cancel(_ id: Int) {
    plan.withLock { plan in plan.entries.removeAll { $0.id == id } }
  }

  private struct Appointment: Scheduled {
    let world: FuzzedWorld
    let id: Int

    func cancel() { world.cancel(id) }
  }

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
