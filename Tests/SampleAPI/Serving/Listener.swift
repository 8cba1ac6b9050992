import Synchronization
import System

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
  private let wake: WakeUpPipe
  private let state = Mutex(State.idle)
  private let thread = Mutex<Thread?>(nil)

  init(_ socket: Socket, wake: WakeUpPipe, service: Service, connectionsMax: Int) {
    self.socket = socket
    self.wake = wake
    self.service = service
    connections = ConnectionRegistry(connectionsMax: connectionsMax)
  }

  /// Starts the thread, which waits for `start`: so that `start` cannot fail.
  func prepare() throws(SystemError) {
    let started = try Thread(stackBytes: SampleLimits.stackBytes) { self.run() }
    thread.withLock { $0 = started }
  }

  /// Begins to take connections; only the first call has an effect.
  func start() {
    state.withLock { state in
      guard state == .idle else { return }
      state = .running
      wake.wake()
    }
  }

  /// Ends everything; only the first call has an effect.
  func stop() {
    let isFirst = state.withLock { state in
      defer { state = .stopped }
      return state != .stopped
    }
    guard isFirst else { return }
    wake.wake()
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
    socket.close()
    connections.close()
  }

  private func run() {
    _ = wake.wait()
    wake.drain()
    while state.withLock({ $0 == .running }) {
      let ready = Poll.wait([(wake.descriptor, .reading), (socket.descriptor, .reading)])
      guard ready[0].isEmpty else { return }
      let idleSecondsMax = SampleLimits.idleSecondsMax
      guard let connection = socket.accepted(idleSecondsMax: idleSecondsMax) else {
        // Out of descriptors, or the client went: another try when something may have changed.
        _ = wake.wait(seconds: SampleLimits.acceptRestSeconds)
        continue
      }
      let isServed = connections.start(connection) { [service, traffic] id in
        var serving = Connection(connection, id: id ?? 0, service: service, traffic: traffic)
        if id == nil { serving.refuse() } else { serving.run() }
      }
      if !isServed { connection.close() }
    }
  }
}
