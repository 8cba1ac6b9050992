package import HTTP
package import JSON
import Text

/// The request of a paginator with its patterns: what each page's request is made from.
package struct RequestTemplate: Sendable {
  package let method: String
  package let url: URLPattern
  /// The URL of a request without a token.
  fileprivate let tokenlessURL: URLPattern
  package let headers: [HTTPField]
  let parameters: [Parameter]
  package let body: Body

  /// A parameter from the caller: a name and patterns, more than one if it is repeated.
  struct Parameter: Sendable {
    let name: String
    let values: [URLPattern]
  }

  /// The body sent with each request.
  package enum Body: Sendable {
    case none
    /// A tree whose strings may hold patterns.
    case json(JSONValue, hasPatterns: Bool)
    case text(URLPattern)

    func contains(_ parameter: URLPattern.Parameter) -> Bool {
      switch self {
      case .none: false
      case .text(let pattern): pattern.contains(parameter)
      case .json(let value, let hasPatterns):
        hasPatterns && value.texts.contains { (try? URLPattern($0))?.contains(parameter) == true }
      }
    }
  }

  /// Reads `url`, `method`, `headers`, `parameters` and `body`.
  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    let url = try fields.pattern("url").orThrow(fields.missing("url"))
    let bytes = url.text.utf8
    let start = ASCII.lowercased(String(Substring(bytes.prefix(8))))
    guard let scheme = ["http://", "https://"].first(where: start.hasPrefix),
      bytes.count > scheme.utf8.count, bytes.allSatisfy({ $0 > ASCII.space && $0 != 0x7F })
    else {
      throw fields.error("url", expected: "an absolute URL that starts with http:// or https://")
    }
    self.url = url
    tokenlessURL = RequestTemplate.withoutCursor(url)
    method = try fields.string("method") ?? "GET"
    guard method.isToken else {
      throw fields.error("method", expected: "the name of an HTTP method")
    }
    headers = try RequestTemplate.headers(&fields)
    parameters = try RequestTemplate.parameters(&fields)
    body = try RequestTemplate.body(fields.value("body"), "body", fields)
  }

  /// True when any part of the request names the parameter.
  package func contains(_ parameter: URLPattern.Parameter) -> Bool {
    if url.contains(parameter) { return true }
    if parameters.contains(where: { $0.values.contains { $0.contains(parameter) } }) {
      return true
    }
    return body.contains(parameter)
  }

  fileprivate static func members(
    of value: JSONValue, named name: String
  ) -> [(name: String, text: String)] {
    switch value {
    case .string(let text): [(name, text)]
    case .number(let number): [(name, number.text)]
    case .array(let elements): elements.flatMap { members(of: $0, named: name) }
    case .object(let object): object.members.flatMap { members(of: $0.value, named: $0.key) }
    case .null, .boolean: []
    }
  }

  /// True when the body names a position or a size.
  var bodyHasPatterns: Bool {
    switch body {
    case .none: false
    case .json(_, let hasPatterns): hasPatterns
    case .text(let pattern): !pattern.isLiteral
    }
  }

  /// The default place for a token, unless the settings give one: the body of a request that sends
  /// one, the variables of a GraphQL query, otherwise the query of the URL.
  var tokenCarrier: Carrier {
    if ["GET", "HEAD"].contains(method.uppercased()) { return .query }
    if case .text(let pattern) = body, FormBody.members(of: pattern.text) != nil { return .body }
    guard case .json(.object(let object), _) = body else { return .query }
    return object["query"]?.stringValue?.contains("{") == true ? .variables : .body
  }

  /// The URL of the request as opened, regardless of the position in it.
  package func openedURL() throws(HTTPError) -> HTTPURL {
    try HTTPURL.parse(url.render { _ in "1" })
  }

  /// The names of the caller's parameters.
  package var parameterNames: [String] { parameters.map(\.name) }

  /// The caller's parameters with their values, those with patterns omitted.
  package var literalParameters: [(name: String, value: String)] {
    parameters.flatMap { parameter in
      parameter.values.filter(\.isLiteral).map { (parameter.name, $0.text) }
    }
  }

  /// True when the caller's patterns say where the position goes.
  func namesPosition(_ strategy: any Strategy) -> Bool {
    strategy.isComputed
      ? contains(.currentPage) || contains(.offset)
      : contains(.cursor) || strategy.laterURL?.contains(.cursor) == true
        || strategy.laterBody?.contains(.cursor) == true
  }

  /// A relative `nextURL` is meant from the opened URL.
  fileprivate static func resolve(_ reference: String, against opened: String) -> String {
    (try? HTTPURL.parse(opened).resolving(reference))?.text ?? reference
  }

  /// Follows a link from the API as it is.
  fileprivate func follow(_ link: PageLink, _ opened: RequestDraft.Body) -> RequestDraft {
    let linkMethod = link.method ?? method
    var draft = RequestDraft(method: linkMethod, url: link.url, headers: headers, body: .none)
    if let value = link.body.flatMap({ JSONValue(json: $0) }) {
      if link.mergesBody, case .object(let changes) = value,
        case .json(.object(var whole)) = opened
      {
        for (name, change) in changes.members { whole[name] = change }
        draft.body = .json(.object(whole))
      } else {
        draft.body = value.stringValue.map { .text($0) } ?? .json(value)
      }
    } else if linkMethod == method {
      draft.body = opened
    }
    for field in link.headers { draft.setHeader(field.name, field.value) }
    return draft
  }

  /// A string that is nothing but `:perPage` or another count becomes a number, one that is nothing
  /// but `:cursor` the token, of any type; what is unknown is omitted.
  fileprivate static func render(
    _ tree: JSONValue, _ value: (URLPattern.Parameter) -> String?, _ token: [UInt8]?
  ) -> JSONValue? {
    switch tree {
    case .string(let text):
      guard let pattern = try? URLPattern(text), !pattern.isLiteral else {
        return .string(text.replacing("\\:", with: ":"))
      }
      guard let parameter = pattern.soleParameter else { return .string(pattern.render(value)) }
      if parameter == .cursor { return token.flatMap { JSONValue(json: $0) } }
      return value(parameter).map { .number(JSONNumber(text: $0)) }
    case .array(let elements): return .array(elements.compactMap { render($0, value, token) })
    case .object(let object):
      var rendered = JSONObject()
      for (name, member) in object.members {
        if let member = render(member, value, token) { rendered[name] = member }
      }
      return .object(rendered)
    default: return tree
    }
  }

  /// Without a token, `cursor=:cursor` is omitted from the query.
  fileprivate static func withoutCursor(_ pattern: URLPattern) -> URLPattern {
    guard pattern.contains(.cursor),
      let mark = pattern.text.firstIndex(of: "?")
    else { return pattern }
    let kept = pattern.text[pattern.text.index(after: mark)...]
      .split(separator: "&").filter { !$0.hasSuffix("=:cursor") }.joined(separator: "&")
    let text = pattern.text[..<mark] + (kept.isEmpty ? "" : "?" + kept)
    return (try? URLPattern(String(text))) ?? pattern
  }
}

extension Pager {
  /// The request of a page; `more` are parameters for this one request.
  package func draft(
    for page: RequestedPage, counts: KnownCounts, more: [QueryParameter] = []
  ) -> RequestDraft {
    // Its JSON text.
    let token: [UInt8]? =
      if case .token(let token) = page.position { token.members.first?.value } else { nil }
    let value = { (parameter: URLPattern.Parameter) -> String? in
      switch parameter {
      case .perPage: String(page.sentSize ?? page.perPage)
      case .currentPage: String(page.page)
      case .offset: String(page.offset &+ strategy.firstOffset)
      case .endOffset: String(page.offset &+ strategy.firstOffset &+ page.perPage)
      case .lastOffset: String(page.offset &+ strategy.firstOffset &+ page.perPage &- 1)
      case .pageCount: counts.pageCount.map(String.init)
      case .objectCount: counts.objectCount.map(String.init)
      case .cursor: token.map(RequestDraft.plainText)
      }
    }
    let body: RequestDraft.Body =
      switch token == nil ? template.body : strategy.laterBody ?? template.body {
      case .none: .none
      case .text(let pattern): .text(pattern.render(value))
      case .json(let tree, hasPatterns: false): .json(tree)
      case .json(let tree, hasPatterns: true):
        .json(RequestTemplate.render(tree, value, token) ?? .null)
      }
    if case .link(let link) = page.position {
      var draft = template.follow(link, body)
      var kept = strategy.kept
      if let size = strategy.sizeParameter, StartPosition.namesPage(draft.url) {
        kept = kept.adding(size)  // the number of a page goes with its size
      }
      if kept != .none {
        let start = RequestedPage(position: .start, page: 1, offset: 0, perPage: page.perPage)
        kept.add(to: &draft, from: self.draft(for: start, counts: counts).url)
      }
      return draft
    }
    let encoded = { value($0).map(PercentCoding.encode) }
    let opened = (token == nil ? template.tokenlessURL : template.url).render(encoded)
    let later = token == nil ? nil : strategy.laterURL?.render(encoded)
    var draft = RequestDraft(
      method: template.method,
      url: later.map { RequestTemplate.resolve($0, against: opened) } ?? opened,
      headers: template.headers, body: body)
    let isOpening = strategy.isComputed && page.position == .start
    for parameter in template.parameters {
      let sole = parameter.values.lazy.compactMap(\.soleParameter)
      if token == nil, sole.contains(.cursor) { continue }
      if isOpening, sole.contains(.offset) || sole.contains(.currentPage) { continue }
      draft.setQuery(parameter.name, parameter.values.map { $0.render(value) })
    }
    for parameter in more { draft.setQuery(parameter.name, parameter.values) }
    if let size = placedSize {
      let carrier = strategy.carrier
      draft.set(
        size, page.sentSize ?? page.perPage,
        in: carrier == .header || carrier == .path ? .query : carrier)
    }
    if placesPosition { strategy.place(page.position, of: page, in: &draft) }
    return draft
  }
}

/// A parameter with its values, for one request.
package struct QueryParameter: Sendable, Hashable {
  package let name: String
  package let values: [String]
}

extension RequestTemplate.Body {
  /// The caller's texts and numbers inside a JSON body with their names; a text as a whole, without
  /// a name.
  package var members: [(name: String, text: String)] {
    switch self {
    case .none: []
    case .text(let pattern): [("", pattern.text)]
    case .json(let value, _): RequestTemplate.members(of: value, named: "")
    }
  }
}
