package import JSON
package import Pagination

/// A way of paging that a response speaks for, as params of `open`.
///
///     {"pagination": {"strategy": "body", "next": "next", "previous": "previous"},
///      "paginationMapping": {"count": "objectCount"}, "itemsPath": "results", "identity": "id",
///      "score": 1, "evidence": [{"pointer": "/next", "value": "https://h/a?page=2",
///      "says": "a URL of the next page"}]}
package struct Candidate: Sendable {
  /// From 0 to 1; below `Detector.scoreMin` it is no more than what was considered.
  package let score: Double
  /// The params of `open` that the candidate sets; given ones are not among them.
  package let open: JSONObject
  package let evidence: [Evidence]
  /// Nothing says whether the first page is number 0 or 1: the second page proves nothing then,
  /// unless it states its own number or the counts decide.
  package let isBaseOpen: Bool

  package init(
    score: Double, open: JSONObject, evidence: [Evidence], isBaseOpen: Bool = false
  ) {
    self.score = score
    self.open = open
    self.evidence = evidence
    self.isBaseOpen = isBaseOpen
  }

  /// The strategy; nil where the candidate sets none.
  package var strategy: StrategyKind? {
    open["pagination"]?["strategy"]?.stringValue.flatMap { StrategyKind(rawValue: $0) }
  }

  /// Whether the score is worth acting on.
  package var isTrusted: Bool { score >= Detector.scoreMin }

  /// Whether a second page that proves it would be worth its request.
  package var isWorthATry: Bool {
    score >= Detector.guessMin && strategy != .single && strategy != nil
  }

  /// The same with pages counted from 0, and from 1.
  package var bases: (zero: Candidate, one: Candidate) {
    func candidate(from first: Int) -> Candidate {
      var open = open
      open["firstPage"] = .integer(first)
      return Candidate(score: score, open: open, evidence: evidence)
    }
    return (candidate(from: 0), candidate(from: 1))
  }

  /// The same once the second page has proved it.
  package func proved() -> Candidate {
    Candidate(
      score: max(score, Detector.provedMin), open: open, evidence: evidence,
      isBaseOpen: isBaseOpen)
  }

  /// The same once the second page has spoken against it, with what it said.
  package func refuted(because reason: String, url: String) -> Candidate {
    let proof = Evidence(
      pointer: "@url", value: ReadValue.text(url).evidence, says: "refuted: \(reason)")
    return Candidate(
      score: min(score, Detector.refutedMax), open: open, evidence: [proof] + evidence,
      isBaseOpen: isBaseOpen)
  }

  /// The candidate as `paginator/detect` lists it: the open params, then score and evidence.
  package var json: JSONValue {
    var object = open
    object["score"] = .number(JSONNumber(text: Candidate.text(score)))
    object["evidence"] = .array(evidence.map(\.json))
    return .object(object)
  }

  /// Two digits are all that a score is good for.
  private static func text(_ score: Double) -> String {
    let hundredths = Int((min(max(score, 0), 1) * 100).rounded())
    if hundredths == 100 { return "1" }
    return "0." + (hundredths < 10 ? "0" : "") + String(hundredths)
  }
}

/// One observation that speaks for a candidate.
package struct Evidence: Sendable, Equatable {
  /// A JSON Pointer into the body (RFC 6901), `@headers.Name`, or for the request `@url`, `@body`.
  package let pointer: String
  /// What stands there; long texts are cut.
  package let value: JSONValue
  /// One short phrase.
  package let says: String

  package init(pointer: String, value: JSONValue, says: String) {
    self.pointer = pointer
    self.value = value
    self.says = says
  }

  package var json: JSONValue {
    .object(
      JSONObject([
        ("pointer", .string(pointer)), ("value", value), ("says", .string(says)),
      ]))
  }

  /// The JSON Pointer of a member.
  static func pointer(_ keys: [String]) -> String {
    keys.map {
      "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1")
    }.joined()
  }
}

/// What one rule found; several findings of the same paging become one candidate.
struct CandidateDraft: Sendable {
  var score: Double
  /// `strategy` and its fields.
  var pagination: JSONObject
  var counts: [(path: String, target: CountTarget)] = []
  var firstPage: Int?
  var perPage: Int?
  var itemsPath: String?
  var identity: JSONValue?
  var isBaseOpen = false
  /// It does not go before arithmetic: a link that lacks parameters of the request, or a stated
  /// number of the next page.
  var givesWay = false
  /// Breaks ties: how much that is found nowhere else speaks for it.
  var specificity = 0.0
  var evidence: [Evidence]

  init(
    _ strategy: StrategyKind, _ fields: [(key: String, value: JSONValue)] = [], score: Double,
    evidence: [Evidence]
  ) {
    self.score = score
    pagination = JSONObject([("strategy", .string(strategy.rawValue))] + fields)
    self.evidence = evidence
  }

  var strategy: String { pagination["strategy"]?.stringValue ?? "" }

  /// What two findings have to share to mean the same requests.
  var key: [JSONValue] {
    [
      "strategy", "next", "merge", "parameter", "pageParameter", "offsetParameter", "in", "unit",
      "firstOffset", "nextURL",
    ].map { name in
      // links are followed as they are: only the size goes elsewhere
      if name == "in", strategy == "body" || strategy == "link" { return .null }
      return pagination[name] ?? CandidateDraft.standard(strategy, name)
    }
      + [.number(JSONNumber(isComputedPage ? firstPage ?? 1 : 0))]
  }

  /// Takes in another finding of the same paging. The surer one's settings go before.
  mutating func merge(_ other: CandidateDraft) {
    var (better, worse) = other.score > score ? (other, self) : (self, other)
    for (name, value) in worse.pagination.members where better.pagination[name] == nil {
      better.pagination[name] = value
    }
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

  private var isComputedPage: Bool { strategy == StrategyKind.page.rawValue }

  /// What a setting that is not given means.
  private static func standard(_ strategy: String, _ name: String) -> JSONValue {
    switch (strategy, name) {
    case (_, "in"): "query"
    case ("page", "pageParameter"): "page"
    case ("offset", "offsetParameter"): "offset"
    case ("offset", "firstOffset"): 0
    case ("cursor", "parameter"): "cursor"
    case ("link", "next"): "next"
    case ("range", "unit"): "items"
    default: .null
    }
  }
}
