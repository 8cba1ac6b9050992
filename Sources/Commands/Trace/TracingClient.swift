import HTTP
import Synchronization

/// Sends requests through another client, and tells of each when it has ended.
///
/// A request that is sent again after it failed is a retry, and numbered. Credentials that are
/// put in behind this client are never seen here.
final class TracingClient: HTTPClient {
  private let client: any HTTPClient
  private let tell: @Sendable (Attempt) -> Void
  /// How often a request has failed so far.
  private let failures = Mutex<[HTTPRequest: Int]>([:])

  /// Requests whose failures are counted at once; more are numbered anew.
  private static let failuresMax = 1_024

  init(_ client: any HTTPClient, tell: @escaping @Sendable (Attempt) -> Void) {
    self.client = client
    self.tell = tell
  }

  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    let began = ContinuousClock.now
    let retry = failures.withLock { $0[request] ?? 0 }
    return client.send(request) { [self] result in
      note(result, of: request)
      tell(Attempt(request, result, retry: retry, took: ContinuousClock.now - began))
      completion(result)
    }
  }

  private func note(_ result: Result<HTTPResponse, HTTPError>, of request: HTTPRequest) {
    let isFailed =
      switch result {
      case .success(let response): response.status.isTransient
      case .failure(let error): error != .cancelled
      }
    failures.withLock { failures in
      if isFailed, failures.count < TracingClient.failuresMax || failures[request] != nil {
        failures[request, default: 0] += 1
      } else {
        failures[request] = nil
        if isFailed { failures.removeAll() }
      }
    }
  }
}
