import JSON
import Pagination

/// What one rule found; several findings of the same paging become one candidate.
struct CandidateDraft: Sendable {
  var way: Way
  var score: Double
  var counts: [CountPath] = []
  var firstPage: Int?
  var perPage: Int?
  var itemsPath: String?
  var identity: String?
  var isBaseOpen = false
  /// It does not go before arithmetic: a link that lacks parameters of the request, or a stated
  /// number of the next page.
  var givesWay = false
  /// Breaks ties: how much that is found nowhere else speaks for it.
  var specificity = 0.0
  var evidence: [Evidence]

  init(_ way: Way, score: Double, evidence: [Evidence]) {
    self.way = way
    self.score = score
    self.evidence = evidence
  }

  var kind: StrategyKind { way.kind }

  /// What two findings have to share to mean the same requests.
  struct Identity: Hashable {
    let way: Way.Identity
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
    better.isBaseOpen = better.isBaseOpen && worse.isBaseOpen
    better.specificity = max(better.specificity, worse.specificity)
    for evidence in worse.evidence where !better.evidence.contains(evidence) {
      better.evidence.append(evidence)
    }
    self = better
  }
}
