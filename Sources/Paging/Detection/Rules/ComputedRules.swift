import HTTP
import JSON
import Pagination
import Text

/// Page numbers and offsets: positions that the client computes.
///
/// The response shows it by its counts, the request by its parameters, and a URL of the next page
/// by both. Whether pages are counted from 0 or from 1 is never guessed: the stated number of the
/// first page decides, or the number that was requested; where neither is there, the finding says
/// that it is open.
struct ComputedRules {
  let subject: FirstPage
  let size: StatedSize

  func findings() -> [Candidate] {
    if let written = written() { return [written] }
    let sent = request.number(.offsetParameters, in: -1_000_000_000..<0)
    if let sent { return [offset(fromEnd: sent.member, sent.number)] }
    var (page, offset) = (page(), offset())
    let namesPage = request.number(.pageParameters) != nil
    let namesOffset = request.number(.offsetParameters) != nil
    if namesPage, !namesOffset { offset?.apply(NumberRule.otherKind) }
    if namesOffset, !namesPage { page?.apply(NumberRule.otherKind) }
    if !namesOffset, page == nil, offset != nil, let requested = requestedSize,
      PartnerNames.countsPages(requested.member.name)
    {
      offset?.apply(NumberRule.sizeOfPages)
      page = guesses(mayBe: true).first { $0.strategy == .page }
    }
    let found = [page, offset, offset.flatMap(sized)].compactMap { $0 }
    if page == nil, let offset, let paged = paged(offset) { return [offset, paged] }
    if found.isEmpty { return guesses() }
    return found + alternatives(to: found) + (page.flatMap(rebased).map { [$0] } ?? [])
  }

  /// The candidate for an API whose answers count pages one lower than its requests. It is tried after
  /// `page`.
  ///
  ///     ?size=10    {"number": 0}    ?page=1 is the same, ?page=2 has the number 1
  private func rebased(_ page: Candidate) -> Candidate? {
    let requested = request.number(.pageParameters)?.number
    guard let stated = counts[.currentPage]?.value, next == nil,
      stated == 0 && requested == nil || stated == 1 && requested == 0
    else { return nil }
    return page.later(times: 2) { ($0.firstPage, $0.isGuess) = (1 - stated, true) }
  }

  /// The same parameter as a number of pages, beside a size in the request: for where nothing comes at
  /// the offset after the first page.
  ///
  ///     ?start=1&results=10    page 1; offset 11 may be page 11
  private func paged(_ offset: Candidate) -> Candidate? {
    guard requestedSize != nil, !offset.hasWindow, let name = offset.settings.position,
      let first = request.member(name)?.number, (0...1).contains(first)
    else { return nil }
    return offset.later { paged in
      paged.settings = StrategySettings(.page, in: offset.settings.carrier)
      paged.settings.position = name
      (paged.firstPage, paged.placePath, paged.isGuess) = (first, nil, true)
      paged.counts.removeAll { [.offset, .currentPage].contains($0.target) }
    }
  }

  /// The same offset, where the end of its window may be a size.
  ///
  ///     ?range_start=0&range_end=20    items 0 to 19; `range_end=40` brings 40
  private func sized(_ offset: Candidate) -> Candidate? {
    guard offset.hasWindow else { return nil }
    return offset.later { ($0.settings.size, $0.parameters) = (offset.parameters.keys.first, [:]) }
  }

  /// The same candidates with other names of the parameter, if only the response's own name for its
  /// position supports the first one: likely names, then all at once.
  private func alternatives(to findings: [Candidate]) -> [Candidate] {
    findings.flatMap { finding -> [Candidate] in
      let isPage = finding.strategy == .page
      let names: FieldNames.Meaning = isPage ? .pageParameters : .offsetParameters
      guard request.number(names) == nil, next?.number(names) == nil else { return [] }
      if isPage, let other = offset(besides: finding) { return [other] }
      let used = finding.settings.position ?? finding.settings.usualPosition
      let inBody =
        isPage && finding.settings.carrier == .body ? counts[.currentPage]?.inBody : nil
      let stated = isPage ? [inBody, counts[.currentPage]?.parameter] : [shortened]
      let likely = (stated + [finding.settings.usualPosition]).compactMap(\.self)
        .filter { $0 != used }
      let others = likely.map { name in
        finding.later { other in
          other.settings.position = name
          if counts[.perPage] == nil, requestedSize == nil { other.settings.size = "" }
          if name == inBody { other.settings.size = counts[.perPage]?.inBody }
          other.isGuess = true
        }
      }.falling(by: NumberRule.otherName)
      if request.isPost { return others + (inQuery(finding).map { [$0] } ?? []) }
      let isCounted = (counts[.objectCount]?.value ?? 0) > count
      let kinds: [StrategyKind] =
        isPage && !(isCounted && counts[.perPage] != nil) ? [.page] : [.page, .offset]
      return others
        + kinds.map { kind in
          var other = finding
          if kind != finding.strategy { isPage ? other.countItems() : other.countPages() }
          other.settings.position = nil
          (other.placePath, other.settings.firstOffset) = (nil, nil)
          other.sendEvery(UsualParameters.positions(kind), but: likely + [used ?? ""], request)
          other.apply(NumberRule.everyGuess)
          return other
        }
    }
  }

  /// The same in the query of a request whose body has no position; nil: it is there already.
  private func inQuery(_ finding: Candidate) -> Candidate? {
    guard finding.settings.carrier == .body else { return nil }
    let stated = counts[finding.strategy == .page ? .currentPage : .offset]
    return finding.later(times: 2) { other in
      (other.settings.carrier, other.settings.position) = (nil, stated?.parameter)
      other.isGuess = true
    }
  }

  /// `start` for a stated `startIndex`.
  private var shortened: String? {
    counts[.offset].flatMap { FieldName($0.key).words.first }
      .flatMap { $0.means(.offsetParameters) ? $0 : nil }
  }

  /// Returns an offset candidate where one goes with the size that was requested, as with a limit, although
  /// the response counts pages.
  private func offset(besides page: Candidate) -> Candidate? {
    guard let size = requestedSize, let partner = PartnerNames.of(size.member.name).first,
      partner.kind == .offset
    else { return nil }
    return page.later { other in
      other.countItems()
      other.settings.position = partner.name
    }
  }

  private var requestedSize: (member: SentRequest.Member, number: Int)? {
    request.number(.sizeParameters)
  }

  private var request: SentRequest { subject.request }
  private var counts: CountFields { subject.counts }
  private var count: Int { subject.items.count }
  private var next: URLReference? { subject.nextURL }

  // MARK: page numbers

  private func page() -> Candidate? {
    let requested = request.number(.pageParameters)
    let linked = next?.number(.pageParameters)
    let stated = counts[.currentPage]
    guard requested != nil || stated != nil || counts[.pageCount] != nil || linked != nil else {
      return nil
    }
    let parameter = requested?.member.name ?? linked?.name ?? parameter(of: stated)
    var finding = counted(
      .page, parameter, requested?.member, isStated: linked != nil || stated != nil)
    let first = subject.pageNumber
    let base = subject.pageSize.flatMap { subject.restBase(size: $0) }
    finding.firstPage = base ?? (first == 0 ? 0 : 1)
    finding.mayStartAtZero = first == nil
    if first == nil {
      finding.apply(NumberRule.openBase)
      finding.evidence.append(Evidence("@url", .string(parameter), NumberRule.openBase.says))
    }
    rate(&finding)
    finding.counts = counts.mapping(withOffset: false)
    return finding
  }

  /// `page` for most names of a stated number, or what goes with the requested size; `pageNumber` and
  /// its like as they are, unless the size's name has a form of its own.
  private func parameter(of stated: CountFields.Entry?) -> String {
    let size = requestedSize?.member.name
    let partners = size.map { PartnerNames.of($0) } ?? []
    if size?.hasSuffix("]") == true, let page = partners.first(where: { $0.kind == .page }) {
      return page.name
    }
    if let stated, stated.name.means(.statedParameters), let name = stated.parameter {
      return request.besideSize(name)
    }
    return partners.first.flatMap { $0.kind == .page ? $0.name : nil } ?? request.besideSize("page")
  }

  // MARK: offsets

  private func offset() -> Candidate? {
    let requested = request.number(.offsetParameters)
    let linked = next?.number(.offsetParameters)
    let stated = counts[.offset]
    guard requested != nil || stated != nil || linked != nil, !statesOther(requested?.number) else {
      return nil
    }
    let name = stated?.parameter.map(spelledLikeSize) ?? "offset"
    let own = request.bracketFamily.map { $0 + name + "]" } ?? request.besideSize(name)
    let parameter = requested?.member.name ?? linked?.name ?? own
    var finding = counted(
      .offset, parameter, requested?.member, isStated: linked != nil || stated != nil)
    let total = counts[.objectCount].map { " " + $0.flat } ?? ""
    finding.settings.size = Self.limits[parameter] ?? Self.limits[parameter + total]
    if let requested, requested.member.field.means(.ambiguous) {
      finding.apply(NumberRule.otherName, times: 2)
    }
    if let requested, let window = ItemWindow(from: requested.member, in: request, count: count) {
      guard window.end.isQuery else { return nil }  // its end would stay where it is
      finding.settings.size = ""
      finding.perPage = window.size
      finding.parameters[window.end.name] = .string(window.pattern)
    } else if let requested, ItemWindow.isBounded(requested.member, in: request) {
      return nil
    }
    let isOneBased = isOneBased(requested?.number, stated, parameter)
    if isOneBased { finding.settings.firstOffset = 1 }
    if isOneBased, requested == nil { finding.placePath = stated?.path }
    rate(&finding)
    finding.counts = counts.mapping(withOffset: !isOneBased).filter { $0.target != .currentPage }
    return finding
  }

  /// The name of a stated offset in the spelling of the size that it goes with.
  ///
  ///     ?retmax=10    {"RetStart": 0}    retstart
  private func spelledLikeSize(_ name: String) -> String {
    let partners = requestedSize.map { PartnerNames.of($0.member.name) } ?? []
    return partners.first { $0.name.lowercased() == name.lowercased() }?.name ?? name
  }

  /// True when the API names the offset of the next page, and that is further than these items reach: it
  /// counts rows that it does not show, and no offset can be computed.
  ///
  ///     ?start=0    {"values": [10], "start": 0, "nextPageStart": 13}
  private func statesOther(_ start: Int?) -> Bool {
    subject.signs(3).contains { member in
      guard let words = TokenName.byName[member.name.flat]?.words, words.count == 1,
        FieldName(words[0]).means(.offsetParameters),
        let next = subject.envelope.count(member.slice)
      else { return false }
      return next > (start ?? 0) + count
    }
  }

  /// Makes a candidate for an offset that is counted from the end: it leads up to the end,
  /// regardless of the total.
  private func offset(fromEnd member: SentRequest.Member, _ number: Int) -> Candidate {
    var finding = counted(.offset, member.name, member, isStated: false)
    finding.settings.firstOffset = number
    if let size = size.evidence { finding.evidence.append(size) }
    finding.apply(NumberRule.sized)
    return finding
  }

  /// An offset in words, inside of a parameter's text, goes where the words are.
  ///
  ///     query=SELECT * FROM Vendor STARTPOSITION 1 MAXRESULTS 5
  private func written() -> Candidate? {
    for member in request.members where member.isQuery {
      let text = member.value.contains(" ") ? member.value : member.value.replacing("+", with: " ")
      let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      var patterns = words.map { $0.replacing(":", with: "\\:") }
      var first: Int?
      var size: Int?
      for index in words.indices.dropFirst() {
        guard let number = Int(words[index]), number >= 0 else { continue }
        let name = FieldName.parameter(words[index - 1])
        if first == nil, name.means(.offsetParameters), isFirst(number, name.flat) {
          (first, patterns[index]) = (number, ":offset")
        } else if size == nil, number > 0, name.means(.sizeParameters) {
          (size, patterns[index]) = (number, ":perPage")
        }
      }
      guard let first else { continue }
      var settings = StrategySettings(.offset)
      settings.size = size == nil ? "" : nil
      if first > 0 { settings.firstOffset = first }
      let evidence = counts.evidence + [member.evidence("requested offset, in words")]
      var finding = Candidate(settings, by: NumberRule.offset, evidence: evidence)
      finding.apply(NumberRule.requestedOffset)
      rate(&finding)
      finding.parameters = [member.name: .string(patterns.joined(separator: " "))]
      finding.perPage = size
      finding.counts = counts.mapping(withOffset: first == 0).filter { $0.target != .currentPage }
      return finding
    }
    return nil
  }

  /// True when a list begins at the number: at 0, or at 1 where the response states it, too.
  private func isFirst(_ number: Int, _ name: String) -> Bool {
    number == 0
      || number == 1
        && subject.members.contains {
          $0.name.flat == name && subject.envelope.count($0.slice) == 1
        }
  }

  /// The size parameter that goes with an offset, when nothing names the size: by the offset's name,
  /// and that of the total.
  private static let limits = [
    "$skip": "$top", "start numfound": "rows", "startIndex totalresults": "count",
  ]

  /// True when the first item has the number 1.
  private func isOneBased(
    _ requested: Int?, _ stated: CountFields.Entry?, _ parameter: String
  ) -> Bool {
    guard let requested else { return stated?.value == 1 }
    let isIndex = FieldName(parameter).flat.hasSuffix("index")
    return requested == 1 && (isIndex || stated == nil || stated?.value == 1)
  }

  // MARK: what both share

  /// Positions that are counted, by what shows it: the request, the response or a URL.
  private func counted(
    _ kind: StrategyKind, _ parameter: String, _ requested: SentRequest.Member?, isStated: Bool
  ) -> Candidate {
    let isPage = kind == .page
    var settings = StrategySettings(kind, in: carrier(of: requested))
    settings.position = parameter
    var finding = Candidate(
      settings, by: isPage ? NumberRule.page : .offset, evidence: counts.evidence)
    if let requested {
      let rule = isPage ? NumberRule.requestedPage : .requestedOffset
      finding.apply(rule)
      finding.evidence.append(requested.evidence(rule.says))
    }
    if isStated { finding.apply(NumberRule.stated) }
    return finding
  }

  /// The place of a position that is counted: it goes where it was requested, or where the size is.
  private func carrier(of requested: SentRequest.Member?) -> Carrier? {
    (requested ?? requestedSize?.member)?.isQuery == true ? nil : request.bodyCarrier
  }

  /// Adjusts a finding's score by the counts, the size and the kind of the response.
  private func rate(_ finding: inout Candidate) {
    if counts[.pageCount] != nil || counts[.objectCount] != nil || subject.flag != nil {
      finding.apply(NumberRule.counted)
    } else if let value = size.value, count >= value {
      finding.evidence.append(fullPage(of: value))
    }
    if size.value != nil { finding.apply(NumberRule.sized) }
    if let evidence = size.evidence { finding.evidence.append(evidence) }
  }

  private func fullPage(of size: Int) -> Evidence {
    Evidence(
      Evidence.pointer(subject.items.list?.keys ?? []), .integer(count),
      "a full page of \(size) items")
  }

  /// Nothing says whether there is more after a page that is not a full one, and a request that
  /// changes nothing can tell.
  private var isOpen: Bool {
    guard count > 0, !subject.isDocument,
      !subject.isOpenEnded || Detector.isUsualSize(count)
    else { return false }
    return subject.pageSize.map { count < $0 } ?? !request.isPost
      && subject.flag == nil && counts[.objectCount]?.value != count
  }

  /// There is more, or may be, but nothing says how to ask for it: what goes with the size that was
  /// requested, or else common names. A second page that proves it makes more of a guess.
  private func guesses(mayBe: Bool = false) -> [Candidate] {
    let isFull = count > 0 && subject.pageSize.map { count >= $0 } == true
    let isMore = subject.saysMore || isFull || count > 0 && subject.moreSign != nil
    let isOpen = counts.isTotalOfPage || isOpen && !isMore
    guard isMore || mayBe || isOpen, !subject.links.contains(where: { $0.target == nil }) else {
      return []
    }
    var evidence = counts.evidence + subject.flagEvidence
    if let size = requestedSize {
      evidence.append(size.member.evidence("requested page size"))
      if isFull { evidence.append(fullPage(of: size.number)) }
    }
    evidence.append(Evidence("@url", .null, NumberRule.guess.says))
    let all =
      requestedSize.map { PartnerNames.of($0.member.name, isInBody: !$0.member.isQuery) }
      ?? PartnerNames.usual(subject)
    let canEnd =
      isOpen && !subject.items.hasLongerRival && (countsRequested || !request.names(count))
      && !subject.echoesPage && subject.isSilent
      && (!Detector.isUsualSize(count) || subject.leadsNowhere || counts.isTotalOfPage
        || subject.isOpenEnded)
    let asking = canEnd ? askingForOne(evidence) : nil
    let countsItems = all.contains { $0.kind == .offset }
    let most = request.isPost ? Shortlist.guessesMax : countsItems ? 2 : 1
    let singles = all.prefix(most)
    let guesses = singles.enumerated().map { index, partner in
      var finding = guess(partner.kind, mayBe ? .guessOfPages : .guess, evidence, isOpen: isOpen)
      finding.settings.position = partner.name
      finding.settings.size = partner.size
      finding.isGuess = isOpen || index > 0
      return finding
    }.falling(by: NumberRule.laterGuess)
    let kinds: [StrategyKind] = countsItems ? [.offset, .page] : [.page, .offset]
    let others = kinds.map { kind in
      var finding = guess(kind, .everyGuess, evidence, isOpen: isOpen)
      let rest = all.dropFirst(most).filter { $0.kind == kind }.map(\.name)
      finding.sendEvery(
        rest + UsualParameters.positions(kind), but: singles.map(\.name), request)
      return finding
    }.falling(by: NumberRule.laterGuess).prefix(
      Shortlist.guessesMax - most - (asking == nil ? 0 : 1))
    return guesses + (request.isPost ? [] : others) + (asking.map { [$0] } ?? [])
  }

  private func guess(
    _ kind: StrategyKind, _ rule: NumberRule, _ evidence: [Evidence], isOpen: Bool
  ) -> Candidate {
    var finding = Candidate(
      StrategySettings(kind, in: carrier(of: nil)), by: rule, evidence: evidence)
    finding.decidesEnd = isOpen
    if kind == .page { (finding.mayStartAtZero, finding.firstPage) = (true, 1) }
    finding.counts = counts.mapping(withOffset: false)
    return finding
  }

  /// True when the total is the number of items that was requested, and came: of one item, it shows
  /// whether it is the page's own.
  private var countsRequested: Bool {
    counts.isTotalOfPage && requestedSize?.number == count && !subject.leadsNowhere
  }

  /// Requests the first page with one item, under all usual names of sizes but the one that the
  /// request has, or under that one where the total tells: an API that follows one of them returns one
  /// item, and an API without pages returns all. Nil if there is no request without a risk.
  private func askingForOne(_ evidence: [Evidence]) -> Candidate? {
    guard !request.isPost else { return nil }
    let sent = requestedSize?.member.name
    var finding = Candidate(StrategySettings(.page), by: NumberRule.oneItem, evidence: evidence)
    finding.sendEvery(UsualParameters.sizes, but: [], request)
    finding.firstPage = count == 1 ? 1 : 0  // of one item, two are requested
    finding.oneName = sent ?? "limit"
    finding.isSizeRequested = requestedSize.map { $0.number > count } ?? false
    finding.decidesEnd = true
    if countsRequested, let sent { finding.parameters = [sent: ":currentPage"] }
    return finding
  }
}

extension [Candidate] {
  /// The candidates, likeliest first, each with a score lowered by the rule once more than the one
  /// before.
  func falling(by rule: any ScoreRule) -> [Candidate] {
    enumerated().map { index, candidate in
      var candidate = candidate
      candidate.apply(rule, times: index)
      return candidate
    }
  }
}

extension Candidate {
  /// Another one that is tried later.
  fileprivate func later(times count: Int = 1, _ change: (inout Candidate) -> Void) -> Candidate {
    var other = self
    change(&other)
    other.apply(NumberRule.otherName, times: count)
    return other
  }

  /// Sends the position under many names at once, except those that were tried or are in the request.
  mutating func sendEvery(_ names: [String], but tried: [String], _ request: SentRequest) {
    let pattern = strategy == .page ? ":currentPage" : strategy == .offset ? ":offset" : ":cursor"
    for name in names where !tried.contains(name) && request.member(name) == nil {
      parameters[name] = .string(pattern)
    }
    if settings.isCounted { settings.size = "" }
    isGuess = true
  }
}
