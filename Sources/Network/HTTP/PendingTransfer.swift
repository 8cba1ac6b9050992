import Synchronization

/// A request that a link of the chain answers itself, or inspects before it passes it on; completed
/// once.
package final class PendingTransfer: HTTPTransfer {
  private struct State {
    var completion: HTTPCompletion?
    var inner: (any HTTPTransfer)?
  }

  /// Guards the meeting of a cancellation with the request's way.
  private let state: Mutex<State>

  package init(_ completion: @escaping HTTPCompletion) {
    state = Mutex(State(completion: completion))
  }

  package var isOver: Bool { state.withLock { $0.completion == nil } }

  package var wait: HTTPWait? { state.withLock { $0.inner }?.wait }

  /// The request is on its way.
  package func pass(_ transfer: any HTTPTransfer) {
    let isOver = state.withLock { state in
      state.inner = transfer
      return state.completion == nil
    }
    if isOver { transfer.cancel() }
  }

  /// Completes the request, unless it has been; the result is made only then.
  package func finish(_ result: @autoclosure () -> Result<HTTPResponse, HTTPError>) {
    if let completion = state.withLock({ $0.completion.take() }) { completion(result()) }
  }

  package func cancel() {
    let inner = state.withLock { $0.inner }
    inner?.cancel()
    finish(.failure(.cancelled))
  }
}
