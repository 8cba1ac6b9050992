import CLibrary

/// The addresses of a host, as the system's resolver gives them; it reads every spelling of a
/// number (`127.1`, `0x7f000001`), too.
package enum HostLookup {
  /// The maximum number of addresses of one host; a host with more is rejected.
  package static let addressesMax = 256

  /// The addresses of a name or number, 4 or 16 bytes each; nil if the lookup fails or finds too
  /// many. Waits for the network. An IPv6 address is written without brackets.
  package static func addresses(of host: String) -> [[UInt8]]? {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = Platform.streamSocketType
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0, let first = list else { return nil }
    defer { freeaddrinfo(first) }
    var addresses: [[UInt8]] = []
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let entry = next {
      guard addresses.count < addressesMax else { return nil }
      if let bytes = bytes(of: entry.pointee) { addresses.append(bytes) }
      next = entry.pointee.ai_next
    }
    return addresses.isEmpty ? nil : addresses
  }

  private static func bytes(of entry: addrinfo) -> [UInt8]? {
    guard let name = entry.ai_addr else { return nil }
    let raw = UnsafeRawPointer(name)
    switch entry.ai_family {
    case AF_INET where Int(entry.ai_addrlen) >= MemoryLayout<sockaddr_in>.size:
      return withUnsafeBytes(of: raw.load(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6 where Int(entry.ai_addrlen) >= MemoryLayout<sockaddr_in6>.size:
      return withUnsafeBytes(of: raw.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: return nil
    }
  }
}
