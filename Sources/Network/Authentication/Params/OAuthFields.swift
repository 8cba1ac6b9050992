import HTTP
import JSON
import System
import Text

/// Reads the fields of `auth` with the type `oauth2`.
enum OAuthFields {
  private enum Grant: String, CaseIterable {
    case clientCredentials = "client_credentials"
    case refreshToken = "refresh_token"
  }

  static func read(_ fields: inout JSONFields) throws(JSONFieldError) -> OAuthGrant {
    let tokenURL = try tokenURL(&fields)
    let clientID = try CredentialFields.required("clientId", in: &fields)
    let secret = try CredentialFields.text("clientSecret", in: &fields, mayBeEmpty: true)
    let grant = try fields.choice("grant", of: Grant.self) ?? .clientCredentials
    if grant == .clientCredentials, secret == nil { throw fields.missing("clientSecret") }
    var oauth = OAuthGrant(tokenURL: tokenURL, clientID: clientID, kind: try kind(grant, &fields))
    oauth.clientSecret = secret
    oauth.scopes = try scopes(&fields)
    oauth.audience = try CredentialFields.text("audience", in: &fields)
    oauth.parameters = try parameters(&fields)
    oauth.clientAuthentication =
      try fields.choice("clientAuthentication", of: OAuthGrant.ClientAuthentication.self) ?? .basic
    return oauth
  }

  /// An https URL, or an http URL of this machine: a secret never travels in the open.
  private static func tokenURL(_ fields: inout JSONFields) throws(JSONFieldError) -> HTTPURL {
    let text = try CredentialFields.required("tokenURL", in: &fields)
    guard let url = try? HTTPURL.parse(text), url.user == nil, url.password == nil,
      !text.contains("#"), !text.contains("@") || url.withUserinfo(of: nil).text == url.text,
      url.scheme == "https" || LoopbackAddress(url.host) != nil
    else {
      throw fields.error(
        "tokenURL",
        expected: "an https URL, or an http URL of a loopback address, without user and fragment")
    }
    return url
  }

  private static func kind(
    _ grant: Grant, _ fields: inout JSONFields
  ) throws(JSONFieldError) -> OAuthGrant.Kind {
    let token = try CredentialFields.text("refreshToken", in: &fields)
    let file = try CredentialFields.text("refreshTokenFile", in: &fields)
    guard grant == .refreshToken else {
      for (name, value) in [("refreshToken", token), ("refreshTokenFile", file)]
      where value != nil {
        throw fields.error(name, expected: "nothing unless grant is \"refresh_token\"")
      }
      return .clientCredentials
    }
    switch (token, file) {
    case (let token?, nil): return .refreshToken(.value(token))
    case (nil, let path?): return .refreshToken(.file(path: path))
    case (nil, nil): throw fields.missing("refreshToken")
    case (.some, .some):
      throw fields.error("refreshTokenFile", expected: "nothing, as refreshToken is given")
    }
  }

  private static func scopes(_ fields: inout JSONFields) throws(JSONFieldError) -> [String] {
    let scopes = try fields.array("scopes") ?? []
    return try scopes.enumerated().map { index, value throws(JSONFieldError) in
      guard let scope = value.stringValue, !scope.isEmpty, isPlain(scope) else {
        let path = JSONFields.join(fields.path(of: "scopes"), String(index))
        throw JSONFieldError(path, expected: "the name of a scope")
      }
      return scope
    }
  }

  private static func parameters(_ fields: inout JSONFields) throws(JSONFieldError) -> [HTTPField] {
    guard let members = try fields.fields("parameters") else { return [] }
    guard members.object.members.count <= CredentialFields.parametersMax else {
      throw fields.error(
        "parameters", expected: "at most \(CredentialFields.parametersMax) parameters")
    }
    return try members.object.members.map { name, value throws(JSONFieldError) in
      guard let text = value.stringValue, isPlain(text), !name.isEmpty else {
        throw members.error(name, expected: "a string without control characters")
      }
      return HTTPField(name: name, value: text)
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= CredentialFields.textBytesMax
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }
}
