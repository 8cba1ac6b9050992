import JSON
import Pagination
import Profiles
package import RPC
package import Sessions
import Store
import Synchronization
import System
import Text

/// Answers every method of the protocol; the only place that knows both the messages and the
/// paginators.
package final class PaginatorServer: RPCHandler {
  /// The phase of the process between its first message and `exit`.
  private enum Phase {
    /// Nothing but notifications so far: `initialize` may come.
    case fresh
    case running
    case shutDown
  }

  package static let protocolVersion = "1.0"

  package let store: SessionStore
  package let environment: SessionEnvironment
  let limits: Limits
  let connection: RPCConnection
  let version: String
  let profiles: ProfileCatalog
  let log: Log
  /// The writers that put pages into files.
  let writers: StoreWriters
  /// The walks that a client can cancel by their token.
  let walks = RunningWalks()
  private let host: ClientHost
  let warmUp: @Sendable () -> Void
  private let phase = Mutex(Phase.fresh)

  /// `connection` keeps `limits.messages`. `makeEnvironment` gets the host through which sessions
  /// reach the client; `warmUp` loads the HTTP engine ahead of the first request and returns at
  /// once.
  package init(
    connection: RPCConnection, version: String, limits: Limits, log: Log,
    profiles: ProfileCatalog = .builtIn,
    warmUp: @escaping @Sendable () -> Void,
    makeEnvironment: (any SessionHost) -> SessionEnvironment
  ) {
    self.connection = connection
    self.version = version
    self.limits = limits
    store = SessionStore(limits.sessions)
    self.log = log
    self.profiles = profiles
    writers = StoreWriters(limits: limits.files)
    self.warmUp = warmUp
    host = ClientHost(connection: connection)
    environment = makeEnvironment(host)
  }

  package func handle(_ request: RPCRequest, _ reply: RPCReply) {
    log.write(.debug, "request \(request.method)")
    do throws(RPCError) {
      let isFirst = try enter(request.method)
      switch request.method {
      case "initialize": try initialize(request, reply, isFirst: isFirst)
      case "shutdown":
        store.closeAll { reply.succeed(Array("null".utf8)) }
      default:
        guard let method = Router.method(request.method) else {
          throw .methodNotFound(request.method, nearest: Router.nearest(to: request.method))
        }
        var call = Call(server: self, reply: reply, params: try params(of: request))
        try method.handle(&call)
      }
    } catch {
      log.write(.debug, "\(request.method) refused: \(error.code) \(error.message)")
      reply.fail(error)
    }
  }

  package func handle(_ notification: RPCRequest) {
    switch notification.method {
    case "exit":
      let isShutDown = phase.withLock { $0 == .shutDown }
      connection.finish(exitCode: isShutDown ? 0 : 1)
    case RunningWalks.cancelMethod:
      if let params = try? params(of: notification) { walks.cancel(params) }
    default:
      guard phase.withLock({ $0 != .shutDown }),
        let method = Router.method(notification.method),
        let params = try? params(of: notification)
      else { return }
      var call = Call(server: self, reply: nil, params: params)
      try? method.handle(&call)
    }
  }

  package func inputEnded() { store.endReadAhead() }

  /// Closes every paginator, and waits until their last pages are stored.
  package func finish() {
    let isClosed = Guarded(false)
    store.closeAll {
      isClosed.withLock { $0 = true }
      isClosed.notify()
    }
    _ = isClosed.wait(until: SystemClock.monotonicSeconds + limits.closingSecondsMax) {
      $0 ? () : nil
    }
  }

  /// Moves on to the phase that a request means; whether it is the first one.
  private func enter(_ method: String) throws(RPCError) -> Bool {
    let before = phase.withLock { phase in
      let before = phase
      if before != .shutDown { phase = method == "shutdown" ? .shutDown : .running }
      return before
    }
    if before == .shutDown {
      throw .invalidRequest("The server has been shut down; send exit and start another.")
    }
    return before == .fresh
  }

  private func params(of request: RPCRequest) throws(RPCError) -> JSONFields {
    try mapError(RPCError.params, JSONFields(request.document.value(request.params), path: ""))
  }

  /// LSP's `initialize`; what other protocols put into its params is left alone.
  private func initialize(
    _ request: RPCRequest, _ reply: RPCReply, isFirst: Bool
  ) throws(RPCError) {
    guard isFirst else {
      throw .invalidRequest("Send initialize once, as the first request.")
    }
    let params = request.document.value(request.params)
    if let processID = params["processId"]?.integerValue {
      connection.watchParent(pid: Int32(clamping: processID))
    }
    let said = params["capabilities"]?["paginator"]
    var abilities = HostAbilities()
    abilities.notifications = said?["notifications"] == .boolean(true)
    abilities.extractPage = said?["extractPage"] == .boolean(true)
    abilities.fetch = said?["fetch"] == .boolean(true)
    abilities.credentials = said?["credentials"] == .boolean(true)
    host.set(abilities)
    tellUnknown(in: said)
    let options = params["initializationOptions"]
    profiles.initialize(profiles: options?["profiles"], files: options?["profileFiles"])
    reply.succeed(initializeResult)
  }

  /// A misspelled capability would be one that the client has not, without a word.
  private func tellUnknown(in said: JSONValue?) {
    guard case .object(let object)? = said else {
      if let said, said != .null { log.write(.warning, "capabilities.paginator must be an object") }
      return
    }
    let known = ["notifications", "extractPage", "fetch", "credentials"]
    for (name, value) in object.members.prefix(PaginatorServer.unknownMax) {
      if !known.contains(name) {
        let near = DidYouMean.names(to: name, in: known).first
        log.write(
          .warning,
          "unknown member \"\(name.prefix(100))\" of capabilities.paginator"
            + (near.map { "; did you mean \"\($0)\"?" } ?? ""))
      } else if value != .null, value != .boolean(true), value != .boolean(false) {
        log.write(.warning, "\"\(name)\" of capabilities.paginator must be true or false")
      }
    }
  }

  /// Members of `capabilities.paginator` that are looked at.
  private static let unknownMax = 100

  private var initializeResult: [UInt8] {
    var capabilities: JSONObject = [
      "strategies": .array(StrategyKind.allCases.map { .string($0.rawValue) }),
      "profiles": .array(profiles.library.names.map(JSONValue.string)),
      "methods": .array(Router.names.map(JSONValue.string)),
    ]
    if !environment.scheduler.waits { capabilities["replay"] = true }
    let result: JSONValue = [
      "serverInfo": ["name": "paginator", "version": .string(version)],
      "protocolVersion": .string(PaginatorServer.protocolVersion),
      "capabilities": ["paginator": .object(capabilities)],
    ]
    return result.bytes
  }
}
