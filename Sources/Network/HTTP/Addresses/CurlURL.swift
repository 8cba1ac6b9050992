import CCurl
import Text

/// Parses and joins URLs with libcurl's URL interface.
enum CurlURL {
  /// The absolute URL of a text, or of a reference from `base`.
  static func parse(
    _ text: String, relativeTo base: HTTPURL?, _ library: CurlLibrary
  ) throws(HTTPError) -> HTTPURL {
    let text = try checked(text, isReference: base != nil)
    if let base, text.isEmpty || text.hasPrefix("#") { return base }
    guard let url = library.functions.url() else {
      throw .invalidURL(detail: "out of memory")
    }
    defer { library.functions.url_cleanup(url) }
    if let base {
      let code = library.functions.url_set(url, CCURL_URL_PART_URL, base.text, flags)
      guard code == 0 else { throw .invalidURL(detail: reason(code)) }
    }
    let code = library.functions.url_set(url, CCURL_URL_PART_URL, text, flags)
    guard code == 0 else { throw .invalidURL(detail: reason(code)) }
    return try parts(of: url, library)
  }

  private static let flags = UInt32(CCURL_URL_NON_SUPPORT_SCHEME)

  private static func parts(
    of url: OpaquePointer, _ library: CurlLibrary
  ) throws(HTTPError) -> HTTPURL {
    func part(_ part: ccurl_url_part, _ flags: Int = 0) -> String? {
      CurlMemory.text(of: url, part, UInt32(flags), library)
    }
    guard let scheme = part(CCURL_URL_PART_SCHEME), let given = part(CCURL_URL_PART_HOST),
      let port = part(CCURL_URL_PART_PORT, CCURL_URL_DEFAULT_PORT).flatMap({ Int($0) })
    else { throw .invalidURL(detail: "no host") }
    let host = ASCII.lowercased(given)
    if host != given {
      let code = library.functions.url_set(url, CCURL_URL_PART_HOST, host, 0)
      guard code == 0 else { throw .invalidURL(detail: reason(code)) }
    }
    _ = library.functions.url_set(url, CCURL_URL_PART_FRAGMENT, nil, 0)
    guard let text = part(CCURL_URL_PART_URL, CCURL_URL_NO_DEFAULT_PORT) else {
      throw .invalidURL(detail: "cannot be put together")
    }
    let query = part(CCURL_URL_PART_QUERY)
    return HTTPURL(
      text: text, scheme: scheme, host: host, port: port,
      path: part(CCURL_URL_PART_PATH) ?? "/", query: query?.isEmpty == true ? nil : query,
      user: part(CCURL_URL_PART_USER).map { PercentCoding.decode($0) },
      password: part(CCURL_URL_PART_PASSWORD).map { PercentCoding.decode($0) })
  }

  /// The text without blanks around it and with illegal bytes percent-encoded, once it is sure
  /// that it has no control characters and, where it has a scheme, that this is http or https and
  /// followed by "//".
  ///
  /// libcurl forgives one slash or none, and takes "mailto:x" for a path, which a reader of the
  /// URL would not expect.
  private static func checked(_ text: String, isReference: Bool) throws(HTTPError) -> String {
    let bytes = Array(text.utf8).trimmed { $0 == ASCII.space }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw .invalidURL(detail: "control character")
    }
    guard let colon = schemeEnd(bytes) else {
      guard isReference else { throw .invalidURL(detail: "no scheme") }
      return try encoded(
        bytes, authority: bytes.starts(with: "//".utf8) ? bytes.startIndex + 2 : nil)
    }
    let rest = bytes[(colon + 1)...]
    let scheme = ASCII.lowercased(String(decoding: bytes[..<colon], as: UTF8.self))
    guard Origin.defaultPort(of: scheme) != nil else {
      // Digits are a port.
      if rest.first.map(ASCII.isDigit) == true { throw .invalidURL(detail: "no scheme") }
      throw .unsupportedScheme(scheme)
    }
    guard rest.starts(with: "//".utf8) else {
      throw .invalidURL(detail: "no \"//\" after the scheme")
    }
    return try encoded(bytes, authority: colon + 3)
  }

  /// The text with bytes that may not be in a URL percent-encoded, everywhere but in the host,
  /// whose spelling (IDN) is libcurl's business. `authority` is where that starts, if anywhere.
  ///
  /// Readers differ on `http://h\@evil/`, whose host is `evil` for some and `h` for others: a
  /// backslash there is refused.
  private static func encoded(
    _ bytes: ArraySlice<UInt8>, authority: Int?
  ) throws(HTTPError) -> String {
    var host = bytes.startIndex..<bytes.startIndex
    if let authority {
      let part = bytes[authority...].prefix { !HTTPURL.endsAuthority($0) }
      guard !part.contains(UInt8(ascii: "\\")) else {
        throw .invalidURL(detail: "backslash before the path")
      }
      let mark = part.lastIndex(of: UInt8(ascii: "@"))
      host = (mark.map { $0 + 1 } ?? part.startIndex)..<part.endIndex
    }
    guard !bytes.allSatisfy(HTTPURL.isLegal) else { return String(decoding: bytes, as: UTF8.self) }
    var output: [UInt8] = []
    for index in bytes.indices {
      if host.contains(index) {
        output.append(bytes[index])
      } else {
        PercentCoding.append(bytes[index], to: &output, keeping: HTTPURL.isLegal)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// True when a text begins with a scheme, so that it needs no base.
  static func hasScheme(_ text: String) -> Bool {
    schemeEnd(Array(text.utf8).trimmed { $0 == ASCII.space }) != nil
  }

  /// The index of the colon after a scheme (RFC 3986 section 3.1); nil without a scheme.
  private static func schemeEnd(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, ASCII.isLetter(first),
      let end = bytes.firstIndex(where: { !isSchemeByte($0) }), bytes[end] == UInt8(ascii: ":")
    else { return nil }
    return end
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte)
      || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  /// Words for a code of libcurl's URL interface (CURLUcode).
  private static func reason(_ code: Int32) -> String {
    switch code {
    case 4: "bad port number"
    case 5, 10, 27: "bad scheme"
    case 6: "bad percent-encoding"
    case 7: "out of memory"
    case 14, 21: "bad host name"
    case 22: "bad IPv6 address"
    case 23, 24, 29: "bad userinfo"
    case 28: "bad slashes"
    case 31: "too long"
    default: "malformed"
    }
  }
}
