import HTTP
import Secrets
import Text

/// The request that a token endpoint gets (RFC 6749 sections 4.4.2 and 6):
///
///     POST /token
///     Authorization: Basic Y2xpZW50OnNlY3JldA
///     grant_type=client_credentials&scope=read%20write
enum TokenRequest {
  /// The maximum size of a token endpoint's response, in bytes.
  static let responseBytesMax = 1 << 20

  /// Makes the request. `refreshToken`: the one to use up, nil for client credentials. `settings`:
  /// those of the request that needs the token.
  static func make(
    _ grant: OAuthGrant, refreshToken: String?, settings: HTTPSettings
  ) -> HTTPRequest {
    var fields: [(name: String, value: String)] = []
    if let refreshToken {
      fields = [("grant_type", "refresh_token"), ("refresh_token", refreshToken)]
    } else {
      fields = [("grant_type", "client_credentials")]
    }
    if !grant.scopes.isEmpty { fields.append(("scope", grant.scopes.joined(separator: " "))) }
    if let audience = grant.audience { fields.append(("audience", audience)) }
    var headers = HTTPHeaders([
      HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")
    ])
    if let secret = grant.clientSecret, grant.clientAuthentication == .basic {
      headers.add("Authorization", "Basic " + Base64.padded(Array(grant.basicPair(secret).utf8)))
    } else {
      fields.append(("client_id", grant.clientID))
      if let secret = grant.clientSecret { fields.append(("client_secret", secret)) }
    }
    for parameter in grant.parameters {
      fields.removeAll { $0.name == parameter.name }
      fields.append((parameter.name, parameter.value))
    }
    var settings = settings
    settings.unixSocket = nil
    settings.responseBytesMax = responseBytesMax
    let form = fields.map { PercentCoding.encode($0.name) + "=" + PercentCoding.encode($0.value) }
    var request = HTTPRequest(
      method: "POST", url: grant.tokenURL, headers: headers,
      body: Array(form.joined(separator: "&").utf8), settings: settings)
    request.isForToken = true
    request.redactor = Redactor(secrets: grant.secrets + [refreshToken].compactMap(\.self))
    return request
  }
}
