import HTTP
import JSON
import Pagination

extension SessionState {
  /// The portable token of where paging goes on.
  func checkpointText() -> String {
    checkpoint().text(CallerSecrets(settings))
  }

  private func checkpoint() -> Checkpoint {
    if let rest {
      return checkpoint(
        at: rest.page, ledger.position(of: rest.page) ?? opening, taken: rest.taken)
    }
    if let resumption { return resumption }
    guard let current else { return checkpoint(at: firstPage, opening) }
    let next = current.page + 1
    if hasNext(after: current.page) == false {
      var last = checkpoint(at: next, opening, end: end?.reason)
      last.start = min(last.start, knownCount ?? last.start)
      return last
    }
    return checkpoint(at: next, ledger.position(of: next) ?? opening)
  }

  private func checkpoint(
    at page: Int, _ position: Position, taken: Int = 0, end: EndReason? = nil
  ) -> Checkpoint {
    var checkpoint = Checkpoint(
      request: requestFingerprint, page: page, perPage: counts.perPage, start: start(of: page),
      itemsTaken: taken, position: position, end: end)
    checkpoint.received = page == firstPage ? 0 : run.received(before: page)
    checkpoint.doubts =
      run.doubts + warnings.filter { $0.kind == .undetected || $0.kind == .signalMissing }
    checkpoint.found = found
    return checkpoint
  }

  /// What detection has added to the params of `open`; nil: nothing.
  private var found: JSONObject? {
    guard undetectedSettings != nil else { return nil }
    var found = JSONObject()
    for (name, value) in adopted.members
    where name == "pagination" || parameters[name] ?? .null == .null { found[name] = value }
    return found
  }

  /// Goes on where a checkpoint says; nothing is loaded until the next load.
  mutating func resume(_ text: String) throws(SessionError) {
    guard let checkpoint = Checkpoint(text, CallerSecrets(settings)) else {
      throw .checkpointRejected(reason: "it is damaged or of another version")
    }
    guard checkpoint.request == requestFingerprint else {
      throw .checkpointRejected(
        reason: "it was made for another method, URL, body, pagination, page size or parameters")
    }
    if let found = checkpoint.found, !takeUp(found) {
      throw .checkpointRejected(reason: "it is damaged or of another version")
    }
    counts.perPage = checkpoint.perPage
    resumption = checkpoint
    run = PageRun(
      next: checkpoint.page, received: checkpoint.received, doubts: checkpoint.doubts)
    for doubt in checkpoint.doubts { warn(doubt) }
    places.anchor(checkpoint.page, at: checkpoint.start)
    if let reason = checkpoint.end { end = EndMark(bound: checkpoint.page, reason: reason) }
  }

  /// Takes up what detection had found. False: it makes no settings.
  private mutating func takeUp(_ found: JSONObject) -> Bool {
    if pager.kind == .auto { return adopt(found) }
    guard settings.findsItems, let path = found["itemsPath"]?.stringValue else { return true }
    return adoptItems(at: path)
  }

  /// The page that a checkpoint says comes next.
  func resolve(_ checkpoint: Checkpoint) -> Result<AskedPage, SessionError> {
    if let end, checkpoint.page >= end.bound, settings.bounds == .known || !isComputed {
      return .failure(.noNextPage(end.reason))
    }
    return .success(asked(checkpoint.page, at: checkpoint.position))
  }

  /// What a checkpoint is bound to: the parts of the request that say which collection it is.
  private var requestFingerprint: String {
    var fingerprint = Fingerprint()
    let pager = (undetectedSettings ?? settings).pager
    fingerprint.add(pager.template.method)
    let byPlace = Redactor(positions: Set(pager.strategy.positionNames))
    fingerprint.add(byPlace.mask(url: pager.template.url.text))
    fingerprint.add(pager.kind.rawValue)
    fingerprint.add(String(pager.perPage))
    for name in ["pagination", "body"] {
      var writer = JSONWriter()
      writer.value((parameters[name] ?? .null).sorted)
      fingerprint.add(writer.bytes)
    }
    let given = parameters["parameters"]?.objectValue ?? [:]
    for (name, value) in given.members.sorted(by: { $0.key < $1.key })
    where !Redactor.isCredentialName(name) {
      var writer = JSONWriter()
      writer.value(value.sorted)
      fingerprint.add(name)
      fingerprint.add(writer.bytes)
    }
    return String(fingerprint.value, radix: 16)
  }
}

extension JSONValue {
  /// The same value with the members of its objects in the order of their names.
  fileprivate var sorted: JSONValue {
    switch self {
    case .object(let object):
      .object(
        JSONObject(
          object.members.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value.sorted) }))
    case .array(let elements): .array(elements.map(\.sorted))
    default: self
    }
  }
}
