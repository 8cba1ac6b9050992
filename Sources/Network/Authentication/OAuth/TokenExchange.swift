import HTTP
import Secrets
import System
import Text

/// One exchange of a grant for an access token: locks the file of the refresh token where there is
/// one, sends the request, retries, reads the response, writes a new refresh token back.
struct TokenExchange: Sendable {
  /// The tokens that the endpoint granted.
  struct Grant {
    let response: TokenResponse
    /// A new refresh token known to this process only; nil if the old one remains valid or a file
    /// stores the new one.
    let replacement: String?
  }

  typealias Completion = @Sendable (Result<Grant, HTTPError>) -> Void

  let grant: OAuthGrant
  /// The refresh token that replaced the one the caller gave; nil if none did.
  let replacement: String?
  let settings: HTTPSettings
  let client: any HTTPClient
  let scheduler: any Scheduler
  let retries: TokenRetries

  /// Seconds between two attempts to lock a file that another process holds.
  private static let lockPollSeconds = 0.05

  /// Starts it; the completion is called exactly once, perhaps inside this call.
  func start(_ completion: @escaping Completion) {
    switch grant.kind {
    case .clientCredentials: send(refreshToken: nil, file: nil, attempt: 1, completion)
    case .refreshToken(.value(let token)):
      send(refreshToken: replacement ?? token, file: nil, attempt: 1, completion)
    case .refreshToken(.file(let path)):
      let seconds = Double(settings.timeoutMilliseconds) / 1_000
      lock(path, until: scheduler.monotonicSeconds + seconds, completion)
    }
  }

  /// Waits for the file without holding a thread, and uses the token that it holds then.
  private func lock(_ path: String, until deadline: Double, _ completion: @escaping Completion) {
    do throws(RefreshTokenFile.Failure) {
      guard let file = try RefreshTokenFile.lock(path) else {
        guard scheduler.monotonicSeconds < deadline else {
          throw RefreshTokenFile.Failure(
            sentence: "another process has held the lock of \(path) for too long")
        }
        _ = scheduler.schedule(afterSeconds: Self.lockPollSeconds) {
          lock(path, until: deadline, completion)
        }
        return
      }
      send(refreshToken: try file.read(), file: file, attempt: 1, completion)
    } catch {
      completion(.failure(failure(error, redactor: Redactor(secrets: grant.secrets))))
    }
  }

  private func send(
    refreshToken: String?, file: RefreshTokenFile?, attempt: Int,
    _ completion: @escaping Completion
  ) {
    var request = TokenRequest.make(grant, refreshToken: refreshToken, settings: settings)
    request.attempt = attempt
    _ = client.send(request) { result in
      // A refresh token may be used up by a request whose response is lost, or cut.
      let isRefusal = (try? result.get()).map { !$0.status.isSuccess } ?? false
      let mayRepeat = isRefusal || refreshToken == nil
      if let seconds = retries(result, attempt, mayRepeat, settings) {
        _ = scheduler.schedule(afterSeconds: seconds) {
          send(refreshToken: refreshToken, file: file, attempt: attempt + 1, completion)
        }
        return
      }
      completion(
        Result { () throws(HTTPError) in
          try take(result, refreshToken: refreshToken, file: file)
        })
    }
  }

  private func take(
    _ result: Result<HTTPResponse, HTTPError>, refreshToken: String?, file: RefreshTokenFile?
  ) throws(HTTPError) -> Grant {
    let redactor = Redactor(secrets: grant.secrets + [refreshToken].compactMap(\.self))
    let url = redactor.mask(url: grant.tokenURL.text)
    let response: TokenResponse
    switch result {
    case .success(let received):
      if received.bodyEnd == .broken(.tooLarge) {
        throw tooLarge(status: received.status.code, url: url)
      }
      response = try TokenResponse(received, url: url, redactor: redactor)
    case .failure(.responseTooLarge): throw tooLarge(status: nil, url: url)
    case .failure(let error): throw .tokenEndpointFailed(url: url, error)
    }
    let new = response.refreshToken == refreshToken ? nil : response.refreshToken
    guard let new, let file else { return Grant(response: response, replacement: new) }
    try mapError({ failure($0, redactor: redactor) }, file.write(new))
    return Grant(response: response, replacement: nil)
  }

  private func tooLarge(status: Int?, url: String) -> HTTPError {
    .authFailed(
      AuthFailure(
        url: url, status: status, error: nil,
        errorDescription: "the response has more than \(TokenRequest.responseBytesMax) bytes"))
  }

  private func failure(_ error: RefreshTokenFile.Failure, redactor: Redactor) -> HTTPError {
    .authFailed(
      AuthFailure(
        url: redactor.mask(url: grant.tokenURL.text), status: nil, error: nil,
        errorDescription: redactor.mask(text: error.sentence)))
  }
}
