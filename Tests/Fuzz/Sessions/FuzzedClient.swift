import HTTP
import Synchronization

/// An HTTP client without a network: each request waits for the outcome that it is given.
final class FuzzedClient: HTTPClient {
  private let waiting = Mutex<[FuzzedTransfer]>([])
  private let requests = Mutex<[HTTPRequest]>([])

  /// The requests that were sent.
  var sent: [HTTPRequest] { requests.withLock(\.self) }

  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    let transfer = FuzzedTransfer(url: request.url.text, completion)
    waiting.withLock { $0.append(transfer) }
    requests.withLock { $0.append(request) }
    return transfer
  }

  /// The requests that wait, which are no longer kept here.
  func takeWaiting() -> [FuzzedTransfer] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting.filter(\.isWaiting)
    }
  }

  /// Keeps requests that are to wait longer.
  func requeue(_ transfers: [FuzzedTransfer]) {
    waiting.withLock { $0.insert(contentsOf: transfers, at: 0) }
  }
}

/// A request that was sent.
final class FuzzedTransfer: HTTPTransfer {
  typealias Completion = @Sendable (Result<HTTPResponse, HTTPError>) -> Void

  let url: String
  private let completion: Mutex<Completion?>

  init(url: String, _ completion: @escaping Completion) {
    self.url = url
    self.completion = Mutex(completion)
  }

  var isWaiting: Bool { completion.withLock { $0 != nil } }

  func cancel() { finish(.failure(.cancelled)) }

  func finish(_ result: Result<HTTPResponse, HTTPError>) {
    let completion = completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
    completion?(result)
  }
}
