import HTTP
import JSON
package import Pagination

/// Signs that there are more items than a response holds.
///
///     {"data": [2 items], "total": 5}              a total above the items
///     {"data": [2 items], "next_key": "AbC=="}     a position of the next page
///
/// A page size is no sign of more items, and the API may not follow a requested size. Names are
/// those of paging members around the items: `next…`, `…token`, `…cursor`, `…_key`.
extension FirstPage {
  /// The evidence that there are more items; nil without any.
  var moreSign: Evidence? {
    if let total = counts[.objectCount], total.value > items.count { return total.evidence }
    if let bound = counts.bound, bound.value > items.count { return bound.evidence }
    if let larger = counts.larger { return larger }
    if let pages = counts[.pageCount], pages.value > 1 { return pages.evidence }
    if let flag { return flag.saysMore ? evidence(at: flag.path, "there is more") : nil }
    if let leadingCount { return leadingCount }
    return position
  }

  /// `[{"allcount": 34}, {"id": 1, "title": "A"}, ...]`: a first element that counts more than the others.
  private var leadingCount: Evidence? {
    let elements = items.elements
    guard elements.count > 1 else { return nil }
    let own = envelope.document.named(in: elements[0])
    guard own.count == 1, let number = envelope.count(own[0].value), number > items.count,
      envelope.document.member(own[0].key, of: elements[1]) == nil
    else { return nil }
    return Evidence(
      Evidence.pointer((items.list?.keys ?? []) + ["0", own[0].key]), .integer(number),
      "a number above that of the items")
  }

  /// A number next to the items that exceeds their number and may count more of them, regardless of
  /// its name; nil if there is none.
  ///
  ///     {"matches": 900, "results": [20 of them]}
  var largerNumber: Evidence? {
    counts.larger ?? larger.map { envelope.evidence($0, "a number above that of the items") }
  }

  fileprivate var larger: Envelope.Member? {
    let known = [.perPage, .currentPage, .offset].compactMap { counts[$0]?.path }
    return numbers(above: items.count).first { member in
      !known.contains(member.path) && !member.name.mentions(.measures)
        && (member.slice.kind == .number || member.name.mentions(.countWords))
    }
  }

  /// True when anything says, even in words that no rule knows, that there are more items than these.
  var mayHaveMore: Bool { position != nil || hintsAtMore }

  /// True when nothing says that there are more items than these, whatever its words.
  var isSilent: Bool {
    moreSign == nil && largerNumber == nil && !mayHaveMore
  }

  private func numbers(above count: Int) -> [Envelope.Member] {
    signs(3).filter { envelope.count($0.slice).map { $0 > count } == true }
  }

  /// True when an object echoes a page or a size, or a bound is as large as the list:
  /// `{"request": {"page": 1, "pageSize": 25}}`, `{"max": 23}`, `{"slice": {"from": 0, "to": 23}}`. A size that
  /// was requested and is larger than the list says nothing.
  var echoesPage: Bool {
    members.contains { member in
      guard member.keys.count <= 2, let number = envelope.count(member.slice) else { return false }
      let name = member.name
      let isUnfilled = number == request.size && number > items.count
      return member.keys.count == 2
        && (name.means(.pageParameters) || name.means(.sizeParameters) && !isUnfilled)
        || number == items.count && name.means(.bounds)
    }
  }

  fileprivate var pointsOn: Bool {
    if let flag { return flag.saysMore }
    return links.contains(where: \.leadsOn)
      || members.contains { $0.name.words.first == "next" && speaksOfMore($0) }
  }

  /// The evidence that there is another page; nil if there is none.
  var position: Evidence? {
    if let link = links.first(where: \.leadsOn) {
      return link.evidence
    }
    if let field = headers.fields.first(where: FirstPage.speaksOfMore) {
      return evidence(header: field.name, "a position of the next page")
    }
    if FoundLink.lastIsLater(headers, requestURL) {
      return evidence(header: "Link", "a last page after this one")
    }
    if let member = members.first(where: speaksOfMore) {
      return envelope.evidence(member, "a position of the next page")
    }
    if let member = laterLast { return envelope.evidence(member, "a last page after this one") }
    return envelope.lists.first { list in
      list.keys.count <= 3 && list.path != items.list?.path
        && list.elements.prefix(50).contains {
          envelope.document.relations(of: $0).contains("next")
        }
    }.map { Evidence(Evidence.pointer($0.keys), .integer($0.count), "a link to the next page") }
  }

  /// `{"links": {"self": "/a?page=2", "last": "/a?page=7"}}`: a last page after this one.
  fileprivate var laterLast: Envelope.Member? {
    members.first { member in
      let words = member.name.words
      guard words.first == "last",
        words.dropFirst().allSatisfy({ $0 == "page" || $0.means(.targets) }),
        items.isInPagingObject(member)
      else { return false }
      let target = envelope.document.target(of: member.slice) ?? member.slice
      guard let text = envelope.text(target), isLater(text, member.name) else { return false }
      // An offset within this page is none after it.
      guard let last = URLReference(text).number(.offsetParameters)?.number else {
        return true
      }
      let start = URLReference(requestURL).number(.offsetParameters)?.number ?? 0
      let (end, overflow) = start.addingReportingOverflow(items.count)
      return !overflow && last >= end
    }
  }

  /// The path of the position or flag that says there is more, as settings spell it.
  fileprivate var morePath: String? {
    let field = headers.fields.first {
      FirstPage.speaksOfMore($0) && FieldName($0.name).words.last != "range"
        || flag?.saysMore == true && flag?.path == "@headers." + $0.name
    }
    return field.map { "@headers.\($0.name)" } ?? members.first { speaksOfMore($0) }?.path
  }

  /// True when a header holds a position to continue from, or a range that is not the last one.
  private static func speaksOfMore(_ field: HTTPField) -> Bool {
    let name = FieldName(field.name)
    if name.words.suffix(2) == ["content", "range"] {
      guard !field.value.hasPrefix("bytes"), let range = ContentRange(field.value),
        let total = range.total, let last = range.last
      else { return false }
      return last < total - 1
    }
    guard !name.mentions(.otherWords), !field.value.isNoTarget, field.value != "0" else {
      return false
    }
    return name.has("next") || name.words.last == "cursor"
      || name.words.contains { $0.hasPrefix("continuation") }
  }

  /// True when a member holds a position to continue from.
  private func speaksOfMore(_ member: Envelope.Member) -> Bool {
    guard member.keys.count <= 5, FirstPage.namesPosition(member), items.isInPagingObject(member)
    else {
      return false
    }
    let document = envelope.document
    return switch member.slice.kind {
    case .string: document.string(member.slice)?.isNoTarget == false
    case .number: document.text(member.slice) != "0"
    case .object: document.members(of: member.slice).contains { $0.value.kind != .null }
    case .array: document.elementCount(of: member.slice) > 0
    default: false
    }
  }

  private static func namesPosition(_ member: Envelope.Member) -> Bool {
    let words = member.name.words
    if member.name.mentions(.otherWords) { return false }
    if words.first == "next" || words.starts(with: ["last", "evaluated"]) { return true }
    switch words.last {
    case "token", "cursor": return true
    case "key": return words.dropLast().contains { $0.means(.keyWords) }
    default: return member.slice.kind == .string && member.name.means(.leadsOn)
    }
  }

}

/// Signs on a page already read that there are more items than it has, surveyed once.
package struct PageSigns: Sendable {
  private let subject: FirstPage
  private var counts: CountFields { subject.counts }

  /// Looks at a page and its headers.
  package init(_ reading: PageReading) { subject = FirstPage(reading) }

  /// The path of the total that the page states, even if only a bound, as `paginationMapping`
  /// spells it; nil if it states none.
  var totalPath: String? { counts[.objectCount]?.path ?? counts.bound?.path }

  /// The place where the page says there is more: a member or a header that is not a count; nil if
  /// there is none.
  package var moreHint: MoreHint? {
    subject.morePath.flatMap { try? ValuePath($0) }.map { MoreHint(path: $0) }
  }

  /// True when a number says how many items are left, or a flag that there are more.
  package var speaksBeyondTotal: Bool { subject.speaksBeyondTotal }

  /// True when something in the response says that there are more items than it has: an exact or
  /// minimum total above them, several pages, a flag, a link or a token.
  package var speaksOfMore: Bool { subject.moreSign != nil }

  /// True when a flag that is not named for pages says that there is no more, and a link leads to another page:
  /// `{"next": "/a?page=2", "truncated": false}`. Where the total has come there is no doubt.
  var contradictsItself: Bool {
    guard let flag = subject.flag, !flag.saysMore, subject.items.count > 0,
      counts[.objectCount]?.value != subject.items.count
    else { return false }
    let name = FieldName(String(flag.path.split(separator: ".").last ?? ""))
    return !["more", "next", "page", "batch"].contains(where: name.has)
      && subject.links.contains { link in
        link.certainty >= Detector.explicitMin && link.target != nil
          && link.target != subject.requestURL
      }
  }

  /// True when anything in the response, in whatever words, may say that there are more items, or as many
  /// came as the request names.
  var mayHaveMore: Bool {
    subject.moreSign != nil || subject.mayHaveMore
      || subject.request.names(subject.items.count)
  }

  /// True when a number of whatever name that is above that of the items has fallen below it on a page
  /// without items: it counts what a filter leaves.
  ///
  ///     {"items": [23 of them], "n": 55}      {"items": [], "n": 0}
  func countsFewer(on empty: ResponseView) -> Bool {
    guard let path = subject.larger.flatMap({ try? ValuePath($0.path) }) else {
      return false
    }
    return empty.value(at: path).integer.map { $0 < subject.items.count } ?? false
  }

  /// True when a page without items indicates that the list has some, in whatever words, unless a total
  /// says that it has none. A `count` of 0 may be the page's own.
  ///
  ///     {"items": [], "remaining": 43}      {"items": [], "count": 0, "pageState": "k0"}
  var speaksOfItems: Bool {
    if let flag = subject.flag { return flag.saysMore }
    if let total = counts[.objectCount], total.value == 0, total.flat != "count" { return false }
    if counts[.pageCount]?.value == 0 { return false }
    return subject.moreSign != nil || subject.mayHaveMore
  }

  /// True when the page has this total under one of its names, whatever objects are around a sure one. A
  /// page without items has no count of its own, so that a `resultCount` is the list's.
  package func state(total: Int) -> Bool {
    if counts[.objectCount]?.value == total { return true }
    if counts.bound?.value == total { return false }
    func isTotal(_ member: Envelope.Member) -> Bool {
      subject.envelope.count(member.slice) == total
    }
    return subject.members.contains { $0.name.means(.objectCount) && isTotal($0) }
      || subject.signs(5).contains { $0.name.means(.countsOfPage) && isTotal($0) }
  }

  /// True where a flag says that there is more, or, without one, something named next leads there: a page
  /// that ends a list contradicts itself so.
  package var pointsOn: Bool { subject.pointsOn }

  /// True where a link in the body leads to a last page after this one.
  package var hasLaterLast: Bool { subject.laterLast != nil }
}

/// The place where the first page of a list says there is more; later pages may say so there too.
package struct MoreHint: Sendable {
  package let path: ValuePath

  package init(path: ValuePath) { self.path = path }

  /// True when a page says there is more at that place: a token, a link, or a flag that is true.
  package func leadsOn(_ view: ResponseView) -> Bool {
    let value = view.value(at: path)
    return !value.isNothing && value.boolean != false && value.integer != 0
  }
}
