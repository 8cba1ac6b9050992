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
    var isBaseOpen = false
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

  static let cases: [Case] = [
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
      second: #"{"i": [{"id": 3}, {"id": 4}, {"id": 5}], "next": "b"}"#, verdict: "undecided"),
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
      second: #"{"i": [], "next": "b"}"#, verdict: "undecided"),
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
      isBaseOpen: true),
    Case(
      id: "an open base that the total decides", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "size": 2, "total": 5}"#,
      second: #"{"i": [{"id": 3}, {"id": 4}], "size": 2, "total": 5}"#, verdict: "proved",
      isBaseOpen: true),
    Case(
      id: "an open base that the total refutes", open: page,
      first: #"{"i": [{"id": 1}, {"id": 2}], "size": 2, "total": 5}"#,
      second: #"{"i": [{"id": 5}], "size": 2, "total": 5}"#, verdict: "refuted", isBaseOpen: true),
  ]

  @Test(arguments: cases) func theSecondPageDecides(_ test: Case) throws {
    let open = try #require(try DetectorTests.value(test.open).objectValue)
    let (first, second) = (Array(test.first.utf8), Array(test.second.utf8))
    let readings = try Self.readings(
      open, [HTTPResponse(status: 200, body: first), HTTPResponse(status: 200, body: second)])
    let proof = Detector.isProved(
      first: readings[0], second: readings[1], identity: try test.identity.map { try JSONPath($0) },
      isComputed: !test.open.contains("cursor"), isBaseOpen: test.isBaseOpen)
    #expect(Self.word(proof) == test.verdict, "\(proof)")
  }

  @Test(
    arguments: [
      (404, true, nil, "undecided"), (404, true, 9, "refuted"), (404, false, nil, "refuted"),
      (400, true, 9, "refuted"), (400, false, nil, "refuted"), (500, true, 9, "undecided"),
      (429, false, nil, "undecided"), (401, true, nil, "refuted"),
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
  @Test func everyFixtureProvesItsBestCandidate() throws {
    var wrong: [String] = []
    for (fixture, replay) in zip(Fixtures.all, Fixtures.asked) {
      guard fixture.walk.count > 1, let best = replay.candidates.first,
        let step = fixture.walk[1]["respond"]?.objectValue, let asked = replay.expected
      else { continue }
      let second = Fixtures.response(step, url: asked.url)
      var open = best.open
      open["url"] = .string(replay.request.url)
      let readings = try Self.readings(open, [replay.response, second, replay.response])
      let identity = try best.open["identity"]?.stringValue.map { [try JSONPath($0)] } ?? []
      let isComputed = [.page, .offset, .range].contains(best.strategy)
      let proof = Detector.isProved(
        first: readings[0], second: readings[1], identity: identity, isComputed: isComputed)
      let repeated = Detector.isProved(
        first: readings[0], second: readings[2], identity: identity, isComputed: isComputed)
      let isEmpty = readings[1].items.isEmpty  // these go on behind an empty page
      if Self.word(proof) != (isEmpty ? "undecided" : "proved") || Self.word(repeated) != "refuted"
      {
        wrong.append("\(replay.id): \(proof), the first page again: \(repeated)")
      }
    }
    #expect(wrong.isEmpty, "\(wrong.joined(separator: "\n"))")
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
    let asked = AskedPage(position: .start, page: 1, offset: 0, perPage: 2)
    return try responses.map { try pager.reader.read($0, asked: asked) }
  }

  private static func word(_ proof: Detector.Proof) -> String {
    switch proof {
    case .proved: "proved"
    case .refuted: "refuted"
    case .undecided: "undecided"
    }
  }
}
