import HTTP
package import JSON
import Secrets
import Text

/// The bounds of a request that a response may ask for by a link. It travels with the caller's
/// credentials, and anyone may have written the response.
///
///     {"rel": "next", "href": "/a?page=2", "method": "DELETE"}        refused
///     {"rel": "next", "href": "/a?page=2", "headers": {"Host": "h"}}  without the header
///     {"rel": "next", "href": "/a", "headers": {"Search-After": "7"}}  as it is
package struct LinkBounds: Sendable {
  private let method: String
  /// Names of the caller's headers in lower case.
  private let given: Set<String>
  /// True where the opened request may have a body.
  private let takesBody: Bool

  /// `opened`: the request of the paginator.
  package init(_ opened: RequestTemplate) {
    method = opened.method.uppercased()
    given = Set(opened.headers.map { ASCII.lowercased($0.name) })
    if case .none = opened.body { takesBody = method != "GET" } else { takesBody = true }
  }

  /// Words in the names of headers that hold positions.
  private static let positions: Set<String> = [
    "after", "anchor", "before", "continuation", "cursor", "marker", "next", "offset", "page",
    "position", "prev", "previous", "scroll", "since", "start",
  ]
  /// Words in names that say what a request is for.
  private static let purposes: Set<String> = ["method", "override"]
  /// Words in the names of headers that say who asks, and whom.
  private static let parties: Set<String> = ["forwarded", "host", "origin", "url", "user"]

  /// True for a method that a link may have: GET, or that of the opened request.
  package func allows(method: String) -> Bool { method == "GET" || method == self.method }

  /// True for the URL of a link on a page: where requests may write, it has no parameter besides those
  /// of that page that says what the request is for (`_method`).
  package func allows(url: String, on page: String) -> Bool {
    if method == "GET" { return true }
    let own = Set(QueryString.members(of: page).map(\.name))
    return QueryString.members(of: url).allSatisfy {
      own.contains($0.name) || LinkBounds.words($0.name).isDisjoint(with: LinkBounds.purposes)
    }
  }

  /// The params that detection finds.
  private static let found: Set<String> = [
    "pagination", "decode", "itemsPath", "paginationMapping", "parameters", "firstPage", "perPage",
    "identity",
  ]

  /// True for params as detection finds them: they say where items, counts and positions are, and
  /// name no method, header, credential or body. A parameter holds a pattern or a number.
  package func allows(found: JSONObject) -> Bool {
    guard found.members.allSatisfy({ LinkBounds.found.contains($0.key) }),
      (found["pagination"] ?? [:]).objectValue != nil,
      (found["parameters"] ?? [:]).objectValue != nil
    else { return false }
    let paging = found["pagination"]?.objectValue ?? [:]
    let carrier = paging["in"]?.stringValue.map { Carrier(rawValue: $0) } ?? .query
    guard carrier == .query || takesBody && (carrier == .body || carrier == .variables),
      takesBody || paging["nextBody"] == nil, method == "GET" || paging["nextURL"] == nil,
      paging.members.flatMap(\.value.texts).allSatisfy(namesNoPurpose)
    else { return false }
    return (found["parameters"]?.objectValue?.members ?? []).allSatisfy { name, value in
      namesNoPurpose(name)
        && (value.integerValue != nil || value.stringValue?.contains(":") == true)
    }
  }

  /// True for a name that says nothing of what a request is for, where that could matter.
  fileprivate func namesNoPurpose(_ name: String) -> Bool {
    method == "GET" || LinkBounds.words(name).isDisjoint(with: LinkBounds.purposes)
  }

  /// True for a header that a link may set: one that holds a position by its name (`Search-After`).
  /// Those of the caller stand.
  package func allows(header name: String) -> Bool {
    let words = LinkBounds.words(name)
    return !given.contains(ASCII.lowercased(name)) && !words.isDisjoint(with: LinkBounds.positions)
      && words.isDisjoint(with: LinkBounds.purposes.union(LinkBounds.parties))
      && !CredentialNames.maySuggestCredential(header: name)
  }

  /// True where a link may have a body: with the opened method, where that request may have one.
  package func allowsBody(method: String?) -> Bool {
    takesBody && (method ?? self.method) == self.method
  }

  /// The words of a name in lower case.
  private static func words(_ name: String) -> Set<String> {
    Set(ASCII.lowercased(name).split { !$0.isLetter }.map(String.init))
  }
}

extension Pager {
  /// True for the names of a token's members, as a file holds them: none says what a request is for,
  /// and none is a header that the strategy does not send.
  package func allows(stored token: PageToken) -> Bool {
    let bounds = LinkBounds(template)
    return token.members.allSatisfy { member in
      strategy.carrier == .header
        ? strategy.positionNames.contains(member.name) : bounds.namesNoPurpose(member.name)
    }
  }
}
