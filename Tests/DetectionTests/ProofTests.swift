import HTTP
import JSON
import Testing

@testable import Detection
@testable import Pagination

@Suite struct ProofTests {
  /// One second page after a first one, both as bodies of an API that is read by `open`.
  struct Case: Sendable, CustomTestStringConvertible {
    let id: String
    let open: String
    let first: String
    let second: String
    let verdict: String
    var identity = ["id"]
    var mayStartAtZero = false
    var lead: Detector.PositionSource {
      open.contains("cursor") ? .token : open.contains("body") ? .link : .computed
    }
    var testDescription: String { id }
  }

  private static let page = #"""
    {"pagination": {"strategy": "page"}, "itemsPath": "i", "perPage": 2, "paginationMapping":
     {"total": "objectCount", "size": "perPage", "page": "currentPage", "pages": "pageCount"}}
    """#
  private static let offset = #"""
    {"pagination": {"strategy": "offset"}, "itemsPath": "i", "perPage": 2,
     "paginationMapping": {"offset": "offset", "total": "objectCount"}}
    """#
  private static let cursor = #"""
    {"pagination": {"strategy": "cursor", "next": "next", "more": "more"}, "itemsPath": "i"}
    """#

  private static let link = #"""
    {"pagination": {"strategy": "body", "next": "next"}, "itemsPath": "i", "paginationMapping":
     {"total": "objectCount"}}
    """#
  private static let bare = #"{"pagination": {"strategy": "body", "next": "next"}}"#

  static let cases: [Case] = [
    Case(
      id: "a link to other items", open: link, first: #"{"i": [{"id": 1}], "next": "/a?p=2"}"#,
      second: #"{"i": [{"id": 2}], "next": "/a?p=3"}"#, verdict: "proved"),
    Case(
      id: "a link to an empty page", open: link, first: #"{"i": [{"id": 1}], "next": "/a?p=2"}"#,
      second: #"{"i": []}"#, verdict: "followed"),
    Case(
      id: "a link to an empty page before the total", open: link,
      first: #"{"i": [{"id": 1}], "next": "/a?p=2", "total": 9}"#,
      second: #"{"i": [], "next": null, "total": 9}"#, verdict: "followed"),
    Case(
      id: "a link to an empty page that states the total", open: link,
      first: #"{"i": [{"id": 1}], "next": "/a?p=2"}"#,
      second: #"{"i": [], "next": null, "total": 9}"#, verdict: "followed"),
    Case(
      id: "a link from an empty page to items", open: link,
      first: #"{"i": [], "next": "/a?p=2"}"#, second: #"{"i": [{"id": 1}], "next": "/a?p=3"}"#,
      verdict: "proved"),
    Case(
      id: "a link from an empty page to another one", open: link,
      first: #"{"i": [], "next": "/a?p=2"}"#, second: #"{"i": [], "next": "/a?p=3"}"#,
      verdict: "followed"),
    Case(
      id: "a link from an empty page to itself", open: link,
      first: #"{"i": [], "next": "/a?p=2"}"#, second: #"{"i": [], "next": "/a?p=2"}"#,
      verdict: "refuted"),
    Case(
      id: "a link to items that came before", open: link,
      first: #"{"i": [{"id": 1}, {"id": 2}], "next": "/a?p=2"}"#,
      second: #"{"i": [{"id": 2}], "next": null}"#, verdict: "followed"),
    Case(
      id: "a link to the first page", open: link,
      first: #"{"i": [{"id": 1}, {"id": 2}], "next": "/a?p=2"}"#,
      second: #"{"i": [{"id": 2}, {"id": 1}], "next": "/a?p=2"}"#, verdict: "refuted"),
    Case(
      id: "a link to an error beside an empty list", open: link,
      first: #"{"i": [{"id": 1}], "next": "/a?p=2"}"#,
      second: #"{"i": [], "error": {"code": 7}, "next": null}"#, verdict: "refuted"),
    Case(
      id: "a link to an error where every page names one", open: link,
      first: #"{"i": [{"id": 1}], "next": "/a?p=2", "error": {"code": "ok"}}"#,
      second: #"{"i": [], "error": {"code": "ok"}, "next": null}"#, verdict: "proved"),
    Case(
      id: "a link from a list to an object", open: bare, first: #"[{"id": 1}]"#,
      second: #"{"message": "gone", "next": null}"#, verdict: "refuted"),
    Case(
      id: "a link to a blank body", open: link, first: #"{"i": [{"id": 1}], "next": "/a?p=2"}"#,
      second: "{}", verdict: "undecided"),
    Case(
      id: "a token from an empty page to itself", open: cursor, first: #"{"i": [], "next": "a"}"#,
      second: #"{"i": [], "next": "a"}"#, verdict: "refuted"),
    Case(
      id: "a token to an empty page", open: cursor, first: #"{"i": [{"id": 1}], "next": "a"}"#,
      second: #"{"i": [], "next": "b"}"#, verdict: "followed"),
    Case(
      id: "the next number with the items of the first page", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}, {"id": 3}], "page": 1}"#,
      second: #"{"i": [{"id": 2}, {"id": 3}], "page": 2}"#, verdict: "followed"),
    Case(
      id: "the next number with the whole first page", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "page": 1}"#,
      second: #"{"i": [{"id": 1}, {"id": 2}], "page": 2}"#, verdict: "refuted"),
    Case(
      id: "other items", open: cursor, first: #"{"i": [{"id": 1}, {"id": 2}], "next": "a"}"#,
      second: #"{"i": [{"id": 3}], "next": null}"#, verdict: "proved"),
    Case(
      id: "the same items", open: cursor, first: #"{"i": [{"id": 1}, {"id": 2}], "next": "a"}"#,
      second: #"{"i": [{"id": 1}, {"id": 2}], "next": "a"}"#, verdict: "refuted"),
    Case(
      id: "the same identities in other bytes", open: cursor,
      first: #"{"i": [{"id": 1, "at": 1}], "next": "a"}"#,
      second: #"{"i": [{"id": 1, "at": 2}], "next": "b"}"#, verdict: "refuted"),
    Case(
      id: "the same bytes without an identity", open: cursor,
      first: #"{"i": ["a", "b"], "next": "a"}"#, second: #"{"i": ["a", "b"], "next": "b"}"#,
      verdict: "refuted", identity: []),
    Case(
      id: "an identity that is not in all items", open: cursor,
      first: #"{"i": [{"id": 1}, {"n": 5}], "next": "a"}"#,
      second: #"{"i": [{"n": 6}, {"n": 7}], "next": "b"}"#, verdict: "proved"),
    Case(
      id: "one of three again", open: cursor,
      first: #"{"i": [{"id": 1}, {"id": 2}, {"id": 3}], "next": "a"}"#,
      second: #"{"i": [{"id": 3}, {"id": 4}, {"id": 5}], "next": "b"}"#, verdict: "followed"),
    Case(
      id: "two of three again", open: cursor,
      first: #"{"i": [{"id": 1}, {"id": 2}, {"id": 3}], "next": "a"}"#,
      second: #"{"i": [{"id": 2}, {"id": 3}, {"id": 4}], "next": "b"}"#, verdict: "refuted"),
    Case(
      id: "an empty page that says that it is the end", open: cursor,
      first: #"{"i": [{"id": 1}], "next": "a"}"#,
      second: #"{"i": [], "next": null, "more": false}"#,
      verdict: "proved"),
    Case(
      id: "an empty page that goes on", open: cursor, first: #"{"i": [{"id": 1}], "next": "a"}"#,
      second: #"{"i": [], "next": "b"}"#, verdict: "followed"),
    Case(
      id: "an empty page that says nothing", open: page, first: #"{"i": [{"id": 1}]}"#,
      second: #"{"i": []}"#, verdict: "undecided"),
    Case(
      id: "an empty page before the total", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "total": 5}"#, second: #"{"i": [], "total": 5}"#,
      verdict: "refuted"),
    Case(
      id: "an empty first page", open: page, first: #"{"i": [], "total": 0}"#,
      second: #"{"i": [], "total": 0}"#, verdict: "undecided"),
    Case(
      id: "the next number", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "page": 1, "size": 2, "total": 5}"#,
      second: #"{"i": [{"id": 3}, {"id": 4}], "page": 2, "size": 2, "total": 5}"#,
      verdict: "proved"),
    Case(
      id: "still the first number", open: page, first: #"{"i": [{"id": 1}], "page": 1}"#,
      second: #"{"i": [{"id": 2}], "page": 1}"#, verdict: "refuted"),
    Case(
      id: "a number left out", open: page, first: #"{"i": [{"id": 1}], "page": 0}"#,
      second: #"{"i": [{"id": 3}], "page": 2}"#, verdict: "refuted"),
    Case(
      id: "fewer items than the total leaves", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "size": 2, "total": 5}"#,
      second: #"{"i": [{"id": 5}], "size": 2, "total": 5}"#, verdict: "refuted"),
    Case(
      id: "another size", open: page, first: #"{"i": [{"id": 1}, {"id": 2}], "size": 2}"#,
      second: #"{"i": [{"id": 26}], "size": 25}"#, verdict: "refuted"),
    Case(
      id: "more items than the total", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "total": 3}"#,
      second: #"{"i": [{"id": 3}, {"id": 4}], "total": 3}"#, verdict: "undecided"),
    Case(
      id: "the next offset", open: offset, first: #"{"i": [{"id": 1}, {"id": 2}], "offset": 0}"#,
      second: #"{"i": [{"id": 3}], "offset": 2}"#, verdict: "proved"),
    Case(
      id: "an offset too far", open: offset, first: #"{"i": [{"id": 1}, {"id": 2}], "offset": 0}"#,
      second: #"{"i": [{"id": 9}], "offset": 4}"#, verdict: "refuted"),
    Case(
      id: "an open base", open: page, first: #"{"i": [{"id": 1}, {"id": 2}], "pages": 9}"#,
      second: #"{"i": [{"id": 5}, {"id": 6}], "pages": 9}"#, verdict: "undecided",
      mayStartAtZero: true),
    Case(
      id: "an open base that the total decides", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "size": 2, "total": 5}"#,
      second: #"{"i": [{"id": 3}, {"id": 4}], "size": 2, "total": 5}"#, verdict: "proved",
      mayStartAtZero: true),
    Case(
      id: "an open base that the total refutes", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "size": 2, "total": 5}"#,
      second: #"{"i": [{"id": 5}], "size": 2, "total": 5}"#, verdict: "refuted",
      mayStartAtZero: true),
  ]

  @Test(arguments: cases) func theSecondPageDecides(_ test: Case) throws {
    let open = try #require(try DetectorTests.value(test.open).objectValue)
    let (first, second) = (Array(test.first.utf8), Array(test.second.utf8))
    let readings = try Self.readings(
      open, [HTTPResponse(status: 200, body: first), HTTPResponse(status: 200, body: second)])
    let proof = Detector.isProved(
      first: readings[0], second: readings[1], identity: try test.identity.map { try JSONPath($0) },
      lead: test.lead, mayStartAtZero: test.mayStartAtZero)
    #expect(Self.word(proof) == test.verdict, "\(proof)")
  }

  @Test(
    arguments: [
      (404, true, nil, "undecided"), (404, true, 9, "refuted"), (404, false, nil, "refuted"),
      (400, true, 9, "refuted"), (400, false, nil, "refuted"), (500, true, 9, "undecided"),
      (429, false, nil, "undecided"), (401, true, nil, "undecided"),
    ] as [(Int, Bool, Int?, String)])
  func aFailedSecondRequestDecides(
    _ status: Int, _ isComputed: Bool, _ total: Int?, _ verdict: String
  ) throws {
    let open = try #require(try DetectorTests.value(Self.page).objectValue)
    let body = #"{"i": [{"id": 1}, {"id": 2}], "total": \#(total.map(String.init) ?? "null")}"#
    let first = try Self.readings(open, [HTTPResponse(status: 200, body: Array(body.utf8))])[0]
    let proof = Detector.isProved(first: first, failure: status, isComputed: isComputed)
    #expect(Self.word(proof) == verdict, "\(proof)")
  }

  /// What the profiles' fixtures answer to the second request proves the best candidate, and the
  /// first answer again refutes it.
  @Test(arguments: Fixtures.allAsked.filter { $0.fixture.walk.count > 1 })
  func aFixtureProvesItsBestCandidate(_ replayed: Fixtures.Replayed) throws {
    let replay = replayed.replay
    let best = try #require(replay.candidates.first)
    let step = try #require(replayed.fixture.walk[1]["respond"]?.objectValue)
    guard let requested = replay.expected else { return }
    let second = Fixtures.response(step, url: requested.url)
    var open = best.open
    open["url"] = .string(replay.request.url)
    let readings = try Self.readings(open, [replay.response, second, replay.response])
    let identity = try best.identity.map { [try JSONPath($0)] } ?? []
    let lead: Detector.PositionSource =
      switch best.strategy {
      case .page, .offset, .range: .computed
      case .cursor: .token
      default: .link
      }
    let proofs = readings.dropFirst().map { second in
      Self.word(
        Detector.isProved(first: readings[0], second: second, identity: identity, lead: lead))
    }
    let isEmpty = readings[1].items.isEmpty  // these go on behind an empty page
    #expect(proofs == [isEmpty ? "followed" : "proved", "refuted"])
  }

  private static func readings(
    _ open: JSONObject, _ responses: [HTTPResponse]
  ) throws -> [PageReading] {
    var open = open
    if open["url"] == nil { open["url"] = "https://h/a" }
    let path = try JSONPath(open["itemsPath"]?.stringValue ?? "")
    for name in ["itemsPath", "identity"] { open[name] = nil }
    var fields = JSONFields(open)
    let pager = try Pager(&fields, lists: [(path: path, elementPaths: [])])
    let requested = RequestedPage(position: .start, page: 1, offset: 0, perPage: 2)
    return try responses.map { try pager.reader.read($0, requested: requested) }
  }

  private static func word(_ proof: Detector.Proof) -> String {
    switch proof {
    case .proved: "proved"
    case .followed: "followed"
    case .refuted: "refuted"
    case .undecided: "undecided"
    }
  }
}
