import JSON
import TestSupport
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

  // MARK: Errors

  /// Params that are refused, and why.
  struct Refused: NamedCase {
    let open: String
    let reason: String
    var id: String { open }
  }

  private static let kinds = StrategyKind.allCases.map { "\"\($0.rawValue)\"" }
    .joined(separator: ", ")
  private static let targets = "perPage, currentPage, offset, pageCount, objectCount"

  private static func paged(_ pagination: String) -> String {
    "{\"url\":\"http://h/a\",\"pagination\":\(pagination)}"
  }

  static let refused: [Refused] = [
    Refused(open: paged(#"{"more":"m"}"#), reason: "pagination.strategy: missing"),
    Refused(open: paged(#"{"strategy":null,"x":1}"#), reason: "pagination.strategy: missing"),
    Refused(open: paged("\"page\""), reason: "pagination: expected an object"),
    Refused(
      open: paged(#"{"strategy":"pages"}"#),
      reason: "pagination.strategy: expected one of \(kinds)"),
    Refused(
      open: paged(#"{"strategy":"page","pageParam":"p"}"#),
      reason: "pagination.pageParam: unknown"),
    Refused(
      open: paged(#"{"strategy":"page","offsetParameter":"o"}"#),
      reason: "pagination.offsetParameter: unknown"),
    Refused(
      open: paged(#"{"strategy":"page","pageParameter":3}"#),
      reason: "pagination.pageParameter: expected a string"),
    Refused(
      open: paged(#"{"strategy":"page","in":"cookie"}"#),
      reason:
        #"pagination.in: expected one of "query", "body", "variables", "header", "path""#),
    Refused(
      open: paged(#"{"strategy":"page","more":"a..b"}"#),
      reason: "pagination.more: expected a key path without an empty name (at byte 2)"),
    Refused(
      open: paged(#"{"strategy":"offset","firstOffset":-1}"#),
      reason: "pagination.firstOffset: expected a whole number from 0 to 1000000000"),
    Refused(open: paged(#"{"strategy":"body"}"#), reason: "pagination.next: missing"),
    Refused(open: paged(#"{"strategy":"header"}"#), reason: "pagination.next: missing"),
    Refused(open: paged(#"{"strategy":"cursor"}"#), reason: "pagination.next: missing"),
    Refused(
      open: paged(#"{"strategy":"cursor","merge":"c","next":"n"}"#),
      reason: #"pagination.next: expected absent with "merge""#),
    Refused(
      open: paged(#"{"strategy":"cursor","merge":"c","parameter":"n"}"#),
      reason: #"pagination.parameter: expected absent with "merge""#),
    Refused(
      open: paged(#"{"strategy":"cursor","next":"n","also":{"a.b":7}}"#),
      reason: #"pagination.also.a\.b: expected a key path"#),
    Refused(
      open: paged(#"{"strategy":"cursor","next":"n","nextURL":":cursor:offset"}"#),
      reason: "pagination.nextURL: expected something between :cursor and :offset"),
    Refused(
      open: paged(#"{"strategy":"link","next":[1]}"#),
      reason: "pagination.next.0: expected a string"),
    Refused(
      open: #"{"url":"http://h/a","perPage":0}"#,
      reason: "perPage: expected a whole number from 1 to 1000000"),
    Refused(
      open: #"{"url":"http://h/a","perPage":2.5}"#,
      reason: "perPage: expected a whole number from 1 to 1000000"),
    Refused(
      open: #"{"url":"http://h/a","firstPage":-2}"#,
      reason: "firstPage: expected a whole number from -1 to 1000000000000"),
    Refused(
      open: #"{"url":"http://h/a","paginationMapping":{"total":"count"}}"#,
      reason: "paginationMapping.total: expected one of \(targets)"),
    Refused(
      open: #"{"url":"http://h/a","paginationMapping":{"a.b":7}}"#,
      reason: #"paginationMapping.a\.b: expected one of \#(targets)"#),
    Refused(
      open: #"{"url":"http://h/a","paginationMapping":{"a\\":"perPage"}}"#,
      reason:
        #"paginationMapping.a\\: expected a key path without a lone backslash (at byte 1)"#),
  ]

  @Test(arguments: refused)
  func wrongParamsAreRefusedWithTheirPath(_ row: Refused) throws {
    #expect(try refusal(row.open) == row.reason)
  }
}
