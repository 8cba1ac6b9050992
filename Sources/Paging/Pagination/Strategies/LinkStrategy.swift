import HTTP
import JSON
import Text

/// Pages by the links of the `Link` header (RFC 8288).
///
///     Link: <https://h/a?page=3>; rel="next", <https://h/a?page=1>; rel="prev"
///
/// gives the next and the previous page. Links are resolved against the response's URL.
struct LinkStrategy: Strategy {
  let common: CommonSettings
  let next: [String]
  let previous: [String]
  let last: [String]

  init(_ settings: StrategySettings, _ common: CommonSettings) {
    self.common = common
    next = settings.next.isEmpty ? ["next"] : settings.next
    previous = settings.previous.isEmpty ? ["prev", "previous"] : settings.previous
    let relations = settings.links.lastRelations
    last = relations.isEmpty ? [settings.last ?? "last"] : relations
  }

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    let links = LinkHeader.parse(view.headers.values("Link"))
    var known: HTTPURL?
    func target(_ relations: [String]) throws(PageReadError) -> Position? {
      for relation in relations {
        guard let target = LinkHeader.target(relation: relation, in: links), !target.isNoTarget
        else { continue }
        return .link(try followed(target, in: view, path: "@headers.Link", like: &known))
      }
      return nil
    }
    let before = (try? target(previous)) ?? nil  // a broken way back does not spoil the page
    let after = try Neighbours.Next.reading { () throws(PageReadError) in
      if let after = try target(next) { return .position(after) }
      let relations = links.flatMap(\.relations).map(JSONValue.string)
      return .none(
        field: "@headers.Link", value: .array(Array(relations.prefix(16))),
        isStated: !relations.isEmpty)
    }
    var end: String?
    if case .position(let next) = after, case .link(let link) = (try? target(last)) ?? nil {
      end = link.url
      if next == .link(link), link.url == view.url {
        // the last page that names itself as the next one, and as the last
        return Neighbours(
          next: .none(field: "@headers.Link", value: .string(link.url), isStated: true),
          previous: before, last: end)
      }
    }
    return Neighbours(next: after, previous: before, last: end)
  }
}

/// Pages by response headers that hold a URL, a query string, or a token.
///
///     X-Next-Page: 3                      with parameter "page": the token 3
///     AG-Links-Next: ?offset=10&limit=5   the response's URL with that query
struct HeaderStrategy: Strategy {
  let common: CommonSettings
  let next: String
  let previous: String?
  let parameter: String?

  init(_ settings: StrategySettings, _ common: CommonSettings) {
    self.common = common
    next = HeaderStrategy.name(settings.next.first ?? "")
    previous = settings.previous.first.map(HeaderStrategy.name)
    parameter = settings.parameters.first
  }

  var positionNames: [String] { parameter.map { [$0] } ?? [] }

  func place(_ position: Position, of page: RequestedPage, in draft: inout RequestDraft) {
    draft.set(position, in: carrier)
  }

  func neighbours(
    of page: RequestedPage, in view: ResponseView
  ) throws(PageReadError) -> Neighbours {
    let before = previous.flatMap { (try? position($0, view)) ?? nil }
    let after = try Neighbours.Next.reading { () throws(PageReadError) in
      if let after = try position(next, view) { return .position(after) }
      let value = view.headers[next].map(JSONValue.string) ?? .null
      return .none(field: "@headers.\(next)", value: value, isStated: value != .null)
    }
    return Neighbours(next: after, previous: before)
  }

  private func position(_ name: String, _ view: ResponseView) throws(PageReadError) -> Position? {
    guard let value = view.headers[name], !value.isEmpty, parameter != nil || !value.isNoTarget
    else { return nil }
    guard let parameter else {
      return .link(try followed(value, in: view, path: "@headers.\(name)"))
    }
    return .token(PageToken(parameter, text: value))
  }

  /// `@headers.X` and `X` name the same header.
  private static func name(_ text: String) -> String {
    text.hasPrefix("@headers.") ? String(text.dropFirst("@headers.".count)) : text
  }
}

extension Strategy {
  /// Makes a link of a reference from the API; throws if its URL is out of bounds.
  func followed(
    _ reference: String, in view: ResponseView, path: String
  ) throws(PageReadError) -> PageLink {
    var known: HTTPURL?
    return try followed(reference, in: view, path: path, like: &known)
  }

  /// The same, faster where the URL has another query than a known one, and nothing else.
  func followed(
    _ reference: String, in view: ResponseView, path: String, like known: inout HTTPURL?
  ) throws(PageReadError) -> PageLink {
    let url = try view.absolute(reference, path: path, like: &known)
    guard common.bounds.allows(url: url, on: view.url) else {
      throw .metadataInvalid(path: path, value: .string(url))
    }
    return PageLink(url: url)
  }
}

extension ResponseView {
  /// Makes an absolute URL of a reference from the API: absolute, root-relative, path-relative,
  /// query-only, or a bare query string (`page=2&limit=5`). Blanks around it are ignored; blanks
  /// inside are escaped. `known`: a URL that many references of the page are like.
  func absolute(
    _ reference: String, path: String, like known: inout HTTPURL?
  ) throws(PageReadError) -> String {
    var reference = reference.trimmingBlanks
    if HTTPURL.isQueried(reference, like: url) { return reference }
    if reference.utf8.contains(ASCII.space) {
      reference = reference.replacing(" ", with: "%20")
    }
    guard reference.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
      throw .metadataInvalid(path: path, value: ReadValue.text(reference).evidence)
    }
    if !reference.utf8.contains(where: { "?/:#".utf8.contains($0) }),
      reference.utf8.contains(UInt8(ascii: "="))
    {
      reference = "?" + reference
    }
    do throws(HTTPError) {
      let target = try HTTPURL.resolve(reference, against: url, like: known)
      known = target
      return target.text
    } catch .unsupportedScheme {
      return reference  // refused as another origin when it is followed
    } catch {
      throw .metadataInvalid(path: path, value: ReadValue.text(reference).evidence)
    }
  }
}

extension String {
  /// True when a text in the place of a link leads nowhere: empty, or a word that programs print
  /// for a missing value.
  package var isNoTarget: Bool {
    let text = trimmingBlanks
    return text.utf8.count <= 9
      && ["", "none", "null", "undefined"].contains(text.lowercased())
  }
}
