import Text

/// The effects that the faults which strike a request have on its response.
///
/// One fault replaces the response at most: of several, the first in this order: redirects, a status,
/// html. The others change what is left: the text, its encoding, its delivery.
struct FaultEffects {
  let kinds: Set<Fault.Kind>
  let exchange: Exchange

  /// Changes the response before it is compressed.
  func apply(to response: inout Response) {
    if let replacement { response = replacement }
    if has(.truncate) { response.body.removeLast(response.body.count - response.body.count / 2) }
    if has(.closeBody) { response.delivery = .cutBody }
    if has(.stall) { response.delivery = .silent }
    if has(.gzipCut) {
      response.compress()
      response.body.removeLast(response.body.count - response.body.count / 2)
    }
    // A fault goes before "not modified".
    if [.truncate, .closeBody, .gzipCut].contains(where: has) { response.eTag = nil }
  }

  /// The body must not be compressed any more.
  var fixesEncoding: Bool { has(.gzipCut) }

  private func has(_ name: SampleFault) -> Bool { kinds.contains(.named(name)) }

  private var replacement: Response? {
    if !exchange.isRedirected, has(.redirectForeign) || has(.redirect) {
      let location = exchange.redirect(toForeign: has(.redirectForeign))
      return Response(status: 302).with("Location", location)
    }
    let statuses = kinds.compactMap { kind in
      if case .status(let status) = kind { status } else { nil }
    }
    if let status = statuses.min() {
      var response = Response.error(
        status: status, message: "The fault \(status) was requested.")
      if response.isBodyless { response.body = [] }
      return response.with("Retry-After", exchange.options.retryAfter.map(String.init))
    }
    guard has(.html) else { return nil }
    let page = "<!DOCTYPE html><title>Sign in</title><p>Please sign in to this network.</p>\n"
    return Response(body: Array(page.utf8)).with("Content-Type", "text/html; charset=utf-8")
  }
}
