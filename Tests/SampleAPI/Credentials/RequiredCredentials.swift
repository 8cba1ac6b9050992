import Text

/// The credentials that a request must have: the parameter `auth`.
///
///     auth=NAME                  Authorization: Bearer NAME
///     auth=basic:USER:PASSWORD   Basic authentication
///     auth=header:NAME:VALUE     a header; query:NAME:VALUE and cookie:NAME:VALUE likewise
///     auth=oauth                 Authorization: Bearer with a token of /token that still lives
///     auth=sigv4:KEY:SECRET      AWS Signature Version 4 with these keys
enum RequiredCredentials: Sendable, Equatable {
  case header(name: String, value: String)
  case query(name: String, value: String)
  case cookie(name: String, value: String)
  case issuedToken
  case signature(accessKeyID: String, secretAccessKey: String)

  init(_ text: String) throws(Refusal) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    guard let kind = parts.first, parts.count > 1 else {
      self =
        text == "oauth" ? .issuedToken : .header(name: "authorization", value: "Bearer " + text)
      return
    }
    let rest = parts.count > 2 ? parts[2] : ""
    switch kind {
    case "basic":
      let pair = Base64.padded(Array((parts[1] + ":" + rest).utf8))
      self = .header(name: "authorization", value: "Basic " + pair)
    case "header": self = .header(name: parts[1].lowercased(), value: rest)
    case "query": self = .query(name: parts[1], value: rest)
    case "cookie": self = .cookie(name: parts[1], value: rest)
    case "sigv4": self = .signature(accessKeyID: parts[1], secretAccessKey: rest)
    default:
      throw .invalidParameter(
        name: "auth",
        expected: "a name, oauth, or begin with basic:, header:, query:, cookie:, sigv4:")
    }
  }

  /// True when the request has these credentials.
  func accepts(
    _ request: SampleRequest, _ query: Query, tokens: IssuedTokens, authority: String,
    nowSeconds: Int
  ) -> Bool {
    switch self {
    case .header(let name, let value): return request.header(name) == value
    case .query(let name, let value): return query.value(name) == value
    case .cookie(let name, let value):
      return (request.header("cookie") ?? "").split(separator: ";")
        .contains { $0.drop { $0 == " " } == "\(name)=\(value)" }
    case .issuedToken:
      let authorization = request.header("authorization") ?? ""
      guard authorization.hasPrefix("Bearer ") else { return false }
      return tokens.isAlive(String(authorization.dropFirst(7)), nowSeconds: nowSeconds)
    case .signature(let id, let secret):
      return RequestSignature.isValid(
        request, authority: authority, by: id, secret, nowSeconds: nowSeconds)
    }
  }
}
