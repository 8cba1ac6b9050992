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
  /// What the first page was read from, to read it once more for another candidate.
  let source: PageSource
  /// The first page as the candidate reads it, to compare the second one with.
  var first: PageReading?
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
    if !adoptBest() {
      warnUndetected("The response does not tell how the API pages")
      if let items = candidates.first?.open["itemsPath"] { _ = adopt(["itemsPath": items]) }
    }
    fetch.asked = asked(firstPage, at: opening)
    return isComputed && parameters["perPage"] != nil
      && pager.strategy.sizeParameter.map { !fetch.request.url.contains("\($0)=") } ?? false
  }

  /// Compares the second page with the first. True: the candidate is refuted, and the second page
  /// of another one has been sent for in its place.
  mutating func isSuperseded(
    _ outcome: PageOutcome, _ asked: AskedPage, for purpose: Fetch.Purpose
  ) -> Bool {
    guard var finding, finding.isConfirmed == nil else { return false }
    guard asked.page > firstPage, let first = finding.first else {
      if case .page(let read) = outcome, finding.first == nil {
        self.finding?.first = read.reading
      }
      return false
    }
    guard let proof = proof(of: outcome, first, finding) else { return false }
    switch proof {
    case .proved: self.finding?.isConfirmed = true
    case .undecided: break
    case .refuted(let reason):
      finding.candidates.append(finding.candidates.removeFirst())
      finding.refuted += 1
      self.finding = finding
      if adoptBest(), startAnew(for: purpose) { return true }
      self.finding?.isConfirmed = false
      warnUndetected("The best guess was wrong: \(reason)")
    }
    return false
  }

  private func proof(
    of outcome: PageOutcome, _ first: PageReading, _ finding: Finding
  ) -> Detection.Proof? {
    switch outcome {
    case .page(let read):
      Detection.isProved(
        first: first, second: read.reading, identity: settings.identity, isComputed: isComputed,
        isBaseOpen: finding.candidates.first?.isBaseOpen ?? false)
    case .pastEnd(let facts, _):
      Detection.isProved(first: first, failure: facts.status, isComputed: isComputed)
    case .failure(.httpStatus(_, let status, _, _, _)):
      Detection.isProved(first: first, failure: status, isComputed: isComputed)
    case .failure(.itemsNotFound), .failure(.metadataInvalid):
      .refuted("the second page does not have the shape of the first one")
    case .failure, .notModified: nil
    }
  }

  /// Reads the first page as the candidate just adopted does, and sends for the second one.
  private mutating func startAnew(for purpose: Fetch.Purpose) -> Bool {
    guard let finding else { return false }
    let url = current?.url
    let (warnings, walk) = (warnings, walk)
    forget()
    self.warnings = warnings
    self.walk = walk
    self.finding = finding
    self.finding?.first = nil
    var fetch = Fetch(
      purpose: purpose, asked: asked(firstPage, at: opening),
      request: HTTPRequest(
        method: finding.source.method, url: finding.source.requestURL, settings: settings.http),
      callerHeaders: [])
    fetch.asked = asked(firstPage, at: opening)
    guard case .page(let read) = outcome(of: finding.source.response, fetch, epochSeconds: 0),
      case .kept(let page) = admit(read, holding: true)
    else { return false }
    note(read, page)
    self.finding?.first = read.reading
    if let url { move(to: page, url: url) }
    guard case .success(let asked) = resolveNext(after: page) else { return false }
    self.walk?.next = asked.page
    self.walk?.running = [asked.page]
    self.fetch(asked, for: purpose)
    return true
  }

  /// Takes up the best candidate that is not refuted and makes settings.
  private mutating func adoptBest() -> Bool {
    guard let finding else { return false }
    for candidate in finding.candidates.dropLast(finding.refuted)
    where candidate.score >= Detection.scoreMin {
      if adopt(candidate.open) { return true }
    }
    return false
  }

  /// Takes up params that detection has found; what the caller gave stays.
  mutating func adopt(_ found: JSONObject) -> Bool {
    var merged = found
    for (name, value) in parameters.members where name != "pagination" { merged[name] = value }
    var fields = JSONFields(merged)
    guard let settings = try? SessionSettings(&fields) else { return false }
    undetectedSettings = undetectedSettings ?? self.settings
    adopted = found
    self.settings = settings
    redactor = Redactor(settings, granted: grantedHeaders.values.flatMap { $0 })
    counts = KnownCounts(perPage: settings.pager.perPage, isSized: settings.pager.sendsSize)
    places = Places(firstPage: settings.pager.firstPage)
    return true
  }

  private mutating func warnUndetected(_ message: String) {
    warn(
      PageWarning(
        .undetected, "\(message); say it with pagination or profile.", ["path": "pagination"]))
  }
}
