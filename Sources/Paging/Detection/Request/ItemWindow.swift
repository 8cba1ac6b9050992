/// A full page that a request names by its two ends.
///
///     ?_start=0&_end=10        items 0 to 9
///     ?startRow=0&endRow=9     the same, if ten came
///     ?start=2001&end=2003     years: nothing that counts items
struct ItemWindow {
  let end: SentRequest.Member
  /// The number of items that it has room for.
  let size: Int
  /// The end of any page.
  let pattern: String

  /// The words for an end, by those for the beginning.
  private static let ends = [
    "start": ["end", "stop"], "begin": ["end"], "first": ["last"], "from": ["to", "until"],
    "offset": ["end"],
  ]

  /// The window from a position; nil: the request names no end, or what came is no page between them.
  /// `count`: the items that came.
  init?(from start: SentRequest.Member, in request: SentRequest, count: Int) {
    guard let first = start.number,
      let end = request.members.first(where: { ItemWindow.isEnd($0.name, of: start.name) }),
      let last = end.number, last > first
    else { return nil }
    let span = last - first
    let countsItems = start.name.hasPrefix("_") || FieldName(start.name).words.count > 1
    // A later window begins behind whole ones.
    let isAligned = count > 0 && first % count <= 1 && !ItemWindow.years.contains(first)
    guard count == span || count == span + 1, (0...1).contains(first) || countsItems || isAligned
    else { return nil }
    self.end = end
    size = count
    pattern = count == span ? ":endOffset" : ":lastOffset"
  }

  private static let years = 1900...2199

  /// True when the request names an end, too, so that another beginning alone is no other page.
  static func isBounded(_ start: SentRequest.Member, in request: SentRequest) -> Bool {
    start.number.map(years.contains) != true
      && request.members.contains { isEnd($0.name, of: start.name) && $0.number != nil }
  }

  /// `endRow` of `startRow`.
  private static func isEnd(_ name: String, of start: String) -> Bool {
    let words = FieldName(start).words
    return words.indices.contains { index in
      (ends[words[index]] ?? []).contains { end in
        var other = words
        other[index] = end
        return FieldName(name).words == other
      }
    }
  }
}
