package import HTTP
import Synchronization

/// Answers the first request with a page that is already there, and hands later ones on.
package final class FirstPageClient: HTTPClient {
  private let body: Mutex<[UInt8]?>
  private let next: any HTTPClient
  private let mayContinue: @Sendable () -> Bool
  private let runInBackground: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Makes a client that responds to the first request with this body as JSON. `mayContinue` is
  /// asked before each later one: false leaves it without a response.
  package init(
    _ body: [UInt8], then next: any HTTPClient,
    mayContinue: @escaping @Sendable () -> Bool = { true },
    runInBackground: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.body = Mutex(body)
    self.next = next
    self.mayContinue = mayContinue
    self.runInBackground = runInBackground
  }

  package func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion)
    -> any HTTPTransfer
  {
    guard let body = body.withLock({ $0.take() }) else {
      return mayContinue()
        ? next.send(request, completion: completion) : PendingTransfer(completion)
    }
    let response = HTTPResponse(
      status: 200,
      headers: HTTPHeaders([HTTPField(name: "Content-Type", value: "application/json")]),
      body: body, url: request.url.text)
    let transfer = PendingTransfer(completion)
    runInBackground { transfer.finish(.success(response)) }
    return transfer
  }
}
