import HTTP
import JSON
import Pagination

/// The names of positions in APIs that have a style of their own, which other names show.
///
///     ?sysparm_query=a                 sysparm_offset, sysparm_limit
///     {"@odata.context": "..."}        $skip, $top
struct PositionStyle: Sendable {
  /// The sign of the style: `?parameter`, `header: and how its value begins`, `/the beginning of the
  /// path`, `[names in the first item]`, or a key path of the body; a name that ends in a star is the
  /// beginning of names.
  let sign: String
  let partner: PartnerNames.Partner

  /// The positions in the style of a request and its response, likeliest first.
  static func partners(_ subject: FirstPage) -> [PartnerNames.Partner] {
    all.filter { $0.isSeen(in: subject) }.map(\.partner)
  }

  private func isSeen(in subject: FirstPage) -> Bool {
    func names(_ sign: Substring, _ name: String) -> Bool {
      sign.hasSuffix("*") ? name.hasPrefix(sign.dropLast()) : name == sign
    }
    if sign.hasPrefix("?") {
      return subject.request.members.contains { $0.isQuery && names(sign.dropFirst(), $0.name) }
    }
    if sign.hasPrefix("[") {
      let names = sign.dropFirst().dropLast().split(separator: " ").map(String.init)
      let item = subject.items.elements.first { $0.kind == .object }
      return item.map { item in
        names.allSatisfy { subject.envelope.document.member($0, of: item) != nil }
      } == true
    }
    if sign.hasPrefix("/") { return subject.request.path.hasPrefix(sign) }
    guard let mark = sign.firstIndex(of: ":") else {
      return subject.members.contains {
        $0.keys.count <= 2 && names(sign[...], $0.keys.joined(separator: "."))
      }
    }
    return subject.headers.fields.contains {
      names(sign[..<mark], $0.name.lowercased())
        && $0.value.hasPrefix(sign[mark...].dropFirst(2))
    }
  }

  private static func rows(
    _ kind: StrategyKind, _ name: String, _ size: String, _ signs: String...
  ) -> [PositionStyle] {
    signs.map { PositionStyle(sign: $0, partner: .init(kind: kind, name: name, size: size)) }
  }

  private static let jsonAPI = "content-type: application/vnd.api+json"

  static let all: [PositionStyle] = [
    rows(.offset, "sysparm_offset", "sysparm_limit", "?sysparm_*", "/api/now/"),
    rows(.offset, "$offset", "$limit", "x-soda2-*: "),
    rows(.offset, "$skip", "$top", "@odata.*", "odata.*", "d.results"),
    rows(.offset, "start", "length", "recordsFiltered"),
    rows(.offset, "$offset", "$limit", "?$order", "?$where"),
    rows(.offset, "$skip", "$top", "?$*"),
    rows(.offset, "$offset", "$limit", "?$*"),
    rows(.page, "page[number]", "page[size]", jsonAPI, "jsonapi", "[type id attributes]"),
    rows(.offset, "page[offset]", "page[limit]", jsonAPI, "jsonapi"),
    rows(.page, "_page", "_limit", "?_*"),
    rows(.offset, "_start", "_limit", "?_*"),
    rows(.offset, "_skip", "_limit", "?_*"),
  ].flatMap { $0 }
}
