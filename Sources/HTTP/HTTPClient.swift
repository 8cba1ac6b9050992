/// Sends requests; the seam at which tests put a script in the network's place.
package protocol HTTPClient: Sendable {
  /// Sends one request. Redirects are not followed: see ``Redirect``.
  ///
  /// `completion` is called exactly once, on any thread but never inside this call; it should
  /// return quickly, as other transfers wait for it.
  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer
}

/// A request on its way.
package protocol HTTPTransfer: Sendable {
  /// Ends the transfer: its completion is called with `.cancelled` unless it has already been
  /// called or is about to be. May be called at any time, any number of times, on any thread.
  func cancel()
}
