import HTTP
import Text

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
    let parts = URLParts(String(decoding: url, as: UTF8.self))
    guard let scheme = parts.scheme, let defaultPort = Origin.defaultPort(of: scheme),
      var host = parts.authority.map({ String($0).lowercased() })
    else { return nil }
    if host.hasSuffix(":\(defaultPort)") { host.removeLast("\(defaultPort)".count + 1) }
    if host.hasSuffix(":") { host.removeLast() }
    guard !host.isEmpty else { return nil }
    origin = scheme + "://" + host
    path = RequestTarget.path(Array(parts.path.utf8)[...])
    query = RequestField.fields(Array((parts.query ?? "").utf8)[...])
  }

  private static func path(_ raw: ArraySlice<UInt8>) -> [UInt8] {
    guard !raw.isEmpty else { return [slash] }
    guard raw.contains(percent) || hasDotSegments(raw) else { return Array(raw) }
    var segments: [[UInt8]] = []
    var parts = raw.split(separator: slash, omittingEmptySubsequences: false)[...]
    parts.removeFirst()  // what is before the first slash
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
