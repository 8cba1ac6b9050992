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
      fields = JSONFields(merge(params, into: profile.open))
    }
    fields.allow(
      "paginatorId", "profile", "checkpoint", "_meta", "workDoneToken", "partialResultToken")
    let settings = try SessionSettings(&fields)
    try fields.finish()
    var parameters = fields.object
    for name in ["paginatorId", "profile", "checkpoint", "_meta"] { parameters[name] = nil }
    return (settings, parameters)
  }

  /// Objects are merged member by member, null deletes, anything else replaces. A pagination of
  /// another strategy replaces the whole one.
  package static func merge(_ changes: JSONObject, into base: JSONObject) -> JSONObject {
    var merged = base
    for (name, change) in changes.members {
      switch (change, merged[name] ?? .null) {
      case (.null, _): merged[name] = nil
      case (.object(let change), .object(let old)):
        let isOther = change["strategy"] != nil && change["strategy"] != old["strategy"]
        merged[name] = .object(isOther ? change : merge(change, into: old))
      default: merged[name] = change
      }
    }
    return merged
  }
}
