import Secrets
import Text

/// Scheme, host and port: what decides whether credentials may go along.
package struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// "http" or "https".
  package let scheme: String
  /// Lower case; an IPv6 address has its brackets.
  package let host: String
  /// The effective port, even if the URL names none.
  package let port: Int

  /// Makes an origin of its parts; the scheme and the host are put in lower case.
  package init(scheme: String, host: String, port: Int) {
    self.scheme = ASCII.lowercased(scheme)
    self.host = ASCII.lowercased(host)
    self.port = port
  }

  /// Reads "https://api.example.com" or "http://127.0.0.1:8080", a "/" after it allowed.
  ///
  /// Nil for another scheme, userinfo, a path, a query, an empty host or a port outside 1 to 65535.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = ASCII.lowercased(String(text[..<colon]))
    guard let defaultPort = Self.defaultPort(of: scheme) else { return nil }
    var authority = text[colon...].dropFirst(3)
    if authority.hasSuffix("/") { authority.removeLast() }
    guard let (host, digits) = Self.split(authority: authority) else { return nil }
    var port = defaultPort
    if let digits {
      guard digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }), let number = Int(digits),
        (1...65_535).contains(number)
      else { return nil }
      port = number
    }
    self.init(scheme: scheme, host: host, port: port)
  }

  /// As in a URL, with the port omitted where it is the scheme's own.
  package var description: String {
    port == Self.defaultPort(of: scheme) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
  }

  /// 80 for http, 443 for https, nil for every other scheme.
  package static func defaultPort(of scheme: String) -> Int? {
    scheme == "https" ? 443 : scheme == "http" ? 80 : nil
  }

  private static func split(authority: Substring) -> (host: String, port: Substring?)? {
    let isAddress = authority.hasPrefix("[")
    var host = authority
    var port: Substring?
    if isAddress {
      guard let end = authority.firstIndex(of: "]") else { return nil }
      host = authority[...end]
      let rest = authority[authority.index(after: end)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    let allowed: (UInt8) -> Bool = { byte in
      switch byte {
      case 0...0x20, 0x7F: false
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"): false
      case UInt8(ascii: "\\"), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"): false
      case UInt8(ascii: "*"), UInt8(ascii: ","): false
      case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"): isAddress
      default: true
      }
    }
    guard !host.isEmpty, host.utf8.allSatisfy(allowed) else { return nil }
    return (String(host), port)
  }
}

/// An origin that links and redirects may lead to.
package struct AllowedOrigin: Sendable, Hashable {
  package let origin: Origin
  /// True when the caller's headers, userinfo and secrets go along to this origin.
  package let credentials: Bool

  /// Makes an entry; without `credentials`, the caller's headers, userinfo and secrets are not
  /// sent.
  package init(origin: Origin, credentials: Bool = false) {
    self.origin = origin
    self.credentials = credentials
  }
}

/// The things that a step from one URL to another may take along.
package enum OriginCrossing: Sendable, Hashable {
  /// Scheme, host and port are equal: everything is sent.
  case sameOrigin
  /// An allowed origin that the caller trusts with credentials: everything is sent.
  case withCredentials
  /// An allowed origin: the parts that the caller supplied are not sent.
  case withoutCredentials

  /// Judges the step from `base` to `target`; throws `originRefused` where it is not allowed.
  ///
  /// `allowed` should hold the paginator's own origin where a chain of steps may lead back to it.
  package init(from base: Origin, to target: HTTPURL, allowed: [AllowedOrigin]) throws(HTTPError) {
    let origin = target.origin
    guard origin != base else {
      self = .sameOrigin
      return
    }
    let entries = allowed.filter { $0.origin == origin }
    guard !entries.isEmpty else {
      throw .originRefused(url: Redactor().mask(url: target.text), origin: origin.description)
    }
    self = entries.contains { $0.credentials } ? .withCredentials : .withoutCredentials
  }
}
