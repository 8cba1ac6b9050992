import HTTP
import System

/// Sends requests through another client, and reports each when it has ended.
///
/// Credentials that are put in after this client are never seen here.
struct TracingClient: HTTPClient {
  let client: any HTTPClient
  let tell: @Sendable (Attempt) -> Void

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer {
    let began = SystemClock.monotonicSeconds
    return client.send(request) { [tell] result in
      tell(Attempt(request, result, seconds: SystemClock.monotonicSeconds - began))
      completion(result)
    }
  }
}
