import HTTP
import JSON
import Pagination

/// Links, header tokens and ranges: what a response says outright.
struct ExplicitRules {
  let subject: FirstPage
  let counts: CountFields

  func findings() -> [CandidateDraft] {
    subject.links.compactMap(finding)
      + headerTokens().prefix(TokenRules.findingsMax) + ranges()
  }

  // MARK: links

  private func finding(_ link: FoundLink) -> CandidateDraft? {
    var way: Way
    switch link.place {
    case .linkHeader: way = Way(.link)
    case .header(let name):
      way = Way(.header)
      way.next = [name]
    case .body(let path):
      way = Way(.body)
      way.next = [path]
    }
    way.previous = link.previous
    var score = link.certainty
    var evidence = [link.evidence]
    var dropped: [String] = []
    if let reference = link.reference {
      if let base = base(of: link, reference) {
        way.base = base.path
        evidence.append(subject.evidence(base, "what the reference continues"))
      } else {
        dropped = rate(reference, &score, &evidence)
      }
    }
    if subject.items.list == nil { score -= 0.4 }
    if subject.isDocument, way.kind == .body { score -= 0.6 }
    var finding = CandidateDraft(way, score: max(score, 0), evidence: evidence)
    finding.givesWay = !dropped.isEmpty
    finding.counts = counts.mapping(withOffset: counts[.offset]?.value == 0)
    return finding
  }

  /// Gives the parameters of the request that the reference lacks.
  private func rate(
    _ reference: URLReference, _ score: inout Double, _ evidence: inout [Evidence]
  ) -> [String] {
    if let origin = reference.origin, origin != subject.request.origin {
      score -= 0.2
      evidence.append(
        Evidence(
          pointer: "@url", value: .string(subject.request.origin),
          says: "the URL of the next page leads to another origin, \(origin)"))
    }
    if subject.request.isPost, let elsewhere = elsewhere(reference) {
      score = min(score, 0.7)
      evidence.append(elsewhere)
    }
    let dropped = subject.request.dropped(by: reference)
    if !dropped.isEmpty {
      score = min(score, 0.75)
      evidence.append(
        Evidence(
          pointer: "@url", value: .array(dropped.prefix(8).map { .string($0) }),
          says: "parameters of the request that the URL of the next page lacks"))
    }
    return dropped
  }

  /// Where a response to another method than GET has a URL of another path, that one may know GET
  /// only.
  private func elsewhere(_ reference: URLReference) -> Evidence? {
    guard !reference.path.isEmpty, reference.path != subject.request.path else { return nil }
    return Evidence(
      pointer: "@url", value: .string(reference.path),
      says: "the URL of the next page has another path, which may take GET only")
  }

  /// The base URL beside a root-relative link that goes on from its path (Confluence).
  private func base(
    of link: FoundLink, _ reference: URLReference
  ) -> Envelope.Member? {
    guard case .body(let path) = link.place, reference.origin == nil,
      reference.path.hasPrefix("/"), reference.path != subject.request.path,
      let keys = subject.envelope?.member(path)?.keys,
      let base = subject.envelope?.member(Envelope.path(keys.dropLast() + ["base"])),
      let text = subject.envelope?.text(base.slice)
    else { return nil }
    let root = URLReference(text).path
    let trimmed = root.hasSuffix("/") ? String(root.dropLast()) : root
    return trimmed + reference.path == subject.request.path ? base : nil
  }

  // MARK: headers

  /// `X-Next-Page: 2`, `X-Next-Cursor: b7`, `x-ms-continuationtoken: ...`.
  private func headerTokens() -> [CandidateDraft] {
    subject.headers.fields.compactMap { field in
      guard let (parameter, score) = parameter(for: field) else { return nil }
      var way = Way(.header)
      way.next = [field.name]
      way.parameters = [parameter]
      let backName = field.name.replacing("Next", with: "Prev").replacing("next", with: "prev")
      if backName != field.name, subject.headers[backName] != nil {
        way.previous = backName
      }
      way.carrier = subject.request.bodyCarrier
      var finding = CandidateDraft(
        way, score: field.value.isEmpty ? score - 0.05 : score,
        evidence: [subject.evidence(header: field.name, "a header with the next position")])
      finding.counts = counts.mapping(withOffset: false)
      return finding
    }
  }

  /// What a header's token goes into; nil: it holds none.
  private func parameter(for field: HTTPField) -> (name: String, score: Double)? {
    let name = FieldName(field.name)
    let isContinuation = name.words.contains { $0.hasPrefix("continuation") }
    if name.words.last == "after", name.words.count > 1, name.words.first != "retry",
      subject.headers.fields.contains(where: {
        FieldName($0.name).words == name.words.dropLast() + ["before"]
      })
    {
      return ("after", 0.75)
    }
    guard name.has("next") || isContinuation, !name.has("range"), !name.has("prev"),
      field.value.utf8.count <= Envelope.textBytesMax,
      field.value.utf8.allSatisfy({ $0 > 0x20 }), !FoundLink.looksLikeURL(field.value, name)
    else { return nil }
    let rest =
      isContinuation ? ["continuationToken"] : name.words.drop { $0 != "next" }.dropFirst()
    guard let last = rest.last else { return nil }
    var parameter = rest.joined(separator: "_")
    var score = last == "cursor" || isContinuation ? 0.8 : 0.65
    if last == "page" || last == "offset" {
      parameter = last
      score = 0.95
    }
    let names = last == "page" ? FieldNames.pageParameters : [FieldName(parameter).flat]
    if let sent = subject.request.members.first(where: { names.contains($0.flat) }) {
      parameter = sent.name
      score = max(score, 0.93)
    }
    return (parameter, score)
  }

  /// `Next-Range: id ]5..; max=2`, `Content-Range: items 0-24/250`, `Content-Range: 0-24/250`.
  private func ranges() -> [CandidateDraft] {
    let text = subject.headers["Content-Range"] ?? ""
    let unit = text.contains(" ") ? text.prefix { $0 != " " } : ""
    if subject.headers["Next-Range"]?.isEmpty == false {
      var way = Way(.range)
      way.unit = unit.isEmpty ? nil : String(unit)
      return [
        CandidateDraft(
          way, score: 1,
          evidence: [subject.evidence(header: "Next-Range", "the range of the next page")])
      ]
    }
    guard let range = ContentRange(text), unit != "bytes" else { return [] }
    let evidence = [subject.evidence(header: "Content-Range", "which items these are")]
    let givenHeaders = subject.given["headers"]?.objectValue?.keys ?? []
    let asked = givenHeaders.contains { $0.lowercased() == "range" }
    guard unit.isEmpty, !asked else {
      let isKnown = ["items", "item", "id", "rows", "records"].contains(unit.lowercased()) || asked
      var way = Way(.range)
      way.unit = unit.isEmpty ? "items" : String(unit)
      return [CandidateDraft(way, score: isKnown ? 0.95 : 0.7, evidence: evidence)]
    }
    return [
      CandidateDraft(Way(.offset), score: range.total == nil ? 0.75 : 0.9, evidence: evidence)
    ]
  }
}
