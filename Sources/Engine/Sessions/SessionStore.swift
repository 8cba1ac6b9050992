package import JSON
import Recording
import Synchronization

/// Every open paginator of the process, by id, in the order in which they were opened.
package final class SessionStore: Sendable {
  fileprivate struct Entry {
    let list: any WalkableList
    /// Counts the sessions in the order in which they were opened.
    let number: Int
    /// About what its settings take.
    var settingsBytes: Int
  }

  fileprivate struct OpenSessions {
    /// By id.
    var entries: [String: Entry] = [:]
    /// The number of sessions that were opened.
    var opened = 0
    /// The settings and params opened last; sessions opened with similar ones share memory with
    /// them.
    var latest: (settings: SessionSettings, parameters: JSONObject)?
    /// Those that only look at an API, without an id of their own.
    var unnamed: [ObjectIdentifier: Session] = [:]
    var lastName = 0
    /// Of all entries.
    var settingsBytes = 0
    /// The number of sessions that are closing: not all is answered, or stored.
    var closing = 0
    /// Actions to call once no session is closing.
    var waiters: [@Sendable () -> Void] = []

    /// The lists in the order in which they were opened.
    var lists: [any WalkableList] {
      entries.values.sorted { $0.number < $1.number }.map(\.list)
    }
  }

  private let limits: SessionLimits
  private let sessions = Mutex(OpenSessions())

  package init(_ limits: SessionLimits) { self.limits = limits }

  /// The session with this id; nil for an unknown id and for a series.
  package subscript(id: String) -> Session? { list(id) as? Session }

  package func list(_ id: String) -> (any WalkableList)? {
    sessions.withLock { $0.entries[id]?.list }
  }

  /// All lists in the order in which they were opened.
  package var all: [any WalkableList] { sessions.withLock { $0.lists } }

  /// Adds a list under an id, or under one that is made up where none is given: the session of these
  /// settings, or what `making` makes of it.
  package func open(
    id: String?, settings: SessionSettings, parameters: JSONObject,
    environment: SessionEnvironment, store: (any PageStore)? = nil,
    making: (Session) -> any WalkableList = { $0 }
  ) throws(SessionError) -> Session {
    let bytes = settings.memoryBytes(parameters)
    return try sessions.withLock { sessions throws(SessionError) in
      if let id, sessions.entries[id] != nil { throw .paginatorExists(id: id) }
      try checkRoom(sessions)
      try check(settingsBytes: sessions.settingsBytes + bytes)
      var name = id
      while name == nil {
        sessions.lastName += 1
        let candidate = "p\(sessions.lastName)"
        if sessions.entries[candidate] == nil { name = candidate }
      }
      let shared = sessions.sharing(settings, parameters)
      let session = Session(
        id: name ?? "", settings: shared.settings, parameters: shared.parameters,
        environment: environment, store: store, log: RequestLog())
      sessions.opened += 1
      sessions.entries[session.id] = Entry(
        list: making(session), number: sessions.opened, settingsBytes: bytes)
      sessions.settingsBytes += bytes
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
    guard sessions.entries.count + sessions.unnamed.count < limits.paginatorsMax else {
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
      guard let entry = sessions.entries.removeValue(forKey: id) else { return nil as Entry? }
      sessions.settingsBytes -= entry.settingsBytes
      sessions.latest = nil  // it may have been this one, with its secrets
      sessions.closing += 1
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
      guard let former = sessions.entries[list.id]?.settingsBytes else { return }
      try check(settingsBytes: sessions.settingsBytes + bytes - former)
      sessions.entries[list.id]?.settingsBytes = bytes
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
      let open = sessions.lists
      let unnamed = Array(sessions.unnamed.values)
      sessions.entries = [:]
      sessions.latest = nil
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
  /// Settings and params that hold what they have in common with those before as the same memory:
  /// clients open many paginators that differ in their request only.
  mutating func sharing(
    _ settings: SessionSettings, _ parameters: JSONObject
  ) -> (settings: SessionSettings, parameters: JSONObject) {
    var shared = (settings: settings, parameters: parameters)
    if let latest {
      shared.parameters = parameters.sharing(latest.parameters)
      if parameters.equals(latest.parameters, but: SessionSettings.requestParams) {
        shared.settings.share(latest.settings)
      }
    }
    latest = shared
    return shared
  }
}

extension JSONObject {
  /// True when both hold the same members in the same order, apart from those with some names.
  fileprivate func equals(_ other: JSONObject, but names: Set<String>) -> Bool {
    let own = JSONObject(members.filter { !names.contains($0.key) })
    return own.isIdentical(to: JSONObject(other.members.filter { !names.contains($0.key) }))
  }
}
