import HTTP
import JSON
import Pagination
import Text

/// Members and headers that may say, in words that no rule knows, that there is more. They name no
/// position; but a list next to them is not whole for the sole reason that nothing that was tried
/// changes it.
///
///     {"items": [23 of them], "remaining": 114}      {"items": [...], "pageState": "AbC"}
///     {"items": [...], "showing": "1-23 of 137"}     {"items": [...], "eof": false}
///     {"items": [...], "bm": "eyJpZCI6MjN9"}         Link: </x?after=23>; rel="more"
extension FirstPage {
  /// True when a flag, a number, a part of a whole, a position or a link around the items, or in a
  /// header, may say that there is more.
  var hintsAtMore: Bool {
    if status == 206 || hasLinkInLastItem { return true }  // Partial Content
    let others = envelope.lists.filter { $0.keys.count <= 3 && $0.path != items.list?.path }
      .flatMap { $0.elements.prefix(50) }
    return signs(3).contains { member in
      switch member.slice.kind {
      case .object, .array:
        member.slice.range.count > 2 && member.path != items.list?.path
          && (member.name.words.first == "next"
            || member.name.flat != "position" && hintsAtPosition(member.name)
            || envelope.document.target(of: member.slice).flatMap(envelope.text)
              .map { isLater($0, member.name) } == true)
      default: hints(member.name, .json(envelope.document, member.slice), member)
      }
    }
      || headers.fields.contains { hints(FieldName($0.name), .text($0.value), nil) }
      || (LinkHeader.parse(headers.values("Link")).flatMap(\.relations).filter { $0 != "next" }
        + others.flatMap(envelope.document.relations)).contains { hintsAtPosition(FieldName($0)) }
      || (others + partsOfReports).contains { envelope.text($0).map(FirstPage.saysCut) == true }
  }

  /// True when the last item alone has the URL of a next page, as in the last row of a CSV.
  ///
  ///     id,name,nextLink
  ///     7,A,
  ///     8,B,https://api.example.com/rows?from=8
  var hasLinkInLastItem: Bool {
    guard let list = items.list, list.count > 1, let first = list.elements.first,
      first.kind == .object
    else { return false }
    let document = envelope.document
    let places = document.named(in: first, most: 100).filter { _, name, value in
      name.has("next") && (value.kind == .null || envelope.text(value)?.isEmpty == true)
    }
    guard !places.isEmpty, let last = document.elements(of: list.slice).last else { return false }
    return places.contains { key, name, _ in
      let text = document.member(key, of: last).flatMap(envelope.text) ?? ""
      return !text.isEmpty && FoundLink.looksLikeURL(text, name)
    }
  }

  /// The values of the objects in lists of reports: `{"warnings": [{"message": "Only the first 50 rows"}]}`.
  private var partsOfReports: [JSONSlice] {
    envelope.lists.filter { $0.name.means(.listsOfReports) && $0.path != items.list?.path }
      .flatMap { $0.elements.prefix(8) }
      .flatMap { envelope.document.members(of: $0).prefix(8).map(\.value) }
  }

  /// True when a text around the items has the name of a position to continue from.
  var hintsAtPlace: Bool {
    signs(3).contains { $0.slice.kind == .string && hintsAtPlace($0) }
  }

  /// True for the name of a position beside a value that may be one.
  func hintsAtPlace(_ member: Envelope.Member) -> Bool {
    hintsAtPosition(member.name)
      && envelope.text(member.slice).map { text in
        !text.isNoTarget && !ASCII.lowercased(text).means(.places)
      } == true
  }

  /// `member`: nil for a header.
  private func hints(
    _ name: FieldName, _ value: ReadValue, _ member: Envelope.Member?
  ) -> Bool {
    if name.mentions(.allowances) { return false }
    let text = value.string
    if let flag = value.boolean, text != "0" {
      return text != "" && name.mentions(flag ? .moreWords : .endWords)
    }
    if let bit = value.integer, bit == 0 || bit == 1, name.has("is") || name.has("has") {
      return name.mentions(bit == 1 ? .moreWords : .endWords)
    }
    if let number = value.integer {
      if member == nil, number == items.count, name.has("max"), name.mentions(.countWords) {
        return true  // X-SPARQL-MaxRows
      }
      return number > 0 && countsRest(name) && !isAllowance(member)
        || number > items.count && countsAll(name, member) && !request.asks(name.flat, for: number)
        || number >= max(items.count, 1) && hintsAtPosition(name)
    }
    guard let text, !text.isNoTarget else { return false }
    if FirstPage.saysCut(text) || isLater(text, name) { return true }
    if hintsAtPosition(name) {
      return !ASCII.lowercased(text).means(.places)
    }
    guard let member else {
      return name.mentions(.pagers)
        && FirstPage.numbers(in: text).contains { $0 > items.count }
    }
    if let (last, all) = FirstPage.part(text), last < all,
      last == items.count || name.mentions(.partWords)
    {
      return true
    }
    return (FirstPage.isOpaque(text) || member.parent?.mentions(.pagers) == true)
      && !name.mentions(.labels) && !name.mentions(.foreignWords)
  }

  /// `Result set truncated`, `PARTIAL`, `limited to 23`: words that say that it is not all.
  private static func saysCut(_ text: String) -> Bool {
    let text = ASCII.lowercased(text)
    return ["partial", "incomplete"].contains(text)
      || [
        "truncated", "limited to", "more results", "only the first", "only first",
        "incomplete results",
      ].contains { text.contains($0) }
  }

  /// True for the URL of a page after this one: `/x?page=6`.
  func isLater(_ text: String, _ name: FieldName) -> Bool {
    text.contains("?") && FoundLink.looksLikeURL(text, name)
      && FoundLink.isLater(URLReference(text), than: URLReference(requestURL))
  }

  /// True when a name is one of a position, or of what leads to more.
  private func hintsAtPosition(_ name: FieldName) -> Bool {
    if name.mentions(.otherWords) { return false }
    let flat = name.words.drop { $0 == "x" }.joined()
    return name.has("next") || name.mentions(.positionWords) || flat.means(.positions)
      || flat.means(.leadsOn)
  }

  /// True when a number around the items says how many are left, or a flag there or in a header that
  /// there are more: `"remaining": 37`, `"hasMoreTotalItems": true`.
  var speaksBeyondTotal: Bool {
    signs(3).contains { member in
      if member.name.mentions(.allowances) { return false }
      return says(member.name, .json(envelope.document, member.slice))
        || countsRest(member.name) && envelope.count(member.slice) ?? 0 > 0 && !isAllowance(member)
    }
      || headers.fields.contains { says(FieldName($0.name), .text($0.value)) }
  }

  /// True for a flag that says that there is more.
  private func says(_ name: FieldName, _ value: ReadValue) -> Bool {
    value.boolean == true && value.integer == nil && name.has("more")
  }

  /// `remaining`, `itemsLeft`: what is still to come, and no allowance of requests.
  private func countsRest(_ name: FieldName) -> Bool {
    name.mentions(.restWords) && !name.mentions(.requestWords)
  }

  /// True when the number is one of requests, by what is next to it.
  private func isAllowance(_ member: Envelope.Member?) -> Bool {
    guard let member else { return false }
    return envelope.members(in: member.keys.dropLast()).contains {
      $0.name.has("reset") || $0.name.has("quota")
    }
  }

  /// True when a number is named a count, of whatever kind.
  private func countsAll(_ name: FieldName, _ member: Envelope.Member?) -> Bool {
    let words = name.words.drop { $0 == "x" }
    if member == nil, words.last == "count" { return true }
    return !name.means(.weakCounts)
      && words.allSatisfy {
        $0.means(.totalWords) || $0 == "size" && name.has("total")
      }
  }

  /// `1/6`, `1-23 of 137`: the end of a part, and the whole.
  private static func part(_ text: String) -> (last: Int, all: Int)? {
    let parts = ASCII.lowercased(text).replacing("of", with: "/").split(separator: "/")
    guard parts.count == 2, let last = numbers(in: parts[0]).last,
      let all = numbers(in: parts[1]).first
    else { return nil }
    return (last, all)
  }

  /// `eyJpZCI6MjN9`: nothing that people read. Digits and letters of both cases, and nothing else.
  private static func isOpaque(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count >= opaqueBytesMin
      && bytes.allSatisfy { ASCII.isWord($0) || "+/-=".utf8.contains($0) }
      && bytes.contains(where: ASCII.isUpper) && bytes.contains(where: ASCII.isSmall)
      && bytes.contains(where: ASCII.isDigit)
  }

  private static let opaqueBytesMin = 12

  private static func numbers(in text: some StringProtocol) -> [Int] {
    text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
  }
}
