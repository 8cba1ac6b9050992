import Text

/// Names that mark a value as a credential, and names known to be harmless: the one list of both.
package enum CredentialNames {
  /// True when a parameter, member or field of that name (decoded) holds a credential: `token`,
  /// `key`, `jwt`, or an ending like `api_key`, in any case, with or without `-` and `_`.
  package static func isCredential(_ name: String) -> Bool {
    let letters = name.utf8.lazy.reversed().filter {
      $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_")
    }.map(ASCII.lowercased)
    // Most names end in a letter that no credential's does.
    guard let last = letters.first, lastLetters & 1 << UInt64(last & 63) != 0 else { return false }
    let reversed = Array(letters)
    return names.contains(reversed) || endings.contains { reversed.starts(with: $0) }
  }

  /// True when the whole value of a header of that name is never shown.
  static func isCredential(header name: String) -> Bool {
    headers.contains(ASCII.lowercased(name))
  }

  /// True when a header of that name may hold a credential: its name has a word like `token`.
  package static func maySuggestCredential(header name: String) -> Bool {
    let name = ASCII.lowercased(name)
    return isCredential(header: name) || isCredential(name)
      || headerWords.contains { name.contains($0) }
  }

  /// True when a header of that name is harmless: anyone might send the same.
  package static func isHarmless(header name: String) -> Bool {
    let name = ASCII.lowercased(name)
    return harmlessHeaders.contains { name.hasPrefix($0) } || name.contains("version")
  }

  /// True when a part of that name in an `Authorization` is a secret: `response` of Digest,
  /// `Credential` of AWS4.
  static func isCredential(authorizationPart name: String) -> Bool {
    authorizationParts.contains(ASCII.lowercased(name)) || isCredential(name)
  }

  /// True when a member of that name in `auth` is a secret.
  package static func isSecret(inAuth name: String) -> Bool { !harmlessInAuth.contains(name) }

  private static let harmlessInAuth: Set<String> = [
    "type", "name", "in", "prefix", "tokenURL", "clientId", "grant", "refreshTokenFile", "scopes",
    "audience", "clientAuthentication", "accessKeyId", "region", "service", "username",
  ]

  private static let names = backwards(["token", "key", "auth", "sig"])
  private static let endings = backwards([
    "accesstoken", "apitoken", "authtoken", "bearertoken", "idtoken", "privatetoken",
    "refreshtoken", "securitytoken", "sessiontoken", "accesskey", "apikey", "authkey",
    "privatekey", "secretkey", "subscriptionkey", "secret", "password", "passphrase", "passwd",
    "pwd", "signature", "sessionid", "clientassertion", "jwt",
  ])

  /// The last letters of these, one bit for each of their lowest six bits.
  private static let lastLetters = (names + endings).reduce(0 as UInt64) {
    $0 | 1 << UInt64($1[0] & 63)
  }

  /// Texts from their last letter to their first.
  private static func backwards(_ texts: [String]) -> [[UInt8]] {
    texts.map { Array($0.utf8.reversed()) }
  }

  private static let headers: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]
  private static let headerWords = [
    "token", "key", "auth", "secret", "password", "signature", "session", "credential", "jwt",
  ]
  /// Beginnings of names.
  private static let harmlessHeaders = [
    "accept", "cache-control", "connection", "content-", "date", "expect", "host", "if-", "origin",
    "pragma", "prefer", "range", "referer", "user-agent", "x-requested-with",
  ]
  private static let authorizationParts: Set<String> = [
    "response", "credential", "nonce", "cnonce", "opaque", "id", "mac",
  ]
}
