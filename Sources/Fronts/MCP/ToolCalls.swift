import JSON
import RPC
import Synchronization

/// The calls of tools that are under way, by the ids of their requests.
final class ToolCalls: Sendable {
  private let open = Mutex<[JSONID: ToolCall]>([:])

  /// Calls that may be under way at once.
  static let callsMax = 64

  /// Takes a call in; false: there are too many.
  func add(_ call: ToolCall) -> Bool {
    open.withLock { open in
      guard open.count < ToolCalls.callsMax else { return false }
      open[call.id] = call
      return true
    }
  }

  func remove(_ call: ToolCall) {
    open.withLock { open in
      if open[call.id] === call { open[call.id] = nil }
    }
  }

  /// The client gives a request up: its work ends, and nothing is answered.
  func cancel(_ id: JSONID) {
    open.withLock { $0.removeValue(forKey: id) }?.cancel()
  }

  /// Ends all work, without answers.
  func cancelAll() {
    let calls = open.withLock { open in
      defer { open = [:] }
      return Array(open.values)
    }
    for call in calls { call.cancel() }
  }
}

/// The id of a request: a string, or a whole number.
enum JSONID: Sendable, Hashable {
  case text(String)
  case number(String)

  /// Nil for anything else.
  init?(_ value: JSONValue?) {
    switch value {
    case .string(let text)?: self = .text(text)
    case .number(let number)?:
      guard let integer = number.integer else { return nil }
      self = .number(String(integer))
    default: return nil
    }
  }
}

/// One call of a tool: whom it is answered to, and how it is given up.
final class ToolCall: Sendable {
  private struct State {
    var isOver = false
    var onCancel: (@Sendable () -> Void)?
    /// Items of the last notification.
    var items = 0
  }

  let id: JSONID
  let revision: Revision
  private let reply: RPCReply
  private let progressToken: JSONValue?
  private let connection: RPCConnection
  private let server: JSONValue
  private let finished: @Sendable (ToolCall) -> Void
  /// Guards the meeting of the end with a cancellation.
  private let state = Mutex(State())

  init(
    _ id: JSONID, _ envelope: RequestEnvelope, _ reply: RPCReply, _ connection: RPCConnection,
    server: JSONValue, finished: @escaping @Sendable (ToolCall) -> Void
  ) {
    self.id = id
    revision = envelope.revision
    progressToken = envelope.progressToken
    self.reply = reply
    self.connection = connection
    self.server = server
    self.finished = finished
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  /// Answers, unless the call is over.
  func finish(_ result: ToolResult) {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      state.onCancel = nil
      return !state.isOver
    }
    guard isFirst else { return }
    finished(self)
    reply.succeed(result.json(revision, server: server))
  }

  /// Ends the work without an answer.
  func cancel() {
    let (isFirst, action) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.onCancel.take())
    }
    action?()
    guard isFirst else { return }
    finished(self)
    reply.drop()
  }

  /// Sets what ends the work, which is done at once where the call is over.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.onCancel = action }
      return state.isOver
    }
    if isOver { action() }
  }

  /// Tells how far the work is, where the client wants to know.
  func report(items: Int, total: Int?) {
    guard let progressToken else { return }
    let isNews = state.withLock { state in
      guard !state.isOver, items > state.items else { return false }
      state.items = items
      return true
    }
    guard isNews else { return }
    var params = JSONObject([("progressToken", progressToken), ("progress", .integer(items))])
    if let total, total >= items { params["total"] = .integer(total) }
    if revision.hasAnnotations { params["message"] = .string("\(items) items") }
    var writer = JSONWriter()
    writer.value(.object(params))
    connection.notify("notifications/progress", JSONFragments(writer.bytes))
  }

  var wantsProgress: Bool { progressToken != nil }
}
