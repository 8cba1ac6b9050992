import HTTP
import Pagination
import TestSupport
import Testing
import Text

@testable import Sessions

/// Lists of 20 items a page: each is read whole, by whichever of the usual names the API knows, and by
/// the one that stands in the URL.
struct UsualParametersTests {
  private static let perPage = 20
  private let all = Array(0..<57)

  @Test(
    arguments: [
      "offset", "skip", "startIndex", "start_record", "startRecord", "start-index", "firstResult",
      "first_result", "firstRecord", "fromIndex", "rowOffset", "recordOffset", "resultOffset",
      "limit_start", "skipCount", "iDisplayStart", "page[offset]",
    ])
  func theUsualNamesOfOffsetsAreFollowed(name: String) throws {
    try walk(name) { $0 ?? 0 }
  }

  @Test(
    arguments: [
      "listOffset", "row_start", "startFrom", "record_offset", "displayStart", "numSkip", "begin",
      "start_pos", "options[offset]",
    ])
  func offsetsThatTheURLNamesAreFollowed(name: String) throws {
    try walk(name, in: "?limit=20&\(name)=0") { $0 ?? 0 }
  }

  @Test(
    arguments: [
      "page", "p", "pageNumber", "pageNo", "pg", "curPage", "paged", "pagina", "page.number",
      "page[number]",
    ])
  func theUsualNamesOfPagesAreFollowed(name: String) throws {
    try walk(name) { (($0 ?? 1) - 1) * UsualParametersTests.perPage }
  }

  @Test(arguments: ["pageNr", "pgno", "results_page", "options.page", "req[page]"])
  func pagesThatTheURLNamesAreFollowed(name: String) throws {
    try walk(name, in: "?per_page=20&\(name)=1") { (($0 ?? 1) - 1) * UsualParametersTests.perPage }
  }

  /// Rows in the order of their prices, of which the API leaves out the lower ones.
  @Test(arguments: ["offset", "skip", "from", "startAt"])
  func filtersOnTheSortKeyAreNoOffsets(name: String) throws {
    try walk(name, isFilter: true) { begin in
      begin.flatMap { least in all.firstIndex { price($0) >= Double(least) } } ?? 0
    }
  }

  /// A page of prices from 20 on may begin at row 20.
  @Test(arguments: ["offset", "skip", "from", "startAt"])
  func offsetsAreToldFromFilters(name: String) throws {
    try walk(name) { $0 ?? 0 }
  }

  /// The price of a row, in steps of a half, and far more from row 20 on.
  private func price(_ row: Int) -> Double { Double(row) / 2 + (row < 20 ? 0 : 12) }

  /// Walks a list, bare and in an envelope, whose API follows that name alone, and finds out that it is
  /// read whole, or with `isFilter` that it may not be.
  private func walk(
    _ name: String, in query: String = "", isFilter: Bool = false, first: (Int?) -> Int
  ) throws {
    for envelope in ["", #"{"things":"#] {
      let world = try World(#"{"url":"{base}/things\#(query)"}"#)
      let walk = world.walk()
      while !walk.isThere {
        let exchange = try #require(world.client.waiting.first)
        let members = QueryString.members(of: exchange.request.url.text)
        let begin = first(members.first { $0.name == name }.flatMap { Int($0.value) })
        let list = all.dropFirst(begin).prefix(UsualParametersTests.perPage)
          .map { #"{"id":\#($0),"price":\#(price($0))}"# }.joined(separator: ",")
        exchange.reply("\(envelope)[\(list)]\(envelope.isEmpty ? "" : "}")")
      }
      let summary = try walk.value()
      #expect(summary.verdict == (isFilter ? .suspect : .complete))
      let count = isFilter ? UsualParametersTests.perPage : all.count
      #expect((summary.items ?? []).flatMap(\.ids) == Array(all.prefix(count)))
    }
  }
}
