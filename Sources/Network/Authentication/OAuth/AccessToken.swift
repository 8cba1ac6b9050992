import HTTP

/// A token that the API takes, and until when.
struct AccessToken: Sendable {
  /// The token, with the refresh token that came with it, to be masked where it is echoed.
  let grant: HTTPGrant
  /// Counts the tokens of the process: a newer one has a higher number.
  let number: Int
  /// Monotonic seconds from which on the next request renews it; nil: when the API refuses it.
  let renewAtSeconds: Double?

  /// Seconds before its end at which a token is renewed, unless nine tenths of its life are later.
  static let renewalSeconds = 30.0

  init(
    _ response: TokenResponse, number: Int, requestedAtSeconds: Double, replacesRefreshToken: Bool
  ) {
    grant = HTTPGrant(
      secret: response.accessToken, refreshToken: response.refreshToken,
      replacesRefreshToken: replacesRefreshToken)
    self.number = number
    renewAtSeconds = response.lifeSeconds.map { life in
      requestedAtSeconds + max(life - Self.renewalSeconds, life * 0.9)
    }
  }

  func isFresh(atSeconds now: Double) -> Bool {
    renewAtSeconds.map { now < $0 } ?? true
  }
}
