import HTTP
import JSON
import Pagination
import Profiles
import Text

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

  /// A response of less quality is none of the profile's.
  private static let qualityMin = 0.4

  func findings() -> [CandidateDraft] {
    guard let envelope = subject.envelope else { return [] }
    return ProfileShape.all.compactMap { shape in
      guard let fit = ProfileFit(shape, subject, envelope), fit.quality > ProfileRules.qualityMin,
        let rule = rule(shape, fit)
      else { return nil }
      return finding(shape, fit, by: rule)
    }
  }

  /// What makes the score; nil: too little is there.
  private func rule(_ shape: ProfileShape, _ fit: ProfileFit) -> ProfileRule? {
    switch shape.kind {
    case .single: fit.specificity >= 1 && fit.identity != nil ? .document : nil
    case .page where !shape.signature.isEmpty && fit.quality >= 1: .marked
    case .body: .link
    case .page, .offset: .computed
    default: .explicit
    }
  }

  private func finding(
    _ shape: ProfileShape, _ fit: ProfileFit, by rule: ProfileRule
  ) -> CandidateDraft {
    var way = fit.way
    if let also = way.others["also"]?.objectValue {
      let kept = also.members.filter {
        $0.value.stringValue.flatMap { subject.envelope?.member($0) } != nil
      }
      way.others["also"] = kept.isEmpty ? nil : .object(JSONObject(kept))
    }
    if let url = way.others["nextURL"]?.stringValue {
      way.others["nextURL"] = laterURL(url, shape).map { .string($0) }
    }
    var finding = CandidateDraft(way, by: rule, evidence: fit.evidence)
    finding.add(rule.share * min(1, fit.specificity) * min(1, fit.quality), by: fit.rules)
    for bonus in fit.bonuses { finding.apply(bonus) }
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
    for (name, _) in shape.parameters
    where given?[name] == nil && reference.query.isEmpty {
      guard let sent = subject.request.member(name), sent.isQuery else { continue }
      url +=
        (url.contains("?") ? "&" : "?") + QueryString.Member(name: name, value: sent.value).text
    }
    return url
  }
}
