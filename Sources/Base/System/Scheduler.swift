/// Clocks, and actions at a later time.
package protocol Scheduler: Sendable {
  /// Seconds of a clock that never goes back.
  var monotonicSeconds: Double { get }
  /// Seconds since 1970-01-01 00:00:00 UTC.
  var epochSeconds: Double { get }
  /// True when actions wait for their time; false if responses come from a recording, since then
  /// there is nothing to wait for.
  var waits: Bool { get }
  /// Runs an action once, on any thread, never inside this call.
  func schedule(afterSeconds: Double, _ action: @escaping @Sendable () -> Void) -> any Scheduled
}

extension Scheduler {
  /// As it is with a network.
  package var waits: Bool { true }
}

/// An action that waits for its time.
package protocol Scheduled: Sendable {
  /// Keeps the action from running, unless it has begun.
  func cancel()
}
