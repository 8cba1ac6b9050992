/// The status code of a response, and what it means for a program that pages.
package struct HTTPStatus: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible
{
  package let code: Int

  package init(_ code: Int) { self.code = code }

  package init(integerLiteral code: Int) { self.code = code }

  package var description: String { String(code) }

  /// 2xx.
  package var isSuccess: Bool { (200..<300).contains(code) }

  /// Whether the same request may succeed later (RFC 9110 and RFC 6585).
  package var isTransient: Bool {
    switch code {
    case 408, 425, 429, 500, 502, 503, 504: true
    default: false
    }
  }

  /// Whether this status says that there is no page at a position: it lies past the end.
  package var isPastEnd: Bool { code == 404 || code == 410 || code == 416 }

  /// Whether APIs refuse a position with this status, past the end or for another reason.
  package var refusesPosition: Bool { code == 400 || code == 422 }

  /// Whether a `Location` says where to send the request instead.
  package var isRedirect: Bool {
    switch code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }
}
