import Detection
import HTTP
import JSON
import Pagination

/// Detection on trial: what the first response speaks for, and what the second page has said of
/// it. Adopts the best candidate, judges it by the second page, and adopts another one where that
/// speaks against it.
struct Trial: Sendable {
  /// A candidate, known by its number.
  private struct Contender: Sendable {
    let number: Int
    var candidate: Candidate
  }

  /// Best first; those that the second page has refuted are at the end.
  private var contenders: [Contender]
  /// How many of them, at the end, are refuted.
  private var refutedCount = 0
  /// nil: only one page has been seen, or the second one proves nothing.
  private(set) var isConfirmed: Bool?
  /// The one that counts pages from 1, while the same from 0 is tried.
  private var fromOne: Int?
  /// What the first page was read from, to read it once more for another candidate.
  private let source: PageSource
  /// The first page as the candidate reads it, to compare the second one with.
  private var first: PageReading?

  /// How many candidates are tried: a wrong one costs a request.
  static let triesMax = 2

  // MARK: The first response

  /// Adopts the likeliest way of paging from the first response, so that it can be read.
  init(_ response: HTTPResponse, to request: PendingRequest, _ collection: inout RemoteCollection) {
    let parameters = collection.configuration.parameters
    let candidates = Detector.candidates(
      response: response, requestURL: request.request.url.text,
      method: request.request.method.name, body: parameters["body"], given: parameters)
    contenders = candidates.enumerated().map { Contender(number: $0, candidate: $1) }
    source = PageSource(
      response: response, method: request.request.method.name,
      requestURL: request.request.url.text, asked: request.asked)
    collection.advanceDetection(to: .onTrial)
    settleBase()
    if !adoptBest(&collection) {
      collection.warn(.undetected(refutation: nil))
      if let items = candidates.first?.open["itemsPath"] {
        _ = collection.adopt(["itemsPath": items])
      }
    }
  }

  /// Whether the first page has to be requested once more, as it was not of the size that the
  /// caller wants.
  func isOfOtherSize(_ collection: RemoteCollection) -> Bool {
    guard collection.isComputed, collection.configuration.parameters["perPage"] != nil,
      let name = collection.pager.strategy.sizeParameter
    else { return false }
    return !source.requestURL.contains("\(name)=")
  }

  /// The candidates for those who ask: what has been proved is the first; else best first, of
  /// equals the one that counts pages from 1.
  func candidates(isJudged: Bool) -> [Candidate] {
    var listed = contenders
    if !isJudged, let index = listed.firstIndex(where: { $0.number == fromOne }), index > 0 {
      listed.swapAt(index, index - 1)
    }
    return listed.map(\.candidate)
  }

  /// The candidate to go by, as far as any is worth a try. One that is a mere guess is tried only
  /// where no other one has been refuted before.
  private var best: Int? {
    guard refutedCount < Trial.triesMax else { return nil }
    return contenders.dropLast(refutedCount).firstIndex {
      $0.candidate.isTrusted
        || $0.candidate.isWorthATry && (refutedCount == 0 || $0.number == fromOne)
    }
  }

  /// Whether there is one more to try after the best one.
  private var hasAnother: Bool {
    let best = best
    return refutedCount + 1 < Trial.triesMax
      && contenders.dropLast(refutedCount).enumerated().contains { index, contender in
        contender.candidate.isTrusted && index != best
      }
  }

  /// Where nothing says whether the first page is number 0 or 1, page 1 is requested next: it is
  /// another one than the first only where pages are counted from 0. Else it was number 1.
  private mutating func settleBase() {
    guard let best, contenders[best].candidate.isBaseOpen else { return }
    let (zero, one) = contenders[best].candidate.bases
    let number = contenders[best].number
    contenders[best].candidate = one
    contenders.removeAll { $0.number != number && $0.candidate.open == zero.open }
    let index = contenders.firstIndex { $0.number == number } ?? 0
    let free = (contenders.map(\.number).max() ?? 0) + 1
    contenders.insert(Contender(number: free, candidate: zero), at: index)
    fromOne = number
  }

  /// Adopts the best candidate that is not refuted and makes settings.
  private mutating func adoptBest(_ collection: inout RemoteCollection) -> Bool {
    while let best {
      if collection.adopt(contenders[best].candidate.open) { return true }
      contenders.remove(at: best)
    }
    return false
  }

  // MARK: The second page

  /// What the second page means for the candidate.
  enum Judgement {
    /// It is no second page, or does not speak against the candidate.
    case stands
    /// Another candidate is tried: the first page has been read anew, and this one comes next.
    case requestsAnother(AskedPage)
    /// Nothing tells how the API pages: the first page has been read anew, and is all there is.
    case onlyFirst(behind: AskedPage, ResponseFacts, EndReason)
  }

  /// Compares the second page with the first. `next`: where those who wait for it want to go once
  /// the first page has been read anew.
  mutating func judge(
    _ outcome: PageOutcome, of request: PendingRequest, _ collection: inout RemoteCollection,
    next: (Page, RemoteCollection) -> Route
  ) -> Judgement {
    guard request.asked.page == collection.firstPage + 1, let first else {
      if case .page(let page) = outcome, first == nil { first = page.reading }
      return .stands
    }
    guard let best, let proof = proof(of: outcome, first, collection) else { return .stands }
    switch proof {
    case .proved:
      contenders[best].candidate = contenders[best].candidate.proved()
      isConfirmed = true
      collection.advanceDetection(to: .judged)
      return .stands
    case .undecided where contenders[best].candidate.isTrusted:
      collection.advanceDetection(to: .judged)
      // A refused guess is no end that can be relied on.
      if case .pastEnd = outcome { collection.warn(.undetected(refutation: nil)) }
      return .stands
    case .undecided(let reason), .refuted(let reason):
      refute(best, because: reason, url: request.request.url.text)
      settleBase()
      if adoptBest(&collection), let page = readFirst(&collection),
        case .success(let asked) = next(page, collection)
      {
        return .requestsAnother(asked)
      }
      isConfirmed = false
      collection.advanceDetection(to: .judged)
      collection.warn(.undetected(refutation: reason))
      return stayWithFirst(&collection)
    }
  }

  /// Puts the candidate that the second page speaks against behind the others.
  private mutating func refute(_ index: Int, because reason: String, url: String) {
    var contender = contenders.remove(at: index)
    contender.candidate = contender.candidate.refuted(because: reason, url: url)
    contenders.append(contender)
    refutedCount += 1
  }

  /// The first page stays, and nothing is known to come behind it.
  private mutating func stayWithFirst(_ collection: inout RemoteCollection) -> Judgement {
    var open: JSONObject = ["firstPage": .integer(collection.firstPage)]
    open["itemsPath"] = contenders.last?.candidate.open["itemsPath"]
    guard collection.adopt(open), let page = readFirst(&collection) else { return .stands }
    let reason =
      collection.end.reason
      ?? EndReason(
        .noNext(StatedValue("strategy", .string(collection.pager.kind.rawValue))),
        page: page.number)
    return .onlyFirst(
      behind: collection.asked(page.number + 1, at: .start), page.facts, reason)
  }

  private func proof(
    of outcome: PageOutcome, _ first: PageReading, _ collection: RemoteCollection
  ) -> Detector.Proof? {
    let isComputed = collection.isComputed
    switch outcome {
    case .page(let page):
      return Detector.isProved(
        first: first, second: page.reading, identity: collection.settings.identity,
        isComputed: isComputed,
        isBaseOpen: best.map { contenders[$0].candidate.isBaseOpen } ?? false)
    case .pastEnd(let facts, _):
      return Detector.isProved(first: first, failure: facts.status, isComputed: isComputed)
    case .failure(.httpStatus(_, let status, _, _, _)):
      return Detector.isProved(first: first, failure: status, isComputed: isComputed)
    case .failure(.itemsNotFound), .failure(.metadataInvalid):
      return .refuted("the second page does not have the shape of the first one")
    case .failure(.invalidResponse(_, let body)) where body.offset == 0 && hasAnother:
      return .refuted("the second page is no JSON")  // for people: Discourse's links lead there
    case .failure, .notModified: return nil
    }
  }

  /// Reads the first page once more, by the settings as they are now. Everything else that was
  /// known of the collection is forgotten.
  private mutating func readFirst(_ collection: inout RemoteCollection) -> Page? {
    guard let requestURL = try? HTTPURL.parse(source.requestURL) else { return nil }
    let currentURL = collection.bookmark.url
    collection.forget(keepingWarnings: true)
    first = nil
    let request = PendingRequest(
      id: 0, asked: collection.firstAsked,
      request: HTTPRequest(
        method: HTTPMethod(source.method), url: requestURL, settings: collection.settings.http),
      callerHeaders: [], interested: [], isShareable: false, mayBeUnmodified: false)
    guard
      case .page(let page) = collection.outcome(
        of: source.response, to: request, epochSeconds: 0),
      case .kept = collection.take(page, holding: true, comparing: false)
    else { return nil }
    collection.follow(page)
    first = page.reading
    if let currentURL { collection.move(to: page.number, url: currentURL) }
    return page
  }
}

extension RemoteCollection {
  /// Profiles of APIs whose lists have names of their own: takes up where the items are, from the
  /// first response. Where there is no list, the page is one of a list that is missing: a document
  /// around it is no item.
  ///
  ///     profile "slack", {"ok": true, "channels": [...], "response_metadata": {...}}
  ///                                    channels
  mutating func findItems(in response: HTTPResponse, to request: PendingRequest) {
    guard configuration.opened.findsItems, response.status.isSuccess,
      !configuration.isDetected || !isBegun
    else { return }
    let path = Detector.itemsPath(
      in: response, requestURL: request.request.url.text, method: request.request.method.name,
      body: configuration.parameters["body"])
    _ = adoptItems(at: path ?? "items")
  }
}

extension SessionState {
  /// What detection has found so far, secrets masked.
  var detected: DetectionFinding? {
    trial.map { trial in
      let isJudged = collection.detection == .judged
      let candidates = trial.candidates(isJudged: isJudged)
      return DetectionFinding(
        candidates: candidates.map { $0.json.masked(by: collection.redactor) },
        isSingle: candidates.first?.strategy == .single, isConfirmed: trial.isConfirmed,
        isJudged: isJudged)
    }
  }
}
