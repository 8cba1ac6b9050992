import HTTP
import JSON
import Pagination

/// Compares a response with the built-in profiles: whether the paths that a profile reads are
/// there with fitting values, and how much of that is found nowhere else.
///
///     {"object": "list", "url": "/v1/customers", "has_more": true, "data": [{"id": "cus_1"}]}
///
/// fits `stripe`: its `more`, its items and their last `id`. A path that no other profile reads
/// says much, `data` says little. What a profile knows and a response cannot tell is the
/// parameter's name.
struct ProfileRules {
  let subject: FirstPage
  let counts: CountFields

  /// Of page numbers where all that marks the profile is there: more than counts alone give.
  private static let markedScore = 0.96

  func findings() -> [CandidateDraft] {
    guard subject.envelope != nil else { return [] }
    return ProfileShape.all.compactMap(finding)
  }

  private func finding(_ shape: ProfileShape) -> CandidateDraft? {
    var fit = ProfileFit()
    guard hasSignature(shape, &fit), fitsRequest(shape, &fit), fitsItems(shape, &fit),
      fitsSignal(shape, &fit)
    else { return nil }
    fitCounts(shape, &fit)
    guard fit.specificity > 0 || shape.kind == .single else { return nil }
    if let site = shape.site, site == ProfileShape.site(subject.request.origin) {
      fit.specificity += 1
      fit.quality += 0.05
      fit.evidence.append(
        Evidence(pointer: "@url", value: .string(site), says: "the API's own site"))
    }
    let share = min(1, fit.specificity) * min(1, fit.quality)
    var score =
      shape.kind == .page || shape.kind == .offset
      ? 0.35 + 0.5 * share : 0.6 + 0.3 * share
    if shape.kind == .single { score = fit.specificity >= 1 && fit.identity != nil ? 0.8 : 0 }
    let isMarked = !shape.signature.isEmpty
    if shape.kind == .page, isMarked, fit.quality >= 1 { score = ProfileRules.markedScore }
    if shape.kind == .body { score = 0.3 }  // the link itself has its own finding
    score += fit.bonus
    guard fit.quality > 0.4, score > 0 else { return nil }
    return finding(shape, fit, score: score)
  }

  private func finding(_ shape: ProfileShape, _ fit: ProfileFit, score: Double)
    -> CandidateDraft?
  {
    var way = Way(shape.kind, profile: shape.pagination)
    way.base = nil  // found by the link itself
    if fit.lacksFlag { way.flag = nil }
    if fit.carrier == .query { way.carrier = nil }
    if way.next.indices.contains(fit.nextNumber) {
      if way.parameters.count > 1 { way.parameters = [way.parameters[fit.nextNumber]] }
      way.next = [way.next[fit.nextNumber]]
    }
    if let also = way.others["also"]?.objectValue {
      let kept = also.members.filter {
        $0.value.stringValue.flatMap { subject.envelope?.member($0) } != nil
      }
      way.others["also"] = kept.isEmpty ? nil : .object(JSONObject(kept))
    }
    if let url = way.others["nextURL"]?.stringValue {
      way.others["nextURL"] = laterURL(url, shape).map { .string($0) }
    }
    var finding = CandidateDraft(way, score: score, evidence: fit.evidence)
    finding.counts = fit.counts
    finding.specificity = fit.specificity
    finding.itemsPath = fit.itemsPath
    finding.identity = fit.identity
    if shape.kind == .page {
      let known = counts.pageNumber(subject).map { $0 == 0 ? 0 : 1 }
      finding.firstPage = known ?? shape.profile.open["firstPage"]?.integerValue ?? 1
    }
    return finding
  }

  /// The URL of later requests, where this request goes to the same service; parameters that the
  /// profile fixes are taken from the request.
  private func laterURL(_ url: String, _ shape: ProfileShape) -> String? {
    let reference = URLReference(url)
    guard let first = reference.path.split(separator: "/").first,
      subject.request.path.split(separator: "/").contains(first)
    else { return nil }
    var url = url
    let given = subject.given["parameters"]
    for (name, _) in shape.profile.open["parameters"]?.objectValue?.members ?? []
    where given?[name] == nil && reference.query.isEmpty {
      guard let sent = subject.request.member(name), sent.isQuery else { continue }
      url +=
        (url.contains("?") ? "&" : "?") + QueryString.Member(name: name, value: sent.value).text
    }
    return url
  }
}
