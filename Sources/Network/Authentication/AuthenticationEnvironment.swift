package import HTTP

/// The world that credentials need: clocks, waits, and the rule by which requests are retried.
package struct AuthenticationEnvironment: Sendable {
  /// What to do about the outcome of a token request.
  package enum Retry: Sendable, Equatable {
    case accept
    case wait(seconds: Double)
  }

  /// Never goes back.
  package let monotonicSeconds: @Sendable () -> Double
  /// Since 1970, as signatures state it.
  package let epochSeconds: @Sendable () -> Double
  /// Runs an action later, once.
  package let schedule: @Sendable (_ afterSeconds: Double, @escaping @Sendable () -> Void) -> Void
  /// Decides after an attempt, counted from 1. `isRead`: sending it twice does no harm.
  package let retry:
    @Sendable (
      _ result: Result<HTTPResponse, HTTPError>, _ attempt: Int, _ isRead: Bool, HTTPSettings
    ) -> Retry

  package init(
    monotonicSeconds: @escaping @Sendable () -> Double,
    epochSeconds: @escaping @Sendable () -> Double,
    schedule: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void,
    retry:
      @escaping @Sendable (Result<HTTPResponse, HTTPError>, Int, Bool, HTTPSettings) -> Retry
  ) {
    self.monotonicSeconds = monotonicSeconds
    self.epochSeconds = epochSeconds
    self.schedule = schedule
    self.retry = retry
  }
}
