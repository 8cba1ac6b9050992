package import HTTP
import System

/// The link of the chain of clients that puts a request's credentials into it: a header, a cookie,
/// a query parameter or a signature. A request without credentials passes through untouched.
///
/// With `oauth2` it obtains the access token first, and a 401 renews the token and sends the
/// request again, once.
package struct Authenticator: HTTPClient {
  private let next: any HTTPClient
  private let tokens: AccessTokens
  private let sender: String

  /// Makes the link. `tokens` are shared by all that may share tokens; `sender` says who sends the
  /// requests, as tokens are shared by those only that are sent alike.
  package init(_ next: any HTTPClient, tokens: AccessTokens, sender: String = "server") {
    self.next = next
    self.tokens = tokens
    self.sender = sender
  }

  package func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion)
    -> any HTTPTransfer
  {
    switch request.credentials {
    case nil: return next.send(request, completion: completion)
    case .oauth2(let grant):
      let account = AccessTokens.Account(
        grant: grant, proxy: request.settings.proxy, caFile: request.settings.caFile?.path,
        sender: sender)
      let transfer = TokenTransfer(
        request, account: account, tokens: tokens, next: next, completion: completion)
      transfer.start()
      return transfer
    case .awsSigV4(let keys):
      guard let signer = AWSSigner(keys, host: request.url.host) else {
        let transfer = PendingTransfer(completion)
        let detail =
          "the host \(request.url.host) does not show the AWS region and service: "
          + "set auth.region and auth.service"
        _ = tokens.scheduler.schedule(afterSeconds: 0) {
          transfer.finish(.failure(.invalidRequest(detail: detail)))
        }
        return transfer
      }
      return next.send(
        signer.sign(request, epochSeconds: tokens.scheduler.epochSeconds), completion: completion)
    case .bearer, .basic, .apiKey:
      return next.send(request.authenticated(), completion: completion)
    }
  }
}
