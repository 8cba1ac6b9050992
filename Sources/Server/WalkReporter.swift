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
  private let lastReport = Mutex(-Double.infinity)

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
    let isDue = lastReport.withLock { last in
      guard now - last >= WalkReporter.intervalSeconds else { return false }
      last = now
      return true
    }
    guard isDue else { return }
    let elapsed = max(now - began, 0.000_001)
    let rate = Double(progress.items) / elapsed
    var message = "page \(progress.pages), \(progress.items)"
    var value: JSONObject = ["kind": "report"]
    if let total = progress.objectCount {
      message += " of \(total) items, \(Int(rate)) a second"
      if total > 0 {
        value["percentage"] = .integer(min(100, progress.position * 100 / total))
      }
      if rate >= 0.1 {
        message += ", \(Int(Double(max(0, total - progress.position)) / rate + 0.5)) s to go"
      }
    } else {
      message += " items, \(Int(rate)) a second"
    }
    value["message"] = .string(message)
    send(.object(value))
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
}
