package import HTTP

/// The headers, cookies and query parameters that credentials write, which a caller must not set
/// next to them.
package struct CredentialClaims: Sendable, Equatable {
  /// In lower case.
  package private(set) var headers: Set<String> = []
  package private(set) var cookies: Set<String> = []
  package private(set) var parameters: Set<String> = []

  package init(_ credentials: HTTPCredentials) {
    switch credentials {
    case .bearer, .basic, .oauth2: headers = ["authorization"]
    case .apiKey(let key):
      switch key.place {
      case .header: headers = [key.name.lowercased()]
      case .query: parameters = [key.name]
      case .cookie: cookies = [key.name]
      }
    case .awsSigV4(let keys):
      headers = ["authorization", "x-amz-date", "x-amz-content-sha256"]
      if keys.sessionToken != nil { headers.insert("x-amz-security-token") }
    }
  }

  /// True when a header that the caller gives is one of them, or holds one of the cookies.
  package func includes(header name: String, value: String) -> Bool {
    let name = name.lowercased()
    guard name == "cookie", !cookies.isEmpty else { return headers.contains(name) }
    return value.split(separator: ";").contains { cookie in
      let key = cookie.prefix { $0 != "=" }
      return cookies.contains(String(key.drop { $0 == " " }))
    }
  }
}
