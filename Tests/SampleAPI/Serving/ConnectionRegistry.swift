import Synchronization
import System

/// The connections that are open, with their threads, so that all can be ended.
final class ConnectionRegistry: Sendable {
  /// All that `start`, `close` and the connections' threads share.
  private struct Table {
    /// By number; the numbers of refused connections are negative.
    var sockets: [Int: Socket] = [:]
    /// Of open connections, and of ended ones until someone joins them.
    var threads: [Int: Thread] = [:]
    var endedIDs: [Int] = []
    var acceptedCount = 0
    var refusedCount = 0
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

  /// Serves a connection on a thread of its own; it gets a number, or nil when it is one too many.
  /// False when there are too many of those, or no thread could be started: the socket is the
  /// caller's again.
  func start(_ socket: Socket, _ serve: @escaping @Sendable (Int?) -> Void) -> Bool {
    joinEnded()
    return table.withLock { table in
      let served = table.sockets.keys.count { $0 > 0 }
      let isRefused = served >= connectionsMax
      guard !table.isClosed,
        !isRefused || table.sockets.count - served < SampleLimits.refusedConnectionsMax
      else { return false }
      let id = isRefused ? -table.refusedCount - 1 : table.acceptedCount + 1
      // The new thread cannot end before it is in the table: ending takes this lock.
      let thread = try? Thread(stackBytes: SampleLimits.stackBytes) {
        serve(isRefused ? nil : id)
        self.end(id)
      }
      guard let thread else { return false }
      if isRefused { table.refusedCount += 1 } else { table.acceptedCount += 1 }
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
