import HTTP
import JSON
package import Pagination

/// The outcome of the request for the second page, as a candidate asks for it.
package struct SecondPage: Sendable {
  /// The second page, or the reason why there is none.
  package enum Content: Sendable {
    case page(PageReading)
    /// The API refused the request. `isPastEnd`: as one that lies past the end.
    case refused(status: Int, isPastEnd: Bool)
    /// A page that has no list where the candidate has one, or an unusable position.
    case misshapen
    /// No JSON. `isText`: its first byte shows that, as on a page for people.
    case notJSON(isText: Bool)
    /// A recording is replayed and does not have the page.
    case notRecorded
    /// The page could not be loaded, which reveals nothing about the API's paging.
    case failed
  }

  package let content: Content
  package let requested: RequestedPage
  package let url: String
  /// The request and the API's own words where it answered with an error, secrets masked:
  /// `GET https://api.example.com/a?page=2: Unknown parameter`. Nil: it did not.
  let refusal: String?

  /// The outcome of a request.
  package init(
    _ content: Content, of requested: RequestedPage, at url: String, refusal: String? = nil
  ) {
    (self.content, self.requested, self.url) = (content, requested, url)
    self.refusal = refusal
  }

  /// True when a page without items came.
  var isEmpty: Bool { reading?.items.isEmpty == true }

  /// The page as it was read; nil without one.
  var reading: PageReading? { if case .page(let reading) = content { reading } else { nil } }

  var isNotRecorded: Bool { if case .notRecorded = content { true } else { false } }

  /// The reason why there is no page to compare.
  var failure: String {
    if case .notJSON = content { return "the second page is not JSON" }
    return "the second page could not be loaded"
  }

  /// Both pages; nil without a second one.
  func pair(after first: PageReading, in list: some TrialList) -> PagePair? {
    reading.map { PagePair(first: first, second: $0, identity: list.identity) }
  }

  /// True when the page overlaps the first page, and begins with the first page's last item or has
  /// items after it.
  func continues(_ first: PageReading) -> Bool {
    guard requested.overlaps, let reading, let last = first.identities.last ?? nil,
      first.items.count > 1, let place = reading.identities.lastIndex(of: last)
    else { return false }
    return place == 0 || place < reading.items.count - 1
  }

  /// The index of the first page's first item.
  private func begin(of first: PageReading, in list: some TrialList) -> Int {
    let begun = list.firstRequested
    guard list.pager.kind == .page, let size = first.counts.perPage else { return begun.offset }
    let (index, overflow) = size.multipliedReportingOverflow(by: begun.page - list.pager.firstPage)
    return overflow ? begun.offset : index
  }

  /// True when the total leaves the first page's items, and no more, for the place that the URL names.
  ///
  ///     ?limit=7&page=3    {"items": [5 of them], "total": 19}
  private func isLastByTotal(_ first: PageReading, in list: some TrialList) -> Bool {
    guard requested.position == .computed, first.goesOn != true, !first.items.isEmpty,
      list.pager.kind == .offset || list.pager.isSizeGiven, let total = first.counts.objectCount
    else { return false }
    let start = begin(of: first, in: list)
    return start > 0 && total - start == first.items.count
  }

  /// True when neither page states where it begins, and both state the same total: no row has come.
  private func standsStill(after first: PageReading) -> Bool {
    guard let reading, reading.counts.offset == nil, first.counts.offset == nil else {
      return false
    }
    return reading.total.map { $0 == first.total } ?? false
  }

  /// True when the total has risen since the first page: its last item may come again.
  private func hasRisen(since first: PageReading) -> Bool {
    guard let before = first.total, let now = reading?.total else { return false }
    return now > before
  }

  /// True when the page overlaps the first page by one item more than was requested.
  private func beginsEarly(after first: PageReading, at start: Int) -> Bool {
    guard requested.overlaps, let reading, let last = first.identities.last ?? nil else {
      return false
    }
    return reading.identities.lastIndex(of: last) == start + first.items.count - requested.offset
  }

  /// Judges the candidate by this page; nil if it says nothing. `isLast`: true when no other
  /// candidate is left to try.
  func proof(
    of best: Candidate, first: PageReading, in list: some TrialList, isLast: Bool
  ) -> Detector.Proof? {
    if let path = best.placePath.flatMap({ try? ValuePath($0) }),
      let place = reading?.view.value(at: path).integer,
      place != requested.offset + (best.settings.firstOffset ?? 0)
    {
      return .openBase("it starts at \(place), which was not asked for")
    }
    let start = list.pager.isComputed ? begin(of: first, in: list) : 0
    let isOpen =
      best.strategy == .offset && best.settings.firstOffset == nil
      && (best.isGuess
        || !list.pager.opening.hasPlace && (first.total == nil || standsStill(after: first)))
    if isOpen, beginsEarly(after: first, at: start) {
      return .openBase("it begins before the last item of the first page")
    }
    if continues(first) || (isEmpty || isUnknown) && isLastByTotal(first, in: list) {
      return .proved
    }
    let pair = reading.map {
      PagePair(
        first: first, second: $0, identity: list.identity, start: start,
        mayChange: best.settings.isCounted && (best.isGuess || best.decidesEnd)
          || PagePair.mayStay(first, $0),
        isExpected: list.pager.opening.hasPlace)
    }
    if isOpen, pair?.repeatsLast == true, !hasRisen(since: first) {
      return .openBase("it begins with the last item of the first page")
    }
    if isEmpty, best.strategy == .offset, first.goesOn == true,
      requested.offset - first.items.count > start
    {
      return .refuted("nothing came behind the items that the first page says there are")
    }
    if isEmpty, isFiltered(after: first, best, in: list) {
      return .refuted("nothing came, although the first page says that there is more")
    }
    if let pair {
      let proof = pair.proof(requested.position, mayStartAtZero: best.mayStartAtZero)
      return best.asksForOne && proof == .proved ? .refuted("other items came") : proof
    }
    return switch content {
    case .refused(let status, _): proof(of: first, refused: status)
    case .misshapen: .refuted("the second page has another shape than the first")
    case .notJSON(let isText) where isText && !isLast:
      .refuted(failure)  // for people: Discourse's links lead there
    case .page, .notJSON, .notRecorded, .failed: nil
    }
  }

  /// Judges an error in place of the page; nil if it says nothing of the position. A computed position
  /// may lie past the end; one that the API gave itself may not.
  func proof(of first: PageReading, refused status: Int) -> Detector.Proof? {
    let reason = "the second page returned status \(status)"
    let isComputed = requested.position == .computed || requested.position == .start
    let isEnd =
      isComputed && HTTPStatus(status).isPastEnd && first.goesOn != true
      && (first.counts.objectCount ?? 0) <= first.items.count
    let isRefused = status < 500 && ![401, 403, 407, 408, 425, 429].contains(status)
    if isEnd { return .undecided(reason) }
    return isRefused ? .refuted(reason) : nil
  }

  /// True when neither the request that was opened nor the pages name a position that has moved.
  private func isUnnamed(
    _ best: Candidate, _ first: PageReading, _ list: some TrialList
  ) -> Bool {
    best.settings.isCounted && !list.pager.opening.hasPlace && first.stays(on: reading)
  }

  /// True where an offset that nothing names may be a filter: the rows that came are those whose value is
  /// not below it; many came again; or none came, and the first page may say that there is more.
  func isDoubted(_ best: Candidate, after first: PageReading, in list: some TrialList) -> Bool {
    guard best.strategy == .offset, best.sendsMany || isUnnamed(best, first, list),
      !first.items.isEmpty, let pair = pair(after: first, in: list)
    else { return false }
    if isEmpty { return PageSigns(first).mayHaveMore }
    return pair.isParted(at: requested.offset)
      || pair.repeatsMany && !requested.overlaps && !hasRisen(since: first)
  }

  /// The request for the first page's last item, where the offset behind it brought nothing or may be a
  /// filter; nil where that would be the first request again.
  func lastItem(of first: PageReading, in list: some TrialList) -> RequestedPage? {
    guard list.pager.kind == .offset, requested.position == .computed, first.items.count > 1
    else { return nil }
    var last = requested
    last.offset = begin(of: first, in: list) + first.items.count - 1
    last.overlaps = true
    return last.offset < requested.offset && last != requested ? last : nil
  }

  /// True when the first page says that there are more items, where one of many names, or the only one, may
  /// be a filter's that brings none.
  private func isFiltered(
    after first: PageReading, _ best: Candidate, in list: some TrialList
  ) -> Bool {
    if first.items.isEmpty { return false }
    if best.continuesLastItem { return first.goesOn == true }
    guard best.sendsMany || isUnnamed(best, first, list) else { return false }
    if best.mayStartAtZero, pair(after: first, in: list)?.isAfterSecond == true { return false }
    let signs = PageSigns(first)
    return first.leadsOn
      || best.sendsMany
        && (first.goesOn == true || first.counts.objectCount ?? 0 > first.items.count
          || best.strategy == .page && signs.mayHaveMore)
      || reading.map { signs.countsFewer(on: $0.view) } == true
  }

  /// True when the API knows no such page: it refused the request as wrong or as past the end.
  var isUnknown: Bool {
    guard case .refused(let status, let isPastEnd) = content else { return false }
    return isPastEnd || HTTPStatus(status).refusesPosition
  }

  /// True when the list ends on the first page, as far as the request of a candidate that decides
  /// the end shows it. An empty page is the end, unless it was requested beyond the items that
  /// came, at an offset that may count pages, or at a page that may be the third. If nothing that
  /// was tried has changed anything (`isLast`), the list ends if its number of items is not a usual
  /// page size, and no name of a size is followed, or a page of one item says where it continues.
  func endsList(
    _ pair: PagePair, _ first: PageReading, of best: Candidate, in list: some TrialList,
    isLast: Bool
  ) -> Bool {
    guard best.decidesEnd else { return false }
    let isUsual = Detector.isUsualSize(first.items.count)
    if best.asksForOne {
      if isLast, pair.isFirstAlone, reading?.total == first.items.count { return true }
      return isLast && (!isUsual || best.isStatedWhole)
        && (pair.bringsNothing && !isEmpty
          || pair.isFirstAlone && (reading?.leadsOn == true || best.asksByRequestedSize))
    }
    guard pair.bringsNothing, isEmpty, !isFiltered(after: first, best, in: list) else {
      return false
    }
    return best.strategy == .offset ? !isUsual || best.isStatedWhole : !best.mayStartAtZero
  }

  /// True when an undecided candidate leaves it open whether the list ends on the first page. The API
  /// refused a page that lies past the end, and the URL names no page; or nothing came at an offset
  /// behind a full page, or behind more items than came. A page that counts its items as all is the end.
  func isNoEnd(after first: PageReading, of best: Candidate, in list: some TrialList) -> Bool {
    if best.isStatedWhole { return false }
    if case .refused(_, let isPastEnd) = content {
      return isPastEnd && !(best.strategy == .page && list.pager.opening.hasPlace)
    }
    guard let reading, best.strategy == .offset, !first.items.isEmpty,
      first.counts.objectCount == nil, first.goesOn == nil
    else { return false }
    let count = first.items.count
    if reading.total == count { return false }
    // {"items": [5 of them], "limit": 10, "offset": 0}, and nothing from 10 on
    if first.counts.offset != nil, first.counts.perPage == requested.offset,
      reading.counts.offset == requested.offset, count < requested.offset
    {
      return Detector.isUsualSize(count)
    }
    return requested.offset > count || count >= list.pager.perPage || Detector.isUsualSize(count)
  }
}

extension PageReading {
  /// True unless it states a place, and the second page another one.
  func stays(on second: PageReading?) -> Bool {
    (counts.offset == nil || counts.offset == second?.counts.offset)
      && (counts.currentPage == nil || counts.currentPage == second?.counts.currentPage)
  }

  /// True when the page says where it continues, other than by a total.
  fileprivate var leadsOn: Bool { PageSigns(self).moreHint.map { $0.leadsOn(view) } == true }

  /// The total that the page states, wherever it is.
  var total: Int? { counts.objectCount ?? TotalHint(view, PageSigns(self))?.count }

  /// The path of a list after the first of those that could be the items, which is another one on the
  /// second page; nil: none is.
  func rival(_ lists: [String], changedIn second: PageReading) -> String? {
    lists.dropFirst().first { path in
      text(at: path).map { $0 != second.text(at: path) } ?? false
    }
  }

  private func text(at path: String) -> ArraySlice<UInt8>? {
    guard let document = view.scan?.document, let path = try? JSONPath(path),
      let list = document.resolve(path, from: document.root)
    else { return nil }
    return document.bytes[list.range]
  }
}
