import HTTP
package import JSON
package import Pagination

/// Finds out how an API pages before anything is paged: takes the first response, then the second
/// pages that candidates ask for, until one is proved or none is left. Sends nothing itself.
///
///     /a?limit=2            {"things": [{"id": 1}, {"id": 2}]}    an offset may go with the limit
///     /a?limit=2&offset=2   {"things": [{"id": 1}, {"id": 2}]}    none does: the first page is all
package struct Prelude: Sendable {
  /// The next step.
  package enum Step: Sendable {
    /// Request the first page again, as the params in force ask for its size.
    case first(RequestedPage)
    /// Request the page after the first.
    case second(RequestedPage)
    /// The params in force are those to page by. `isSecondRead`: the second page is one of theirs.
    case decided(isSecondRead: Bool)
    /// The first page could not be read.
    case unread
    /// The second page was not loaded: it may be requested later.
    case interrupted
  }

  /// The first page as it will be delivered.
  package private(set) var first: FirstResponse
  /// The work that waits for the findings, and what it has.
  package var demand = Demand()
  let given: JSONObject
  /// The response to the request that was opened, in the API's own size.
  let opened: FirstResponse
  /// The lists in the first response that could be the items, the likeliest first.
  private let lists: [String]
  /// The items that were found may be none, or hold the items.
  private let isDoubtful: Bool
  var shortlist: Shortlist
  /// The first page while the second one is awaited.
  var reading: PageReading?
  /// The names that are tried for the parameter of the page size the caller wants; nil: none are.
  private var sizeTrial: SizeTrial?
  var attempts = Attempts()
  /// The API itself says that the first page is the last one.
  private var isOnlyPage = false
  private var isUndetected = false
  /// True when a recording is replayed and does not have the second page.
  private var isNotRecorded = false
  /// The second page's verdict on the candidate that it was requested by, `unknown` where it
  /// contradicts all that were tried or says nothing; nil if no second page has come.
  var verdict: DetectionReport.Certainty?
  /// The search for the one parameter that counts, of many that were sent at once.
  var naming: NameSearch?

  /// The work that waits for the findings of detection, and what it has had.
  package struct Demand: Sendable {
    /// No second page is loaded where the first one has as many items as are wanted.
    package var items = Int.max
    /// The findings are kept for later walks: the parameter of a token has to be right.
    package var isKept = false
    /// The first page has been delivered in the size that it came in.
    package var hasFirst = false

    package init() {}
  }

  /// The outcome of the requests for a second page so far.
  struct Attempts {
    /// One did not bring the first page again.
    var hasChanged = false
    /// One brought other items than the first page's, or nothing that tells.
    var hasNew = false
    /// One brought a page without items.
    var hasEmpty = false
    /// One brought nothing new, or what lies past the end; it was not refused for its names.
    var hasSame = false
    /// The path of a list beside the items that one has changed.
    var changedRival: String?
    /// The parameters that were tried: `page=2`.
    var tried: [String] = []
    /// The first reason against a candidate that quotes the API; nil: no second page was refused.
    var refusal: String?
    /// The reason against the first candidate that has evidence; nil: none was refused.
    var reason: String?
    /// The offset that brought nothing, or what may be a filter's, while the first page's last item is
    /// requested again.
    var doubted: (offset: Int, isEmpty: Bool)?
    /// It was asked whether an offset counts items or pages.
    var hasAskedUnit = false
    /// The second page, while that is asked.
    var awaited: RequestedPage?
  }

  /// Begins with a response to the first request. `given`: the caller's params of `open`.
  package init(_ first: FirstResponse, given: JSONObject) {
    self.first = first
    opened = first
    self.given = given
    let page = FirstPage(
      response: first.response, requestURL: first.requestURL, method: first.method,
      body: given["body"], given: given)
    // Elements that are no rows count nothing that pages go by.
    shortlist = Shortlist(
      page.map { $0.hasMixedItems ? [] : Detector.candidates($0) } ?? [])
    lists = page.map { Detector.itemLists(in: $0.envelope, $0.request) } ?? []
    isDoubtful = page?.isDoubtful(at: shortlist.best?.itemsPath) ?? false
  }

  // MARK: The first page

  /// Adopts the likeliest way of paging, and asks for what proves it.
  package mutating func begin(_ list: inout some TrialList) -> Step {
    let path = candidates.first?.itemsPath ?? lists.first { !$0.isEmpty }
    if !adoptBest(&list) {
      warnUndetected(nil, &list)
      if let path { _ = list.adopt(["itemsPath": .string(path)]) }
    }
    list.warnAboutRivals(lists)
    if isDoubtful { warnUndetected(nil, &list) }
    return settleSize(first, &list) ?? confirm(&list)
  }

  /// Takes in the first page of another size; nil: it could not be loaded.
  package mutating func take(
    first sized: FirstResponse?, _ list: inout some TrialList
  ) -> Step {
    if let sized, sizeTrial == nil, let isEmpty = isElsewhere(sized, &list) {
      // Not the first page: the items that came stay, and another candidate, or the same one with
      // pages counted from 0, begins elsewhere.
      if !isEmpty, shortlist.best?.mayStartAtZero == true {
        shortlist.settleOpenBase()
      } else {
        shortlist.drop()
      }
      return adoptBest(&list) ? settleSize(first, &list) ?? confirm(&list) : confirm(&list)
    }
    if let sized, sizeTrial?.isKept(in: list.read(sized)?.reading) != false {
      let (before, now) = (list.read(first)?.ownCount, list.read(sized)?.ownCount)
      if let before, let now, before != now, shortlist.forgetTotals() { _ = adoptBest(&list) }
      (first, sizeTrial) = (sized, nil)
      if growth(&list) > 0 { (attempts.hasNew, attempts.hasChanged) = (true, true) }
      return confirm(&list)
    }
    guard let sizeTrial else {
      guard shortlist.leaveSize(), adoptBest(&list), let reading = list.read(first)?.reading,
        let wanted = given["perPage"]?.integerValue
      else { return .unread }
      list.warn(.perPageNotSent(wanted: wanted, found: reading.items.count))
      return confirm(&list)
    }
    if let step = requestsNext(sizeTrial, &list) { return step }
    shortlist.send(size: nil)
    _ = adoptBest(&list)
    return confirm(&list)
  }

  /// Requests the second page, unless the first is all that is wanted.
  package mutating func confirm(_ list: inout some TrialList) -> Step {
    guard let page = list.read(first) else { return .unread }
    guard let next = page.next, let best = shortlist.best else {
      isOnlyPage = true
      if shortlist.asksForBase {  // it is page 1, unless something says that it is page 0
        shortlist.drop()
        _ = adoptBest(&list)
      }
      let signs = PageSigns(page.reading)
      let isOfNone =
        page.reading.items.isEmpty && page.reading.untilReached == nil
        && !list.pager.ends.emptyPageEnds && list.firstRequested.offset == 0
      if isOfNone && signs.speaksOfItems || signs.contradictsItself { warnUndetected(nil, &list) }
      return .decided(isSecondRead: false)
    }
    guard page.reading.items.count < demand.items || demand.isKept && isUnsure(best) else {
      return .interrupted
    }
    return requestsSecond(next, after: page.reading, list)
  }

  /// Adopts the best candidate that is not refuted and makes settings.
  mutating func adoptBest(_ list: inout some TrialList) -> Bool {
    while let best = shortlist.best {
      if list.adopt(best.open) { return true }
      shortlist.drop()
    }
    return false
  }

  mutating func warnUndetected(_ refutation: String?, _ list: inout some TrialList) {
    isUndetected = true
    list.warn(.undetected(refutation: refutation))
  }

  // MARK: Its size

  /// Requests the first page in the size that the caller wants; nil: it has that, or no parameter
  /// asks for it.
  private mutating func settleSize(
    _ first: FirstResponse, _ list: inout some TrialList
  ) -> Step? {
    if list.pager.isComputed {
      return unsentSize(first, list) == nil ? nil : .first(list.firstRequested)
    }
    guard let wanted = given["perPage"]?.integerValue, let names = shortlist.best?.sizeNames,
      let reading = list.read(first)?.reading,
      let trial = SizeTrial(reading, names: names, wanted: wanted)
    else { return nil }
    return requestsNext(trial, &list)
  }

  /// Requests the first page with the next possible name of the size parameter; nil if there is
  /// none.
  private mutating func requestsNext(
    _ trial: SizeTrial, _ list: inout some TrialList
  ) -> Step? {
    var trial = trial
    let name = trial.next()
    sizeTrial = name == nil ? nil : trial
    guard let name else { return nil }
    shortlist.send(size: name)
    _ = adoptBest(&list)
    return .first(list.firstRequested)
  }

  // MARK: The second page

  /// Compares the second page with the first.
  package mutating func take(
    _ second: SecondPage, _ list: inout some TrialList
  ) -> Step {
    guard let best = shortlist.best, reading != nil else { return .decided(isSecondRead: false) }
    if let naming { return take(second, naming, &list) }
    if let next = attempts.awaited { return takeUnit(second, before: next, &list) }
    if let doubted = attempts.doubted {
      return takeLastItem(second, at: doubted.offset, wasEmpty: doubted.isEmpty, &list)
    }
    if let step = requestsUnit(second, &list) { return step }
    let isMissed = second.isUnknown || second.isEmpty && best.continuesLastItem
    if isMissed, shortlist.narrow() {
      reading = nil
      return tryBest(&list) ?? .interrupted
    }
    if refusesSize(second, list), shortlist.leaveSize() {
      reading = nil
      return tryBest(&list) ?? .interrupted
    }
    if isWithinFirst(second, list) {
      reading = nil
      return .first(list.firstRequested)
    }
    attempts.tried.append(best.attempt(at: second.requested))
    isNotRecorded = second.isNotRecorded
    if isNotRecorded, best.decidesEnd {
      return refuse(second, because: "the recording does not have it", &list)
    }
    if isNotRecorded, !shortlist.isUnrecorded {
      shortlist.skipBest()  // another candidate may ask for a page that the recording has
      return tryBest(&list) ?? .interrupted
    }
    let isKnownToGoOn = attempts.hasNew
    let judgement = judge(second, of: best, list)
    reading = nil  // one at a time, as it may be large
    guard let (proof, endsList, isNoEnd, isDoubted) = judgement else {
      if best.isGuess, case .refused(let status, _) = second.content {
        return refuse(second, because: "the second page returned status \(status)", &list)
      }
      keepUndecided(second.failure, second)
      return .interrupted
    }
    if shortlist.asksForBase, second.reading?.items.isEmpty != false { shortlist.missBase() }
    if isDoubted {
      return requestsLastItem(second, &list)
        ?? refuse(second, because: "what came may be a filter's", &list)
    }
    if second.isEmpty, shortlist.isBaseUnseen, best.strategy == .page, mayHaveMore(&list) {
      return refuse(
        second, because: "nothing came, although there may be more than the first page", &list)
    }
    if endsList, !shortlist.isBaseUnseen || !isKnownToGoOn, growth(&list) >= 0 {
      return settle(second, &list)
    }
    if best.hasWindow, let room = best.perPage, second.reading?.items.count ?? 0 > room {
      return refuse(second, because: "it has more items than the window has room for", &list)
    }
    switch proof {
    case .openBase where isRowAlone(second, best, &list),
      .proved where isRowAlone(second, best, &list):
      return refuse(second, because: "its row may be the first one, changed", &list)
    case .proved where best.sendsMany && !isNotRecorded:
      return requestsHalf(NameSearch(best, second.requested), &list) ?? .decided(isSecondRead: true)
    case .openBase:
      shortlist.settleOpenBase()
      if let another = tryBest(&list) { return another }
      keepUndecided("this may be the third page", second)
      return .decided(isSecondRead: true)
    case .proved:
      return accept(best, &list)
    case .followed(let reason) where best.isTrusted:
      verdict = .followed(because: reason)
      return .decided(isSecondRead: true)
    case .undecided where isPastShort(second, &list): return prove()
    case .undecided(let reason) where best.isTrusted:
      if isNoEnd, second.isEmpty || second.isUnknown, let step = requestsLastItem(second, &list) {
        return step
      }
      keepUndecided(reason, second)
      if isNoEnd { warnUndetected(nil, &list) }
      return .decided(isSecondRead: true)
    case .undecided(let reason):
      let step = isNoEnd && second.isEmpty ? requestsLastItem(second, &list) : nil
      return step ?? refuse(second, because: reason, &list)
    case .followed(let reason), .refuted(let reason):
      return refuse(second, because: reason, &list)
    }
  }

  /// The second page has proved the candidate.
  mutating func accept(_ best: Candidate, _ list: inout some TrialList) -> Step {
    if shortlist.isBaseUnseen, best.strategy == .page {
      warnUndetected("page 1, which shows whether pages count from 0, did not come", &list)
    }
    return prove()
  }

  private mutating func prove() -> Step {
    shortlist.prove()
    verdict = .proved
    return .decided(isSecondRead: true)
  }

  /// The proof by the second page, whether it shows that the list ends on the first page, or does not,
  /// and whether a filter may have brought it; nil if it says nothing.
  private mutating func judge(
    _ second: SecondPage, of best: Candidate, _ list: some TrialList
  ) -> (proof: Detector.Proof, endsList: Bool, isNoEnd: Bool, isDoubted: Bool)? {
    guard let first = reading,
      let proof = second.proof(
        of: best, first: first, in: list, isLast: !shortlist.hasAnother)
    else { return nil }
    let pair = second.pair(after: first, in: list)
    let isNew = pair.map { !$0.bringsNothing } ?? !second.isUnknown
    if isNew { attempts.hasNew = true }
    if second.isEmpty { attempts.hasEmpty = true }
    if pair?.bringsNothing == true, let page = second.reading {
      attempts.hasSame = true
      if given["itemsPath"] == nil {
        attempts.changedRival = attempts.changedRival ?? first.rival(lists, changedIn: page)
      }
    }
    let isLast = !shortlist.hasAnotherEnd && !attempts.hasChanged
    let endsList =
      pair.map { second.endsList($0, first, of: best, in: list, isLast: isLast) } ?? false
    if !endsList, isNew || second.isEmpty { attempts.hasChanged = true }
    let isDoubted =
      !proof.isRefutal && !proof.leavesBaseOpen && (second.isEmpty || !best.sendsMany)
      && second.isDoubted(best, after: first, in: list)
    return (proof, endsList, second.isNoEnd(after: first, of: best, in: list), isDoubted)
  }

  /// True when nothing shows that the list pages, and both pages have one row: it may be one that changes
  /// with each request.
  private func isRowAlone(
    _ second: SecondPage, _ best: Candidate, _ list: inout some TrialList
  ) -> Bool {
    guard best.isGuess || best.decidesEnd, best.settings.isCounted,
      let page = second.reading, page.items.count == 1,
      let before = list.read(first)?.reading, before.items.count == 1
    else { return false }
    // With another identity it is another row, where the pages have an end, or a total counts more.
    guard attempts.hasEmpty || before.counts.objectCount ?? 0 > 1, let own = before.identities[0],
      let other = page.identities[0]
    else { return true }
    return own == other
  }

  private mutating func keepUndecided(_ reason: String, _ second: SecondPage) {
    shortlist.keepUndecided(because: reason, url: second.url)
    verdict = isNotRecorded ? .notRecorded : second.isEmpty ? .endSeen : .unknown
  }

  /// The second page contradicts the candidate: tries another one, or stays with the first page.
  mutating func refuse(
    _ second: SecondPage, because reason: String, _ list: inout some TrialList
  ) -> Step {
    if case .refused(_, isPastEnd: true) = second.content { attempts.hasSame = true }
    let quoted = second.refusal.map { "\(reason) (\($0))" }
    if shortlist.best?.isGuess == false { attempts.reason = attempts.reason ?? reason }
    shortlist.refute(because: quoted ?? reason, url: second.url)
    attempts.refusal = attempts.refusal ?? quoted
    if let another = tryBest(&list) { return another }
    if shortlist.lastRefuted?.isStatedWhole == true, !attempts.hasNew, attempts.hasSame {
      return settle(second, &list)
    }
    verdict = .unknown
    warnUndetected(attempts.refusal ?? attempts.reason ?? reason, &list)
    stayWithFirst(&list)
    return .decided(isSecondRead: false)
  }

  /// The first page stays, and nothing is known to come after it.
  private func stayWithFirst(_ list: inout some TrialList) {
    let isNumbered = shortlist.lastRefuted?.asksForOne != true
    var open: JSONObject = ["firstPage": .integer(isNumbered ? list.pager.firstPage : 1)]
    if let path = shortlist.lastRefuted?.itemsPath { open["itemsPath"] = .string(path) }
    if let identity = shortlist.lastRefuted?.identity { open["identity"] = .string(identity) }
    _ = list.adopt(open)
  }

  /// Requests the second page by the best candidate; nil if there is no candidate, or nothing
  /// follows. A guess that has its own first page for the last one says nothing.
  mutating func tryBest(_ list: inout some TrialList) -> Step? {
    while adoptBest(&list) {
      if isOfAnotherSize(list) {
        if !demand.hasFirst {
          first = opened
        } else if !goesOnInOwnSize(&list) {
          shortlist.drop()
          continue
        }
      }
      if !demand.hasFirst, list.pager.isComputed, let step = settleSize(first, &list) {
        return step
      }
      guard let page = list.read(first) else { return nil }
      if let next = page.next { return requestsSecond(next, after: page.reading, list) }
      guard shortlist.best?.isGuess == true else { return nil }
      shortlist.drop()
    }
    return nil
  }

  /// Nothing follows the first page. An empty second page is the end that the candidate pages to;
  /// else it is that what was tried changes nothing. A candidate whose size has brought the first page
  /// stays: without it there are more pages.
  private mutating func settle(_ second: SecondPage, _ list: inout some TrialList) -> Step {
    if first.id != opened.id, second.isEmpty { return prove() }
    shortlist.refute(because: "nothing follows the first page", url: second.url)
    shortlist.settleOnSingle()
    verdict = .proved
    if second.isEmpty { return .decided(isSecondRead: true) }
    stayWithFirst(&list)
    if let changedRival = attempts.changedRival {
      verdict = .unknown
      warnUndetected("only the list at \(changedRival) changes with the page", &list)
      return .decided(isSecondRead: false)
    }
    endAsTried(&list)
    return .decided(isSecondRead: false)
  }

  func endAsTried(_ list: inout some TrialList) {
    list.end(because: StatedValue(EndReason.triedPath, .array(attempts.tried.map { .string($0) })))
  }

  // MARK: The report

  /// The certainty of the result.
  package var certainty: DetectionReport.Certainty {
    guard let best = candidates.first, !isUndetected else { return .unknown }
    if best.strategy == .single { return .single }
    switch verdict {
    case .endSeen where !best.isTrusted: return .unknown
    case let verdict?: return verdict
    case nil where isNotRecorded: return .notRecorded
    case nil where isOnlyPage: return best.isTrusted ? .onlyPage : .unknown
    case nil: return .untried
    }
  }

  /// True when only a second page shows that the API takes the token under the name that is guessed.
  private func isUnsure(_ best: Candidate) -> Bool {
    best.strategy == .cursor && best.score < Detector.provedMin
  }

  /// True when only a second page shows that the best candidate, or the number of its first page,
  /// is right.
  package var isGuess: Bool {
    shortlist.best.map { !$0.isTrusted || $0.mayStartAtZero || isUnsure($0) } ?? false
  }

  /// The candidates, best first.
  package var candidates: [Candidate] { shortlist.candidates }
}
