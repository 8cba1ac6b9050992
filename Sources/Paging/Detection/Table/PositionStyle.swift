import HTTP
import Pagination

/// The names of positions in APIs that have a style of their own, which other names show.
///
///     ?sysparm_query=a                 sysparm_offset, sysparm_limit
///     {"@odata.context": "..."}        $skip, $top
struct PositionStyle: Sendable {
  /// A name that shows the style; one that ends in a star is the beginning of names.
  enum Sign: Sendable {
    case parameter(String)
    /// A key path of the body.
    case member(String)
    /// A header, and how its value begins.
    case header(String, String)
  }

  let sign: Sign
  let partner: PartnerNames.Partner

  /// The positions in the style of a request and its response, likeliest first.
  static func partners(_ subject: FirstPage) -> [PartnerNames.Partner] {
    all.filter { $0.isSeen(in: subject) }.map(\.partner)
  }

  private func isSeen(in subject: FirstPage) -> Bool {
    switch sign {
    case .parameter(let name):
      subject.request.members.contains { $0.isQuery && PositionStyle.names(name, $0.name) }
    case .member(let path):
      subject.members.contains {
        $0.keys.count <= 2 && PositionStyle.names(path, $0.keys.joined(separator: "."))
      }
    case .header(let name, let value):
      subject.headers.fields.contains {
        PositionStyle.names(name, $0.name.lowercased()) && $0.value.hasPrefix(value)
      }
    }
  }

  private static func names(_ sign: String, _ name: String) -> Bool {
    sign.hasSuffix("*") ? name.hasPrefix(sign.dropLast()) : name == sign
  }

  private static func offset(_ sign: Sign, _ name: String, _ size: String) -> PositionStyle {
    PositionStyle(sign: sign, partner: .init(kind: .offset, name: name, size: size))
  }

  private static func page(_ sign: Sign, _ name: String, _ size: String) -> PositionStyle {
    PositionStyle(sign: sign, partner: .init(kind: .page, name: name, size: size))
  }

  private static let jsonAPI = "application/vnd.api+json"

  static let all: [PositionStyle] = [
    offset(.parameter("sysparm_*"), "sysparm_offset", "sysparm_limit"),
    offset(.header("x-soda2-*", ""), "$offset", "$limit"),
    offset(.member("@odata.*"), "$skip", "$top"),
    offset(.member("odata.*"), "$skip", "$top"),
    offset(.member("d.results"), "$skip", "$top"),
    offset(.member("recordsFiltered"), "start", "length"),
    offset(.parameter("$order"), "$offset", "$limit"),
    offset(.parameter("$where"), "$offset", "$limit"),
    offset(.parameter("$*"), "$skip", "$top"),
    offset(.parameter("$*"), "$offset", "$limit"),
    page(.header("content-type", jsonAPI), "page[number]", "page[size]"),
    offset(.header("content-type", jsonAPI), "page[offset]", "page[limit]"),
    page(.member("jsonapi"), "page[number]", "page[size]"),
    offset(.member("jsonapi"), "page[offset]", "page[limit]"),
    page(.parameter("_*"), "_page", "_limit"),
    offset(.parameter("_*"), "_start", "_limit"),
    offset(.parameter("_*"), "_skip", "_limit"),
  ]
}
