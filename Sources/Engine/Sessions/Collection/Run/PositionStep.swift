import HTTP
import JSON
import Pagination
import Text

/// The step from a page to the one that its link or token leads to.
///
///     ?page=2            ->  ?page=3                 a page number
///     ?offset=20         ->  ?offset=40              an offset, after 20 items
///     arrayconnection:24 ->  arrayconnection:49      an offset in Base64, after 25 items
///     ?after=eyJpZCI6OX0 ->  ?after=eyJpZCI6ODV9     opaque: it names a row
///
/// Where a step only counts pages or items, rows that move change what the next position holds.
struct PositionStep {
  private let old: [Part]
  private let new: [Part]
  /// Items of the page that the step leads away from.
  private let items: Int

  /// A value of a URL, body or token with its name.
  private typealias Part = (name: String, value: String)

  /// The step from a page to `next`.
  init(from page: Page, to next: Position) {
    items = page.received
    switch next {
    case .link(let link):
      old = PositionStep.parts(
        url: page.source.requestURL, body: PositionStep.body(of: page.requested.position))
      new = PositionStep.parts(url: link.url, body: link.body)
    case .token(let token):
      if case .token(let before) = page.requested.position {
        old = PositionStep.parts(before)
      } else {
        old = []
      }
      new = PositionStep.parts(token)
    case .start, .computed: (old, new) = ([], [])
    }
  }

  /// Whether the step leads to a place that no counting leads to.
  var isOpaque: Bool {
    let before = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
    var isOpaque = false
    for part in new where !PositionStep.isSize(part.name) {
      guard let value = before[part.name] else {
        if isPlace(part.value) { return false }
        isOpaque = true
        continue
      }
      if value != part.value, !isCounted(from: value, to: part.value) { isOpaque = true }
    }
    return isOpaque
  }

  /// Whether two values differ in nothing but numbers that grow by 1 or by the items of the page.
  private func isCounted(from old: String, to new: String) -> Bool {
    let (old, new) = (PositionStep.pieces(of: old), PositionStep.pieces(of: new))
    guard old.count == new.count else { return false }
    for (one, other) in zip(old, new) where one != other {
      guard let before = Int(one), let after = Int(other), after >= before else { return false }
      guard after - before == 1 || after - before == items else { return false }
    }
    return true
  }

  /// Whether the value of a position that the first request did not have is the second page's
  /// number or offset.
  private func isPlace(_ value: String) -> Bool {
    let numbers = PositionStep.pieces(of: value).compactMap(Int.init)
    return numbers.contains { [0, 1, 2, items - 1, items, items + 1].contains($0) }
  }

  /// The runs of digits of a value, and what lies between them; decoded where it is Base64.
  private static func pieces(of value: String) -> [String] {
    let bytes = Array(decoded(value).utf8)
    var pieces: [String] = []
    var start = 0
    while start < bytes.count {
      let isNumber = ASCII.isDigit(bytes[start])
      var end = start
      while end < bytes.count, ASCII.isDigit(bytes[end]) == isNumber { end += 1 }
      pieces.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end
    }
    return pieces
  }

  /// The text in Base64, where that is printable; else the value itself.
  private static func decoded(_ value: String) -> String {
    let plain = Array(value.utf8)
    guard plain.count >= 4, !plain.allSatisfy(ASCII.isDigit), let bytes = Base64.decode(plain),
      !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return value }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a parameter is about the size of pages.
  private static func isSize(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["size", "limit", "per_page", "perpage", "count", "rows", "take", "max"].contains {
      name.contains($0)
    }
  }

  // MARK: The parts of a position

  private static func body(of position: Position) -> [UInt8]? {
    if case .link(let link) = position { link.body } else { nil }
  }

  private static func parts(url: String, body: [UInt8]?) -> [Part] {
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let query = url[end...].dropFirst().prefix { $0 != "#" }
    var parts = url[..<end].split(separator: "/").enumerated().map { index, segment in
      Part(name: "/\(index)", value: String(segment))
    }
    for member in QueryString.parse(String(query)) {
      let name = PercentCoding.decode(member.rawName)
      parts.append(Part(name: name, value: PercentCoding.decode(member.rawValue ?? "")))
    }
    if let body { parts.append(Part(name: "{}", value: String(decoding: body, as: UTF8.self))) }
    return parts
  }

  private static func parts(_ token: PageToken) -> [Part] {
    token.members.map { member in
      let document = try? JSONDocument(member.value)
      let text = document.flatMap { $0.string($0.root) }
      return Part(name: member.name, value: text ?? String(decoding: member.value, as: UTF8.self))
    }
  }
}
