package import Secrets

/// The rule by which redirects are followed; no request is sent here.
package enum Redirect {
  /// The request that a response redirects to, or nil where it redirects nowhere: another status
  /// than 301, 302, 303, 307, 308, or no `Location`.
  ///
  /// `hop` counts the redirects already followed, 0 for the first; `callerHeaders` are the names of
  /// the headers that the caller supplied, in lower case; `redactor` knows the caller's secrets.
  ///
  /// 301 and 302 turn POST into GET and drop the body, 303 does so for every method except HEAD;
  /// 307 and 308 keep both. Only the caller's own userinfo is sent: userinfo in the `Location` is
  /// dropped. On the way to another origin that is allowed without credentials, the caller's
  /// headers and userinfo are dropped; the redirect is `credentialWithheld` if a body that would
  /// have to be sent again holds a credential, or if the `Location` holds one of the caller's secrets.
  package static func next(
    after response: HTTPResponse, of request: HTTPRequest, hop: Int, redirectsMax: Int,
    allowed: [AllowedOrigin], callerHeaders: Set<String>, redactor: Redactor = Redactor()
  ) throws(HTTPError) -> HTTPRequest? {
    guard response.status.isRedirect,
      let location = response.headers["Location"], !location.isEmpty
    else { return nil }
    guard hop < redirectsMax else { throw .tooManyRedirects(maximum: redirectsMax) }
    let base = request.url
    let target = try base.resolving(location)
    let crossing = try OriginCrossing(from: base.origin, to: target, allowed: allowed)

    var next = request
    if turnsIntoGet(status: response.status, method: request.method) {
      next.method = "GET"
      next.body = nil
      for name in contentHeaders { next.headers.remove(name) }
    }
    guard crossing == .withoutCredentials else {
      next.url = target.withUserinfo(of: base)
      return next
    }
    try next.leave(for: target, without: callerHeaders.union(credentialHeaders), redactor)
    return next
  }

  /// Headers that never go to an origin that is not trusted with credentials.
  private static let credentialHeaders: Set<String> = [
    "authorization", "proxy-authorization", "cookie",
  ]

  /// Headers that describe a body and go with it.
  private static let contentHeaders = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language",
    "Content-Location", "Transfer-Encoding",
  ]

  private static func turnsIntoGet(status: HTTPStatus, method: HTTPMethod) -> Bool {
    switch status.code {
    case 301, 302: method == "POST"
    case 303: method != "HEAD" && method != "GET"
    default: false
    }
  }
}

extension HTTPRequest {
  /// Goes to an origin that may not see credentials, without those that it has, and without these
  /// headers; throws `credentialWithheld` where its body or the URL holds one.
  package mutating func leave(
    for target: HTTPURL, without headers: Set<String>, _ redactor: Redactor
  ) throws(HTTPError) {
    let bare = target.withUserinfo(of: nil)
    let bodyHoldsCredential = body.map { redactor.holdsCredential(body: $0) } ?? false
    guard !bodyHoldsCredential, !redactor.holdsSecret(bare.text) else {
      throw .credentialWithheld(
        url: redactor.mask(url: target.text), origin: target.origin.description,
        isInBody: bodyHoldsCredential)
    }
    for name in headers { self.headers.remove(name) }
    credentials = nil
    url = bare
  }
}
