import JSON
import Pagination
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

  init(_ qualified: String) {
    let name = FieldName.local(qualified)
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

  /// The name without the prefix of a namespace: of `opensearch:totalResults` totalResults.
  static func local(_ name: String) -> String {
    guard let mark = name.utf8.lastIndex(of: ASCII.colon) else { return name }
    let local = name[name.utf8.index(after: mark)...]
    return local.isEmpty ? name : String(local)
  }

  /// The name that a parameter means: of `pagination[page]`, `pg[offset]` or `options.per_page` the
  /// inner one, of `x_page_size` what follows the x.
  static func parameter(_ name: String) -> FieldName {
    if let mark = name.hasSuffix("]") ? name.lastIndex(of: "[") : name.lastIndex(of: ".") {
      let inner = FieldName(String(name[mark...]))
      if inner.means(.innerNames) || FieldName(String(name[..<mark])).means(.bracketed) {
        return inner
      }
    }
    let whole = FieldName(name)
    return whole.words.first == "x" && whole.words.count > 1
      ? FieldName(whole.words.dropFirst().joined()) : whole
  }

  func means(_ meaning: FieldNames.Meaning) -> Bool { flat.means(meaning) }
  /// True when one of its words has the meaning.
  func mentions(_ meaning: FieldNames.Meaning) -> Bool { words.contains { $0.means(meaning) } }
  /// True for the name of a count, of whatever kind.
  var isOfCount: Bool { CountTarget.allCases.contains(where: states) }
  func states(_ count: CountTarget) -> Bool { FieldNames.counts[count].map(means) == true }
  /// True for the name of a parameter that states the position of a page.
  var isOfPosition: Bool {
    means(.pageParameters) || means(.offsetParameters) || means(.cursorParameters)
  }

  /// True when another name in flat spelling begins like it, but for an ending: `aggregates` and
  /// `aggregations`.
  func isLike(_ other: String) -> Bool {
    let same = zip(flat.utf8, other.utf8).prefix { $0 == $1 }.count
    return same > 6 && max(flat.utf8.count, other.utf8.count) - same <= 4
  }

  /// True for the name of a total that says so in more than one word, or by the word itself.
  var isOfWhole: Bool { has("total") || words.count > 1 && !means(.countsOfPage) }

  func has(_ word: String) -> Bool { words.contains(word) }

  /// True unless what follows `next` or `cursor` is something else than a page: `next_billing_date`,
  /// `cursor_type`.
  var mayLeadOn: Bool {
    guard let mark = words.firstIndex(of: "next") ?? words.firstIndex(of: "cursor") else {
      return true
    }
    return FieldName.consists(words[(mark + 1)...].joined()[...], of: FieldNames[.nextPlaces])
  }

  /// True for the name of a report, or of a code or an address beside one.
  var isOfReport: Bool {
    means(.reports) || means(.besideReports) || words.first?.hasPrefix("err") == true
  }

  /// True for words of an object around paging information, unless it only speaks of paging:
  /// `pagination_help`.
  var isOfPaging: Bool {
    mentions(.pagingParents) && words.last?.means(.explanations) != true
  }

  private static func consists(_ text: Substring, of words: Set<String>) -> Bool {
    text.isEmpty
      || text.utf8.count <= 40
        && words.contains { text.hasPrefix($0) && consists(text.dropFirst($0.count), of: words) }
  }

  /// The place that leads back, by the name of what leads on, and the change of words. `place`: the
  /// place that has a name, if there is one.
  static func back(
    of name: String, at place: (String) -> String?
  ) -> (path: String, on: String, back: String)? {
    for (on, back) in FieldNames.ways where name.contains(on) {
      if let path = place(name.replacing(on, with: back)) { return (path, on, back) }
    }
    return nil
  }

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

/// A member of an object, with its key as a name.
typealias NamedMember = (key: String, name: FieldName, value: JSONSlice)

extension JSONDocument {
  /// The members of an object whose keys are not too long, each with its name.
  func named(
    in object: JSONSlice, most: Int = Envelope.objectMembersMax
  ) -> [NamedMember] {
    members(of: object).prefix(most).compactMap { key, value in
      guard key.range.count <= Envelope.keyBytesMax, let key = string(key) else { return nil }
      return (key, FieldName(key), value)
    }
  }
}

extension String {
  /// True when a name or a word has a meaning; false for other spellings than the flat one.
  func means(_ meaning: FieldNames.Meaning) -> Bool { FieldNames[meaning].contains(self) }
}
