import HTTP
import Synchronization

/// Answers each request with the next of these results, at once.
final class ScriptedSender: HTTPClient {
  private let results: Mutex<[Result<HTTPResponse, HTTPError>]>

  init(_ results: [Result<HTTPResponse, HTTPError>]) {
    self.results = Mutex(results)
  }

  struct Transfer: HTTPTransfer {
    func cancel() {}
  }

  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    completion(results.withLock { $0.removeFirst() })
    return Transfer()
  }
}
