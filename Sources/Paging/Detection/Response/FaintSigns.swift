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
extension FirstPage {
  /// True when a flag, a number, a part of a whole or a position around the items may say that there
  /// is more.
  var hintsAtMore: Bool {
    signs(3).contains { saysMore($0) || hintsAtPosition($0) }
      || headers.fields.contains(where: hintsAtMore)
  }

  private func hintsAtPosition(_ member: Envelope.Member) -> Bool {
    let (name, document) = (member.name, envelope.document)
    switch member.slice.kind {
    case .string:
      return (name.hasAny(FieldNames[.positionWords]) || FieldNames[.positions].contains(name.flat))
        && document.string(member.slice)?.isNoTarget == false
    case .object:
      return name.words.first == "next" && !document.members(of: member.slice).isEmpty
    default: return false
    }
  }

  private func saysMore(_ member: Envelope.Member) -> Bool {
    let (name, document) = (member.name, envelope.document)
    switch member.slice.kind {
    case .boolean:
      let isTrue = document.boolean(member.slice) == true
      return name.hasAny(isTrue ? FieldNames[.moreWords] : FieldNames[.endWords])
    case .number:
      guard let number = envelope.count(member.slice) else { return false }
      if number <= 1, name.hasAny(["is", "has"]) {
        return name.hasAny(number == 1 ? FieldNames[.moreWords] : FieldNames[.endWords])
      }
      return number > 0 && countsRest(name)
        && !members.contains { other in
          other.keys.dropLast() == member.keys.dropLast() && other.name.hasAny(["reset", "quota"])
        }
    case .string:
      guard let text = document.string(member.slice) else { return false }
      return saysMore(text, name)
        || name.hasAny(["page", "range", "showing", "displaying"]) && isPart(text)
    default: return false
    }
  }

  private func hintsAtMore(_ field: HTTPField) -> Bool {
    let name = FieldName(field.name)
    if name.flat == "warning" { return ASCII.lowercased(field.value).contains("truncated") }
    if name.hasAny(FieldNames[.allowances]) { return false }
    if let number = ReadValue.text(field.value).integer, number > 0,
      number > 1 || countsRest(name)
    {
      return countsRest(name) || name.words.last == "count" && number > items.count
    }
    if name.hasAny(["pagination", "paging"]),
      FirstPage.numbers(in: field.value).contains(where: { $0 > items.count })
    {
      return true
    }
    return saysMore(field.value, name) || name.words.last == "marker" && !field.value.isNoTarget
  }

  /// True for a text that answers yes or no, under a name that then says that there is more.
  private func saysMore(_ text: String, _ name: FieldName) -> Bool {
    switch ASCII.lowercased(text) {
    case "true", "yes", "y", "1": name.hasAny(FieldNames[.moreWords])
    case "false", "no", "n", "0": name.hasAny(FieldNames[.endWords])
    default: false
    }
  }

  /// `remaining`, `itemsLeft`: what is still to come, and no allowance of requests.
  private func countsRest(_ name: FieldName) -> Bool {
    name.hasAny(["remaining", "left"])
      && !name.hasAny(["rate", "quota", "limit", "credits", "requests", "calls", "tokens", "time"])
  }

  /// `1/6`, `1-23 of 137`: a part of a whole.
  private func isPart(_ text: String) -> Bool {
    let parts = ASCII.lowercased(text).replacing("of", with: "/").split(separator: "/")
    guard parts.count == 2, let last = FirstPage.numbers(in: parts[0]).last,
      let all = FirstPage.numbers(in: parts[1]).first
    else { return false }
    return last < all
  }

  private static func numbers(in text: some StringProtocol) -> [Int] {
    text.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }
  }

}
