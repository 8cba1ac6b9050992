import JSON
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
    let session = try call.session(id)
    let merged = OpenParameters.merge(changes, into: session.parameters)
    let (settings, parameters) = try call.read { _ throws(JSONFieldError) in
      try OpenParameters.settings(merged)
    }
    call.succeed(session.configure(settings, parameters: parameters).json)
  }
}
