import JSON
import RPC
import Sessions
import Synchronization
import Wire

/// Tells how far a walk is, as `$/progress` of LSP: begin, report, end.
final class WalkReporter: Sendable {
  private let token: [UInt8]
  private let connection: RPCConnection
  private let scheduler: any Scheduler
  private let began: Double
  private let state = Mutex(State())

  private struct State {
    var reportedSeconds = -Double.infinity
    /// What has not been reported, because a report came just before.
    var untold: WalkProgress?
    /// What a request waits for, until when.
    var waiting: (untilSeconds: Double, reason: String)?
  }

  /// Reports come at most so often.
  static let intervalSeconds = 0.05

  init(_ token: [UInt8], _ connection: RPCConnection, _ scheduler: any Scheduler) {
    self.token = token
    self.connection = connection
    self.scheduler = scheduler
    began = scheduler.monotonicSeconds
  }

  func begin() {
    send([
      "kind": "begin", "title": "Loading all pages", "cancellable": .boolean(true),
      "percentage": .integer(0),
    ])
  }

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

  func end(_ message: String) {
    let untold = state.withLock { state in
      defer { state.untold = nil }
      return state.untold
    }
    if let untold { send(untold.report(seconds: scheduler.monotonicSeconds - began)) }
    send(["kind": "end", "message": .string(message)])
  }

  private func send(_ value: JSONValue) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("token")
    writer.raw(token)
    writer.key("value")
    writer.value(value)
    writer.endObject()
    connection.notify("$/progress", JSONFragments(writer.bytes))
  }
}
