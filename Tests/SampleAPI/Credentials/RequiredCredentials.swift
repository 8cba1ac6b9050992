import Text

/// The credentials that a request must have: the parameter `auth`.
///
///     auth=NAME                  Authorization: Bearer NAME
///     auth=basic:USER:PASSWORD   Basic authentication
///     auth=header:NAME:VALUE     a header; query:NAME:VALUE and cookie:NAME:VALUE likewise
///     auth=oauth                 Authorization: Bearer with a token of /token that still lives
///     auth=sigv4:KEY:SECRET      AWS Signature Version 4 with these keys
struct RequiredCredentials: Sendable {
  private let parts: [String]

  init(_ text: String) { parts = text.split(separator: ":", maxSplits: 2).map(String.init) }

  /// True when the request has these credentials.
  func accepts(
    _ request: SampleRequest, _ query: Query, _ tokens: IssuedTokens, authority: String,
    nowSeconds: Int
  ) -> Bool {
    let authorization = request.header("authorization") ?? ""
    guard parts.count == 3 else {
      return parts == ["oauth"]
        ? tokens.isAlive(String(authorization.dropFirst(7)), nowSeconds)
        : authorization == "Bearer " + parts.joined(separator: ":")
    }
    let (name, value) = (parts[1], parts[2])
    switch parts[0] {
    case "basic": return authorization == "Basic " + Base64.padded(Array("\(name):\(value)".utf8))
    case "header": return request.header(name) == value
    case "query": return query.value(name) == value
    case "cookie":
      return (request.header("cookie") ?? "").split(separator: ";")
        .contains { $0.drop { $0 == " " } == "\(name)=\(value)" }
    case "sigv4":
      return RequestSignature.isValid(
        request, authority: authority, by: name, value, nowSeconds: nowSeconds)
    default: return false
    }
  }
}
