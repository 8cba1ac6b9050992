import HTTP
import JSON
import Pagination

/// What detection found, and how far it is proved.
struct Finding: Sendable {
  /// Best first; those that the second page has refuted are at the end.
  var candidates: [DetectionCandidate]
  /// How many of them, at the end, are refuted.
  var refuted = 0
  /// nil: only one page has been seen, or the second one proves nothing.
  var isConfirmed: Bool?
  /// The second page has come and been judged.
  var isJudged = false
  /// The candidate that counts pages from 1, while the same from 0 is tried.
  var other: DetectionCandidate?
  /// What the first page was read from, to read it once more for another candidate.
  let source: PageSource
  /// The first page as the candidate reads it, to compare the second one with.
  var first: PageReading?

  /// How many candidates are tried: a wrong one costs a request.
  static let triesMax = 2

  /// The candidates for those who ask: what has been proved is the first; else best first, of
  /// equals the one that counts pages from 1.
  var listed: [DetectionCandidate] {
    guard !isJudged, let other, let index = candidates.firstIndex(where: { $0.open == other.open }),
      index > 0
    else { return candidates }
    var listed = candidates
    listed.swapAt(index, index - 1)
    return listed
  }

  /// The candidate to go by, as far as any is worth a try. One that is a mere guess is tried only
  /// where no other one has been refuted before.
  var best: DetectionCandidate? {
    guard refuted < Finding.triesMax else { return nil }
    return candidates.dropLast(refuted).first {
      $0.isTrusted || $0.isWorthATry && (refuted == 0 || $0.open == other?.open)
    }
  }

  /// Whether there is one more to try after the best one.
  var hasAnother: Bool {
    refuted + 1 < Finding.triesMax
      && candidates.dropLast(refuted).contains { $0.isTrusted && $0.open != best?.open }
  }

  /// Where nothing says whether the first page is number 0 or 1, page 1 is asked for next: it is
  /// another one than the first only where pages are counted from 0. Else it was number 1.
  mutating func settleBase() {
    guard let index = candidates.firstIndex(where: { $0.open == best?.open }),
      candidates[index].isBaseOpen
    else { return }
    let (zero, one) = candidates[index].bases
    candidates[index] = one
    candidates.removeAll { $0.open == zero.open }
    candidates.insert(zero, at: candidates.firstIndex { $0.open == one.open } ?? 0)
    other = one
  }

  /// Puts the candidate that the second page speaks against behind the others.
  mutating func refute(_ index: Int, because reason: String, url: String) {
    let candidate = candidates.remove(at: index)
    candidates.append(candidate.refuted(because: reason, url: url))
    refuted += 1
  }
}

/// `auto`: detection on the first response, proved on the second.
extension SessionState {
  /// Decides how the API pages from the first response, so that it can be read. True: the first
  /// page has to be asked for once more, as it was not of the size that the caller wants.
  mutating func detect(in response: HTTPResponse, _ fetch: inout Fetch) -> Bool {
    guard pager.kind == .auto, finding == nil, (200..<300).contains(response.status) else {
      return false
    }
    let candidates = Detection.candidates(
      response: response, requestURL: fetch.request.url, method: fetch.request.method,
      body: parameters["body"], given: parameters)
    finding = Finding(
      candidates: candidates,
      source: PageSource(
        response: response, method: fetch.request.method, requestURL: fetch.request.url,
        asked: fetch.asked))
    finding?.settleBase()
    if !adoptBest() {
      warnUndetected("The response does not tell how the API pages")
      if let items = candidates.first?.open["itemsPath"] { _ = adopt(["itemsPath": items]) }
    }
    let page = fetch.asked.page
    fetch.asked = asked(firstPage, at: opening)
    if page != fetch.asked.page, let walk, fetch.purpose == .walk(walk.load.id) {
      self.walk?.next = fetch.asked.page  // the API counts its pages from another number on
      self.walk?.running = [fetch.asked.page]
    }
    return isComputed && parameters["perPage"] != nil
      && pager.strategy.sizeParameter.map { !fetch.request.url.contains("\($0)=") } ?? false
  }

  /// Detection may still change its mind, which would put every page in another place: requests
  /// of loads and of windows take turns.
  var isUndecided: Bool { finding.map { !$0.isJudged } ?? (pager.kind == .auto) }

  /// Whether pages beside the next one may be sent for: not before the second one has been judged.
  var mayRunAhead: Bool { finding?.isJudged ?? true }

  /// A page at a computed position; the second one before it, as long as that has not been judged.
  func askedDirectly(_ page: Int) -> AskedPage {
    asked(mayRunAhead ? page : min(page, firstPage + 1), at: .computed)
  }

  /// Compares the second page with the first. True: the candidate is refuted, and the second page
  /// of another one has been sent for in its place, or the first page is all there is.
  mutating func isSuperseded(
    _ outcome: PageOutcome, _ fetch: Fetch
  ) -> Bool {
    guard var finding, !finding.isJudged else { return false }
    if case .refresh = fetch.purpose { return false }
    guard fetch.asked.page == firstPage + 1, let first = finding.first else {
      if case .page(let read) = outcome, finding.first == nil {
        self.finding?.first = read.reading
      }
      return false
    }
    guard let index = finding.candidates.firstIndex(where: { $0.open == finding.best?.open }),
      let proof = proof(of: outcome, first, finding)
    else { return false }
    let isTrusted = finding.candidates[index].isTrusted
    self.finding?.isJudged = true
    switch proof {
    case .proved:
      self.finding?.candidates[index] = finding.candidates[index].proved()
      self.finding?.isConfirmed = true
      return false
    case .undecided where isTrusted: return false
    case .undecided(let reason), .refuted(let reason):
      finding.refute(index, because: reason, url: fetch.request.url)
      finding.settleBase()
      self.finding = finding
      if adoptBest(), startAnew(for: fetch.purpose) { return true }
      self.finding?.isConfirmed = false
      self.finding?.isJudged = true
      warnUndetected("The best guess was wrong: \(reason)")
      return stayWithFirst(fetch)
    }
  }

  /// Nothing tells how the API pages: the first page stays, and nothing is known to come behind it.
  private mutating func stayWithFirst(_ fetch: Fetch) -> Bool {
    guard let finding else { return false }
    let number = firstPage
    var open: JSONObject = ["firstPage": .integer(number)]
    open["itemsPath"] = finding.candidates.last?.open["itemsPath"]
    guard adopt(open), let (page, facts) = readFirst(for: fetch.purpose) else { return false }
    let reason =
      end?.reason
      ?? EndReason(.noNext, page: page, field: "strategy", value: .string(pager.kind.rawValue))
    if let load = active, fetch.purpose == .load(load.id),
      case .page(.page(let wanted), _, _) = load.work,
      wanted > page
    {
      fail(load, .pageOutOfRange(page: wanted, firstPage: firstPage, pageCount: nil))
      return true
    }
    settle(asked(page + 1, at: .start), .pastEnd(facts, reason), for: fetch.purpose)
    return true
  }

  private func proof(
    of outcome: PageOutcome, _ first: PageReading, _ finding: Finding
  ) -> Detection.Proof? {
    switch outcome {
    case .page(let read):
      Detection.isProved(
        first: first, second: read.reading, identity: settings.identity, isComputed: isComputed,
        isBaseOpen: finding.best?.isBaseOpen ?? false)
    case .pastEnd(let facts, _):
      Detection.isProved(first: first, failure: facts.status, isComputed: isComputed)
    case .failure(.httpStatus(_, let status, _, _, _)):
      Detection.isProved(first: first, failure: status, isComputed: isComputed)
    case .failure(.itemsNotFound), .failure(.metadataInvalid):
      .refuted("the second page does not have the shape of the first one")
    case .failure(.invalidResponse(_, offset: 0, _)) where finding.hasAnother:
      .refuted("the second page is no JSON")  // a page for people: Discourse's links lead there
    case .failure, .notModified: nil
    }
  }

  /// Reads the first page as the candidate just adopted does, and sends for the second one.
  private mutating func startAnew(for purpose: Fetch.Purpose) -> Bool {
    guard let (page, _) = readFirst(for: purpose) else { return false }
    var next = resolveNext(after: page)
    if let active, purpose == .load(active.id), case .page(.page(let wanted), _, _) = active.work {
      next = resolve(.page(wanted))
    }
    guard case .success(let asked) = next else { return false }
    if let walk, purpose == .walk(walk.load.id) {
      self.walk?.next = asked.page
      self.walk?.running = [asked.page]
    }
    self.fetch(asked, for: purpose)
    return true
  }

  /// Reads the first page once more, by the settings as they are now.
  private mutating func readFirst(
    for purpose: Fetch.Purpose
  ) -> (page: Int, facts: ResponseFacts)? {
    guard let finding else { return nil }
    let url = current?.url
    let (warnings, walk, window) = (warnings, walk, window)
    forget()
    self.warnings = warnings
    self.walk = walk
    self.window = window
    self.window.failed = [:]
    self.window.done = []
    self.finding = finding
    self.finding?.first = nil
    let fetch = Fetch(
      purpose: purpose, asked: asked(firstPage, at: opening),
      request: HTTPRequest(
        method: finding.source.method, url: finding.source.requestURL, settings: settings.http),
      callerHeaders: [])
    guard
      case .page(let read) = outcome(of: finding.source.response, fetch, epochSeconds: 0),
      case .kept(let page) = admit(read, holding: true)
    else { return nil }
    note(read, page)
    self.finding?.first = read.reading
    if let url { move(to: page, url: url) }
    return (page, read.facts)
  }

  /// Takes up the best candidate that is not refuted and makes settings.
  private mutating func adoptBest() -> Bool {
    while let best = finding?.best {
      if adopt(best.open) { return true }
      finding?.candidates.removeAll { $0.open == best.open }
    }
    return false
  }

  /// Takes up params that detection has found; what the caller gave stays.
  mutating func adopt(_ found: JSONObject) -> Bool {
    guard let settings = settings(with: found) else { return false }
    undetectedSettings = undetectedSettings ?? self.settings
    adopted = found
    self.settings = settings
    redactor = Redactor(settings, granted: grantedHeaders.values.flatMap { $0 })
    counts = KnownCounts(perPage: settings.pager.perPage, isSized: settings.pager.sendsSize)
    places = Places(firstPage: settings.pager.firstPage)
    return true
  }

  /// The settings that params make that have been found, beside those that the caller gave.
  func settings(with found: JSONObject) -> SessionSettings? {
    let isAuto = (undetectedSettings ?? settings).pager.kind == .auto
    var merged = found
    for (name, value) in parameters.members where !(name == "pagination" && isAuto) {
      merged[name] = value
    }
    var fields = JSONFields(merged)
    return try? SessionSettings(&fields)
  }

  private mutating func warnUndetected(_ message: String) {
    warn(
      PageWarning(
        .undetected, "\(message); say it with pagination or profile.", ["path": "pagination"]))
  }
}
