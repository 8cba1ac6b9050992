import HTTP
import JSON
import Pagination
import Text

/// Links, header tokens and ranges: what a response says outright.
struct ExplicitRules {
  let subject: FirstPage

  func findings() -> [Candidate] {
    subject.links.flatMap(findings(of:))
      + headerTokens().prefix(TokenRules.findingsMax) + (range().map { [$0] } ?? [])
  }

  // MARK: links

  /// The link as it is, and, where it lacks parameters of the request, with these: the second one
  /// is tried where the API refuses the first.
  ///
  ///     GET /images?version=2, {"next": {"href": "/images?start=b7"}}     /images?start=b7&version=2
  private func findings(of link: FoundLink) -> [Candidate] {
    let finding = finding(link)
    guard let reference = link.reference, finding.settings.links.base == nil,
      reference.origin == nil || reference.origin == subject.request.origin
    else { return [finding] }
    let dropped = subject.request.dropped(by: reference)
    if dropped.isEmpty { return [finding] }
    var keeping = finding
    keeping.settings.links.kept = .named(dropped)
    keeping.keepsParameters = true
    keeping.apply(LinkRule.keptParameters)
    return [finding, keeping]
  }

  private func finding(_ link: FoundLink) -> Candidate {
    var settings = link.settings
    var rules = link.rules
    var evidence = [link.evidence]
    if let reference = link.reference {
      if let base = base(of: link, reference) {
        settings.links.base = base.path
        evidence.append(subject.envelope.evidence(base, "base URL of the link"))
      } else {
        rate(reference, &rules, &evidence)
      }
    }
    if subject.items.list == nil { rules.append(.noList) }
    if subject.isDocument, settings.kind == .body { rules.append(.document) }
    var finding = Candidate(settings, by: rules[0], evidence: evidence)
    for rule in rules.dropFirst() { finding.apply(rule) }
    finding.yieldsToCounting = rules.contains(.lostParameters)
    finding.counts = subject.counts.mapping(withOffset: subject.counts[.offset]?.value == 0)
    return finding
  }

  /// Notes the reasons against following the reference.
  private func rate(
    _ reference: URLReference, _ rules: inout [LinkRule], _ evidence: inout [Evidence]
  ) {
    func note(_ rule: LinkRule, _ value: JSONValue) {
      rules.append(rule)
      evidence.append(Evidence("@url", value, rule.says))
    }
    if let origin = reference.origin, origin != subject.request.origin {
      note(.otherOrigin, .string(URLReference.shown(origin: origin)))
    }
    if subject.request.isPost, !reference.path.isEmpty, reference.path != subject.request.path {
      note(.otherPath, .string(reference.path))
    }
    let dropped = subject.request.dropped(by: reference)
    if !dropped.isEmpty {
      note(.lostParameters, .array(dropped.prefix(8).map { .string($0) }))
    }
    if let kept = reference.number(.offsetParameters),
      kept.number > 0 || reference.number(.pageParameters) != nil,
      subject.request.member(kept.name).flatMap({ Int($0.value) }) == kept.number
    {
      note(.keptOffset, .string("\(kept.name)=\(kept.number)"))
    }
  }

  /// The base URL next to a root-relative link that continues from its path (Confluence).
  private func base(of link: FoundLink, _ reference: URLReference) -> Envelope.Member? {
    guard link.settings.kind == .body, let path = link.settings.next.first, reference.origin == nil,
      reference.path.hasPrefix("/"), reference.path != subject.request.path,
      let keys = subject.envelope.member(path)?.keys,
      let base = subject.envelope.member(Envelope.path(keys.dropLast() + ["base"])),
      let text = subject.envelope.text(base.slice)
    else { return nil }
    let root = URLReference(text).path
    let trimmed = root.hasSuffix("/") ? String(root.dropLast()) : root
    return trimmed + reference.path == subject.request.path ? base : nil
  }

  // MARK: headers

  /// `X-Next-Page: 2`, `X-Next-Cursor: b7`, `After-Cursor: b7`, `x-ms-continuationtoken: ...`.
  private func headerTokens() -> [Candidate] {
    subject.headers.fields.flatMap { field -> [Candidate] in
      guard let (parameter, rule) = parameter(for: field) else { return [] }
      var settings = StrategySettings(
        .header, next: field.name, parameter: parameter, in: subject.request.bodyCarrier)
      let back = FieldName.back(of: field.name) { subject.headers[$0] == nil ? nil : $0 }
      settings.previous = back.map { [$0.path] } ?? []
      var finding = Candidate(
        settings, by: rule, evidence: [subject.evidence(header: field.name, rule.says)])
      finding.counts = subject.counts.mapping(withOffset: false)
      guard rule == .token, Int(field.value) == nil, !subject.request.isPost,
        subject.request.member(parameter) == nil
      else { return [finding] }
      var every = Candidate(settings, by: TokenRule.everyName, evidence: finding.evidence)
      every.sendEvery(UsualParameters.tokens, but: [parameter], subject.request)
      return [finding, every]
    }
  }

  /// Returns the parameter that a header's token goes into; nil if the header holds no token.
  private func parameter(for field: HTTPField) -> (name: String, rule: LinkRule)? {
    let name = FieldName(field.name)
    let isContinuation = name.words.contains { $0.hasPrefix("continuation") }
    if name.words.last == "after", name.words.count > 1,
      subject.headers.fields.contains(where: {
        FieldName($0.name).words == name.words.dropLast() + ["before"]
      })
    {
      return ("after", .token)
    }
    if name.words.suffix(2) == ["after", "cursor"] {
      let sent = subject.request.members.first { ["cursor", "aftercursor"].contains($0.flat) }
      return (sent?.name ?? "cursor", .token)
    }
    guard name.has("next") || isContinuation, !name.has("range"), !name.has("prev"),
      field.value.utf8.count <= Envelope.textBytesMax,
      field.value.utf8.allSatisfy({ $0 > 0x20 }), !FoundLink.looksLikeURL(field.value, name)
    else { return nil }
    let rest =
      isContinuation ? ["continuationToken"] : name.words.drop { $0 != "next" }.dropFirst()
    guard let last = rest.last else { return nil }
    var parameter = rest.joined(separator: "_")
    var rule = LinkRule.token
    if last == "page" || last == "offset" {
      parameter = last
      rule = .number
    }
    let flat = FieldName(parameter).flat
    let sent = subject.request.members.first { member in
      last == "page"
        ? member.field.means(.pageParameters)
        : [flat, "next" + flat].contains(member.flat)
          || rest.count > 1 && member.flat.hasSuffix(flat)
    }
    if let sent { parameter = sent.name }
    return (parameter, rule)
  }

  /// `Next-Range: id ]5..; max=2`, `Content-Range: items 0-24/250`, `Content-Range: 0-24/250`.
  private func range() -> Candidate? {
    let text = subject.headers["Content-Range"] ?? ""
    let unit = text.contains(" ") ? text.prefix { $0 != " " } : ""
    if subject.headers["Next-Range"]?.isEmpty == false {
      var settings = StrategySettings(.range)
      settings.unit = unit.isEmpty ? nil : String(unit)
      return Candidate(
        settings, by: LinkRule.nextRange,
        evidence: [subject.evidence(header: "Next-Range", LinkRule.nextRange.says)])
    }
    let given = subject.given["headers"]?.objectValue?.keys ?? []
    let requested = given.contains { $0.lowercased() == "range" }
    // `items 0-9/*` with status 200 says what is here: nothing was requested as a range.
    guard let range = ContentRange(text), unit != "bytes",
      unit.isEmpty || requested || range.total != nil || subject.status == 206
    else { return nil }
    let evidence = [subject.evidence(header: "Content-Range", LinkRule.range.says)]
    var settings = StrategySettings(unit.isEmpty && !requested ? .offset : .range)
    if settings.kind == .range { settings.unit = unit.isEmpty ? "items" : String(unit) }
    return Candidate(settings, by: LinkRule.range, evidence: evidence)
  }
}
