import HTTP
import JSON
import Pagination
import Text

/// A reference to the next page that a response holds, or a place where one would be.
///
///     Link: <https://h/a?page=2>; rel="next"                    linkHeader
///     AG-Links-Next: ?offset=10                                 header
///     {"next": "?page=2"}   {"_links": {"next": {"href": ...}}}  body "next", "_links.next.href"
///     {"links": [{"rel": "next", "href": "..."}]}               body "links"
///     {"next": null, "previous": null}                          body "next", without a target
struct FoundLink: Sendable {
  /// Its place, and the link back.
  let settings: StrategySettings
  /// nil: this is the last page.
  let target: String?
  /// The rules that the link has matched so far.
  var rules: [LinkRule]
  let evidence: Evidence

  /// From 0 to 1: how surely it is a link to the next page.
  var certainty: Double { rules.reduce(0) { $1.row.applied(to: $0) } }

  /// True when it likely leads to the next page.
  var leadsOn: Bool { target != nil && certainty >= 0.5 }

  func isInBody(at path: String) -> Bool { settings.kind == .body && settings.next == [path] }

  var reference: URLReference? { target.map { URLReference($0) } }

  /// `url`: that of the request.
  static func all(
    in envelope: Envelope, headers: HTTPHeaders, items: ItemList, url: String
  ) -> [FoundLink] {
    (inLinkHeader(headers, url).map { [$0] } ?? []) + inBody(envelope, items)
      + inArrays(envelope, items) + inHeaders(headers)
  }

  /// RFC 8288.
  private static func inLinkHeader(_ headers: HTTPHeaders, _ url: String) -> FoundLink? {
    let values = headers.values("Link")
    let links = LinkHeader.parse(values)
    let next = LinkHeader.target(relation: "next", in: links).flatMap { $0.isNoTarget ? nil : $0 }
    if next == nil, lastIsLater(headers, url) { return nil }
    return related(
      StrategySettings(.link), next, Set(links.flatMap(\.relations)), by: .relation,
      at: "@headers.Link", ReadValue.text(values.joined(separator: ", ")).evidence)
  }

  /// A link by its relation. Relations that page without a next one say that this is the last page;
  /// nil: none pages.
  private static func related(
    _ settings: StrategySettings, _ next: String?, _ relations: Set<String>, by rule: LinkRule,
    at pointer: String, _ value: JSONValue
  ) -> FoundLink? {
    guard next != nil || relations.contains(where: { $0.means(.backWords) || $0.means(.edges) })
    else { return nil }
    let rule = next == nil ? .noNext : rule
    return FoundLink(
      settings: settings, target: next, rules: [rule],
      evidence: Evidence(pointer, value, rule.says))
  }

  /// True where a `Link` header without a next page names a last one after the request's.
  ///
  ///     GET /a     Link: </a?page=6>; rel="last"
  static func lastIsLater(_ headers: HTTPHeaders, _ url: String) -> Bool {
    let links = LinkHeader.parse(headers.values("Link"))
    guard let target = LinkHeader.target(relation: "last", in: links) else { return false }
    let first = LinkHeader.target(relation: "first", in: links).map { URLReference($0) }
    return isLater(URLReference(target), than: URLReference(url), first)
  }

  /// True when a page's URL has a larger number than that of the request, or of the first page.
  static func isLater(
    _ page: URLReference, than request: URLReference, _ first: URLReference? = nil
  ) -> Bool {
    [.pageParameters, .offsetParameters].contains { (names: FieldNames.Meaning) in
      guard let end = page.number(names) else { return false }
      return end.number > (request.number(names) ?? first?.number(names))?.number ?? 1
    }
      || page.query.contains { member in
        let start = [request, first].compactMap { reference in
          reference?.query.first { $0.name == member.name }.flatMap { Int($0.value) }
        }
        return start.first.flatMap { start in Int(member.value).map { $0 > start } } == true
      }
  }

  /// Headers named next that hold a URL or a query string.
  private static func inHeaders(_ headers: HTTPHeaders) -> [FoundLink] {
    headers.fields.compactMap { field in
      let name = FieldName(field.name)
      guard name.has("next"), !name.has("range"),
        looksLikeURL(field.value, name)
      else { return nil }
      let back = FieldName.back(of: field.name) { headers[$0] == nil ? nil : $0 }
      return FoundLink(
        settings: StrategySettings(.header, next: field.name, back: back?.path),
        target: field.value,
        rules: [.header],
        evidence: Evidence(
          "@headers.\(field.name)", ReadValue.text(field.value).evidence, LinkRule.header.says))
    }
  }

  private static func inBody(_ envelope: Envelope, _ items: ItemList) -> [FoundLink] {
    var links: [FoundLink] = []
    for member in envelope.members where member.keys.count <= 4 {
      guard namesNext(member) else { continue }
      let isInPagingObject = items.isInPagingObject(member)
      let text = envelope.text(member.slice)?.trimmingBlanks
      var rules: [LinkRule]
      var target: String?
      let back = previous(of: member, envelope)
      if let text, looksLikeURL(text, member.name), !text.contains("{") {
        rules = [.absolute]
        target = text
        if !isInPagingObject { rules.append(.elsewhere) }
      } else if member.slice.kind == .null || text?.isNoTarget == true
        || envelope.document.boolean(member.slice) == false
          && !member.name.means(.moreFlags)
      {
        guard TokenRules.mayBeEmpty(member, items) else { continue }
        rules = [back == nil ? .empty : .emptyBesidePrevious]
        if member.name.mentions(.tokenWords) { rules.append(.emptyToken) }
      } else {
        continue
      }
      links.append(
        FoundLink(
          settings: StrategySettings(.body, next: member.path, back: back), target: target,
          rules: rules, evidence: envelope.evidence(member, rules[0].says)))
    }
    return Array(links.prefix(linksMax))
  }

  /// The maximum number of links examined in a body.
  private static let linksMax = 16

  /// Link objects in an array, with `rel` or `relation`.
  private static func inArrays(_ envelope: Envelope, _ items: ItemList) -> [FoundLink] {
    let document = envelope.document
    return envelope.lists.compactMap { list in
      guard !list.keys.isEmpty, list.keys.count <= 3, list.path != items.list?.path else {
        return nil
      }
      let links = list.elements.prefix(50).compactMap { element in
        document.target(of: element).map { ($0, Set(document.relations(of: element))) }
      }
      let relations = links.reduce(into: Set()) { $0.formUnion($1.1) }
      let next = links.lazy.filter { $1.contains("next") }
        .compactMap { envelope.text($0.0)?.trimmingBlanks }.first { !$0.isNoTarget }
      let isBack = relations.contains { $0.means(.backWords) }
      let names = relations.sorted().prefix(16).map { JSONValue.string($0) }
      return related(
        StrategySettings(.body, next: list.path, back: isBack || next == nil ? list.path : nil),
        next, relations, by: .array, at: Evidence.pointer(list.keys),
        next.map { ReadValue.text($0).evidence } ?? .array(names))
    }
  }

  /// `next`, `nextPageUrl`, `more_topics_url`, `after_url`, or the `href` of an object that is named so.
  private static func namesNext(_ member: Envelope.Member) -> Bool {
    func isNext(_ name: FieldName) -> Bool {
      if name.mentions(.backWords) || name.has("sync") || name.has("delta") { return false }
      return name.has("next")
        || ["more", "after"].contains(name.words.first) && name.words.last?.means(.targets) == true
    }
    return isNext(member.name)
      || member.name.means(.targets) && member.parent.map(isNext) == true
  }

  /// Absolute, root-relative, query-only, a query string; any text where the name says URL.
  static func looksLikeURL(_ text: String, _ name: FieldName) -> Bool {
    guard !text.isNoTarget, text.utf8.count <= Envelope.textBytesMax,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x3C }), hasNoBlankPath(text)
    else { return false }
    if ["http://", "https://"].contains(where: { text.prefix($0.count).lowercased() == $0 }) {
      return true
    }
    if text.hasPrefix("?"), text.contains("=") { return true }
    if name.mentions(.tokenWords) { return false }
    if name.words.last?.means(.targets) == true { return true }
    if text.hasPrefix("/") || text.hasPrefix("./") { return true }
    guard let mark = text.firstIndex(of: "=") else { return false }
    return text[..<mark].contains("?")
      || text[..<mark].allSatisfy { $0.isLetter || $0 == "_" }
        && text.index(after: mark) != text.endIndex && text[text.index(after: mark)] != "="
  }

  /// A URL or a query may hold raw spaces, which are escaped when it is sent; prose has them
  /// anywhere.
  private static func hasNoBlankPath(_ text: String) -> Bool {
    guard let blank = text.utf8.firstIndex(of: 0x20), !text.hasPrefix("http") else { return true }
    return text.utf8[..<blank].contains(UInt8(ascii: "="))
  }

  /// The member next to it, or the same member of the object next to it, that leads back.
  private static func previous(of member: Envelope.Member, _ envelope: Envelope) -> String? {
    for depth in member.keys.indices.reversed() {
      if let back = envelope.back(of: member.keys, at: depth) { return back.path }
    }
    // a link that is null has no href: the object itself will do
    let keys = Array(member.keys.dropLast())
    let back = keys.isEmpty ? nil : envelope.back(of: keys, at: keys.count - 1)
    return back.map { $0.path + "." + Envelope.path([member.key]) }
  }
}
