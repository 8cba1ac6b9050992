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
  /// A candidate with a lower score is only worth a try with a proof.
  package static let scoreMin = 0.5
  /// A mere guess with a lower score is not even worth a try.
  package static let guessMin = 0.3
  /// What the second page makes of a score.
  package static let provedMin = 0.9
  package static let refutedMax = 0.1
  package static let candidatesMax = 8
  /// How many observations a candidate quotes.
  package static let evidenceMax = 12

  /// Reads what detection knows, so that it is there when the first response comes.
  package static func warmUp() { _ = ProfileShape.all.count }

  /// Where the list of items is in a response; nil: there is none, or the body is no JSON.
  package static func itemsPath(
    in response: HTTPResponse, requestURL: String, method: String, body: JSONValue?
  ) -> String? {
    guard let document = try? JSONDocument(response.body) else { return nil }
    return ItemList(
      Envelope(document), SentRequest(url: requestURL, method: method, body: body),
      given: [:]
    ).list?.path
  }

  /// Ranked candidates, best first; `single` where one document is all there is; none where the
  /// response is an error or no JSON object or array.
  ///
  /// `requestURL`, `method` and `body` are those of the request that was sent. `given` are the
  /// caller's params of `open`: they are facts, and no candidate sets them again. Where `given`
  /// names a strategy other than `auto`, candidates of other strategies are left out. What the
  /// candidates quote may hold credentials of the request's: they have to be masked.
  package static func candidates(
    response: HTTPResponse, requestURL: String, method: String, body: JSONValue?,
    given: JSONObject
  ) -> [Candidate] {
    guard (200..<400).contains(response.status.code),
      let document = try? JSONDocument(response.body)
    else { return [] }
    let subject = FirstPage(
      response: response, requestURL: requestURL, method: method, body: body, given: given,
      envelope: Envelope(document))
    let counts = CountFields(subject)
    let size = StatedSize(subject, counts)
    var findings = rate(
      ExplicitRules(subject: subject, counts: counts).findings()
        + ConnectionRules(subject: subject).findings()
        + TokenRules(subject: subject).findings()
        + ProfileRules(subject: subject, counts: counts).findings(),
      ComputedRules(subject: subject, counts: counts, size: size).findings(), subject)
    if !findings.contains(where: { $0.score >= scoreMin }) {
      findings += SingleRules(subject: subject, counts: counts).findings()
    }
    let wanted = given["pagination"]?["strategy"]?.stringValue
    return merged(findings)
      .filter { wanted == nil || wanted == "auto" || $0.strategy == wanted }
      .sorted { ($0.score, $0.specificity) > ($1.score, $1.specificity) }
      .prefix(candidatesMax)
      .map { candidate($0, subject, counts, size) }
      .reduce(into: []) { candidates, candidate in
        let isKnown = candidates.contains {
          $0.open["pagination"] == candidate.open["pagination"]
            && $0.open["firstPage"] == candidate.open["firstPage"]
        }
        if !isKnown { candidates.append(candidate) }
      }
  }

  /// Lowers what the response as a whole speaks against: an explicit word on the next page beats
  /// arithmetic, and without items there is nothing to page.
  private static func rate(
    _ findings: [CandidateDraft], _ computed: [CandidateDraft], _ subject: FirstPage
  ) -> [CandidateDraft] {
    let all = findings + computed
    let best =
      findings.filter { !isComputed($0) && $0.strategy != "single" && !$0.givesWay }
      .map(\.score).max() ?? 0
    return all.compactMap { finding in
      var finding = finding
      if isComputed(finding), best >= 0.7 { finding.score = min(finding.score, best - 0.05) }
      if finding.strategy == "single", best >= scoreMin { finding.score = 0.1 }
      if finding.pagination["next"] != nil, finding.strategy == "cursor", subject.isDocument {
        finding.score -= 0.4
      }
      if isComputed(finding), subject.items.list == nil || subject.isDocument {
        finding.score -= 0.4
      }
      return finding.score > 0.05 ? finding : nil
    }
  }

  private static func isComputed(_ finding: CandidateDraft) -> Bool {
    finding.strategy == "page" || finding.strategy == "offset"
  }

  private static func merged(_ findings: [CandidateDraft]) -> [CandidateDraft] {
    var merged: [CandidateDraft] = []
    for finding in findings {
      if let index = merged.firstIndex(where: { $0.key == finding.key }) {
        merged[index].merge(finding)
      } else {
        merged.append(finding)
      }
    }
    return merged
  }

  /// The finding as params of `open`, without those that are given.
  private static func candidate(
    _ finding: CandidateDraft, _ subject: FirstPage, _ counts: CountFields,
    _ size: StatedSize
  ) -> Candidate {
    let given = subject.given
    var finding = finding
    size.settle(&finding)
    var pagination = finding.pagination
    var evidence = finding.evidence
    if finding.strategy != "single", finding.strategy != "range", finding.strategy != "link",
      pagination["more"] == nil, pagination["last"] == nil, let (field, member) = subject.flag()
    {
      pagination[field] = .string(member.path)
      evidence.append(subject.evidence(member, "says whether there is more"))
    }
    var open = JSONObject([("pagination", .object(pagination))])
    var itemsPath = finding.itemsPath ?? subject.items.list?.path
    if subject.items.list == nil, counts[.objectCount]?.value == 0 {
      itemsPath = "items"  // wherever the list would be: the document is no item
    } else if subject.items.list == nil, finding.strategy != "single", !subject.saysMore {
      itemsPath = subject.missingList ?? itemsPath
    }
    if !subject.items.isGiven, let itemsPath { open["itemsPath"] = .string(itemsPath) }
    let isSingle = finding.strategy == "single"
    let mapping = mapping(finding, subject, counts)
    if !mapping.isEmpty { open["paginationMapping"] = .object(mapping) }
    if finding.strategy == "page" {
      open["firstPage"] = .integer(finding.firstPage ?? 1)
    } else if counts[.currentPage]?.value == 0,
      mapping.members.contains(where: { $0.value == "currentPage" })
    {
      open["firstPage"] = 0
    }
    if !isSingle, let perPage = finding.perPage, (1...Pager.perPageMax).contains(perPage) {
      open["perPage"] = .integer(perPage)
    }
    open["identity"] = finding.identity ?? identity(at: itemsPath, subject).map { .string($0) }
    for name in given.keys
    where name != "pagination" && name != "paginationMapping" && given[name] != .null {
      open[name] = nil
    }
    return Candidate(
      score: min(1, finding.score), open: open, evidence: Array(evidence.prefix(evidenceMax)),
      isBaseOpen: finding.isBaseOpen)
  }

  /// Where the counts are. A token leads where it leads: numbers beside it need not move along.
  private static func mapping(
    _ finding: CandidateDraft, _ subject: FirstPage, _ counts: CountFields
  ) -> JSONObject {
    let given = subject.given["paginationMapping"]?.objectValue?.members ?? []
    var targets = Set(given.compactMap(\.value.stringValue))
    var found = finding.counts
    if finding.strategy == "single" {
      // a document needs no counts
    } else if finding.strategy == "cursor" {
      found += counts.mapping(withOffset: false).filter { $0.target != .currentPage }
    } else if !isComputed(finding) {
      found += counts.mapping(withOffset: counts[.offset]?.value == 0)
    }
    var mapping = JSONObject()
    for (path, target) in found where targets.insert(target.rawValue).inserted {
      mapping[path] = .string(target.rawValue)
    }
    return mapping
  }

  private static func identity(at path: String?, _ subject: FirstPage) -> String? {
    guard let envelope = subject.envelope else { return nil }
    let list = path.flatMap { envelope.list($0) } ?? subject.items.list
    return list.flatMap { identity(of: $0.elements, in: envelope.document) }?.description
  }
}
