import HTTP
import Text

extension HTTPRequest {
  /// The request with its credentials written into it; those that need a token or a signature are
  /// not written here.
  func authenticated() -> HTTPRequest {
    switch credentials {
    case .bearer(let token): authorized("Bearer " + token)
    case .basic(let username, let password):
      authorized("Basic " + Base64.padded(Array("\(username):\(password)".utf8)))
    case .apiKey(let key): carrying(key)
    case .oauth2, .awsSigV4, nil: self
    }
  }

  /// The request with an `Authorization` header, which wins over userinfo in the URL.
  func authorized(_ value: String) -> HTTPRequest {
    var request = self
    request.url = url.withUserinfo(of: nil)
    request.headers.set("Authorization", value)
    return request
  }

  private func carrying(_ key: APIKey) -> HTTPRequest {
    var request = self
    let value = key.prefix + key.value
    switch key.place {
    case .header:
      if key.name.lowercased() == "authorization" { return authorized(value) }
      request.headers.set(key.name, value)
    case .query:
      var query: [UInt8] = []
      QueryString.append(
        Array((url.query ?? "").utf8)[...], replacing: key.name, by: [value], to: &query)
      request.url = url.replacingQuery(String(decoding: query, as: UTF8.self))
    case .cookie:
      let cookie = "\(key.name)=\(value)"
      let others = headers.values("Cookie").flatMap { $0.split(separator: ";") }
        .map { $0.trimmingBlanks }
        .filter { !$0.isEmpty && $0.prefix { $0 != "=" }.trimmingBlanks != key.name }
      request.headers.set("Cookie", (others + [cookie]).joined(separator: "; "))
    }
    return request
  }
}
