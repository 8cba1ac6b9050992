import HTTP
import JSON
import TestInput
import Text

/// An API of a dialect of its own: what it calls positions and sizes, and in what words it says that
/// there is more, are drawn from common names and strange ones.
struct DialectAPI {
  private enum Paging: CaseIterable { case page, offset, token }

  private enum PastEnd: CaseIterable { case empty, notFound, badRequest, lastPage }

  /// The size that pages state: their own, the one that was asked for, or one that none has.
  private enum StatedSize { case own, asked, most }

  /// Items in all.
  let count: Int
  private let paging: Paging
  /// The parameters of the position and of the size.
  private let names: (position: String, size: String)
  /// The number of the first page or item.
  private let first: Int
  private let size: Int
  private let sizeMax: Int
  private let sizeMin: Int
  private let statedSize: StatedSize
  /// A parameter that takes away the rows with a lower price, by which they are sorted; `step`: from
  /// one price to the next, in tenths. Nil: none does.
  private let filter: (name: String, step: Int)?
  private let pastEnd: PastEnd
  private let refusesUnknown: Bool
  /// The member with the items; nil: they are the body.
  fileprivate let list: String?
  private let words: [DialectWord]
  private let query: [(name: String, value: String)]
  /// The size that the caller asks for; nil: none.
  private let perPage: Int?
  /// Whether the page without a position has no items, though its words lead on.
  private let beginsEmpty: Bool

  static let base = "http://api.test"

  /// `misleads`: pages may state sizes that they do not have, the URL may have a filter with the name
  /// of a size, and a filter may have the name of a position.
  init(_ random: inout SeededGenerator, misleads: Bool = false) {
    paging = random.pick(Paging.allCases)
    first = paging == .token ? 0 : random.pick([0, 1, 1])
    let isKnown = random.chance(60)
    let size =
      isKnown
      ? random.pick(["limit", "per_page", "pageSize", "size", "count", "rows", "page_size", "n"])
      : random.pick(["x_page_size", "howMany", "chunk", "window"])
    let positions: [String] =
      switch paging {
      case .page: ["page", "p", "pageNumber", "page_no", "pageIndex", "currentPage", "pg"]
      case .offset: ["offset", "skip", "start", "from", "startIndex", "begin", "first", "index"]
      case .token: ["cursor", "after", "page_token", "next", "marker", "continue", "since"]
      }
    names = (
      random.chance(60) ? random.pick(positions) : random.pick(["zz", "teil", "pos", "step"]), size
    )
    let list: String? = random.pick([nil, "items", "items", "data", "results", "things", "birds"])
    let isUsual = random.chance(30)
    self.size =
      isUsual ? random.pick([10, 20, 25, 50]) : random.pick([1, 7, 11, 13, 17, 19, 23, 27])
    sizeMax = random.pick([self.size, self.size * 2, .max])
    sizeMin = random.chance(10) ? self.size : 1
    perPage =
      random.chance(20)
      ? random.pick([3, 5, max(1, self.size - 1), self.size, self.size + 4, 100]) : nil
    count = 1 + (random.chance(15) ? random.below(self.size) : random.below(self.size * 8))
    pastEnd = random.pick(PastEnd.allCases)
    refusesUnknown = random.chance(10)
    statedSize = misleads ? random.pick([.own, .own, .own, .own, .asked, .most]) : .own
    // Where nothing says that there is more, no client can know it; a total of the page is believed
    // then, as it is beside a larger size, and so are links that do not lead on.
    let saysMore = !isUsual || random.chance(60)
    let more = DialectWord.more(list != nil)
    var words = saysMore ? (0...random.below(2)).map { _ in random.pick(more) } : []
    // A `count` above the items is taken for a size where a total is the page's.
    let hasOwn = saysMore && statedSize != .most && !words.contains { $0.name == "count" }
    let others = hasOwn ? DialectWord.idle + DialectWord.own : DialectWord.idle
    words += (0..<random.below(3)).map { _ in random.pick(others) }
    var taken: Set<String> = [list ?? ""]
    self.list = list
    self.words = words.filter { word in
      (list != nil || word.isHeader)
        && taken.insert(word.place.isEmpty ? word.name : word.place).inserted
    }
    var query: [(name: String, value: String)] = []
    if random.chance(20) {
      query.append((size, random.pick(["\(self.size)", "5", "1000", "\(self.size + 3)"])))
    }
    if paging != .token, random.chance(15) { query.append((names.position, "\(first)")) }
    if random.chance(10) { query.append(("limit", "1000")) }
    if random.chance(10) { query.append(("tag", "a")) }
    if misleads, random.chance(10) { query.append(("max", "42")) }
    self.query = query
    // Nobody can know more where a page counts its own items, and calls that the total, or where its
    // words are those of an empty list.
    let (page, emptyList) = (
      DialectWord.Place(empty: count, size: self.size), DialectWord.Place(empty: 0, size: self.size)
    )
    let isWithoutOwn = !self.words.contains { $0.value(page) == "0" && $0.name != "offset" }
    let speaks = self.words.contains { word in
      word.name != "page"
        && word.value(page).map { $0 != "1" && $0 != word.value(emptyList) } == true
    }
    beginsEmpty = paging == .token && speaks && isWithoutOwn && random.chance(30)
    let filters = ["offset", "skip", "start", "from", "startAt", "since", "after", "min"]
    let filter = (name: random.pick(filters), step: random.pick([3, 5, 10, 17, 30]))
    let isFree = filter.name != names.position && !query.contains { $0.name == filter.name }
    self.filter = misleads && isFree && random.chance(20) ? filter : nil
  }

  /// True when the URL names the first item by number 1, which may be the second one, or when it has a
  /// size, and an item that comes again may have moved.
  var beginsAtOne: Bool {
    paging == .offset && first == 1
      && query.contains { $0.name == names.position || $0.name == names.size }
  }

  /// Bodies that are no page of this list.
  fileprivate var strays: [String] {
    let start = DialectWord.Place(
      start: 0, end: size, size: size, count: 2 * size, first: 0, base: 0)
    let hasOthers = words.contains { word in
      // `{}` behind a page with nothing but its items and a token is an end.
      !word.isHeader && word.value(start)?.contains("\"k") == false
    }
    return list == nil ? [] : hasOthers ? ["{}", "[]"] : ["[]"]
  }

  /// The params of `open`.
  var open: JSONObject {
    let text = query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    var open: JSONObject = ["url": .string(Self.base + "/a" + (text.isEmpty ? "" : "?" + text))]
    if let perPage { open["perPage"] = .integer(perPage) }
    return open
  }

  /// The page that a URL asks for.
  func response(to url: String) -> HTTPResponse {
    let text = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    let query = Dictionary(QueryString.parse(String(text)).map { ($0.name, $0.value) }) { one, _ in
      one
    }
    let known = Set(self.query.map(\.name) + [names.position, names.size, filter?.name ?? "tag"])
    if refusesUnknown, !known.isSuperset(of: query.keys) {
      return answer(400, #"{"message":"unknown parameter"}"#, [], url)
    }
    // A filter: with another value fewer items match.
    let isFiltered = !self.query.contains { $0.name == "max" } || query["max"] == "42"
    let least = filter.flatMap { query[$0.name] }.flatMap { Double($0) } ?? 0
    let left = filter.map { min(self.count, Int((least * 10 / Double($0.step)).rounded(.up))) } ?? 0
    let count = isFiltered ? self.count - left : self.count / 2
    let asked = query[names.size].flatMap { Int($0) } ?? self.size
    let size = max(sizeMin, min(asked, sizeMax))
    let position = query[names.position]
    var start =
      switch paging {
      case .page: ((position.flatMap { Int($0) } ?? first) - first) * size
      case .offset: (position.flatMap { Int($0) } ?? first) - first
      case .token: position.flatMap { Int($0.dropFirst(), radix: 36) } ?? 0
      }
    start = max(0, start)
    if start >= count, start > 0 {
      switch pastEnd {
      case .empty: break
      case .lastPage: start = count == 0 ? 0 : (count - 1) / size * size
      case .notFound: return answer(404, #"{"message":"no such page"}"#, [], url)
      case .badRequest: return answer(400, #"{"message":"no such page"}"#, [], url)
      }
    }
    let end =
      beginsEmpty && position == nil ? start : max(min(start + size, count), min(start, count))
    var place = DialectWord.Place(
      start: min(start, count), end: end, size: size, count: count,
      first: paging == .page ? first : 1, base: paging == .offset ? first : 0)
    place.stated =
      switch statedSize {
      case .own: size
      case .asked: asked
      case .most: self.size * 10
      }
    let items = (place.start..<end).map { item($0 + left) }
    var members = list.map { [#""\#($0)":[\#(items.joined(separator: ","))]"#] } ?? []
    var headers: [HTTPField] = []
    for word in words {
      guard let value = word.value(place) else { continue }
      if word.isHeader {
        headers.append(HTTPField(name: word.name, value: value))
      } else if word.place.isEmpty {
        members.append(#""\#(word.name)":\#(value)"#)
      } else {
        members.append(#""\#(word.place)":{"\#(word.name)":\#(value)}"#)
      }
    }
    let body =
      list == nil
      ? "[\(items.joined(separator: ","))]" : "{\(members.joined(separator: ","))}"
    return answer(200, body, headers, url)
  }

  private func item(_ index: Int) -> String {
    let price = filter.map { #","price":\#(Double(index * $0.step) / 10)"# } ?? ""
    return #"{"id":\#(index),"name":"n\#(index)"\#(price)}"#
  }

  private func answer(
    _ status: Int, _ body: String, _ headers: [HTTPField], _ url: String
  ) -> HTTPResponse {
    HTTPResponse(
      status: HTTPStatus(status),
      headers: HTTPHeaders([HTTPField(name: "Content-Type", value: "application/json")] + headers),
      body: Array(body.utf8), url: url, durationMilliseconds: 1)
  }
}

extension StrayResponse {
  /// A response of this API that is no page, behind the first one.
  init(_ random: inout SeededGenerator, _ api: DialectAPI) {
    self.init(&random, list: api.list, others: api.strays, isFirst: false)
  }
}

/// A word beside the items, and what it says of a page.
struct DialectWord {
  /// The part of a list that a page has.
  struct Place {
    let start: Int
    let end: Int
    let size: Int
    let count: Int
    /// The numbers of the first page and of the first item.
    let first: Int
    let base: Int
    /// The size that it states; nil: its own.
    var stated: Int?

    var isLast: Bool { end >= count }
    var pages: Int { (count + size - 1) / size }
    /// Of the page.
    var number: Int { start / size + first }
    var token: String { "k" + String(end, radix: 36) }
  }

  let name: String
  /// The object around it; empty: none.
  var place = ""
  var isHeader = false
  /// As JSON, or as a header has it; nil: the page lacks it.
  let value: @Sendable (Place) -> String?

  /// Words that say that there is more; a body without members has only headers.
  static func more(_ hasMembers: Bool) -> [DialectWord] {
    hasMembers ? members + headers : headers
  }

  private static let members: [DialectWord] =
    [
      "has_more", "hasMore", "more", "nextPage", "next_page", "next", "morePages", "more_results",
      "additional", "overflow", "truncated", "isPartial", "partial", "incomplete", "limitExceeded",
      "clipped", "capped", "reachedLimit", "maxReached", "limited",
    ].flatMap { name in
      [
        DialectWord(name: name) { "\(!$0.isLast)" },
        DialectWord(name: name) { $0.isLast ? "\"no\"" : "\"yes\"" },
        DialectWord(name: name, place: "meta") { $0.isLast ? "false" : "true" },
      ]
    }
    + [
      "isLast", "lastPage", "is_last", "end", "eof", "final", "finished", "isFinal", "done",
      "exhausted",
    ].map { name in DialectWord(name: name) { "\($0.isLast)" } }
    + ["is_last", "is_final"].map { name in DialectWord(name: name) { $0.isLast ? "1" : "0" } }
    + ["remaining", "remainingItemCount", "left", "itemsLeft", "remaining_count"].flatMap { name in
      ["", "metadata"].map { place in
        DialectWord(name: name, place: place) { "\($0.count - $0.end)" }
      }
    }
    + [
      "totalNumberOfItems", "matches", "n_results", "resultCount", "total_hits", "numberOfRecords",
      "nb_results", "cnt", "totalCnt", "total_num", "allCount", "recordTotal", "num_total",
      "TotalNum", "ItemTotal", "overall", "hits", "itemsTotal", "count_total", "total",
      "total_count",
      "_total", "total_elements", "n", "nTotal", "count", "found", "size_total", "totalAmount",
    ].flatMap { name in
      ["", "", "meta", "pagination"].map { place in
        DialectWord(name: name, place: place) { "\($0.count)" }
      }
    }
    + [
      "pages", "lastPageNumber", "last_page_number", "maxPage", "total_page_num", "pageTotal",
      "numPages", "num_of_pages", "pagesTotal", "nbPage", "total_pages",
    ].map { name in DialectWord(name: name) { "\($0.pages)" } }
    + [
      DialectWord(name: "page") { "\"\($0.number)/\($0.pages)\"" },
      DialectWord(name: "page") { "\"\($0.number) of \($0.pages)\"" },
      DialectWord(name: "range") { "\"\($0.start + 1)-\($0.end)/\($0.count)\"" },
      DialectWord(name: "showing") { "\"\($0.start + 1)-\($0.end) of \($0.count)\"" },
    ]
    + [
      "nextId", "next_id", "nextKey", "next_start_key", "NextRowKey", "lastKey", "resume",
      "resume_token", "continueFrom", "continue_from", "startAfter", "sinceToken", "iterator",
      "nextIterator", "locator", "offset_id", "next_anchor", "seek", "pageState", "page_state",
      "nextPageState", "pagingState", "after", "marker", "cursor", "nextToken", "next_cursor",
      "checkpoint", "pos", "handle", "anchor", "watermark",
    ].flatMap { name in
      [
        DialectWord(name: name) { $0.isLast ? nil : "\"\($0.token)\"" },
        DialectWord(name: name) { $0.isLast ? "null" : "\"\($0.token)\"" },
        DialectWord(name: name, place: "paging") { $0.isLast ? nil : "\"\($0.token)\"" },
      ]
    }
    + ["nextRequest", "next_params", "next"].map { name in
      DialectWord(name: name) { $0.isLast ? nil : #"{"zz":"\#($0.token)"}"# }
    }

  private static let headers: [DialectWord] = [
    DialectWord(name: "X-Has-Next-Page", isHeader: true) { "\(!$0.isLast)" },
    DialectWord(name: "X-More", isHeader: true) { "\(!$0.isLast)" },
    DialectWord(name: "X-Truncated", isHeader: true) { "\(!$0.isLast)" },
    DialectWord(name: "X-Limit-Reached", isHeader: true) { "\(!$0.isLast)" },
    DialectWord(name: "X-Next-Cursor", isHeader: true) { $0.isLast ? nil : $0.token },
    DialectWord(name: "X-Continuation", isHeader: true) { $0.isLast ? nil : $0.token },
    DialectWord(name: "Next-Token", isHeader: true) { $0.isLast ? nil : $0.token },
    DialectWord(name: "X-Marker", isHeader: true) { $0.isLast ? nil : $0.token },
    DialectWord(name: "X-Start-After", isHeader: true) { $0.isLast ? nil : $0.token },
    DialectWord(name: "Link", isHeader: true) {
      $0.isLast ? nil : "</a?zz=\($0.token)>; rel=\"more\""
    },
    DialectWord(name: "X-Remaining-Items", isHeader: true) { "\($0.count - $0.end)" },
    DialectWord(name: "X-Items-Remaining", isHeader: true) { "\($0.count - $0.end)" },
    DialectWord(name: "X-Total", isHeader: true) { "\($0.count)" },
    DialectWord(name: "X-Total-Items", isHeader: true) { "\($0.count)" },
    DialectWord(name: "X-Result-Count", isHeader: true) { "\($0.count)" },
    DialectWord(name: "X-Record-Count", isHeader: true) { "\($0.count)" },
    DialectWord(name: "X-Total-Pages", isHeader: true) { "\($0.pages)" },
    DialectWord(name: "X-Pagination", isHeader: true) { #"{"total":\#($0.count)}"# },
    DialectWord(name: "X-Paging", isHeader: true) { "total=\($0.count); page=\($0.number)" },
    DialectWord(name: "Content-Range", isHeader: true) {
      $0.end > $0.start ? "items \($0.start)-\($0.end - 1)/\($0.count)" : nil
    },
    DialectWord(name: "Warning", isHeader: true) {
      $0.isLast ? nil : #"299 - "results truncated""#
    },
  ]

  /// Words that say nothing of it.
  static let idle: [DialectWord] = [
    DialectWord(name: "status") { _ in "\"ok\"" }, DialectWord(name: "took") { _ in "3" },
    DialectWord(name: "version") { _ in "\"1.2\"" }, DialectWord(name: "title") { _ in "\"A\"" },
    DialectWord(name: "generated") { _ in "\"2024-01-01\"" },
    DialectWord(name: "success") { _ in "true" }, DialectWord(name: "code") { _ in "200" },
    DialectWord(name: "page") { "\($0.number)" },
    DialectWord(name: "pageSize") { "\($0.stated ?? $0.size)" },
    DialectWord(name: "limit") { "\($0.stated ?? $0.size)" },
    DialectWord(name: "offset") { "\($0.start + $0.base)" },
    DialectWord(name: "total_score") { _ in "900" },
    DialectWord(name: "X-Request-Id", isHeader: true) { _ in "abc" },
    DialectWord(name: "X-RateLimit-Remaining", isHeader: true) { _ in "59" },
  ]

  /// Words that elsewhere count the list, and here the page.
  static let own: [DialectWord] =
    ["count", "total", "totalCount", "size"].map { name in
      DialectWord(name: name) { "\($0.end - $0.start)" }
    } + [DialectWord(name: "self", place: "links") { _ in "\"/a\"" }]
}

extension DialectWord.Place {
  /// The place of a page without items at the start of a list.
  init(empty count: Int, size: Int) {
    self.init(start: 0, end: 0, size: size, count: count, first: 1, base: 0)
  }
}
