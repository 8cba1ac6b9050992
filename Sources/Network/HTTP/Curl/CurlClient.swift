/// Sends requests through libcurl on one thread of its own.
///
/// The thread starts with the first request or ``warmUp()`` and loads libcurl then, not before.
/// Where the library is missing, every request fails with `engineUnavailable`, and the next one
/// tries again.
package final class CurlClient: HTTPClient {
  private let engine: CurlEngine

  /// Makes a client; nothing is loaded or started.
  ///
  /// `userAgent` is sent if a request has no `User-Agent`. `trust` names the trusted issuers for
  /// requests without a `caFile`. `libraries` are file names of libcurl for the system's loader,
  /// tried in order; `zlibLibraries` are those of zlib, without which no body is requested
  /// compressed.
  package init(
    limits: CurlLimits = CurlLimits(), userAgent: String = "paginator",
    trust: TrustStore = .environment, libraries: [String] = CurlLibrary.fileNames,
    zlibLibraries: [String] = ZlibLibrary.fileNames
  ) {
    engine = CurlEngine(
      limits: limits, userAgent: userAgent, trust: trust, libraries: libraries,
      zlibLibraries: zlibLibraries)
  }

  deinit {
    engine.shutdown()
  }

  /// Loads libcurl on the engine's thread, so that the first request need not wait for it;
  /// returns at once. A failure shows with the first request.
  package func warmUp() {
    engine.start()
  }

  /// Sends one request; the completion is called on the engine's thread (inside this call only
  /// where the system has no thread left to start).
  ///
  /// A request that waits for a free connection is not timed: its timeouts run from its start.
  /// libcurl repeats an idempotent request by itself when a kept connection turns out to be
  /// dead; a POST, PATCH or unknown method is sent at most once and fails with `networkFailed`.
  package func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion)
    -> any HTTPTransfer
  {
    engine.send(request, completion: completion)
  }

  /// Completes every transfer with `.cancelled`, closes all connections and waits until the
  /// thread has ended; later requests are `.cancelled` too.
  ///
  /// Called inside a completion handler, it does not wait.
  package func shutdown() {
    engine.shutdown()
  }
}

/// The limits on concurrent work of a client.
package struct CurlLimits: Sendable, Hashable {
  /// Requests, and so connections, running at once to one scheme, host and port.
  package var connectionsPerHostMax: Int
  /// Requests running at once in total.
  package var connectionsMax: Int
  /// Idle connections kept for reuse.
  package var idleConnectionsMax: Int
  /// Requests waiting for their turn; one more fails with `tooManyRequests`.
  package var requestsWaitingMax: Int

  /// Makes limits, each at least 1.
  package init(
    connectionsPerHostMax: Int = 16, connectionsMax: Int = 64, idleConnectionsMax: Int = 32,
    requestsWaitingMax: Int = 4_096
  ) {
    self.connectionsPerHostMax = max(1, connectionsPerHostMax)
    self.connectionsMax = max(1, connectionsMax)
    self.idleConnectionsMax = max(1, idleConnectionsMax)
    self.requestsWaitingMax = max(1, requestsWaitingMax)
  }
}
