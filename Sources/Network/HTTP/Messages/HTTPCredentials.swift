import Secrets
import Text

/// The credentials that prove to an API who sends a request. A value that a request carries along;
/// the target Authentication applies it on the way to the network.
package indirect enum HTTPCredentials: Sendable, Hashable {
  /// `Authorization: Bearer TOKEN` (RFC 6750).
  case bearer(token: String)
  /// `Authorization: Basic BASE64` (RFC 7617); the username has no colon.
  case basic(username: String, password: String)
  case apiKey(APIKey)
  case oauth2(OAuthGrant)
  case awsSigV4(AWSKeys)

  /// The type's name as `auth.type` spells it.
  package var typeName: String {
    switch self {
    case .bearer: "bearer"
    case .basic: "basic"
    case .apiKey: "apiKey"
    case .oauth2: "oauth2"
    case .awsSigV4: "awsSigV4"
    }
  }

  /// The identity in the credentials: texts that are equal for equal callers. They include secrets.
  package var caller: [String] {
    let name: String? =
      switch self {
      case .bearer: nil
      case .basic(let username, _): username
      case .apiKey(let key): key.name
      case .oauth2(let grant): grant.tokenURL.text + " " + grant.clientID
      case .awsSigV4(let keys): keys.accessKeyID
      }
    return [typeName] + [name].compactMap(\.self) + secrets
  }

  /// Every text that must never be shown.
  package var secrets: [String] {
    switch self {
    case .bearer(let token): [token] + Redactor.secrets(inScheme: token)
    case .basic(let username, let password):
      ["\(username):\(password)", password.isEmpty ? username : password]
    case .apiKey(let key): [key.value] + key.parts
    case .oauth2(let grant): grant.secrets
    case .awsSigV4(let keys): [keys.secretAccessKey] + [keys.sessionToken].compactMap(\.self)
    }
  }
}

/// A key in a header, a query parameter or a cookie.
package struct APIKey: Sendable, Hashable {
  /// The place of the key in the request.
  package enum Place: String, Sendable, CaseIterable {
    case header, query, cookie
  }

  package let name: String
  package let value: String
  package let place: Place
  /// Precedes the value, without a space; "" for none.
  package let prefix: String

  /// The secrets that the value is made of: of `ApiKey user:S` also `S`.
  var parts: [String] {
    guard let space = prefix.lastIndex(of: " ") else {
      let parts = Redactor.secrets(inCredential: prefix + value)
      return parts.filter { $0 != value && !$0.isEmpty }
    }
    let rest = prefix[prefix.index(after: space)...] + value
    return Redactor.secrets(inScheme: String(rest)).filter { $0 != value && !$0.isEmpty }
  }

  package init(name: String, value: String, place: Place = .header, prefix: String = "") {
    self.name = name
    self.value = value
    self.place = place
    self.prefix = prefix
  }
}

/// The way to obtain an access token (RFC 6749 sections 4.4 and 6).
package struct OAuthGrant: Sendable, Hashable {
  /// The kind of grant that the token endpoint is given.
  package enum Kind: Sendable, Hashable {
    case clientCredentials
    case refreshToken(RefreshToken)
  }

  /// The source of the refresh token.
  package enum RefreshToken: Sendable, Hashable {
    case value(String)
    /// Path of a file that holds the token and nothing else; a new token is written back to it.
    case file(path: String)
  }

  /// The way in which the client proves its identity (RFC 6749 section 2.3.1).
  package enum ClientAuthentication: String, Sendable, CaseIterable {
    case basic, body
  }

  package let tokenURL: HTTPURL
  package let clientID: String
  /// The client's secret, which may be empty; nil for a public client.
  package var clientSecret: String?
  package let kind: Kind
  package var scopes: [String] = []
  package var audience: String?
  /// Form fields that the caller adds to every token request.
  package var parameters: [HTTPField] = []
  package var clientAuthentication = ClientAuthentication.basic

  package init(tokenURL: HTTPURL, clientID: String, kind: Kind) {
    self.tokenURL = tokenURL
    self.clientID = clientID
    self.kind = kind
  }

  /// Client id and secret, each encoded as in a form and joined by a colon (RFC 6749
  /// section 2.3.1).
  package func basicPair(_ secret: String) -> String {
    PercentCoding.encode(clientID) + ":" + PercentCoding.encode(secret)
  }

  /// Every text of the grant that must never be shown.
  package var secrets: [String] {
    var secrets: [String] = []
    if let clientSecret {
      secrets += [clientSecret, basicPair(clientSecret)]
    }
    if case .refreshToken(.value(let token)) = kind { secrets.append(token) }
    for parameter in parameters
    where parameter.name == "assertion" || CredentialNames.isCredential(parameter.name) {
      secrets.append(parameter.value)
    }
    return secrets
  }
}

/// The keys of an AWS account or of a role's session.
package struct AWSKeys: Sendable, Hashable {
  package let accessKeyID: String
  package let secretAccessKey: String
  package let sessionToken: String?
  /// The region; nil derives it from the request's host.
  package let region: String?
  /// The service; nil derives it from the request's host.
  package let service: String?

  package init(
    accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil,
    region: String? = nil, service: String? = nil
  ) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
    self.region = region
    self.service = service
  }
}
