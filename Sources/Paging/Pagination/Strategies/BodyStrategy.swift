import HTTP
package import JSON
import Text

/// Pages by URLs in the body.
///
///     {"next": "https://h/a?page=2"}                    next "next"
///     {"next": "?page=2"}  {"next": "/a?page=2"}        resolved against the response's URL
///     {"_links": {"base": "https://h/wiki", "next": "/rest?start=25"}}
///                                                       base "_links.base": https://h/wiki/rest?...
///     {"links": [{"rel": "next", "href": "...", "method": "POST", "body": {...}}]}
///                                                       next "links" (STAC, OGC, FHIR `relation`)
///     <link rel="next" href="..."/>                     next "link" (Atom)
struct BodyStrategy: Strategy {
  let common: CommonSettings
  let next: ValueSource
  let previous: ValueSource?
  let base: ValueSource?

  init(
    _ settings: StrategySettings, _ common: CommonSettings, _ fields: JSONFields,
    _ plan: inout JSONPlan
  ) throws(JSONFieldError) {
    self.common = common
    next = plan.source(try fields.valuePath(settings.next.first ?? "", "next"))
    previous = try plan.source(settings.previous.first, "previous", fields)
    base = try plan.source(settings.links.base, "base", fields)
  }

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    let before = previous.flatMap {  // a broken way back does not spoil the page
      (try? position($0, relations: ["prev", "previous"], view)) ?? nil
    }
    let after = try Neighbours.Next.reading { () throws(PageReadError) in
      try position(next, relations: ["next"], view).map { .position($0) } ?? view.none(at: next)
    }
    return Neighbours(next: after, previous: before)
  }

  private func position(
    _ source: ValueSource, relations: [String], _ view: ResponseView
  ) throws(PageReadError) -> Position? {
    let value = view.value(source)
    if let text = value.string { return try link(text, view, source).map(Position.link) }
    guard case .json(let document, let slice) = value else { return nil }
    switch slice.kind {
    case .boolean where document.boolean(slice) == false: return nil
    case .object where document.members(of: slice).isEmpty: return nil
    case .object
    where document.member("@rel", of: slice) != nil
      && !document.relations(of: slice).contains(where: relations.contains):
      return nil
    case .object: return try link(document, slice, view, source).map(Position.link)
    case .array:
      for element in document.elements(of: slice)
      where document.relations(of: element).contains(where: relations.contains) {
        return try link(document, element, view, source).map(Position.link)
      }
      let elements = document.elements(of: slice)
      if elements.isEmpty || elements.contains(where: { document.target(of: $0) != nil }) {
        return nil
      }
      throw .metadataInvalid(path: source.path.text, value: value.evidence)
    default: throw .metadataInvalid(path: source.path.text, value: value.evidence)
    }
  }

  /// A link object: `href` or `url`, and `method`, `headers`, `body` where it has them and the
  /// bounds allow them.
  private func link(
    _ document: JSONDocument, _ object: JSONSlice, _ view: ResponseView, _ source: ValueSource
  ) throws(PageReadError) -> PageLink? {
    guard let target = document.target(of: object) else {
      throw .metadataInvalid(
        path: source.path.text, value: ReadValue.json(document, object).evidence)
    }
    if target.kind == .null { return nil }
    guard let text = document.string(target) else {
      throw .metadataInvalid(path: source.path.text, value: document.value(target))
    }
    guard var link = try link(text, view, source) else { return nil }
    if let method = document.member("method", of: object).flatMap(document.string)?.uppercased() {
      guard common.bounds.allows(method: method) else {
        throw .metadataInvalid(path: source.path.text + ".method", value: .string(method))
      }
      link.method = method
    }
    if let headers = document.member("headers", of: object) {
      for (name, value) in document.members(of: headers) {
        guard let name = document.string(name), common.bounds.allows(header: name) else {
          continue
        }
        link.headers.append(
          HTTPField(name: name, value: document.string(value) ?? document.text(value)))
      }
    }
    if common.bounds.allowsBody(method: link.method),
      let body = document.member("body", of: object),
      body.kind != .null
    {
      link.body = Array(document.bytes[body.range])
      link.mergesBody = document.member("merge", of: object).flatMap(document.boolean) == true
    }
    return link
  }

  private func link(
    _ text: String, _ view: ResponseView, _ source: ValueSource
  ) throws(PageReadError) -> PageLink? {
    let text = text.trimmingBlanks
    guard !text.isNoTarget else { return nil }
    if let base, text.hasPrefix("/"), !text.hasPrefix("//"),
      let prefix = view.value(base).string
    {
      var known: HTTPURL?
      let root = try view.absolute(prefix, path: base.path.text, like: &known)
      let end = root.firstIndex { $0 == "?" || $0 == "#" } ?? root.endIndex
      let trimmed = root[..<end].hasSuffix("/") ? root[..<end].dropLast() : root[..<end]
      return try followed(trimmed + text, in: view, path: source.path.text)
    }
    return try followed(text, in: view, path: source.path.text)
  }
}

/// Link objects: `{"rel": "next", "href": "/a?page=2"}`.
extension JSONDocument {
  /// The target of an object that is a link.
  package func target(of link: JSONSlice) -> JSONSlice? {
    guard link.kind == .object else { return nil }
    return ["href", "url", "uri", "@href"].lazy.compactMap { self.member($0, of: link) }.first
  }

  /// The relations of a link: `rel` or `relation`, a string or a list of strings, or the attribute; without
  /// one `type`, where that is a relation that pages.
  package func relations(of link: JSONSlice) -> [String] {
    guard
      let value = member("rel", of: link) ?? member("relation", of: link)
        ?? member("@rel", of: link)
    else {
      let type = member("type", of: link).flatMap(string)?.lowercased()
      return ["next", "previous", "prev", "first", "last"].filter { $0 == type }
    }
    if let text = string(value) { return text.split(separator: " ").map { $0.lowercased() } }
    return elements(of: value).compactMap { string($0)?.lowercased() }
  }
}
