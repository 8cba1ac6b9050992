package import HTTP
package import JSON
import Pagination

/// Finds out from one response how an API pages, and says why.
///
///     {"results": [...], "next": "https://h/a?page=2", "count": 250}
///
/// gives `body` with `next` "next", the items at `results`, the total at `count`. Rules that know
/// standards and names (links, tokens, counts, ranges) and the built-in profiles each bring what
/// they find; findings of the same paging become one candidate. What the response cannot tell is
/// said: such candidates have a low score, and `isProved` decides by the second page.
package enum Detector {
  /// A candidate with a lower score is worth a try only if the second page can prove it.
  package static let scoreMin = 0.5
  /// A guess with a lower score is not worth a try at all.
  package static let guessMin = 0.3
  /// Bounds of a score after the second page: at least `provedMin` if the page proves the
  /// candidate, at most `refutedMax` if it refutes it.
  package static let provedMin = 0.9
  package static let refutedMax = 0.1
  /// From here on an explicit word on the next page goes before arithmetic.
  static let explicitMin = 0.7
  /// A finding with this score or less is not even considered.
  static let consideredMin = 0.05
  package static let candidatesMax = 8
  /// Most observations that a candidate quotes.
  package static let evidenceMax = 12

  /// The key paths of the lists in a response that could be the items, the likeliest first: one
  /// path if there is no doubt, empty if there is no list. "" is the whole body.
  package static func itemLists(
    in response: HTTPResponse, requestURL: String, method: String, body: JSONValue?
  ) -> [String] {
    guard let document = try? JSONDocument(response.body) else { return [] }
    return itemLists(
      in: Envelope(document), SentRequest(url: requestURL, method: method, body: body))
  }

  static func itemLists(in envelope: Envelope, _ request: SentRequest) -> [String] {
    let items = ItemList(envelope, request, given: [:])
    if let hint = ListHint(envelope) { return [items.list?.path ?? "", hint.itemsPath] }
    guard let list = items.list else {
      return envelope.document.omittedList(isXML: false).map { [$0.description] } ?? []
    }
    return [list.path] + items.rivals.prefix(rivalsMax).map(\.path)
  }

  /// The `decode` that later responses need, as one line of JSON does not show that it is a list; nil:
  /// none.
  package static func decode(of response: HTTPResponse) -> String? {
    response.form == .lines && response.headers["Content-Type"].map { JSONLines.isType($0) } != true
      ? "jsonLines" : nil
  }

  /// True when a list of this many items looks like a page of an API that does not say that it
  /// pages, or that it caps its lists at this size.
  package static func isUsualSize(_ count: Int) -> Bool { usualSizes.contains(count) }

  private static let usualSizes: Set<Int> = [
    10, 12, 15, 16, 20, 24, 25, 30, 32, 40, 42, 48, 50, 60, 64, 75, 80, 96, 100, 120, 128, 150, 200,
    250, 256, 300, 400, 500, 512, 600, 750, 800, 1_000, 1_024, 2_000, 2_500, 5_000, 10_000,
  ]

  /// Most lists that are named besides the likeliest.
  private static let rivalsMax = 9

  /// Ranked candidates, best first; `single` where one document is all there is; none where the
  /// response is an error or no JSON object or array.
  ///
  /// No candidate sets the given params again. If they name a strategy other than `auto`, candidates
  /// of other strategies are omitted. Candidates may quote credentials of the request, which the
  /// caller must mask.
  static func candidates(_ subject: FirstPage) -> [Candidate] {
    guard (200..<400).contains(subject.status) else { return [] }
    let size = StatedSize(subject)
    let explicit =
      ExplicitRules(subject: subject).findings()
      + ConnectionRules(subject: subject).findings() + TokenRules(subject: subject).findings()
      + ProfileFit.findings(subject)
    var findings = rate(
      explicit.compactMap { besideOthers($0, subject) },
      ComputedRules(subject: subject, size: size).findings(), subject)
    if !findings.contains(where: { $0.score >= scoreMin }) {
      findings += SingleRules(subject: subject).findings()
    }
    let wanted = subject.given["pagination"]?["strategy"]?.stringValue
      .flatMap { StrategyKind(rawValue: $0) }
    return merged(findings)
      .filter { wanted == nil || wanted == .auto || $0.strategy == wanted }
      .sorted { ($0.score, $0.specificity) > ($1.score, $1.specificity) }
      .prefix(candidatesMax)
      .map { candidate($0, subject, size) }
      .reduce(into: []) { candidates, candidate in
        if !candidates.contains(where: candidate.isAlike) { candidates.append(candidate) }
      }
  }

  /// A finding as what is beside its place leaves it, where that is empty: nil beside another one
  /// that leads on, as it says nothing of the end; a lower score where the API also pages by numbers,
  /// as the request names its page, or a full page states where it is.
  ///
  ///     {"next_cursor": "b7", "marker": null}
  private static func besideOthers(_ finding: Candidate, _ subject: FirstPage) -> Candidate? {
    guard let path = finding.settings.next.first, let member = subject.envelope.member(path)
    else { return finding }
    let rules = TokenRules(subject: subject)
    let isToken = finding.strategy == .cursor
    let isEmpty =
      isToken
      ? rules.token(member)?.isEmpty == true
      : finding.strategy == .body
        && subject.links.contains { $0.isInBody(at: path) && $0.target == nil }
    guard isEmpty else { return finding }
    let isBesideNext =
      subject.links.contains { $0.target != nil && $0.certainty >= explicitMin }
      || subject.members.contains { other in
        other.name.has("next") && other.slice.kind == .string && other.path != path
          && TokenRules.namesToken(other) && subject.items.isInPagingObject(other)
          && rules.token(other).map { !$0.isEmpty && Int($0) == nil } == true
      }
    if isBesideNext, subject.flag?.saysMore != false { return nil }
    let sent = subject.request.position
    guard isToken,
      sent.map({ !finding.settings.parameters.contains($0.name) }) ?? subject.isNumbered
    else { return finding }
    var finding = finding
    finding.apply(
      sent == nil ? TokenRule.emptyBesideStatedNumber : TokenRule.emptyBesideNumber)
    finding.yieldsToCounting = true
    return finding
  }

  /// Lowers candidates that the rest of the response contradicts: an explicit word on the next page
  /// beats arithmetic, and without items there is nothing to page.
  private static func rate(
    _ findings: [Candidate], _ counted: [Candidate], _ subject: FirstPage
  ) -> [Candidate] {
    let best =
      findings.filter { !$0.settings.isCounted && $0.strategy != .single && !$0.yieldsToCounting }
      .map(\.score).max() ?? 0
    return (findings + counted).compactMap { finding in
      var finding = finding
      if finding.settings.isCounted, best >= explicitMin {
        finding.cap(below: best, by: NumberRule.belowExplicit)
      }
      if finding.strategy == .cursor, !finding.settings.next.isEmpty, subject.isDocument {
        finding.apply(TokenRule.document)
      }
      if finding.settings.isCounted, subject.items.list == nil || subject.isDocument {
        finding.apply(NumberRule.withoutList)
      }
      return finding.score > consideredMin ? finding : nil
    }
  }

  private static func merged(_ findings: [Candidate]) -> [Candidate] {
    findings.reduce(into: []) { merged, finding in
      if let index = merged.firstIndex(where: finding.sendsSameRequests) {
        merged[index].merge(finding)
      } else {
        merged.append(finding)
      }
    }
  }

  /// Completes a finding with all its params, except those that are given.
  private static func candidate(
    _ finding: Candidate, _ subject: FirstPage, _ size: StatedSize
  ) -> Candidate {
    let counts = subject.counts
    var candidate = finding
    size.settle(&candidate)
    if ![.single, .range, .link].contains(candidate.strategy), candidate.settings.flag == nil {
      candidate.settings.take(subject.flag)
      candidate.evidence += subject.flagEvidence
    }
    let itemsPath = itemsPath(finding, subject)
    candidate.counts = mapping(finding, subject)
    candidate.firstPage = finding.strategy == .page ? finding.firstPage ?? 1 : nil
    if finding.strategy != .page, counts[.currentPage]?.value == 0,
      candidate.counts.contains(where: { $0.target == .currentPage })
    {
      candidate.firstPage = 0
    }
    if finding.strategy == .single || !(1...Pager.perPageMax).contains(candidate.perPage ?? 0) {
      candidate.perPage = nil
    }
    candidate.decode = subject.decode
    let count = subject.items.count
    let isCapped = counts[.perPage]?.value == count && (subject.request.size ?? 0) > count
    candidate.isStatedWhole =
      (counts.isTotalOfPage && subject.request.size != count && !isCapped
        || subject.leadsNowhere) && subject.isSilent
    candidate.identity = finding.identity ?? identity(at: itemsPath, subject)
    func isGiven(_ name: String) -> Bool { (subject.given[name] ?? .null) != .null }
    candidate.itemsPath = subject.items.isGiven || isGiven("itemsPath") ? nil : itemsPath
    if isGiven("decode") { candidate.decode = nil }
    if isGiven("identity") { candidate.identity = nil }
    if isGiven("firstPage") { candidate.firstPage = nil }
    if isGiven("perPage") { candidate.perPage = nil }
    candidate.sizeNames = PartnerNames.sizes(
      beside: candidate.settings, known: finding.settings.size ?? counts.sizeName, subject)
    candidate.bound()
    return candidate
  }

  private static func itemsPath(_ finding: Candidate, _ subject: FirstPage) -> String? {
    let path = finding.itemsPath ?? subject.items.list?.path
    guard subject.items.list == nil, finding.itemsPath == nil,
      subject.counts[.objectCount]?.value == 0 || subject.bareKind != nil
    else { return path }
    // Wherever the list would be: the document is no item.
    return subject.envelope.document.omittedList(isXML: subject.isXML)?.description ?? "items"
  }

  /// Returns the paths of the counts. A token leads where it leads: numbers next to it need not
  /// move along.
  private static func mapping(_ finding: Candidate, _ subject: FirstPage) -> [CountPath] {
    let counts = subject.counts
    let given = subject.given["paginationMapping"]?.objectValue?.members ?? []
    var targets = Set(given.compactMap(\.value.stringValue))
    var found = finding.counts
    if finding.strategy != .single, !finding.settings.isCounted {
      let isToken = finding.strategy == .cursor
      found += counts.mapping(withOffset: !isToken && counts[.offset]?.value == 0)
        .filter { !isToken || $0.target != .currentPage }
    }
    found.removeAll { $0.target == .objectCount && $0.path == counts.bound?.path }
    return found.filter { targets.insert($0.target.rawValue).inserted }
  }

  private static func identity(at path: String?, _ subject: FirstPage) -> String? {
    let list = path.flatMap { subject.envelope.list($0) } ?? subject.items.list
    return list.flatMap { identity(of: $0.elements, in: subject.envelope.document) }?.description
  }
}
