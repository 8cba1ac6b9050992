package import JSON
import Text

/// The additions that `slices` makes to the request, so that a profile knows where `{from}` and
/// `{to}` belong.
///
/// `{"parameters":{"q":"created:{from}..{to}"},"join":" "}` makes `?q=is:issue created:{from}..{to}`
/// of `?q=is:issue`. `{by}` is the key path of `slices`. A request that has the marks stays as it is.
package struct SliceAddition: Sendable {
  private let parameters: JSONObject
  private let body: JSONValue?
  /// The text between a parameter already in the request and the addition to it.
  private let join: String?
  private let path: String

  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    path = fields.path
    parameters = try fields.fields("parameters")?.object ?? JSONObject()
    for (name, value) in parameters.members where value.stringValue == nil {
      throw JSONFieldError(
        JSONFields.join(fields.path(of: "parameters"), name), expected: "a string")
    }
    body = try fields.fields("body").map { .object($0.object) }
    join = try fields.string("join")
  }

  /// The params of `open` with what their `slices` add.
  package static func applied(to params: JSONObject) throws(JSONFieldError) -> JSONObject {
    guard var fields = params["slices"].flatMap({ try? JSONFields($0, path: "slices") }) else {
      return params
    }
    let addition = try SliceAddition(&fields)
    let by = try fields.string("by") ?? ""
    return try addition.applied(to: params, by: by)
  }

  private func applied(to params: JSONObject, by: String) throws(JSONFieldError) -> JSONObject {
    let request = JSONValue.object(JSONObject(params.members.filter { $0.key != "slices" }))
    if SliceAddition.has(request, "{from}") || SliceAddition.has(request, "{to}") { return params }
    var params = params
    var given = params["parameters"]?.objectValue ?? JSONObject()
    for (name, value) in parameters.members {
      let text = (value.stringValue ?? "").replacing("{by}", with: by)
      if let old = given[name]?.stringValue {
        given[name] = .string(old + (try between(name)) + text)
      } else if let url = try urlJoined(params["url"]?.stringValue ?? "", name, text) {
        params["url"] = .string(url)
      } else {
        given[name] = .string(text)
      }
    }
    if !given.isEmpty { params["parameters"] = .object(given) }
    if let body {
      let filled = body.mapTexts { _, text in text.replacing("{by}", with: by) }
      guard params["body"]?.stringValue == nil else {
        throw JSONFieldError("body", expected: "a JSON object, or {from} and {to} in the text")
      }
      params["body"] = SliceAddition.merged(filled, into: params["body"] ?? .null)
    }
    return params
  }

  private func between(_ name: String) throws(JSONFieldError) -> String {
    if let join { return join }
    throw JSONFieldError(
      JSONFields.join(JSONFields.join(path, "parameters"), name),
      expected: "a parameter that the request does not have, or slices.join")
  }

  /// The URL with a text joined to its parameter of that name; nil where it has none.
  private func urlJoined(
    _ url: String, _ name: String, _ text: String
  ) throws(JSONFieldError) -> String? {
    let end = url.firstIndex(of: "#") ?? url.endIndex
    guard let start = url[..<end].firstIndex(of: "?") else { return nil }
    var members = QueryString.parse(String(url[url.index(after: start)..<end]))
    guard let place = members.lastIndex(where: { $0.name == name }) else { return nil }
    let old = members[place].rawValue ?? ""
    let added = (old.isEmpty ? text : try between(name) + text).split(
      separator: "{", omittingEmptySubsequences: false
    ).map { part in
      guard let close = part.firstIndex(of: "}") else { return PercentCoding.encode(String(part)) }
      let rest = part[part.index(after: close)...]
      return part[...close] + PercentCoding.encode(String(rest))
    }
    members[place].rawValue = old + added.joined(separator: "{")
    return url[...start] + QueryString.join(members) + url[end...]
  }

  private static func has(_ value: JSONValue, _ mark: String) -> Bool {
    var found = false
    _ = value.mapTexts { _, text in
      found = found || text.contains(mark)
      return text
    }
    return found
  }

  /// Objects are merged by their members. Into a list, elements are appended; one whose members are
  /// all lists or objects is merged into each element, as a filter belongs into each group.
  private static func merged(_ addition: JSONValue, into value: JSONValue) -> JSONValue {
    switch (addition, value) {
    case (.object(let added), .object(var object)):
      for (name, member) in added.members {
        object[name] = object[name].map { merged(member, into: $0) } ?? member
      }
      return .object(object)
    case (.array(let added), .array(let elements)) where !elements.isEmpty:
      let groups = added.filter(isGroup)
      return .array(
        elements.map { element in groups.reduce(element) { merged($1, into: $0) } }
          + added.filter { !isGroup($0) })
    case (.array(let added), _) where value.arrayValue == nil && !value.isNull:
      return .array([value] + added)
    default: return addition
    }
  }

  private static func isGroup(_ value: JSONValue) -> Bool {
    guard let members = value.objectValue?.members, !members.isEmpty else { return false }
    return members.allSatisfy { $0.value.arrayValue != nil || $0.value.objectValue != nil }
  }
}
