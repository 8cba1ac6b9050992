import HTTP
import JSON
import Text

/// The bounds of a request that a response may ask for by a link object. It travels with the
/// caller's credentials, and anyone may have written the response.
///
///     {"rel": "next", "href": "/a?page=2", "method": "DELETE"}        refused
///     {"rel": "next", "href": "/a?page=2", "headers": {"Host": "h"}}  without the header
struct LinkBounds {
  private let method: String
  /// Names of the caller's headers in lower case.
  private let given: Set<String>
  /// True where the opened request may have a body.
  private let takesBody: Bool

  /// `opened`: the request of the paginator.
  init(_ opened: RequestTemplate) {
    method = opened.method.uppercased()
    given = Set(opened.headers.map { ASCII.lowercased($0.name) })
    if case .none = opened.body { takesBody = method != "GET" } else { takesBody = true }
  }

  /// Headers that say who asks, whom, and what for, and those that frame a message.
  private static let reserved: Set<String> = [
    "authorization", "connection", "content-length", "cookie", "expect", "host", "origin",
    "proxy-authorization", "referer", "te", "trailer", "transfer-encoding", "upgrade",
    "x-http-method", "x-http-method-override", "x-method-override", "x-original-url",
    "x-rewrite-url",
  ]

  /// True for a method that a link may have: GET, or that of the opened request.
  func allows(method: String) -> Bool { method == "GET" || method == self.method }

  /// True for a header that a link may set. Those of the caller stand.
  func allows(header name: String) -> Bool {
    let name = ASCII.lowercased(name)
    return !LinkBounds.reserved.contains(name) && !given.contains(name)
      && !name.hasPrefix("x-forwarded-")
  }

  /// True where a link may have a body: with the opened method, where that request may have one.
  func allowsBody(method: String?) -> Bool { takesBody && (method ?? self.method) == self.method }
}
