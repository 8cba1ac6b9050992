import Text

/// An absolute http or https URL, parsed and joined by libcurl, so that what is checked here is
/// what is sent.
///
///     HTTP://user:pw@Example.com:80/a/../b c?x=1#top
///
/// becomes text `http://user:pw@example.com/b%20c?x=1`, host `example.com`, port 80,
/// path `/b%20c`, query `x=1`, user `user`, password `pw`.
package struct HTTPURL: Sendable, Hashable, CustomStringConvertible {
  /// Absolute, with userinfo, without fragment and default port, spaces and other bytes that may
  /// not be in a URL percent-encoded.
  package let text: String
  /// "http" or "https".
  package let scheme: String
  /// Lower case; an IPv6 address has its brackets.
  package let host: String
  /// The effective port.
  package let port: Int
  /// Percent-encoded as sent, dot segments removed, at least "/".
  package let path: String
  /// The text after the "?", as sent; nil without "?" or with nothing after it.
  package let query: String?
  /// Percent-decoded; nil where the URL has no userinfo.
  package let user: String?
  /// Percent-decoded; nil where the URL has none.
  package let password: String?

  /// Scheme, host and effective port.
  package var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

  /// The value of a `Host` header: the port only if it is not the scheme's own.
  package var hostAndPort: String {
    port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)"
  }

  /// The whole text, credentials included.
  package var description: String { text }

  /// Parses an absolute URL; throws `invalidURL`, `unsupportedScheme`, or `engineUnavailable`
  /// where libcurl is missing.
  package static func parse(_ text: String) throws(HTTPError) -> HTTPURL {
    try parse(text, library: CurlLibrary.load())
  }

  /// The same, faster where the URL differs from a known one in nothing but its query, as the URLs
  /// of a list's pages do.
  package static func parse(_ text: String, like known: HTTPURL?) throws(HTTPError) -> HTTPURL {
    if let url = known?.withQuery(of: text) { return url }
    return try parse(text)
  }

  /// The URL that the text is, where it is this one but for a query that is sent as it is written;
  /// else nil.
  private func withQuery(of text: String) -> HTTPURL? {
    let ownPrefix = self.text.utf8.count - (query.map { $0.utf8.count + 1 } ?? 0)
    guard Self.isQueried(text, like: self.text, upTo: ownPrefix) else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: ownPrefix + 1)
    return HTTPURL(
      text: text, scheme: scheme, host: host, port: port, path: path, query: String(text[start...]),
      user: user, password: password)
  }

  /// True when a text is the URL of a request but for a query that is sent as it is written.
  package static func isQueried(_ text: String, like url: String) -> Bool {
    let bytes = url.utf8.span
    var mark = 0
    while mark < bytes.count, bytes[mark] != UInt8(ascii: "?") { mark += 1 }
    return isQueried(text, like: url, upTo: mark)
  }

  private static func isQueried(_ text: String, like url: String, upTo ownPrefix: Int) -> Bool {
    let (own, new) = (url.utf8.span, text.utf8.span)
    guard ownPrefix < new.count - 1, new.count <= queriedBytesMax,
      new[ownPrefix] == UInt8(ascii: "?")
    else { return false }
    for index in 0..<ownPrefix where own[index] != new[index] { return false }
    for index in ownPrefix..<new.count
    where !isLegal(new[index]) || new[index] == UInt8(ascii: "#")
      || new[index] == ASCII.backslash
    {
      return false
    }
    return true
  }

  /// The longest text, in bytes, that is not left to libcurl, which has a limit.
  private static let queriedBytesMax = 65_536

  /// As above, by a given library.
  static func parse(_ text: String, library: CurlLibrary) throws(HTTPError) -> HTTPURL {
    try CurlURL.parse(text, relativeTo: nil, library)
  }

  /// The URL that a reference leads to from here (RFC 3986 section 5): absolute, scheme-relative,
  /// root-relative, path-relative, query-only, or empty for this URL itself.
  ///
  /// A relative reference keeps the userinfo, an absolute one has only its own.
  package func resolving(_ reference: String) throws(HTTPError) -> HTTPURL {
    try CurlURL.parse(reference, relativeTo: self, CurlLibrary.load())
  }

  /// The URL that a reference leads to from `base`, which is parsed only where the reference is
  /// relative. `known`: a URL that it may equal but for the query.
  package static func resolve(
    _ reference: String, against base: String, like known: HTTPURL?
  ) throws(HTTPError) -> HTTPURL {
    if let url = known?.withQuery(of: reference) { return url }
    return CurlURL.hasScheme(reference)
      ? try parse(reference) : try parse(base).resolving(reference)
  }

  /// The absolute text of a reference for someone to follow, not for the engine to send: it keeps
  /// the reference's fragment, and a relative one gets no userinfo.
  ///
  /// A reference with a scheme of its own, as `mailto:a@b.c`, is absolute as it is.
  package func link(_ reference: String) throws(HTTPError) -> String {
    let text: String
    do throws(HTTPError) {
      text = try withUserinfo(of: nil).resolving(reference).text
    } catch {
      if case .unsupportedScheme = error { return reference }
      throw error
    }
    guard let mark = reference.utf8.firstIndex(of: UInt8(ascii: "#")) else { return text }
    var bytes = Array(text.utf8)
    var fragment = reference.utf8[mark...]
    while fragment.last == UInt8(ascii: " ") { fragment.removeLast() }
    for byte in fragment {
      PercentCoding.append(byte, to: &bytes, keeping: Self.isLegal)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same URL with another query (raw, without "?"); nil or "" removes it.
  ///
  /// Bytes that may not be in a query (spaces, "#", non-ASCII) are percent-encoded.
  package func replacingQuery(_ query: String?) -> HTTPURL {
    var bytes = Array(text.utf8.prefix { $0 != UInt8(ascii: "?") })
    var newQuery: String?
    if let query, !query.isEmpty {
      var encoded: [UInt8] = []
      for byte in query.utf8 {
        PercentCoding.append(byte, to: &encoded) {
          $0 != UInt8(ascii: "#") && Self.isLegal($0)
        }
      }
      bytes.append(UInt8(ascii: "?"))
      bytes += encoded
      newQuery = String(decoding: encoded, as: UTF8.self)
    }
    return HTTPURL(
      text: String(decoding: bytes, as: UTF8.self), scheme: scheme, host: host, port: port,
      path: path, query: newQuery, user: user, password: password)
  }

  /// The same URL with the userinfo of another one, without any where that is nil or has none.
  package func withUserinfo(of other: HTTPURL?) -> HTTPURL {
    let userinfo = other.flatMap { URLParts($0.text).userinfo }.map { $0 + "@" } ?? ""
    let rest = URLParts(text).authority.map { text[$0.startIndex...] } ?? ""
    return HTTPURL(
      text: "\(scheme)://\(userinfo)\(rest)", scheme: scheme, host: host, port: port, path: path,
      query: query, user: other?.user, password: other?.password)
  }

  /// True when the byte ends the authority of a URL.
  static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }

  /// True when the byte is sent as it is: it is not a space, control character, quote or angle
  /// bracket, and it is ASCII. A "%" counts as the start of an encoded byte.
  static func isLegal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x7F...0xFF: false
    case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"): false
    default: true
    }
  }
}
