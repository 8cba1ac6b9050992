/// Takes the outcome of a request.
package typealias HTTPCompletion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

/// One link of the chain that requests pass through on their way to the network.
///
/// Each link has one purpose: ``CurlClient``, the last one, talks to the network; a link before it
/// changes, records or answers requests and passes the rest to the next. Tests replace the network
/// with a script.
package protocol HTTPClient: Sendable {
  /// Sends one request. Redirects are not followed: see ``Redirect``.
  ///
  /// `completion` is called exactly once, on any thread but never inside this call; it should
  /// return quickly, as other transfers wait for it.
  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer
}

/// A request on its way.
package protocol HTTPTransfer: Sendable {
  /// The event that must happen before the request is sent; nil once it is sent. May be read at any
  /// time, on any thread.
  var wait: HTTPWait? { get }

  /// Ends the transfer: its completion is called with `.cancelled` unless it has already been
  /// called or is about to be. May be called at any time, any number of times, on any thread.
  func cancel()
}

extension HTTPTransfer {
  /// Nothing: a link that never holds requests back needs no more.
  package var wait: HTTPWait? { nil }
}

/// The event that a request waits for before it is sent.
package enum HTTPWait: Sendable, Hashable {
  /// For one of the connections that may be open at once.
  case connection
  /// For an access token.
  case token
}
