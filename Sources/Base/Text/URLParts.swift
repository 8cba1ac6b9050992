/// A URL or a reference cut into its parts by scanning alone (RFC 3986 appendix B), as written.
///
///     https://u:p@h:8080/a/b?c=d#e
///
/// has the scheme `https`, the userinfo `u:p`, the authority `h:8080`, the path `/a/b` and the query
/// `c=d`; the fragment is left out. It takes any text: what is to be requested is parsed by libcurl.
package struct URLParts: Sendable {
  /// In lower case; nil for a relative reference.
  package let scheme: String?
  /// nil where the URL has none.
  package let userinfo: Substring?
  /// The host and the port, without userinfo; nil for a relative reference.
  package let authority: Substring?
  /// "" where the URL has none.
  package let path: Substring
  /// Without the "?"; nil where the URL has none.
  package let query: Substring?

  package init(_ text: String) {
    let front = Self.cut(text[...], at: "#").0
    let (before, query) = Self.cut(front, at: "?")
    self.query = query
    guard let mark = before.firstRange(of: "://"), !before[..<mark.lowerBound].contains("/") else {
      (scheme, userinfo, authority, path) = (nil, nil, nil, before)
      return
    }
    scheme = ASCII.lowercased(String(before[..<mark.lowerBound]))
    let rest = before[mark.upperBound...]
    let end = rest.utf8.firstIndex(of: ASCII.slash) ?? rest.endIndex
    path = rest[end...]
    let place = rest[..<end]
    let at = place.utf8.lastIndex(of: UInt8(ascii: "@"))
    userinfo = at.map { place[..<$0] }
    authority = at.map { place[place.utf8.index(after: $0)...] } ?? place
  }

  /// Scheme, host and port in lower case; nil for a relative reference.
  package var origin: String? {
    guard let scheme, let authority else { return nil }
    return scheme + "://" + ASCII.lowercased(String(authority))
  }

  /// The text before a mark, and what follows it; nil where the mark is missing.
  private static func cut(_ text: Substring, at mark: Unicode.Scalar) -> (Substring, Substring?) {
    guard let place = text.utf8.firstIndex(of: UInt8(ascii: mark)) else { return (text, nil) }
    return (text[..<place], text[text.utf8.index(after: place)...])
  }
}
