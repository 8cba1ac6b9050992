import Synchronization
package import System
import TestInput

/// A loopback HTTP/1.1 server with many styles of pagination and scripted faults.
///
/// What it serves is in `SampleEndpoints`.
package final class SampleServer: Sendable {
  /// `http://127.0.0.1:8080`, without a slash at the end.
  package let url: String

  private let server: LoopbackServer
  private let service: Service
  private static let stackBytes = 512 << 10

  /// Serves from now on.
  package init(_ options: SampleOptions = SampleOptions()) throws(SystemError) {
    server = try LoopbackServer(port: options.port)
    url = "http://127.0.0.1:\(server.port)"
    service = Service(options)
    try server.serve(stackBytes: Self.stackBytes) { [service] socket in
      var connection = Connection(socket, service)
      connection.run()
    }
  }

  /// Closes the port and ends all connections.
  package func stop() { server.stop() }

  /// Requests so far, answered or not.
  package var requestCount: Int { service.requestCount }

  /// The requests, oldest first, since they were last forgotten.
  package func requests() -> [SampleRequest] { service.log.withLock { $0 } }

  /// Empties what `requests()` gives; the count stays.
  package func forgetRequests() { service.log.withLock { $0 = [] } }
}
