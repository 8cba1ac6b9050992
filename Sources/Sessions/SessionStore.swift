package import JSON
import Synchronization

/// Every open paginator of the process, by id, in the order in which they were opened.
package final class SessionStore: Sendable {
  private struct Entry {
    let order: Int
    let session: Session
    /// About what its settings take.
    var settingsBytes: Int
  }

  private struct Shelf {
    var sessions: [String: Entry] = [:]
    /// Those that only look at an API, without an id of their own.
    var unnamed: [ObjectIdentifier: Session] = [:]
    var lastOrder = 0
    var lastName = 0
    /// Of all entries.
    var settingsBytes = 0
  }

  private let limits: SessionLimits
  private let shelf = Mutex(Shelf())

  package init(_ limits: SessionLimits) { self.limits = limits }

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
    environment: SessionEnvironment, store: (any PageStore)? = nil
  ) throws(SessionError) -> Session {
    let bytes = settings.memoryBytes(parameters)
    let result = shelf.withLock { shelf -> Result<Session, SessionError> in
      if let id, shelf.sessions[id] != nil { return .failure(.paginatorExists(id: id)) }
      guard hasRoom(shelf) else { return .failure(full) }
      guard shelf.settingsBytes + bytes <= limits.settingsBytesMax else {
        return .failure(.limitExceeded(limit: "settingsBytes", maximum: limits.settingsBytesMax))
      }
      var name = id
      while name == nil {
        shelf.lastName += 1
        let candidate = "p\(shelf.lastName)"
        if shelf.sessions[candidate] == nil { name = candidate }
      }
      let session = Session(
        id: name ?? "", settings: settings, parameters: parameters, environment: environment,
        store: store)
      shelf.lastOrder += 1
      shelf.settingsBytes += bytes
      shelf.sessions[session.id] = Entry(
        order: shelf.lastOrder, session: session, settingsBytes: bytes)
      return .success(session)
    }
    return try result.get()
  }

  /// Adds a session that has no id of its own and is in no list: it takes the place of an open one,
  /// and is cancelled with them, until it is removed.
  package func openUnnamed(
    settings: SessionSettings, parameters: JSONObject, environment: SessionEnvironment
  ) throws(SessionError) -> Session {
    let result = shelf.withLock { shelf -> Result<Session, SessionError> in
      guard hasRoom(shelf) else { return .failure(full) }
      let session = Session(
        id: "detect", settings: settings, parameters: parameters, environment: environment)
      shelf.unnamed[ObjectIdentifier(session)] = session
      return .success(session)
    }
    return try result.get()
  }

  /// Forgets a session without an id.
  package func remove(unnamed session: Session) {
    shelf.withLock { shelf in _ = shelf.unnamed.removeValue(forKey: ObjectIdentifier(session)) }
  }

  private func hasRoom(_ shelf: Shelf) -> Bool {
    shelf.sessions.count + shelf.unnamed.count < limits.paginatorsMax
  }

  private var full: SessionError {
    .limitExceeded(limit: "paginators", maximum: limits.paginatorsMax)
  }

  /// Closes a session and forgets it. The completion is that of ``Session/close(_:)``.
  package func close(
    id: String, _ completion: @escaping @Sendable (SessionError?) -> Void = { _ in }
  ) throws(SessionError) {
    let entry = shelf.withLock { shelf in
      let entry = shelf.sessions.removeValue(forKey: id)
      shelf.settingsBytes -= entry?.settingsBytes ?? 0
      return entry
    }
    guard let entry else { throw .paginatorNotFound(id: id) }
    entry.session.close(completion)
  }

  /// Gives a session other settings.
  package func configure(
    _ session: Session, _ settings: SessionSettings, parameters: JSONObject
  ) throws(SessionError) -> SessionSnapshot {
    let bytes = settings.memoryBytes(parameters)
    let fits = shelf.withLock { shelf in
      guard let former = shelf.sessions[session.id]?.settingsBytes else { return true }
      guard shelf.settingsBytes + bytes - former <= limits.settingsBytesMax else { return false }
      shelf.sessions[session.id]?.settingsBytes = bytes
      shelf.settingsBytes += bytes - former
      return true
    }
    guard fits else {
      throw .limitExceeded(limit: "settingsBytes", maximum: limits.settingsBytesMax)
    }
    return session.configure(settings, parameters: parameters)
  }

  /// Cancels every load of every session.
  package func cancelAll() {
    let unnamed = shelf.withLock { Array($0.unnamed.values) }
    for session in all + unnamed { _ = session.cancel() }
  }

  /// No load comes any more: no session requests pages ahead.
  package func endReadAhead() {
    for session in all { session.endReadAhead() }
  }

  /// Closes every session and forgets it. The completion is called once, when the last one's store
  /// has ended.
  package func closeAll(_ completion: @escaping @Sendable () -> Void) {
    let sessions = all
    for session in shelf.withLock({ Array($0.unnamed.values) }) { _ = session.cancel() }
    shelf.withLock { shelf in
      shelf.sessions = [:]
      shelf.settingsBytes = 0
    }
    let count = Countdown(sessions.count + 1, completion)
    for session in sessions { session.close { _ in count.step() } }
    count.step()
  }
}

/// Calls a closure when so many things are done.
private final class Countdown: Sendable {
  private let left: Mutex<Int>
  private let completion: @Sendable () -> Void

  init(_ count: Int, _ completion: @escaping @Sendable () -> Void) {
    left = Mutex(count)
    self.completion = completion
  }

  func step() {
    let isLast = left.withLock { left in
      left -= 1
      return left == 0
    }
    if isLast { completion() }
  }
}
