import JSON
import Pagination
import Text

/// The step from a page to the one that its link or token leads to.
///
///     ?page=2            ->  ?page=3                 a page number
///     ?offset=20         ->  ?offset=40              an offset, after 20 items
///     arrayconnection:24 ->  arrayconnection:49      an offset in Base64, after 25 items
///     offset:7           ->  offset:14               an offset, of which an API hides some rows
///     ?after=ch_b6589fc6 ->  ?after=ch_77de68da      named: it differs in more than numbers
///     ?after=48213       ->  ?after=48390            named, where the last item has the id 48390
///
/// A position that counts holds other rows once rows have moved; one that names a row or a state
/// does not. In doubt it counts.
struct PositionStep {
  /// The values of the old position by their names.
  private let before: [String: String]
  /// The parts of the new position, without those that both begin with.
  private let changed: ArraySlice<Part>
  /// Items of the run up to the end of the page that the step leads away from.
  private let received: Int
  /// The JSON text of that page's last item.
  private let lastItem: ArraySlice<UInt8>

  /// A value of a URL, body or token with its name, decoded.
  private typealias Part = (name: String, value: String)
  /// A run of digits of a text, or what is between two.
  private typealias Piece = (isNumber: Bool, text: ArraySlice<UInt8>)

  /// The step from a page to `next`. `received`: the items of the run, those of the page included.
  init(from page: borrowing Page, to next: Position, received: Int) {
    self.received = received
    lastItem = page.lastItem
    var (old, new): ([Part], [Part]) = ([], [])
    switch next {
    case .link(let link):
      var body: [UInt8]?
      if case .link(let before) = page.requested.position { body = before.body }
      old = PositionStep.parts(url: page.source.requestURL, body: body)
      new = PositionStep.parts(url: link.url, body: link.body)
    case .token(let token):
      if case .token(let before) = page.requested.position {
        old = before.members.map { ($0.name, RequestDraft.plainText($0.value)) }
      }
      new = token.members.map { ($0.name, RequestDraft.plainText($0.value)) }
    case .start, .computed: break
    }
    before = Dictionary(old.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    changed = new[zip(old, new).prefix { $0 == $1 }.count...]
  }

  /// True when the step is seen to lead to a row or a state, and not to a place that is counted.
  var isNamed: Bool {
    let isCounted = changed.contains { countsOn($0, before[$0.name]) }
    return changed.contains { part in
      let value = before[part.name]
      // What is new beside a number that counts on is the same on all pages: ?page=2&format=json
      if isCounted && value == nil || value == part.value { return false }
      return isNamed(part.value, after: value) && !PositionStep.isSize(part.name)
    }
  }

  /// True when the step leads to a row whose id or time the last item has: rows that move do not move past it.
  var namesLastItem: Bool {
    changed.contains { part in
      let text = PositionStep.decoded(part.value)
      let scalars = (try? JSONDocument(text)).map { PositionStep.scalars(of: $0.value($0.root)) }
      return isInLastItem(text) || scalars?.contains { isInLastItem(Array($0.utf8)) } == true
        || PositionStep.pieces(of: text).contains { $0.isNumber && namesRow($0) }
    }
  }

  /// True when the last item has a text as it is.
  private func isInLastItem(_ text: [UInt8]) -> Bool {
    text.count >= PositionStep.distinctTextBytesMin && !text.allSatisfy(ASCII.isDigit)
      && lastItem.span.contains(text)
  }

  /// True when a parameter of a known name has the number of the next page, or the offset after what came.
  private func countsOn(_ part: Part, _ earlier: String?) -> Bool {
    guard let number = Int(part.value), number > 0 else { return false }
    let flat = StartPosition.flat(part.name)
    if StartPosition.offsets.contains(flat) { return number == received }
    let before = earlier.map { Int($0) } ?? (number <= 2 ? number - 1 : nil)
    return ExactWay.pages.contains(flat) && before == number - 1
  }

  /// True when a value leads to a row or a state. `earlier`: the value that the previous request had in
  /// its place; of one without, anything that could be a count is treated as one.
  private func isNamed(_ value: String, after earlier: String?) -> Bool {
    let text = PositionStep.decoded(value)
    if isInLastItem(text) { return true }
    if let earlier {
      let new = PositionStep.pieces(of: text)
      let old = PositionStep.pieces(of: PositionStep.decoded(earlier))
      guard new.count == old.count else { return true }
      return zip(old, new).contains { before, after in
        before != after && !(before.isNumber && !namesRow(after))
      }
    }
    if let document = try? JSONDocument(text), document.root.kind != .number {
      let scalars = PositionStep.scalars(of: document.value(document.root))
      return !scalars.isEmpty && !scalars.contains { isCount(Array($0.utf8)) }
    }
    return !isCount(text)
  }

  /// True when a text may be a count: it is a number, or has one after a word (`page2`,
  /// `offset:7`), and no letters among its digits, as random texts have.
  private func isCount(_ text: [UInt8]) -> Bool {
    let pieces = PositionStep.pieces(of: text)
    let numbers = pieces.filter(\.isNumber)
    let isRandom = zip(pieces, pieces.dropFirst()).contains { digits, rest in
      digits.isNumber && rest.text.first.map(ASCII.isLetter) == true
    }
    // Where all of them are in the last item, it is named by several of its values.
    let isOfLastItem =
      numbers.contains(where: namesRow) && numbers.allSatisfy { contains($0.text) }
    return !isRandom && !isOfLastItem && numbers.contains { !namesRow($0) }
  }

  /// True when a number is that of the last item, or one more or less, and is too large to count
  /// pages or items.
  private func namesRow(_ piece: Piece) -> Bool {
    guard piece.isNumber else { return true }
    guard let number = Int(String(decoding: piece.text, as: UTF8.self)) else {
      return contains(piece.text)
    }
    let bound = received.times(PositionStep.hiddenRowsFactor).plus(PositionStep.smallNumberMax)
    guard number > bound, number < Int.max else {
      return false
    }
    return [number, number - 1, number + 1].contains { contains(ArraySlice(String($0).utf8)) }
  }

  /// The share of rows that an API may hide: it may have counted ten for each that it shows.
  private static let hiddenRowsFactor = 10
  private static let smallNumberMax = 1_000

  private static let distinctTextBytesMin = 4

  /// True when the last item contains a number, not as a part of a longer one.
  private func contains(_ number: ArraySlice<UInt8>) -> Bool {
    var rest = lastItem
    while let place = rest.firstRange(of: number) {
      let isWhole =
        (place.lowerBound == lastItem.startIndex || !ASCII.isDigit(lastItem[place.lowerBound - 1]))
        && (place.upperBound == lastItem.endIndex || !ASCII.isDigit(lastItem[place.upperBound]))
      if isWhole { return true }
      rest = lastItem[place.upperBound...]
    }
    return false
  }

  // MARK: The pieces of a value

  /// The runs of digits of a text, and the text between them.
  private static func pieces(of bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var start = 0
    while start < bytes.count {
      let isNumber = ASCII.isDigit(bytes[start])
      let end =
        bytes[start...].firstIndex { ASCII.isDigit($0) != isNumber } ?? bytes.count
      pieces.append((isNumber, bytes[start..<end]))
      start = end
    }
    return pieces
  }

  /// The texts and numbers in a value, however deep.
  private static func scalars(of value: JSONValue) -> [String] {
    switch value {
    case .object(let object): object.members.flatMap { scalars(of: $0.value) }
    case .array(let elements): elements.flatMap(scalars)
    case .string(let text): [text]
    case .number: [value.text]
    case .null, .boolean: []
    }
  }

  /// The text in Base64, where that is printable; else the value itself.
  private static func decoded(_ value: String) -> [UInt8] {
    let plain = Array(value.utf8)
    guard plain.count >= 4, !plain.allSatisfy(ASCII.isDigit), let bytes = Base64.decode(plain),
      !bytes.isEmpty, bytes.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return plain }
    return bytes
  }

  /// True when a parameter is about the page size.
  private static func isSize(_ name: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    return sizeWords.contains { name.contains($0) }
  }

  private static let sizeWords = [
    "size", "limit", "per_page", "perpage", "count", "rows", "take", "max",
  ].map { Array($0.utf8) }

  // MARK: The parts of a position

  private static func parts(url: String, body: [UInt8]?) -> [Part] {
    // Neither a request's URL nor a link has a fragment.
    let bytes = Array(url.utf8)
    let path = bytes.prefix { $0 != UInt8(ascii: "?") }
    var parts: [Part] = path.split(separator: UInt8(ascii: "/")).enumerated().map {
      ("/" + String($0), String(decoding: $1, as: UTF8.self))
    }
    let query = String(decoding: bytes[path.endIndex...], as: UTF8.self)
    for member in QueryString.parse(query) {
      parts.append(
        (PercentCoding.decode(member.rawName), PercentCoding.decode(member.rawValue ?? "")))
    }
    if let body { parts.append(("{}", String(decoding: body, as: UTF8.self))) }
    return parts
  }
}
