import JSON
import Text

/// Opaque tokens for positions: base64url of `after:25`, so that no one is tempted to count.
enum Cursor {
  private static let prefix = "after:"
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The token for a position from 0 on.
  static func text(_ start: Int) -> String {
    let plain = Array("\(prefix)\(start)".utf8)
    var text: [UInt8] = []
    for index in stride(from: 0, to: plain.count, by: 3) {
      let bytes = plain[index..<min(index + 3, plain.count)]
      var group: UInt32 = 0
      for byte in bytes { group = group << 8 | UInt32(byte) }
      group <<= UInt32(8 * (3 - bytes.count))
      for place in 0...bytes.count {
        text.append(alphabet[Int(group >> UInt32(18 - 6 * place) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The position that a token stands for; 0 without a token.
  static func start(_ token: String?, named name: String) throws(Refusal) -> Int {
    guard let token else { return 0 }
    guard let start = start(token) else {
      throw .invalidParameter(name: name, expected: "a token from an earlier answer")
    }
    return start
  }

  private static func start(_ token: String) -> Int? {
    guard token.utf8.count <= 64 else { return nil }
    var plain: [UInt8] = []
    var (group, bitCount): (UInt32, UInt32) = (0, 0)
    for byte in token.utf8 {
      guard let value = alphabet.firstIndex(of: byte) else { return nil }
      group = group << 6 | UInt32(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        plain.append(UInt8(truncatingIfNeeded: group >> bitCount))
      }
    }
    guard plain.starts(with: prefix.utf8),
      let start = ASCII.number(plain.dropFirst(prefix.utf8.count)),
      start <= SampleLimits.itemCountMax + 1, text(start) == token
    else { return nil }
    return start
  }
}
