import Detection
import HTTP
import JSON
import Pagination
import Text

/// Detection on trial: what the first response speaks for, and what the second page has said of
/// it. Adopts the best candidate, judges it by the second page, and adopts another one where that
/// speaks against it.
struct CandidateTrial: Sendable {
  /// What the second page has said of the candidate that it was requested by.
  enum Verdict: Equatable {
    case proved
    /// A page of the same shape has come, which proves nothing.
    case followed(because: String)
    /// The request failed, or the response says nothing.
    case undecided
    /// It spoke against every candidate that was tried.
    case refuted
  }

  private var shortlist: Shortlist
  /// An attempt did not bring the first page again.
  private var hasChanged = false
  /// The parameters that were tried: `page=2`.
  private var tried: [String] = []
  /// nil: no second page has come.
  private(set) var verdict: Verdict?
  /// What the first page was read from, to read it again for another candidate.
  private var source: PageSource
  /// The page size that the caller wants.
  private var sizing = Sizing.open
  /// The first page as the candidate reads it, to compare the second one with.
  private var first: PageReading?

  // MARK: The first response

  /// Adopts the likeliest way of paging from the first response, so that it can be read.
  init(_ first: PageSource, _ collection: inout RemoteCollection) {
    source = first
    let parameters = collection.configuration.parameters
    let candidates = Detector.candidates(
      response: first.response, requestURL: first.requestURL, method: first.method,
      body: parameters["body"], given: parameters)
    shortlist = Shortlist(candidates)
    collection.advanceDetection(to: .onTrial)
    let lists = collection.itemLists(in: first)
    if !adoptBest(&collection) {
      collection.warn(.undetected(refutation: nil))
      if let path = candidates.first?.itemsPath ?? lists.first(where: { !$0.isEmpty }) {
        collection.learn { $0.adopt(itemsPath: path) }
      }
    }
    collection.warnAboutRivals(lists)
  }

  /// The candidates for those who ask.
  var candidates: [Candidate] { shortlist.candidates(isJudged: verdict != nil) }

  /// Adopts the best candidate that is not refuted and makes settings.
  private mutating func adoptBest(_ collection: inout RemoteCollection) -> Bool {
    while let best = shortlist.best {
      if collection.adopt(best.open) { return true }
      shortlist.drop()
    }
    return false
  }

  // MARK: The size of pages

  /// How far it is settled which parameter asks for the page size that the caller wants.
  private enum Sizing {
    case open
    case trying(SizeTrial)
    case settled
  }

  /// The first page without a size, while names of the parameter for it are tried.
  var unsized: ArrivedResponse? {
    if case .trying(let trial) = sizing { trial.unsized } else { nil }
  }

  /// Begins a trial with the first response where it is left to detection how the API pages, and
  /// settles the size. Gives the first page where it has to be requested again, as it is not of
  /// the size that the caller wants; nil: what has to be read is in `arrived`, which may be an
  /// earlier response than the one that came.
  static func settleSize(
    _ trial: inout CandidateTrial?, _ arrived: inout ArrivedResponse,
    _ collection: inout RemoteCollection
  ) -> RequestedPage? {
    if trial == nil, collection.pager.kind == .auto, Detector.canRead(arrived.response),
      !isFailure(arrived, collection)
    {
      trial = CandidateTrial(arrived.source, &collection)
      collection.settings.mapping.listItems(of: &arrived.response)
      trial?.source = arrived.source
      arrived.request.renumber(collection.firstRequested)
    }
    return trial?.requestsOtherSize(&arrived, &collection)
  }

  /// Whether a body without a list reports an error: it says nothing of how the API pages.
  private static func isFailure(
    _ arrived: ArrivedResponse, _ collection: RemoteCollection
  ) -> Bool {
    let parameters = collection.configuration.parameters
    guard parameters["itemsPath"] == nil, parameters["responseDescriptors"] == nil else {
      return false
    }
    let beginning = arrived.response.body.prefix(SessionError.bodyBytesRead)
    return APIMessage(String(decoding: beginning, as: UTF8.self))?.isError == true
      && collection.itemLists(in: arrived.source).isEmpty
  }

  private mutating func requestsOtherSize(
    _ arrived: inout ArrivedResponse, _ collection: inout RemoteCollection
  ) -> RequestedPage? {
    switch sizing {
    case .settled: return nil
    case .open:
      sizing = .settled
      guard let wanted = collection.configuration.parameters["perPage"]?.integerValue else {
        return nil
      }
      if collection.isComputed {
        guard let name = collection.pager.strategy.sizeParameter else { return nil }
        return source.sends(name, String(wanted)) ? nil : collection.firstRequested
      }
      guard !collection.isBegun, let names = shortlist.best?.sizeNames,
        let reading = collection.reading(of: arrived),
        let trial = SizeTrial(arrived, reading, names: names, wanted: wanted)
      else { return nil }
      return requestsNext(trial, &collection)
    case .trying(let trial):
      if trial.isKept(in: collection.reading(of: arrived)) {
        sizing = .settled
        source = arrived.source
        return nil
      }
      if let requested = requestsNext(trial, &collection) { return requested }
      arrived = trial.unsized.joined(by: arrived.request)
      shortlist.send(size: nil)
      _ = adoptBest(&collection)
      return nil
    }
  }

  /// The first page with the next name that the parameter of the size may have; nil: there is none.
  private mutating func requestsNext(
    _ trial: SizeTrial, _ collection: inout RemoteCollection
  ) -> RequestedPage? {
    var trial = trial
    guard let name = trial.next() else {
      sizing = .settled
      return nil
    }
    sizing = .trying(trial)
    shortlist.send(size: name)
    _ = adoptBest(&collection)
    return collection.firstRequested
  }

  // MARK: The second page

  /// What the second page means for the candidate.
  enum Outcome {
    /// It is no second page, or does not speak against the candidate.
    case kept
    /// Another candidate is tried: the first page has been read again, and this one comes next.
    case requestsAnother(RequestedPage)
    /// Nothing shows how the API pages: the first page has been read again, and is all there is.
    case onlyFirst(next: RequestedPage, ResponseFacts, EndReason)
    /// Waits until the first page has been mapped off the lock.
    case waits(for: DeferredMapping)
  }

  /// Judges the candidate on trial, if there is one, by the outcome of a request. A refresh proves
  /// nothing. Where reading the first page again takes its time, nothing has been done.
  static func judge(
    _ trial: inout CandidateTrial?, by outcome: PageOutcome, of request: PendingRequest,
    _ collection: inout RemoteCollection, _ jobs: JobQueue
  ) -> Outcome {
    guard collection.detection == .onTrial, !jobs.isRefreshing else { return .kept }
    let before = (trial, collection)
    do throws(DeferredMapping) {
      return try trial?.judge(outcome, of: request, &collection, wanted: jobs.wantedPage) ?? .kept
    } catch {
      (trial, collection) = before
      return .waits(for: error)
    }
  }

  /// Compares the second page with the first.
  private mutating func judge(
    _ outcome: PageOutcome, of request: PendingRequest, _ collection: inout RemoteCollection,
    wanted: Int?
  ) throws(DeferredMapping) -> Outcome {
    guard request.requested.page == collection.openingPage + 1, let first else {
      if case .page(let page) = outcome, first == nil { first = page.reading }
      return .kept
    }
    guard let best = shortlist.best else { return .kept }
    let second = SecondPage(
      first: first, best: best, request: request, outcome: outcome, wanted: wanted,
      revision: collection.configuration.revision)
    tried.append(best.attempt(at: request.requested))
    if case .failure(.notRecorded) = outcome, best.decidesEnd {
      return try refuse(second, because: "the recording does not have it", &collection)
    }
    if case .failure(.notRecorded) = outcome, !shortlist.isUnrecorded {
      shortlist.passOver()  // Another candidate may ask for a page that the recording has.
      return try tryBest(&collection, second) ?? .kept
    }
    if second.continuesFirst { return prove(&collection) }
    guard let proof = second.proof(in: collection, isLast: !shortlist.hasAnother) else {
      leaveOpen(second.failure, second.url)
      return .kept
    }
    if second.endsList(
      identity: collection.settings.identity, isLast: !shortlist.hasAnotherEnd && !hasChanged)
    {
      return try settle(second, &collection)
    }
    if !second.repeatsFirst(identity: collection.settings.identity) { hasChanged = true }
    switch proof {
    case .openBase:
      shortlist.settleOpenBase()
      if let another = try tryBest(&collection, second) { return another }
      return .kept
    case .proved: return prove(&collection)
    case .followed(let reason) where best.isTrusted:
      return conclude(.followed(because: reason), &collection)
    case .undecided(let reason) where best.isTrusted:
      leaveOpen(reason, second.url)
      if second.isNoEnd(perPage: collection.pager.perPage) {
        collection.warn(.undetected(refutation: nil))
      }
      return conclude(.undecided, &collection)
    case .followed(let reason), .undecided(let reason), .refuted(let reason):
      return try refuse(second, because: reason, &collection)
    }
  }

  @discardableResult
  private mutating func conclude(
    _ verdict: Verdict, _ collection: inout RemoteCollection
  ) -> Outcome {
    self.verdict = verdict
    collection.advanceDetection(to: .judged)
    return .kept
  }

  private mutating func prove(_ collection: inout RemoteCollection) -> Outcome {
    shortlist.prove()
    return conclude(.proved, &collection)
  }

  /// The second page speaks against the candidate: tries another one, or stays with the first page.
  private mutating func refuse(
    _ second: SecondPage, because reason: String, _ collection: inout RemoteCollection
  ) throws(DeferredMapping) -> Outcome {
    shortlist.refute(because: reason, url: second.url)
    if let another = try tryBest(&collection, second) { return another }
    conclude(.refuted, &collection)
    collection.warn(.undetected(refutation: reason))
    return try stayWithFirst(&collection, second)
  }

  /// Requests the second page as the best candidate says; nil: there is none, or nothing follows.
  private mutating func tryBest(
    _ collection: inout RemoteCollection, _ second: SecondPage
  ) throws(DeferredMapping) -> Outcome? {
    guard adoptBest(&collection), let best = shortlist.best,
      let page = try readFirst(&collection, as: best.open, second),
      case .success(let requested) = second.next(after: page, in: collection)
    else { return nil }
    return .requestsAnother(requested)
  }

  /// The first page is short, and nothing follows it: it is all there is.
  private mutating func settle(
    _ second: SecondPage, _ collection: inout RemoteCollection
  ) throws(DeferredMapping) -> Outcome {
    shortlist.refute(because: "nothing follows the first page", url: second.url)
    shortlist.settleOnSingle()
    conclude(.proved, &collection)
    guard case .onlyFirst(let next, let facts, _) = try stayWithFirst(&collection, second) else {
      return .kept
    }
    let isEmpty = second.isEmpty
    let tried = JSONValue.array(tried.map(JSONValue.string))
    let end = EndReason(
      isEmpty ? .emptyPage : .noNext(StatedValue(EndReason.triedPath, tried)), page: next.page)
    return .onlyFirst(next: next, facts, end)
  }

  private mutating func leaveOpen(_ reason: String, _ url: String) {
    shortlist.leaveOpen(because: reason, url: url)
    verdict = .undecided
  }

  /// The first page stays, and nothing is known to come after it.
  private mutating func stayWithFirst(
    _ collection: inout RemoteCollection, _ second: SecondPage
  ) throws(DeferredMapping) -> Outcome {
    let isNumbered = shortlist.lastRefuted?.asksForOne != true
    var open: JSONObject = ["firstPage": .integer(isNumbered ? collection.firstPage : 1)]
    if let path = shortlist.lastRefuted?.itemsPath { open["itemsPath"] = .string(path) }
    guard collection.adopt(open), let page = try readFirst(&collection, as: open, second)
    else { return .kept }
    let reason =
      collection.end.reason
      ?? EndReason(
        .noNext(StatedValue("strategy", .string(collection.pager.kind.rawValue))),
        page: page.number)
    return .onlyFirst(next: collection.requested(page.number + 1, at: .start), page.facts, reason)
  }

  /// Reads the first page again, by the settings as they are now. Everything else that was known of
  /// the collection is forgotten.
  private mutating func readFirst(
    _ collection: inout RemoteCollection, as open: JSONObject, _ second: SecondPage
  ) throws(DeferredMapping) -> Page? {
    let reading = FirstReading(candidate: open, revision: second.revision)
    guard let requestURL = try? HTTPURL.parse(source.requestURL) else { return nil }
    let currentURL = collection.bookmark.url
    collection.forget(keepingWarnings: true)
    first = nil
    let request = PendingRequest(
      id: 0, requested: collection.firstRequested,
      request: HTTPRequest(
        method: HTTPMethod(source.method), url: requestURL,
        settings: collection.settings.fetching.http),
      callerHeaders: [], interested: [], use: PendingRequest.Use())
    let reader = ResponseReader(collection, for: request.requested)
    let arrived = ArrivedResponse(
      response: source.response, request: request,
      clock: Requests.ClockReading(epochSeconds: 0, random: { 0 }))
    guard
      let outcome = second.request.firstOutcomes.last(where: { $0.reading == reading })?.outcome
        ?? reader.outcome(of: arrived, .prompt)
    else {
      throw DeferredMapping(
        arrived: arrived, reader: reader,
        judged: JudgedPage(request: second.request, outcome: second.outcome, reading: reading))
    }
    guard case .page(let page) = collection.numbered(outcome),
      case .kept = collection.take(page, holding: true, comparing: false)
    else { return nil }
    collection.follow(page)
    first = page.reading
    if let currentURL { collection.move(to: page.number, url: currentURL) }
    return page
  }
}
