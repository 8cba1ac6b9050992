import HTTP
import JSON
import Pagination
import Text

/// Decides when a request is sent again, and after what wait.
///
///     429, Retry-After: 2                    wait 2 s
///     403, X-RateLimit-Remaining: 0, reset   wait until the reset
///     503                                    exponential back-off with full jitter
enum RetryPolicy {
  /// The decision about a response.
  enum Decision: Equatable {
    /// Take it as it is.
    case accept
    /// `isFromAPI`: the API itself said how long.
    case wait(seconds: Double, reason: String, isFromAPI: Bool)
    /// The API wants a longer wait than is allowed.
    case rateLimited(retryAfterSeconds: Double)
  }

  /// The reason reported to a client for a response that was damaged in transit.
  private static let cutReason = "invalidResponse"

  /// The first back-off, in seconds; each next one may be twice as long.
  static let backOffSeconds = 0.5

  /// `attempt`: the number of the attempt that was just made, from 1. `isRead`: sending it twice
  /// does no harm. `hasLostTurn`: others were served in the wait that the API asked for.
  static func decide(
    _ result: Result<HTTPResponse, HTTPError>, attempt: Int, isRead: Bool,
    hasLostTurn: Bool = false, _ settings: HTTPSettings, _ clock: Requests.ClockReading
  ) -> Decision {
    guard isRead else { return .accept }
    var hint: Double?
    var found: String?
    switch result {
    case .failure(let error): found = reason(error)
    case .success(let response) where response.status.isSuccess:
      guard isTruncated(response) else { return .accept }
      found = cutReason
    case .success(let response):
      guard isTransient(response) else { return .accept }
      found = "status \(response.status)"
      hint = wait(of: response, epochSeconds: clock.epochSeconds)
    }
    if let hint, hint > settings.retryWaitSecondsMax {
      return .rateLimited(retryAfterSeconds: hint)
    }
    guard let reason = found, attempt <= settings.retries || hint != nil && hasLostTurn else {
      return .accept
    }
    return .wait(
      seconds: hint ?? backOff(attempt, settings, clock), reason: reason, isFromAPI: hint != nil)
  }

  /// True when a later response may differ: RFC 9110 and RFC 6585 statuses, and 403 if the rate
  /// limit is used up.
  static func isTransient(_ response: HTTPResponse) -> Bool {
    if response.status == 403 {
      return response.headers["Retry-After"] != nil || isExhausted(response)
    }
    return response.status.isTransient
  }

  /// True when a successful response, once decoded, has only part of a text. If the API says that
  /// it is complete, it was cut before it was sent: that is checked only if the text does not end
  /// the way complete ones do.
  private static func isTruncated(_ response: HTTPResponse) -> Bool {
    if response.isBlank { return response.bodyEnd == .connection && !response.body.isEmpty }
    switch response.form {
    case .faulty(let fault): return fault.isTruncated
    case .table, .xml: return false
    case .json, .lines: break
    }
    if response.bodyEnd != .connection,
      let last = response.body.last(where: { !ASCII.isBlank($0) }),
      last == UInt8(ascii: "}") || last == UInt8(ascii: "]")
    {
      return false
    }
    return JSONDocument.isTruncated(response.body)
  }

  /// True when the headers say that no request is left until the reset.
  static func isExhausted(_ response: HTTPResponse) -> Bool {
    RateLimitHeaders(response.headers).remaining == 0
  }

  /// Returns the seconds that the API asks to wait; nil if it does not say.
  static func wait(of response: HTTPResponse, epochSeconds: Double) -> Double? {
    if let text = response.headers["Retry-After"] {
      if let seconds = RateLimitHeaders.seconds(text) { return seconds }
      if let date = DateReader.epochSeconds(text) { return max(0, date - epochSeconds) }
    }
    let limits = RateLimitHeaders(response.headers)
    // Some refuse with 429 and say when, but not how many requests are left.
    guard limits.remaining == 0 || (limits.remaining == nil && response.status == 429) else {
      return nil
    }
    return limits.resetSeconds(epochSeconds: epochSeconds)
  }

  /// Returns the seconds that requests have to wait after a successful response which says that
  /// none is left until a reset; nil if they need not wait.
  static func waitBeforeNext(
    after response: HTTPResponse, epochSeconds: Double, waitSecondsMax: Double
  ) -> Double? {
    guard response.status.isSuccess else { return nil }
    let limits = RateLimitHeaders(response.headers)
    guard limits.remaining == 0, let seconds = limits.resetSeconds(epochSeconds: epochSeconds),
      seconds > 0, seconds <= waitSecondsMax
    else { return nil }
    return seconds
  }

  /// True when a response says that no request is left, or that the next one has to wait.
  static func leavesNone(_ response: HTTPResponse, epochSeconds: Double) -> Bool {
    let isHinted = isExhausted(response) || response.headers["Retry-After"] != nil
    return isHinted && wait(of: response, epochSeconds: epochSeconds).map { $0 > 0 } ?? true
  }

  /// A wait in whole seconds, as reported to clients.
  static func wholeSeconds(_ seconds: Double) -> Int {
    Int(min(seconds.rounded(.up), Double(wholeSecondsMax)))
  }

  /// The longest wait that is reported to clients: a hundred years.
  private static let wholeSecondsMax = 3_155_760_000

  private static func reason(_ error: HTTPError) -> String? {
    switch error {
    case .networkFailed: "networkFailed"
    case .timedOut: "timedOut"
    case .malformedResponse(_, _, isTransient: true): cutReason
    default: nil
    }
  }

  /// Exponential back-off with full jitter.
  static func backOff(
    _ attempt: Int, _ settings: HTTPSettings, _ clock: Requests.ClockReading
  ) -> Double {
    let doubled = backOffSeconds * Double(1 << min(attempt - 1, 20))
    return min(doubled, settings.retryWaitSecondsMax) * clock.random()
  }
}
