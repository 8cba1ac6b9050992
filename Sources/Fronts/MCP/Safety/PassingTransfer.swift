import HTTP
import Synchronization

/// A request that is looked at before it is passed on; completed once.
final class PassingTransfer: HTTPTransfer {
  private struct State {
    var completion: (@Sendable (Result<HTTPResponse, HTTPError>) -> Void)?
    var inner: (any HTTPTransfer)?
  }

  /// Guards the meeting of a cancellation with the request's way.
  private let state: Mutex<State>

  init(_ completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void) {
    state = Mutex(State(completion: completion))
  }

  var isOver: Bool { state.withLock { $0.completion == nil } }

  var wait: HTTPWait? { state.withLock { $0.inner }?.wait }

  /// The request is on its way.
  func pass(_ transfer: any HTTPTransfer) {
    let isOver = state.withLock { state in
      state.inner = transfer
      return state.completion == nil
    }
    if isOver { transfer.cancel() }
  }

  func finish(_ result: Result<HTTPResponse, HTTPError>) {
    state.withLock { $0.completion.take() }?(result)
  }

  func cancel() {
    let inner = state.withLock { $0.inner }
    inner?.cancel()
    finish(.failure(.cancelled))
  }
}
