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

  /// What a response says, and what follows.
  struct Case: NamedCase {
    let id: String
    let pagination: String
    var mapping = "{}"
    let body: String
    var page = 1
    /// "on", "?" or the end reason's kind.
    let outlook: String
    var evidence = "{}"
  }

  private static let cursor = #"{"strategy":"cursor","next":"next","more":"more","last":"last"}"#
  private static let page = #"{"strategy":"page","more":"more"}"#
  private static let totals = #"{"total":"objectCount","pages":"pageCount","size":"perPage"}"#

  static let cases: [Case] = [
    Case(
      id: "a next goes on", pagination: cursor, body: #"{"items":[1],"next":"b"}"#, outlook: "on"),
    Case(
      id: "no next ends", pagination: cursor, body: #"{"items":[1],"next":null}"#,
      outlook: "noNext",
      evidence: #"{"field":"next","value":null}"#),
    Case(
      id: "more false beats next", pagination: cursor,
      body: #"{"items":[1],"next":"b","more":false}"#, outlook: "moreFalse",
      evidence: #"{"field":"more","value":false}"#),
    Case(
      id: "last true beats next", pagination: cursor,
      body: #"{"items":[1],"next":"b","last":true}"#, outlook: "moreFalse",
      evidence: #"{"field":"last","value":true}"#),
    Case(
      id: "more true without a next", pagination: cursor,
      body: #"{"items":[1],"next":null,"more":true}"#, outlook: "noNext signalMissing",
      evidence: #"{"field":"next","value":null}"#),
    Case(
      id: "a next beats the total", pagination: cursor, mapping: totals,
      body: #"{"items":[1],"next":"b","total":1}"#, outlook: "on"),
    Case(
      id: "a next beats an empty page", pagination: cursor, body: #"{"items":[],"next":"b"}"#,
      outlook: "on"),
    Case(
      id: "more true beats the total", pagination: page, mapping: totals,
      body: #"{"items":[1],"more":true,"total":1}"#, outlook: "on"),
    Case(
      id: "below the total", pagination: page, mapping: totals,
      body: #"{"items":[1],"total":5,"size":2}"#, page: 2, outlook: "on"),
    Case(
      id: "at the total", pagination: page, mapping: totals,
      body: #"{"items":[1],"total":5,"size":2}"#, page: 3, outlook: "totalReached",
      evidence: #"{"field":"objectCount","value":5}"#),
    Case(
      id: "at the page count", pagination: page, mapping: totals, body: #"{"items":[1],"pages":3}"#,
      page: 3, outlook: "totalReached", evidence: #"{"field":"pageCount","value":3}"#),
    Case(
      id: "zero in all", pagination: page, mapping: totals, body: #"{"items":[],"total":0}"#,
      outlook: "totalReached", evidence: #"{"field":"objectCount","value":0}"#),
    Case(
      id: "the total beats a short page", pagination: page, mapping: totals,
      body: #"{"items":[1],"total":50,"size":2}"#, outlook: "on"),
    Case(
      id: "the total beats an empty page", pagination: page, mapping: totals,
      body: #"{"items":[],"total":50,"size":2}"#, outlook: "on"),
    Case(
      id: "shorter than the stated size", pagination: page, mapping: totals,
      body: #"{"items":[1],"size":2}"#, outlook: "?"),
    Case(
      id: "shorter than the stated size where that is documented",
      pagination: #"{"strategy":"page","shortPageEnds":true}"#, mapping: totals,
      body: #"{"items":[1],"size":2}"#, outlook: "shortPage",
      evidence: #"{"field":"size","value":2,"items":1}"#),
    Case(
      id: "shorter than the asked size says nothing", pagination: page, body: #"{"items":[1]}"#,
      outlook: "?"),
    Case(
      id: "as long as the stated size", pagination: page, mapping: totals,
      body: #"{"items":[1,2],"size":2}"#, outlook: "?"),
    Case(
      id: "empty", pagination: page, mapping: totals, body: #"{"items":[],"size":2}"#,
      outlook: "emptyPage", evidence: #"{"field":"items","value":0}"#),
    Case(
      id: "single", pagination: #"{"strategy":"single"}"#, body: #"{"items":[1]}"#,
      outlook: "noNext", evidence: #"{"field":"strategy","value":"single"}"#),
  ]

  @Test(arguments: cases)
  func endIsDecidedInOrder(_ row: Case) throws {
    let pager = try pager(
      "{\"url\":\"http://h/a\",\"perPage\":2,\"pagination\":\(row.pagination),"
        + "\"paginationMapping\":\(row.mapping)}",
      items: "items")
    let requested = RequestedPage(row.page, perPage: 2)
    let reading = try pager.read(row.body, page: requested)
    var counts = KnownCounts(perPage: 2)
    _ = counts.take(reading.counts)
    let outlook = reading.outlook(
      requested: requested, counts: counts, firstPage: 1, isComputed: pager.isComputed,
      shortPageEnds: pager.ends.shortPageEnds)
    var words = outlook.end?.kind.rawValue ?? (outlook.hasNext == true ? "on" : "?")
    if outlook.isSignalMissing { words += " signalMissing" }
    #expect(words == row.outlook)
    #expect((outlook.hasNext == false) == (outlook.end != nil))
    #expect(outlook.end?.page == (outlook.end == nil ? nil : row.page))
    #expect(outlook.end.map(PageEndTests.evidence) ?? [:] == (try object(row.evidence)))
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
