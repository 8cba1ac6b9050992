/// A token that the API takes, and until when.
package struct AccessToken: Sendable, Hashable {
  package let text: String
  /// Counts the tokens of the process: a newer one has a higher number.
  package let number: Int
  /// Monotonic seconds from which on the next request renews it; nil: when the API refuses it.
  let renewAtSeconds: Double?
  /// The refresh token that came with it, to be masked where it is echoed.
  let refreshToken: String?
  /// Whether the refresh token that the caller gave has been replaced in this process only.
  package let replacesRefreshToken: Bool

  /// Seconds before its end at which a token is renewed, unless nine tenths of its life are later.
  static let renewalSeconds = 30.0

  init(
    _ response: TokenResponse, number: Int, requestedAtSeconds: Double, replacesRefreshToken: Bool
  ) {
    text = response.accessToken
    refreshToken = response.refreshToken
    self.number = number
    self.replacesRefreshToken = replacesRefreshToken
    renewAtSeconds = response.lifeSeconds.map { life in
      requestedAtSeconds + max(life - Self.renewalSeconds, life * 0.9)
    }
  }

  func isFresh(atSeconds now: Double) -> Bool {
    renewAtSeconds.map { now < $0 } ?? true
  }
}
