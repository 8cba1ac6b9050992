import Synchronization
import System

/// The connections that are open, with their threads, so that all can be ended.
final class ConnectionRegistry: Sendable {
  /// All that `start`, `close` and the connections' threads share.
  private struct Table {
    var sockets: [Int: Socket] = [:]
    /// Of open connections, and of ended ones until someone joins them.
    var threads: [Int: Thread] = [:]
    var endedIDs: [Int] = []
    /// Those of `sockets` that are one too many.
    var refusedIDs: Set<Int> = []
    var startedCount = 0
    var acceptedCount = 0
    var isClosed = false
  }

  private let connectionsMax: Int
  private let table = Mutex(Table())

  init(connectionsMax: Int) {
    self.connectionsMax = connectionsMax
  }

  /// Connections that were served so far.
  var acceptedCount: Int {
    table.withLock { $0.acceptedCount }
  }

  /// Serves a connection on a thread of its own. `serve` gets the connection's number and whether
  /// there is room for it; where there is none it shall only say so. False when even that is too
  /// much, or no thread could be started: the socket is the caller's again.
  func start(_ socket: Socket, _ serve: @escaping @Sendable (Int, Bool) -> Void) -> Bool {
    joinEnded()
    return table.withLock { table in
      let openCount = table.sockets.count
      guard !table.isClosed, openCount < connectionsMax + SampleLimits.refusalsMax else {
        return false
      }
      let hasRoom = openCount - table.refusedIDs.count < connectionsMax
      table.startedCount += 1
      let id = table.startedCount
      // The new thread cannot end before it is in the table: ending takes this lock.
      let thread = try? Thread(stackBytes: SampleLimits.stackBytes) {
        serve(id, hasRoom)
        self.end(id)
      }
      guard let thread else { return false }
      if !hasRoom { table.refusedIDs.insert(id) }
      table.acceptedCount += hasRoom ? 1 : 0
      table.sockets[id] = socket
      table.threads[id] = thread
      return true
    }
  }

  /// Ends all connections and waits for their threads; none can be started any more.
  func close() {
    let threads = table.withLock { table in
      table.isClosed = true
      for socket in table.sockets.values { socket.shutDown() }
      defer { table.threads = [:] }
      return Array(table.threads.values)
    }
    for thread in threads { thread.join() }
  }

  /// The last thing that a connection's thread does. The descriptor is freed under the lock, so
  /// that `close` never shuts down another file that got its number.
  private func end(_ id: Int) {
    table.withLock { table in
      table.sockets.removeValue(forKey: id)?.close()
      table.refusedIDs.remove(id)
      if !table.isClosed { table.endedIDs.append(id) }
    }
  }

  private func joinEnded() {
    let ended = table.withLock { table in
      defer { table.endedIDs = [] }
      return table.endedIDs.compactMap { table.threads.removeValue(forKey: $0) }
    }
    for thread in ended { thread.join() }
  }
}
