import Authentication
import JSON
import RPC
import Sessions
import Text
import Wire

/// A request or notification on its way to its method.
struct Call: Sendable {
  let server: PaginatorServer
  /// nil: a notification, which is never answered.
  let reply: RPCReply?
  private(set) var params: JSONFields

  /// Ids of paginators have fewer bytes.
  static let idBytesEnd = 1_024

  init(server: PaginatorServer, reply: RPCReply?, params: JSONFields) {
    self.server = server
    self.reply = reply
    self.params = params
    self.params.allow("_meta", "workDoneToken", "partialResultToken")
  }

  /// Reads params; says which are wrong.
  mutating func read<Value>(
    _ body: (inout JSONFields) throws(JSONFieldError) -> Value
  ) throws(RPCError) -> Value {
    try mapError(RPCError.params, body(&params))
  }

  /// The settings that params make.
  func settings(
    _ params: JSONObject, changes: JSONObject? = nil, tokenScheme: TokenScheme? = nil
  ) throws(RPCError) -> (SessionSettings, parameters: JSONObject) {
    try mapErrors(RPCError.settings) { () throws(SettingsReader.Failure) in
      let made = try SettingsReader.settings(
        params, changes: changes, tokenScheme: tokenScheme, catalog: server.profiles)
      try made.0.check(server.environment.host.abilities)
      return made
    }
  }

  /// The param `paginatorId`.
  mutating func paginatorID() throws(RPCError) -> String {
    let id = try read { params throws(JSONFieldError) in try Call.paginatorID(&params) }
    return try id.orThrow(RPCError.params(JSONFieldError(path: "paginatorId", problem: .missing)))
  }

  /// The id of a paginator; nil where it is not given.
  static func paginatorID(_ params: inout JSONFields) throws(JSONFieldError) -> String? {
    guard let id = try params.string("paginatorId") else { return nil }
    try check(id, at: "paginatorId")
    return id
  }

  /// Refuses an id that no paginator can have. `path`: where it was given.
  static func check(_ id: String, at path: String) throws(JSONFieldError) {
    guard id.utf8.count < idBytesEnd else {
      throw JSONFieldError(path, expected: "fewer than \(idBytesEnd) bytes")
    }
  }

  func list(_ id: String) throws(SessionError) -> any WalkableList {
    try server.store.list(id).orThrow(SessionError.paginatorNotFound(id: id))
  }

  /// Refuses what has not been read.
  func finish() throws(RPCError) { try mapError(RPCError.params, params.finish()) }

  /// Makes the completion that responds to the call when its work has ended.
  func answer<Value>(
    _ json: @escaping @Sendable (Value) -> JSONFragments
  ) -> @Sendable (Result<Value, LoadFailure>) -> Void {
    { [reply] result in
      switch result {
      case .success(let value): reply?.succeed(json(value))
      case .failure(let failure): reply?.fail(failure.object)
      }
    }
  }

  func succeed(_ result: JSONValue) { reply?.succeed(result.bytes) }

  func succeed(_ result: [UInt8]) { reply?.succeed(result) }

  func succeed(_ result: JSONFragments) { reply?.succeed(result) }

  func fail(_ error: RPCError) { reply?.fail(error) }
}

extension RPCError {
  static func params(_ error: JSONFieldError) -> RPCError { error.object }

  static func session(_ error: SessionError) -> RPCError { error.object() }

  static func settings(_ failure: SettingsReader.Failure) -> RPCError {
    switch failure {
    case .field(let error): error.object
    case .profile(let problem): problem.object
    }
  }
}
