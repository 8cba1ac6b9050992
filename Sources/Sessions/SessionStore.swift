package import JSON
import Synchronization

/// Every open paginator of the process, by id, in the order in which they were opened.
package final class SessionStore: Sendable {
  private struct Shelf {
    var sessions: [String: (order: Int, session: Session)] = [:]
    var lastOrder = 0
    var lastName = 0
  }

  /// How many paginators may be open at once.
  package let sessionsMax: Int
  private let shelf = Mutex(Shelf())

  package init(sessionsMax: Int) {
    self.sessionsMax = sessionsMax
  }

  package subscript(id: String) -> Session? {
    shelf.withLock { $0.sessions[id]?.session }
  }

  /// All sessions in the order in which they were opened.
  package var all: [Session] {
    shelf.withLock { $0.sessions.values.sorted { $0.order < $1.order }.map(\.session) }
  }

  /// Adds a session under an id, or under one that is made up where none is given.
  package func open(
    id: String?, settings: SessionSettings, parameters: JSONObject,
    environment: SessionEnvironment
  ) throws(SessionError) -> Session {
    let result = shelf.withLock { shelf -> Result<Session, SessionError> in
      if let id, shelf.sessions[id] != nil { return .failure(.paginatorExists(id: id)) }
      guard shelf.sessions.count < sessionsMax else {
        return .failure(.limitExceeded(limit: "paginators", maximum: sessionsMax))
      }
      var name = id
      while name == nil {
        shelf.lastName += 1
        let candidate = "p\(shelf.lastName)"
        if shelf.sessions[candidate] == nil { name = candidate }
      }
      let session = Session(
        id: name ?? "", settings: settings, parameters: parameters, environment: environment)
      shelf.lastOrder += 1
      shelf.sessions[session.id] = (shelf.lastOrder, session)
      return .success(session)
    }
    return try result.get()
  }

  /// Closes a session and forgets it.
  package func close(id: String) throws(SessionError) {
    guard let session = shelf.withLock({ $0.sessions.removeValue(forKey: id)?.session }) else {
      throw .paginatorNotFound(id: id)
    }
    session.close()
  }

  /// Cancels every load of every session.
  package func cancelAll() {
    for session in all { _ = session.cancel() }
  }
}
