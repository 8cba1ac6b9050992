import JSON
import TestSupport
import Testing

@testable import Pagination

struct PageEndTests {
  // MARK: Counts

  @Test(arguments: [
    (250, 10, 25), (251, 10, 26), (249, 10, 25), (0, 10, 0), (1, 10, 1),
    (16_777_217, 1, 16_777_217),
    (33_554_433, 2, 16_777_217), (9_007_199_254_740_993, 2, 4_503_599_627_370_497),
    (Int.max, 1, Int.max), (Int.max, 1_000_000, 9_223_372_036_855),
  ])
  func pageCountIsTheExactCeiling(_ total: Int, _ perPage: Int, _ pages: Int) {
    var counts = KnownCounts(perPage: perPage)
    var stated = StatedCounts()
    stated.objectCount = total
    #expect(counts.take(stated) == nil)
    #expect(counts.pageCount == pages && counts.objectCount == total)
  }

  @Test func whatIsNotStatedStays() {
    var counts = KnownCounts(perPage: 10)
    var stated = StatedCounts()
    stated.objectCount = 25
    stated.perPage = 5
    _ = counts.take(stated)
    #expect(counts.take(StatedCounts()) == nil)
    #expect(counts == KnownCounts(perPage: 5, pageCount: 5, objectCount: 25))
  }

  @Test func statedPageCountCountsWithoutATotal() {
    var counts = KnownCounts(perPage: 10)
    var stated = StatedCounts()
    stated.pageCount = 7
    #expect(counts.take(stated) == nil && counts.pageCount == 7)
  }

  @Test func statedPageCountThatDiffersIsAWarning() {
    var counts = KnownCounts(perPage: 10)
    var stated = StatedCounts()
    stated.pageCount = 7
    stated.objectCount = 25
    let warning = counts.take(stated)
    #expect(warning?.kind == .inconsistentCounts && counts.pageCount == 3)
    #expect(warning == .inconsistentCounts(statedPages: 7, computedPages: 3, objectCount: 25))
  }

  @Test func unknownSizeMakesNoPageCount() {
    var counts = KnownCounts(perPage: 25, isSized: false)
    var stated = StatedCounts()
    stated.objectCount = 250
    #expect(counts.take(stated) == nil && counts.pageCount == nil)
    stated.perPage = 10
    #expect(counts.take(stated) == nil && counts.pageCount == 25)
  }

  // MARK: The end

  /// What a response says, and what follows: "on", "?" or the end reason's kind.
  static let cases = CaseLine.all(
    "Cases/ends.jsonl",
    ["id", "pagination", "mapping", "body", "page", "outlook", "evidence"])

  @Test(arguments: cases)
  func endIsDecidedInOrder(_ row: CaseLine) throws {
    let pagination = try #require(row.json("pagination"))
    let page = row.number("page") ?? 1
    let pager = try pager(
      "{\"url\":\"http://h/a\",\"perPage\":2,\"pagination\":\(pagination),"
        + "\"paginationMapping\":\(row.json("mapping") ?? "{}")}",
      items: "items")
    let requested = RequestedPage(page, perPage: 2)
    let reading = try pager.read(try #require(row.json("body")), page: requested)
    var counts = KnownCounts(perPage: 2)
    _ = counts.take(reading.counts)
    let outlook = reading.outlook(
      requested: requested, counts: counts, firstPage: 1, isComputed: pager.isComputed,
      shortPageEnds: pager.ends.shortPageEnds)
    var words = outlook.end?.kind.rawValue ?? (outlook.hasNext == true ? "on" : "?")
    if outlook.isSignalMissing { words += " signalMissing" }
    #expect(words == row["outlook"])
    #expect((outlook.hasNext == false) == (outlook.end != nil))
    #expect(outlook.end?.page == (outlook.end == nil ? nil : page))
    #expect(
      outlook.end.map(PageEndTests.evidence) ?? [:] == (try object(row.json("evidence") ?? "{}")))
  }

  /// What shows the reason, as an object.
  private static func evidence(_ reason: EndReason) -> JSONObject {
    guard let evidence = reason.evidence else { return [:] }
    var object: JSONObject = ["field": .string(evidence.path), "value": evidence.value]
    if case .shortPage(_, _, let items) = reason.cause { object["items"] = .integer(items) }
    return object
  }

  @Test func namesOfTheReasonsAreFixed() {
    #expect(
      Set(EndReason.Kind.allCases.map(\.rawValue)) == [
        "noNext", "moreFalse", "emptyPage", "shortPage", "totalReached", "untilReached", "pastEnd",
        "refused",
        "pagesMax", "itemsMax", "repeatedRequest", "repeatedResponse", "repeatedItems", "ceiling",
        "originRefused", "cancelled", "failed",
      ])
  }
}
