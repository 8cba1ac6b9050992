package import HTTP
import Synchronization

/// A client that answers each request with the next of these results, at once.
package final class ScriptedSender: HTTPClient {
  private let results: Mutex<[Result<HTTPResponse, HTTPError>]>

  package init(_ results: [Result<HTTPResponse, HTTPError>]) {
    self.results = Mutex(results)
  }

  private struct Transfer: HTTPTransfer {
    func cancel() {}
  }

  package func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    completion(results.withLock { $0.removeFirst() })
    return Transfer()
  }
}
