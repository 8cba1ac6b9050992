import JSON
import Pagination
import RPC
import Sessions
import Synchronization
import System
import Wire

/// Reports how far a walk is, as `$/progress` of LSP: begin, report, end.
final class WalkReporter: Sendable {
  /// The JSON text under which it reports.
  let token: [UInt8]
  private let connection: RPCConnection
  private let scheduler: any Scheduler
  private let began: Double
  private let walks: RunningWalks
  private let state = Mutex(State())

  private struct State {
    /// The action that ends the walk; nil if the walk is about to start or has ended.
    var cancel: (@Sendable () -> Void)?
    var reportedSeconds = -Double.infinity
    /// Progress that has not been reported, because a report came just before.
    var untold: WalkProgress?
    /// The reason why a request waits, and the end of the wait.
    var waiting: (untilSeconds: Double, reason: String)?
  }

  /// Reports come at most so often.
  static let intervalSeconds = 0.05

  /// Reports that a walk begins.
  init(_ token: [UInt8], _ server: PaginatorServer) {
    self.token = token
    connection = server.connection
    scheduler = server.environment.scheduler
    began = scheduler.monotonicSeconds
    walks = server.walks
    walks.add(self)
    send([
      "kind": "begin", "title": "Loading all pages", "cancellable": .boolean(true),
      "percentage": .integer(0),
    ])
  }

  /// Sets what ends the walk when a client cancels it by its token.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.cancel = action }
  }

  func cancel() { state.withLock { $0.cancel }?() }

  func report(_ progress: WalkProgress) {
    let now = scheduler.monotonicSeconds
    var progress = progress
    let isDue = state.withLock { state in
      if let waiting = progress.waiting {
        state.waiting = (now + waiting.seconds, waiting.reason)
      } else if state.waiting?.untilSeconds == .infinity {
        state.waiting = nil
      }
      let isNews = progress.waiting != nil
      guard now - state.reportedSeconds >= WalkReporter.intervalSeconds || isNews else {
        state.untold = progress
        return false
      }
      state.reportedSeconds = now
      state.untold = nil
      // Other pages may come while one waits.
      progress.waiting = state.waiting.flatMap { waiting in
        waiting.untilSeconds > now
          ? WalkProgress.Waiting(seconds: waiting.untilSeconds - now, reason: waiting.reason) : nil
      }
      return true
    }
    guard isDue else { return }
    send(progress.report(seconds: now - began))
  }

  /// Reports that the walk has ended: "complete, 3 of 5 items, from page 2".
  func end(_ result: Result<WalkSummary, LoadFailure>) {
    walks.remove(self)
    let untold = state.withLock { state in
      defer { (state.untold, state.cancel) = (nil, nil) }
      return state.untold
    }
    if let untold { send(untold.report(seconds: scheduler.monotonicSeconds - began)) }
    var message: String
    switch result {
    case .success(let summary):
      message = summary.verdict.rawValue
      if let place = summary.continued ?? summary.start {
        if let total = summary.snapshot.counts.objectCount {
          message += ", \(summary.itemCount.withCommas) of \(total.withCommas) items"
        }
        message += ", from \(place.words)"
      }
    case .failure(let failure): message = failure.error.kind
    }
    send(["kind": "end", "message": .string(message)])
  }

  private func send(_ value: JSONValue) {
    let params = JSONWriter.object { writer in
      writer.raw("token", token)
      writer.member("value", value)
    }
    connection.notify("$/progress", JSONFragments(params))
  }
}
