import HTTP
import Pagination

/// The origin of the requests that are made from the template: what links are compared with.
struct HomeOrigin: Sendable {
  /// The URL of the latest request made from the template.
  private(set) var url: HTTPURL?

  /// The origins that a redirect may lead to besides the allowed ones.
  var allowed: [AllowedOrigin] { url.map { [AllowedOrigin(origin: $0.origin)] } ?? [] }

  /// Checks where a request goes. A link to an origin that is not allowed is refused; one to an
  /// origin that may not see credentials loses them.
  mutating func check(
    _ request: inout HTTPRequest, callerHeaders: Set<String>, isLink: Bool,
    _ configuration: Configuration
  ) throws(SessionError) {
    let target = request.url
    guard isLink else {
      url = target
      return
    }
    let redactor = configuration.redactor
    let settings = configuration.settings
    do throws(HTTPError) {
      if url == nil { url = try settings.pager.template.openedURL() }
      guard let home = url else { return }
      switch try OriginCrossing(
        from: home.origin, to: target, allowed: settings.fetching.allowedOrigins)
      {
      case .sameOrigin: request.url = target.withUserinfo(of: home)
      case .withCredentials: break
      case .withoutCredentials:
        try request.leave(for: target, without: callerHeaders, redactor)
      }
    } catch {
      throw SessionError(error, of: RequestLine(request, redactor), redactor: redactor)
    }
  }
}
