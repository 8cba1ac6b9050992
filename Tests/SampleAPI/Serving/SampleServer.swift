import Synchronization
package import System

/// A loopback HTTP/1.1 server with many styles of pagination and scripted faults.
///
/// What it serves is in `SampleEndpoints`. One thread takes connections, each of which has one of its
/// own.
package final class SampleServer: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at the end.
  package let url: String

  private let listener: Socket
  private let connections = Connections()
  private let service: Service
  private static let idleSecondsMax = 300
  private static let stackBytes = 512 << 10

  /// The sockets of connections that are open.
  private final class Connections: Sendable {
    /// By descriptor; nil once the server has stopped.
    let open = Mutex<[Int32: Socket]?>([:])

    var isClosed: Bool { open.withLock { $0 == nil } }
  }

  /// Serves from now on.
  package init(_ options: SampleOptions = SampleOptions()) throws(SystemError) {
    listener = try Socket.listening(on: .v4(0x7F00_0001), port: options.port)
    url = "http://127.0.0.1:\(try listener.boundPort())"
    service = Service(options)
    let (listener, connections, service) = (listener, connections, service)
    _ = try Thread(stackBytes: Self.stackBytes) {
      while !connections.isClosed {
        guard let socket = listener.accepted(idleSecondsMax: Self.idleSecondsMax) else {
          // Out of descriptors, or the client went: another try when something may have changed.
          _ = Poll.wait([], seconds: 0.02)
          continue
        }
        Self.serve(socket, service, connections)
      }
      listener.close()
    }
  }

  deinit { stop() }

  private static func serve(_ socket: Socket, _ service: Service, _ connections: Connections) {
    connections.open.withLock { $0?[socket.descriptor] = socket }
    let thread = try? Thread(stackBytes: stackBytes) {
      var connection = Connection(socket, service)
      connection.run()
      // Under the lock, so that `stop` never shuts down another file that got its number.
      connections.open.withLock { open in
        open?[socket.descriptor] = nil
        socket.close()
      }
    }
    if thread == nil || connections.isClosed { socket.shutDown() }
  }

  /// Closes the port and ends all connections.
  package func stop() {
    connections.open.withLock { open in
      for socket in open?.values ?? [:].values { socket.shutDown() }
      open = nil
    }
    listener.shutDown()
  }

  /// Requests so far, answered or not.
  package var requestCount: Int { service.requestCount }

  /// The requests, oldest first, since they were last forgotten.
  package func requests() -> [SampleRequest] { service.log.withLock { $0 } }

  /// Empties what `requests()` gives; the count stays.
  package func forgetRequests() { service.log.withLock { $0 = [] } }
}
