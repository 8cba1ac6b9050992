package import JSON
import Sessions
import Text

/// The params of `open` with marks in them: what the request of each part is made from.
package struct PartTemplate: Sendable {
  /// The params with their marks as plain text.
  let params: JSONObject
  /// The URL up to the end of its authority, which holds no marks.
  private let origin: String
  private let path: MarkedText
  /// The query, including its question mark.
  private let query: MarkedText
  private let fragment: String
  private let marks: MarkedText.Marks

  /// Params without `each`, complete with what a profile gives.
  package init(_ params: JSONObject, _ each: EachParams) throws(JSONFieldError) {
    self.params = PartTemplate.limited(params, each.limits)
    let url = params["url"]?.stringValue ?? ""
    let authority = PartTemplate.authorityEnd(of: url)
    let marks = each.marks
    self.marks = marks
    origin = String(url[..<authority])
    guard try !PartTemplate.read(origin, "url", marks).hasMarks else {
      // Nothing of an item leads to another host, scheme or port.
      let mark = marks == .item ? "{item}" : "{from} or {to}"
      throw JSONFieldError("url", expected: "a URL without \(mark) in its scheme, host or port")
    }
    let rest = url[authority...]
    let fragmentStart = rest.firstIndex(of: "#") ?? rest.endIndex
    let queryStart = rest[..<fragmentStart].firstIndex(of: "?") ?? fragmentStart
    path = try PartTemplate.read(String(rest[..<queryStart]), "url", marks)
    query = try PartTemplate.read(String(rest[queryStart..<fragmentStart]), "url", marks)
    fragment = String(rest[fragmentStart...])
    var paths = path.paths + query.paths
    for name in ["parameters", "headers", "body"] {
      paths += try PartTemplate.paths(in: params[name] ?? .null, name, marks)
    }
    guard marks == .item ? !paths.isEmpty : Set(paths.map(\.description)).count == 2 else {
      throw JSONFieldError(
        "url",
        expected: marks == .item
          ? "a URL with {item} or {item.KEYPATH}, as each item has a list of its own"
          : "a request with both {from} and {to}, the bounds of each slice")
    }
  }

  /// The params of each part, which has limits of its own; those of the series count over all.
  private static func limited(_ params: JSONObject, _ own: JSONObject?) -> JSONObject {
    var params = params
    var limits = params["limits"]?.objectValue ?? [:]
    for name in ["itemsMax", "pagesMax"] { limits[name] = nil }
    for (name, value) in own?.members ?? [] { limits[name] = value }
    params["limits"] = limits.isEmpty ? nil : .object(limits)
    return params
  }

  private static func authorityEnd(of url: String) -> String.Index {
    guard let start = url.firstRange(of: "://")?.upperBound else { return url.endIndex }
    return url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
  }

  private static func read(
    _ text: String, _ name: String, _ marks: MarkedText.Marks
  ) throws(JSONFieldError) -> MarkedText {
    try (try? MarkedText(text, marks)).orThrow(
      JSONFieldError(name, expected: "a text with a key path in each {item.KEYPATH}"))
  }

  /// Returns the paths that the marks in the texts of a value name.
  private static func paths(
    in value: JSONValue, _ name: String, _ marks: MarkedText.Marks
  ) throws(JSONFieldError) -> [JSONPath] {
    var paths: [JSONPath] = []
    switch value {
    case .string(let text): paths = try read(text, name, marks).paths
    case .array(let elements):
      for element in elements { paths += try self.paths(in: element, name, marks) }
    case .object(let object):
      for (key, member) in object.members {
        paths += try self.paths(in: member, JSONFields.join(name, key), marks)
      }
    case .null, .boolean, .number: break
    }
    return paths
  }

  /// The params of the part that an item makes.
  func params(for item: JSONValue) throws(UnusableItem) -> JSONObject {
    var filled = params
    filled["url"] = .string(try url(for: item))
    for (name, place) in [("parameters", MarkedText.Place.pattern), ("headers", .header)] {
      if let value = params[name] {
        filled[name] = try MarkedText.fill(value, marks, with: item, in: place, keepsTypes: false)
      }
    }
    if let body = params["body"] {
      // A body that is a text is sent as it is, and has no types.
      filled["body"] = try MarkedText.fill(
        body, marks, with: item, in: .pattern, keepsTypes: body.stringValue == nil)
    }
    return filled
  }

  private func url(for item: JSONValue) throws(UnusableItem) -> String {
    let filledPath = try path.filled(with: item, in: .url)
    if path.hasMarks { try checkSegments(filledPath) }
    return try origin + filledPath + query.filled(with: item, in: .url) + fragment
  }

  /// Refuses a value that would shorten the path.
  private func checkSegments(_ filled: String) throws(UnusableItem) {
    for segment in filled.split(separator: "/") where segment == "." || segment == ".." {
      for case .mark(let path) in path.parts { throw UnusableItem(path: path.description) }
    }
  }
}
