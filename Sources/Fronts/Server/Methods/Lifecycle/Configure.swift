import JSON
import Pagination
import Profiles
import Series
import Sessions
import Wire

/// `paginator/configure`: changes settings for later requests. Objects are merged, null deletes.
enum Configure: Method {
  static let name = "paginator/configure"

  /// What can be changed of an open paginator.
  static let members = [
    "perPage", "parameters", "headers", "fetching", "limits", "itemsPath", "responseDescriptors",
    "mappings", "prefetch", "placeholders", "notifications", "bounds", "auth", "token",
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
    let open = call.server.store[id]
    let (settings, parameters) = try call.settings(
      ParameterMerge.apply(changes, to: open?.parameters ?? standIn), changes: changes,
      tokenScheme: open?.tokenScheme)
    if let series = try call.series(id) {
      return try configure(series, settings, parameters, call: call)
    }
    let session = try call.session(id, of: name)
    do throws(SessionError) {
      call.succeed(
        try call.server.store.configure(session, settings, parameters: parameters).json)
    } catch {
      throw .session(error)
    }
  }

  private static func configure(
    _ series: ItemSeries, _ settings: SessionSettings, _ parameters: JSONObject, call: Call
  ) throws(CallError) {
    let template: PartTemplate
    do throws(JSONFieldError) {
      template = try PartTemplate(parameters, series.each)
    } catch {
      throw .params(error)
    }
    let request = series.base.requestFingerprint
    do throws(SessionError) {
      _ = try call.server.store.configure(series.base, settings, parameters: parameters)
    } catch {
      throw .session(error)
    }
    series.configure(settings, template, after: request)
    call.succeed(series.state)
  }

  /// What changes are checked against where there is no such paginator.
  private static let standIn: JSONObject = ["url": "http://127.0.0.1/"]
}
