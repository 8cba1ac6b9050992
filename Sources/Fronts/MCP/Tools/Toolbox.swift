package import HTTP
import JSON
package import Server
import Sessions
import Synchronization
package import System
import Text
import Wire

/// The tools, and what their calls share.
package final class Toolbox: Sendable {
  /// A function that carries out the calls of a tool.
  typealias Tool = @Sendable (JSONObject, ToolCall, Toolbox) throws(ToolFailure) -> Void

  /// The tools by their names.
  static let tools: [String: Tool] = [
    "page": PageTool.run, "fetch": FetchTool.run, "detect": DetectTool.run,
  ]

  let profiles: ProfileCatalog
  /// Origins that may have any address, and that links may lead to.
  let allowedOrigins: [Origin]
  /// The folder that files may be written into; nil means that no files may be written.
  let folder: OutputFolder?
  let makeSink: SinkMaker
  let cursors: CursorStore
  /// Cursors of this process, the oldest first, at which an API itself led out of its list.
  private let leaving = Mutex<[String]>([])
  private static let leavingMax = 1_000
  let host = FileHost()
  private let client: any HTTPClient
  let scheduler: any Scheduler
  let bounds: AgentBounds
  private let reaches: Bool
  private let variable: @Sendable (String) -> String?
  /// By the methods and URLs of profiles.
  private let environments = Mutex<[String: SessionEnvironment]>([:])
  /// The sessions that were used last, by the cursors that continue them, so that the rest of a page
  /// need not be requested again. Without one of them a cursor is as good.
  private let kept = Mutex<[(cursor: String, session: Session)]>([])

  /// Most sessions that are kept, and most pages that each of them keeps.
  private static let sessionsMax = 4
  static let heldPagesMax = 2

  /// `reaches`: whether requests leave the machine, so that addresses are looked at first.
  package init(
    profiles: ProfileCatalog, allowedOrigins: [Origin], folder: OutputFolder?,
    client: any HTTPClient, scheduler: any Scheduler, reaches: Bool,
    variable: @escaping @Sendable (String) -> String?, cursors: CursorStore, bounds: AgentBounds,
    makeSink: @escaping SinkMaker
  ) {
    self.profiles = profiles
    self.allowedOrigins = allowedOrigins
    self.folder = folder
    self.makeSink = makeSink
    self.cursors = cursors
    self.client = client
    self.scheduler = scheduler
    self.bounds = bounds
    self.reaches = reaches
    self.variable = variable
  }

  func run(_ tool: Tool, _ arguments: JSONObject, _ call: ToolCall) {
    var arguments = arguments
    // Models write numbers as texts, too.
    for name in ["max_items", "max_bytes", "max_seconds"] {
      if let number = arguments[name]?.stringValue.flatMap({ Int($0) }) {
        arguments[name] = .integer(number)
      }
    }
    do throws(ToolFailure) {
      try tool(arguments, call, self)
    } catch {
      call.fail(error.sentence)
    }
  }

  /// A session for the request, which continues at the cursor.
  func session(_ plan: RequestPlan, _ arguments: ToolArguments) throws(ToolFailure) -> Session {
    let session = Session(
      id: "agent", settings: plan.settings, parameters: plan.parameters,
      environment: environment(plan))
    guard let checkpoint = arguments.cursor?.checkpoint else { return session }
    try mapError({ ToolFailure(ToolWords.sentence($0, plan)) }, session.resume(checkpoint))
    return session
  }

  /// One for each method and URL of a profile, so that tokens and rate limits are shared.
  func environment(_ plan: RequestPlan) -> SessionEnvironment {
    environments.withLock { environments in
      let name = "\(plan.method) \(plan.ownURL?.text ?? "")"
      if let known = environments[name] { return known }
      let guarded = PublicClient(
        next: client, postURL: plan.method == "POST" ? plan.ownURL : nil,
        allowed: reaches ? Set(allowedOrigins) : nil, variable: variable)
      var limits = SessionLimits()
      limits.innerPagesMax = bounds.innerPagesMax
      let made = SessionEnvironment(
        client: guarded, scheduler: scheduler, host: host, limits: limits)
      environments[name] = made
      return made
    }
  }

  /// Takes a session out, so that it serves one call at a time.
  func takeSession(at cursor: String) -> Session? {
    let session = kept.withLock { kept in
      kept.firstIndex { $0.cursor == cursor }.map { kept.remove(at: $0).session }
    }
    session?.renewInnerPages()
    return session
  }

  /// The cursor of a place; nil where none can carry it.
  func cursor(
    _ arguments: ToolArguments, _ plan: RequestPlan, itemsMax: Int, at checkpoint: String
  ) -> String? {
    let place = PageCursor(arguments, itemsMax: itemsMax, checkpoint: checkpoint)
    guard plan.canCarry(place), let cursor = cursors.text(place) else { return nil }
    // The API itself has led out of its list in this process.
    if plan.leavesList(place) {
      leaving.withLock { $0 = $0.suffix(Toolbox.leavingMax - 1) + [cursor] }
    }
    return cursor
  }

  func hasLed(to cursor: String) -> Bool { leaving.withLock { $0.contains(cursor) } }

  func keep(_ session: Session, at cursor: String) {
    let dropped = kept.withLock { kept in
      kept.append((cursor, session))
      return kept.count > Toolbox.sessionsMax ? kept.removeFirst().session : nil
    }
    dropped?.close()
  }
}

/// The reason why a call cannot be carried out, in a sentence that says what to do.
package struct ToolFailure: Error {
  let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  /// Reads arguments; throws a field error as a tool failure.
  static func reading<Value>(
    _ read: () throws(JSONFieldError) -> Value
  ) throws(ToolFailure) -> Value {
    try mapErrors({ ToolFailure($0.sentence) }, read)
  }
}
