import HTTP
import JSON
import Pagination
import Profiles
import Text

/// Measures how well a response fits a profile: the paths that the profile's own pager reads in it,
/// and how much of that is found nowhere else.
///
///     {"object": "list", "url": "/v1/customers", "has_more": true, "data": [{"id": "cus_1"}]}
///
/// fits `stripe`: its `more`, its items and their last `id`. A path that no other profile reads
/// says much, `data` says little. What a profile knows and a response cannot tell is the
/// parameter's name.
struct ProfileFit {
  private let shape: ProfileShape
  private let subject: FirstPage
  private let list: Envelope.List?
  /// The response with the items at the profile's place.
  private let view: ResponseView
  /// With the profile's settings as far as the response has what they read.
  private(set) var draft: Candidate
  /// 1: nothing is missing.
  private var quality = ProfileQuality.whole.row.applied(to: 0)

  /// The request has the parameter of its position.
  private var isRequested = false

  /// A response below this quality does not match the profile.
  private static let qualityMin = 0.4

  static func findings(_ subject: FirstPage) -> [Candidate] {
    ProfileIndex.entries.compactMap { entry in
      guard entry.mayFit(subject), let shape = entry.shape else { return nil }
      return ProfileFit(shape, subject)?.draft
    }
  }

  /// nil: the response lacks what nothing else can make up for.
  init?(_ shape: ProfileShape, _ subject: FirstPage) {
    self.shape = shape
    self.subject = subject
    let itemsPath = subject.items.isGiven ? nil : shape.itemsPath
    list = itemsPath.map { subject.envelope.list($0) } ?? subject.items.list
    if itemsPath != nil, list == nil { return nil }
    view = subject.view(of: list)
    draft = Candidate(shape.settings)
    draft.itemsPath = itemsPath
    draft.settings.links.base = nil  // found by the link itself
    apply(.whole)
    guard hasSignature(), fitsRequest() else { return nil }
    fitItems()
    guard fitsFlag(), fitsNext() else { return nil }
    fitCounts()
    if let site = shape.site, site == ProfileShape.site(subject.request.origin) {
      draft.specificity += 1
      apply(.ownSite)
      draft.evidence.append(Evidence("@url", .string(site), ProfileQuality.ownSite.says))
    }
    // The name of a list alone says too little.
    guard !draft.evidence.isEmpty && draft.specificity > 0 || shape.kind == .single,
      quality > ProfileFit.qualityMin, let rule
    else { return nil }
    draft.apply(rule)
    draft.add(rule.share * min(1, draft.specificity) * min(1, quality))
    if isRequested { draft.apply(ProfileRule.requested) }
    draft.settings.tokens.also.removeAll { subject.envelope.member($0.path) == nil }
    draft.settings.tokens.nextURL = draft.settings.tokens.nextURL.flatMap(laterURL)
    if shape.kind == .page {
      let known = subject.pageNumber.map { $0 == 0 ? 0 : 1 }
      draft.firstPage = known ?? shape.profile.open["firstPage"]?.integerValue ?? 1
    }
  }

  /// The rule that makes the score; nil if there is too little evidence.
  private var rule: ProfileRule? {
    switch shape.kind {
    case .single: draft.specificity >= 1 && draft.identity != nil ? .document : nil
    case .page where !shape.signature.isEmpty && quality >= 1: .marked
    case .body: .link
    case .page, .offset: .computed
    default: .explicit
    }
  }

  private mutating func apply(_ rule: ProfileQuality, share: Double = 1) {
    quality = share < 1 ? quality + rule.row.applied(to: 0) * share : rule.row.applied(to: quality)
    draft.note(rule)
  }

  /// Takes in a path that the profile reads and the response has.
  private mutating func found(_ path: String, _ says: String? = nil) {
    draft.specificity += ProfileIndex.weight(of: path)
    if let says, let evidence = subject.evidence(at: path, says) {
      draft.evidence.append(evidence)
    }
  }

  // MARK: Parts, each false where it does not fit

  private mutating func hasSignature() -> Bool {
    for (path, value) in shape.signature {
      guard let member = subject.envelope.member(path),
        value == .null || subject.envelope.document.value(member.slice) == value
      else { return false }
      draft.specificity += ProfileShape.signatureWeight
      draft.evidence.append(
        subject.envelope.evidence(member, "typical of the profile \(shape.profile.name)"))
    }
    return true
  }

  /// Checks that the place where the profile puts positions fits the request.
  private mutating func fitsRequest() -> Bool {
    let isBody = draft.settings.carrier == .body
    if isBody, subject.request.carrier != .body {
      draft.settings.carrier = nil
      if subject.request.isPost { return false }
    }
    let names = draft.settings.parameters
    if !isBody, subject.request.carrier == .body, shape.kind != .body, shape.kind != .single {
      // a query's way to spell
      if !draft.settings.isCounted, names.contains(where: { $0.hasSuffix("]") }) { return false }
      apply(.otherCarrier)
    }
    if names.count == 1, let sent = subject.request.member(names[0]) {
      isRequested = true
      draft.evidence.append(sent.evidence(TokenRule.inRequest.says))
    }
    return true
  }

  private mutating func fitItems() {
    if let path = draft.itemsPath, !path.isEmpty { found(path) }
    guard let text = shape.identity, let path = try? JSONPath(text), let list,
      !list.elements.isEmpty
    else { return }
    if Detector.isIdentity(path, list.elements, subject.envelope.document) {
      draft.identity = text
      if text.contains(".") { found("@item." + text) }
    }
  }

  /// The flag that decides the end, and the way back.
  private mutating func fitsFlag() -> Bool {
    let next = draft.settings.next
    if let path = draft.settings.flag {
      if subject.envelope.member(path).map(subject.isFlag) == true {
        found(path, "whether there is more")
      } else if next.count == 1 && next[0].hasPrefix("@")
        || !shape.hasCounts && shape.kind == .offset
      {
        return false  // nothing else would speak for it
      } else {
        apply(.noFlag)
        (draft.settings.more, draft.settings.last) = (nil, nil)
      }
    }
    if let path = draft.settings.previous.first, subject.envelope.member(path) != nil {
      found(path, next == [path] ? nil : "the previous page")
    }
    if draft.settings.ends.emptyPageEnds, subject.flag != nil || !hasEdges {
      draft.settings.ends = EndRules()  // an empty page of another API may come in the middle
    }
    return true
  }

  /// True when links to the first or the last page are beside the one that leads on.
  private var hasEdges: Bool {
    draft.settings.next.contains { path in
      let around = subject.envelope.member(path)?.keys.dropLast() ?? []
      return subject.members.contains {
        $0.name.means(.edges) && $0.keys.dropLast().elementsEqual(around)
      }
    }
  }

  /// True when the profile's pager reads a next position, or reads that there is none.
  private mutating func fitsNext() -> Bool {
    let settings = draft.settings
    let merge = settings.tokens.merge
    let places = merge.map { [$0] } ?? settings.next
    if places.isEmpty { return true }  // positions are counted, or there is one page
    let first = RequestedPage(position: .start, page: 1, offset: 0, perPage: 1)
    guard (try? shape.pager?.strategy.neighbours(of: first, in: view)) != nil else { return false }
    // Of several places for the position, the first that is there.
    let number = places.firstIndex { subject.envelope.member($0) != nil } ?? 0
    let path = places[number]
    let known = "as in the profile \(shape.profile.name)"
    switch shape.kind {
    case .header:
      guard subject.headers[path] != nil else { return false }
      found(path)
      draft.evidence.append(subject.evidence(header: path, "next page, " + known))
      return true
    case .body:
      // A pager resolves any text; this one has to look like a link.
      guard let link = subject.links.first(where: { $0.isInBody(at: path) }) else { return false }
      found(path)
      draft.evidence.append(link.evidence)
      return true
    default:
      if settings.parameters.count > 1 { draft.settings.parameters = [settings.parameters[number]] }
      if merge == nil { draft.settings.next = [path] }
      if case .lastItem(let inner)? = try? ValuePath(path) { return fitsLastItem(inner) }
      guard let member = subject.envelope.member(path), merge != nil || isToken(member)
      else { return false }
      found(path, merge == nil ? "next-page token, " + known : TokenRule.merged.says)
      return true
    }
  }

  private mutating func fitsLastItem(_ path: JSONPath) -> Bool {
    let says = "the last item has the position of the next page"
    guard let (value, evidence) = subject.ofLastItem(path, of: list, says), value.kind != .null
    else { return false }
    draft.specificity += value.kind == .array ? 1 : ProfileShape.commonWeight
    draft.evidence.append(evidence)
    return true
  }

  /// True when a value is a token and not another thing of the same name; a pager also takes
  /// counts, URLs and sentences for tokens.
  private func isToken(_ member: Envelope.Member) -> Bool {
    guard let token = TokenRules(subject: subject).token(member) else { return false }
    return member.slice.kind == .null || member.name.flat != "offset" || Int(token) == nil
  }

  private mutating func fitCounts() {
    guard shape.hasCounts, let wanted = shape.pager?.reader.counts else { return }
    var missing = 0.0
    let known = "a count, as in the profile \(shape.profile.name)"
    for (target, source) in wanted {
      let (value, path) = (view.value(source), source.path.text)
      let isNone = if case .null = value { true } else { false }
      let isHeader = if case .text = value { true } else { false }
      guard target != .objectCount || !subject.counts.ownCounts.contains(path),
        isNone || value.integer.map({ isHeader || $0 >= 0 }) == true
      else {
        missing += 1
        continue
      }
      if !isNone { found(path, isHeader ? known : "a count") }
      draft.counts.append(CountPath(path: path, target: target))
    }
    guard missing > 0 else { return }
    let share = missing / Double(wanted.count)
    apply(draft.settings.isCounted ? .missingNumbers : .missingCounts, share: share)
  }

  // MARK: Later requests

  /// The URL of later requests, where this request goes to the same service; parameters that the
  /// profile fixes are taken from the request.
  private func laterURL(_ url: String) -> String? {
    let reference = URLReference(url)
    if let first = reference.path.split(separator: "/").first {
      guard subject.request.path.split(separator: "/").contains(first) else { return nil }
    }
    var url = url
    let given = subject.given["parameters"]
    for (name, _) in shape.parameters where given?[name] == nil && reference.query.isEmpty {
      guard let sent = subject.request.member(name), sent.isQuery else { continue }
      url +=
        (url.hasSuffix("?") ? "" : url.contains("?") ? "&" : "?")
        + QueryString.Member(name: name, value: sent.value).text
    }
    return url
  }
}
