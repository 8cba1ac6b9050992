import HTTP
import JSON
import Synchronization
import Testing

/// An HTTP client without a network: each request waits until the test answers it.
final class ScriptedClient: HTTPClient {
  private let sent = Mutex<[Exchange]>([])

  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    let exchange = Exchange(request, completion)
    sent.withLock { $0.append(exchange) }
    return exchange
  }

  /// The requests that have been neither answered nor cancelled, in the order they were sent.
  var waiting: [Exchange] { sent.withLock { $0.filter(\.isWaiting) } }

  /// Every request so far, as "METHOD URL".
  var lines: [String] { sent.withLock { $0.map(\.line) } }

  /// The only request that waits; fails the test where there is another number of them.
  func only(sourceLocation: SourceLocation = #_sourceLocation) throws -> Exchange {
    let waiting = waiting
    try #require(
      waiting.count == 1, "requests that wait: \(waiting.map(\.line))",
      sourceLocation: sourceLocation)
    return waiting[0]
  }

  /// The request with that line, which has to wait.
  func request(
    _ line: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Exchange {
    let waiting = waiting
    return try #require(
      waiting.first { $0.line == line },
      "\(line) does not wait, but \(waiting.map(\.line))", sourceLocation: sourceLocation)
  }
}

/// A request that was sent, and the place of its answer.
final class Exchange: HTTPTransfer {
  private enum State {
    case waiting(@Sendable (Result<HTTPResponse, HTTPError>) -> Void)
    case answered
    case cancelled
  }

  let request: HTTPRequest
  private let state: Mutex<State>

  init(
    _ request: HTTPRequest,
    _ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) {
    self.request = request
    state = Mutex(.waiting(completion))
  }

  var line: String { "\(request.method) \(request.url)" }

  var bodyText: String? { request.body.map { String(decoding: $0, as: UTF8.self) } }

  var isWaiting: Bool {
    state.withLock { if case .waiting = $0 { true } else { false } }
  }

  var isCancelled: Bool {
    state.withLock { if case .cancelled = $0 { true } else { false } }
  }

  func cancel() {
    finish(as: .cancelled, .failure(.cancelled))
  }

  /// Answers with a JSON text.
  func reply(
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

  func fail(_ error: HTTPError, sourceLocation: SourceLocation = #_sourceLocation) {
    answer(.failure(error), sourceLocation)
  }

  private func answer(
    _ result: Result<HTTPResponse, HTTPError>, _ sourceLocation: SourceLocation
  ) {
    if !finish(as: .answered, result) {
      Issue.record("\(line) no longer waits for an answer", sourceLocation: sourceLocation)
    }
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
