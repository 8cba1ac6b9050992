internal import JSON
import Synchronization
import Text

/// `POST /token`: an OAuth token endpoint (RFC 6749 sections 4.4, 5 and 6) for the tokens that
/// `auth=oauth` wants.
///
/// | parameter | |
/// | --- | --- |
/// | client=ID:SECRET | who may ask, `app:secret` by default; `ID:` is a public client |
/// | lifetime=SECONDS | of the tokens, 3600 by default |
/// | rotate=1 | each refresh token works once, and another one comes with the access token |
package struct TokenEndpoint {
  package static let path = "/token"
  package static let text = "?client=ID:SECRET&lifetime=&rotate=: OAuth access tokens"

  let request: SampleRequest
  let query: Query
  let tokens: IssuedTokens
  let nowSeconds: Int

  func respond() throws(Refusal) -> Response {
    let form = QueryString.parse(String(decoding: request.body, as: UTF8.self))
    func field(_ name: String) -> String? {
      form.first { $0.name == name }
        .map { PercentCoding.decode($0.rawValue ?? "", plusIsSpace: true) }
    }
    guard isClient(id: field("client_id"), secret: field("client_secret")) else {
      return failure(401, "invalid_client").with("WWW-Authenticate", "Basic realm=\"sample\"")
    }
    var refreshToken: String?
    switch field("grant_type") {
    case "client_credentials": break
    case "refresh_token":
      if query.value("rotate") == "1" {
        guard let given = field("refresh_token"), let next = tokens.rotate(given) else {
          return failure(400, "invalid_grant")
        }
        refreshToken = next
      }
    default: return failure(400, "unsupported_grant_type")
    }
    let life = try query.number("lifetime", 0...1_000_000) ?? 3_600
    return .json { writer in
      writer.member("access_token", tokens.issue(endSeconds: nowSeconds + life))
      writer.member("token_type", "Bearer")
      writer.member("expires_in", life)
      if let refreshToken { writer.member("refresh_token", refreshToken) }
    }
  }

  private func failure(_ status: Int, _ error: String) -> Response {
    .json(status: status) { writer in
      writer.member("error", error)
      writer.member("error_description", "The sample API refuses: \(error).")
    }
  }

  /// Basic wins over the form, as a client uses one of them.
  private func isClient(id: String?, secret: String?) -> Bool {
    let expected = query.value("client") ?? "app:secret"
    if let authorization = request.header("authorization") {
      return authorization == "Basic " + Base64.padded(Array(expected.utf8))
    }
    return "\(id ?? ""):\(secret ?? "")" == expected
  }
}

/// The tokens that `/token` has issued.
final class IssuedTokens: Sendable {
  private struct State {
    var lastNumber = 0
    /// The time at which each access token expires.
    var ends: [String: Int] = [:]
    /// Refresh tokens that were replaced.
    var used: Set<String> = []
  }

  private let state = Mutex(State())

  /// A new access token.
  func issue(endSeconds: Int) -> String {
    state.withLock { state in
      state.lastNumber += 1
      let token = "sample-access-\(state.lastNumber)"
      state.ends[token] = endSeconds
      return token
    }
  }

  func isAlive(_ token: String, _ nowSeconds: Int) -> Bool {
    state.withLock { nowSeconds < $0.ends[token] ?? 0 }
  }

  /// Uses a refresh token up and gives the next one; nil where it was used before.
  func rotate(_ refreshToken: String) -> String? {
    state.withLock { state in
      guard state.used.insert(refreshToken).inserted else { return nil }
      state.lastNumber += 1
      return "sample-refresh-\(state.lastNumber)"
    }
  }
}
