import JSON
import Pagination
import Sessions
import Store
import Wire

/// The table that the pages of one paginator go to. All that is done with it is done by the
/// thread of its file, in order.
///
/// `@unchecked Sendable`: `run` is only touched by that thread.
final class TableStore: PageStore, @unchecked Sendable {
  private let target: StoreTarget
  private let pruning: PruneOrder?
  private let writers: StoreWriters
  /// nil: the file has not been looked at yet, or the run has ended.
  private var run: Result<StoreRun, SessionError>?

  /// `pruning`: what the run may delete at its end; nil: nothing.
  init(_ target: StoreTarget, _ writers: StoreWriters, pruning: PruneOrder? = nil) {
    self.target = target
    self.pruning = pruning
    self.writers = writers
    writers.join(target.path)
  }

  deinit { writers.leave(target.path) }

  var opening: StoredRun { StoredRun(path: target.path, table: target.table) }

  /// Looks whether file and table fit; completes with why they do not. Pages may come meanwhile:
  /// their turn is later.
  func open(_ request: RunRequest, completion: @escaping @Sendable (SessionError?) -> Void) {
    writers.add(target.path) { [self] file in
      let opened = attempt { () throws(StoreError) in
        try StoreRun(target, request, mode: .separate, pruning: pruning, file: file)
      }
      run = opened
      completion(opened.failure)
    }
  }

  func store(
    _ content: PageContent, _ items: Range<Int>,
    completion: @escaping @Sendable (Result<StoredRun, SessionError>) -> Void
  ) {
    writers.add(target.path) { [self] _ in
      completion(
        (run ?? .failure(.cancelled)).flatMap { run in
          attempt { () throws(StoreError) in
            try run.store(content.stored(items, checkpoint: nil))
            return stored(run)
          }
        })
    }
  }

  func end(_ walk: WalkEnd?, completion: @escaping @Sendable (SessionError?) -> Void) {
    writers.add(target.path) { [self] _ in
      let ended = (run ?? .failure(.cancelled)).flatMap { run in
        attempt { () throws(StoreError) in
          _ = try run.end(
            RunEnd(
              verdict: walk?.verdict, reason: walk?.text,
              proof: walk.flatMap { walk in
                let isOfOneList = walk.beganAtStart || walk.start != nil
                return isOfOneList ? walk.proof?.ofWholeList(walk.reason) : nil
              },
              statedTotal: walk?.statedTotal,
              start: (walk?.start).map { JSONValue.object($0.json).text }))
        }
      }
      let hasBegun = (try? run?.get()) != nil
      run = nil
      completion(hasBegun ? ended.failure : nil)
    }
  }

  private func attempt<Value>(
    _ body: () throws(StoreError) -> Value
  ) -> Result<Value, SessionError> {
    Result(catching: body).mapError { $0.failure(path: target.path) }
  }

  private func stored(_ run: StoreRun) -> StoredRun {
    let counts = run.counts
    var stored = opening
    stored.run = run.run
    stored.pages = counts.pages
    stored.items = counts.items
    stored.inserted = counts.inserted
    stored.updated = counts.updated
    stored.unchanged = counts.unchanged
    stored.duplicates = counts.duplicates
    return stored
  }
}

extension WalkEnd {
  /// The reason as JSON text; nil if there is none.
  fileprivate var text: String? {
    guard let reason = reason ?? error.map({ _ in EndReason(.failed, page: nil) }) else {
      return nil
    }
    return reason.json(error: error?.kind).text
  }
}
