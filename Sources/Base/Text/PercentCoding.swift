/// Percent-encoding (RFC 3986 section 2.1), on bytes and texts.
package enum PercentCoding {
  /// The text with every byte encoded but letters, digits and `-._~`.
  package static func encode(_ text: String) -> String {
    text.utf8.allSatisfy(ASCII.isUnreserved) ? text : encode(bytes: text.utf8)
  }

  /// The text decoded; a "%" without two hexadecimal digits stays as it is, and bytes that are not
  /// UTF-8 become U+FFFD.
  package static func decode(_ text: String, plusIsSpace: Bool = false) -> String {
    guard isEncoded(text.utf8, plusIsSpace) else { return text }
    return String(decoding: decoded(text.utf8, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// The text with every byte encoded once, whether it was encoded before or not: `a b%2f` becomes
  /// `a%20b%2F`. Only unreserved bytes stay as they are; "+" is a plus sign.
  package static func reencode(_ text: some StringProtocol) -> String {
    encode(bytes: decoded(text.utf8))
  }

  /// The bytes decoded. `keeping`: a byte whose encoded form stays, in capitals.
  package static func decoded(
    _ text: some Collection<UInt8>, keeping kept: UInt8? = nil, plusIsSpace: Bool = false
  ) -> [UInt8] {
    guard isEncoded(text, plusIsSpace) else { return Array(text) }
    let bytes = Array(text)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let byte = byte(in: bytes, at: index) {
        append(byte, to: &decoded) { $0 != kept }
        index += 3
      } else {
        decoded.append(plusIsSpace && bytes[index] == ASCII.plus ? ASCII.space : bytes[index])
        index += 1
      }
    }
    return decoded
  }

  /// The byte that `%XX` at that index encodes; nil without such an escape.
  package static func byte(in bytes: [UInt8], at index: Int) -> UInt8? {
    guard index < bytes.count, bytes[index] == ASCII.percent else { return nil }
    return byte(ofDigitsIn: bytes, at: index + 1)
  }

  /// The byte at the index that was encoded more than once (`%25252F`), and how long it is so.
  package static func repeatedlyEncoded(
    in bytes: [UInt8], at index: Int
  ) -> (byte: UInt8, length: Int)? {
    guard byte(in: bytes, at: index) == ASCII.percent else { return nil }
    var last = index + 1
    // `25` is one more round where two digits follow it.
    while byte(ofDigitsIn: bytes, at: last) == ASCII.percent,
      byte(ofDigitsIn: bytes, at: last + 2) != nil
    {
      last += 2
    }
    guard last > index + 1, let byte = byte(ofDigitsIn: bytes, at: last) else { return nil }
    return (byte, last + 2 - index)
  }

  private static func byte(ofDigitsIn bytes: [UInt8], at index: Int) -> UInt8? {
    index + 1 < bytes.count ? Hexadecimal.byte(bytes[index], bytes[index + 1]) : nil
  }

  /// Appends the byte itself where `keeping` says so, else its `%XX`.
  package static func append(_ byte: UInt8, to bytes: inout [UInt8], keeping: (UInt8) -> Bool) {
    guard !keeping(byte) else {
      bytes.append(byte)
      return
    }
    bytes += [ASCII.percent, ASCII.hexDigit(byte >> 4), ASCII.hexDigit(byte & 15)]
  }

  private static func encode(bytes: some Collection<UInt8>) -> String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count * 3)
    for byte in bytes { append(byte, to: &encoded, keeping: ASCII.isUnreserved) }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func isEncoded(_ text: some Collection<UInt8>, _ plusIsSpace: Bool) -> Bool {
    text.contains { $0 == ASCII.percent || plusIsSpace && $0 == ASCII.plus }
  }
}
