import Synchronization

/// The tokens that `/token` has issued; the oldest make room for new ones.
final class IssuedTokens: Sendable {
  private struct State {
    var lastNumber = 0
    /// The time at which each access token expires; nil means never.
    var ends: [String: Int?] = [:]
    /// Refresh tokens that were replaced.
    var used: Set<String> = []
    var order: [String] = []
  }

  private let state = Mutex(State())

  /// A new access token that lives this many seconds; nil: for ever.
  func issue(lifeSeconds: Int?, nowSeconds: Int) -> String {
    state.withLock { state in
      state.lastNumber += 1
      let token = "sample-access-\(state.lastNumber)"
      state.ends[token] = .some(lifeSeconds.map { nowSeconds + $0 })
      state.order.append(token)
      if state.order.count > SampleLimits.tokensMax {
        state.ends[state.order.removeFirst()] = nil
      }
      return token
    }
  }

  func isAlive(_ token: String, nowSeconds: Int) -> Bool {
    state.withLock { state in
      guard let end = state.ends[token] else { return false }
      return end.map { nowSeconds < $0 } ?? true
    }
  }

  /// Uses a refresh token up and gives the next one; nil where it was used before.
  func rotate(_ refreshToken: String) -> String? {
    state.withLock { state in
      guard !state.used.contains(refreshToken) else { return nil }
      if state.used.count < SampleLimits.tokensMax { state.used.insert(refreshToken) }
      state.lastNumber += 1
      return "sample-refresh-\(state.lastNumber)"
    }
  }
}
