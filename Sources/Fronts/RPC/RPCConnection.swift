package import JSON
import System

/// JSON-RPC 2.0 over two byte streams, in both directions.
///
/// The thread that calls `run` reads, and calls the handler. Responses and notifications may be
/// sent from any thread, and go out in the order of the calls. The connection ends the process
/// itself when the other side is gone.
package final class RPCConnection: Sendable {
  let input: Int32
  let forcedFraming: RPCFraming?
  let limits: RPCLimits
  let outbox: Outbox
  let pendingReplies: PendingReplies
  let outgoingRequests: OutgoingRequests
  private let watch: PeerWatch
  private let terminate: @Sendable (Int32) -> Void

  /// A connection over open descriptors, which stay the caller's.
  ///
  /// Without a framing the first byte of input chooses. `terminate` ends the process with an exit
  /// code; only tests bring one of their own.
  package init(
    input: Int32, output: Int32, framing: RPCFraming?, limits: RPCLimits = RPCLimits(),
    terminate: @escaping @Sendable (Int32) -> Void = { Process.exitNow($0) }
  ) {
    self.input = input
    self.forcedFraming = framing
    var limits = limits
    limits.messageBytesMax = min(limits.messageBytesMax, RPCLimits.messageBytesCeiling)
    self.limits = limits
    self.terminate = terminate
    outbox = Outbox(output: output, limits: limits) { terminate(1) }
    if let framing { outbox.use(framing) }
    pendingReplies = PendingReplies(outbox: outbox)
    outgoingRequests = OutgoingRequests(outbox: outbox)
    watch = PeerWatch(output: output, checkSeconds: limits.parentCheckSeconds)
  }

  /// Reads until the input ends, the handler calls `finish` or the output loses its reader; returns
  /// the exit code.
  ///
  /// After the end of input what was accepted is still answered, for `drainSecondsMax` at most.
  /// Once per connection.
  package func run(_ handler: any RPCHandler) -> Int32 {
    Signals.ignoreBrokenPipes()
    pendingReplies.enterReader()
    watch.start { [outbox] in outbox.markBroken() }
    let code = read(handler)
    outbox.close()
    watch.stop()
    return code
  }

  /// Sends a notification.
  package func notify(_ method: String, _ params: JSONFragments) {
    outbox.send(OutgoingMessage.call(method, params), isCorked: pendingReplies.isReader)
  }

  /// Asks the client.
  ///
  /// The completion is called at most once, on the reader's thread: with the result and its
  /// document, with the client's error, or with `RPCError.inputEnded` when the client can no longer
  /// respond.
  package func request(
    _ method: String, _ params: JSONFragments,
    completion: @escaping @Sendable (Result<(JSONDocument, JSONSlice), RPCError>) -> Void
  ) {
    outgoingRequests.send(method, params, isCorked: pendingReplies.isReader, completion)
  }

  /// Ends the connection: sends what is already answered, as long as the client reads it, and
  /// nothing else.
  ///
  /// On the reader's thread, where handlers are called, `run` then returns the exit code; on any
  /// other thread the process ends, because the reader may wait for input that never comes.
  package func finish(exitCode: Int32) {
    outbox.end(exitCode: exitCode)
    guard !pendingReplies.isReader else { return }
    outbox.close()
    terminate(exitCode)
  }

  /// Ends the process with exit code 1 when the given one dies, unless that is dead already.
  package func watchParent(pid: Int32) {
    watch.add(parent: pid)
  }

  /// The bytes of messages that are waiting for the client to read.
  package var unsentBytes: Int {
    outbox.unsentBytes
  }

  /// Calls the action once, when fewer than `bytes` bytes are unsent: at once if they already are,
  /// otherwise later on the writer's thread.
  package func whenUnsent(below bytes: Int, _ action: @escaping @Sendable () -> Void) {
    outbox.whenUnsent(below: bytes, action)
  }
}
