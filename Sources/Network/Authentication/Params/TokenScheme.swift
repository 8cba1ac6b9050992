import HTTP
package import JSON
import Text

/// The scheme by which an API takes the one secret that most APIs want; `authentication` of a
/// profile.
///
///     {"type": "apiKey", "name": "PRIVATE-TOKEN"}    header `PRIVATE-TOKEN: TOKEN`
///     {"type": "basic", "pair": "{token}:"}          the token as the user, no password
package enum TokenScheme: Sendable, Hashable {
  case bearer
  case apiKey(APIKeyPlace)
  case basic(PairScheme)
  /// The API wants signed requests: one token is not enough.
  case awsSigV4

  /// The pair of user and password, with the token in the place of `{token}`.
  package struct PairScheme: Sendable, Hashable {
    let pair: String
    /// The form of a token that is itself a pair: `mail:token`.
    let format: String?
  }

  private enum Kind: String, CaseIterable {
    case bearer, apiKey, basic, awsSigV4
  }

  /// Reads the `authentication` of a profile; unknown fields are refused.
  package init(_ value: JSONValue, path: String) throws(JSONFieldError) {
    var fields = try JSONFields(value, path: path)
    fields.allow("documentation")
    switch try fields.choice("type", of: Kind.self).orThrow(fields.missing("type")) {
    case .bearer: self = .bearer
    case .awsSigV4: self = .awsSigV4
    case .apiKey: self = .apiKey(try APIKeyPlace(&fields))
    case .basic:
      let pair = try CredentialFields.required("pair", in: &fields)
      let format = try CredentialFields.text("format", in: &fields)
      guard pair.contains("{token}"), pair == "{token}" || pair.contains(":") else {
        throw fields.error("pair", expected: "user and password with a colon between, and {token}")
      }
      self = .basic(PairScheme(pair: pair, format: format))
    }
    try fields.finish()
  }

  /// The credentials that a token makes; throws at `path` where the token does not fit.
  func credentials(_ token: String, path: String) throws(JSONFieldError) -> HTTPCredentials {
    switch self {
    case .bearer: return .bearer(token: token)
    case .apiKey(let place):
      guard place.takes(token) else {
        throw JSONFieldError(path, expected: "a token without \";\"")
      }
      return .apiKey(place.key(value: token))
    case .basic(let scheme):
      let pair = scheme.pair.replacing("{token}", with: token)
      guard let colon = pair.firstIndex(of: ":") else {
        let format = scheme.format ?? "user:secret"
        throw JSONFieldError(path, expected: "two parts with a colon between, as in \(format)")
      }
      return .basic(
        username: String(pair[..<colon]), password: String(pair[pair.index(after: colon)...]))
    case .awsSigV4:
      throw JSONFieldError(
        path, expected: "no token, as this API wants signed requests: use auth with awsSigV4")
    }
  }
}
