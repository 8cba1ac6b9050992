import HTTP
import JSON
import Pagination
import Profiles

/// How well a response fits.
struct ProfileFit {
  /// 1: nothing is missing.
  private(set) var quality = ProfileQuality.whole.row.applied(to: 0)
  private(set) var specificity = 0.0
  /// What the request adds to the score.
  private(set) var bonuses: [ProfileRule] = []
  var evidence: [Evidence] = []
  var counts: [CountPath] = []
  /// The profile's flag does not apply to this response.
  var lacksFlag = false
  var carrier: Carrier?
  var itemsPath: String?
  var identity: String?
  /// Which of the profile's places for the next position the response has.
  var nextNumber = 0

  /// The names of the rules that have made the quality.
  private(set) var rules = [ProfileQuality.whole.name]

  mutating func apply(_ rule: ProfileQuality) {
    quality = rule.row.applied(to: quality)
    rules.append(rule.name)
  }

  mutating func add(_ rule: ProfileRule) { bonuses.append(rule) }

  mutating func isRare(by part: Double) { specificity += part }

  /// The counts that the profile reads are missing, or a share of them.
  mutating func misses(_ share: Double, by rule: ProfileQuality) {
    quality += rule.row.applied(to: 0) * share
    if share > 0 { rules.append(rule.name) }
  }

  mutating func found(_ path: String, _ evidence: Evidence?) {
    specificity += ProfileShape.weights[path] ?? 0
    if let evidence { self.evidence.append(evidence) }
  }
}

/// What of a profile fits the response; each part is false where nothing else can help.
extension ProfileRules {
  func hasSignature(_ shape: ProfileShape, _ fit: inout ProfileFit) -> Bool {
    for (path, value) in shape.signature {
      guard let envelope = subject.envelope, let member = envelope.member(path),
        value == .null || envelope.document.value(member.slice) == value
      else { return false }
      fit.isRare(by: ProfileShape.signatureWeight)
      fit.evidence.append(subject.evidence(member, "typical of the profile \(shape.profile.name)"))
    }
    return true
  }

  /// Where the profile puts positions has to fit the request.
  func fitsRequest(_ shape: ProfileShape, _ fit: inout ProfileFit) -> Bool {
    let isBody = shape.path("in") == "body"
    if isBody, subject.request.carrier != .body {
      fit.apply(.otherCarrier)
      fit.carrier = .query
      if subject.request.isPost { return false }
    }
    if !isBody, subject.request.carrier == .body, shape.kind != .body, shape.kind != .single {
      fit.apply(.otherCarrier)
    }
    for name in ["parameter", "pageParameter", "offsetParameter"] {
      guard let parameter = shape.path(name), let sent = subject.request.member(parameter) else {
        continue
      }
      fit.add(shape.kind == .offset ? .requestedOffset : .requested)
      fit.evidence.append(sent.evidence(ParameterRule.inRequest.says))
    }
    for (name, _) in shape.profile.open["parameters"]?.objectValue?.members ?? []
    where subject.request.member(name) != nil {
      fit.add(.parameter)
    }
    return true
  }

  func fitsItems(_ shape: ProfileShape, _ fit: inout ProfileFit) -> Bool {
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
    if Detector.isIdentity(path, elements, document) {
      fit.identity = text
      if text.contains(".") { fit.found("@item." + text, nil) }
    } else {
      fit.apply(.noIdentity)
    }
    return true
  }

  /// The next position and the flags.
  func fitsSignal(_ shape: ProfileShape, _ fit: inout ProfileFit) -> Bool {
    for name in ["more", "last"] {
      guard let path = shape.path(name) else { continue }
      if let member = subject.envelope?.member(path), member.slice.kind == .boolean {
        fit.found(path, subject.evidence(member, "whether there is more"))
      } else if shape.path("next")?.hasPrefix("@") == true
        || shape.counts.isEmpty && shape.kind == .offset
      {
        return false  // nothing else would speak for it
      } else {
        fit.apply(.noFlag)
        fit.lacksFlag = true
      }
    }
    if let path = shape.path("previous"), let member = subject.envelope?.member(path) {
      fit.found(path, nil)
      if !(shape.path("next") == path) {
        fit.evidence.append(subject.evidence(member, "the previous page"))
      }
    }
    switch shape.kind {
    case .cursor: return fitsCursor(shape, &fit)
    case .body:
      guard let path = shape.path("next"),
        let link = subject.links.first(where: {
          if case .body(path) = $0.place { true } else { false }
        })
      else { return false }
      fit.found(path, link.evidence)
      return true
    case .header:
      guard let name = shape.path("next"), subject.headers[name] != nil else { return false }
      fit.found(
        name, subject.evidence(header: name, "next page, as in the profile \(shape.profile.name)"))
      return true
    default: return true
    }
  }

  private func fitsCursor(_ shape: ProfileShape, _ fit: inout ProfileFit) -> Bool {
    guard let envelope = subject.envelope else { return false }
    if let path = shape.path("merge") {
      guard let member = envelope.member(path), member.slice.kind == .object else { return false }
      fit.found(path, subject.evidence(member, TokenRule.merged.says))
      return true
    }
    let paths = shape.nextPaths
    fit.nextNumber = paths.firstIndex { envelope.member($0) != nil } ?? 0
    guard paths.indices.contains(fit.nextNumber) else { return false }
    let path = paths[fit.nextNumber]
    if path.hasPrefix("@lastItem.") {
      let list = fit.itemsPath.flatMap { envelope.list($0) } ?? subject.items.list
      let key = String(path.dropFirst("@lastItem.".count))
      guard let last = list?.elements.last, let inner = try? JSONPath(key),
        let value = envelope.document.resolve(inner, from: last), value.kind != .null
      else { return false }
      fit.isRare(by: value.kind == .array ? 1 : ProfileShape.commonWeight)
      fit.apply(.lastItem)
      fit.evidence.append(
        Evidence(
          pointer: Evidence.pointer((list?.keys ?? []) + [String((list?.count ?? 1) - 1)])
            + Evidence.pointer([key]),
          value: ReadValue.json(envelope.document, value).evidence,
          says: "the last item has the position of the next page"))
      return true
    }
    guard let member = envelope.member(path), isToken(member, envelope) else { return false }
    fit.found(
      path, subject.evidence(member, "next-page token, as in the profile \(shape.profile.name)"))
    return true
  }

  private func isToken(
    _ member: Envelope.Member, _ envelope: Envelope
  ) -> Bool {
    switch member.slice.kind {
    case .null: return true
    case .string:
      guard let text = envelope.text(member.slice) else { return false }
      if member.name.flat == "offset", Int(text) != nil { return false }
      return !FoundLink.looksLikeURL(text, member.name) && text.utf8.allSatisfy { $0 > 0x20 }
    case .number: return member.name.flat != "offset"
    case .object: return member.name.words.last == "key"
    default: return false
    }
  }

  func fitCounts(_ shape: ProfileShape, _ fit: inout ProfileFit) {
    var missing = 0.0
    for (path, target) in shape.counts {
      if path.hasPrefix("@headers.") {
        let name = String(path.dropFirst("@headers.".count))
        if subject.headers[name].flatMap({ Int($0) }) != nil {
          fit.counts.append(CountPath(path: path, target: target))
          fit.found(
            path, subject.evidence(header: name, "a count, as in the profile \(shape.profile.name)")
          )
          continue
        }
      } else if let envelope = subject.envelope, let member = envelope.member(path) {
        let count = envelope.count(member.slice)
        if count != nil || member.slice.kind == .null {
          if count != nil { fit.found(path, subject.evidence(member, "a count")) }
          fit.counts.append(CountPath(path: path, target: target))
          continue
        }
      }
      missing += 1
    }
    guard !shape.counts.isEmpty else { return }
    let share = missing / Double(shape.counts.count)
    fit.misses(share, by: shape.isCounted ? .missingNumbers : .missingCounts)
  }
}
