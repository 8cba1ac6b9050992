package import HTTP

/// The world that credentials need: clocks, waits, and the rule by which requests are retried.
package protocol AuthenticationEnvironment: Sendable {
  /// Never goes back.
  var monotonicSeconds: Double { get }
  /// Since 1970, as signatures state it.
  var epochSeconds: Double { get }
  /// Runs an action later, once.
  func schedule(afterSeconds: Double, _ action: @escaping @Sendable () -> Void)
  /// Seconds to wait before a token request is sent again, after an attempt, counted from 1; nil:
  /// its outcome is accepted. `isRead`: sending it twice does no harm.
  func waitSeconds(
    after result: Result<HTTPResponse, HTTPError>, attempt: Int, isRead: Bool,
    _ settings: HTTPSettings
  ) -> Double?
}
