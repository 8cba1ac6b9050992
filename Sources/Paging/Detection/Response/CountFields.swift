import HTTP
import JSON
import Pagination
import Text

/// The counts that a response states, by their names, and checked against the items.
///
///     {"items": [2 of them], "paging": {"count": 2, "total": 5, "page": 1, "pages": 3}}
///
/// states a page size of 2 (`count`: 5 items make 3 pages of that size), a total of 5, page 1 and 3
/// pages. A `count` that is only the number of items on the page is not a total.
struct CountFields: Sendable {
  /// A stated count with its place.
  struct Entry: Sendable {
    let target: CountTarget
    let value: Int
    /// As `paginationMapping` spells it.
    let path: String
    let key: String
    let name: FieldName
    /// The object that holds it; nil: a header.
    let parent: [String]?
    let evidence: Evidence

    var flat: String { name.flat }
    /// Its place in a body that is like the response.
    var inBody: String? { parent?.last.map { $0 + "." + key } }

    /// Its name, where a parameter may have the same one.
    var parameter: String? {
      if parent == nil || flat == "number" { return nil }
      return key.hasPrefix("@") ? String(key.dropFirst()) : key  // of an attribute
    }
  }

  typealias Bound = (value: Int, path: String, evidence: Evidence)

  private(set) var entries: [CountTarget: Entry] = [:]
  /// A total that is not exact, or a least one: `10000+`, `{"value": 50, "relation": "gte"}`.
  private(set) var bound: Bound?
  /// The paths of counts that cover only the items of this page, as far as the page shows.
  private(set) var ownCounts: Set<String> = []
  /// True when a total equals the number of items of a full page: it may count only those.
  private(set) var isTotalOfPage = false
  /// Another total, above such a one.
  private(set) var larger: Evidence?

  subscript(target: CountTarget) -> Entry? { entries[target] }

  /// No counts.
  init() {}

  init(_ subject: FirstPage) {
    let inBody = CountFields.inBody(subject)
    bound = inBody.bound
    var found = inBody.entries + CountFields.inHeaders(subject)
    found.removeAll { [found] in CountFields.countsOnPage($0, subject, found) }
    let possible = found.filter { CountFields.isPossible($0, subject, found) }
    ownCounts = Set(found.filter { CountFields.countsPage($0, subject, possible) }.map(\.path))
    found = possible
    let together = Dictionary(grouping: found) { $0.parent ?? ["@headers"] }
      .mapValues { Set($0.map(\.target)).count }
    for target in CountTarget.allCases {
      let own = found.filter { $0.target == target }
      let best = own.enumerated().max { left, right in
        let (first, second) = (rank(left.element), rank(right.element))
        return first == second ? left.offset > right.offset : first < second
      }
      entries[target] = best?.element
    }
    func rank(_ entry: Entry) -> Int {
      CountFields.certainty(of: entry, found) + (together[entry.parent ?? ["@headers"]] ?? 0)
        - (entry.target == .objectCount && ownCounts.contains(entry.path) ? 50 : 0)
        + (CountFields.isLargerBesideList(entry, subject) ? 10 : 0)
    }
    // {"total": 33, "stats": {"total": 10, "pages": 1}, "orders": [10]}: other things are counted there
    if let pages = entries[.pageCount], pages.value <= 1, let total = entries[.objectCount],
      pages.parent != total.parent, CountFields.isLargerBesideList(total, subject)
    {
      entries[.pageCount] = nil
    }
    if let total = entries[.objectCount], ownCounts.contains(total.path) {
      entries[.objectCount] = nil
      if entries[.perPage]?.flat == "count" { entries[.perPage] = nil }
      isTotalOfPage = true
      larger = found.first { $0.target == .objectCount && $0.value > total.value }?.evidence
    }
    // {"page": 0, "lastPage": 2}: that is the number of the last page, not of all
    let number = entries[.currentPage]?.value ?? subject.request.number(.pageParameters)?.number
    if number == 0, entries[.pageCount]?.flat.hasPrefix("last") == true {
      entries[.pageCount] = nil
    }
  }

  /// True for a total above the items that is at the root, beside the list or where paging is: it goes before
  /// one in another object.
  private static func isLargerBesideList(_ entry: Entry, _ subject: FirstPage) -> Bool {
    guard entry.target == .objectCount, let parent = entry.parent, !entry.name.means(.weakCounts),
      entry.value > subject.items.count
    else { return false }
    let isOfPager = parent.last.map { FieldName($0) }
      .map { $0.mentions(.pagers) || $0.mentions(.descriptions) }
    return isOfPager ?? true || subject.items.list?.keys.dropLast().elementsEqual(parent) == true
  }

  /// True for a total that may cover only the items of this page: its name says no more than that,
  /// the page is as long as full pages are, or something says that there is more; and no other
  /// number says that it is the only one. On later pages the length doesn't matter.
  ///
  ///     {"count": 17, "items": [17 of 125]}     {"total": 20, "items": [20 of 60]}
  ///     {"total": 137, "filtered_count": 20, "items": [20 of 137]}
  ///
  /// A total of what was searched is less than another one by its nature, which says no more.
  private static func countsPage(_ total: Entry, _ subject: FirstPage, _ all: [Entry]) -> Bool {
    let count = subject.items.count
    guard total.target == .objectCount, total.value == count, subject.links.isEmpty else {
      return false
    }
    // {"count": 10, "hasMore": true}
    if subject.flag != nil { return subject.saysMore && count > 0 && subject.isFirst }
    let isWeak =
      total.name.means(.countsOfPage)
      || !total.name.means(.objectCount) && total.flat.hasSuffix("count")
    let isFiltered = total.name.means(.filteredCounts)
    if !subject.isFirst, isWeak { return true }
    // {"totalRecords": 12, "count": 0, "data": []}
    if count == 0 { return all.contains { $0.target == .objectCount && $0.value > 0 } }
    guard total.parent != nil, !subject.isOpenEnded,
      isWeak || !subject.request.isPost || subject.request.namesPageOrSize
        || Detector.isUsualSize(count)
    else { return false }
    // {"Count": 17, "Total": 17}: the one is of this page, and may make the other one so.
    func countsAgain() -> Bool {
      all.contains { $0.flat == "count" && $0.value == count && $0.parent == total.parent }
    }
    func saysMore() -> Bool {
      subject.mayHaveMore
        || all.contains {
          $0.target == .pageCount && $0.value > 1
            || $0.target == .objectCount && $0.parent == nil && $0.value > count
        }
    }
    guard
      isWeak || Detector.isUsualSize(count) || !isFiltered && saysMore() || countsAgain()
        || (subject.isFirst || isFiltered) && subject.request.names(count)
    else { return false }
    let hasPages = all.contains { $0.target == .pageCount && $0.value > 1 }
    return !all.contains { other in
      switch other.target {
      case .pageCount: other.value <= 1
      case .perPage:
        !isWeak && !hasPages && other.value > count && !other.name.means(.weakCounts)
      case .objectCount, .currentPage, .offset: false
      }
    }
  }

  /// True for a `page_count` that counts the items of this page, as the total and the size make another number
  /// of pages.
  ///
  ///     {"count": 137, "page_count": 20, "page_size": 20, "items": [20 of 137]}
  private static func countsOnPage(_ pages: Entry, _ subject: FirstPage, _ all: [Entry]) -> Bool {
    func value(_ target: CountTarget) -> Int? { all.first { $0.target == target }?.value }
    guard pages.target == .pageCount, pages.flat == "pagecount", pages.value > 1,
      pages.value == subject.items.count, let total = value(.objectCount),
      let size = value(.perPage), size > 0
    else { return false }
    return (total - 1) / size + 1 != pages.value
  }

  /// The stated size's own name, where a parameter may have it.
  var sizeName: String? {
    guard let size = self[.perPage], size.name.means(.sizeParameters),
      !size.name.means(.weakCounts)
    else { return nil }
    return size.parameter
  }

  /// The targets by their paths, without an offset where offsets do not count from 0.
  func mapping(withOffset: Bool) -> [CountPath] {
    CountTarget.allCases.compactMap { target in
      guard withOffset || target != .offset else { return nil }
      return entries[target].map { CountPath(path: $0.path, target: target) }
    }
  }

  var evidence: [Evidence] {
    [.currentPage, .offset, .perPage, .pageCount, .objectCount].compactMap { entries[$0]?.evidence }
  }

  /// The counts among the members, and the first total that is not exact.
  private static func inBody(_ subject: FirstPage) -> (entries: [Entry], bound: Bound?) {
    let envelope = subject.envelope
    var (entries, bound): ([Entry], Bound?) = ([], nil)
    for member in subject.signs(5) {
      let isValue = member.name.flat == "value" && member.keys.dropLast().last == "total"
      // {"openSearch$totalResults": {"$t": "34"}}
      let isText = ["$t", "#text"].contains(member.key)
      let name = isValue ? FieldName("total") : isText ? member.parent ?? member.name : member.name
      let own = ownTarget(name, subject)
      let isInexact =
        (own == .objectCount || name.means(.objectCount)) && !isExact(member, subject)
      let least = envelope.least(member.slice)
      if bound == nil, name.means(.objectCount),
        let number = isInexact ? envelope.count(member.slice) ?? least : least
      {
        bound = (number, member.path, envelope.evidence(member, "a total that is not exact"))
      }
      guard let count = envelope.count(member.slice) else { continue }
      // Of `os:startIndex`, and of an element with attributes.
      let key = member.key == "#text" ? member.keys.dropLast().last ?? "" : member.key
      entries += CountTarget.allCases.filter { target in
        (own == target || name.states(target)) && !(isInexact && target == .objectCount)
      }.map { target in
        Entry(
          target: target, value: count, path: member.path,
          key: subject.isXML ? FieldName.local(key) : member.key, name: name,
          parent: Array(member.keys.dropLast()),
          evidence: envelope.evidence(member, says[target] ?? ""))
      }
    }
    return (entries, bound)
  }

  /// True when no member next to a total says that it is not exact.
  private static func isExact(_ total: Envelope.Member, _ subject: FirstPage) -> Bool {
    let document = subject.envelope.document
    let path = JSONPath(components: total.keys.dropLast().map { JSONPath.Component($0) })
    let list = subject.items.list?.slice ?? .absent
    return document.resolve(path, from: document.root, knowing: list).map { object in
      StatedTotal.isExact(Array(total.key.utf8), in: object, of: document, knowing: list)
    } ?? true
  }

  /// Returns the meaning of a count that bears the name of the list, or of a total of things that
  /// have a name of their own: `release-count`, `total_transactions`; `total_cases`.
  private static func ownTarget(_ name: FieldName, _ subject: FirstPage) -> CountTarget? {
    let (flat, words) = (name.flat, name.words)
    if words.count == 2, words[0] == "total", words[1].hasSuffix("s"), !words[1].means(.units) {
      return .objectCount
    }
    guard let list = subject.items.list?.name.flat, !list.isEmpty else { return nil }
    let one = list.hasSuffix("s") ? String(list.dropLast()) : list
    if flat == "total" + list || flat == one + "count" { return .objectCount }
    return flat == one + "offset" ? .offset : nil
  }

  /// `X-Total-Count`, `X-WP-TotalPages`, `Per-Page`.
  private static func inHeaders(_ subject: FirstPage) -> [Entry] {
    var entries: [Entry] = []
    for field in subject.headers.fields {
      guard let count = ReadValue.text(field.value).integer else { continue }
      let whole = FieldName(field.name)
      if whole.mentions(.allowances) { continue }
      var words = whole.words.drop { ["x", "wp"].contains($0) }
      if let mark = words.lastIndex(where: { ["pagination", "paging"].contains($0) }) {
        words = words[(mark + 1)...]
      }
      if let mark = words.lastIndex(of: "total"),
        ["count", "items", ""].contains(words[(mark + 1)...].joined())
      {
        words = words[mark...]  // of any vendor: `Acme-Total-Count`
      }
      let name = FieldName(words.joined())
      if ["size", "count", "limit"].contains(name.flat) { continue }
      entries += CountTarget.allCases.filter(name.states).map { target in
        Entry(
          target: target, value: count, path: "@headers.\(field.name)", key: field.name, name: name,
          parent: nil, evidence: subject.evidence(header: field.name, says[target] ?? ""))
      }
    }
    return entries
  }

  /// Rates how sure it is that a count means what its name says, compared with others that say the
  /// same. A total of the search results ranks above a total of everything.
  ///
  ///     {"total": 314, "subtotal": 7}              7 items
  ///     {"page": 1, "total": 30, "records": 300}   300 items; 30 may be pages
  private static func certainty(of entry: Entry, _ all: [Entry]) -> Int {
    if entry.name.means(.weakCounts) { return 0 }
    guard entry.target == .objectCount else { return 100 }
    if entry.name.means(.filteredCounts) { return 200 }
    // Beside a page number, where no number of pages is stated, it may count pages.
    let isOpen =
      entry.flat == "total" && !all.contains { $0.target == .pageCount }
      && all.contains { $0.target == .currentPage && $0.parent == entry.parent }
    return isOpen ? 40 : 100
  }

  /// True when a number can be what its name says.
  private static func isPossible(_ entry: Entry, _ subject: FirstPage, _ all: [Entry]) -> Bool {
    let count = subject.items.count
    let beside = all.filter { $0.parent == entry.parent && $0.path != entry.path }
    func states(_ target: CountTarget) -> Bool {
      beside.contains { $0.target == target && !$0.name.means(.weakCounts) }
    }
    switch entry.target {
    case .perPage:
      guard entry.value >= max(count, 1) else { return false }
      if entry.flat == "count" {
        return !states(.perPage)
          && (states(.objectCount) || isBesideOffset(entry, beside) || isRequested(entry, subject))
      }
      if entry.flat == "size" {
        // far above the number of items, and not requested: some APIs call their total so
        let isFar = entry.value / 2 >= max(count, 1) && !isRequested(entry, subject)
        let isOfPages = beside.contains { [.currentPage, .pageCount, .offset].contains($0.target) }
        return !states(.perPage) && (!isFar || isOfPages)
      }
      return true
    case .objectCount:
      guard entry.value >= count else { return false }
      if entry.flat == "subtotal" {
        return beside.contains { $0.flat == "total" && $0.value >= entry.value }
      }
      guard entry.flat == "count" else { return true }
      if states(.perPage), entry.value > count { return true }
      if states(.objectCount) || isBesideOffset(entry, beside) || isRequested(entry, subject) {
        return false
      }
      let links = subject.links.filter { $0.settings.kind == .body }
      return entry.value > count || !links.isEmpty && !links.contains(where: \.leadsOn)
    case .pageCount: return entry.value >= 1 || count == 0
    case .currentPage:
      if isItemIndex(entry, beside) { return false }
      return !entry.name.means(.weakCounts)
        || beside.contains { $0.target != .currentPage && $0.target != .offset }
    case .offset:
      if entry.value > 1, subject.request.position == nil { return false }  // the next page's
      if entry.flat == "index" { return isItemIndex(entry, beside) }
      if entry.flat == "from" {
        return subject.request.members.contains { $0.flat == "from" }
          || entry.value == 0 && states(.objectCount) && beside.contains { $0.target == .perPage }
      }
      if entry.flat == "start" {
        return !beside.isEmpty || subject.request.members.contains { $0.flat == "start" }
      }
      return true
    }
  }

  /// `{"paging": {"start": 0, "count": 10}}`: the size that was requested, not a total.
  private static func isBesideOffset(_ entry: Entry, _ beside: [Entry]) -> Bool {
    entry.parent?.last.map { FieldName($0).mentions(.holdersOfOffsets) } == true
      && beside.contains { $0.target == .offset }
  }

  /// `{"index": 20, "items_per_page": 10}`: an index of items.
  private static func isItemIndex(_ entry: Entry, _ beside: [Entry]) -> Bool {
    entry.flat == "index" && beside.contains { $0.name.has("items") }
  }

  /// `?count=20` and `{"count": 20}`: the size that was requested, given back.
  private static func isRequested(_ entry: Entry, _ subject: FirstPage) -> Bool {
    subject.request.member(entry.key)?.number == entry.value
  }

  private static let says: [CountTarget: String] = [
    .currentPage: "page number", .perPage: "page size", .pageCount: "number of pages",
    .objectCount: "total number of items", .offset: "index of the first item",
  ]
}

/// The place of a page in the list, by its counts and its request.
extension FirstPage {
  /// The number of this page, in the API's numbering: as stated, as requested, or one less than the
  /// number in a URL of the next page; nil if unknown.
  var pageNumber: Int? {
    let stated = counts[.currentPage]?.value
    let requested = request.number(.pageParameters)?.number
    // ?page=1 {"number": 0}: only answers count from 0
    if let stated, requested.map({ $0 - 1 }) != stated { return stated }
    if let requested { return requested }
    return nextURL?.number(.pageParameters).map { $0.number - 1 }
  }

  /// The number of the first page, where the page that was requested is the last one: pages of this size
  /// before it and the items that came make the total. nil: they do not.
  ///
  ///     ?limit=7&page=3    {"items": [5 of them], "total": 19}
  func restBase(size: Int) -> Int? {
    let count = items.count
    guard let total = counts[.objectCount]?.value, total > count, count <= size,
      let page = request.number(.pageParameters)?.number
    else { return nil }
    // Page 2 of full ones counted from 1 may be in the middle.
    return (count < size ? [1, 0] : [1]).first { base in
      guard page > base else { return false }
      let (before, overflow) = size.multipliedReportingOverflow(by: page - base)
      return !overflow && total - count == before
    }
  }

  /// True when the items that came are what the total leaves for the page or the offset that was
  /// requested, which are fewer than this size.
  func isRest(size: Int) -> Bool {
    let count = items.count
    if let total = counts[.objectCount]?.value, total > count, count < size,
      let offset = request.number(.offsetParameters)?.number
    {
      return total - count == offset
    }
    return restBase(size: size) != nil
  }

  /// The page size as the response states it, or else as it was requested.
  var pageSize: Int? { counts[.perPage]?.value ?? request.size }

  /// True when a full page states its number, or where it begins.
  var isNumbered: Bool {
    pageSize == items.count && (counts[.offset] ?? counts[.currentPage]) != nil
  }
}
