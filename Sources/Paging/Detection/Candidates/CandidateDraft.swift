import JSON
import Pagination

/// What one rule found; several findings of the same paging become one candidate.
struct CandidateDraft: Sendable {
  var way: PagingSettings
  private(set) var score: Double
  /// The names of the rules that have made the score, in order.
  private(set) var rules: [String]
  var counts: [CountPath] = []
  var firstPage: Int?
  var perPage: Int?
  var itemsPath: String?
  /// Parameters with patterns, for positions inside of texts.
  var parameters = JSONObject()
  var identity: String?
  var mayStartAtZero = false
  /// It does not go before arithmetic: a link that lacks parameters of the request, or a stated
  /// number of the next page.
  var yieldsToCounting = false
  /// It asks for what follows a short page: nothing there is the end of the list.
  var decidesEnd = false
  /// Breaks ties: how much that is found nowhere else speaks for it.
  var specificity = 0.0
  var evidence: [Evidence]

  init(_ way: PagingSettings, by rule: some ScoreRule, evidence: [Evidence]) {
    self.way = way
    score = rule.row.applied(to: 0)
    rules = [rule.name]
    self.evidence = evidence
  }

  /// Changes the score as a rule says.
  mutating func apply(_ rule: some ScoreRule, times count: Int = 1) {
    for _ in 0..<count { score = rule.row.applied(to: score) }
    if count > 0 { rules.append(rule.name) }
  }

  /// Caps the score below another candidate's.
  mutating func stay(behind best: Double, by rule: some ScoreRule) {
    score = min(score, rule.row.applied(to: best))
    rules.append(rule.name)
  }

  /// Adds what a table has no row for: the share of a profile's score that its fit makes.
  mutating func add(_ part: Double, by names: [String]) {
    score += part
    rules += names
  }

  var kind: StrategyKind { way.kind }

  /// What two findings have to share to mean the same requests.
  struct Identity: Hashable {
    let way: PagingSettings.Identity
    let firstPage: Int
  }

  var sameness: Identity {
    Identity(way: way.identity, firstPage: kind == .page ? firstPage ?? 1 : 0)
  }

  /// Takes in another finding of the same paging. The surer one's settings go before.
  mutating func merge(_ other: CandidateDraft) {
    var (better, worse) = other.score > score ? (other, self) : (self, other)
    better.way.fill(from: worse.way)
    for count in worse.counts where !better.counts.contains(where: { $0.target == count.target }) {
      better.counts.append(count)
    }
    better.firstPage = better.firstPage ?? worse.firstPage
    better.perPage = better.perPage ?? worse.perPage
    better.itemsPath = better.itemsPath ?? worse.itemsPath
    better.identity = better.identity ?? worse.identity
    if better.parameters.isEmpty { better.parameters = worse.parameters }
    better.mayStartAtZero = better.mayStartAtZero && worse.mayStartAtZero
    better.specificity = max(better.specificity, worse.specificity)
    better.rules += worse.rules
    for evidence in worse.evidence where !better.evidence.contains(evidence) {
      better.evidence.append(evidence)
    }
    self = better
  }
}
