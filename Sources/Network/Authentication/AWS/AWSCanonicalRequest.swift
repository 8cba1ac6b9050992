import Text

/// The form of a request that both sides hash, line by line: method, path, query, headers, the
/// names of the headers, the digest of the body.
struct AWSCanonicalRequest {
  let method: String
  /// In canonical form: see ``normalized(path:)`` and ``encodedOnce(path:)``.
  let path: String
  /// As sent.
  let query: String
  /// By lower-case name.
  let headers: [String: String]
  let bodyDigest: String

  var headerNames: String { headers.keys.sorted().joined(separator: ";") }

  var text: String {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)\n" }.joined()
    return [method, path, Self.canonical(query: query), lines, headerNames, bodyDigest]
      .joined(separator: "\n")
  }

  /// Sorted by encoded name, then by encoded value; a flag gets an empty value.
  static func canonical(query: String) -> String {
    let members = QueryString.parse(query).map { member -> (name: String, value: String) in
      (PercentCoding.reencode(member.rawName), PercentCoding.reencode(member.rawValue ?? ""))
    }
    let sorted = members.sorted { left, right in
      left.name == right.name ? left.value < right.value : left.name < right.name
    }
    return sorted.map { $0.name + "=" + $0.value }.joined(separator: "&")
  }

  /// The path as sent, without dot segments and empty ones, percent-encoded again.
  static func normalized(path: String) -> String {
    var segments: [Substring] = []
    for segment in path.split(separator: "/") where segment != "." {
      if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
    }
    let end = path.hasSuffix("/") && !segments.isEmpty ? "/" : ""
    return "/" + segments.map { PercentCoding.encode(String($0)) }.joined(separator: "/") + end
  }

  /// S3's form: every segment is a part of a name, so that none is removed.
  static func encodedOnce(path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { PercentCoding.reencode($0) }.joined(separator: "/")
  }

  /// Without blanks at the ends, and with single ones within.
  static func trimmed(_ value: String) -> String {
    value.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
  }
}
