package import JSON
package import Pagination

/// A way of paging that a response speaks for, with all that goes along in the params of `open`.
///
///     {"results": [...], "next": "/a?page=2", "objectCount": 9}
///
/// has the way `body` by `next`, the items at `results` and the total at `objectCount`.
package struct Candidate: Sendable {
  package private(set) var way: PagingSettings
  /// Where the response states its counts.
  package let counts: [CountPath]
  package let itemsPath: String?
  package let identity: String?
  package private(set) var firstPage: Int?
  /// Names that the parameter of the page size may have, where the API leads from page to page, the
  /// likeliest first; one where the response or the request shows it.
  package let sizeNames: [String]
  /// Parameters with patterns, for positions inside of texts.
  private var parameters: JSONObject
  package private(set) var perPage: Int?
  /// From 0 to 1; below `Detector.scoreMin` it is no more than what was considered.
  package private(set) var score: Double
  package private(set) var evidence: [Evidence]
  /// Nothing says whether the first page is number 0 or 1: the second page proves nothing then,
  /// unless it states its own number or the counts decide.
  package private(set) var mayStartAtZero: Bool
  /// Nothing speaks for it but a short first page: an empty page, or the first one again, is the
  /// end of the list.
  package let decidesEnd: Bool
  /// The names of the rules that have made the score.
  let rules: [String]

  init(
    _ draft: CandidateDraft, way: PagingSettings, counts: [CountPath], itemsPath: String?,
    identity: String?, firstPage: Int?, perPage: Int?, sizeNames: [String], evidence: [Evidence]
  ) {
    self.way = way
    parameters = draft.parameters
    self.sizeNames = sizeNames
    self.counts = counts
    self.itemsPath = itemsPath
    self.identity = identity
    self.firstPage = firstPage
    self.perPage = perPage
    score = min(1, draft.score)
    self.evidence = Array(evidence.prefix(Detector.evidenceMax))
    mayStartAtZero = draft.mayStartAtZero
    decidesEnd = draft.decidesEnd
    rules = draft.rules
  }

  package var strategy: StrategyKind { way.kind }

  /// Whether the score is worth acting on.
  package var isTrusted: Bool { score >= Detector.scoreMin }

  /// Whether a second page that proves it would be worth its request.
  package var isWorthATry: Bool { score >= Detector.guessMin && strategy != .single }

  /// Whether both read pages in the same way.
  func isAlike(_ other: Candidate) -> Bool {
    way == other.way && firstPage == other.firstPage
  }

  /// The same with pages counted from 0, and from 1.
  package var bases: (zero: Candidate, one: Candidate) {
    var (zero, one) = (self, self)
    (zero.firstPage, one.firstPage) = (0, 1)
    (zero.mayStartAtZero, one.mayStartAtZero) = (false, false)
    return (zero, one)
  }

  /// The same once the second page has proved it.
  package func proved() -> Candidate {
    var candidate = self
    candidate.score = max(score, Detector.provedMin)
    return candidate
  }

  /// The same once the second page has spoken against it, with what it said.
  package func refuted(because reason: String, url: String) -> Candidate {
    var candidate = noting("refuted: \(reason)", url: url)
    candidate.score = min(score, Detector.refutedMax)
    return candidate
  }

  /// A copy with the outcome of the request for the second page first.
  func noting(_ reason: String, url: String) -> Candidate {
    let note = Evidence(pointer: "@url", value: ReadValue.text(url).evidence, says: reason)
    var candidate = self
    candidate.evidence = Array(
      ([note] + evidence.filter { $0 != note }).prefix(Detector.evidenceMax))
    return candidate
  }

  /// The candidate where the size of a page is left to the API.
  package var withoutSize: Candidate {
    var candidate = self
    candidate.perPage = nil
    return candidate
  }

  /// The candidate where the page size goes into a parameter; nil: no size is sent.
  func sending(size name: String?) -> Candidate {
    var candidate = self
    candidate.way.size = name
    return candidate
  }

  /// The candidate where no size is sent that the caller has not asked for; nil: it sends none.
  var sizeless: Candidate? {
    guard perPage != nil, way.size != "", way.isCounted || way.size != nil else { return nil }
    return sending(size: way.isCounted ? "" : nil)
  }

  /// A copy with secrets masked.
  package func masked(_ mask: (JSONValue) -> JSONValue) -> Candidate {
    var candidate = self
    candidate.evidence = evidence.map {
      Evidence(pointer: $0.pointer, value: mask($0.value), says: $0.says)
    }
    candidate.parameters = mask(.object(parameters)).objectValue ?? JSONObject()
    candidate.way.others = mask(.object(way.others)).objectValue ?? JSONObject()
    return candidate
  }

  /// The params of `open` that the candidate sets; given ones are not among them.
  package var open: JSONObject {
    var open = JSONObject([("pagination", .object(way.settings))])
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

/// Where a response states a count.
package struct CountPath: Sendable, Equatable {
  package let path: String
  package let target: CountTarget
}
