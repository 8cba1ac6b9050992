/// An address of the internet protocol, and whether it is one of the public internet.
///
///     127.0.0.1          no: loopback
///     ::ffff:10.0.0.1    no: a private address of version 4 within one of version 6
///     2606:4700::1111    yes
package struct IPAddress: Sendable, Hashable {
  /// 4 or 16, in network order.
  private let bytes: [UInt8]

  /// Makes an address; nil unless there are 4 or 16 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// True when the address can belong to anyone on the internet: it is not loopback, link-local,
  /// private, shared, multicast, reserved or documentation, and not an IPv6 address that embeds
  /// such an IPv4 address (RFC 6890, RFC 4291, RFC 6052, RFC 3056, RFC 4380).
  package var isPublic: Bool {
    if bytes.count == 4 { return !has(prefixOf: IPAddress.special4) }
    // Only 2000::/3 has been assigned; IPv4 addresses embedded elsewhere are refused with the rest,
    // except for the translators' prefix.
    if has(prefixOf: [IPAddress.translated]) { return inner(at: 12)?.isPublic ?? false }
    guard bytes[0] & 0xE0 == 0x20, !has(prefixOf: IPAddress.special6) else { return false }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return inner(at: 2)?.isPublic ?? false }
    return true
  }

  private func inner(at offset: Int) -> IPAddress? {
    IPAddress(Array(bytes[offset..<(offset + 4)]))
  }

  /// Leading bytes, and how many bits of them count.
  private typealias Prefix = (bytes: [UInt8], bits: Int)

  private func has(prefixOf prefixes: [Prefix]) -> Bool {
    prefixes.contains { prefix in
      (0..<prefix.bits).allSatisfy { bit in
        let mask = UInt8(0x80) >> UInt8(bit % 8)
        return bytes[bit / 8] & mask == prefix.bytes[bit / 8] & mask
      }
    }
  }

  private static let special4: [Prefix] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16), ([198, 18], 15),
    ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    // Azure's platform, which serves metadata from a public address.
    ([168, 63, 129, 16], 32),
  ]
  private static let special6: [Prefix] = [
    ([0x20, 0x01, 0], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0], 20),
  ]
  private static let translated: Prefix = ([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], 96)
}
