import HTTP
import JSON
import TestSupport
import Testing

@testable import Detection
@testable import Pagination

@Suite struct DetectorTests {
  static func candidates(
    _ body: String, url: String = "https://h/things", method: String = "GET", status: Int = 200,
    headers: [(String, String)] = [], sent: String? = nil, given: String = "{}"
  ) throws -> [Candidate] {
    let page = FirstPage(
      response: HTTPResponse(
        status: HTTPStatus(status),
        headers: HTTPHeaders(headers.map { HTTPField(name: $0.0, value: $0.1) }),
        body: Array(body.utf8), url: url),
      requestURL: url, method: method, body: try sent.map { try json($0) },
      given: try json(given).objectValue ?? JSONObject())
    return page.map { Detector.candidates($0) } ?? []
  }

  private let paged = #"""
    {"things": [{"id": 1}, {"id": 2}], "pagination": {"page": 1, "per_page": 2, "total": 5}}
    """#

  @Test(arguments: [#""total": 5"#, #""total_pages": 3"#, #""has_more": true"#])
  func aListThatIsNullIsEmpty(_ member: String) throws {
    let body = #"{"data": null, "page": 1, \#(member)}"#
    #expect(try Self.candidates(body).first?.itemsPath == "data")
  }

  // MARK: what a candidate says

  @Test func theBodyThatAProfileSendsIsMasked() {
    var settings = StrategySettings(.cursor, next: "next")
    settings.tokens.nextBody = ["key": "s3cret"]
    let candidate = Candidate(settings).masked { _ in "***" }
    #expect(candidate.settings.tokens.nextBody == "***")
  }

  @Test func aCandidateIsASetOfOpenParams() throws {
    let best = try #require(try Self.candidates(paged).first)
    let expected = try json(
      #"""
      {"pagination": {"strategy": "page"}, "itemsPath": "things", "identity": "id",
       "paginationMapping": {"pagination.per_page": "perPage", "pagination.page": "currentPage",
        "pagination.total": "objectCount"}, "firstPage": 1, "perPage": 2}
      """#)
    #expect(JSONValue.object(best.open) == expected)
    #expect(best.score > 0.8)
    #expect(!best.evidence.isEmpty)
    #expect(!best.mayStartAtZero)
  }

  @Test func givenParamsAreNotSetAgain() throws {
    let given = #"""
      {"url": "https://h/things", "itemsPath": "things", "perPage": 2, "identity": "id",
       "paginationMapping": {"pagination.total": "objectCount"}, "pagination": {"strategy": "auto"}}
      """#
    let best = try #require(try Self.candidates(paged, given: given).first)
    #expect(Set(best.open.keys) == ["pagination", "paginationMapping", "firstPage"])
    #expect(
      best.open["paginationMapping"]?.objectValue?.keys
        == ["pagination.per_page", "pagination.page"])
  }

  @Test func aGivenItemsPathIsAFact() throws {
    let body =
      #"{"things": [{"id": 1}], "others": [{"id": 7}, {"id": 8}], "count": 2, "next": "?p=2"}"#
    let best = try #require(try Self.candidates(body, given: #"{"itemsPath": "others"}"#).first)
    #expect(best.open["itemsPath"] == nil)
    #expect(best.open["perPage"] == 2)
  }

  @Test func aGivenStrategyLeavesOthersOut() throws {
    let body = #"{"things": [{"id": 1}], "next": "?page=2", "page": 1, "total": 9, "per_page": 1}"#
    #expect(try Self.candidates(body).first?.strategy == .body)
    let pages = try Self.candidates(body, given: #"{"pagination": {"strategy": "page"}}"#)
    #expect(pages.map(\.strategy) == [.page])
  }

  @Test(arguments: Fixtures.requested + EnvelopeCase.cases("conventions").map(\.replay))
  func everyPointerLeadsToTheQuotedValue(_ replay: Replay) throws {
    let document = try JSONDocument(replay.response.body)
    for evidence in replay.candidates.flatMap(\.evidence) {
      #expect(!evidence.says.isEmpty && evidence.says.utf8.count <= 120)
      if evidence.pointer.hasPrefix("@headers.") {
        let name = String(evidence.pointer.dropFirst("@headers.".count))
        #expect(replay.response.headers[name] != nil)
      } else if evidence.pointer.hasPrefix("/") {
        let path = try JSONPath(evidence.pointer)
        #expect(document.resolve(path, from: document.root) != nil, "\(evidence.pointer)")
      } else {
        #expect(["", "@url", "@body"].contains(evidence.pointer))
      }
    }
  }

  @Test(arguments: Fixtures.requested)
  func candidatesAreRankedAndDistinct(_ replay: Replay) {
    let candidates = replay.candidates
    let scores = candidates.map(\.score)
    #expect(scores == scores.sorted(by: >) && scores.allSatisfy { $0 > 0 && $0 <= 1 })
    for (index, candidate) in candidates.enumerated() {
      #expect(!candidates[(index + 1)...].contains(where: candidate.isAlike))
    }
    #expect(candidates.count <= Detector.candidatesMax)
  }

  @Test(arguments: [
    (404, #"{"items": [{"id": 1}], "next": "?page=2"}"#), (500, "[]"), (200, ""), (200, "<a/>"),
    (200, #"{"items": ["#), (200, "17"), (200, #""next""#), (200, "null"),
  ])
  func whatIsNoListOfItemsHasNoCandidate(_ status: Int, _ body: String) throws {
    #expect(try Self.candidates(body, status: status).isEmpty)
  }

  // MARK: the first page's number

  /// URL, body, and the first page's number with the second request's.
  private static let bases: [(url: String, body: String, first: Int, isOpen: Bool)] = [
    ("", #"{"i": [{}, {}], "page": 0, "total_pages": 3}"#, 0, false),
    ("", #"{"i": [{}, {}], "page": 1, "total_pages": 3}"#, 1, false),
    ("?page=0", #"{"i": [{}, {}], "total_pages": 3}"#, 0, false),
    ("?page=1", #"{"i": [{}, {}], "total_pages": 3}"#, 1, false),
    ("?page=0", #"{"i": [{}, {}], "page": 1, "total_pages": 3}"#, 1, false),
    ("", #"{"i": [{}, {}], "total_pages": 3, "total": 6}"#, 1, true),
    ("", #"{"content": [{}, {}], "number": 0, "size": 2, "totalPages": 3}"#, 0, false),
  ]

  @Test(arguments: bases.indices) func theFirstPageIsNumberedByEvidence(_ index: Int) throws {
    let test = Self.bases[index]
    let candidates = try Self.candidates(test.body, url: "https://h/i" + test.url)
    let page = try #require(candidates.first { $0.strategy == .page })
    #expect(page.open["firstPage"]?.integerValue == test.first)
    #expect(page.mayStartAtZero == test.isOpen)
    if test.isOpen {
      #expect(page.score < 0.7)
      #expect(page.evidence.contains { $0.says.contains("0 or 1") })
    }
  }

  // MARK: links

  @Test func aLinkToAnotherOriginIsLessSureAndSaysSo() throws {
    let body = #"{"results": [{"id": 1}], "next": "http://h/things?page=2", "previous": null}"#
    let best = try #require(try Self.candidates(body).first)
    #expect(best.strategy == .body && best.score < 0.9)
    #expect(best.evidence.contains { $0.says.contains("another origin") })
  }

  @Test func aLinkThatLosesParametersGivesWayToCompleteCounts() throws {
    let body = #"""
      {"data": [{"id": 1}, {"id": 2}], "next_page_url": "https://h/things?page=2",
       "current_page": 1, "last_page": 3, "per_page": 2, "total": 5}
      """#
    #expect(try Self.candidates(body).first?.strategy == .body)
    let filtered = try Self.candidates(body, url: "https://h/things?tag=a")
    #expect(filtered.first?.strategy == .page)
    #expect(filtered.contains { $0.strategy == .body && $0.isTrusted })
  }

  // MARK: single

  @Test func aDocumentIsSurerThanAListAlone() throws {
    let document = try #require(
      try Self.candidates(#"{"name": "a", "versions": ["1"], "files": [{"filename": "x"}]}"#).first)
    func single(_ body: String) throws -> Candidate? {
      try Self.candidates(body).first { $0.strategy == .single }
    }
    let short = try #require(try single(#"[{"id": 1}, {"id": 2}, {"id": 3}]"#))
    #expect(document.strategy == .single)
    #expect(document.score > short.score)
    #expect(document.isTrusted && !short.isTrusted)
    #expect(short.evidence.first?.says.contains("no link") == true)
  }

  // MARK: hostile input

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  private static func list(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: ",")
  }

  private static let hostile: [(id: String, body: String, headers: [(String, String)])] = [
    ("deep", times(500, #"{"next":"#) + "1" + times(500, "}"), []),
    ("deep lists", times(500, "[") + times(500, "]"), []),
    ("many members", "{" + list(10_000) { #""next_cursor\#($0)": "a\#($0)""# } + "}", []),
    (
      "many objects",
      "{" + list(2_000) { #""meta\#($0)": {"next": {"href": "/a"}, "total": 5, "page": 1}"# } + "}",
      []
    ),
    ("many lists", "{" + list(5_000) { #""l\#($0)": [{"id": 1}]"# } + "}", []),
    (
      "many items", "[" + list(50_000) { #"{"id": \#($0)}"# } + "]",
      [("Link", "</a?page=2>; rel=next")]
    ),
    ("huge texts", #"{"next": "\#(times(2_000_000, "a"))", "items": []}"#, []),
    ("huge key", #"{"\#(times(400_000, "next_"))": "/a?page=2", "items": []}"#, []),
    (
      "many links",
      #"{"items": [{"id": 1}], "links": ["# + times(20_000, #"{"rel": "a", "href": "b"},"#)
        + #"{"rel": "next", "href": "/z"}]}"#, []
    ),
    ("same keys", "{" + times(20_000, #""next": "/a?page=2","#) + #""items": []}"#, []),
    ("huge Link header", "[]", [("Link", times(100_000, "<a>; rel=x, "))]),
    ("many headers", "[]", (0..<20_000).map { ("X-Next-\($0)", "1") }),
    (
      "huge numbers",
      #"{"items": [{"id": 1}], "page": 1e400, "per_page": -1, "total": \#(times(100_000, "9"))}"#,
      []
    ),
    ("escapes", #"{"n\u0065xt": "\u002fa?page=2", "items": [{"\uD800": 1}]}"#, []),
  ]

  @Test(arguments: hostile.indices) func hostileBodiesAreSurveyedWithinTheLimits(_ index: Int)
    throws
  {
    let test = Self.hostile[index]
    let query = (0..<20_000).map { "page\($0)=\($0)" }.joined(separator: "&")
    let candidates = try Self.candidates(
      test.body, url: "https://h/a?\(query)", headers: test.headers)
    #expect(candidates.count <= Detector.candidatesMax, "\(test.id)")
    for candidate in candidates {
      #expect(candidate.evidence.count <= Detector.evidenceMax)
      let values = candidate.evidence.map(\.value.text).joined()
      let text = JSONValue.object(candidate.open).text + values
      #expect(text.utf8.count <= 200_000, "\(test.id)")
    }
    let envelope = Envelope(try JSONDocument(Array(test.body.utf8)))
    #expect(envelope.members.count <= Envelope.membersMax)
    #expect(envelope.lists.count <= Envelope.listsMax)
    #expect(envelope.lists.allSatisfy { $0.elements.count <= Envelope.elementsMax })
    #expect(envelope.members.allSatisfy { $0.keys.count <= Envelope.depthMax })
  }

  @Test func escapedNamesAndTargetsAreSeenThrough() throws {
    let best = try #require(
      try Self.candidates(#"{"n\u0065xt": "\u002fthings?page=2", "items": [{"id": 1}]}"#).first)
    #expect(best.open["pagination"]?["next"] == "next")
  }
}
