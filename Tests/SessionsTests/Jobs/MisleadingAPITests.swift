import HTTP
import Pagination
import TestSupport
import Testing
import Text

@testable import Sessions

/// Lists of APIs whose answers, or whose filters, lead to a wrong way of paging: each is read whole, or
/// said to be in doubt.
struct MisleadingAPITests {
  /// The parameters of a request.
  private typealias Query = [String: String]

  @Test(arguments: ["", "?limit=50", "?limit=10"])
  func aConstantSizeIsNoStep(query: String) throws {
    try walk(query, count: 76) { query in
      let (first, size) = (query.number("offset"), min(query.number("limit", or: 25), 25))
      let rows = first..<min(76, first + size)
      return (ArraySlice(rows), #""limit":30,"has_more":\#(rows.upperBound < 76)"#)
    }
  }

  @Test(arguments: [90, 91, 77, 104])
  func aTotalMayCountWhatIsLeft(count: Int) throws {
    try walk("?limit=13&offset=0", count: count) { query in
      let first = min(count, query.number("offset"))
      return (ArraySlice(first..<min(count, first + 13)), #""total":\#(count - first)"#)
    }
  }

  /// Of every length, also such that the offset of the second page leads behind the last one.
  @Test(arguments: [0, 1], [11, 21, 60, 100, 105, 137, 1_000])
  func anOffsetMayCountPages(first: Int, count: Int) throws {
    try walk("?limit=10&offset=\(first)", count: count) { query in
      let begin = min(count, 10 * max(0, query.number("offset") - first))
      return (ArraySlice(begin..<min(count, begin + 10)), "")
    }
  }

  /// A total that is capped ends no walk without a doubt, where the page speaks of more.
  @Test(arguments: [
    #""remaining":37"#, #""hasMoreTotalItems":true"#, #""total_pages":7,"page":5"#,
  ])
  func aTotalMayBeCapped(says: String) throws {
    var read = 0
    let isNumbered = says.contains("page")
    let verdict = try walk(isNumbered ? "?limit=20&page=1" : "?limit=20&offset=0", count: nil) {
      let page = isNumbered ? $0.number("page", or: 1) : 1 + $0.number("offset") / 20
      let rows = min(137, 20 * (page - 1))..<min(137, 20 * page)
      read = max(read, rows.upperBound)
      let more = isNumbered ? #""total_pages":7,"page":\#(page)"# : rows.count == 20 ? says : ""
      return (ArraySlice(rows), #""total":100"# + (more.isEmpty ? "" : "," + more))
    }
    #expect(verdict == .suspect && read == 137)
  }

  @Test func oneRowMayBeTheSizeByDefault() throws {
    let verdict = try walk("", count: nil) { query in
      (ArraySlice(0..<min(60, query.number("count", or: 1))), "")
    }
    #expect(verdict == .suspect)
  }

  @Test func oneOfManyParametersMayBeAFilter() throws {
    try walk("", count: 60) { query in
      let rows = query["from"] == nil ? Array(0..<60) : Array(stride(from: 0, to: 60, by: 2))
      return (rows.dropFirst(query.number("skip")).prefix(20), "")
    }
  }

  @Test(arguments: ["after", "since_id", "starting_after", "page"])
  func aFilterMayBringNothing(name: String) throws {
    try walk("", count: 60, prefix: "i") { query in
      if query[name] != nil { return ([], #""has_more":false"#) }
      let first = min(60, query.number("offset"))
      return (ArraySlice(first..<min(60, first + 20)), #""has_more":\#(first + 20 < 60)"#)
    }
  }

  @Test(arguments: [#""next_page":true,"total":20,"limit":200"#, #""remaining":40"#, #""ok":true"#])
  func aPageThatSpeaksOfMoreIsNotAll(says: String) throws {
    let verdict = try walk("", count: nil) { query in
      query["page"] == nil ? (ArraySlice(0..<20), says) : ([], #""remaining":0"#)
    }
    #expect(verdict == .suspect)
  }

  /// Pages count from 0, which the stated size and total leave open.
  @Test func aPageMayBeTheThird() throws {
    try walk("", count: 95) { query in
      let first = min(95, 10 * query.number("page"))
      return (ArraySlice(first..<min(95, first + 10)), #""total":95,"per_page":10"#)
    }
  }

  /// Rows of which a user sees some, which the API picks after it has cut the page.
  @Test(arguments: [1..<100, 0..<97, 3..<100, 10..<30])
  func rowsMayBeHidden(hidden: Range<Int>) throws {
    var seen: Set<Int> = []
    let verdict = try walk(
      "", count: nil,
      open: #","itemsPath":"things","perPage":100,"pagination":{"strategy":"offset"}"#
    ) { query in
      let first = min(300, query.number("offset"))
      let rows = (first..<min(300, first + query.number("limit"))).filter { !hidden.contains($0) }
      seen.formUnion(rows)
      return (rows[...], "")
    }
    // Of a page that is nearly full, the next one shows that offsets count hidden rows, too.
    #expect(verdict == (hidden.count > 90 ? .suspect : .complete))
    #expect(seen.count == 300 - hidden.count)
  }

  /// Rows with an age, which is another one in each answer.
  @Test(arguments: ["", "?limit=20&offset=0", "?page=1&per_page=20"])
  func theSameRowsMayChange(query: String) throws {
    var requests = 0
    for says in ["", #""next_batch":"t82""#, #""total":40"#, #""has_more":true"#] {
      let verdict = try walk(
        query, count: nil, item: { #"{"age":\#(700 + $0 * 13 + requests),"event_id":"$e\#($0)"}"# }
      ) { _ in
        requests += 1
        return (ArraySlice(0..<20), says)
      }
      #expect(verdict == .suspect, "\(says)")
    }
    #expect(requests < 40)
  }

  /// Walks a list whose API answers with these rows and members, and finds out that it is read whole.
  @discardableResult
  private func walk(
    _ query: String, count: Int?, prefix: String = "", open: String = "",
    item: ((Int) -> String)? = nil,
    answer: (Query) -> (rows: ArraySlice<Int>, says: String)
  ) throws -> Verdict {
    let world = try World(#"{"url":"{base}/things\#(query)"\#(open)}"#)
    let walk = world.walk()
    while !walk.isThere {
      let exchange = try #require(world.client.waiting.first)
      let members = QueryString.members(of: exchange.request.url.text)
      let (rows, says) = answer(
        Query(members.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
      let list = rows.map { row in
        item?(row) ?? #"{"id":\#(prefix.isEmpty ? "\(row)" : "\"\(prefix)\(row)\"")}"#
      }.joined(separator: ",")
      exchange.reply(#"{"things":[\#(list)]\#(says.isEmpty ? "" : ",")\#(says)}"#)
    }
    let summary = try walk.value()
    if let count {
      #expect(summary.verdict == .complete)
      #expect(summary.itemCount == count)
    }
    return summary.verdict
  }
}

extension [String: String] {
  fileprivate func number(_ name: String, or other: Int = 0) -> Int {
    self[name].flatMap { Int($0) } ?? other
  }
}
