/// Masks credentials as `***` in URLs, URL patterns, headers and quoted text.
///
///     http://user:pw@api.example.com/a?page=:currentPage&api_key=X
///
/// becomes `http://***@api.example.com/a?page=:currentPage&api_key=***`. It works by scanning,
/// without libcurl, so that malformed URLs and patterns are masked too. What it finds by place:
/// userinfo, values of query parameters named like a credential, values of credential headers.
/// What it finds anywhere: the secrets it was given, plain, percent-encoded in any mixture,
/// escaped as in JSON, or in Base64.
package struct Redactor: Sendable, Hashable {
  /// What stands in a credential's place.
  package static let mask = "***"
  /// Secrets shorter than this (in UTF-8) are masked in their named places only: masking every
  /// "ab" would turn a text into stars.
  package static let echoedSecretBytesMin = 4

  /// Names of parameters that hold positions, which are shown whatever their names are.
  private let positions: Set<String>
  /// What is masked wherever it is echoed, longest first.
  private let needles: [[UInt8]]

  /// Makes a redactor that knows the caller's secrets, plain or percent-encoded.
  ///
  /// See ``secrets(inURL:positions:)`` and ``secrets(inHeader:value:)`` for where they come from.
  /// `positions` are the decoded names of parameters that the strategy moves (`page_token`).
  package init(secrets: [String] = [], positions: Set<String> = []) {
    self.positions = positions
    var needles: Set<[UInt8]> = []
    for secret in secrets {
      for form in [secret, QueryString.decode(secret)] {
        let bytes = Array(form.utf8)
        guard bytes.count >= Self.echoedSecretBytesMin else { continue }
        needles.insert(bytes)
        needles.insert(Base64.encode(bytes, alphabet: .standard))
        needles.insert(Base64.encode(bytes, alphabet: .urlSafe))
      }
    }
    self.needles = needles.sorted {
      $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count
    }
  }

  /// Whether a parameter of that name (decoded) holds a credential: `token`, `key`, `auth`, `sig`,
  /// or an ending like `api_key`, in any case, with or without `-` and `_`.
  package static func isCredentialName(_ name: String) -> Bool {
    let bytes = name.utf8.lazy.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
      .map(lowercased)
    let plain = String(decoding: Array(bytes), as: UTF8.self)
    return credentialNames.contains(plain) || credentialEndings.contains { plain.hasSuffix($0) }
  }

  /// The URL, URL pattern or relative reference with every credential masked.
  package func mask(url: String) -> String {
    let scan = CredentialScan(url, positions: positions, needles: needles)
    return scan.masked(scan.placesInURL() + scan.echoes())
  }

  /// A text that may quote URLs, header lines or secrets, with every credential masked.
  ///
  /// Mask before a text is cut: half a secret is not recognised.
  package func mask(text: String) -> String {
    let scan = CredentialScan(text, positions: positions, needles: needles)
    return scan.masked(scan.placesInText() + scan.echoes())
  }

  /// The value of a header as it may be shown: `***` for credential headers and for those that
  /// the caller supplied.
  package func mask(header name: String, value: String, suppliedByCaller: Bool) -> String {
    if suppliedByCaller || Self.credentialHeaders.contains(lowercasedASCII(name)) {
      return Self.mask
    }
    return mask(text: value)
  }

  /// Whether a request body holds one of the secrets, or a JSON member or form field that is
  /// named like a credential.
  package func holdsCredential(body: [UInt8]) -> Bool {
    let scan = CredentialScan(bytes: body, positions: positions, needles: needles)
    return scan.hasCredentialMember() || !scan.placesInText().isEmpty || !scan.echoes().isEmpty
  }

  /// The secrets inside a URL or URL pattern, decoded: the password and `user:password` (the
  /// user alone where it has no password), and the values of parameters named like a credential.
  package static func secrets(inURL url: String, positions: Set<String> = []) -> [String] {
    let scan = CredentialScan(url, positions: positions, needles: [])
    return scan.secretsInURL()
  }

  /// The secrets inside a header that the caller supplied; empty for a harmless one (`Accept`).
  /// Under a name that says nothing of credentials, so is a short value, and one that `url` shows
  /// (`X-RapidAPI-Host: api.example.com`).
  ///
  /// Of `Basic dXNlcjpwdw==` these are the value, its Base64 part, `user:pw` and `pw`; of
  /// `Cookie: a=1; b=2`, the value and each cookie's.
  package static func secrets(
    inHeader name: String, value: String, url: String = ""
  ) -> [String] {
    let name = lowercasedASCII(name)
    guard
      credentialHeaders.contains(name) || isCredentialName(name)
        || credentialHeaderWords.contains(where: { contains(name, $0) })
    else {
      let isHarmless = harmlessHeaders.contains { name.hasPrefix($0) } || contains(name, "version")
      let isShort = value.utf8.count < otherHeaderValueBytesMin
      return isHarmless || isShort || contains(url, value) ? [] : [value]
    }
    var secrets = [value]
    if name.hasSuffix("cookie") {
      for cookie in value.split(separator: ";") {
        guard let equals = cookie.firstIndex(of: "=") else { continue }
        secrets.append(String(cookie[cookie.index(after: equals)...]))
      }
    } else if let space = value.firstIndex(of: " ") {
      let rest = String(value[value.index(after: space)...])
      secrets.append(rest)
      if lowercasedASCII(String(value[..<space])) == "basic" {
        secrets += Self.secrets(inBasic: rest)
      }
    }
    return secrets.filter { !$0.isEmpty }
  }

  private static func secrets(inBasic text: String) -> [String] {
    guard let bytes = Base64.decode(Array(text.utf8)) else { return [] }
    let pair = String(decoding: bytes, as: UTF8.self)
    guard let colon = pair.firstIndex(of: ":") else { return [pair] }
    return [pair, String(pair[pair.index(after: colon)...])]
  }

  private static func contains(_ text: String, _ word: String) -> Bool {
    let text = Array(text.utf8)
    let word = Array(word.utf8)
    guard text.count >= word.count else { return false }
    return (0...(text.count - word.count)).contains { text[$0...].starts(with: word) }
  }

  private static let credentialNames: Set<String> = ["token", "key", "auth", "sig"]
  private static let credentialEndings = [
    "accesstoken", "authtoken", "privatetoken", "apikey", "secret", "password", "signature",
  ]
  private static let credentialHeaders: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie",
  ]
  /// Beginnings of the names of headers whose values say what anybody might say.
  private static let harmlessHeaders = [
    "accept", "cache-control", "connection", "content-", "date", "expect", "host", "if-", "origin",
    "pragma", "prefer", "range", "referer", "user-agent", "x-requested-with",
  ]
  /// Values of other headers are masked in echoes from this size on.
  private static let otherHeaderValueBytesMin = 7
  private static let credentialHeaderWords = [
    "token", "key", "auth", "secret", "password", "signature", "session", "credential",
  ]
}
