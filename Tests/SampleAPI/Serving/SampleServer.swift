import System
import Text

/// A loopback HTTP/1.1 server with every style of pagination and scripted faults.
///
/// What it serves is in `SampleEndpoints`; `/` shows the same. Connections that arrive between
/// `init` and `start` wait. One thread takes connections, each connection has one of its own; all
/// of them have ended when `stop` returns.
package final class SampleServer: Sendable {
  /// The port that it listens on, even if the options said "any".
  package let port: Int
  /// `http://127.0.0.1:8080`, without a slash at the end.
  package let url: String

  private let listener: Listener

  /// Binds the port. Throws for options out of bounds, a host that is not loopback, and where the
  /// system refuses.
  package init(_ options: SampleOptions = SampleOptions()) throws(SampleError) {
    try options.validate()
    guard let address = LoopbackAddress(options.host) else {
      throw .notLoopback(host: options.host)
    }
    let socket = try mapError(
      { SampleError($0, port: options.port) }, Socket.listening(on: address, port: options.port))
    do throws(SystemError) {
      port = try socket.boundPort()
      // "localhost" stays what it is: it is an origin of its own.
      let host = options.host == "localhost" ? options.host : address.text
      url = "http://\(host):\(port)"
      let service = Service(
        options, ownAuthority: "\(host):\(port)", nowSeconds: { Int(SystemClock.epochSeconds) })
      listener = Listener(
        socket, wake: try WakeUpPipe(), service: service, connectionsMax: options.connectionsMax)
      try listener.prepare()
    } catch {
      socket.close()
      throw SampleError(error, port: options.port)
    }
  }

  deinit {
    stop()
  }

  /// Begins to take connections; without effect when started or stopped before.
  package func start() {
    listener.start()
  }

  /// Closes the port, ends all connections and waits for their threads. Without effect when stopped
  /// before; a stopped server cannot be started again.
  package func stop() {
    listener.stop()
  }

  /// Requests so far, answered or not.
  package var requestCount: Int {
    listener.traffic.requestCount
  }

  /// The most requests that were being answered at once.
  package var concurrencyPeak: Int {
    listener.traffic.concurrencyPeak
  }

  /// Connections so far, without those that were one too many.
  package var connectionCount: Int {
    listener.connections.acceptedCount
  }

  /// The last requests, oldest first: at most `SampleOptions.requestsLoggedMax`.
  package func requests() -> [SampleRequest] {
    listener.service.log.requests()
  }

  /// Empties what `requests()` gives; the counts stay.
  package func forgetRequests() {
    listener.service.log.removeAll()
  }
}
