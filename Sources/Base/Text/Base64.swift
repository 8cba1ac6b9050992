/// Base64 (RFC 4648), as far as credentials and recorded bodies need it.
package enum Base64 {
  /// The characters of the last two digits: `+/` or `-_`.
  package enum Alphabet {
    case standard
    case urlSafe
  }

  /// The encoding with padding, as Basic credentials have it.
  package static func padded(_ bytes: [UInt8]) -> String {
    let text = String(decoding: encode(bytes, alphabet: .standard), as: UTF8.self)
    return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
  }

  /// The encoding without padding, so that it is also found inside a padded one.
  package static func encode(_ bytes: [UInt8], alphabet: Alphabet) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count / 3 * 4 + 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = (bits & 0x3F) << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        encoded.append(digit(UInt8(truncatingIfNeeded: bits >> UInt32(count)) & 63, alphabet))
      }
    }
    if count > 0 {
      encoded.append(digit(UInt8(truncatingIfNeeded: bits << UInt32(6 - count)) & 63, alphabet))
    }
    return encoded
  }

  /// The bytes of either alphabet's text, padded or not; nil for another character.
  package static func decode(_ text: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var bits: UInt32 = 0
    var count = 0
    for byte in text where byte != UInt8(ascii: "=") {
      guard let value = value(byte) else { return nil }
      bits = (bits & 0xFFFF) << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return decoded
  }

  private static func digit(_ value: UInt8, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: alphabet == .standard ? UInt8(ascii: "+") : UInt8(ascii: "-")
    default: alphabet == .standard ? UInt8(ascii: "/") : UInt8(ascii: "_")
    }
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
