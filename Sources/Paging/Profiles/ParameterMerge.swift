package import JSON
import Pagination
import Text

/// Merges given params over those of a profile, and changes over those of `open`.
///
///     profile  {"perPage": 100, "headers": {"Accept": "application/json"}}
///     given    {"perPage": null, "headers": {"accept": null, "X-Team": "a"}}
///     open     {"perPage": 100, "headers": {"X-Team": "a"}}
package enum ParameterMerge {
  /// The params whose members are merged one by one; every other one is replaced as a whole.
  private static let mergedNames: Set<String> = [
    "headers", "parameters", "paginationMapping", "pagination", "fetching", "limits", "prefetch",
    "placeholders", "mappings", "slices", "inner",
  ]

  /// The params of `open`, complete with what the profile gives. A given null is an absent one, so
  /// that the profile's is kept; inside an object it takes the profile's member away.
  ///
  /// What the given URL says itself stays as it is: its parameters win over the profile's, its page
  /// size over the profile's `perPage`, and where it names a place and no size, none is sent.
  package static func complete(_ given: JSONObject, with profile: Profile) -> JSONObject {
    var given = JSONObject(given.members.filter { $0.value != .null })
    var unwanted: [String] = []
    for name in ["slices", "inner"] {
      if given[name] == false { given[name] = nil }
      if given[name] == nil { unwanted.append(name) }
      // `true` means the profile's own.
      if given[name] == true, profile.open[name] != nil { given[name] = nil }
    }
    if let list = given["inner"]?.stringValue { given["inner"] = ["list": .string(list)] }
    var complete = apply(given, to: profile.open)
    for name in unwanted { complete[name] = nil }
    // A `nextURL` has none of the URL's own parameters: those of the profile take their values along.
    let isLeft = complete["pagination"]?["nextURL"] != nil
    for (name, value) in parametersInURL(given) where given["parameters"]?[name] == nil {
      guard var parameters = complete["parameters"]?.objectValue else { break }
      if parameters[name] != nil { parameters[name] = isLeft ? .string(value) : nil }
      complete["parameters"] = .object(parameters)
    }
    let namesRequest = ["url", "parameters", "body"].contains { given[$0] != nil }
    if namesRequest, given["perPage"] == nil, complete["perPage"] != nil {
      var sizeless = complete
      sizeless["perPage"] = nil
      if Pager.settlesSize(sizeless) { return sizeless }
    }
    return complete
  }

  /// The parameters in the given URL, with their values.
  private static func parametersInURL(_ given: JSONObject) -> [(name: String, value: String)] {
    QueryString.members(of: given["url"]?.stringValue ?? "").map { ($0.name, $0.value) }
  }

  /// Objects are merged member by member, null deletes, anything else replaces. A pagination of
  /// another strategy replaces the whole one; names of headers are compared in any case.
  package static func apply(_ changes: JSONObject, to base: JSONObject) -> JSONObject {
    var merged = base
    if changes["auth"] != nil || changes["token"] != nil {
      // Either takes the place of whichever was given.
      merged["auth"] = nil
      merged["token"] = nil
    }
    for (name, change) in changes.members {
      let old = mergedNames.contains(name) ? merged[name]?.objectValue : nil
      switch (change, old) {
      case (.null, _): merged[name] = nil
      case (.object(let members), let old?):
        merged[name] = .object(merge(members, into: old, name))
      case (.array([]), _?): break  // the empty object, as some clients write it
      default: merged[name] = change
      }
    }
    return merged
  }

  private static func merge(
    _ changes: JSONObject, into base: JSONObject, _ name: String
  ) -> JSONObject {
    if name == "pagination", let strategy = changes["strategy"], strategy != .null,
      strategy != base["strategy"]
    {
      return changes
    }
    var merged = base
    for (member, change) in changes.members {
      if name == "headers" {
        for old in base.keys where old != member && old.lowercased() == member.lowercased() {
          merged[old] = nil
        }
      }
      merged[member] = change == .null ? nil : change
    }
    return merged
  }
}
