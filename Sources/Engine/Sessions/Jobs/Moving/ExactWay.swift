import JSON
import Mapping
import Pagination
import Text

/// The way in which an exact walk requests pages that begin with the last item delivered.
///
///     offset=9&limit=10              offsets: one item before the end of what was delivered
///     page=2&per_page=99             page numbers, after 100 items: begins with item 99, and 98 are new
///     …?page=2&page_size=20 (a link) the same in the parameters of the API's own links
struct ExactWay: Sendable {
  /// The place in the request where the position goes.
  enum Form: Sendable {
    /// Offsets that are computed.
    case offsets
    /// Numbers of pages that are computed, with their size.
    case pages
    /// An offset in the API's links.
    case offsetLink(url: String, offset: String)
    /// The number of a page and its size in the API's links; `first`: the number of the first page.
    case pageLink(url: String, page: String, size: String, first: Int)
  }

  let form: Form
  /// The size of the largest page.
  let size: Int
  /// The sizes that the API follows; one of them where it has not kept another.
  fileprivate(set) var sizes: ClosedRange<Int>

  init(_ form: Form, size: Int) { self.init(form, sizes: max(1, (size + 1) / 2)...size) }

  init(_ form: Form, sizes: ClosedRange<Int>) {
    self.form = form
    self.sizes = sizes
    size = sizes.upperBound
  }

  /// True when the offset of each page is the one that is requested, whoever requests it.
  var isComputed: Bool { if case .offsets = form { true } else { false } }

  /// True when a page begins at any offset.
  var isOffset: Bool {
    switch form {
    case .offsets, .offsetLink: true
    case .pages, .pageLink: false
    }
  }

  /// True when pages have numbers, and more than one size.
  var choosesSize: Bool { !isOffset && sizes.lowerBound < sizes.upperBound }

  /// A page by its ordinal, from 0, and its size.
  struct Choice: Equatable {
    let ordinal: Int
    let size: Int
    var offset: Int { ordinal * size }
  }

  /// The page that begins with an item that has come and brings most new ones after `count` items; the
  /// page right after them where no size makes one.
  func choice(after count: Int) -> Choice {
    var best: (choice: Choice, new: Int)?
    for size in sizes.reversed() {
      let ordinal = (count - 1) / size
      let new = (ordinal + 1) * size - count
      if new > best?.new ?? 0 { best = (Choice(ordinal: ordinal, size: size), new) }
    }
    return best?.choice ?? Choice(ordinal: count / size, size: size)
  }

  /// The page of a size that begins at an offset, or the one that holds it and more.
  func choice(at offset: Int, size: Int?) -> Choice {
    if let size { return Choice(ordinal: offset / size, size: size) }
    return choice(after: offset + 1)
  }
}

extension ExactWay {
  /// The way of an API whose links count; nil: they name no number and no size. `count`: the items
  /// of the first page; `isSmaller`: a total says that there are more than fit on it.
  init?(link url: String, count: Int, isSmaller: Bool) {
    guard count > 1 else { return nil }
    let members = QueryString.members(of: url).compactMap { member in
      let name = PercentCoding.decode(member.rawName)
      return Int(PercentCoding.decode(member.rawValue ?? "")).map {
        (name: name, flat: StartPosition.flat(name), value: $0)
      }
    }
    if let offset = members.first(where: { StartPosition.offsets.contains($0.flat) }),
      offset.value == count
    {
      self.init(.offsetLink(url: url, offset: offset.name), size: count)
      return
    }
    guard let page = members.first(where: { ExactWay.pages.contains($0.flat) }),
      (1...2).contains(page.value),
      let size = members.first(where: { ExactWay.sizeNames.contains($0.flat) }),
      size.value == count || isSmaller && size.value > count
    else { return nil }
    self.init(
      .pageLink(url: url, page: page.name, size: size.name, first: page.value - 1), size: count)
  }

  /// Names of parameters for the number of a page.
  static let pages: Set<String> = [
    "page", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage", "p",
  ]
  private static let sizeNames: Set<String> = [
    "perpage", "pagesize", "size", "limit", "pagelimit", "count", "rows", "take", "max",
    "maxresults",
    "results", "itemsperpage",
  ]

  /// A link with other values of its parameters.
  static func link(_ url: String, _ values: [(name: String, value: Int)]) -> Position {
    var draft = RequestDraft(method: "GET", url: url, headers: [], body: .none)
    for (name, value) in values { draft.setQuery(name, [String(value)]) }
    return .link(PageLink(url: draft.url, method: nil))
  }
}

extension PagedList {
  /// The request for the next page of an exact walk, which begins with the last item delivered, or
  /// one that holds an offset; nil: this list is not walked so.
  func exactRequest(_ page: Int, at offset: Int? = nil, size: Int? = nil) -> RequestedPage? {
    guard let way = exactWay, let count = cursor.endOffset, count > 0, !cursor.memory.isEmpty
    else { return nil }
    if case .offsets = way.form {
      return overlapping(page, at: offset ?? count - 1)
    }
    if case .offsetLink(let url, let name) = way.form {
      let offset = offset ?? count - 1
      return RequestedPage(
        position: ExactWay.link(url, [(name, offset)]), page: page, offset: offset,
        perPage: way.size, overlaps: true)
    }
    let choice = offset.map { way.choice(at: $0, size: size) } ?? way.choice(after: count)
    guard let position = exactPosition(choice, way.form) else { return nil }
    return RequestedPage(
      position: position, page: page, offset: choice.offset, perPage: choice.size, overlaps: true)
  }

  /// Returns the position of a page of a chosen size; nil if its number is not in the URL.
  func exactPosition(_ choice: ExactWay.Choice, _ form: ExactWay.Form) -> Position? {
    switch form {
    case .offsets, .offsetLink: return nil
    case .pageLink(let url, let page, let size, let first):
      return ExactWay.link(url, [(page, first + choice.ordinal), (size, choice.size)])
    case .pages:
      let requested = RequestedPage(
        position: .computed, page: firstPage + choice.ordinal, offset: choice.offset,
        perPage: choice.size)
      let draft = pager.draft(for: requested, counts: counts)
      var link = PageLink(url: draft.url, method: nil)
      switch draft.body {
      case .none where draft.method == "GET": break
      case .json(let body): link.body = body.bytes
      default: return nil
      }
      return .link(link)
    }
  }

  /// The way in which this list can be walked exactly, once its first page has been delivered; nil:
  /// in none. `page`: the first page.
  private func makeExactWay(after page: Page) -> ExactWay? {
    let count = page.received
    guard cursor.firstHere == openingPage, cursor.tally.pages == 1, count > 1,
      !cursor.memory.isEmpty, settings.mapping.lists.count == 1, pager.ends.overlap ?? true
    else { return nil }
    if isComputed {
      switch pager.kind {
      case .offset: return ExactWay(.offsets, size: count)
      case .page where !pager.leavesSize && pager.sendsSize && keepsSize(page):
        let second = ExactWay.Choice(ordinal: 1, size: count)
        return exactPosition(second, .pages).map { _ in ExactWay(.pages, size: count) }
      default: return nil
      }
    }
    guard cursor.tally.beginsFirst, let last = cursor.last, !last.isNamed,
      case .position(.link(let link)) = last.next,
      link.body == nil, link.method ?? "GET" == "GET"
    else { return nil }
    return ExactWay(
      link: link.url, count: count, isSmaller: counts.objectCount ?? 0 > count)
  }

  /// True when the first page has as many items as it was requested or stated with, or a total says that
  /// pages are smaller. Else rows may be hidden on it, and a chosen size counts those, too.
  private func keepsSize(_ page: Page) -> Bool {
    let count = page.received
    return count >= page.requested.perPage || page.reading.counts.perPage == count
      || counts.objectCount ?? 0 > count
  }

  /// The way of the exact walk that runs; nil: none runs, it is before its first page, or the list
  /// cannot be walked so.
  var exactWay: ExactWay? { isWalkedExactly ? cursor.way : nil }

  /// Finds out how an exact walk pages, after its first page.
  mutating func findExactWay(after page: Page) {
    guard isWalkedExactly, cursor.way == nil else { return }
    let way = makeExactWay(after: page)
    note { $0.take(way) }
  }

  /// The API does not follow sizes that are chosen: pages are those that the walk began with. False:
  /// they were fixed already.
  mutating func fixExactSize() -> Bool {
    guard var way = exactWay, way.choosesSize else { return false }
    way.sizes = way.size...way.size
    note { $0.take(way) }
    return true
  }

  /// True when the pages that have come have numbers of an exact walk, which are not the API's.
  var isNumberedExactly: Bool { isComputed && pager.kind == .page && grid.isOverlapped }

  /// Continues by the API's numbers of pages, where those that have come have others.
  mutating func leaveExactNumbers() {
    guard isNumberedExactly, cursor.hasNext != false || bookmark.remainder != nil else { return }
    continueAfresh(at: checkpoint())
  }
}

/// The place of an exact walk in a checkpoint.
///
///     {"by":"page","size":25,"least":13,"end":75}                       a computed page number
///     {"by":"link","names":["page","page_size"],"first":1,"size":25,"least":13,"end":75}
struct ExactPlace: Sendable {
  var way: ExactWay
  /// The index after the last item delivered.
  var end: Int

  var stored: JSONValue {
    var object: JSONObject = [
      "size": .integer(way.size), "least": .integer(way.sizes.lowerBound), "end": .integer(end),
    ]
    switch way.form {
    case .offsets: object["by"] = "offset"
    case .pages: object["by"] = "page"
    case .offsetLink(_, let offset):
      (object["by"], object["names"]) = ("link", [.string(offset)])
    case .pageLink(_, let page, let size, let first):
      (object["by"], object["names"]) = ("link", [.string(page), .string(size)])
      object["first"] = .integer(first)
    }
    return .object(object)
  }

  init(way: ExactWay, end: Int) { (self.way, self.end) = (way, end) }

  /// Reads what a checkpoint has; nil where it has none. `position`: the link that the way changes.
  init?(stored: JSONValue?, position: Position) {
    guard let stored, let size = stored["size"]?.integerValue,
      let least = stored["least"]?.integerValue, let end = stored["end"]?.integerValue,
      (1...Pager.perPageMax).contains(size), (1...size).contains(least),
      (1...Checkpoint.startMax).contains(end)
    else { return nil }
    let names = (stored["names"]?.arrayValue ?? []).compactMap(\.stringValue)
    let form: ExactWay.Form
    switch (stored["by"]?.stringValue, position, names.count) {
    case ("offset", _, _): form = .offsets
    case ("page", _, _): form = .pages
    case ("link", .link(let link), 1): form = .offsetLink(url: link.url, offset: names[0])
    case ("link", .link(let link), 2):
      let first = stored["first"]?.integerValue == 0 ? 0 : 1
      form = .pageLink(url: link.url, page: names[0], size: names[1], first: first)
    default: return nil
    }
    (way, self.end) = (ExactWay(form, sizes: least...size), end)
  }
}
