package import HTTP
package import JSON
import Text

/// Reads a response as a page: its items, its counts, and its neighbours. Compiled once per
/// paginator; makes one validating pass over each body.
package struct PageReader: Sendable {
  let plan: JSONPlan
  let strategy: any Strategy
  package let counts: [(target: CountTarget, source: ValueSource)]
  /// The fields in which a response says that its results are not complete.
  let partial: [ValueSource]
  /// The key paths of the lists, in the order of the settings, with their numbers in the plan.
  package let lists: [List]
  /// An object at the root of a body is not an item.
  var wantsListAtRoot = false
  /// The limit at which paging ends even if the API has more; nil if there is none.
  let until: UntilLimit?
  /// True where the total may be one of pages.
  let hasOpenTotal: Bool

  /// The common settings, with the flags that say whether there is more.
  private var common: CommonSettings { strategy.common }

  /// A list that may hold items.
  package struct List: Sendable {
    let path: JSONPath
    /// In the plan.
    package let number: Int
    /// The slots of an element that hold its identity.
    let identitySlots: [Int]
    /// A mapping wants values of the elements.
    let isMapped: Bool
  }

  /// Throws where the body is not JSON, holds no list although the paging continues, or says where
  /// to continue in a way that is of no use. An empty or blank body is a page of 0 items where the
  /// API says that it is all, and so is `{}`. `applies`: the numbers of the lists that count for
  /// this response; nil: all. `isBehindAll`: true for a page that needs no list, as what it says places it
  /// behind the last item.
  package func read(
    _ response: HTTPResponse, requested: RequestedPage, applying applies: [Int]? = nil,
    isBehindAll: (PageReading) -> Bool = { _ in false }
  ) throws(PageReadError) -> PageReading {
    var scan = try scan(response)
    let applied =
      applies.map { numbers in
        numbers.compactMap { number in lists.first { $0.number == number } }
      } ?? lists
    let isEmpty = scan.map { $0.document.isEmptyObject($0.document.root) } ?? true
    var (found, isOneItem) = (false, false)
    let envelopeLines = response.form == .lines ? leaveOutEnvelope(&scan) : []
    var items: [JSONSlice] = []
    var identities = PageIdentities()
    for wanted in applied {
      guard let document = scan?.document, let list = scan?.lists[wanted.number], !isEmpty else {
        break
      }
      let isItem = list.slice.kind == .object && !(wantsListAtRoot && wanted.path == .root)
      // XML has an element without content where the list is empty.
      let isNothing = list.slice.kind == .null && response.form.isXML
      guard list.slice.kind == .array || isItem || isNothing else { continue }
      found = true
      if isNothing { continue }
      // PHP writes an empty list so.
      if document.isEmptyObject(list.slice) { continue }
      if isItem { isOneItem = true }
      if items.isEmpty { items = list.elements } else { items += list.elements }
      if !wanted.identitySlots.isEmpty {
        identities.append(list.digests(of: wanted.identitySlots, in: document))
        // They would be as large as the items' places.
        if !wanted.isMapped { scan?.lists[wanted.number].dropSlots() }
      }
    }
    let view = ResponseView(
      status: response.status.code, headers: response.headers, url: response.url, scan: scan,
      items: items, form: response.form, envelopeLines: envelopeLines)
    var reading = PageReading(
      view: view, identities: identities,
      neighbours: try strategy.neighbours(of: requested, in: view))
    reading.isOneItem = isOneItem
    reading.mayBeCut = response.form.isOpenEnded && response.bodyEnd == .connection
    if case .table(let uneven, _) = response.form, uneven > 0 {
      reading.warnings.append(.unevenRows(page: requested.page, count: uneven))
    }
    if let document = scan?.document {
      reading.warnings += InnerLists.warnings(in: document, items, ofPage: requested.page)
    }
    if !counts.isEmpty { readCounts(view, into: &reading) }
    reading.wantsLast = common.last != nil && !(strategy is LinkStrategy)
    reading.wantsFlag = common.more != nil || reading.wantsLast
    readIncompleteness(view, into: &reading)
    if case .broken(let path, let value) = reading.neighbours.next {
      reading.warnings.append(.metadataInvalid(StatedValue(path, value)))
    }
    if let total = reading.neighbours.objectCount { reading.counts.objectCount = total }
    if reading.counts.objectCount == nil, let range = view.headers["Content-Range"],
      !range.hasPrefix("bytes")
    {
      reading.counts.objectCount = ContentRange(range)?.total
    }
    // `{"totalPages": 1}` on page 3, where there are items: it counts something else.
    if strategy is PageStrategy, !items.isEmpty, let pages = reading.counts.pageCount,
      requested.page > pages
    {
      reading.counts.pageCount = nil
    }
    // A count that was not made.
    if reading.counts.objectCount == 0, !reading.items.isEmpty { reading.counts.objectCount = nil }
    reading.mayCountPages =
      hasOpenTotal && reading.counts.currentPage != nil && reading.counts.pageCount == nil
    if common.more != nil || common.last != nil { readFlags(view, into: &reading) }
    readReports(view, into: &reading)
    reading.hasNullForItems = !found && applied.contains { isNull($0, scan) }
    if !found, !reading.isEndSignalled, !isBehindAll(reading) {
      let isLaterXML = response.form.isXML && requested.offset > 0
      guard
        isEmpty || isLaterXML || reading.isBetweenPages(requested)
          || applied.allSatisfy({
            isAroundNothing($0, scan)
              || scan?.document.omittedList(isXML: response.form.isXML) == $0.path
          })
      else {
        if applied.allSatisfy({ $0.path == .root }),
          let fault = scan?.document.tooLongMember
        {
          throw .invalid(fault)
        }
        throw .itemsNotFound(
          paths: applied.map(\.path.description), keys: PageReader.keys(of: scan))
      }
      reading.saysNothing = true
    }
    if let until { reading.end(at: until) }
    return reading
  }

  /// True when the total shares its object with a page number, under a name that may mean a total
  /// of pages.
  ///
  ///     {"page": 1, "total": 30, "rows": [10 of 300]}
  static func hasOpenTotal(
    _ counts: [(target: CountTarget, source: ValueSource)]
  ) -> Bool {
    func keys(_ target: CountTarget) -> [Substring]? {
      counts.first { $0.target == target }?.source.path.text.split(separator: ".")
    }
    guard let total = keys(.objectCount), let page = keys(.currentPage) else { return false }
    return total.dropLast() == page.dropLast()
      && ["total", "count"].contains(total.last?.lowercased())
  }

  private func scan(_ response: HTTPResponse) throws(PageReadError) -> JSONScan? {
    let isBlank = response.isBlank
    if let detail = response.bodyEnd.fault(ofBytes: isBlank ? 0 : response.body.count) {
      throw .broken(detail: detail)
    }
    if case .faulty(let fault) = response.form { throw .undecodable(fault) }
    if isBlank { return nil }
    do {
      return try JSONDocument.scan(response.body, plan: plan)
    } catch {
      throw .invalid(error)
    }
  }

  /// Leaves out of the list at the root the lines that are no items, and returns them.
  private func leaveOutEnvelope(_ scan: inout JSONScan?) -> [JSONSlice] {
    let roots = lists.filter { $0.path == .root }.map(\.number)
    guard let document = scan?.document, let number = roots.first, let lines = scan?.lists[number],
      lines.slice.kind == .array
    else { return [] }
    let found = document.envelopeLines(among: lines.elements)
    let isFirst = found.first.map { $0.start == lines.elements.first?.start } ?? false
    for number in roots where !found.isEmpty {
      scan?.lists[number].drop(first: isFirst ? 1 : 0, last: found.count - (isFirst ? 1 : 0))
    }
    return found
  }

  private func readCounts(_ view: ResponseView, into reading: inout PageReading) {
    for (target, source) in counts {
      let value = view.value(source)
      if value.isNothing { continue }
      if target == .objectCount, let total = StatedTotal(view, source), !total.isExact {
        if target.bounds.contains(total.count) { reading.counts.objectCountMin = total.count }
        continue
      }
      guard let count = value.integer, target.bounds.contains(count) else {
        reading.warnings.append(.metadataInvalid(StatedValue(source.path.text, value.evidence)))
        continue
      }
      reading.counts.set(target, count)
      if target == .perPage { reading.perPagePath = source.path }
    }
    if reading.counts.objectCount == 0, view.items.count == 1,
      view.scan?.document.isErrorAlone(view.items[0]) == true
    {
      reading.dropItems()
    }
  }

  private func readFlags(_ view: ResponseView, into reading: inout PageReading) {
    for (source, isMore) in [(common.more, true), (common.last, false)] {
      guard let source else { continue }
      let value = view.value(source)
      if value.isNothing { continue }
      guard let flag = value.boolean else {
        if !isMore, strategy is LinkStrategy { continue }  // it is the name of a relation
        reading.warnings.append(.metadataInvalid(StatedValue(source.path.text, value.evidence)))
        continue
      }
      if reading.goesOn == nil || flag != isMore {
        reading.goesOn = flag == isMore
        reading.goesOnSource = StatedValue(source.path.text, value.evidence)
      }
    }
  }

  /// Warns if the API says that it has not searched everywhere, in GitHub's or Elasticsearch's
  /// members.
  private func readIncompleteness(_ view: ResponseView, into reading: inout PageReading) {
    for source in partial {
      let value = view.value(source)
      guard value.boolean == true || value.integer.map({ $0 > 0 }) == true else { continue }
      reading.warnings.append(.incompleteResults(StatedValue(source.path.text, value.evidence)))
    }
  }

  /// Reads the reports next to the items in the body's object. Incomplete items result in a warning
  /// only if no next page follows.
  private func readReports(_ view: ResponseView, into reading: inout PageReading) {
    guard let document = view.scan?.document else { return }
    if let line = view.lineOfText { reading.warnings.append(.incompleteResults(line)) }
    var reports = document.envelopeReports(around: view.list)
    if let failure = reports.failure, view.isFilter(failure) { reports.failure = nil }
    reading.failure = reports.failure
    var leadsOn = reading.goesOn == true
    if case .position = reading.neighbours.next { leadsOn = true }
    reading.hasOthers = reports.members > (leadsOn ? 1 : 0)
    let failure =
      view.items.isEmpty
      ? reports.failure == nil && !leadsOn
        ? view.reportedFailure : nil
      : reports.failure
    let isWarned = reading.warnings.contains { $0.kind == .incompleteResults }
    if let warned = failure ?? (leadsOn || isWarned ? nil : reports.incomplete) {
      reading.warnings.append(.incompleteResults(warned))
    }
  }

  /// Returns the members in which APIs say that their results are not complete.
  static func partial(_ plan: inout JSONPlan) -> [ValueSource] {
    [
      ["incomplete_results"], ["timed_out"], ["_shards", "failed"], ["_clusters", "skipped"],
    ].map { keys in
      plan.source(.body(JSONPath(components: keys.map { JSONPath.Component($0) })))
    }
  }

  /// True when the object around the list is `{}`: `{"QueryResponse": {}}` has nothing at
  /// `QueryResponse.Customer`.
  private func isAroundNothing(_ list: List, _ scan: JSONScan?) -> Bool {
    guard let document = scan?.document, list.path.components.count > 1,
      let parent = document.resolve(
        JSONPath(components: list.path.components.dropLast()), from: document.root)
    else { return false }
    return parent.kind == .object && document.members(of: parent).isEmpty
  }

  /// True when null, or a text without a character, is in the place of a list or of an object around it.
  private func isNull(_ list: List, _ scan: JSONScan?) -> Bool {
    guard let document = scan?.document else { return false }
    return list.path.components.indices.contains { index in
      let path = JSONPath(components: Array(list.path.components.prefix(through: index)))
      return document.resolve(path, from: document.root).map { value in
        value.kind == .null || value.kind == .string && value.range.count == 2
      } ?? false
    }
  }

  /// The first names of the body's object, for a helpful error.
  private static func keys(of scan: JSONScan?) -> [String] {
    guard let document = scan?.document else { return [] }
    return document.members(of: document.root).prefix(20).compactMap { document.string($0.key) }
  }
}

extension HTTPResponse {
  /// True when the body has nothing but white space, or no byte at all.
  package var isBlank: Bool {
    let text = body.starts(with: [0xEF, 0xBB, 0xBF]) ? body[3...] : body[...]
    return text.allSatisfy(ASCII.isBlank)
  }
}

extension ResponseView {
  /// True when the request sent this value as a filter: `?state=failed` and `{"state": "failed"}`.
  func isFilter(_ stated: StatedValue) -> Bool {
    guard let text = stated.value.stringValue else { return false }
    let name = EnvelopeReport.flat(stated.path)
    return QueryString.members(of: url).contains {
      EnvelopeReport.flat($0.name) == name && $0.value == text
    }
  }
}

/// A response read as a page.
package struct PageReading: Sendable {
  package let view: ResponseView
  /// The identity of each item, as a digest; nil for an item without one. Empty if nothing
  /// identifies items.
  package private(set) var identities: PageIdentities
  /// The items that a limit or an overlap has left; nil: all.
  private var kept: [JSONSlice]?
  /// The number of items removed from the beginning, as they were delivered before.
  package private(set) var overlap = 0
  /// The value that ended paging, if a limit has left out some of the items.
  package private(set) var untilReached: StatedValue?
  package var neighbours: Neighbours
  package var counts = StatedCounts()
  package var warnings: [PageWarning] = []
  /// The items are lines of JSON or rows of a table, and nothing but the end of the connection says that they are all:
  /// between two lines a cut does not show.
  package internal(set) var mayBeCut = false
  /// An object in the place of the list is the only item.
  package internal(set) var isOneItem = false
  /// Null is in the place of its list, or of an object around it: `{"code": 0, "data": null}`.
  package internal(set) var hasNullForItems = false
  /// There is neither a list nor a word of the end, as in an empty body and in `{}`.
  package internal(set) var saysNothing = false
  /// True when the response is no evidence of the end, as it says nothing about it.
  package var isNoEvidenceOfEnd: Bool { saysNothing || neighbours.namesItself }
  /// True for `{}` in the place of a page.
  package var isOfNoMembers: Bool {
    saysNothing && view.scan.map { $0.document.isEmptyObject($0.document.root) } == true
  }
  /// The member of the body that reports a failure.
  package internal(set) var failure: StatedValue?
  /// The body's object has members besides the items and a word of what comes next.
  package internal(set) var hasOthers = false
  /// The total may be one of pages.
  package internal(set) var mayCountPages = false
  /// A flag is due that says whether there is more.
  var wantsFlag = false
  /// A flag is due that says whether this is the last page.
  var wantsLast = false
  /// True when `more` and `last` say that there is more, false when they say there is not; nil if
  /// they say nothing.
  package var goesOn: Bool?
  var goesOnSource: StatedValue?
  var perPagePath: ValuePath?

  package var items: [JSONSlice] { kept ?? view.items }

  init(view: ResponseView, identities: PageIdentities, neighbours: Neighbours) {
    self.view = view
    self.identities = identities
    self.neighbours = neighbours
  }

  /// True for a page that the API has led to, and that leads on itself: its list may be left out.
  fileprivate func isBetweenPages(_ requested: RequestedPage) -> Bool {
    guard requested.position.isNamed, case .position = neighbours.next else { return false }
    return failure == nil
  }

  /// Keeps the first items only.
  mutating func cut(to count: Int, _ reached: StatedValue) {
    kept = Array(items.prefix(count))
    identities.keep(0..<min(count, identities.count))
    untilReached = reached
  }

  /// Drops the items: what came is an error, and no row.
  mutating func dropItems() {
    kept = []
    identities.keep(0..<0)
  }

  /// Removes the first items, which were delivered before.
  package mutating func removeFirst(_ count: Int) {
    kept = Array(items.dropFirst(count))
    identities.keep(min(count, identities.count)..<identities.count)
    overlap += count
  }

  /// True when the response itself says that this is the end, or that there is nothing at all.
  package var isEndSignalled: Bool {
    if goesOn == false || counts.objectCount == 0 { return true }
    if goesOn == nil, case .none(_, _, let isStated) = neighbours.next { return isStated }
    return false
  }
}

/// The counts that a response can state.
package enum CountTarget: String, Sendable, CaseIterable {
  case perPage, currentPage, offset, pageCount, objectCount

  /// The range of plausible values; any other value counts as unknown.
  var bounds: ClosedRange<Int> {
    switch self {
    case .perPage: 1...Pager.perPageMax
    case .currentPage: 0...Pager.pageMax
    case .offset, .pageCount, .objectCount: 0...Int.max
    }
  }
}

/// The counts that a response states; nil: unknown.
package struct StatedCounts: Sendable, Equatable {
  package var perPage: Int?
  package var currentPage: Int?
  package var offset: Int?
  package var pageCount: Int?
  package var objectCount: Int?
  /// A total that is only a lower bound or an estimate.
  package var objectCountMin: Int?

  package init() {}

  /// True when nothing is stated.
  package var isEmpty: Bool {
    perPage == nil && currentPage == nil && offset == nil && pageCount == nil
      && objectCount == nil && objectCountMin == nil
  }

  mutating func set(_ target: CountTarget, _ count: Int) {
    switch target {
    case .perPage: perPage = count
    case .currentPage: currentPage = count
    case .offset: offset = count
    case .pageCount: pageCount = count
    case .objectCount: objectCount = count
    }
  }
}
