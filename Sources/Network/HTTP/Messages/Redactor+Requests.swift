package import Secrets

extension Redactor {
  /// The secrets that a request's URL and body show by their places.
  package func secrets(ofURLAndBodyOf request: HTTPRequest) -> [String] {
    var secrets = SecretList(positions: positions)
    secrets.add(url: request.url.text)
    if let body = request.body { secrets.add(body: String(decoding: body, as: UTF8.self)) }
    return secrets.values
  }

  /// The secrets in a request's headers, and those of its credentials.
  package func secrets(ofHeadersOf request: HTTPRequest) -> [String] {
    var secrets = SecretList(positions: positions)
    for field in request.headers.fields
    where isCredential(header: field.name) {
      secrets.add(header: field.name, value: field.value)
    }
    for secret in request.credentials?.secrets ?? [] { secrets.add(secret: secret) }
    return secrets.values
  }
}
