import JSON
package import Pagination

/// Whether a response speaks of more items than it has.
///
///     {"data": [2 items], "total": 5}              a total above the items
///     {"data": [2 items], "next_key": "AbC=="}     a position of the next page
///
/// A size does not speak of more, and a size that a request asked for is not one that the API
/// keeps. Names are those of paging members around the items: `next…`, `…token`, `…cursor`,
/// `…_key`.
extension FirstPage {
  /// What speaks of more; nil: nothing.
  func moreSign(_ counts: CountFields) -> Evidence? {
    if let total = counts[.objectCount], total.value > items.count { return total.evidence }
    if let bound = counts.bound, bound.value > items.count { return bound.evidence }
    if let pages = counts[.pageCount], pages.value > 1 { return pages.evidence }
    if let (_, member) = flag() { return saysMore ? evidence(member, "there is more") : nil }
    if items.count > 0, counts[.objectCount]?.value == items.count { return nil }
    return position
  }

  /// What leads to another page; nil: nothing.
  fileprivate var position: Evidence? {
    if let link = links.first(where: { $0.target != nil && $0.certainty >= 0.5 }) {
      return link.evidence
    }
    return members.first { speaksOfMore($0) }.map { evidence($0, "a position of the next page") }
  }

  /// Whether a member holds a position to continue from.
  private func speaksOfMore(_ member: Envelope.Member) -> Bool {
    guard member.keys.count <= 5, FirstPage.namesPosition(member), isInPagingObject(member) else {
      return false
    }
    let document = envelope.document
    switch member.slice.kind {
    case .string: return document.string(member.slice).map { !$0.isNoTarget } ?? false
    case .number: return document.text(member.slice) != "0"
    case .object:
      return document.members(of: member.slice).contains { $0.value.kind != .null }
    case .array: return document.elementCount(of: member.slice) > 0
    default: return false
    }
  }

  private static func namesPosition(_ member: Envelope.Member) -> Bool {
    let words = member.name.words
    if member.name.hasAny(otherWords) { return false }
    if words.first == "next" { return true }
    switch words.last {
    case "token", "cursor": return true
    case "key": return words.count > 1
    default: return false
    }
  }

  /// Words of positions that lead elsewhere, and of secrets.
  private static let otherWords: Set<String> = [
    "prev", "previous", "before", "backward", "access", "refresh", "auth", "csrf", "xsrf",
    "session", "sync", "delta", "self", "upload", "request", "api", "public", "private", "secret",
    "sort",
  ]
}

/// What a page that was read says of more items than it has, surveyed once.
package struct PageSigns: Sendable {
  private let subject: FirstPage
  private let counts: CountFields

  /// Looks at a page and its headers.
  package init(_ reading: PageReading) {
    subject = FirstPage(reading)
    counts = CountFields(subject)
  }

  /// Where the page states a total, be it a bound, as `paginationMapping` spells it; nil: nowhere.
  var totalPath: String? { counts[.objectCount]?.path ?? counts.bound?.path }

  /// Whether something in the response speaks of more items than it has: an exact or a least total
  /// above them, several pages, a flag, a link or a token.
  package var speaksOfMore: Bool { subject.moreSign(counts) != nil }
}
