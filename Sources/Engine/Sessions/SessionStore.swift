package import JSON
import Recording
import Synchronization

/// Every open paginator of the process, by id, in the order in which they were opened.
package final class SessionStore: Sendable {
  fileprivate struct Entry {
    let list: any WalkableList
    /// About what its settings take.
    var settingsBytes: Int
  }

  fileprivate struct OpenSessions {
    /// The index of each session in `entries`, by id.
    var places: [String: Int] = [:]
    /// In the order in which they were opened; nil where one was closed.
    var entries: [Entry?] = []
    /// Those that only look at an API, without an id of their own.
    var unnamed: [ObjectIdentifier: Session] = [:]
    var lastName = 0
    /// Of all entries.
    var settingsBytes = 0
    /// The number of sessions that are closing: not all is answered, or stored.
    var closing = 0
    /// Actions to call once no session is closing.
    var waiters: [@Sendable () -> Void] = []
  }

  private let limits: SessionLimits
  private let sessions = Mutex(OpenSessions())

  /// The number of places of closed sessions that are kept, in addition to one for each open
  /// session.
  fileprivate static let gapsMax = 64

  package init(_ limits: SessionLimits) { self.limits = limits }

  /// The session with this id; nil for an unknown id and for a series.
  package subscript(id: String) -> Session? { list(id) as? Session }

  package func list(_ id: String) -> (any WalkableList)? {
    sessions.withLock { sessions in sessions.places[id].flatMap { sessions.entries[$0]?.list } }
  }

  /// All lists in the order in which they were opened.
  package var all: [any WalkableList] {
    sessions.withLock { $0.entries.compactMap { $0?.list } }
  }

  /// Adds a list under an id, or under one that is made up where none is given: the session of these
  /// settings, or what `making` makes of it.
  package func open(
    id: String?, settings: SessionSettings, parameters: JSONObject,
    environment: SessionEnvironment, store: (any PageStore)? = nil,
    making: (Session) -> any WalkableList = { $0 }
  ) throws(SessionError) -> Session {
    let bytes = settings.memoryBytes(parameters)
    return try sessions.withLock { sessions throws(SessionError) in
      if let id, sessions.places[id] != nil { throw .paginatorExists(id: id) }
      try checkRoom(sessions)
      try check(settingsBytes: sessions.settingsBytes + bytes)
      var name = id
      while name == nil {
        sessions.lastName += 1
        let candidate = "p\(sessions.lastName)"
        if sessions.places[candidate] == nil { name = candidate }
      }
      let session = Session(
        id: name ?? "", settings: settings, parameters: parameters, environment: environment,
        store: store, log: RequestLog())
      sessions.add(Entry(list: making(session), settingsBytes: bytes))
      return session
    }
  }

  /// Adds a session that has no id of its own and is in no list: it takes the place of an open one,
  /// and is cancelled with them, until it is removed.
  package func openUnnamed(
    settings: SessionSettings, parameters: JSONObject, environment: SessionEnvironment
  ) throws(SessionError) -> Session {
    try sessions.withLock { sessions throws(SessionError) in
      try checkRoom(sessions)
      let session = Session(
        id: "detect", settings: settings, parameters: parameters, environment: environment)
      sessions.unnamed[ObjectIdentifier(session)] = session
      return session
    }
  }

  /// Forgets a session without an id.
  package func remove(unnamed session: Session) {
    sessions.withLock { sessions in
      _ = sessions.unnamed.removeValue(forKey: ObjectIdentifier(session))
    }
  }

  private func checkRoom(_ sessions: OpenSessions) throws(SessionError) {
    guard sessions.places.count + sessions.unnamed.count < limits.paginatorsMax else {
      throw .limitExceeded(limit: .paginators, maximum: limits.paginatorsMax)
    }
  }

  private func check(settingsBytes: Int) throws(SessionError) {
    guard settingsBytes <= limits.settingsBytesMax else {
      throw .limitExceeded(limit: .settingsBytes, maximum: limits.settingsBytesMax)
    }
  }

  /// Closes a session and forgets it. The completion is that of ``Session/close(_:)``.
  package func close(
    id: String, _ completion: @escaping @Sendable (SessionError?) -> Void = { _ in }
  ) throws(SessionError) {
    let entry = sessions.withLock { sessions in
      let entry = sessions.remove(id)
      if entry != nil { sessions.closing += 1 }
      return entry
    }
    guard let entry else { throw .paginatorNotFound(id: id) }
    entry.list.close { [self] error in
      completion(error)
      hasClosed()
    }
  }

  private func hasClosed() {
    let waiters = sessions.withLock { sessions -> [@Sendable () -> Void] in
      sessions.closing -= 1
      guard sessions.closing == 0 else { return [] }
      defer { sessions.waiters = [] }
      return sessions.waiters
    }
    for waiter in waiters { waiter() }
  }

  /// Gives a list other settings. The completion is that of
  /// ``WalkableList/configure(_:parameters:_:)``.
  package func configure(
    _ list: any WalkableList, _ settings: SessionSettings, parameters: JSONObject,
    _ completion: @escaping StateCompletion = { _ in }
  ) throws(SessionError) {
    let bytes = settings.memoryBytes(parameters)
    try sessions.withLock { sessions throws(SessionError) in
      guard let place = sessions.places[list.id],
        let former = sessions.entries[place]?.settingsBytes
      else { return }
      try check(settingsBytes: sessions.settingsBytes + bytes - former)
      sessions.entries[place]?.settingsBytes = bytes
      sessions.settingsBytes += bytes - former
    }
    list.configure(settings, parameters: parameters, completion)
  }

  /// No load comes any more: no session requests pages ahead.
  package func endReadAhead() {
    for list in all { (list as? Session)?.endReadAhead() }
  }

  /// Closes every session and forgets it. The completion is called once, when all that waited for one
  /// is answered, and the store of each has ended, of those that were closed before, too.
  package func closeAll(_ completion: @escaping @Sendable () -> Void) {
    let (open, unnamed) = sessions.withLock { sessions in
      let open = sessions.entries.compactMap { $0?.list }
      let unnamed = Array(sessions.unnamed.values)
      sessions.places = [:]
      sessions.entries = []
      sessions.settingsBytes = 0
      sessions.closing += open.count + unnamed.count + 1
      sessions.waiters.append(completion)
      return (open, unnamed)
    }
    for session in unnamed { session.giveUp(.cancelled) { [self] _ in hasClosed() } }
    for list in open { list.close { [self] _ in hasClosed() } }
    hasClosed()
  }
}

extension SessionStore.OpenSessions {
  /// Adds a session, the last one.
  mutating func add(_ entry: SessionStore.Entry) {
    places[entry.list.id] = entries.count
    entries.append(entry)
    settingsBytes += entry.settingsBytes
  }

  /// Removes a session; nil if there is no session with that id.
  mutating func remove(_ id: String) -> SessionStore.Entry? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    let entry = entries[place]
    entries[place] = nil
    settingsBytes -= entry?.settingsBytes ?? 0
    if entries.count > 2 * places.count + SessionStore.gapsMax {
      entries.removeAll { $0 == nil }
      for (place, entry) in entries.enumerated() {
        if let entry { places[entry.list.id] = place }
      }
    }
    return entry
  }
}
