package import HTTP
import Synchronization
package import Testing

/// An HTTP client without a network: each request waits until the test answers it.
package final class ScriptedClient: HTTPClient {
  private let exchanges = Mutex<[Exchange]>([])

  package init() {}

  package func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    let exchange = Exchange(request, completion)
    exchanges.withLock { $0.append(exchange) }
    return exchange
  }

  /// The requests that have been neither answered nor cancelled, in the order they were sent.
  package var waiting: [Exchange] { sent.filter(\.isWaiting) }

  /// Every request so far.
  package var sent: [Exchange] { exchanges.withLock { $0 } }

  /// Every request so far, as "METHOD URL".
  package var lines: [String] { sent.map(\.line) }

  /// The only request that waits; fails the test where there is another number of them.
  package func only(sourceLocation: SourceLocation = #_sourceLocation) throws -> Exchange {
    let waiting = waiting
    try #require(
      waiting.count == 1, "requests that wait: \(waiting.map(\.line))",
      sourceLocation: sourceLocation)
    return waiting[0]
  }

  /// The request with that line, which has to wait.
  package func request(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Exchange {
    let waiting = waiting
    return try #require(
      waiting.first { $0.line == line },
      "\(line) does not wait, but \(waiting.map(\.line))", sourceLocation: sourceLocation)
  }
}

/// A request that was sent, and the place of its answer.
package final class Exchange: HTTPTransfer {
  private enum State {
    case waiting(@Sendable (Result<HTTPResponse, HTTPError>) -> Void)
    case answered
    case cancelled
  }

  package let request: HTTPRequest
  private let state: Mutex<State>

  init(
    _ request: HTTPRequest,
    _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    self.request = request
    state = Mutex(.waiting(completion))
  }

  package var line: String { "\(request.method) \(request.url)" }

  package var bodyText: String? { request.body.map { String(decoding: $0, as: UTF8.self) } }

  package var isWaiting: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  package var isCancelled: Bool {
    state.withLock { if case .cancelled = $0 { true } else { false } }
  }

  package func cancel() {
    finish(as: .cancelled, .failure(.cancelled))
  }

  /// Answers with a JSON text.
  package func reply(
    _ body: String, status: Int = 200, headers: [(String, String)] = [],
    end: HTTPBodyEnd = .stated,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let fields = HTTPHeaders(headers.map { HTTPField(name: $0.0, value: $0.1) })
    var response = HTTPResponse(
      status: HTTPStatus(status), headers: fields, body: Array(body.utf8), url: request.url.text,
      durationMilliseconds: 1)
    response.bodyEnd = end
    answer(.success(response), sourceLocation)
  }

  package func fail(_ error: HTTPError, sourceLocation: SourceLocation = #_sourceLocation) {
    answer(.failure(error), sourceLocation)
  }

  private func answer(
    _ result: Result<HTTPResponse, HTTPError>, _ sourceLocation: SourceLocation
  ) {
    if !finish(as: .answered, result) {
      Issue.record("\(line) no longer waits for an answer", sourceLocation: sourceLocation)
    }
  }

  /// Answers, unless that has been done; false then.
  @discardableResult
  package func complete(_ result: Result<HTTPResponse, HTTPError>) -> Bool {
    finish(as: .answered, result)
  }

  @discardableResult
  private func finish(as end: State, _ result: Result<HTTPResponse, HTTPError>) -> Bool {
    let completion = state.withLock {
      state -> (@Sendable (Result<HTTPResponse, HTTPError>) -> Void)? in
      guard case .waiting(let completion) = state else { return nil }
      state = end
      return completion
    }
    completion?(result)
    return completion != nil
  }
}
