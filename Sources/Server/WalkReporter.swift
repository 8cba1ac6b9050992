import JSON
import RPC
import Sessions
import Synchronization

/// Tells how far a walk is, as `$/progress` of LSP: begin, report, end.
final class WalkReporter: Sendable {
  private let token: [UInt8]
  private let connection: RPCConnection
  private let scheduler: any Scheduler
  private let began: Double
  private let state = Mutex(State())

  private struct State {
    var reportedSeconds = -Double.infinity
    /// What a request waits for, until when.
    var waiting: (untilSeconds: Double, reason: String)?
  }

  /// Reports come at most so often.
  static let intervalSeconds = 0.05
  /// More is not said of the time that is left.
  private static let secondsMax = 1e9

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
      if let waiting = progress.waiting { state.waiting = (now + waiting.seconds, waiting.reason) }
      let isNews = progress.waiting != nil
      guard now - state.reportedSeconds >= WalkReporter.intervalSeconds || isNews else {
        return false
      }
      state.reportedSeconds = now
      // Other pages may come while one waits.
      progress.waiting = state.waiting.flatMap { waiting in
        waiting.untilSeconds > now
          ? WalkProgress.Waiting(seconds: waiting.untilSeconds - now, reason: waiting.reason) : nil
      }
      return true
    }
    guard isDue else { return }
    send(WalkReporter.report(progress, seconds: now - began))
  }

  func end(_ message: String) {
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

  // MARK: Words

  /// The report of a walk that has taken so many seconds.
  static func report(_ progress: WalkProgress, seconds: Double) -> JSONValue {
    var value: JSONObject = ["kind": "report"]
    if let total = progress.objectCount, total > 0 {
      let share = Double(progress.position) / Double(total)
      value["percentage"] = .integer(Int(min(1, max(0, share)) * 100))
    }
    value["message"] = .string(message(progress, seconds))
    return .object(value)
  }

  private static func message(_ progress: WalkProgress, _ seconds: Double) -> String {
    var message = "page \(progress.pages), \(progress.items)"
    if let total = progress.objectCount { message += " of \(total)" }
    message += " items"
    if let waiting = progress.waiting {
      return message + ", waiting \(whole(waiting.seconds.rounded(.up))) s: \(waiting.reason)"
    }
    let rate = Double(progress.items) / max(seconds, 0.000_001)
    message += ", \(Int(rate)) a second"
    if let total = progress.objectCount, rate >= 0.1 {
      message += ", \(whole(Double(max(0, total - progress.position)) / rate + 0.5)) s to go"
    }
    return message
  }

  private static func whole(_ seconds: Double) -> Int { Int(min(seconds, secondsMax)) }
}
