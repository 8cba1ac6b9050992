package import HTTP

/// The world that credentials need: clocks, waits, and the rule by which requests are retried.
package struct AuthenticationEnvironment: Sendable {
  /// Never goes back.
  package let monotonicSeconds: @Sendable () -> Double
  /// Since 1970, as signatures state it.
  package let epochSeconds: @Sendable () -> Double
  /// Runs an action later, once.
  package let schedule: @Sendable (_ afterSeconds: Double, @escaping @Sendable () -> Void) -> Void
  /// Seconds to wait before a token request is sent again, after an attempt, counted from 1; nil:
  /// its outcome is accepted. `isRead`: sending it twice does no harm.
  package let retry:
    @Sendable (
      _ result: Result<HTTPResponse, HTTPError>, _ attempt: Int, _ isRead: Bool, HTTPSettings
    ) -> Double?

  package init(
    monotonicSeconds: @escaping @Sendable () -> Double,
    epochSeconds: @escaping @Sendable () -> Double,
    schedule: @escaping @Sendable (Double, @escaping @Sendable () -> Void) -> Void,
    retry:
      @escaping @Sendable (Result<HTTPResponse, HTTPError>, Int, Bool, HTTPSettings) -> Double?
  ) {
    self.monotonicSeconds = monotonicSeconds
    self.epochSeconds = epochSeconds
    self.schedule = schedule
    self.retry = retry
  }
}
