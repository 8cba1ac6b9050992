import JSON
import Pagination
import Server
import Sessions
import Store

/// A table of an SQLite file as the place that pages go to: a page, the run's record and where to
/// continue are one transaction.
struct TableDestination: Destination {
  private let run: StoreRun
  private let target: StoreTarget
  private let prunes: Bool
  private let secrets: Secrets
  private var outcome: RunOutcome?

  /// Finds the run to continue, or starts a new one.
  init(
    _ target: StoreTarget, _ request: RunRequest, _ options: FetchOptions, _ secrets: Secrets
  ) throws(FetchError) {
    self.target = target
    self.secrets = secrets
    prunes = options.store.prunes
    do throws(StoreError) {
      run = try StoreRun(
        target, request, mode: options.store.isFresh ? .fresh : .continuing)
    } catch {
      throw .store(path: target.path, error)
    }
  }

  /// The value that `{bookmark}` stands for; nil: there is none.
  var since: JSONOrdered? { run.since }

  var delivered: Delivered {
    let counts = run.counts
    return Delivered(pages: counts.pages, items: counts.items, duplicates: counts.duplicates)
  }
  var checkpoint: String? { run.checkpoint }
  var wantsCheckpoints: Bool { true }
  var knowsItemsAgain: Bool { !target.identity.isEmpty }
  var earlierEnd: (verdict: Verdict, endReason: JSONValue, sentence: String)? { nil }

  func rejection(_ reason: String) -> FetchError {
    .storedRunRejected(path: target.path, run: run.run ?? 0, reason: reason)
  }

  // MARK: The walk

  mutating func open() throws(FetchError) {}
  mutating func begin() throws(FetchError) {}
  mutating func commit(isLast: Bool) throws(FetchError) {}

  mutating func write(_ page: WalkPage) throws(FetchError) {
    try store { () throws(StoreError) in
      try run.store(page.content.stored(page.items, checkpoint: page.checkpoint.map(secrets.cut)))
    }
  }

  private func store(_ body: () throws(StoreError) -> Void) throws(FetchError) {
    do throws(StoreError) {
      try body()
    } catch {
      throw .store(path: target.path, error)
    }
  }

  // MARK: The end

  mutating func end(
    _ summary: WalkSummary, _ endReason: JSONValue
  ) throws(FetchError) -> Verdict {
    try close(
      RunEnd(
        verdict: summary.verdict.stored, reason: endReason.text,
        checkpoint: secrets.cut(summary.checkpoint), prunes: prunes,
        statesNoItems: summary.snapshot.counts.objectCount == 0))
    return outcome?.verdict.flatMap { Verdict(rawValue: $0.rawValue) } ?? summary.verdict
  }

  mutating func breakOff(
    _ verdict: Verdict, _ endReason: JSONValue, isInterrupted: Bool
  ) throws(FetchError) {
    try close(RunEnd(verdict: verdict.stored, reason: endReason.text, prunes: prunes))
  }

  private mutating func close(_ end: RunEnd) throws(FetchError) {
    var outcome: RunOutcome?
    try store { () throws(StoreError) in outcome = try run.end(end) }
    self.outcome = outcome
  }

  mutating func reachedCap(_ endReason: JSONValue) throws(FetchError) {
    try close(RunEnd(verdict: .capped, reason: endReason.text, prunes: prunes))
  }

  func leave() {}

  var summaryMembers: [(key: String, value: JSONValue)] {
    let counts = outcome?.counts ?? run.counts
    var members: [(key: String, value: JSONValue)] = [
      ("run", (outcome?.run ?? run.run).map(JSONValue.integer) ?? .null),
      ("inserted", .integer(counts.inserted)), ("updated", .integer(counts.updated)),
      ("unchanged", .integer(counts.unchanged)), ("deleted", .integer(counts.deleted)),
    ]
    if prunes, let outcome, let why = outcome.notPruned {
      members.append(("notPruned", .string(why.words)))
    }
    return members
  }
}

extension RunOutcome.NotPruned {
  /// Why nothing was deleted, in a few words.
  var words: String {
    switch self {
    case .verdict(let verdict):
      "the verdict is \(verdict?.rawValue ?? "missing"), not complete"
    case .noItems: "there were no items, and the API did not state a count of 0"
    }
  }
}

extension JSONValue {
  /// The value as JSON text.
  fileprivate var text: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
