import HTTP
import JSON
import TestInput
import Text

/// An API over a list that moves: how it pages, what it states, and how it ends are drawn.
struct MovingAPI {
  enum Paging: CaseIterable {
    case page, offset
    /// A token that names the last row; one that counts items, plain or in Base64, or pages.
    case tokenOfRow, tokenOfOffset, tokenInBase64, tokenOfPage
    case linkOfRow, linkOfPage, linkOfOffset
    case single
  }

  private enum PastEnd { case empty, notFound, badRequest }

  let paging: Paging
  private(set) var list: MovingList
  /// Items a page, as asked.
  let size: Int
  private let sizeMax: Int
  private let statesTotal: Bool
  /// The total is on every other page alone.
  let skipsTotal: Bool
  private let mapsTotal: Bool
  private let statesSize: Bool
  let statesMore: Bool
  private let pastEnd: PastEnd
  /// An empty page leads to itself, as if there were more.
  private let leadsToItself: Bool
  /// Rows change places, too.
  let sortsAnew: Bool
  let hasIdentity: Bool
  /// True when items are texts, which only their values tell apart.
  private let hasTexts: Bool
  let hides: Bool
  /// True when the API counts its rows before it reads a page, as Django's `Paginator` does, and rows
  /// may move in between, once: two such responses in a row look like an end that stands still.
  private var countsFirst: Bool
  /// The number of rows when they were counted for the next response.
  private var counted: Int?
  /// Pages that are requested ahead of loads.
  let pagesAhead: Int
  private(set) var stray: StrayResponse?
  private var hasGivenPages = false

  static let base = "http://api.test"

  init(_ random: inout SeededGenerator) {
    paging = random.pick(Paging.allCases + [.offset, .offset, .offset, .offset])
    let hiddenPercent = random.chance(25) ? 1 + random.below(20) : 0
    hides = hiddenPercent > 0
    list = MovingList(random.below(45), hiddenPercent: hiddenPercent, &random)
    // Where rows are hidden, pages are not so small that a page and the next one are likely to be
    // hidden as a whole, which no client can tell from the end.
    size = hides ? 8 + random.below(8) : 1 + random.below(12)
    sizeMax = !hides && random.chance(30) ? 1 + random.below(12) : .max
    statesTotal = random.chance(35)
    skipsTotal = random.chance(20)
    mapsTotal = random.chance(70)
    statesSize = random.chance(40)
    statesMore = random.chance(30)
    pastEnd = random.pick([.empty, .empty, .empty, .notFound, .badRequest])
    leadsToItself = random.chance(15)
    hasIdentity = random.chance(70)
    hasTexts = !hasIdentity && !hides && random.chance(30)
    pagesAhead = random.pick([0, 0, 0, 1, 3])
    sortsAnew = !hasTexts && random.chance(25)
    let isNumbered = [.page, .offset, .linkOfPage, .linkOfOffset].contains(paging)
    countsFirst = random.chance(30) && isNumbered
    let isComputed = [.page, .offset].contains(paging)
    let statesCounts = statesTotal && !skipsTotal && mapsTotal
    if random.chance(25) {
      let others = statesMore || isComputed && statesCounts ? ["{}", "[]"] : ["[]"]
      stray = StrayResponse(&random, list: "items", others: others)
    }
  }

  /// The params of `open`.
  var open: String {
    var pagination: JSONObject = [:]
    switch paging {
    case .page: pagination["strategy"] = "page"
    case .offset: pagination["strategy"] = "offset"
    case .tokenOfRow, .tokenOfOffset, .tokenInBase64, .tokenOfPage:
      pagination["strategy"] = "cursor"
      pagination["next"] = "next"
    case .linkOfRow, .linkOfPage, .linkOfOffset:
      pagination["strategy"] = "body"
      pagination["next"] = "next"
    case .single: pagination["strategy"] = "single"
    }
    if statesMore, paging != .single { pagination["more"] = "more" }
    var open: JSONObject = [
      "url": .string(MovingAPI.base + "/a"), "itemsPath": "items",
      "pagination": .object(pagination), "perPage": .integer(size),
    ]
    if hasIdentity { open["identity"] = "id" }
    if pagesAhead > 0 { open["prefetch"] = ["pages": .integer(pagesAhead)] }
    if mapsTotal { open["paginationMapping"] = ["total": "objectCount"] }
    return JSONValue.object(open).text
  }

  // MARK: Answering

  /// True when rows move between the count and the page of the next response.
  var isCounted: Bool { counted != nil }

  /// The next response counts the rows that there are.
  mutating func stand() { counted = nil }

  mutating func response(to url: String) -> HTTPResponse {
    if hasGivenPages || stray?.needsPagesBefore != true, let other = stray?.next(to: url) {
      return other
    }
    let page = page(at: url)
    hasGivenPages = hasGivenPages || page.status.isSuccess
    return page
  }

  private func page(at url: String) -> HTTPResponse {
    let query = MovingAPI.query(url)
    let size = min(
      query["per_page"].flatMap { Int($0) } ?? query["limit"].flatMap { Int($0) } ?? size, sizeMax)
    let start = start(query, size)
    let all = paging == .single
    let count = counted ?? list.rows.count
    let page =
      all ? list.rows[...] : list.rows.prefix(max(start, count)).dropFirst(start).prefix(size)
    if start >= count, start > 0, paging == .page || paging == .offset {
      switch pastEnd {
      case .empty: break
      case .notFound: return answer(404, #"{"message":"no such page"}"#, url)
      case .badRequest: return answer(400, #"{"message":"no such page"}"#, url)
      }
    }
    let items = page.filter { !$0.isHidden }.map { item($0.id) }.joined(separator: ",")
    var body = "{\"items\":[\(items)]"
    let hasMore = !all && start + size < count
    if statesTotal, !skipsTotal || start / size % 2 == 0 { body += ",\"total\":\(count)" }
    if statesSize, paging == .page { body += ",\"per_page\":\(size)" }
    if statesSize, paging == .offset { body += ",\"limit\":\(size)" }
    if statesMore, !all { body += ",\"more\":\(hasMore)" }
    if hasMore, let next = next(after: page.last, query, start + page.count, size) {
      body += ",\"next\":\"\(next)\""
    } else if !hasMore, items.isEmpty, leadsToItself, let own = query["cursor"] {
      body += ",\"next\":\"\(own)\""
    }
    return answer(200, body + "}", url)
  }

  private func item(_ id: Int) -> String { hasTexts ? "\"row \(id)\"" : "{\"id\":\(id)}" }

  private func start(_ query: [String: String], _ size: Int) -> Int {
    switch paging {
    case .tokenOfPage: max(0, (query["cursor"].flatMap { Int($0) } ?? 1) - 1) * size
    case .page, .linkOfPage: max(0, (query["page"].flatMap { Int($0) } ?? 1) - 1) * size
    case .offset, .linkOfOffset: query["offset"].flatMap { Int($0) } ?? 0
    case .tokenOfOffset: query["cursor"].flatMap { Int($0) } ?? 0
    case .tokenInBase64:
      query["cursor"].flatMap { Base64.decode(Array($0.utf8)) }.flatMap {
        Int(String(decoding: $0, as: UTF8.self).dropFirst("row:".count))
      } ?? 0
    case .tokenOfRow, .linkOfRow:
      query["cursor"].flatMap { Int($0.dropFirst(), radix: 36) }.map { key in
        list.rows.firstIndex { $0.key > key } ?? list.rows.count
      } ?? 0
    case .single: 0
    }
  }

  private func next(
    after last: MovingList.Row?, _ query: [String: String], _ offset: Int, _ size: Int
  ) -> String? {
    switch paging {
    case .page, .offset, .single: return nil
    case .tokenOfOffset: return "\(offset)"
    case .tokenOfPage: return "\((query["cursor"].flatMap { Int($0) } ?? 1) + 1)"
    case .linkOfOffset:
      let next = (query["offset"].flatMap { Int($0) } ?? 0) + size
      return MovingAPI.base + "/a?offset=\(next)&limit=\(size)"
    case .tokenInBase64: return MovingAPI.base64("row:\(offset)")
    case .tokenOfRow: return last.map { "k" + String($0.key, radix: 36) }
    case .linkOfRow:
      return last.map { MovingAPI.base + "/a?cursor=k" + String($0.key, radix: 36) }
    case .linkOfPage:
      let page = query["page"].flatMap { Int($0) } ?? 1
      return MovingAPI.base + "/a?page=\(page + 1)&per_page=\(query["per_page"] ?? "\(size)")"
    }
  }

  private func answer(_ status: Int, _ body: String, _ url: String) -> HTTPResponse {
    HTTPResponse(
      status: HTTPStatus(status),
      headers: HTTPHeaders([HTTPField(name: "Content-Type", value: "application/json")]),
      body: Array(body.utf8), url: url, durationMilliseconds: 1)
  }

  private static func base64(_ text: String) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var bits = text.utf8.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
    while bits.count % 6 != 0 { bits.append(0) }
    var encoded = stride(from: 0, to: bits.count, by: 6).map { start in
      alphabet[bits[start..<start + 6].reduce(0) { $0 << 1 | Int($1) }]
    }
    while encoded.count % 4 != 0 { encoded.append("=") }
    return String(encoded)
  }

  private static func query(_ url: String) -> [String: String] {
    let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    return Dictionary(
      QueryString.parse(String(query)).map { ($0.name, $0.value) }
    ) { first, _ in first }
  }

  // MARK: Moving

  /// What has come and gone between two requests.
  struct Change {
    var inserted = 0
    var removed: Set<Int> = []
  }

  /// Rows come and go.
  mutating func move(_ random: inout SeededGenerator) -> Change {
    if countsFirst, random.chance(30) { (counted, countsFirst) = (list.rows.count, false) }
    var change = Change()
    for _ in 0..<1 + random.below(4) {
      let count = list.rows.count
      if sortsAnew, count > 1, random.chance(30) {
        let (from, to) = (random.below(count), random.below(count))
        change.removed.insert(list.move(from: from, to: to, &random))
        change.inserted += 1
        continue
      }
      // Most often where it hurts: at the beginning.
      let place = random.chance(50) ? 0 : random.below(count + 1)
      if random.chance(50) {
        list.insert(at: place, &random)
        change.inserted += 1
      } else if place < count {
        change.removed.insert(list.remove(at: place))
      }
    }
    return change
  }
}
