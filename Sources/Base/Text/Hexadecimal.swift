/// Bytes as pairs of hexadecimal digits.
package enum Hexadecimal {
  /// Two small digits for each byte.
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let digits = bytes.flatMap { byte in
      [byte >> 4, byte & 15].map { ASCII.lowercased(ASCII.hexDigit($0)) }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// The bytes that pairs of digits spell; nil for any other text.
  package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    var rest = text[...]
    while let high = rest.popFirst() {
      guard let low = rest.popFirst(), let byte = byte(high, low) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// The byte that two hex digits spell; nil if one of them is not a digit.
  package static func byte(_ high: UInt8, _ low: UInt8) -> UInt8? {
    guard let high = ASCII.hexValue(high), let low = ASCII.hexValue(low) else { return nil }
    return high << 4 | low
  }
}
