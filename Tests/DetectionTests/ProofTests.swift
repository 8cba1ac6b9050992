import HTTP
import JSON
import TestSupport
import Testing

@testable import Detection
@testable import Pagination

@Suite struct ProofTests {
  /// What reads both pages.
  private static let opens: [String: String] = [
    "page": #"""
    {"pagination": {"strategy": "page"}, "itemsPath": "i", "perPage": 2, "paginationMapping":
     {"total": "objectCount", "size": "perPage", "page": "currentPage", "pages": "pageCount"}}
    """#,
    "offset": #"""
    {"pagination": {"strategy": "offset"}, "itemsPath": "i", "perPage": 2,
     "paginationMapping": {"offset": "offset", "total": "objectCount"}}
    """#,
    "cursor": #"""
    {"pagination": {"strategy": "cursor", "next": "next", "more": "more"}, "itemsPath": "i"}
    """#,
    "link": #"""
    {"pagination": {"strategy": "body", "next": "next"}, "itemsPath": "i", "paginationMapping":
     {"total": "objectCount"}}
    """#,
    "bare": #"{"pagination": {"strategy": "body", "next": "next"}}"#,
  ]
  private static let link = Position.link(PageLink(url: "http://h/a"))
  private static let token = Position.token(PageToken(members: []))
  private static let positions = ["cursor": token, "link": link, "bare": link]

  /// One second page after a first one, both as bodies of an API that is read by `open`.
  static let cases = CaseLine.all(
    "Rules/proofs.jsonl",
    ["id", "open", "first", "second", "verdict", "hasNoIdentity", "mayStartAtZero"])

  @Test(arguments: cases) func theSecondPageDecides(_ row: CaseLine) throws {
    let kind = try #require(row["open"])
    let bodies = [try #require(row.json("first")), try #require(row.json("second"))]
    let readings = try Self.readings(
      try object(try #require(Self.opens[kind])),
      bodies.map { HTTPResponse(status: 200, body: Array($0.utf8)) })
    let pair = PagePair(
      first: readings[0], second: readings[1],
      identity: row.json("hasNoIdentity") == "true" ? [] : [try JSONPath("id")])
    let proof = pair.proof(
      Self.positions[kind] ?? .computed, mayStartAtZero: row.json("mayStartAtZero") == "true")
    #expect(Self.word(proof) == row["verdict"], "\(proof)")
  }

  @Test(
    arguments: [
      (404, true, nil, "undecided"), (404, true, 9, "refuted"), (404, false, nil, "refuted"),
      (400, true, 9, "refuted"), (400, false, nil, "refuted"), (500, true, 9, nil),
      (429, false, nil, nil), (401, true, nil, nil),
    ] as [(Int, Bool, Int?, String?)])
  func aFailedSecondRequestDecides(
    _ status: Int, _ isComputed: Bool, _ total: Int?, _ verdict: String?
  ) throws {
    let open = try object(try #require(Self.opens["page"]))
    let body = #"{"i": [{"id": 1}, {"id": 2}], "total": \#(total.map(String.init) ?? "null")}"#
    let first = try Self.readings(open, [HTTPResponse(status: 200, body: Array(body.utf8))])[0]
    let requested = RequestedPage(
      position: isComputed ? .computed : Self.link, page: 2, offset: 2, perPage: 2)
    let second = SecondPage(.refused(status: status, isPastEnd: false), of: requested, at: "")
    let proof = second.proof(of: first, refused: status)
    #expect(proof.map(Self.word) == verdict, "\(String(describing: proof))")
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
    let position: Position =
      switch best.strategy {
      case .page, .offset, .range: .computed
      case .cursor: Self.token
      default: Self.link
      }
    let proofs = readings.dropFirst().map { second in
      Self.word(PagePair(first: readings[0], second: second, identity: identity).proof(position))
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
    case .openBase: "openBase"
    }
  }
}
