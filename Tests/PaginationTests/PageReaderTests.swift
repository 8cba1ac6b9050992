import HTTP
import JSON
import TestSupport
import Testing

@testable import Pagination

struct PageReaderTests {
  static let tokens = #"{"url":"http://h/a","pagination":{"strategy":"cursor","next":"next"}}"#

  // MARK: Items

  /// A body's text, and its items.
  static let cases = CaseLine.all("Cases/items.jsonl", ["id", "path", "body", "items"])

  @Test(arguments: cases)
  func itemsAreFound(_ row: CaseLine) throws {
    let pager = try pager(Self.tokens, items: row["path"] ?? "items")
    let reading = try pager.read(try #require(row["body"]))
    let items = reading.items.map { reading.view.scan?.document.text($0) ?? "" }
    #expect(items == row.elements("items"))
  }

  /// A body's text, and the member of an empty page that looks like the report of a failure.
  static let outcomes = CaseLine.all("Cases/outcomes.jsonl", ["id", "path", "body", "failure"])

  @Test(arguments: outcomes)
  func anEmptyPageMayReportAFailure(_ row: CaseLine) throws {
    let pager = try pager(Self.tokens, items: row["path"] ?? "items")
    let warnings = try pager.read(try #require(row["body"])).warnings
    let paths = warnings.compactMap { warning -> String? in
      if case .incompleteResults(let stated) = warning { stated.path } else { nil }
    }
    #expect(paths == (row["failure"].map { [$0] } ?? []))
  }

  @Test func aStatusThatWasAskedForReportsNothing() throws {
    let body = #"{"status":"invalid","items":[]}"#
    let pager = try pager(Self.tokens, items: "items")
    #expect(try pager.read(body).warnings.count == 1)
    #expect(try pager.read(body, url: "http://h/a?status=invalid").warnings.isEmpty)
  }

  @Test func nullsInARootListAreItems() throws {
    let reading = try pager(Self.tokens).read("[null,{\"id\":1},null]")
    #expect(reading.items.count == 3)
  }

  @Test(arguments: [
    (#"{"data":[1],"x":2}"#, ["data", "x"]), (#"{"items":null,"next":"b"}"#, ["items", "next"]),
    (#"{"items":7}"#, ["items"]), (#"{"items":"none"}"#, ["items"]), ("7", []), ("[1]", []),
    ("\"text\"", []), ("null", []),
  ])
  func missingListIsAnErrorWhilePagingGoesOn(_ body: String, _ keys: [String]) throws {
    #expect(
      try pager(Self.tokens, items: "items").refusal(body)
        == .itemsNotFound(paths: ["items"], keys: keys))
  }

  @Test(arguments: [
    (#"{"next":null}"#, tokens), (#"{"next":""}"#, tokens),
    (#"{"items":null,"next":null}"#, tokens),
    (
      #"{"more":false}"#,
      #"{"url":"http://h/a","pagination":{"strategy":"cursor","next":"next","more":"more"}}"#
    ),
    (
      #"{"total":0}"#,
      #"{"url":"http://h/a","pagination":{"strategy":"page"},"#
        + #""paginationMapping":{"total":"objectCount"}}"#
    ),
  ])
  func missingListIsAnEmptyPageWhereTheEndIsSignalled(_ body: String, _ open: String) throws {
    let reading = try pager(open, items: "items").read(body)
    #expect(reading.items.isEmpty)
  }

  @Test func silenceIsNoSignal() throws {
    #expect(try pager(Self.tokens, items: "items").refusal(#"{"error":"x"}"#) != nil)
  }

  @Test(arguments: [
    ("[1,]", JSONSyntaxError(.unexpectedByte, 3)),
    ("[1", JSONSyntaxError(.unexpectedEnd, 2)),
    ("<html>", JSONSyntaxError(.unexpectedByte, 0)),
    ("[1] x", JSONSyntaxError(.trailingBytes, 4)),
  ])
  func bodyThatIsNoJSONIsAnError(_ body: String, _ error: JSONSyntaxError) throws {
    #expect(try pager(Self.tokens).refusal(body) == .invalid(error))
  }

  /// A body, and whether it is a page by what says that it is all.
  static let ends: [(String, HTTPBodyEnd, Bool)] = [
    ("", .stated, true), ("", .connection, false), (" \n", .connection, false),
    ("{}", .connection, true), ("[]", .connection, true), ("[1]", .broken(.cut(.gzip)), false),
  ]

  @Test(arguments: ends)
  func bodyIsEmptyOnlyWhereTheAPISaysThatItIsAll(_ body: String, _ end: HTTPBodyEnd, isPage: Bool)
    throws
  {
    var response = HTTPResponse(status: 200, body: Array(body.utf8), url: "http://h/a")
    response.bodyEnd = end
    let reading = Result {
      try pager(#"{"url":"http://h/a?page=:currentPage"}"#).reader.read(
        response, requested: RequestedPage(1))
    }
    #expect(((try? reading.get()) != nil) == isPage)
  }

  /// Where no list is named, one that is too long is not found.
  @Test func aListThatIsTooLongIsTheFault() throws {
    var pager = try pager(Self.tokens)
    pager.wantListAtRoot()
    let ones = String(repeating: "1,", count: JSONPlan.anyElementsMax)
    for (end, fault) in [("1]}", 18 as Int?), ("]}", nil)] {
      let body = "{\"time\":1,\"items\":[" + (fault == nil ? "" : ones) + end
      guard case .invalid(let error) = pager.refusal(body) else {
        #expect(fault == nil)
        continue
      }
      #expect(error.reason == .tooManyElements && error.offset == fault)
    }
  }

  /// `{}` stands where the object around the list would be.
  @Test func nothingAroundTheListIsAnEmptyPage() throws {
    let open = #"{"url":"http://h/a","pagination":{"strategy":"page"}}"#
    #expect(try pager(open, items: "answer.rows").read(#"{"answer":{},"time":1}"#).items.isEmpty)
    for body in [#"{"answer":{"x":1}}"#, #"{"answer":null}"#, #"{"time":1}"#] {
      #expect(
        try pager(open, items: "answer.rows").refusal(body)
          == .itemsNotFound(
            paths: ["answer.rows"], keys: [String(body.dropFirst(2).prefix { $0 != "\"" })]))
    }
  }

  @Test func onlyTheListsThatApplyCount() throws {
    var fields = JSONFields(try object(Self.tokens))
    let pager = try Pager(
      &fields,
      lists: try ["a", "b", "c"].map { (path: try JSONPath($0), elementPaths: []) })
    let response = HTTPResponse(
      status: 200, body: Array(#"{"a":[1],"b":{"x":2},"next":"n"}"#.utf8), url: "http://h/a")
    let all = try pager.reader.read(response, requested: RequestedPage(1))
    #expect(all.items.count == 2)
    let one = try pager.reader.read(
      response, requested: RequestedPage(1), applying: [pager.reader.lists[1].number])
    #expect(one.items.count == 1)
    #expect(throws: PageReadError.itemsNotFound(paths: ["c"], keys: ["a", "b", "next"])) {
      try pager.reader.read(
        response, requested: RequestedPage(1), applying: [pager.reader.lists[2].number])
    }
  }

  @Test func whatIdentifiesItemsIsReadWithThem() throws {
    var fields = JSONFields(try object(Self.tokens))
    let pager = try Pager(
      &fields,
      lists: [
        (path: try JSONPath("a"), elementPaths: [try JSONPath("x"), try JSONPath("id")]),
        (path: try JSONPath("b"), elementPaths: []),
      ],
      identity: [try JSONPath("id"), try JSONPath("k.0")])
    let body = """
      {"a":[{"id":1,"k":[2]},null,{"id":1},{"id":1,"k":[3]},{"k":[2],"id":9,"id":1}],
       "b":{"id":1,"k":[2,7]},"next":"n"}
      """
    let reading = try pager.reader.read(
      HTTPResponse(status: 200, body: Array(body.utf8), url: "http://h/a"),
      requested: RequestedPage(1))
    let ids = reading.identities
    #expect(reading.items.count == 6 && ids.count == 6)
    #expect(ids[0] != nil && ids[1] == nil && ids[2] == nil)
    #expect(ids[3] != nil && ids[3] != ids[0] && ids[4] == ids[0] && ids[5] == ids[0])
  }

  // MARK: Counts

  static let counted =
    #"{"url":"http://h/a","pagination":{"strategy":"page"},"#
    + #""paginationMapping":{"s":"perPage","p":"currentPage","o":"offset","c":"pageCount","#
    + #""@headers.X-Total":"objectCount","gone":null}}"#

  @Test func countsAreRead() throws {
    let reading = try pager(counted).read(
      #"{"s":"10","p":2,"o":10.0,"c":3e0}"#, headers: [("x-total", "25")])
    var stated = StatedCounts()
    stated.perPage = 10
    stated.currentPage = 2
    stated.offset = 10
    stated.pageCount = 3
    stated.objectCount = 25
    #expect(reading.counts == stated && reading.warnings.isEmpty)
  }

  @Test(arguments: [
    #"{"s":0}"#, #"{"s":-1}"#, #"{"s":1000001}"#, #"{"p":-1}"#, #"{"p":1000000000001}"#,
    #"{"o":1.5}"#, #"{"o":"ten"}"#, #"{"c":1e999}"#, #"{"c":true}"#, #"{"c":99999999999999999999}"#,
    #"{"c":[]}"#, #"{"c":""}"#,
  ])
  func nonsenseIsUnknownWithAWarning(_ body: String) throws {
    let reading = try pager(counted).read(body)
    #expect(reading.counts == StatedCounts())
    #expect(reading.warnings.map(\.kind) == [.metadataInvalid])
  }

  @Test(arguments: [#"{"x":1}"#, #"{"s":null,"p":null,"o":null,"c":null}"#])
  func missingAndNullAreUnknown(_ body: String) throws {
    let reading = try pager(counted).read(body)
    #expect(reading.counts == StatedCounts() && reading.warnings.isEmpty)
  }

  private var counted: String { Self.counted }

  @Test(arguments: ["{}", " { } ", "", " \n"])
  func emptyBodyHasNoItems(_ body: String) throws {
    #expect(try pager(#"{"url":"http://h/a"}"#).read(body).items.isEmpty)
  }

  // MARK: Flags

  @Test(arguments: [
    (#"{"more":true}"#, true), (#"{"more":false}"#, false), (#"{"more":"true"}"#, true),
    (#"{"more":"0"}"#, false), (#"{"last":true}"#, false), (#"{"last":false}"#, true),
    (#"{"more":true,"last":true}"#, false), (#"{"more":false,"last":false}"#, false),
    (#"{"more":null}"#, nil), (#"{"x":1}"#, nil),
  ])
  func flagsAreRead(_ body: String, _ goesOn: Bool?) throws {
    let pager = try pager(
      #"{"url":"http://h/a","pagination":{"strategy":"page","more":"more","last":"last"}}"#)
    let reading = try pager.read(body)
    #expect(reading.goesOn == goesOn && reading.warnings.isEmpty)
  }

  @Test func flagThatIsNoneIsAWarning() throws {
    let pager = try pager(#"{"url":"http://h/a","pagination":{"strategy":"page","more":"more"}}"#)
    let reading = try pager.read(#"{"more":"maybe"}"#)
    #expect(reading.goesOn == nil && reading.warnings.map(\.kind) == [.metadataInvalid])
  }
}
