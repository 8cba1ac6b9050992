/// The method of a request, spelled as it is sent: `GET`, `POST`, `QUERY`, ...
package struct HTTPMethod: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let name: String

  /// Takes any text; a request whose method is not a token (RFC 9110) fails when it is sent.
  package init(_ name: String) { self.name = name }

  package init(stringLiteral name: String) { self.name = name }

  package var description: String { name }

  /// True when the request only reads, so that repeating it changes nothing (RFC 9110 section
  /// 9.2.1; QUERY is safe as well).
  package var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].contains(name) }

  /// True when sending the request twice has the effect of sending it once (RFC 9110 section
  /// 9.2.2), so that libcurl may repeat it when a kept connection turns out to be dead.
  package var isIdempotent: Bool { isSafe || name == "PUT" || name == "DELETE" }

  /// True when a request of this method announces a body even if it has none.
  var expectsBody: Bool { name == "POST" || name == "PUT" || name == "PATCH" }
}
