import Synchronization

/// Takes connections on a thread of its own, from `start` to `stop`.
final class Listener: Sendable {
  let service: Service
  let traffic = Traffic()
  let connections: ConnectionRegistry

  /// It only moves forward.
  private enum State {
    case idle, running, stopped
  }

  private let socket: Socket
  private let wake: WakePipe
  private let state = Mutex(State.idle)
  private let thread = Mutex<ServerThread?>(nil)

  init(_ socket: Socket, wake: WakePipe, service: Service, connectionsMax: Int) {
    self.socket = socket
    self.wake = wake
    self.service = service
    connections = ConnectionRegistry(connectionsMax: connectionsMax)
  }

  /// Starts the thread, which waits for `start`: so that `start` cannot fail.
  func prepare() throws(SampleError) {
    let started: ServerThread
    do {
      started = try ServerThread { self.run() }
    } catch {
      wake.close()
      throw error
    }
    thread.withLock { $0 = started }
  }

  /// Begins to take connections; only the first call has an effect.
  func start() {
    state.withLock { state in
      guard state == .idle else { return }
      state = .running
      wake.signal()
    }
  }

  /// Ends everything; only the first call has an effect.
  func stop() {
    let isFirst = state.withLock { state in
      defer { state = .stopped }
      return state != .stopped
    }
    guard isFirst else { return }
    wake.signal()
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
    socket.close()
    wake.close()
    connections.close()
  }

  private func run() {
    wake.waitForSignal()
    while state.withLock({ $0 == .running }), wake.waitForConnection(on: socket) {
      guard let connection = socket.accepted() else {
        // Out of descriptors, or the client went: another try when something may have changed.
        wake.wait(milliseconds: 20)
        continue
      }
      let isServed = connections.start(connection) { [service, traffic] id, hasRoom in
        var serving = Connection(connection, id: id, service: service, traffic: traffic)
        if hasRoom { serving.run() } else { serving.refuse() }
      }
      if !isServed { connection.close() }
    }
  }
}
