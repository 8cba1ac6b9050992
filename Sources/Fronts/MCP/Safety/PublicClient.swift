import HTTP
import Secrets
import System

/// Lets requests pass that read, and that go to the public internet or to an origin that a person has
/// allowed.
///
/// A link before the network, so that each redirect and each link of an API is a separate request
/// here. Names are looked up here, before a proxy is used. The address of each connection is
/// checked when it is made, so that a name that has another address by then does not pass.
struct PublicClient: HTTPClient {
  let next: any HTTPClient
  /// The URL that a profile reads by POST; nil: only GET is sent.
  let postURL: HTTPURL?
  /// nil: requests do not leave the machine.
  let allowed: Set<Origin>?
  let variable: @Sendable (String) -> String?
  private let lookups = SerialQueue()

  func send(_ request: HTTPRequest, completion: @escaping HTTPCompletion) -> any HTTPTransfer {
    let reads = request.method == "GET" || isOwnPost(request) || request.isForToken
    if reads, allowed?.contains(request.url.origin) ?? true {
      return next.send(request, completion: completion)
    }
    var guarded = request
    let proxy = request.settings.proxy ?? proxy(of: request.url.scheme) ?? ""
    guarded.settings.proxy = proxy
    guarded.settings.isPublicOnly = proxy.isEmpty
    let transfer = PendingTransfer(completion)
    lookups.run { [next, guarded] in
      guard !transfer.isOver else { return }
      guard reads else {
        let detail = "the method \(guarded.method.name)"
        return transfer.finish(.failure(.invalidRequest(detail: detail)))
      }
      let addresses = PublicClient.addresses(of: guarded.url.host)
      guard let addresses else {
        let detail = "the host \(guarded.url.host) has no address"
        return transfer.finish(.failure(.invalidURL(detail: detail)))
      }
      guard guarded.settings.unixSocket == nil, addresses.allSatisfy(\.isPublic) else {
        let url = Redactor().mask(url: guarded.url.text)
        let origin = guarded.url.origin.description
        return transfer.finish(.failure(.originRefused(url: url, origin: origin)))
      }
      transfer.pass(next.send(guarded) { transfer.finish($0) })
    }
    return transfer
  }

  /// True when the request is the profile's own POST to the profile's own URL, with any query.
  private func isOwnPost(_ request: HTTPRequest) -> Bool {
    guard request.method == "POST", let postURL else { return false }
    return request.url.origin == postURL.origin && request.url.path == postURL.path
  }

  /// The addresses of a host; nil if it has none, even if a proxy knows some.
  private static func addresses(of host: String) -> [IPAddress]? {
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    guard let found = HostLookup.addresses(of: bare) else { return nil }
    let addresses = found.compactMap { IPAddress($0) }
    return addresses.count == found.count && !addresses.isEmpty ? addresses : nil
  }

  /// The proxy that libcurl would take from the environment; that of no_proxy, too, so that it is
  /// known here which way a request goes.
  private func proxy(of scheme: String) -> String? {
    let own = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return (own + ["all_proxy", "ALL_PROXY"]).lazy.compactMap(variable).first { !$0.isEmpty }
  }
}
