import JSON
import Pagination
import Sessions

/// `paginator/configure`: changes settings for later requests. Objects are merged, null deletes.
enum Configure: Method {
  static let name = "paginator/configure"

  /// What can be changed of an open paginator.
  static let members = [
    "perPage", "parameters", "headers", "fetching", "limits", "itemsPath", "responseDescriptors",
    "mappings", "prefetch", "placeholders", "notifications", "bounds",
  ]

  static func handle(_ call: consuming Call) throws(CallError) {
    var call = call
    let id = try call.paginatorID()
    var changes = JSONObject()
    for member in members {
      let value = try call.read { fields throws(JSONFieldError) in fields.nullable(member) }
      if let value { changes[member] = value }
    }
    try call.finish()
    let base = call.server.store[id]?.parameters ?? standIn
    let abilities = call.server.environment.host.abilities
    let (settings, parameters) = try call.read { _ throws(JSONFieldError) in
      let merged = try OpenParameters.settings(ParameterMerge.apply(changes, to: base))
      try merged.0.check(abilities)
      return merged
    }
    let session = try call.session(id)
    call.succeed(session.configure(settings, parameters: parameters).json)
  }

  /// What changes are checked against where there is no such paginator.
  private static let standIn: JSONObject = ["url": "http://127.0.0.1/"]
}
