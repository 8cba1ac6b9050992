import HTTP

/// A URL in the parts by which requests are compared.
///
///     HTTPS://user:pw@API.example.com:443/a%20b/c%2Fd?tag=x+y&page=2#top
///
/// becomes the origin `https://api.example.com`, the path `/a b/c%2Fd` and the fields `page` `2`
/// and `tag` `x y`. Read by scanning alone, without libcurl.
struct RequestTarget: Sendable, Hashable {
  let origin: String
  /// Decoded but for `%2F`, at least "/".
  let path: [UInt8]
  /// Decoded, in the order in which they are in the URL.
  let query: [RequestField]

  /// Reads an absolute URL; nil where it is not http or https.
  init?(_ url: [UInt8]) {
    let text = url[..<(url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex)]
    guard let colon = text.prefix(RequestTarget.schemeBytesMax).firstIndex(of: UInt8(ascii: ":")),
      text[colon...].starts(with: "://".utf8)
    else { return nil }
    let scheme = String(decoding: text[..<colon], as: UTF8.self).lowercased()
    guard let defaultPort = Origin.defaultPort(of: scheme) else { return nil }
    let rest = text[(colon + 3)...]
    let end = rest.firstIndex { RequestTarget.endsAuthority($0) } ?? rest.endIndex
    let authority = rest[..<end]
    let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? rest.startIndex
    var host = String(decoding: authority[start...], as: UTF8.self).lowercased()
    if host.hasSuffix(":\(defaultPort)") { host.removeLast("\(defaultPort)".count + 1) }
    if host.hasSuffix(":") { host.removeLast() }
    guard !host.isEmpty else { return nil }
    origin = scheme + "://" + host
    let mark = rest[end...].firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
    path = RequestTarget.path(rest[end..<mark])
    query = RequestField.fields(rest[mark...].dropFirst())
  }

  /// The length of the longest scheme, with its colon.
  private static let schemeBytesMax = 6

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
  }

  private static func path(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    guard !raw.isEmpty else { return [slash] }
    guard raw.contains(percent) || hasDotSegments(raw) else { return Array(raw) }
    var segments: [[UInt8]] = []
    var parts = raw.split(separator: slash, omittingEmptySubsequences: false)[...]
    parts.removeFirst()  // what stands before the first slash
    while let part = parts.popFirst() {
      let segment = PercentCoding.decoded(part, keeping: slash)
      switch segment {
      case [dot]: if parts.isEmpty { segments.append([]) }
      case [dot, dot]:
        _ = segments.popLast()
        if parts.isEmpty { segments.append([]) }
      default: segments.append(segment)
      }
    }
    return segments.reduce(into: []) { path, segment in
      path.append(slash)
      path += segment
    }
  }

  private static func hasDotSegments(_ path: ArraySlice<UInt8>) -> Bool {
    zip(path, path.dropFirst()).contains { $0 == slash && $1 == dot }
  }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")
  private static let percent = UInt8(ascii: "%")
}

/// A named value of a query or a form, decoded.
struct RequestField: Sendable, Hashable {
  let name: [UInt8]
  /// Empty where there is no "=".
  let value: [UInt8]

  /// The fields of `a=1&b=c+d%20e`, where "+" is a space.
  static func fields(_ text: ArraySlice<UInt8>) -> [RequestField] {
    text.split(separator: UInt8(ascii: "&")).map { part in
      let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      return RequestField(
        name: PercentCoding.decoded(part[..<equals], plusIsSpace: true),
        value: PercentCoding.decoded(part[equals...].dropFirst(), plusIsSpace: true))
    }
  }
}

/// Undoes percent-encoding on bytes.
enum PercentCoding {
  /// `keeping`: a byte whose encoded form stays, spelled in capitals. A "%" without two hexadecimal
  /// digits stays as it is.
  static func decoded(
    _ text: ArraySlice<UInt8>, keeping kept: UInt8? = nil, plusIsSpace: Bool = false
  ) -> [UInt8] {
    guard text.contains(where: { $0 == percent || (plusIsSpace && $0 == plus) }) else {
      return Array(text)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      if byte == percent, let value = hexValue(rest) {
        if value == kept {
          decoded += [percent, digit(value >> 4), digit(value & 15)]
        } else {
          decoded.append(value)
        }
        rest = rest.dropFirst(2)
      } else {
        decoded.append(plusIsSpace && byte == plus ? UInt8(ascii: " ") : byte)
      }
    }
    return decoded
  }

  /// The bytes that pairs of hexadecimal digits spell; nil for any other text.
  static func bytes(hexadecimal text: [UInt8]) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let byte = hexValue(rest) else { return nil }
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  /// The value of two hexadecimal digits at the beginning.
  private static func hexValue(_ text: ArraySlice<UInt8>) -> UInt8? {
    guard text.count >= 2, let high = value(text[text.startIndex]),
      let low = value(text[text.startIndex + 1])
    else { return nil }
    return high << 4 | low
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static let percent = UInt8(ascii: "%")
  private static let plus = UInt8(ascii: "+")
}
