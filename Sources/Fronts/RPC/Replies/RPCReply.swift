package import JSON
internal import Synchronization

/// The one response to a request.
///
/// The first response wins, later ones are dropped. A reply that is released without a response,
/// and has not been dropped, responds with -32603 itself. Any thread may respond.
package final class RPCReply: Sendable {
  /// The course of the request so far.
  private struct State {
    /// The action for when the client cancels it.
    var action: (@Sendable () -> Void)?
    var isCancelled = false
    /// Its handler has returned without a response: it can be cancelled and counts as backlog.
    var isOpen = false
    /// The response has been given, and no other one counts.
    var isSent = false
  }

  /// The id's text as it stood in the request.
  package let id: [UInt8]
  /// Bytes that the request counts in the backlog while it is open.
  let cost: Int
  private let pendingReplies: PendingReplies
  private let batch: BatchReply?
  /// Guards the meeting of a cancel with its action, which may come from two threads; held until the
  /// response is in the queue.
  private let state = Mutex(State())

  init(id: [UInt8], cost: Int, pendingReplies: PendingReplies, batch: BatchReply?) {
    self.id = id
    self.cost = cost
    self.pendingReplies = pendingReplies
    self.batch = batch
  }

  deinit {
    send { .failure(.internalError) }
  }

  /// Answers with a result, which is spliced in without being copied where it is long.
  package func succeed(_ result: JSONFragments) {
    send { .success(result) }
  }

  /// Answers with the JSON text of a result.
  package func succeed(_ result: [UInt8]) {
    send { .success(JSONFragments(result)) }
  }

  /// Answers with an error.
  package func fail(_ error: RPCError) {
    send { .failure(error) }
  }

  /// Ends the request without a response, as protocols want it whose cancelled requests have none.
  package func drop() {
    send { nil }
  }

  /// Sets what to do when the client cancels the request, at once if it already has; dropped
  /// with the response, and replaced by the next call.
  package func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if !state.isCancelled, !state.isSent { state.action = action }
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Cancels the request for the client: notifies its handler, which responds.
  func cancel() {
    let action = state.withLock { state in
      state.isCancelled = true
      return state.action.take()
    }
    action?()
  }

  /// The handler has returned: an unanswered request goes onto the list of open ones.
  func open() {
    state.withLock { state in
      guard !state.isSent else { return }
      state.isOpen = true
      pendingReplies.add(self)
    }
  }

  /// Ends the request; nil: without a response.
  private func send(_ outcome: () -> Result<JSONFragments, RPCError>?) {
    let (isFirst, _) = state.withLock { state in
      guard !state.isSent else { return (false, State().action) }
      state.isSent = true
      if state.isOpen { pendingReplies.remove(self) }
      pendingReplies.send(outcome(), id: id, in: batch, openCost: state.isOpen ? cost : nil)
      return (true, state.action.take())
    }
    // The reader flushes later, once per chunk of input.
    if isFirst, !pendingReplies.isReader { pendingReplies.outbox.flush() }
  }
}
