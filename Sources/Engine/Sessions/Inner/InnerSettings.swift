import HTTP
package import JSON
import Pagination
import Text

/// The lists within items that are walked to their end: `inner` of the params of `open`.
///
///     {"id": "in_1", "lines": {"data": [...], "has_more": true, "url": "/v1/invoices/in_1/lines"}}
///
///     {"list": "lines", "items": "data", "more": "has_more", "next": "@lastItem.id",
///      "parameter": "starting_after", "by": {"link": "url"}}
package struct InnerSettings: Sendable {
  /// The place that later pages of a list come from.
  private enum Source: Sendable {
    /// Each page has a link to the next one.
    case next
    /// The item has the URL of its list.
    case link(JSONPath)
    case url(MarkedText)
    /// A body with the item's values, to the URL that was opened.
    case body(JSONValue)

    var isBody: Bool { if case .body = self { true } else { false } }
  }

  /// The object with the list and what says of it that there is more, from the item on.
  let list: JSONPath
  /// The list, from the item on.
  let items: JSONPath
  /// The flag that says that there is more, from the item on.
  let more: JSONPath
  private let source: Source
  /// The keys that lead, in a response, to what `list` leads to in an item.
  private let at: [String]
  private let pagination: JSONValue
  private let itemsPath: String
  private let parameters: JSONObject

  /// Reads `inner`; nil where it is missing.
  package init?(_ fields: inout JSONFields) throws(JSONFieldError) {
    guard var members = try InnerSettings.members(&fields) else { return nil }
    let list = try members.innerPath("list") ?? .root
    let items = try members.innerPath("items").orThrow(members.missing("items"))
    let more = try members.innerPath("more").orThrow(members.missing("more"))
    self.list = list
    self.items = list.appending(items)
    self.more = list.appending(more)
    var by = try members.section("by")
    source = try InnerSettings.source(&by, list: list)
    let at = try by.innerPath("at") ?? .root
    self.at = at.keys
    try by.finish()
    itemsPath = at.appending(items).description
    pagination = try InnerSettings.pagination(
      &members, at: at, more: at.appending(more), isBody: source.isBody)
    if case .next = source, pagination["parameter"] != nil { throw members.missing("by") }
    parameters = try members.fields("parameters")?.object ?? [:]
    try members.finish()
  }

  /// Checks the part of these settings that a profile gives, and throws if it is invalid. Users of
  /// the profile may supply the rest.
  package static func check(_ part: JSONFields) throws(JSONFieldError) {
    var part = part
    part.allow("list", "items", "more", "next", "parameter", "in", "by", "parameters")
    try part.finish()
    guard ["items", "more", "next"].allSatisfy({ part.object[$0] != nil }) else { return }
    var whole = part.object
    if whole["by"] == nil { whole["by"] = ["link": ""] }
    var fields = JSONFields(["inner": .object(whole)])
    _ = try InnerSettings(&fields)
  }

  /// A text is the path of the list, for a profile that has the rest.
  private static func members(_ fields: inout JSONFields) throws(JSONFieldError) -> JSONFields? {
    switch fields.value("inner") {
    case nil: return nil
    case .string(let text)?:
      let object: JSONObject = ["list": .string(text)]
      return JSONFields(object, path: fields.path(of: "inner"))
    case .boolean?:
      throw fields.error("inner", expected: "an object, as there is no profile that has one")
    default: return try fields.fields("inner")
    }
  }

  private static func source(
    _ by: inout JSONFields, list: JSONPath
  ) throws(JSONFieldError) -> Source {
    let link = try by.innerPath("link")
    let url = try by.string("url")
    let body = try by.fields("body")?.object
    guard [link != nil, url != nil, body != nil].filter({ $0 }).count <= 1 else {
      throw JSONFieldError(by.path, expected: "one of link, url and body")
    }
    if let link { return .link(list.appending(link)) }
    if let url {
      guard let text = try? MarkedText(url), text.hasMarks else {
        throw by.error("url", expected: "a URL with {item.KEYPATH}, as each item has a list")
      }
      return .url(text)
    }
    return body.map { .body(.object($0)) } ?? .next
  }

  /// The pagination of a list. With a `parameter`, the next value is a token; else a link.
  private static func pagination(
    _ members: inout JSONFields, at: JSONPath, more: JSONPath, isBody: Bool
  ) throws(JSONFieldError) -> JSONValue {
    let text = try members.string("next").orThrow(members.missing("next"))
    let next = try mapError(
      { (wrong: JSONPathError) in members.error("next", expected: wrong.expectation) },
      ValuePath(text))
    var place = next.text
    if case .body(let path) = next { place = at.appending(path).description }
    var pagination: JSONObject = ["next": .string(place), "more": .string(more.description)]
    if let parameter = try members.string("parameter") {
      pagination["strategy"] = "cursor"
      pagination["parameter"] = .string(parameter)
      let carrier = try members.choice("in", of: Carrier.self)
      pagination["in"] = .string((carrier ?? (isBody ? .variables : .query)).rawValue)
    } else {
      if isBody { throw members.missing("parameter") }
      pagination["strategy"] = "body"
    }
    return .object(pagination)
  }

  /// True where the first page of a list can be requested, too, and not only that of its items.
  var hasFirstPage: Bool { if case .next = source { false } else { true } }

  // MARK: One list

  /// The body of a response that the item holds: its first page.
  func firstPage(_ list: JSONSlice, in document: JSONDocument) -> [UInt8] {
    var body: [UInt8] = []
    for key in at { body += [ASCII.leftBrace] + JSONValue.string(key).bytes + [ASCII.colon] }
    body += document.bytes[list.range]
    body += at.map { _ in ASCII.rightBrace }
    return body
  }

  /// The params of the list of an item. `parent`: those of the items' own list; `page`: the URL that
  /// the item came from; `home`: one of the origin that was opened.
  func params(
    of item: JSONValue, _ parent: JSONObject, page: HTTPURL, home: HTTPURL
  ) throws(UnusableItem) -> JSONObject {
    var params: JSONObject = ["itemsPath": .string(itemsPath), "pagination": pagination]
    for name in ["headers", "auth", "token", "fetching"] { params[name] = parent[name] }
    var parameters = parameters
    switch source {
    case .next:
      guard page.origin == home.origin else { throw UnusableItem(path: list.description) }
      params["url"] = .string(InnerSettings.literal(page.text))
    case .link(let path):
      let reference = try UnusableItem.text(of: item, at: path)
      params["url"] = .string(try InnerSettings.url(reference, from: page, home, path))
    case .url(let text):
      let reference = try text.filled(with: item, in: .url)
      let path = text.paths.first ?? .root
      params["url"] = .string(try InnerSettings.url(reference, from: home, home, path))
    case .body(let body):
      params["url"] = parent["url"]
      params["method"] = "POST"
      params["body"] = try MarkedText.fill(body, with: item, in: .pattern, keepsTypes: true)
      for (name, value) in parent["parameters"]?.objectValue?.members ?? [] {
        if parameters[name] == nil { parameters[name] = value }
      }
    }
    if !parameters.isEmpty { params["parameters"] = .object(parameters) }
    return params
  }

  /// A URL of the origin that was opened: nothing of an item leads elsewhere.
  private static func url(
    _ reference: String, from base: HTTPURL, _ home: HTTPURL, _ path: JSONPath
  ) throws(UnusableItem) -> String {
    guard !reference.isEmpty, let text = try? base.link(reference),
      let url = try? HTTPURL.parse(text),
      url.origin == home.origin
    else { throw UnusableItem(path: path.description) }
    return literal(url.text)
  }

  /// The URL with escapes, so that no colon begins a pattern.
  private static func literal(_ url: String) -> String {
    guard let start = url.firstRange(of: "://")?.upperBound,
      let path = url[start...].firstIndex(where: { "/?#".contains($0) })
    else { return url }
    return url[..<path] + url[path...].replacing(":", with: "\\:")
  }
}

extension JSONFields {
  /// The key path that a member holds.
  fileprivate mutating func innerPath(_ name: String) throws(JSONFieldError) -> JSONPath? {
    guard let text = try string(name) else { return nil }
    return try keyPath(text, name)
  }
}
