import HTTP
import Sessions
import System

/// Lets requests pass that go to the public internet, or to an origin that a person has allowed.
///
/// A link before the network: each redirect and each link of an API is a request of its own. Names
/// are looked up here, before a proxy is asked, and the address of each connection is checked when
/// it is made, so that a name which means another address by then does not get through.
struct PublicClient: HTTPClient {
  private let next: any HTTPClient
  private let allowed: Set<Origin>
  private let variable: @Sendable (String) -> String?
  private let lookups = WorkThread()

  init(
    _ next: any HTTPClient, allowed: Set<Origin>,
    variable: @escaping @Sendable (String) -> String?
  ) {
    self.next = next
    self.allowed = allowed
    self.variable = variable
  }

  func send(
    _ request: HTTPRequest,
    completion: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void
  ) -> any HTTPTransfer {
    guard !allowed.contains(request.url.origin) else {
      return next.send(request, completion: completion)
    }
    var guarded = request
    let proxy = request.settings.proxy ?? proxy(of: request.url.scheme) ?? ""
    guarded.settings.proxy = proxy
    guarded.settings.isPublicOnly = proxy.isEmpty
    let transfer = PassingTransfer(completion)
    lookups.run { [next, guarded] in
      guard !transfer.isOver else { return }
      guard guarded.settings.unixSocket == nil, PublicClient.isPublic(guarded.url.host) else {
        return transfer.finish(
          .failure(
            .originRefused(
              url: Redactor().mask(url: guarded.url.text),
              origin: guarded.url.origin.description)))
      }
      transfer.pass(next.send(guarded) { transfer.finish($0) })
    }
    return transfer
  }

  /// Whether all addresses of a host are public. A host without one is refused, too, as a proxy may
  /// know one.
  private static func isPublic(_ host: String) -> Bool {
    let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    guard let addresses = HostLookup.addresses(of: bare) else { return false }
    return addresses.allSatisfy { IPAddress($0)?.isPublic ?? false }
  }

  /// The proxy that libcurl would take from the environment; that of no_proxy, too, so that it is
  /// known here which way a request goes.
  private func proxy(of scheme: String) -> String? {
    let names =
      scheme == "https"
      ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
      : ["http_proxy", "all_proxy", "ALL_PROXY"]
    return names.lazy.compactMap(variable).first { !$0.isEmpty }
  }
}
