import JSON
import Testing

@testable import Pagination

struct PagerTests {
  // MARK: Choice of the strategy

  @Test(arguments: [
    (#"{"url":"http://h/a?p=:currentPage"}"#, StrategyKind.page),
    (#"{"url":"http://h/a?o=:offset"}"#, .offset),
    (#"{"url":"http://h/a","parameters":{"o":":offset"}}"#, .offset),
    (#"{"url":"http://h/a","body":{"p":[":currentPage"]}}"#, .page),
    (#"{"url":"http://h/a?n=:perPage"}"#, .auto),
    (#"{"url":"http://h/a"}"#, .auto),
    (#"{"url":"http://h/a","pagination":null}"#, .auto),
    (#"{"url":"http://h/a","pagination":[]}"#, .auto),
    (#"{"url":"http://h/a?p=:currentPage","pagination":{}}"#, .page),
    (#"{"url":"http://h/a?p=:currentPage","pagination":{"strategy":"offset"}}"#, .offset),
  ])
  func strategyIsGivenOrNamedByThePattern(_ open: String, _ kind: StrategyKind) throws {
    #expect(try pager(open).kind == kind)
  }

  @Test(arguments: [
    (#"{"url":"http://h/a"}"#, 25), (#"{"url":"http://h/a","perPage":7}"#, 7),
    (#"{"url":"http://h/a?limit=9","pagination":{"strategy":"offset"}}"#, 9),
    (#"{"url":"http://h/a","parameters":{"per_page":50},"pagination":{"strategy":"page"}}"#, 50),
    (#"{"url":"http://h/a?limit=0","pagination":{"strategy":"offset"}}"#, 25),
    (#"{"url":"http://h/a?limit=many","pagination":{"strategy":"offset"}}"#, 25),
    (#"{"url":"http://h/a?limit=9","perPage":4,"pagination":{"strategy":"offset"}}"#, 4),
    (#"{"url":"http://h/a","perPage":3.0}"#, 3),
  ])
  func pageSizeIsGivenOrTheCallersOwn(_ open: String, _ perPage: Int) throws {
    #expect(try pager(open).perPage == perPage)
  }

  @Test func anyPageCanBeAskedForWhereItIsComputed() throws {
    for kind in StrategyKind.allCases {
      let extra: String
      switch kind {
      case .header, .body, .cursor: extra = #","next":"n""#
      default: extra = ""
      }
      let pager = try pager(
        "{\"url\":\"http://h/a\",\"pagination\":{\"strategy\":\"\(kind.rawValue)\"\(extra)}}")
      #expect(pager.isComputed == [.page, .offset, .range].contains(kind), "\(kind)")
      #expect(pager.kind == kind)
    }
  }

  @Test(arguments: [
    (#"{"strategy":"page"}"#, true), (#"{"strategy":"offset"}"#, true),
    (#"{"strategy":"range"}"#, true), (#"{"strategy":"link"}"#, false),
    (#"{"strategy":"link","perPageParameter":"n"}"#, true), (#"{"strategy":"single"}"#, false),
  ])
  func whetherTheSizeIsSentIsKnown(_ pagination: String, _ sends: Bool) throws {
    #expect(
      try pager("{\"url\":\"http://h/a\",\"pagination\":\(pagination)}").sendsSize == sends)
    #expect(
      try pager("{\"url\":\"http://h/a?n=:perPage\",\"pagination\":\(pagination)}").sendsSize)
  }

  @Test(arguments: [
    (#"{"strategy":"page"}"#, false), (#"{"strategy":"page","in":"body"}"#, true),
    (#"{"strategy":"cursor","next":"n","in":"variables"}"#, true),
    (#"{"strategy":"cursor","next":"n"}"#, false), (#"{"strategy":"body","next":"n"}"#, true),
  ])
  func postReadsWhereThePositionTravelsInTheBody(_ pagination: String, _ reads: Bool) throws {
    #expect(
      try pager("{\"url\":\"http://h/a\",\"method\":\"POST\",\"pagination\":\(pagination)}")
        .readsByBody == reads)
  }

  @Test func anUnknownStrategyIsRefusedWithTheKnownOnes() throws {
    let kinds = StrategyKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    #expect(
      try refusal(#"{"url":"http://h/a","pagination":{"strategy":"pages"}}"#)
        == "pagination.strategy: expected one of \(kinds)")
  }
}
