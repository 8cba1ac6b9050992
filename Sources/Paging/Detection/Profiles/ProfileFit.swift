import HTTP
import JSON
import Pagination
import Profiles

/// How well a response fits a profile.
struct ProfileFit {
  private let shape: ProfileShape
  private let subject: FirstPage
  private let envelope: Envelope
  /// The profile's settings, as far as the response has what they read.
  private(set) var way: PagingSettings
  /// 1: nothing is missing.
  private(set) var quality = ProfileQuality.whole.row.applied(to: 0)
  private(set) var specificity = 0.0
  /// What the request adds to the score.
  private(set) var bonuses: [ProfileRule] = []
  private(set) var evidence: [Evidence] = []
  private(set) var counts: [CountPath] = []
  private(set) var itemsPath: String?
  private(set) var identity: String?
  /// The names of the rules that have made the quality.
  private(set) var rules = [ProfileQuality.whole.name]

  /// nil: the response lacks what nothing else can make up for.
  init?(_ shape: ProfileShape, _ subject: FirstPage, _ envelope: Envelope) {
    self.shape = shape
    self.subject = subject
    self.envelope = envelope
    way = shape.way
    way.base = nil  // found by the link itself
    guard hasSignature(), fitsRequest(), fitsItems(), fitsSignal() else { return nil }
    fitCounts()
    guard specificity > 0 || shape.kind == .single else { return nil }
    if let site = shape.site, site == ProfileShape.site(subject.request.origin) {
      specificity += 1
      apply(.ownSite)
      evidence.append(
        Evidence(pointer: "@url", value: .string(site), says: ProfileQuality.ownSite.says))
    }
  }

  private mutating func apply(_ rule: ProfileQuality) {
    quality = rule.row.applied(to: quality)
    rules.append(rule.name)
  }

  private mutating func found(_ path: String, _ evidence: Evidence?) {
    specificity += ProfileShape.weights[path] ?? 0
    if let evidence { self.evidence.append(evidence) }
  }

  /// The list of items: where the profile has it, else where the response seems to.
  private var list: Envelope.List? { itemsPath.flatMap { envelope.list($0) } ?? subject.items.list }

  // MARK: Parts, each false where it does not fit

  private mutating func hasSignature() -> Bool {
    for (path, value) in shape.signature {
      guard let member = envelope.member(path),
        value == .null || envelope.document.value(member.slice) == value
      else { return false }
      specificity += ProfileShape.signatureWeight
      evidence.append(subject.evidence(member, "typical of the profile \(shape.profile.name)"))
    }
    return true
  }

  /// Where the profile puts positions has to fit the request.
  private mutating func fitsRequest() -> Bool {
    let isBody = way.carrier == .body
    if isBody, subject.request.carrier != .body {
      apply(.otherCarrier)
      way.carrier = nil
      if subject.request.isPost { return false }
    }
    if !isBody, subject.request.carrier == .body, shape.kind != .body, shape.kind != .single {
      apply(.otherCarrier)
    }
    for parameter in [way.parameters.count == 1 ? way.parameters[0] : nil, way.position] {
      guard let sent = parameter.flatMap(subject.request.member) else { continue }
      bonuses.append(shape.kind == .offset ? .requestedOffset : .requested)
      evidence.append(sent.evidence(ParameterRule.inRequest.says))
    }
    for (name, _) in shape.parameters where subject.request.member(name) != nil {
      bonuses.append(.parameter)
    }
    return true
  }

  private mutating func fitsItems() -> Bool {
    if let path = shape.itemsPath, !subject.items.isGiven {
      guard let list = envelope.list(path) else { return false }
      if !path.isEmpty { found(path, nil) }
      itemsPath = path
      guard list.count > 0 else { return true }
    }
    guard let text = shape.identity, let path = try? JSONPath(text), let elements = list?.elements,
      !elements.isEmpty
    else { return true }
    if Detector.isIdentity(path, elements, envelope.document) {
      identity = text
      if text.contains(".") { found("@item." + text, nil) }
    } else {
      apply(.noIdentity)
    }
    return true
  }

  /// The next position and the flags.
  private mutating func fitsSignal() -> Bool {
    if let path = way.flag?.path {
      if let member = envelope.member(path), member.slice.kind == .boolean {
        found(path, subject.evidence(member, "whether there is more"))
      } else if shape.next?.hasPrefix("@") == true
        || shape.counts.isEmpty && shape.kind == .offset
      {
        return false  // nothing else would speak for it
      } else {
        apply(.noFlag)
        way.flag = nil
      }
    }
    if let path = way.previous, let member = envelope.member(path) {
      found(path, shape.next == path ? nil : subject.evidence(member, "the previous page"))
    }
    switch shape.kind {
    case .cursor: return fitsCursor()
    case .body:
      guard let path = shape.next,
        let link = subject.links.first(where: {
          if case .body(path) = $0.place { true } else { false }
        })
      else { return false }
      found(path, link.evidence)
      return true
    case .header:
      guard let name = shape.next, subject.headers[name] != nil else { return false }
      found(
        name, subject.evidence(header: name, "next page, as in the profile \(shape.profile.name)"))
      return true
    default: return true
    }
  }

  private mutating func fitsCursor() -> Bool {
    if let path = way.merge {
      guard let member = envelope.member(path), member.slice.kind == .object else { return false }
      found(path, subject.evidence(member, TokenRule.merged.says))
      return true
    }
    guard !way.next.isEmpty else { return false }
    // Of several places for the position, the first that is there.
    let number = way.next.firstIndex { envelope.member($0) != nil } ?? 0
    let path = way.next[number]
    if way.parameters.count > 1 { way.parameters = [way.parameters[number]] }
    way.next = [path]
    if path.hasPrefix("@lastItem.") {
      return fitsLastItem(String(path.dropFirst("@lastItem.".count)))
    }
    guard let member = envelope.member(path), isToken(member) else { return false }
    found(
      path, subject.evidence(member, "next-page token, as in the profile \(shape.profile.name)"))
    return true
  }

  private mutating func fitsLastItem(_ key: String) -> Bool {
    guard let list, let last = list.elements.last, let inner = try? JSONPath(key),
      let value = envelope.document.resolve(inner, from: last), value.kind != .null
    else { return false }
    specificity += value.kind == .array ? 1 : ProfileShape.commonWeight
    apply(.lastItem)
    evidence.append(
      Evidence(
        pointer: Evidence.pointer(list.keys + [String(list.count - 1), key]),
        value: ReadValue.json(envelope.document, value).evidence,
        says: "the last item has the position of the next page"))
    return true
  }

  private func isToken(_ member: Envelope.Member) -> Bool {
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

  private mutating func fitCounts() {
    var missing = 0.0
    for (path, target) in shape.counts {
      if path.hasPrefix("@headers.") {
        let name = String(path.dropFirst("@headers.".count))
        if subject.headers[name].flatMap({ Int($0) }) != nil {
          counts.append(CountPath(path: path, target: target))
          found(
            path, subject.evidence(header: name, "a count, as in the profile \(shape.profile.name)")
          )
          continue
        }
      } else if let member = envelope.member(path) {
        let count = envelope.count(member.slice)
        if count != nil || member.slice.kind == .null {
          if count != nil { found(path, subject.evidence(member, "a count")) }
          counts.append(CountPath(path: path, target: target))
          continue
        }
      }
      missing += 1
    }
    guard missing > 0 else { return }
    let rule: ProfileQuality = way.isCounted ? .missingNumbers : .missingCounts
    quality += rule.row.applied(to: 0) * (missing / Double(shape.counts.count))
    rules.append(rule.name)
  }
}
