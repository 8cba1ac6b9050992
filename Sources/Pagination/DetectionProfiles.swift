import HTTP
import JSON

/// Compares a response with the built-in profiles: whether the paths that a profile reads are
/// there with fitting values, and how much of that is found nowhere else.
///
///     {"object": "list", "url": "/v1/customers", "has_more": true, "data": [{"id": "cus_1"}]}
///
/// fits `stripe`: its `more`, its items and their last `id`. A path that no other profile reads
/// says much, `data` says little. What a profile knows and a response cannot tell is the
/// parameter's name.
struct DetectionProfiles {
  let subject: DetectionSubject

  func findings() -> [DetectionFinding] {
    guard subject.envelope != nil else { return [] }
    return DetectionProfiles.shapes.compactMap(finding)
  }

  /// A profile made ready for comparison.
  struct Shape: Sendable {
    let profile: Profile
    let pagination: JSONObject
    let kind: StrategyKind
    /// Site of the API or of its documentation: `stripe.com`.
    let site: String?

    func path(_ name: String) -> String? { pagination[name]?.stringValue }
    var itemsPath: String? { profile.open["itemsPath"]?.stringValue }
    var identity: String? { profile.open["identity"]?.stringValue }
    var counts: [(path: String, target: CountTarget)] {
      (profile.open["paginationMapping"]?.objectValue?.members ?? []).compactMap { path, target in
        target.stringValue.flatMap { CountTarget(rawValue: $0) }.map { (path, $0) }
      }
    }
    /// Every path that the profile reads.
    var paths: [String] {
      var paths = ["next", "previous", "more", "last", "merge"].compactMap(path) + counts.map(\.path)
      if let items = itemsPath, !items.isEmpty { paths.append(items) }
      if let identity, identity.contains(".") { paths.append("@item." + identity) }
      return paths
    }
  }

  /// What else a response has to hold, beside what the profile reads: `nil` means any value.
  private static let marks: [String: [(path: String, value: String?)]] = [
    "notion": [("object", "list")], "notion-list": [("object", "list")],
    "stripe": [("object", "list"), ("url", nil)],
    "openai": [("object", "list"), ("last_id", nil)],
    "mcp": [("jsonrpc", "2.0")],
  ]

  /// The profiles that page by what the body or named headers say. Generic rules see Link headers,
  /// ranges and GraphQL connections.
  static let shapes: [Shape] = Profiles.all.compactMap { profile in
    guard let pagination = profile.open["pagination"]?.objectValue,
      let kind = pagination["strategy"]?.stringValue.flatMap({ StrategyKind(rawValue: $0) }),
      kind != .link, kind != .range, pagination["in"]?.stringValue != "variables"
    else { return nil }
    let url = profile.open["url"]?.stringValue ?? profile.entry["documentation"]?.stringValue
    return Shape(
      profile: profile, pagination: pagination, kind: kind,
      site: url.flatMap { DetectionProfiles.site($0) })
  }

  /// How much a path says: shared among the profiles that read it, little for common words.
  private static let weights: [String: Double] = {
    var users: [String: Double] = [:]
    for shape in shapes { for path in Set(shape.paths) { users[path, default: 0] += 1 } }
    var weights: [String: Double] = [:]
    for (path, count) in users {
      let isCommon = DetectionNames.commonPaths.contains(DetectionName(path).flat)
      weights[path] = (isCommon ? 0.2 : 1) / count
    }
    return weights
  }()

  private func finding(_ shape: Shape) -> DetectionFinding? {
    var fit = Fit()
    guard hasMarks(shape, &fit), fitsRequest(shape, &fit), fitsItems(shape, &fit),
      fitsSignal(shape, &fit)
    else { return nil }
    fitCounts(shape, &fit)
    guard fit.specificity > 0 || shape.kind == .single else { return nil }
    if let site = shape.site, site == DetectionProfiles.site(subject.request.origin) {
      fit.specificity += 1
      fit.quality += 0.05
      fit.evidence.append(
        DetectionEvidence(pointer: "@url", value: .string(site), says: "the API's own site"))
    }
    let share = min(1, fit.specificity) * min(1, fit.quality)
    var score = shape.kind == .page || shape.kind == .offset
      ? 0.35 + 0.5 * share : 0.6 + 0.3 * share
    if shape.kind == .single { score = fit.specificity >= 1 && fit.identity != nil ? 0.8 : 0 }
    if shape.kind == .body { score = 0.3 }  // the link itself has its own finding
    score += fit.bonus
    guard fit.quality > 0.4, score > 0 else { return nil }
    return finding(shape, fit, score: score)
  }

  /// How well a response fits.
  private struct Fit {
    /// 1: nothing is missing.
    var quality = 1.0
    var specificity = 0.0
    var bonus = 0.0
    var evidence: [DetectionEvidence] = []
    var counts: [(path: String, target: CountTarget)] = []
    /// The names of fields that do not apply to this response.
    var left: Set<String> = []
    var carrier: Carrier?
    var itemsPath: String?
    var identity: String?

    mutating func found(_ path: String, _ evidence: DetectionEvidence?) {
      specificity += DetectionProfiles.weights[path] ?? 0
      if let evidence { self.evidence.append(evidence) }
    }
  }

  private func hasMarks(_ shape: Shape, _ fit: inout Fit) -> Bool {
    for (path, value) in DetectionProfiles.marks[shape.profile.name] ?? [] {
      guard let envelope = subject.envelope, let member = envelope.member(path),
        let text = envelope.text(member.slice), value == nil || text == value
      else { return false }
      fit.specificity += 0.5
      fit.evidence.append(subject.evidence(member, "as the profile \(shape.profile.name) has it"))
    }
    return true
  }

  /// Where the profile puts positions has to fit the request.
  private func fitsRequest(_ shape: Shape, _ fit: inout Fit) -> Bool {
    let isBody = shape.path("in") == "body"
    if isBody, subject.request.carrier != .body {
      fit.quality -= 0.2
      fit.carrier = .query
      if subject.request.isPost { return false }
    }
    if !isBody, subject.request.carrier == .body, shape.kind != .body, shape.kind != .single {
      fit.quality -= 0.2
    }
    for name in ["parameter", "pageParameter", "offsetParameter"] {
      guard let parameter = shape.path(name), let sent = subject.request.member(parameter) else {
        continue
      }
      fit.bonus += shape.kind == .offset ? 0.2 : 0.05
      fit.evidence.append(sent.evidence("the request has a parameter of that name"))
    }
    for (name, _) in shape.profile.open["parameters"]?.objectValue?.members ?? []
    where subject.request.member(name) != nil {
      fit.bonus += 0.02
    }
    return true
  }

  private func fitsItems(_ shape: Shape, _ fit: inout Fit) -> Bool {
    if let path = shape.itemsPath, !subject.items.isGiven {
      guard let list = subject.envelope?.list(path) else { return false }
      if !path.isEmpty { fit.found(path, nil) }
      fit.itemsPath = path
      guard list.count > 0 else { return true }
    }
    guard let text = shape.identity, let document = subject.envelope?.document,
      let path = try? JSONPath(text)
    else { return true }
    let list = fit.itemsPath.flatMap { subject.envelope?.list($0) } ?? subject.items.list
    guard let elements = list?.elements, !elements.isEmpty else { return true }
    if Detection.isIdentity(path, elements, document) {
      fit.identity = text
      if text.contains(".") { fit.found("@item." + text, nil) }
    } else {
      fit.quality -= 0.15
    }
    return true
  }

  /// The next position and the flags.
  private func fitsSignal(_ shape: Shape, _ fit: inout Fit) -> Bool {
    for name in ["more", "last"] {
      guard let path = shape.path(name) else { continue }
      if let member = subject.envelope?.member(path), member.slice.kind == .boolean {
        fit.found(path, subject.evidence(member, "says whether there is more"))
      } else if shape.path("next")?.hasPrefix("@") == true || shape.counts.isEmpty && shape.kind == .offset {
        return false  // nothing else would speak for it
      } else {
        fit.quality -= 0.25
        fit.left.insert(name)
      }
    }
    if let path = shape.path("previous"), let member = subject.envelope?.member(path) {
      fit.found(path, nil)
      if !(shape.path("next") == path) { fit.evidence.append(subject.evidence(member, "the way back")) }
    }
    switch shape.kind {
    case .cursor: return fitsCursor(shape, &fit)
    case .body:
      guard let path = shape.path("next"),
        let link = subject.links.first(where: { if case .body(path) = $0.place { true } else { false } })
      else { return false }
      fit.found(path, link.evidence)
      return true
    case .header:
      guard let name = shape.path("next"), subject.headers[name] != nil else { return false }
      fit.found(name, subject.evidence(header: name, "a header of the profile \(shape.profile.name)"))
      return true
    default: return true
    }
  }

  private func fitsCursor(_ shape: Shape, _ fit: inout Fit) -> Bool {
    guard let envelope = subject.envelope else { return false }
    if let path = shape.path("merge") {
      guard let member = envelope.member(path), member.slice.kind == .object else { return false }
      fit.found(path, subject.evidence(member, "an object of parameters to send along"))
      return true
    }
    guard let path = shape.path("next") else { return false }
    if path.hasPrefix("@lastItem.") {
      let list = fit.itemsPath.flatMap { envelope.list($0) } ?? subject.items.list
      let key = String(path.dropFirst("@lastItem.".count))
      guard let last = list?.elements.last, let inner = try? JSONPath(key),
        let value = envelope.document.resolve(inner, from: last), value.kind != .null
      else { return false }
      fit.specificity += value.kind == .array ? 1 : 0.2
      fit.quality -= 0.1
      fit.evidence.append(
        DetectionEvidence(
          pointer: DetectionEvidence.pointer((list?.keys ?? []) + [String((list?.count ?? 1) - 1)])
            + DetectionEvidence.pointer([key]),
          value: ReadValue.json(envelope.document, value).evidence,
          says: "the position behind the last item"))
      return true
    }
    guard let member = envelope.member(path), isToken(member, envelope) else { return false }
    fit.found(path, subject.evidence(member, "where the profile \(shape.profile.name) has its token"))
    return true
  }

  private func isToken(
    _ member: DetectionEnvelope.Member, _ envelope: DetectionEnvelope
  ) -> Bool {
    switch member.slice.kind {
    case .null: return true
    case .string:
      guard let text = envelope.text(member.slice) else { return false }
      if member.name.flat == "offset", Int(text) != nil { return false }
      return !DetectionLink.looksLikeURL(text, member.name) && text.utf8.allSatisfy { $0 > 0x20 }
    case .number: return member.name.flat != "offset"
    case .object: return member.name.words.last == "key"
    default: return false
    }
  }

  private func fitCounts(_ shape: Shape, _ fit: inout Fit) {
    var missing = 0.0
    for (path, target) in shape.counts {
      if path.hasPrefix("@headers.") {
        let name = String(path.dropFirst("@headers.".count))
        if subject.headers[name].flatMap({ Int($0) }) != nil {
          fit.counts.append((path, target))
          fit.found(path, subject.evidence(header: name, "a count of the profile \(shape.profile.name)"))
          continue
        }
      } else if let envelope = subject.envelope, let member = envelope.member(path) {
        let count = envelope.count(member.slice)
        if count != nil || member.slice.kind == .null {
          if count != nil { fit.found(path, subject.evidence(member, "a count")) }
          fit.counts.append((path, target))
          continue
        }
      }
      missing += 1
    }
    guard !shape.counts.isEmpty else { return }
    let share = missing / Double(shape.counts.count)
    fit.quality -= (shape.kind == .page || shape.kind == .offset ? 1.0 : 0.2) * share
  }

  private func finding(_ shape: Shape, _ fit: Fit, score: Double) -> DetectionFinding? {
    var fields: [(key: String, value: JSONValue)] = []
    for (name, value) in shape.pagination.members where !fit.left.contains(name) {
      switch name {
      case "strategy": continue
      case "in" where fit.carrier == .query: continue
      case "base": continue  // found by the link itself
      case "also":
        let kept = (value.objectValue?.members ?? []).filter {
          $0.value.stringValue.flatMap { subject.envelope?.member($0) } != nil
        }
        if !kept.isEmpty { fields.append((name, .object(JSONObject(kept)))) }
      case "nextURL":
        guard let url = value.stringValue.flatMap({ laterURL($0, shape) }) else { continue }
        fields.append((name, .string(url)))
      default: fields.append((name, value))
      }
    }
    var finding = DetectionFinding(shape.kind, fields, score: score, evidence: fit.evidence)
    finding.counts = fit.counts
    finding.specificity = fit.specificity
    finding.itemsPath = fit.itemsPath
    finding.identity = fit.identity.map { .string($0) }
    if shape.kind == .page { finding.firstPage = shape.profile.open["firstPage"]?.integerValue ?? 1 }
    return finding
  }

  /// The URL of later requests, where this request goes to the same service; parameters that the
  /// profile fixes are taken from the request.
  private func laterURL(_ url: String, _ shape: Shape) -> String? {
    let reference = DetectionReference(url)
    guard let first = reference.path.split(separator: "/").first,
      subject.request.path.split(separator: "/").contains(first)
    else { return nil }
    var url = url
    let given = subject.given["parameters"]
    for (name, _) in shape.profile.open["parameters"]?.objectValue?.members ?? []
    where given?[name] == nil && reference.query.isEmpty {
      guard let sent = subject.request.member(name), sent.isQuery else { continue }
      url += (url.contains("?") ? "&" : "?") + QueryString.Member(name: name, value: sent.value).text
    }
    return url
  }

  /// The last two labels of a URL's host; nil for addresses and hosts of documentation at large.
  private static func site(_ url: String) -> String? {
    guard let origin = DetectionReference(url).origin else { return nil }
    let host = origin.split(separator: "/").last.map { $0.prefix { $0 != ":" } } ?? ""
    let labels = host.split(separator: ".")
    guard labels.count >= 2, labels.last?.allSatisfy({ $0.isNumber }) == false else { return nil }
    return labels.suffix(2).joined(separator: ".")
  }
}

extension DetectionNames {
  /// Paths that too many APIs have to say much, in flat spelling.
  static let commonPaths: Set<String> = [
    "next", "previous", "prev", "count", "total", "size", "limit", "offset", "page", "items", "data", "results",
    "result", "value", "values", "records", "content", "hits", "cursor", "hasmore", "more", "last",
    "metatotal", "linksnext", "linksprev", "perpage", "number", "entry", "member",
  ]
}
