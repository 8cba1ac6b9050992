package import HTTP
import Synchronization
package import System

/// The seconds to wait before a token request is sent again, after the attempt of this number, from 1;
/// nil: its outcome is accepted. `isRead`: sending it twice does no harm.
package typealias TokenRetries =
  @Sendable (
    _ result: Result<HTTPResponse, HTTPError>, _ attempt: Int, _ isRead: Bool, _: HTTPSettings
  ) -> Double?

/// The access tokens of the process: equal grants share one token, and one request for it however
/// many requests wait.
package final class AccessTokens: Sendable {
  /// The key under which a token is shared: the same grant, obtained the same way.
  struct Account: Hashable {
    let grant: OAuthGrant
    let proxy: String?
    let caFile: String?
    /// The sender of the requests; tokens of different senders are never shared.
    let sender: String
  }

  typealias Completion = @Sendable (Result<AccessToken, HTTPError>) -> Void

  /// The state of one account.
  private struct Entry {
    var token: AccessToken?
    /// Replaces the caller's, once the endpoint has given a new one.
    var refreshToken: String?
    /// A refusal that no retry would change, and until when it is remembered.
    var refusal: (error: HTTPError, until: Double)?
    var waiters: [Int: Completion] = [:]
    var isRequesting = false
    var usedAt = 0.0
  }

  private struct State {
    var entries: [Account: Entry] = [:]
    var lastNumber = 0

    /// Keeps the number of tokens bounded; an account that someone waits for stays.
    mutating func forgetOldest() {
      guard entries.count > AccessTokens.tokensMax else { return }
      let idle = entries.filter { !$0.value.isRequesting }
      if let oldest = idle.min(by: { $0.value.usedAt < $1.value.usedAt })?.key {
        entries[oldest] = nil
      }
    }
  }

  /// Tokens that are kept; the one used longest ago goes first.
  package static let tokensMax = 10_000
  /// Seconds for which a refusal is remembered, so that many loads with a wrong secret ask once
  /// and do not lock an account.
  package static let refusalSeconds = 10.0

  let scheduler: any Scheduler
  private let retries: TokenRetries
  private let state = Mutex(State())

  package init(_ scheduler: any Scheduler, retries: @escaping TokenRetries) {
    self.scheduler = scheduler
    self.retries = retries
  }

  /// The result if it is available at once, or the number under which the completion waits.
  enum Lookup {
    case ready(Result<AccessToken, HTTPError>)
    case waits(Int)
  }

  /// Gives the account's token. `refused`: the number of a token that the API has just refused.
  /// A completion that waits is called exactly once, unless it is withdrawn.
  func token(
    for account: Account, refused: Int? = nil, settings: HTTPSettings,
    through client: any HTTPClient,
    completion: @escaping Completion
  ) -> Lookup {
    let now = scheduler.monotonicSeconds
    let (lookup, exchange) = state.withLock { state -> (Lookup, TokenExchange?) in
      var entry = state.entries[account] ?? Entry()
      defer { state.entries[account] = entry }
      entry.usedAt = now
      if let token = entry.token, token.number != refused, token.isFresh(atSeconds: now) {
        return (.ready(.success(token)), nil)
      }
      if let refusal = entry.refusal, now < refusal.until {
        return (.ready(.failure(refusal.error)), nil)
      }
      state.lastNumber += 1
      entry.waiters[state.lastNumber] = completion
      guard !entry.isRequesting else { return (.waits(state.lastNumber), nil) }
      entry.isRequesting = true
      let exchange = TokenExchange(
        grant: account.grant, replacement: entry.refreshToken, settings: settings, client: client,
        scheduler: scheduler, retries: retries)
      return (.waits(state.lastNumber), exchange)
    }
    exchange?.start { [weak self] result in self?.finish(account, result, requestedAt: now) }
    return lookup
  }

  /// Forgets a completion; the token request continues for others, and its token is kept.
  func withdraw(_ waiter: Int, from account: Account) {
    state.withLock { state in state.entries[account]?.waiters[waiter] = nil }
  }

  private func finish(
    _ account: Account, _ result: Result<TokenExchange.Grant, HTTPError>, requestedAt: Double
  ) {
    let now = scheduler.monotonicSeconds
    let (outcome, waiters) = state.withLock {
      state -> (Result<AccessToken, HTTPError>, [Completion]) in
      var entry = state.entries[account] ?? Entry()
      let waiters = entry.waiters.sorted { $0.key < $1.key }.map(\.value)
      entry.waiters = [:]
      entry.isRequesting = false
      let outcome = result.map { grant in
        entry.refreshToken = grant.replacement ?? entry.refreshToken
        state.lastNumber += 1
        return AccessToken(
          grant.response, number: state.lastNumber, requestedAtSeconds: requestedAt,
          replacesRefreshToken: entry.refreshToken != nil)
      }
      entry.token = try? outcome.get()
      entry.refusal = nil
      if case .failure(let error) = outcome, error.isLastingRefusal {
        entry.refusal = (error, now + Self.refusalSeconds)
      }
      state.entries[account] = entry
      state.forgetOldest()
      return (outcome, waiters)
    }
    for waiter in waiters { waiter(outcome) }
  }
}

extension HTTPError {
  /// True when another request to the token endpoint would be rejected the same way.
  fileprivate var isLastingRefusal: Bool {
    if case .authFailed(let failure) = self, let status = failure.status {
      return !HTTPStatus(status).isTransient
    }
    return false
  }
}
