package import HTTP
import JSON
package import Server
package import Sessions
import Synchronization

/// The tools, and what their calls share.
package final class Toolbox: Sendable {
  enum Name: String {
    case page, fetch, detect
  }

  let profiles: ProfileCatalog
  /// Origins that may have any address, and that links may lead to.
  let allowedOrigins: [Origin]
  /// Where files may be written; nil: nowhere.
  let folder: OutputFolder?
  let makeFile: ItemFileMaker
  let host = FileHost()
  let sessions = KeptSessions()
  private let client: any HTTPClient
  private let scheduler: any Scheduler
  private let environments = Mutex<[String: SessionEnvironment]>([:])

  /// `reaches`: whether requests leave the machine, so that addresses are looked at first.
  package init(
    profiles: ProfileCatalog, allowedOrigins: [Origin], folder: OutputFolder?,
    client: any HTTPClient, scheduler: any Scheduler, reaches: Bool,
    variable: @escaping @Sendable (String) -> String?, makeFile: @escaping ItemFileMaker
  ) {
    self.profiles = profiles
    self.allowedOrigins = allowedOrigins
    self.folder = folder
    self.makeFile = makeFile
    self.scheduler = scheduler
    self.client =
      reaches ? PublicClient(client, allowed: Set(allowedOrigins), variable: variable) : client
  }

  func run(_ tool: Name, _ arguments: JSONObject, _ call: ToolCall) {
    do throws(ToolFailure) {
      switch tool {
      case .page: try PageTool.run(arguments, call, self)
      case .fetch: try FetchTool.run(arguments, call, self)
      case .detect: try DetectTool.run(arguments, call, self)
      }
    } catch {
      call.finish(.failure(error.sentence))
    }
  }

  /// A new session for what is asked. `name`: for errors.
  func session(_ plan: RequestPlan, _ name: String) -> Session {
    Session(
      id: name, settings: plan.settings, parameters: plan.parameters,
      environment: environment(plan))
  }

  /// One for each method that a profile may use, so that tokens and rate limits are shared.
  func environment(_ plan: RequestPlan) -> SessionEnvironment {
    environments.withLock { environments in
      if let known = environments[plan.method] { return known }
      let made = SessionEnvironment(
        client: MethodClient(client, method: plan.method), scheduler: scheduler,
        random: { Double.random(in: 0..<1) }, host: host)
      environments[plan.method] = made
      return made
    }
  }
}

/// Why a call cannot be carried out, in a sentence that says what to do.
struct ToolFailure: Error {
  let sentence: String

  init(_ sentence: String) { self.sentence = sentence }
}
