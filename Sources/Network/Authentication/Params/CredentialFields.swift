package import HTTP
package import JSON
import Text

/// Reads the params `auth` and `token`.
///
///     {"auth": {"type": "apiKey", "name": "X-Key", "value": "S"}}    header `X-Key: S`
///     {"profile": "gitlab", "token": "glpat-S"}                      as the profile says
package enum CredentialFields {
  /// Bytes of a secret or a name.
  package static let textBytesMax = 65_536
  /// Fields that a token request may be given besides its own.
  package static let parametersMax = 100

  /// The credentials that the params of `open` give; nil for none. `scheme`: how the profile's API
  /// takes a token, nil for a bearer token.
  package static func read(
    _ fields: inout JSONFields, scheme: TokenScheme?
  ) throws(JSONFieldError) -> HTTPCredentials? {
    let token = try text("token", in: &fields)
    guard let value = fields.value("auth") else {
      guard let token else { return nil }
      return try (scheme ?? .bearer).credentials(token, path: fields.path(of: "token"))
    }
    guard token == nil else {
      throw fields.error("token", expected: "nothing, as auth is given: use one of the two")
    }
    var members = try JSONFields(value, path: fields.path(of: "auth"))
    let credentials = try read(&members)
    try members.finish()
    return credentials
  }

  private enum Kind: String, CaseIterable {
    case bearer, basic, apiKey, oauth2, awsSigV4
  }

  private static func read(_ fields: inout JSONFields) throws(JSONFieldError) -> HTTPCredentials {
    switch try fields.choice("type", of: Kind.self).orThrow(fields.missing("type")) {
    case .bearer: return .bearer(token: try required("token", in: &fields))
    case .basic:
      let username = try text("username", in: &fields, mayBeEmpty: true)
        .orThrow(fields.missing("username"))
      guard !username.contains(":") else {
        throw fields.error("username", expected: "a name without a colon")
      }
      return .basic(
        username: username, password: try text("password", in: &fields, mayBeEmpty: true) ?? "")
    case .apiKey:
      let place = try APIKeyPlace(&fields)
      let value = try required("value", in: &fields)
      guard place.takes(value) else {
        throw fields.error("value", expected: "the value of a cookie, without \";\"")
      }
      return .apiKey(place.key(value: value))
    case .oauth2: return .oauth2(try OAuthFields.read(&fields))
    case .awsSigV4:
      return .awsSigV4(
        AWSKeys(
          accessKeyID: try required("accessKeyId", in: &fields),
          secretAccessKey: try required("secretAccessKey", in: &fields),
          sessionToken: try text("sessionToken", in: &fields),
          region: try text("region", in: &fields), service: try text("service", in: &fields)))
    }
  }

  static func required(
    _ name: String, in fields: inout JSONFields
  ) throws(JSONFieldError) -> String {
    try text(name, in: &fields).orThrow(fields.missing(name))
  }

  /// A secret or a name: bounded, and without control characters, which would break a request.
  static func text(
    _ name: String, in fields: inout JSONFields, mayBeEmpty: Bool = false
  ) throws(JSONFieldError) -> String? {
    guard let text = try fields.string(name) else { return nil }
    guard (mayBeEmpty ? 0 : 1)...textBytesMax ~= text.utf8.count,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      throw fields.error(
        name,
        expected: "\(mayBeEmpty ? "0" : "1") to \(textBytesMax) bytes without control characters")
    }
    return text
  }
}

/// The place where an API takes a key, before the key is known.
package struct APIKeyPlace: Sendable, Hashable {
  let name: String
  let place: APIKey.Place
  let prefix: String

  /// Header names that the connection itself needs.
  private static let connectionHeaders: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection",
  ]

  init(_ fields: inout JSONFields) throws(JSONFieldError) {
    name = try CredentialFields.required("name", in: &fields)
    place = try fields.choice("in", of: APIKey.Place.self) ?? .header
    prefix = try CredentialFields.text("prefix", in: &fields, mayBeEmpty: true) ?? ""
    if place == .header, !name.isToken || Self.connectionHeaders.contains(name.lowercased()) {
      throw fields.error(
        "name", expected: "the name of a header that the connection does not need itself")
    }
    if place == .cookie, !name.isToken || prefix.contains(";") {
      throw fields.error("name", expected: "the name of a cookie, and a prefix without \";\"")
    }
  }

  /// True when the place can hold the value.
  func takes(_ value: String) -> Bool { place != .cookie || !value.contains(";") }

  /// The key at this place.
  func key(value: String) -> APIKey {
    APIKey(name: name, value: value, place: place, prefix: prefix)
  }
}
