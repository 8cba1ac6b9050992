/// The status code of a response, and what it means for a program that pages.
package struct HTTPStatus: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible
{
  package let code: Int

  package init(_ code: Int) { self.code = code }

  package init(integerLiteral code: Int) { self.code = code }

  package var description: String { String(code) }

  /// 2xx.
  package var isSuccess: Bool { (200..<300).contains(code) }

  /// True when the same request may succeed later (RFC 9110 and RFC 6585).
  package var isTransient: Bool { [408, 425, 429, 500, 502, 503, 504].contains(code) }

  /// True when this status says that a position has no page: it lies past the end.
  package var isPastEnd: Bool { code == 404 || code == 410 || code == 416 }

  /// True when APIs reject a position with this status, past the end or for another reason.
  package var refusesPosition: Bool { code == 400 || code == 422 }

  /// True when a `Location` gives the address to send the request to instead.
  package var isRedirect: Bool { [301, 302, 303, 307, 308].contains(code) }
}
