internal import JSON
internal import Synchronization

/// The server's requests to its client, until they are answered.
final class OutgoingRequests: Sendable {
  /// Takes a request's outcome: the result and its document, or the client's error.
  typealias Completion = @Sendable (Result<(JSONDocument, JSONSlice), RPCError>) -> Void

  /// The requests that are open.
  private struct State {
    /// Starts at 1e9: some clients mix up ids of the two directions.
    var nextID = 1_000_000_000
    var completions: [Int: Completion] = [:]
    /// The input has ended: no response can come any more.
    var isClosed = false
  }

  private let outbox: Outbox
  /// Guards the list: any thread sends requests, the reader's thread takes the responses.
  private let state = Mutex(State())

  init(outbox: Outbox) {
    self.outbox = outbox
  }

  /// Sends a request.
  func send(
    _ method: String, _ params: JSONFragments, isCorked: Bool, _ completion: @escaping Completion
  ) {
    let (id, isClosed) = state.withLock { state in
      defer { state.nextID += 1 }
      if !state.isClosed { state.completions[state.nextID] = completion }
      return (state.nextID, state.isClosed)
    }
    if isClosed {
      outbox.runOnReader { completion(.failure(.inputEnded)) }
    } else {
      outbox.send(
        OutgoingMessage.call(method, params, id: id), .init(outgoingRequests: 1), isCorked: isCorked
      )
    }
  }

  /// Passes a response to the request that it belongs to; a response without a request is ignored.
  func take(_ id: JSONSlice, result: JSONSlice, error: JSONSlice, in document: JSONDocument) {
    guard let number = document.integer(id),
      let completion = state.withLock({ $0.completions.removeValue(forKey: number) })
    else { return }
    outbox.send(nil, .init(outgoingRequests: -1), isCorked: true)
    if error.isAbsent || error.kind == .null && !result.isAbsent {
      completion(.success((document, result)))
    } else {
      completion(.failure(RPCError(error, in: document)))
    }
  }

  /// The input has ended: all open requests fail.
  func close() {
    let completions = state.withLock { state in
      defer { state.completions = [:] }
      state.isClosed = true
      return state.completions.values.map(\.self)
    }
    for completion in completions {
      outbox.send(nil, .init(outgoingRequests: -1), isCorked: true)
      completion(.failure(.inputEnded))
    }
  }
}

extension RPCError {
  /// A client's error object as it is; what it lacks is filled in.
  fileprivate init(_ slice: JSONSlice, in document: JSONDocument) {
    let code = document.member("code", of: slice).flatMap(document.integer)
    let message = document.member("message", of: slice).flatMap(document.string)
    let data = document.member("data", of: slice).flatMap { data in
      data.kind == .object ? Array(document.bytes[data.range]) : nil
    }
    self.init(code: code ?? -32603, message: message ?? "The client gave no reason.", data: data)
  }
}
