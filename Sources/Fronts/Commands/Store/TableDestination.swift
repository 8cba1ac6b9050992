import JSON
import Pagination
import Series
import Server
import Sessions
import Store
import Text

/// A table of an SQLite file as the place that pages go to: a page, the run's record and where to
/// continue are one transaction.
final class TableDestination: Destination {
  private let run: StoreRun
  private let target: StoreTarget
  private let secrets: Secrets
  private var outcome: RunOutcome?
  /// The API has said how many items there are.
  private var hasTotal = false
  /// nil: the pages are of one list, or nothing is kept of their values.
  private let stamp: ItemStamp?
  /// The items at the bookmark, which the API sends again; nil without a bookmark, or if an
  /// identity shows that a row is known.
  private var mark: HighWaterMark?

  /// Finds the run to continue, or starts a new one.
  init(
    _ target: StoreTarget, _ request: RunRequest, _ options: FetchOptions, _ secrets: Secrets
  ) throws(FetchError) {
    self.target = target
    self.secrets = secrets
    stamp = options.each?.stamp
    run = try mapError(
      { FetchError.store(path: target.path, $0) },
      StoreRun(
        target, request, mode: options.store.isFresh ? .fresh : .continuing,
        pruning: options.store.pruning,
        parts: options.each == nil ? nil : options.each?.stamp?.columns ?? []))
    guard target.identity.isEmpty,
      let path = options.store.bookmark.flatMap({ try? JSONPath($0) })
    else { return }
    mark = run.memory.flatMap(HighWaterMark.init) ?? HighWaterMark(path: path)
    if run.run == nil { mark?.begin(isFresh: options.store.isFresh) }
  }

  /// The value of `{bookmark}`; nil if there is none.
  var since: JSONOrdered? { run.since }

  var delivered: Delivered {
    let counts = run.counts
    return Delivered(pages: counts.pages, items: counts.items, duplicates: counts.duplicates)
  }
  var checkpoint: String? { run.checkpoint }
  var earlierCheckpoint: String? { run.earlierCheckpoint }
  var wantsCheckpoints: Bool { true }
  var knowsItemsAgain: Bool { !target.identity.isEmpty }

  var earlierEnd: (verdict: Verdict, endReason: JSONValue, sentence: String)? {
    guard let end = run.earlierEnd else { return nil }
    let reason = end.reason.flatMap { try? JSONDocument(Array($0.utf8)) }
    return (
      end.verdict, reason.map { $0.value($0.root) } ?? .null,
      "\(target.path): run \(end.run) has ended with verdict \(end.verdict.rawValue) and "
        + "\(run.counts.items) items, but was killed before it said so; the same command now "
        + "starts a new run"
    )
  }

  func noteReported() { run.noteReported() }

  func rejection(_ reason: String) -> FetchError {
    .storedRunRejected(path: target.path, run: run.run ?? 0, reason: reason)
  }

  // MARK: The walk

  func open() throws(FetchError) {}
  func begin() throws(FetchError) {}
  func commit(isLast: Bool) throws(FetchError) {}

  func write(_ page: WalkPage) throws(FetchError) {
    try store { () throws(StoreError) in
      let new = try mark?.take(page, firstItem: run.counts.items, lag: nil)
      let kept = new.map { page.keeping($0.flatMap(\.items)) } ?? page
      run.memory = mark?.json
      try run.store(kept.content.stored(kept.items, checkpoint: page.checkpoint.map(secrets.cut)))
    }
  }

  func end(_ part: SeriesPart) throws(FetchError) {
    guard let stamp else { return }
    let key = stamp.values(of: part.item).compactMap(JSONOrdered.init)
    try store { () throws(StoreError) in
      try run.add(PartEnd(key: key, proof: part.proof))
    }
  }

  private func store<Value>(_ body: () throws(StoreError) -> Value) throws(FetchError) -> Value {
    try mapErrors({ FetchError.store(path: target.path, $0) }, body)
  }

  // MARK: The end

  func end(
    _ summary: WalkSummary, _ endReason: JSONValue, isOver: Bool
  ) throws(FetchError) -> Verdict {
    if summary.verdict == .complete { mark?.end(lag: nil) }
    run.memory = mark?.json
    hasTotal = summary.statedTotal != nil || summary.snapshot.counts.objectCount != nil
    try close(
      RunEnd(
        verdict: summary.verdict, reason: endReason.text,
        checkpoint: secrets.cut(summary.checkpoint),
        proof: summary.proof?.stored(summary.endReason), statedTotal: summary.statedTotal,
        start: summary.start.map { JSONValue.object($0.json).text }, isReportedLater: true,
        isPastLastPart: isOver))
    return outcome?.verdict ?? summary.verdict
  }

  func abort(
    _ verdict: Verdict, _ endReason: JSONValue, isInterrupted: Bool
  ) throws(FetchError) {
    try close(RunEnd(verdict: verdict, reason: endReason.text))
  }

  private func close(_ end: RunEnd) throws(FetchError) {
    outcome = try store { () throws(StoreError) in try run.end(end) }
  }

  func reachedCap(_ endReason: JSONValue) throws(FetchError) {
    try close(RunEnd(verdict: .capped, reason: endReason.text, isReportedLater: true))
  }

  func leave() {}

  var summaryMembers: [(key: String, value: JSONValue)] {
    let counts = outcome?.counts ?? run.counts
    var members: [(key: String, value: JSONValue)] = [
      ("run", (outcome?.run ?? run.run).map(JSONValue.integer) ?? .null),
      ("inserted", .integer(counts.inserted)), ("updated", .integer(counts.updated)),
      ("unchanged", .integer(counts.unchanged)), ("deleted", .integer(counts.deleted)),
    ]
    if let why = outcome?.notPruned {
      members.append(("notPruned", .string(why.name)))
      switch why {
      case .unproven(let rows): members.append(("unseen", .integer(rows)))
      case .tooMany(let rows, let before):
        members += [("unseen", .integer(rows)), ("rowsBefore", .integer(before))]
      case .verdict, .partOfList, .noItems: break
      }
    }
    return members
  }

  var losses: [String] {
    guard let why = outcome?.notPruned else { return [] }
    return [
      why.sentence(
        pruneMax: Option.pruneMax.long, total: hasTotal ? nil : "paginationMapping in --open",
        identity: Option.identity.long)
    ]
  }
}

extension SeriesPart {
  /// The part's proof about rows that were not seen.
  fileprivate var proof: PartEnd.Proof {
    switch end {
    case .gone: return .gone
    case .failed: return .none
    case .walked(let summary):
      guard summary.verdict == .complete, !isEmpty || summary.statedTotal == 0 else { return .none }
      let proof = summary.proof?.stored(summary.endReason)
      return proof.map { $0.provesAbsence ? .gone : .unproven } ?? .none
    }
  }
}
