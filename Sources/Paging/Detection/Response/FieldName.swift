import Text

/// A name cut into lower-case words, so that every spelling of it is the same one.
///
/// `nextPageToken`, `next_page_token` and `Next-Page-Token` are next, page, token, and flat
/// `nextpagetoken`; `@odata.nextLink` is odata, next, link; `X-WP-TotalPages` is x, wp, total,
/// pages; `nextcursor` is next, cursor.
struct FieldName: Sendable {
  let words: [String]
  /// The words without separators, for lookups in the tables.
  let flat: String

  init(_ name: String) {
    if name.utf8.allSatisfy(ASCII.isSmall), !name.hasPrefix("next"), !name.isEmpty {
      (words, flat) = ([name], name)
      return
    }
    var words: [String] = []
    for word in FieldName.split(name) {
      if word.hasPrefix("next"), word.utf8.count > 4 {
        words += ["next", String(word.dropFirst(4))]
      } else {
        words.append(word)
      }
    }
    self.words = words
    flat = words.joined()
  }

  func has(_ word: String) -> Bool { words.contains(word) }

  func hasAny(_ set: Set<String>) -> Bool { words.contains(where: set.contains) }

  /// The words spelled as another name is: after `nextPageToken`, page and token are `pageToken`.
  static func spell(_ words: [String], like name: String) -> String {
    if name.contains("-") { return words.joined(separator: "-") }
    let startsHigh = name.utf8.first(where: ASCII.isLetter).map(ASCII.isUpper) ?? false
    let isMixed = name.utf8.contains(where: ASCII.isUpper)
    guard isMixed, !name.contains("_") else { return words.joined(separator: "_") }
    return words.enumerated().map { index, word in
      index == 0 && !startsHigh ? word : word.prefix(1).uppercased() + word.dropFirst()
    }.joined()
  }

  /// A word begins after a separator, at a capital after a small letter, and at the last capital of
  /// several that a small letter follows.
  private static func split(_ name: String) -> [String] {
    let bytes = Array(name.utf8)
    var words: [String] = []
    var word: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      guard ASCII.isAlphanumeric(byte) || byte >= 0x80 else {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
        continue
      }
      if ASCII.isUpper(byte), index > 0, !word.isEmpty {
        let before = bytes[index - 1]
        let isFollowedBySmall = index + 1 < bytes.count && ASCII.isSmall(bytes[index + 1])
        if !ASCII.isUpper(before) || isFollowedBySmall {
          words.append(String(decoding: word, as: UTF8.self))
          word = []
        }
      }
      word.append(ASCII.lowercased(byte))
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
