import Synchronization

/// The server's record of each session: the number of its requests, how often a counted fault has
/// struck, and the position of its scroll. The oldest session makes room for a new one.
final class SessionCounters: Sendable {
  /// The counters of one session name.
  private struct Session {
    var requestCount = 0
    var strikes: [String: Int] = [:]
    var scrollIndex = 0
  }

  /// All sessions, and their names in the order in which they make room.
  private struct Table {
    var sessions: [String: Session] = [:]
    var names: [String] = []
  }

  private let table = Mutex(Table())

  private func update<Result: Sendable>(
    _ name: String, _ change: (inout Session) -> Result
  ) -> Result {
    table.withLock { table in
      if table.sessions[name] == nil {
        if table.sessions.count == SampleLimits.sessionsMax {
          table.sessions[table.names.removeFirst()] = nil
        }
        table.names.append(name)
      }
      return change(&table.sessions[name, default: Session()])
    }
  }

  /// Counts a request; its number in the session, from 1.
  func nextRequest(_ session: String) -> Int {
    update(session) {
      $0.requestCount += 1
      return $0.requestCount
    }
  }

  /// Counts a strike of a fault that has a bound: true while the bound is not reached. Nil when
  /// the session counts too many different faults already.
  func strike(_ fault: String, of session: String, count: Int) -> Bool? {
    update(session) { session in
      let strikes = session.strikes[fault] ?? 0
      if strikes == 0, session.strikes.count >= SampleLimits.countedFaultsMax { return nil }
      guard strikes < count else { return false }
      session.strikes[fault] = strikes + 1
      return true
    }
  }

  /// Moves the session's scroll on, from 0 where it begins, up to `indexMax`; gives where it
  /// stood before.
  func scroll(_ session: String, by count: Int, fromStart: Bool, indexMax: Int) -> Int {
    update(session) { session in
      let index = fromStart ? 0 : session.scrollIndex
      session.scrollIndex = min(index + count, indexMax)
      return index
    }
  }

  /// Forgets one session, or all.
  func reset(_ session: String?) {
    table.withLock { table in
      guard let session else { return table = Table() }
      // Its name keeps its place in the order, so that the order stays without gaps.
      if table.sessions[session] != nil { table.sessions[session] = Session() }
    }
  }
}
