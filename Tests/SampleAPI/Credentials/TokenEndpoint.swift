internal import JSON
import Text

/// `POST /token`: an OAuth token endpoint (RFC 6749 sections 4.4, 5 and 6) for the tokens that
/// `auth=oauth` wants.
///
/// | parameter | |
/// | --- | --- |
/// | client=ID:SECRET | who may ask, `app:secret` by default; `ID:` is a public client |
/// | lifetime=SECONDS | of the tokens, 3600 by default; `none`: not said, and endless |
/// | rotate=1 | each refresh token works once, and another one comes with the access token |
/// | error=NAME | status 400 with that error |
/// | status=STATUS[xCOUNT] | that status, for the first COUNT requests of the session |
/// | type=NAME | `token_type`, Bearer by default |
/// | html=1 | a page for people, as a login form behind a proxy |
package struct TokenEndpoint {
  package static let path = "/token"
  package static let text =
    "?client=ID:SECRET&lifetime=&rotate=&error=&status=&type=&html=: OAuth access tokens"

  let request: SampleRequest
  let query: Query
  let tokens: IssuedTokens
  /// The number of this request in its session, from 1.
  let number: Int
  let nowSeconds: Int

  func respond() throws(Refusal) -> Response {
    guard request.isMethod("POST") else { throw .methodNotAllowed(allowed: "POST") }
    if let status = try failingStatus() {
      return .error(status: status, message: "The token endpoint fails, as it was told to.")
    }
    if query.value("html") == "1" {
      return .page("<html><body>Please log in.</body></html>")
    }
    if let error = query.value("error"), !error.isEmpty { return failure(400, error) }
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
      guard let given = field("refresh_token"), !given.isEmpty else {
        return failure(400, "invalid_request")
      }
      if query.value("rotate") == "1" {
        guard let next = tokens.rotate(given) else { return failure(400, "invalid_grant") }
        refreshToken = next
      }
    default: return failure(400, "unsupported_grant_type")
    }
    return try granted(refreshToken: refreshToken, scope: field("scope"))
  }

  private func granted(refreshToken: String?, scope: String?) throws(Refusal) -> Response {
    let life = try lifeSeconds()
    let response = Response.json { writer in
      writer.member("access_token", tokens.issue(lifeSeconds: life, nowSeconds: nowSeconds))
      writer.member("token_type", query.value("type") ?? "Bearer")
      if let life { writer.member("expires_in", life) }
      if let refreshToken { writer.member("refresh_token", refreshToken) }
      if let scope { writer.member("scope", scope) }
    }
    return response.with("Cache-Control", "no-store")
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
      let parts = expected.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let pair = parts.map { PercentCoding.encode(String($0)) }.joined(separator: ":")
      return authorization == "Basic " + Base64.padded(Array(pair.utf8))
    }
    return "\(id ?? ""):\(secret ?? "")" == expected
  }

  private func lifeSeconds() throws(Refusal) -> Int? {
    guard let text = query.value("lifetime"), text != "none" else {
      return query.value("lifetime") == nil ? 3_600 : nil
    }
    guard let seconds = Int(text), (0...SampleLimits.tokenLifeSecondsMax).contains(seconds) else {
      throw .invalidParameter(name: "lifetime", expected: "a number of seconds, or none")
    }
    return seconds
  }

  private func failingStatus() throws(Refusal) -> Int? {
    guard let text = query.value("status"), !text.isEmpty else { return nil }
    let parts = text.split(separator: "x", maxSplits: 1)
    guard let status = parts.first.flatMap({ Int($0) }), (400...599).contains(status),
      let count = parts.count > 1 ? Int(parts[1]) : Int.max
    else { throw .invalidParameter(name: "status", expected: "like 503 or 503x2") }
    return number <= count ? status : nil
  }
}
