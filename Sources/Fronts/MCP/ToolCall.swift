import JSON
import RPC
import Sessions
import Synchronization
import System
import Text

/// One call of a tool: whom it is answered to, and how it is given up.
final class ToolCall: Sendable {
  private let envelope: RequestEnvelope
  private let reply: RPCReply
  private let connection: RPCConnection
  private let server: JSONValue
  private let ended: @Sendable () -> Void
  /// Items of the last notification; nil where the call is over. Guards the meeting of the end with
  /// a cancellation.
  private let items = Mutex<Int?>(0)

  /// The action for a call that takes too long.
  private let deadline = Mutex<(any Scheduled)?>(nil)

  init(
    _ envelope: RequestEnvelope, _ reply: RPCReply, _ connection: RPCConnection,
    server: JSONValue, ended: @escaping @Sendable () -> Void
  ) {
    self.envelope = envelope
    self.reply = reply
    self.connection = connection
    self.server = server
    self.ended = ended
  }

  var isOver: Bool { items.withLock { $0 == nil } }

  private func end() -> Bool {
    let isFirst = items.withLock { $0.take() != nil }
    if isFirst {
      deadline.withLock { $0.take() }?.cancel()
      ended()
    }
    return isFirst
  }

  /// Sets what is done where the call has not ended by then.
  func limit(
    toSeconds seconds: Int, _ scheduler: any Scheduler, _ action: @escaping @Sendable () -> Void
  ) {
    // What comes from a recording takes no time.
    guard scheduler.waits else { return }
    let entry = scheduler.schedule(afterSeconds: Double(seconds)) { [self] in
      if !isOver { action() }
    }
    deadline.withLock { $0 = entry }
    if isOver { entry.cancel() }
  }

  /// `first`: what is done before that, unless the client has given the call up.
  func succeed(_ structure: [UInt8], file: FileOrder? = nil, first: () -> Void = {}) {
    guard structure.count <= ToolResult.bytesMax else {
      return fail(
        "The result would have more than \(ToolResult.bytesMax) bytes; use shorter arguments.")
    }
    guard end() else { return }
    first()
    send(ToolResult(structure: structure, file: file))
  }

  /// Answers with a sentence that says what to do.
  func fail(_ sentence: String) {
    let text = PlainText.limited(
      PlainText.escaped(sentence), bytesMax: ToolResult.errorBytesMax)
    if end() { send(ToolResult(text: text)) }
  }

  private func send(_ result: ToolResult) {
    reply.succeed(result.json(envelope.revision, server: server))
  }

  /// Sets what ends the work when the client gives the call up, which is not answered then.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    reply.onCancel { [self] in
      guard end() else { return }
      action()
      reply.drop()
    }
  }

  /// Tells how far the work is, where the client wants to know.
  func report(items: Int, total: Int?) {
    guard let progressToken = envelope.progressToken else { return }
    let isNews = self.items.withLock { last in
      guard let before = last, items > before else { return false }
      last = items
      return true
    }
    guard isNews else { return }
    var params = JSONObject([("progressToken", progressToken), ("progress", .integer(items))])
    if let total, total >= items { params["total"] = .integer(total) }
    if envelope.revision.hasAnnotations {
      params["message"] = .string(ShownText.count(items, "item"))
    }
    connection.notify("notifications/progress", JSONFragments(JSONValue.object(params).bytes))
  }

  var wantsProgress: Bool { envelope.progressToken != nil }
}
