import Synchronization
package import System

/// A listener on loopback that serves each connection on a thread of its own. It ends with its owner,
/// and its connections with it: then all of its descriptors are free again.
package final class LoopbackServer: Sendable {
  package let port: Int
  private let listener: Socket
  private let sockets: Sockets
  private static let idleSecondsMax = 300

  /// Listens from now on; port 0 takes any free one.
  package init(port: Int = 0) throws(SystemError) {
    listener = try Socket.listening(on: .v4(0x7F00_0001), port: port)
    self.port = try listener.boundPort()
    sockets = Sockets(listener)
  }

  /// Accepts connections, and closes each when the body returns. `stackBytes` of a connection's
  /// thread: nil takes the system's usual size. The body does not keep the server's owner, or it
  /// does not end while a connection is open.
  package func serve(
    stackBytes: Int? = nil, _ body: @escaping @Sendable (Socket) -> Void
  ) throws(SystemError) {
    _ = try Thread(stackBytes: stackBytes) { [listener, sockets] in
      while sockets.isServing {
        guard let socket = listener.accepted(idleSecondsMax: Self.idleSecondsMax) else {
          // Out of descriptors, or the client went: another try when something may have changed.
          _ = Poll.wait([], seconds: 0.02)
          continue
        }
        guard sockets.add(socket) else { continue }
        let serve = { @Sendable in
          body(socket)
          sockets.close(socket)
        }
        if (try? Thread(stackBytes: stackBytes, serve)) == nil { sockets.close(socket) }
      }
      listener.close()
    }
  }

  deinit { stop() }

  /// Closes the port and ends all connections.
  package func stop() { sockets.shutDown() }

  /// The open sockets. Each is shut down and closed under the lock, so that no other file that got
  /// its number is shut down.
  private final class Sockets: Sendable {
    private let listener: Socket
    /// By descriptor; nil once the server has stopped.
    private let connections = Mutex<[Int32: Socket]?>([:])

    init(_ listener: Socket) { self.listener = listener }

    var isServing: Bool { connections.withLock { $0 != nil } }

    /// Closes the connection where the server has stopped: false.
    func add(_ connection: Socket) -> Bool {
      connections.withLock { open in
        if open == nil { connection.close() }
        open?[connection.descriptor] = connection
        return open != nil
      }
    }

    func close(_ connection: Socket) {
      connections.withLock { open in
        open?[connection.descriptor] = nil
        connection.close()
      }
    }

    func shutDown() {
      connections.withLock { open in
        guard let connections = open?.values else { return }
        for socket in connections { socket.shutDown() }
        listener.shutDown()
        open = nil
      }
    }
  }
}
