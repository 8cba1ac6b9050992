import JSON
import Pagination

/// Recognizes responses that are complete in themselves: one document, or a list that is stated to
/// be complete.
///
/// A document (`{"name": "pager", "versions": [...], "files": [...]}`) is surer than a list alone,
/// which may have been cut by an API that does not say so.
struct SingleRules {
  let subject: FirstPage

  private var envelope: Envelope { subject.envelope }
  private var counts: CountFields { subject.counts }

  func findings() -> [Candidate] {
    let kind = envelope.document.root.kind
    guard kind == .array || kind == .object, !Detector.isError(envelope.document),
      !isReport
    else { return [] }
    if subject.saysMore || leadsOnFromNothing || subject.hasLinkInLastItem { return [] }
    if let ofNothing { return [ofNothing] }
    let rule = kind == .array ? ofList() : ofObject()
    if rule != .document, rule != .onlyEmptyMembers, subject.moreSign != nil { return [] }
    let nothing = ": no link, token or page number, and no flag for more"
    var evidence = [
      Evidence("", .string(kind == .array ? "array" : "object"), rule.says + nothing)
    ]
    if let complete = complete() { evidence.append(complete) }
    if !subject.items.isGiven, let hint = ListHint(envelope) {
      evidence.append(Evidence(hint.pointer, .string(hint.itemsPath), hint.says))
    }
    var finding = Candidate(StrategySettings(.single), by: rule, evidence: evidence)
    if let total = counts[.objectCount], total.value == 0, let list = subject.items.list,
      envelope.document.firstElement(of: list.slice) != nil
    {
      finding.counts = [CountPath(path: total.path, target: .objectCount)]  // an error is there
    }
    if rule == .emptyObject {
      finding.itemsPath = "items"
    } else if rule == .document, subject.isDocument {
      finding.itemsPath = ""
    }
    if rule.isOfList, kind == .object, isNamed { finding.apply(SingleRule.named) }
    return [finding]
  }

  /// `{"kind": "x#list", "nextPageToken": "k1"}`: there are no items, and something leads to more.
  private var leadsOnFromNothing: Bool {
    guard subject.items.list == nil, !subject.items.isGiven, subject.position != nil,
      subject.flag == nil,
      counts[.objectCount]?.value != 0 || subject.links.contains(where: \.leadsOn)
    else { return false }
    return envelope.members.allSatisfy { member in
      member.slice.kind == .object || subject.isIdle(member) || TokenRules.namesToken(member)
        || member.name.means(.besideKinds)
    }
  }

  /// A page without items, not a document: there is no list, and a count of 0, or nothing in the
  /// place where one would be.
  private var ofNothing: Candidate? {
    let says = SingleRule.noItems.says
    if subject.isXML, !subject.items.isGiven, envelope.document.omittedList(isXML: true) != nil {
      return empty(Evidence("", .string("object"), says))
    }
    guard subject.items.list == nil, !subject.hasNameAndID else { return nil }
    if let total = counts[.objectCount], total.value == 0 {
      return empty(total.evidence, by: total.path)
    }
    if let count = subject.totalOfNone ?? zero {
      return empty(envelope.evidence(count, says), by: count.path)
    }
    let place = subject.emptyPlace
    return (place ?? nothingMore ?? subject.bareKind).map {
      empty(envelope.evidence($0, says), at: place?.path)
    }
  }

  /// `count`: the path of the count of 0; `place`: that of what has nothing in it.
  private func empty(
    _ evidence: Evidence, by count: String? = nil, at place: String? = nil
  ) -> Candidate {
    var finding = Candidate(StrategySettings(.single), by: SingleRule.noItems, evidence: [evidence])
    finding.counts = count.map { [CountPath(path: $0, target: .objectCount)] } ?? []
    finding.settings.take(subject.flag)
    // Wherever the list would be.
    let omitted = envelope.document.omittedList(isXML: subject.isXML)
    finding.itemsPath = omitted?.description ?? place ?? "items"
    return finding
  }

  /// `{"meta": {"result_count": 0}}`: a body that says that there are no items, and has no list.
  private var zero: Envelope.Member? {
    envelope.members.first {
      ($0.name.means(.countsOfPage) || subject.isXML && $0.name.flat == "rows")
        && envelope.count($0.slice) == 0
        && subject.items.isInPagingObject($0)
    }
  }

  /// `{"object": "list", "has_more": false}`, `{"code": 0, "data": {"has_more": false}}`: there is no
  /// more, and nothing that could be an item.
  private var nothingMore: Envelope.Member? {
    let hasObjects = envelope.members.contains { $0.slice.kind == .object }
    let isItem = envelope.members.contains { member in
      member.keys == ["id"]
        || hasObjects && member.slice.kind != .object && !subject.isIdle(member)
    }
    return isItem ? nil : subject.flag.flatMap { envelope.member($0.path) }
  }

  /// `{"response": {}}`, `{"success": true, "data": null}`: where items would be, there is nothing.
  private var hasOnlyEmptyMembers: Bool {
    guard subject.items.list == nil, !subject.items.isGiven else { return false }
    let root = envelope.root
    let empty = root.filter { member in
      member.slice.kind == .null
        || member.slice.kind == .object
          && envelope.document.members(of: member.slice).allSatisfy { $0.value.kind == .null }
    }
    guard !empty.isEmpty else { return false }
    return root.allSatisfy { member in
      member.slice.kind == .boolean || empty.contains { $0.path == member.path }
        || member.name.means(.reportsOfNothing)
        || member.slice.kind == .object && member.name.mentions(.pagingParents)
    }
  }

  /// True for what reports the outcome of the request, and holds nothing that was requested.
  ///
  ///     {"status": {"code": 401, "message": "Bad credentials"}}
  ///     {"retCode": 10003, "retMsg": "API key is invalid.", "result": {}}
  private var isReport: Bool {
    guard subject.items.list == nil, !subject.items.isGiven else { return false }
    if subject.isWrappedReport { return true }
    let (objects, values) = (
      envelope.members.filter { $0.slice.kind == .object },
      envelope.members.filter { $0.slice.kind != .object }
    )
    let isText = { (member: Envelope.Member) in
      member.name.flat == "result" && member.slice.kind == .string
    }
    if subject.reportsFailure, envelope.member("id") == nil,
      values.allSatisfy({ isText($0) || subject.isIdle($0) })
    {
      return true
    }
    func reports(_ member: Envelope.Member) -> Bool {
      member.name.means(.reports)
        || member.name.words.last?.means(.reportWords) == true
    }
    if isNote { return true }
    return values.contains(where: reports)
      && values.allSatisfy {
        reports($0) || $0.name.isOfReport || $0.name.words.last == "code"
          || $0.slice.kind == .null && subject.reportsFailure
      }
      && objects.allSatisfy { object in
        object.name.means(.holdersOfReports)
          || values.contains { reports($0) && $0.keys.dropLast().elementsEqual(object.keys) }
      }
  }

  /// True for nothing but a sentence: `{"Note": "Our standard limit is 5 requests a minute."}`.
  private var isNote: Bool {
    guard envelope.members.count == 1, let only = envelope.members.first,
      only.name.means(.notes)
    else { return false }
    return envelope.text(only.slice).map { $0.split(separator: " ").count > 3 } == true
  }

  private func ofObject() -> SingleRule {
    if envelope.members.isEmpty { return .emptyObject }
    if hasOnlyEmptyMembers { return .onlyEmptyMembers }
    if subject.items.list == nil || subject.isDocument { return .document }
    let total = counts[.objectCount]?.value ?? 0
    if subject.leadsNowhere, subject.items.count > 0, !isFull, total <= subject.items.count,
      !isUsual, subject.isSilent
    {
      return .links
    }
    return ofList()
  }

  private func ofList() -> SingleRule {
    if complete() != nil { return .complete }
    let count = subject.items.count
    if count == 0 {
      return subject.reportsFailure ? .failure : subject.hintsAtPlace ? .page : .emptyList
    }
    if subject.isOpenEnded, !isFull, !isUsual || subject.request.isPost { return .lines }
    let isPart = isUsual || subject.pageSize != nil || subject.items.hasLongerRival
    return isPart ? .page : .list
  }

  /// True when a name next to the list makes the response a document. False if the list has as many
  /// items as a page may have, or if a page or a number above the item count is stated. Names that
  /// envelopes also use do not count where a request can tell more.
  private var isNamed: Bool {
    if complete() != nil || isUsual || subject.largerNumber != nil || subject.echoesPage {
      return false
    }
    return envelope.members.contains { member in
      member.keys.count == 1 && subject.items.list?.keys.first != member.key
        && member.name.means(.documentMembers)
        && (subject.request.isPost || !member.name.means(.envelopeMembers))
    }
  }

  /// As many items as were requested.
  private var isFull: Bool { subject.pageSize.map { subject.items.count >= $0 } ?? false }

  private var isUsual: Bool { Detector.isUsualSize(subject.items.count) }

  /// Returns the total that shows that the list is complete, or the flag that there is no more; nil
  /// if there is neither.
  private func complete() -> Evidence? {
    if let flag = subject.flag { return subject.evidence(at: flag.path, "there is no more") }
    if subject.isWholeHarvest { return Evidence("", .string("OAI-PMH"), "no resumptionToken") }
    guard let total = counts[.objectCount], total.value == subject.items.count,
      total.flat != "count", subject.items.count > 0
    else { return nil }
    return total.evidence
  }
}
