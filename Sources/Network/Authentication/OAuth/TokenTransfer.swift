import HTTP
import Secrets
import Synchronization
import System

/// A request on its way that needs an access token: waits for the token, sends the request, and
/// after a 401 sends it again with another token.
final class TokenTransfer: HTTPTransfer {
  private struct State {
    /// The completion, taken by the code that completes the transfer.
    var completion: HTTPCompletion?
    /// The number under which it waits for a token.
    var waiter: Int?
    var isWaitingForToken = false
    /// The request that is on its way.
    var running: (any HTTPTransfer)?
    /// Counts the steps begun, so that a late transfer is not taken for the current one.
    var step = 0
    /// The number of the token that the API has refused.
    var refused: Int?
  }

  private let request: HTTPRequest
  private let account: AccessTokens.Account
  private let tokens: AccessTokens
  private let next: any HTTPClient
  private let state: Mutex<State>

  init(
    _ request: HTTPRequest, account: AccessTokens.Account, tokens: AccessTokens,
    next: any HTTPClient, completion: @escaping HTTPCompletion
  ) {
    self.request = request
    self.account = account
    self.tokens = tokens
    self.next = next
    state = Mutex(State(completion: completion))
  }

  var wait: HTTPWait? {
    state.withLock { $0.isWaitingForToken ? .token : $0.running?.wait }
  }

  func start(refused: Int? = nil) {
    state.withLock { state in
      state.isWaitingForToken = true
      state.refused = refused
      state.step += 1
    }
    let lookup = tokens.token(
      for: account, refused: refused, settings: request.settings, through: next
    ) { [self] result in take(result) }
    switch lookup {
    case .ready(.success(let token)): take(.success(token))
    case .ready(.failure(let error)):
      // A completion is never called inside `send`.
      _ = tokens.scheduler.schedule(afterSeconds: 0) { [self] in take(.failure(error)) }
    case .waits(let waiter):
      let isCancelled = state.withLock { state in
        state.waiter = waiter
        return state.completion == nil
      }
      if isCancelled { tokens.withdraw(waiter, from: account) }
    }
  }

  func cancel() {
    let (completion, waiter, running) = state.withLock { state in
      defer {
        state.waiter = nil
        state.isWaitingForToken = false
      }
      return (state.completion.take(), state.waiter, state.running)
    }
    if let waiter { tokens.withdraw(waiter, from: account) }
    running?.cancel()
    completion?(.failure(.cancelled))
  }

  private func take(_ result: Result<AccessToken, HTTPError>) {
    let isWanted = state.withLock { state in
      state.waiter = nil
      state.isWaitingForToken = false
      return state.completion != nil
    }
    guard isWanted else { return }
    switch result {
    case .failure(let error): finish(.failure(error))
    case .success(let token):
      let step = state.withLock { $0.step }
      var authorized = request.authorized("Bearer " + token.grant.secret)
      if let refreshToken = token.grant.refreshToken {
        authorized.redactor = authorized.redactor.remembering([refreshToken])
      }
      let running = next.send(authorized) { [self] result in take(result, token) }
      let isCancelled = state.withLock { state in
        if state.step == step { state.running = running }
        return state.completion == nil
      }
      if isCancelled { running.cancel() }
    }
  }

  private func take(_ result: Result<HTTPResponse, HTTPError>, _ token: AccessToken) {
    guard var response = try? result.get() else { return finish(result) }
    let isFirstRefusal = state.withLock { state in
      state.running = nil
      state.step += 1
      return response.status == 401 && state.refused == nil
    }
    guard !isFirstRefusal else { return start(refused: token.number) }
    response.grant = token.grant
    finish(.success(response))
  }

  private func finish(_ result: Result<HTTPResponse, HTTPError>) {
    state.withLock { $0.completion.take() }?(result)
  }
}
