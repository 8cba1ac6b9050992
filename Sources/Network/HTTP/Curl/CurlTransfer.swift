import Synchronization

/// A request between `send` and its completion.
final class CurlTransfer: HTTPTransfer {
  let id: Int
  let request: HTTPRequest
  /// The key by which transfers share connections: the socket's path, or the URL's origin.
  let host: String
  private let engine: CurlEngine
  /// Guards the completion, so that it is called once and freed with the call, and what the request
  /// waits for, as others may read it while the engine's thread writes it.
  private let state: Mutex<(completion: HTTPCompletion?, wait: HTTPWait?)>

  init(id: Int, request: HTTPRequest, engine: CurlEngine, completion: @escaping HTTPCompletion) {
    self.id = id
    self.request = request
    host = request.settings.unixSocket ?? "\(request.url.scheme)://\(request.url.hostAndPort)"
    self.engine = engine
    state = Mutex((completion, nil))
  }

  var wait: HTTPWait? { state.withLock { $0.wait } }

  /// Takes note of what the request waits for from now on.
  func setWait(_ wait: HTTPWait?) {
    state.withLock { $0.wait = wait }
  }

  func cancel() {
    guard state.withLock({ $0.completion != nil }) else { return }
    engine.cancel(id)
  }

  /// Calls the completion, unless it was called before.
  func finish(_ result: Result<HTTPResponse, HTTPError>) {
    let completion = state.withLock { state in
      state.wait = nil
      return state.completion.take()
    }
    completion?(result)
  }
}
