package import JSON
import Pagination
package import Sessions

/// The params of `open` on their way to settings: profiles are filled in, changes merged.
package enum OpenParameters {
  /// The settings that params make, and the params complete with what the profile gives.
  package static func settings(
    _ params: JSONObject
  ) throws(JSONFieldError) -> (SessionSettings, parameters: JSONObject) {
    var fields = JSONFields(params)
    if let name = try fields.string("profile") {
      guard let profile = Profiles.named(name) else {
        throw fields.error(
          "profile", expected: "the name of a profile; paginator/profiles lists them")
      }
      fields = JSONFields(ParameterMerge.complete(params, with: profile))
    }
    fields.allow(
      "paginatorId", "profile", "checkpoint", "_meta", "workDoneToken", "partialResultToken")
    var settings = try SessionSettings(&fields)
    try fields.finish()
    var parameters = fields.object
    if let name = parameters["profile"], name != .null { settings.leaveItemsOpen() }
    for name in ["paginatorId", "profile", "checkpoint", "_meta"] { parameters[name] = nil }
    return (settings, parameters)
  }
}

extension SessionSettings {
  /// Refuses what only a client can do that has not said so.
  func check(_ abilities: HostAbilities) throws(JSONFieldError) {
    if sender == .client, !abilities.fetch {
      throw JSONFieldError(
        path: "fetching.by",
        problem: .expected("\"server\", as this client has not said that it can fetch"))
    }
    if pager.kind == .custom, !abilities.extractPage {
      throw JSONFieldError(
        path: "pagination.strategy",
        problem: .expected("another one, as this client has not said that it can extractPage"))
    }
  }
}
