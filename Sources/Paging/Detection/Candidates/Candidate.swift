package import JSON
package import Pagination

/// A way of paging that a response suggests, with everything that belongs to it in the params of
/// `open`.
///
///     {"results": [...], "next": "/a?page=2", "objectCount": 9}
///
/// has the way `body` by `next`, the items at `results` and the total at `objectCount`.
/// Each rule makes some; those of the same paging become one.
package struct Candidate: Sendable {
  package internal(set) var settings: StrategySettings
  /// The paths at which the response states its counts.
  package internal(set) var counts: [CountPath] = []
  package internal(set) var itemsPath: String?
  /// The `decode` that later responses need.
  package internal(set) var decode: String?
  package internal(set) var identity: String?
  package internal(set) var firstPage: Int?
  /// Names that the parameter of the page size may have, where the API leads from page to page, the
  /// likeliest first; one where the response or the request shows it.
  package internal(set) var sizeNames: [String] = []
  /// Parameters with patterns, for positions inside of texts, or under many names at once.
  var parameters = JSONObject()
  var sendsMany: Bool { parameters.count > 1 || continuesLastItem && !parameters.isEmpty }
  /// Its position is a value of the last item.
  var continuesLastItem: Bool { settings.next.first?.hasPrefix("@lastItem.") == true }
  /// It moves both ends of a window of items.
  var hasWindow: Bool { settings.position != nil && parameters.count == 1 && perPage != nil }
  package internal(set) var perPage: Int?
  /// From 0 to 1; a candidate below `Detector.scoreMin` was only considered.
  package private(set) var score = 0.0
  /// Breaks ties: the amount of evidence for it that is found nowhere else.
  var specificity = 0.0
  package internal(set) var evidence: [Evidence]
  /// Nothing says whether the first page is number 0 or 1: the second page proves nothing then,
  /// unless it states its own number or the counts decide.
  package internal(set) var mayStartAtZero = false
  /// The path at which pages state the number of their first item, where that of the first page alone
  /// shows that the parameter counts from 1.
  var placePath: String?
  /// True when the only evidence is that the list may continue: an empty page is the end of the
  /// list.
  package internal(set) var decidesEnd = false
  /// The likeliest name of a size, where it requests the first page with one item: it leads nowhere,
  /// and shows whether the API follows a size.
  var oneName: String?
  package var asksForOne: Bool { oneName != nil }
  /// The request has that size, larger than the page that came.
  var isSizeRequested = false
  /// It asks for one item by the size that the request has: an API that gives one has given all before.
  var asksByRequestedSize: Bool { isSizeRequested && !sendsMany }
  /// The response has links, none of which leads on, or states a total that is the number of items
  /// on a full page: its items are all where nothing that is tried brings others.
  package internal(set) var isStatedWhole = false
  /// Its parameter has a name that is common, and that nothing else shows.
  var isGuess = false
  /// It does not go before arithmetic: a link that lacks parameters of the request, or a stated
  /// number of the next page.
  var yieldsToCounting = false
  /// It is a link with parameters of the request, another request than the link as it is. The
  /// parameters that a profile keeps only add to a link.
  var keepsParameters = false
  /// The names of the rules that have made the score, in order.
  private(set) var rules: [String] = []

  init(_ settings: StrategySettings, by rule: (any ScoreRule)? = nil, evidence: [Evidence] = []) {
    self.settings = settings
    self.evidence = evidence
    if let rule { apply(rule) }
  }

  // MARK: Score

  /// Changes the score as a rule says.
  mutating func apply(_ rule: any ScoreRule, times count: Int = 1) {
    for _ in 0..<count { score = rule.row.applied(to: score) }
    if count > 0 { note(rule) }
  }

  /// Caps the score below another candidate's.
  mutating func cap(below best: Double, by rule: any ScoreRule) {
    score = min(score, rule.row.applied(to: best))
    note(rule)
  }

  /// Adds what a table has no row for: the share of a profile's score that its fit makes.
  mutating func add(_ part: Double) { score += part }

  mutating func note(_ rule: any ScoreRule) { rules.append(rule.name) }

  // MARK: Other candidates

  /// Makes it one of pages, where nothing says whether they are counted from 0 or from 1.
  mutating func countPages() {
    settings = StrategySettings(.page, in: settings.carrier)
    (firstPage, mayStartAtZero) = (1, true)
    counts.removeAll { $0.target == .offset }
  }

  /// Makes it one of offsets, of the same place.
  mutating func countItems() {
    settings = StrategySettings(.offset, in: settings.carrier)
    (firstPage, mayStartAtZero) = (nil, false)
    counts.removeAll { $0.target == .currentPage }
  }

  /// True when both candidates send the same requests.
  func sendsSameRequests(as other: Candidate) -> Bool {
    settings.identity == other.settings.identity && keepsParameters == other.keepsParameters
      && sendsMany == other.sendsMany && (!sendsMany || parameters == other.parameters)
      && hasWindow == other.hasWindow
      && (strategy != .page || (firstPage ?? 1) == (other.firstPage ?? 1))
  }

  /// Takes in another one that sends the same requests. The surer one's settings go before.
  mutating func merge(_ other: Candidate) {
    var (better, worse) = other.score > score ? (other, self) : (self, other)
    better.settings.fill(from: worse.settings)
    let targets = better.counts.map(\.target)
    better.counts += worse.counts.filter { !targets.contains($0.target) }
    better.firstPage = better.firstPage ?? worse.firstPage
    better.perPage = better.perPage ?? worse.perPage
    better.itemsPath = better.itemsPath ?? worse.itemsPath
    better.identity = better.identity ?? worse.identity
    better.placePath = better.placePath ?? worse.placePath
    if better.parameters.isEmpty { better.parameters = worse.parameters }
    if worse.isTrusted { better.mayStartAtZero = better.mayStartAtZero && worse.mayStartAtZero }
    better.isGuess = better.isGuess || worse.isGuess && !better.isTrusted
    better.specificity = max(better.specificity, worse.specificity)
    better.rules += worse.rules
    better.evidence += worse.evidence.filter { !better.evidence.contains($0) }
    self = better
  }

  /// Keeps a score of at most 1, and no more evidence than is quoted.
  mutating func bound() {
    score = min(1, score)
    evidence = Array(evidence.prefix(Detector.evidenceMax))
  }

  // MARK: Proof

  package var strategy: StrategyKind { settings.kind }

  /// True when the score is high enough to act on.
  package var isTrusted: Bool { score >= Detector.scoreMin }

  /// True when the candidate is worth a request for a second page that may prove it.
  package var isWorthATry: Bool { score >= Detector.guessMin && strategy != .single }

  /// True when both candidates read pages in the same way.
  func isAlike(_ other: Candidate) -> Bool {
    settings == other.settings && firstPage == other.firstPage && parameters == other.parameters
  }

  /// The parameter that the second page was requested by: `page=2`.
  package func attempt(at requested: RequestedPage) -> String {
    let first = settings.firstOffset ?? 0
    let number = strategy == .offset ? requested.offset + first : requested.page
    return "\(settings.position ?? parameters.keys.first ?? settings.usualPosition ?? "")=\(number)"
  }

  /// The second page has proved it.
  mutating func prove() { score = max(score, Detector.provedMin) }

  /// The second page has spoken against it, with what it said.
  mutating func refute(because reason: String, url: String) {
    note("refuted: \(reason)", url: url)
    score = min(score, Detector.refutedMax)
  }

  /// Puts the outcome of the request for the second page first.
  mutating func note(_ reason: String, url: String) {
    let note = Evidence("@url", ReadValue.text(url).evidence, reason)
    evidence = Array(([note] + evidence.filter { $0 != note }).prefix(Detector.evidenceMax))
  }

  /// The candidate where the size of a page is left to the API.
  package var withoutSize: Candidate {
    var candidate = self
    candidate.perPage = nil
    return candidate
  }

  /// The candidate without a size that the caller has not requested.
  var sizeless: Candidate {
    var candidate = self
    candidate.settings.size = settings.isCounted ? "" : nil
    return candidate
  }

  /// A copy with secrets masked.
  package func masked(_ mask: (JSONValue) -> JSONValue) -> Candidate {
    var candidate = self
    candidate.evidence = evidence.map { Evidence($0.pointer, mask($0.value), $0.says) }
    candidate.parameters = mask(.object(parameters)).objectValue ?? JSONObject()
    candidate.itemsPath = itemsPath.flatMap { mask(.string($0)).stringValue }
    // A profile's URL and body may have values of the request.
    let tokens = settings.tokens
    candidate.settings.tokens.nextURL = tokens.nextURL.flatMap { mask(.string($0)).stringValue }
    candidate.settings.tokens.nextBody = tokens.nextBody.map(mask)
    return candidate
  }

  /// The params of `open` that the candidate sets; given ones are not among them.
  package var open: JSONObject {
    var open = JSONObject([("pagination", .object(settings.json))])
    if let decode { open["decode"] = .string(decode) }
    if let itemsPath { open["itemsPath"] = .string(itemsPath) }
    if !counts.isEmpty {
      open["paginationMapping"] = .object(
        JSONObject(counts.map { ($0.path, .string($0.target.rawValue)) }))
    }
    if !parameters.isEmpty { open["parameters"] = .object(parameters) }
    if let firstPage { open["firstPage"] = .integer(firstPage) }
    if let perPage { open["perPage"] = .integer(perPage) }
    if let identity { open["identity"] = .string(identity) }
    return open
  }
}

/// The path at which a response states a count.
package struct CountPath: Sendable, Equatable {
  package let path: String
  package let target: CountTarget
}
