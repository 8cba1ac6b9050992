import Text

/// Masks credentials as `***` in URLs, URL patterns, headers and quoted text.
///
///     http://user:pw@api.example.com/a?page=:currentPage&api_key=X
///
/// becomes `http://***@api.example.com/a?page=:currentPage&api_key=***`. It works by scanning,
/// without libcurl, so that malformed URLs and patterns are masked too. What it finds by place:
/// userinfo, values of query and path parameters named like a credential, values of credential
/// headers. What it finds anywhere: the secrets it was given, plain, percent-encoded any number of
/// times in any mixture, in lower case, escaped as in JSON, or in Base64, which may be of the
/// percent-encoded secret. ``SecretList`` collects them.
package struct Redactor: Sendable, Hashable {
  /// The text that replaces a credential.
  package static let mask = "***"
  /// Secrets shorter than this (in UTF-8) are masked in their named places only: masking every
  /// "ab" would turn a text into stars.
  package static let echoedSecretBytesMin = 4

  /// Names of parameters that hold positions, which are shown even if they are named like a
  /// credential.
  package let positions: Set<String>
  /// The forms of the present secrets, and of former ones, the latest last.
  private let present: Set<[UInt8]>
  private let former: [[UInt8]]
  /// Both, longest first: what is masked wherever it is echoed.
  private let needles: [[UInt8]]
  /// Most forms of former secrets that are remembered; the oldest are forgotten.
  package static let formerMax = 512

  /// Knows no secret.
  package static let plain = Redactor()

  /// Makes a redactor that knows the caller's secrets, plain or percent-encoded.
  ///
  /// See ``secrets(inURL:positions:)`` and ``secrets(inHeader:value:)`` for where they come from.
  /// `positions` are the decoded names of parameters that the strategy moves (`page_token`).
  package init(secrets: [String] = [], positions: Set<String> = []) {
    self.init(present: Self.forms(of: secrets), former: [], positions: positions)
  }

  /// The same redactor, which masks the secrets of an earlier one as well: a request that is under
  /// way may still bring them back. At most ``formerMax`` forms are remembered.
  package func remembering(_ earlier: Redactor) -> Redactor {
    remembering(forms: earlier.former + earlier.present)
  }

  /// The same redactor, which masks these secrets as well, as it does former ones.
  package func remembering(_ secrets: [String]) -> Redactor {
    remembering(forms: Array(Self.forms(of: secrets)))
  }

  private func remembering(forms: [[UInt8]]) -> Redactor {
    var known = present.union(former)
    let new = forms.filter { known.insert($0).inserted }
    return new.isEmpty
      ? self : Redactor(present: present, former: former + new, positions: positions)
  }

  private init(present: Set<[UInt8]>, former: [[UInt8]], positions: Set<String>) {
    self.positions = positions
    self.present = present
    self.former = former.suffix(Self.formerMax)
    self.needles = present.union(self.former).sorted {
      $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count
    }
  }

  /// The forms in which secrets are echoed.
  private static func forms(of secrets: [String]) -> Set<[UInt8]> {
    var forms: Set<[UInt8]> = []
    for secret in secrets {
      for form in [secret, PercentCoding.decode(secret)] {
        let bytes = Array(form.utf8)
        guard bytes.count >= Self.echoedSecretBytesMin else { continue }
        forms.insert(bytes)
        // Encoded twice, as in a URL that is a parameter of another; in lower case, as a host.
        forms.insert(SecretEscape.percent.escaped(bytes))
        forms.insert(SecretEscape.lowercasePercent.escaped(bytes))
        forms.insert(bytes.map(ASCII.lowercased))
        // In JSON that is a text of JSON.
        forms.insert(SecretEscape.json.escaped(bytes))
        for spelling in [bytes, SecretEscape.percent.escaped(bytes)] {
          forms.insert(Base64.encode(spelling, alphabet: .standard))
          forms.insert(Base64.encode(spelling, alphabet: .urlSafe))
        }
      }
    }
    return forms
  }

  /// The URL, URL pattern or relative reference with every credential masked.
  package func mask(url: String) -> String {
    let scan = CredentialScan(url.utf8, positions: positions)
    let places = scan.placesInURL() + echoes(in: scan.bytes)
    return places.isEmpty ? url : scan.masked(places)
  }

  /// A text that may quote URLs, header lines or secrets, with every credential masked.
  ///
  /// Mask before a text is cut: half a secret is not recognised.
  package func mask(text: String) -> String {
    let scan = CredentialScan(text.utf8, positions: positions)
    let places = scan.placesInText() + echoes(in: scan.bytes)
    return places.isEmpty ? text : scan.masked(places)
  }

  /// Masks every credential in the bytes of a text that may quote URLs, header lines or secrets;
  /// nil if there is none.
  package func mask(bytes: [UInt8]) -> [UInt8]? {
    let scan = CredentialScan(bytes, positions: positions)
    let places = scan.placesInText() + echoes(in: bytes)
    return places.isEmpty ? nil : scan.maskedBytes(places)
  }

  /// Replaces each of the caller's secrets in the bytes with `***`, but nothing that only looks
  /// like a secret; nil if there is none.
  package func mask(echoesIn bytes: [UInt8]) -> [UInt8]? {
    let places = echoes(in: bytes)
    return places.isEmpty ? nil : CredentialScan(bytes, positions: []).maskedBytes(places)
  }

  /// The text with the caller's secrets replaced by `***`.
  package func mask(echoesIn text: String) -> String {
    mask(echoesIn: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// True when a parameter, member or field of that name holds a credential and not a position.
  package func isCredential(_ name: String) -> Bool {
    CredentialNames.isCredential(name) && !positions.contains(name)
  }

  /// True when a header of that name may hold a credential in a request, and does not hold a
  /// position.
  package func isCredential(header name: String) -> Bool {
    CredentialNames.maySuggestCredential(header: name) && !positions.contains(name)
  }

  /// The value of a header as it may be shown: `***` for credential headers and for those that
  /// the caller supplied.
  package func mask(header name: String, value: String, suppliedByCaller: Bool) -> String {
    if suppliedByCaller || CredentialNames.isCredential(header: name) {
      return Self.mask
    }
    return mask(text: value)
  }

  /// True when a request body holds one of the secrets, or a JSON member or form field that is
  /// named like a credential.
  package func holdsCredential(body: [UInt8]) -> Bool {
    let scan = CredentialScan(body, positions: positions)
    return scan.hasCredentialMember() || !scan.placesInText().isEmpty
      || !echoes(in: body).isEmpty
  }

  /// True when a text, such as a URL that an API gives, holds one of the secrets.
  package func holdsSecret(_ text: String) -> Bool {
    !echoes(in: Array(text.utf8)).isEmpty
  }

  private func echoes(in bytes: [UInt8]) -> [Range<Int>] {
    needles.isEmpty ? [] : EchoSearch(bytes: bytes, needles: needles).places
  }

  /// The secrets inside a URL or URL pattern, decoded: the password, the user, which may be a key
  /// (`KEY:x@host`), both joined by a colon, and the values of parameters named like a credential.
  package static func secrets(inURL url: String, positions: Set<String> = []) -> [String] {
    CredentialScan(url.utf8, positions: positions).secretsInURL()
  }

  /// The secrets inside a text that may be, or hold, a URL; empty for any other text.
  package static func secrets(inText text: String, positions: Set<String> = []) -> [String] {
    text.contains("://") ? secrets(inURL: text, positions: positions) : []
  }

  /// The secrets inside a body: values of form fields and JSON members named like a credential.
  package static func secrets(inBody body: String, positions: Set<String> = []) -> [String] {
    CredentialScan(body.utf8, positions: positions).secretsInBody()
  }

  /// The secrets inside a header that the caller supplied; empty for a harmless one (`Accept`), but
  /// for the URL of a `Referer`. Under a name that says nothing of credentials, so is a short
  /// value, and one that `url` shows (`X-RapidAPI-Host: api.example.com`).
  ///
  /// Of `Basic dXNlcjpwdw==` these are the value, its Base64 part, `user:pw`, `pw` and `user`; of
  /// `Token token="S"` the value, `token="S"` and `S`; of `AWS AK:S` the value, `AK:S` and `S`; of `Cookie: a=1; b="2"` the value and each
  /// cookie's, without quotes too.
  package static func secrets(inHeader name: String, value: String, url: String = "") -> [String] {
    guard CredentialNames.maySuggestCredential(header: name) else {
      if CredentialNames.isHarmless(header: name) { return secrets(inText: value) }
      let isShort = value.utf8.count < otherHeaderValueBytesMin
      return isShort || url.contains(value) ? secrets(inText: value) : [value]
    }
    var secrets = [value]
    if ASCII.lowercased(name).hasSuffix("cookie") {
      for cookie in value.split(separator: ";") {
        guard let equals = cookie.firstIndex(of: "=") else { continue }
        let value = String(cookie[cookie.index(after: equals)...])
        secrets += [value, unquoted(value)]
      }
    } else {
      secrets += Self.secrets(inCredential: value)
    }
    var seen: Set<String> = [""]
    return secrets.filter { seen.insert($0).inserted }
  }

  /// The secrets that a credential is made of, which may begin with the name of a scheme.
  package static func secrets(inCredential value: String) -> [String] {
    guard let space = value.firstIndex(of: " ") else { return secrets(inScheme: value) }
    let rest = String(value[value.index(after: space)...])
    if ASCII.lowercased(String(value[..<space])) == "basic" {
      return [rest] + secrets(inBasic: rest)
    }
    return [rest] + secrets(inScheme: rest)
  }

  /// The secrets in what follows the name of a scheme: parts with names (`sig=S`), and what follows
  /// a name and a colon (`AK:S`), which may be in Base64 as a whole.
  package static func secrets(inScheme text: String) -> [String] {
    var secrets = Self.secrets(inParts: text)
    let pair = Base64.decode(Array(text.utf8)).flatMap(Self.printable) ?? text
    let name = pair.prefix { $0 != ":" }
    if name.endIndex < pair.endIndex, name.utf8.allSatisfy(isNameByte) {
      secrets += pair == text ? [] : [pair]
      secrets.append(String(pair[pair.index(after: name.endIndex)...]))
    }
    return secrets
  }

  /// The text of bytes that are all printable ASCII.
  private static func printable(_ bytes: [UInt8]) -> String? {
    bytes.allSatisfy { (0x21...0x7E).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// True when a byte can be part of the name of an account, a key or a user before a colon.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "/")
  }

  private static func secrets(inBasic text: String) -> [String] {
    guard let bytes = Base64.decode(Array(text.utf8)) else { return [] }
    let pair = String(decoding: bytes, as: UTF8.self)
    guard let colon = pair.firstIndex(of: ":") else { return [pair] }
    return [pair, String(pair[pair.index(after: colon)...]), String(pair[..<colon])]
  }

  /// The secrets among the parts of an `Authorization`, `name=value` or `name="value"`, between
  /// commas or ampersands: of `Credential=AKIA/20260101/...` also the key's id in front of the slash.
  private static func secrets(inParts text: String) -> [String] {
    var secrets: [String] = []
    for part in text.split(whereSeparator: { $0 == "," || $0 == "&" }) {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let name = String(part[..<equals].drop { $0 == " " })
      let value = unquoted(String(part[part.index(after: equals)...]))
      guard CredentialNames.isCredential(authorizationPart: name) else { continue }
      secrets += [value, PercentCoding.decode(value)]
      if let slash = value.firstIndex(of: "/"), ASCII.lowercased(name) == "credential" {
        secrets.append(String(value[..<slash]))
      }
    }
    return secrets
  }

  /// A value without blanks and quotes around it.
  private static func unquoted(_ text: String) -> String {
    let bytes = Array(text.utf8).trimmed { $0 == ASCII.space }
    let quote = UInt8(ascii: "\"")
    guard bytes.count >= 2, bytes.first == quote, bytes.last == quote else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Values of other headers are masked in echoes from this size on.
  private static let otherHeaderValueBytesMin = 7
}
