/// An address that only this machine can reach.
package enum LoopbackAddress: Equatable, Sendable {
  /// In 127.0.0.0/8, as a number: 127.0.0.1 is 0x7F000001.
  case v4(UInt32)
  /// ::1
  case v6

  /// `127.0.0.1` and its neighbours, `localhost` for 127.0.0.1, `::1`; nil for any other host.
  package init?(_ host: String) {
    if host == "::1" || host == "[::1]" {
      self = .v6
      return
    }
    let name = host == "localhost" ? "127.0.0.1" : host
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "127" else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard part.utf8.count <= 3, part.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
        let value = UInt8(part)
      else { return nil }
      number = number << 8 | UInt32(value)
    }
    self = .v4(number)
  }

  /// As it is in a URL.
  package var text: String {
    switch self {
    case .v6: "[::1]"
    case .v4(let number):
      [24, 16, 8, 0].map { String(number >> UInt32($0) & 255) }.joined(separator: ".")
    }
  }
}
