import JSON
import Pagination
import Profiles
import RPC
import Series
import Sessions
import Text
import Wire

extension Method {
  /// Changes settings for later requests. Objects are merged, null deletes.
  static let configure = Method("paginator/configure", Configure.handle)
}

/// Carries out `paginator/configure`.
enum Configure {
  /// The settings of an open paginator that can be changed.
  static let members = OpenField.names(.changeable)

  @Sendable static func handle(_ call: inout Call) throws(RPCError) {
    let id = try call.paginatorID()
    var changes = JSONObject()
    for member in members {
      let value = try call.read { fields throws(JSONFieldError) in fields.nullable(member) }
      if let value { changes[member] = value }
    }
    try call.finish()
    let store = call.server.store
    let open = store.list(id)
    let (settings, parameters) = try call.settings(
      ParameterMerge.apply(changes, to: open?.base.parameters ?? standIn), changes: changes,
      tokenScheme: open?.base.tokenScheme)
    if let series = open as? ItemSeries {
      try mapError(RPCError.params, series.check(parameters))
    }
    try mapErrors(RPCError.session) { () throws(SessionError) in
      try store.configure(try call.list(id), settings, parameters: parameters) { [call] state in
        call.succeed(state.json)
      }
    }
  }

  /// The params that changes are checked against if there is no such paginator.
  private static let standIn: JSONObject = ["url": "http://127.0.0.1/"]
}
