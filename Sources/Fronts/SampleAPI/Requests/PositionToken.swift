import Text

/// Opaque tokens for positions: base64url of `after:25`, so that clients are not tempted to count.
enum PositionToken {
  private static let prefix = "after:"

  /// The token for a position from 0 on.
  static func text(_ start: Int) -> String {
    let plain = Array("\(prefix)\(start)".utf8)
    return String(decoding: Base64.encode(plain, alphabet: .urlSafe), as: UTF8.self)
  }

  /// The position in a token; 0 without a token.
  static func start(_ token: String?, named name: String) throws(Refusal) -> Int {
    guard let token else { return 0 }
    guard token.utf8.count <= 64, let plain = Base64.decode(Array(token.utf8)),
      plain.starts(with: prefix.utf8),
      let start = ASCII.number(plain.dropFirst(prefix.utf8.count)),
      start <= SampleLimits.itemCountMax + 1, text(start) == token
    else { throw .invalidParameter(name: name, expected: "a token from an earlier answer") }
    return start
  }
}
