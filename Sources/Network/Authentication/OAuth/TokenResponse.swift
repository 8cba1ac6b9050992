import HTTP
import JSON
import Secrets

/// The response of a token endpoint (RFC 6749 sections 5.1 and 5.2):
///
///     {"access_token": "2YotnFZ", "token_type": "bearer", "expires_in": 3600,
///      "refresh_token": "tGzv3JO"}
///     {"error": "invalid_client", "error_description": "Unknown client."}
struct TokenResponse: Sendable, Equatable {
  let accessToken: String
  /// Seconds from the request on; nil: until the API refuses it.
  let lifeSeconds: Double?
  /// Takes the place of the refresh token that was sent; nil where that one stays valid.
  let refreshToken: String?

  /// Characters of `error` and `error_description` that an error keeps.
  static let descriptionCharactersMax = 1_024

  /// Reads a response; throws `authFailed` for everything but a 2xx that holds a usable token.
  init(_ response: HTTPResponse, url: String, redactor: Redactor) throws(HTTPError) {
    let members = JSONValue(json: response.body)?.objectValue
    guard response.status.isSuccess, let members,
      let token = members["access_token"]?.stringValue, Self.isUsable(token),
      Self.isBearer(members["token_type"])
    else {
      throw .authFailed(Self.failure(response, members, url: url, redactor: redactor))
    }
    accessToken = token
    lifeSeconds = Self.life(members["expires_in"])
    // A recorded one, or the mask in its place, must not replace the one that works.
    refreshToken =
      response.isRecorded
      ? nil : members["refresh_token"]?.stringValue.flatMap { Self.isUsable($0) ? $0 : nil }
  }

  private static func isUsable(_ token: String) -> Bool {
    !token.isEmpty && token.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
  }

  private static func isBearer(_ type: JSONValue?) -> Bool {
    guard let type, type != .null else { return true }
    return type.stringValue?.lowercased() == "bearer"
  }

  private static func life(_ value: JSONValue?) -> Double? {
    let seconds: Double? =
      switch value {
      case .number(let number): number.double
      case .string(let text):
        !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } ? Double(text) : nil
      default: nil
      }
    return seconds.flatMap { $0.isFinite ? max(0, $0) : nil }
  }

  private static func failure(
    _ response: HTTPResponse, _ members: JSONObject?, url: String, redactor: Redactor
  ) -> AuthFailure {
    // What else the body holds may be a token, which a description may quote.
    let redactor = redactor.remembering(texts(beside: members))
    // Mask first: half a secret is not recognised.
    func shown(_ name: String) -> String? {
      members?[name]?.stringValue.map {
        String(redactor.mask(text: $0).prefix(descriptionCharactersMax))
      }
    }
    return AuthFailure(
      url: url, status: response.status.code, error: shown("error"),
      errorDescription: shown("error_description"))
  }

  /// The texts of a body without the members that say what went wrong.
  private static func texts(beside members: JSONObject?) -> [String] {
    let rest = (members?.members ?? []).filter { !$0.key.hasPrefix("error") }
    let texts = rest.flatMap(\.value.texts).filter { $0.utf8.count >= tokenBytesMin }
    return Array(texts.prefix(textsMax))
  }

  /// Texts that are looked for in a description, and how long they are at least.
  private static let textsMax = 64
  private static let tokenBytesMin = 8
}
