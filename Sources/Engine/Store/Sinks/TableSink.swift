package import JSON
package import Pagination
package import Series
package import Sessions
import Text

/// A table of an SQLite file as the place that pages go to: a page, the run's record and where to
/// continue are one transaction.
///
/// `@unchecked Sendable`: one thread at a time touches it.
package final class TableSink: Sink, @unchecked Sendable {
  private let run: StoreRun
  private let target: StoreTarget
  /// Takes secrets out of a checkpoint; nil: the run is not to be continued.
  private let masked: (@Sendable (String) -> String)?
  private var ended: RunOutcome?
  /// nil: the pages are of one list, or nothing is kept of their values.
  private let stamp: ItemStamp?
  /// The items at the bookmark, which the API sends again; nil without a bookmark, or if an
  /// identity shows that a row is known.
  private var mark: HighWaterMark?
  package private(set) var columns: [String] = []

  /// Starts a new run that is not to be continued, and takes the place of earlier ones where rows
  /// have no identity.
  package init(_ target: StoreTarget, _ request: RunRequest) throws(FetchError) {
    self.target = target
    (masked, stamp) = (nil, nil)
    run = try mapError(
      { FetchError.store(path: target.path, $0) }, StoreRun(target, request, mode: .replacing))
  }

  /// Finds the run to continue, or starts a new one. `hasParts`: the pages are of many lists.
  package init(
    _ target: StoreTarget, _ request: RunRequest, isFresh: Bool, pruning: PruneOrder?,
    hasParts: Bool, _ stamp: ItemStamp?, masked: @escaping @Sendable (String) -> String
  ) throws(FetchError) {
    self.target = target
    self.masked = masked
    self.stamp = stamp
    run = try mapError(
      { FetchError.store(path: target.path, $0) },
      StoreRun(
        target, request, mode: isFresh ? .fresh : .continuing, pruning: pruning,
        parts: hasParts ? stamp?.columns ?? [] : nil))
    guard target.identity.isEmpty,
      let path = request.bookmarkPath.flatMap({ try? JSONPath($0) })
    else { return }
    mark = run.memory.flatMap(HighWaterMark.init) ?? HighWaterMark(path: path)
    if run.run == nil { mark?.begin(isFresh: isFresh) }
  }

  package var since: JSONOrdered? { run.since }

  package var delivered: RunCounts { run.counts }
  package var nulls: Int { run.nulls }
  package var checkpoint: String? { run.checkpoint }
  package var earlierCheckpoint: String? { run.earlierCheckpoint }
  package var wantsCheckpoints: Bool { masked != nil }
  package var knowsItemsAgain: Bool { !target.identity.isEmpty }

  package var outcome: RunOutcome? {
    ended
      ?? RunOutcome(run: run.run, counts: run.counts, verdict: nil, proof: nil, notPruned: nil)
  }

  package var earlierEnd: EarlierEnd? {
    guard let end = run.earlierEnd else { return nil }
    return (end.verdict, JSONValue(json: end.reason ?? "") ?? .null, target.path, end.run)
  }

  package func noteReported() { run.noteReported() }

  package func rejection(_ reason: String) -> FetchError {
    .storedRunRejected(path: target.path, run: run.run ?? 0, reason: reason)
  }

  // MARK: The walk

  package func write(_ page: WalkPage) throws(FetchError) {
    try store { () throws(StoreError) in
      let new = try mark?.take(page, firstItem: run.counts.items)
      let kept = new.map { page.keeping($0.flatMap(\.items)) } ?? page
      run.memory = mark?.json
      let checkpoint = masked.flatMap { page.checkpoint.map($0) }
      if page.isAgain { run.beginAgain() }
      try run.store(kept.content.stored(kept.items, checkpoint: checkpoint))
    }
    // A run that is not continued is one whose caller wants to know what it has written.
    if masked == nil, columns.isEmpty { columns = page.content.members(page.items) }
  }

  package func end(_ part: SeriesPart) throws(FetchError) {
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

  package func end(
    _ summary: WalkSummary, _ endReason: JSONValue, isOver: Bool
  ) throws(FetchError) -> Verdict {
    guard let masked else {
      try close(RunEnd(verdict: summary.verdict, reason: nil))
      return ended?.verdict ?? summary.verdict
    }
    if summary.verdict == .complete { mark?.end() }
    run.memory = mark?.json
    try close(
      RunEnd(
        verdict: summary.verdict, reason: endReason.text, checkpoint: masked(summary.checkpoint),
        proof: summary.proof?.ofWholeList(summary.endReason), statedTotal: summary.statedTotal,
        start: summary.start.map { JSONValue.object($0.json).text }, isReportedLater: true,
        isPastLastPart: isOver))
    return ended?.verdict ?? summary.verdict
  }

  package func abort(
    _ verdict: Verdict, _ endReason: JSONValue, isInterrupted: Bool
  ) throws(FetchError) {
    try close(
      RunEnd(verdict: verdict, reason: endReason.text, isReportedLater: verdict == .capped))
  }

  private func close(_ end: RunEnd) throws(FetchError) {
    ended = try store { () throws(StoreError) in try run.end(end) }
  }

  package func leave() {
    if masked == nil { _ = try? run.end(RunEnd(verdict: .partial, reason: nil)) }
  }
}

extension WalkProof {
  /// The proof as a run keeps it; nil for a walk that ended at the first old item: it has not read
  /// the list. `reason`: how the walk ended.
  package func ofWholeList(_ reason: EndReason?) -> WalkProof? {
    if case .untilReached = reason?.cause { nil } else { self }
  }
}

extension SeriesPart {
  /// The part's proof about rows that were not seen.
  fileprivate var proof: PartEnd.Proof {
    switch end {
    case .gone: return .gone
    case .failed: return .none
    case .walked(let summary):
      guard summary.verdict == .complete else { return .none }
      if isEmpty, summary.statedTotal != 0 { return .noItems }
      let proof = summary.proof?.ofWholeList(summary.endReason)
      return proof.map { $0.provesAbsence ? .gone : .unproven } ?? .none
    }
  }
}
