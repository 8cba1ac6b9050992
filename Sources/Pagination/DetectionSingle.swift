import JSON

/// When a response is all there is: one document, or a list that is said to be complete.
///
/// A document (`{"name": "pager", "versions": [...], "files": [...]}`) is surer than a list alone,
/// which may have been cut by an API that does not say so.
struct DetectionSingle {
  let subject: DetectionSubject
  let counts: DetectionCounts

  /// Lists of so many items look like a page of an API that does not say that it pages.
  private static let usualSizes: Set<Int> = [10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1_000]

  func findings() -> [DetectionFinding] {
    guard let envelope = subject.envelope else { return [] }
    let kind = envelope.document.root.kind
    guard kind == .array || kind == .object, !isError(envelope) else { return [] }
    if subject.saysMore { return [] }
    let (score, says) = kind == .array ? ofList(bare: true) : ofObject(envelope)
    var finding = DetectionFinding(
      .single, score: score,
      evidence: [
        DetectionEvidence(
          pointer: "", value: .string(kind == .array ? "array" : "object"),
          says: says + ": no next, no page and no flag that there is more")
      ])
    if let evidence = complete() { finding.evidence.append(evidence) }
    if subject.items.list == nil, let total = counts[.objectCount], total.value == 0 {
      return [empty(total)]
    }
    if subject.isDocument { finding.itemsPath = "" }
    return [finding]
  }

  /// A total of 0 without any list: a page without items, not a document.
  private func empty(_ total: DetectionCounts.Entry) -> DetectionFinding {
    var finding = DetectionFinding(.single, score: 0.7, evidence: [total.evidence])
    finding.counts = [(total.path, .objectCount)]
    return finding
  }

  private func ofObject(_ envelope: DetectionEnvelope) -> (Double, String) {
    if subject.items.list == nil || subject.isDocument { return (0.9, "one document") }
    let root = envelope.members.filter { $0.keys.count == 1 }
    let others = root.filter { member in
      subject.items.list?.keys.first != member.key
        && DetectionNames.documentMembers.contains(member.name.flat)
    }
    guard complete() == nil, !others.isEmpty else { return ofList(bare: false) }
    let (score, _) = ofList(bare: false)
    return (max(score, isUsual ? 0.6 : 0.7), "a document with a list")
  }

  private func ofList(bare: Bool) -> (Double, String) {
    if complete() != nil { return (0.85, "a list that is complete") }
    let count = subject.items.count
    if count == 0 { return (0.6, "an empty list") }
    let size = subject.request.number(DetectionNames.sizeParameters)?.number
    let stated = counts[.perPage]?.value
    if let size = stated ?? size {
      return count < size ? (0.7, "fewer items than the size of a page") : (0.2, "a full page")
    }
    return (isUsual ? 0.25 : 0.45, bare ? "a list alone" : "a list in an object")
  }

  private var isUsual: Bool { DetectionSingle.usualSizes.contains(subject.items.count) }

  /// The total that says that these are all, or the flag that there is no more.
  private func complete() -> DetectionEvidence? {
    if let (_, member) = subject.flag() {
      return subject.evidence(member, "says that there is no more")
    }
    guard let total = counts[.objectCount], total.value == subject.items.count,
      total.flat != "count", subject.items.count > 0
    else { return nil }
    return total.evidence
  }

  /// `{"errors": [...], "data": null}`
  private func isError(_ envelope: DetectionEnvelope) -> Bool {
    ["error", "errors"].contains { name in
      guard let member = envelope.member(name) else { return false }
      return member.slice.kind == .object || member.slice.kind == .string
        || envelope.document.elementCount(of: member.slice) > 0
    }
  }
}
