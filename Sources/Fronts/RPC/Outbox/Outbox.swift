internal import JSON
internal import Synchronization
import System

/// Everything a connection owes its client: the queue of unsent messages, the account of unanswered
/// requests, and the only way to the output.
///
/// Messages go out whole and in the order of their `send`. The reader sends without writing
/// (a cork) and flushes once per chunk of input: what is short and can be written at once is
/// written by the caller, everything else by a thread of its own.
final class Outbox: Sendable {
  /// The changes that a message's `send` makes in the account, besides the queue.
  struct Transaction {
    /// Requests that are not answered.
    var requests = 0
    /// Bytes of those requests, and of responses that wait for the rest of a batch.
    var bytes = 0
    /// Requests to the client that it has not answered.
    var outgoingRequests = 0
  }

  /// The queue, the account and who waits for them.
  struct State {
    var pending = OutgoingBytes()
    /// Of `pending` and of what the writer has in hand.
    var unsentBytes = 0
    /// All that was ever written.
    var sentBytes = 0
    var unansweredRequests = 0
    /// Of requests that are not answered, and of responses that wait for the rest of a batch.
    var unansweredBytes = 0
    /// Requests to the client that it has not answered.
    var outgoingRequests = 0
    /// Actions for the reader's thread.
    var deferred: [@Sendable () -> Void] = []
    /// Actions that wait for the queue to become short.
    var waiters: [(bytes: Int, action: @Sendable () -> Void)] = []
    var writer: Thread?
    var isWriterWanted = false
    /// The writer has pieces in hand.
    var isWriting = false
    /// Somebody waits for less backlog; `noteProgress` is then to notify.
    var isAwaited = false
    /// Set by the first `end`: the reader goes no further.
    var exitCode: Int32?
    /// No one reads any more.
    var isBroken = false
    /// Nothing is put into the queue any more.
    var isClosed = false
  }

  /// Most bytes of one write by the writer, so that a reader's progress can be seen.
  static let writeBytesMax = 64 << 10

  let output: Int32
  let limits: RPCLimits
  /// Called when the output has lost its reader.
  let onBroken: @Sendable () -> Void
  let state = Guarded(State())
  private let isInLines = Atomic(false)

  init(output: Int32, limits: RPCLimits, onBroken: @escaping @Sendable () -> Void) {
    self.output = output
    self.limits = limits
    self.onBroken = onBroken
  }

  /// The framing of what is sent.
  var framing: RPCFraming {
    isInLines.load(ordering: .relaxed) ? .lines : .headers
  }

  /// Sets the framing of what is sent from now on.
  func use(_ framing: RPCFraming) {
    isInLines.store(framing == .lines, ordering: .relaxed)
  }

  /// Queues a message and settles the account; without a message, only settles the account.
  ///
  /// A corked message waits for the next `flush`.
  func send(_ message: JSONFragments?, _ transaction: Transaction = Transaction(), isCorked: Bool) {
    let framing = framing
    let message = framing == .lines ? message?.singleLine() : message
    state.withLock { state in
      if let message, !state.isBroken, !state.isClosed {
        let before = state.pending.byteCount
        state.pending.append(message, framing: framing)
        state.unsentBytes += state.pending.byteCount - before
      }
      state.unansweredRequests += transaction.requests
      state.unansweredBytes += transaction.bytes
      state.outgoingRequests += transaction.outgoingRequests
      noteProgress(&state)
    }
    if !isCorked { flush() }
  }

  /// Writes what is in the queue, or has it written.
  func flush() {
    let isBroken = state.withLock { state in
      guard !state.pending.isEmpty, !state.isWriting else { return false }
      // Only the writer thread runs waiting actions; here they would nest inside `send`.
      if state.waiters.isEmpty, Descriptor.takesAtOnce(output, state.pending.byteCount) {
        switch state.pending.write(to: output) {
        case .written(let count): _ = account(count, &state)
        case .failed: return true
        case .full: break
        }
      }
      if !state.pending.isEmpty { wakeWriter(&state) }
      return false
    }
    if isBroken { markBroken() }
  }

  /// The exit code from the first `end`; 1 when the output has lost its reader.
  var exitCode: Int32? {
    state.withLock { $0.exitCode ?? ($0.isBroken ? 1 : nil) }
  }

  /// The bytes that are not written yet.
  var unsentBytes: Int {
    state.withLock { $0.unsentBytes }
  }

  /// Calls the action once, when fewer than `bytes` bytes are unsent: now, or on the writer's
  /// thread.
  func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if state.unsentBytes < bytes || state.isBroken { return true }
      state.waiters.append((bytes, action))
      return false
    }
    if isNow { action() }
  }

  /// Notes that bytes have left; the actions that waited for it.
  func account(_ count: Int, _ state: inout State) -> [@Sendable () -> Void] {
    state.unsentBytes = max(0, state.unsentBytes - count)
    state.sentBytes &+= count
    noteProgress(&state)
    guard !state.waiters.isEmpty else { return [] }
    let unsent = state.unsentBytes
    let ready = state.waiters.filter { unsent < $0.bytes }
    state.waiters.removeAll { unsent < $0.bytes }
    return ready.map(\.action)
  }

  /// Wakes any thread that waits for the backlog to shrink, so that it checks again.
  func noteProgress(_ state: inout State) {
    guard state.isAwaited else { return }
    state.isAwaited = false
    self.state.notify()
  }

  /// No one reads any more: what is unsent is dropped.
  func markBroken() {
    let actions = state.withLock { state -> [@Sendable () -> Void]? in
      guard !state.isBroken else { return nil }
      state.isBroken = true
      state.pending = OutgoingBytes()
      return account(state.unsentBytes, &state)
    }
    guard let actions else { return }
    onBroken()
    for action in actions { action() }
  }
}

extension Outbox.State {
  /// True when the reader may take in another message.
  ///
  /// While the client owes a response, one message more is let in: the response that the waiting
  /// requests need may be after others.
  func hasRoom(_ limits: RPCLimits) -> Bool {
    let extra = outgoingRequests > 0 ? limits.messageBytesMax : 0
    return unsentBytes + unansweredBytes - extra < limits.backlogBytesMax
  }
}
