import Authentication
import HTTP
import JSON
import Synchronization
import System
import TestInput

/// Responses of a token endpoint: a usable token is sent, anything else is refused without a word of
/// what is secret, and each request is completed once.
struct TokenFuzzer: FuzzRunner {
  private(set) var findings = Findings()
  private(set) var inputBytes = 0

  private static let clientSecret = "c1ient-s3cret"
  private static let refreshToken = "refresh-0ne"
  /// Tokens that an endpoint gives, which a refusal must not show.
  private static let given = ["acc3ss-token-1", "n3w-refresh-2", "id-t0ken-eyJ3"]

  mutating func run(_ random: inout SeededGenerator) throws(FuzzFailure) {
    let text = Self.body(&random)
    let isDamaged = random.chance(25)
    let bytes = isDamaged ? random.damaged(Array(text.utf8)) : Array(text.utf8)
    let status = random.pick([200, 200, 200, 201, 204, 301, 400, 401, 403, 429, 500, 503])
    inputBytes = bytes.count
    let endpoint = TokenEndpoint(HTTPStatus(status), bytes)
    let clock = VirtualScheduler()
    let tokens = AccessTokens(clock) { result, attempt, _, _ in
      let isTransient = (try? result.get()).map { $0.status.isTransient } ?? true
      return isTransient && attempt < 3 ? 1 : nil
    }
    let authenticator = Authenticator(endpoint, tokens: tokens)
    let results = Mutex<[Result<HTTPResponse, HTTPError>]>([])
    let request = try Self.request(&random)
    let transfer = authenticator.send(request) { result in
      results.withLock { $0.append(result) }
    }
    while clock.advanceToNext() {}
    let isCancelled = results.withLock { $0.isEmpty }
    if isCancelled { transfer.cancel() }
    while clock.advanceToNext() {}
    var said: String { "status \(status), \(String(decoding: bytes, as: UTF8.self))" }
    let all = results.withLock { $0 }
    try expect(all.count == 1 && !isCancelled, "\(all.count) completions: \(said)")
    switch all[0] {
    case .success:
      findings.note("sent")
      try expect((200..<300).contains(status), "a token of a refusal: \(said)")
      let document = try? JSONDocument(bytes)
      let token = document.flatMap { $0.value($0.root)["access_token"]?.stringValue } ?? ""
      try expect(
        !token.isEmpty && endpoint.authorizations.allSatisfy { $0 == "Bearer " + token },
        "\(endpoint.authorizations): \(said)")
    case .failure(.authFailed(let failure)):
      findings.note(isDamaged ? "refused, damaged" : "refused")
      try expect(endpoint.authorizations.isEmpty, "the API was asked: \(said)")
      try expect(!(200..<300).contains(status) || !Self.isUsable(bytes), "refused: \(said)")
      let shown = "\(failure.error ?? "") \(failure.errorDescription ?? "") \(failure.url)"
      for secret in (request.credentials?.secrets ?? []) + Self.tokens(in: bytes)
      where shown.contains(secret) {
        throw FuzzFailure("\(secret) is shown in \(shown): \(said)")
      }
    case .failure(let error): throw FuzzFailure("\(error): \(said)")
    }
  }

  /// Whether a body has a bearer token that can be sent.
  private static func isUsable(_ bytes: [UInt8]) -> Bool {
    guard let document = try? JSONDocument(bytes) else { return false }
    let value = document.value(document.root)
    guard let token = value["access_token"]?.stringValue, !token.isEmpty,
      token.utf8.allSatisfy({ $0 > 0x1F && $0 != 0x7F })
    else { return false }
    switch value["token_type"] {
    case nil, .null: return true
    case .string(let type): return type.lowercased() == "bearer"
    default: return false
    }
  }

  /// The tokens in a body, beside the members that say what went wrong.
  private static func tokens(in bytes: [UInt8]) -> [String] {
    guard let document = try? JSONDocument(bytes),
      let object = document.value(document.root).objectValue
    else { return [] }
    return given.filter { token in
      object.members.contains { name, value in
        !name.hasPrefix("error") && holds(value, token)
      }
    }
  }

  private static func holds(_ value: JSONValue, _ token: String) -> Bool {
    switch value {
    case .string(let text): text == token
    case .array(let elements): elements.contains { holds($0, token) }
    case .object(let object): object.members.contains { holds($0.value, token) }
    default: false
    }
  }

  private static func request(_ random: inout SeededGenerator) throws(FuzzFailure) -> HTTPRequest {
    guard let url = try? HTTPURL.parse("https://api.example.com/a"),
      let tokenURL = try? HTTPURL.parse("https://h/token?client_secret=\(clientSecret)")
    else { throw FuzzFailure("no URL") }
    var grant = OAuthGrant(
      tokenURL: tokenURL, clientID: "app",
      kind: random.chance(50) ? .clientCredentials : .refreshToken(.value(refreshToken)))
    grant.clientSecret = clientSecret
    grant.clientAuthentication = random.pick(OAuthGrant.ClientAuthentication.allCases)
    var request = HTTPRequest(url: url)
    request.credentials = .oauth2(grant)
    return request
  }

  /// A response as an endpoint gives it, or nearly.
  private static func body(_ random: inout SeededGenerator) -> String {
    if random.chance(5) { return JSONText().value(&random) }
    let words = given + [clientSecret, refreshToken, "invalid_client", "", "Unknown client."]
    let members = random.join(6, ", ") { random in
      let name = random.pick([
        "access_token", "access_token", "token_type", "expires_in", "refresh_token", "id_token",
        "error", "error_description", "scope", "data",
      ])
      let value =
        switch (name, random.below(8)) {
        case (_, 0): JSONText().value(&random, depth: 2)
        case ("token_type", 1...5): random.pick(["\"bearer\"", "\"Bearer\"", "null", "\"mac\""])
        case ("expires_in", 1...5):
          random.pick([
            "3600", "\"60\"", "0", "-1", "1e400", "1.5", "\"x\"", "99999999999999999999",
          ])
        case ("error_description", 1...4):
          "\"no \(random.pick(words)) or \(random.pick(words))\""
        case (_, 6): "[\"\(random.pick(given))\"]"
        case (_, 7): "{\"a\": \"\(random.pick(given))\"}"
        default: "\"\(random.pick(words))\""
        }
      return "\"\(name)\": \(value)"
    }
    return "{\(members)}"
  }
}

/// A token endpoint with one answer, and the API behind it.
private final class TokenEndpoint: HTTPClient {
  private let status: HTTPStatus
  private let body: [UInt8]
  private let seen = Mutex<[String]>([])

  init(_ status: HTTPStatus, _ body: [UInt8]) {
    self.status = status
    self.body = body
  }

  /// What the API was sent.
  var authorizations: [String] { seen.withLock { $0 } }

  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    if request.isForToken {
      completion(.success(HTTPResponse(status: status, body: body, url: request.url.text)))
    } else {
      let value = request.headers.values("Authorization").first ?? ""
      seen.withLock { $0.append(value) }
      completion(.success(HTTPResponse(status: 200, body: Array("{}".utf8))))
    }
    return EndedTransfer()
  }
}

private struct EndedTransfer: HTTPTransfer {
  func cancel() {}
}
