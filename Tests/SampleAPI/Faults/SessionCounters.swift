import Synchronization

/// The server's record of each session: the number of its requests, and how often a counted fault has
/// struck.
final class SessionCounters: Sendable {
  private struct Session {
    var requestCount = 0
    var strikes: [String: Int] = [:]
  }

  private let sessions = Mutex<[String: Session]>([:])

  /// Counts a request; its number in the session, from 1.
  func nextRequest(_ session: String) -> Int {
    sessions.withLock { sessions in
      sessions[session, default: Session()].requestCount += 1
      return sessions[session]?.requestCount ?? 0
    }
  }

  /// Counts a strike of a fault that has a bound: true while the bound is not reached.
  func strike(_ fault: String, of session: String, count: Int) -> Bool {
    sessions.withLock { sessions in
      let strikes = sessions[session]?.strikes[fault] ?? 0
      sessions[session, default: Session()].strikes[fault] = strikes + 1
      return strikes < count
    }
  }
}
