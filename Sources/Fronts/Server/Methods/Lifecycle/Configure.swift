import JSON
import Pagination
import Profiles
import Series
import Sessions
import Text
import Wire

/// `paginator/configure`: changes settings for later requests. Objects are merged, null deletes.
enum Configure: Method {
  static let name = "paginator/configure"

  /// The settings of an open paginator that can be changed.
  static let members = OpenField.names(.changeable)

  static func handle(_ call: inout Call) throws(CallError) {
    let id = try call.paginatorID()
    var changes = JSONObject()
    for member in members {
      let value = try call.read { fields throws(JSONFieldError) in fields.nullable(member) }
      if let value { changes[member] = value }
    }
    try call.finish()
    let store = call.server.store
    let open = store[id]
    let (settings, parameters) = try call.settings(
      ParameterMerge.apply(changes, to: open?.parameters ?? standIn), changes: changes,
      tokenScheme: open?.tokenScheme)
    let series = call.server.series[id]
    let template = try series.map { series throws(CallError) in
      try mapError(CallError.params, PartTemplate(parameters, series.each))
    }
    try mapErrors(CallError.session) { () throws(SessionError) in
      let session = if let series { series.base } else { try call.session(id) }
      let request = session.requestFingerprint
      guard let series, let template else {
        return try store.configure(session, settings, parameters: parameters) { [call] state in
          call.succeed(state.json)
        }
      }
      try store.configure(session, settings, parameters: parameters)
      series.configure(settings, template, after: request) { [call] in call.succeed(series.state) }
    }
  }

  /// The params that changes are checked against if there is no such paginator.
  private static let standIn: JSONObject = ["url": "http://127.0.0.1/"]
}
