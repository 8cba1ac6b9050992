import Synchronization

/// A request between `send` and its completion.
final class CurlTransfer: HTTPTransfer {
  let id: Int
  let request: HTTPRequest
  /// The key by which transfers share connections: the socket's path, or the URL's origin.
  let host: String
  private let engine: CurlEngine
  /// Guards the completion, so that it is called once and freed with the call.
  private let completion: Mutex<HTTPCompletion?>
  /// Guards what the request waits for, as others may read it while the engine's thread writes it.
  private let waitsFor = Mutex<HTTPWait?>(nil)

  init(id: Int, request: HTTPRequest, engine: CurlEngine, completion: @escaping HTTPCompletion) {
    self.id = id
    self.request = request
    host = request.settings.unixSocket ?? request.url.origin.description
    self.engine = engine
    self.completion = Mutex(completion)
  }

  var wait: HTTPWait? { waitsFor.withLock { $0 } }

  /// Takes note of what the request waits for from now on.
  func setWait(_ wait: HTTPWait?) {
    waitsFor.withLock { $0 = wait }
  }

  func cancel() {
    guard completion.withLock({ $0 != nil }) else { return }
    engine.cancel(id)
  }

  /// Calls the completion, unless it was called before.
  func finish(_ result: Result<HTTPResponse, HTTPError>) {
    let completion = completion.withLock { $0.take() }
    setWait(nil)
    completion?(result)
  }
}
