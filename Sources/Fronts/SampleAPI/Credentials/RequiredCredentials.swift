import Authentication
import HTTP
import Text

/// What a request must prove: the parameter `auth`.
///
///     auth=NAME                  Authorization: Bearer NAME
///     auth=basic:USER:PASSWORD   Basic authentication
///     auth=header:NAME:VALUE     a header; query:NAME:VALUE and cookie:NAME:VALUE likewise
///     auth=oauth                 Authorization: Bearer with a token of /token that still lives
///     auth=sigv4:KEY:SECRET      AWS Signature Version 4 with these keys
enum RequiredCredentials: Sendable, Equatable {
  case bearer(String)
  case basic(pair: String)
  case header(name: String, value: String)
  case query(name: String, value: String)
  case cookie(name: String, value: String)
  case issuedToken
  case signature(accessKeyID: String, secretAccessKey: String)

  init(_ text: String) throws(Refusal) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      .map(String.init)
    guard let kind = parts.first, parts.count > 1 else {
      self = text == "oauth" ? .issuedToken : .bearer(text)
      return
    }
    let rest = parts.count > 2 ? parts[2] : ""
    switch kind {
    case "basic": self = .basic(pair: parts[1] + ":" + rest)
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

  /// Whether the request proves it.
  func accepts(
    _ request: SampleRequest, _ query: Query, tokens: IssuedTokens, authority: String,
    nowSeconds: Int
  ) -> Bool {
    let authorization = request.header("authorization") ?? ""
    switch self {
    case .bearer(let name): return authorization == "Bearer " + name
    case .basic(let pair): return authorization == "Basic " + Base64.padded(Array(pair.utf8))
    case .header(let name, let value): return request.header(name) == value
    case .query(let name, let value): return query.value(name) == value
    case .cookie(let name, let value):
      return (request.header("cookie") ?? "").split(separator: ";")
        .contains { $0.drop { $0 == " " } == "\(name)=\(value)" }
    case .issuedToken:
      guard authorization.hasPrefix("Bearer ") else { return false }
      return tokens.isAlive(String(authorization.dropFirst(7)), nowSeconds: nowSeconds)
    case .signature(let id, let secret):
      return SignedRequest(request, authority: authority)?
        .isSigned(by: id, secret, nowSeconds: nowSeconds) ?? false
    }
  }
}
