import Text

/// A URL as people type it, without a scheme: `localhost:8080/x`, `example.com/x?page=1`.
enum SchemelessURL {
  /// The same with the scheme that is most likely meant: http for this machine and private
  /// networks, else https. nil if the text has a scheme, or does not begin with a host.
  static func whole(_ text: String) -> String? {
    let text = text.hasPrefix("//") ? String(text.dropFirst(2)) : text
    let authority = text.prefix { !"/?#".contains($0) }
    var host = authority[...]
    var port: Substring?
    if let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    let isPort = port.map { !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } } ?? true
    let isName = host.utf8.allSatisfy {
      ASCII.isAlphanumeric($0) || $0 == ASCII.minus || $0 == ASCII.dot
    }
    let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
    guard isPort, isName || isAddress, !host.isEmpty, host.first != "." else { return nil }
    let isLocal = host.lowercased() == "localhost"
    guard isLocal || isAddress || port != nil || host.dropLast().contains(".") else { return nil }
    let isNear = isLocal || isAddress || isPrivate(host) || !host.contains(".")
    return (isNear && port != "443" ? "http://" : "https://") + text
  }

  /// `10.0.0.1`, `192.168.1.2`: an address that is written in numbers.
  private static func isPrivate(_ host: Substring) -> Bool {
    host.allSatisfy { ($0.isASCII && $0.isNumber) || $0 == "." }
  }
}
