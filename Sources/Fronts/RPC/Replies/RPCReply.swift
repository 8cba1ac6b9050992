package import JSON
internal import Synchronization

/// The one response to a request.
///
/// The first response wins, later ones are dropped. A reply that is released without a response,
/// and has not been dropped, responds with -32603 itself. Any thread may respond.
package final class RPCReply: Sendable {
  /// The stage that a request has reached. It only moves forward.
  enum Stage: UInt8, AtomicRepresentable {
    /// Its handler has not returned.
    case fresh
    /// Its handler has returned without a response: it can be cancelled and counts as backlog.
    case open
    /// The response has been given, and no other one counts.
    case sent
  }

  /// The action for when the client cancels the request, and a flag that it has.
  private struct Cancellation {
    var action: (@Sendable () -> Void)?
    var isRequested = false
  }

  /// The id's text as it stood in the request.
  package let id: [UInt8]
  /// Bytes that the request counts in the backlog while it is open.
  let cost: Int
  private let pendingReplies: PendingReplies
  private let batch: BatchReply?
  private let stage = Atomic(Stage.fresh)
  /// Guards the meeting of a cancel with its action, which may come from two threads; held until the
  /// response is in the queue.
  private let cancellation = Mutex(Cancellation())

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
    let isRequested = cancellation.withLock { cancellation in
      if cancellation.isRequested || stage.load(ordering: .acquiring) == .sent {
        return cancellation.isRequested
      }
      cancellation.action = action
      return false
    }
    if isRequested { action() }
  }

  /// Cancels the request for the client: notifies its handler, which responds.
  func cancel() {
    let action = cancellation.withLock { cancellation in
      cancellation.isRequested = true
      return cancellation.action.take()
    }
    action?()
  }

  /// The handler has returned: an unanswered request goes onto the list of open ones.
  func open() {
    guard stage.load(ordering: .acquiring) == .fresh else { return waitForResponse() }
    pendingReplies.add(self)
    let isOpen = stage.compareExchange(
      expected: .fresh, desired: .open, ordering: .acquiringAndReleasing
    ).exchanged
    if isOpen { return }
    waitForResponse()
    pendingReplies.takeBack(self)
  }

  /// Waits for another thread that is giving the response: until it is in the queue nothing says that
  /// the client is owed one, and the connection could end without it.
  private func waitForResponse() { cancellation.withLock { _ in } }

  /// Ends the request; nil: without a response.
  private func send(_ outcome: () -> Result<JSONFragments, RPCError>?) {
    let (isFirst, _) = cancellation.withLock { cancellation in
      let stage = stage.exchange(.sent, ordering: .acquiringAndReleasing)
      guard stage != .sent else { return (false, Cancellation().action) }
      if stage == .open { pendingReplies.remove(self) }
      pendingReplies.send(outcome(), id: id, in: batch, openCost: stage == .open ? cost : nil)
      return (true, cancellation.action.take())
    }
    if isFirst { pendingReplies.flush() }
  }
}
