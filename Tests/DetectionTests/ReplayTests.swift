import Decoding
import Foundation
import HTTP
import JSON
import Profiles
import TestSupport
import Testing
import Text

@testable import Detection
@testable import Pagination

/// A request with its answer, and the request that has to come next.
struct Replay: Sendable, CustomTestStringConvertible {
  /// A request as far as it is compared.
  struct Request: Sendable {
    var method: String
    var url: String
    var body: JSONValue?
    var range: String?

    var path: String { URLReference(url).path }
    var query: [String: [String]] {
      Dictionary(grouping: URLReference(url).query, by: \.name).mapValues {
        $0.map(\.value).sorted()
      }
    }
  }

  static let base = "https://api.example.com"

  let id: String
  let request: Request
  let response: HTTPResponse
  /// nil: there is no next page.
  let expected: Request?
  /// The names of what the profile sends of its own, which detection need not know.
  var optional: Set<String> = []
  var given = JSONObject()

  var testDescription: String { id }

  var candidates: [Candidate] {
    let page = FirstPage(
      response: response, requestURL: request.url, method: request.method, body: request.body,
      given: given)
    return page.map { Detector.candidates($0) } ?? []
  }

  /// The pager that a candidate's settings make.
  private func pager(_ candidate: Candidate) throws -> Pager {
    var open = candidate.open
    open["url"] = .string(request.url)
    open["method"] = .string(request.method)
    if let body = request.body, body != .null { open["body"] = body }
    for (name, value) in given.members { open[name] = value }
    let path = try JSONPath(open["itemsPath"]?.stringValue ?? "")
    for name in ["itemsPath", "identity"] { open[name] = nil }
    open["parameters"] = candidate.open["parameters"]
    var fields = JSONFields(open)
    let pager = try Pager(&fields, lists: [(path: path, elementPaths: [])])
    try fields.finish()
    return pager
  }

  /// The first page as a candidate reads it.
  func first(_ candidate: Candidate) throws -> PageReading {
    let requested = RequestedPage(position: .start, page: 1, offset: 0, perPage: 1)
    return try pager(candidate).reader.read(response, requested: requested)
  }

  /// The request for the second page, as the pager makes it with a candidate's settings.
  func second(_ candidate: Candidate) throws -> Request? {
    let pager = try pager(candidate)
    let isComputed = pager.strategy.isComputed
    let requested = RequestedPage(
      position: isComputed ? .computed : .start, page: pager.firstPage, offset: 0,
      perPage: pager.perPage)
    let reading = try pager.reader.read(response, requested: requested)
    var counts = KnownCounts(perPage: pager.perPage)
    _ = counts.take(reading.counts)
    let outlook = reading.outlook(
      requested: requested, counts: counts, firstPage: pager.firstPage, isComputed: isComputed)
    if outlook.hasNext == false { return nil }
    var position = Position.computed
    if case .position(let next) = reading.neighbours.next { position = next }
    let next = RequestedPage(
      position: position, page: pager.firstPage + 1,
      offset: isComputed ? counts.perPage : reading.items.count, perPage: counts.perPage)
    let draft = pager.draft(for: next, counts: counts)
    var second = Request(method: draft.method, url: draft.url)
    if case .json(let body) = draft.body { second.body = body }
    if case .text(let text) = draft.body { second.body = .string(text) }
    second.range = draft.headers.first { $0.name.lowercased() == "range" }?.value
    return second
  }

  /// What is wrong with a request for the second page; nil: nothing.
  func difference(_ second: Request?) -> String? {
    guard let expected else { return second.map { "went on to \($0.url)" } }
    guard let second else { return "ended" }
    if second.method != expected.method { return "method \(second.method)" }
    if second.path != expected.path { return "path \(second.path)" }
    if expected.range != nil, second.range != expected.range {
      return "Range \(second.range ?? "-")"
    }
    for (name, values) in expected.query where second.query[name] != values {
      if second.query[name] == nil, optional.contains(name) { continue }
      return "\(name)=\(second.query[name] ?? []), not \(values)"
    }
    for name in second.query.keys where expected.query[name] == nil {
      if !optional.isEmpty, FieldName(name).means(.sizeParameters) { continue }
      return "\(name) is sent"
    }
    return bodyDifference(second.body ?? .null, expected.body ?? .null)
  }

  private func bodyDifference(_ second: JSONValue, _ expected: JSONValue) -> String? {
    guard let members = expected.objectValue?.members, let found = second.objectValue else {
      return second == expected || optional.contains("{}") ? nil : "body \(second)"
    }
    for (name, value) in members where found[name] != value {
      if found[name] == nil, optional.contains(name) { continue }
      return "\(name) in the body is \(found[name] ?? .null), not \(value)"
    }
    for (name, _) in found.members where expected[name] == nil {
      if !optional.isEmpty, FieldName(name).means(.sizeParameters) { continue }
      return "\(name) is in the body"
    }
    return nil
  }
}

/// The fixtures of the profiles, read as first pages of an API that is not known.
enum Fixtures {
  /// One fixture file with its profile.
  struct Fixture: Sendable {
    let name: String
    let open: JSONObject
    let profile: JSONObject
    let walk: [JSONObject]
    /// The answer of an API that has no items.
    let empty: JSONObject?
  }

  /// A fixture with its first page as it is replayed.
  struct Replayed: Sendable, CustomTestStringConvertible {
    let fixture: Fixture
    let replay: Replay
    var testDescription: String { fixture.name }
  }

  static let allAsked = zip(all, requested).map { Replayed(fixture: $0, replay: $1) }
  static let allBare = zip(all, bare).map { Replayed(fixture: $0, replay: $1) }

  static let all: [Fixture] = {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ProfilesTests/Conversations")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter(CaseFile.runs).sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appendingPathComponent(name)) else {
        return nil
      }
      let text = String(decoding: data, as: UTF8.self)
        .replacingOccurrences(of: "{base}", with: Replay.base)
      guard let document = try? JSONDocument(Array(text.utf8)),
        let fixture = document.value(document.root).objectValue,
        let open = fixture["open"]?.objectValue,
        let profile = fixture["profile"]?.stringValue.flatMap(BuiltInProfiles.named)
      else { return nil }
      return Fixture(
        name: String(name.dropLast(5)), open: open, profile: profile.open,
        walk: fixture["walk"]?.arrayValue?.compactMap(\.objectValue) ?? [],
        empty: fixture["empty"]?["respond"]?.objectValue)
    }
  }()

  /// The first page as the profile asked for it.
  static let requested: [Replay] = all.compactMap { fixture in
    guard let step = fixture.walk.first, let expect = step["expect"]?.objectValue,
      let respond = step["respond"]?.objectValue
    else { return nil }
    let request = request(expect)
    var replay = Replay(
      id: fixture.name, request: request, response: response(respond, url: request.url),
      expected: second(fixture))
    if let range = request.range { replay.given["headers"] = .object(["Range": .string(range)]) }
    return replay
  }

  /// The same answer to a request without anything that the profile adds for paging.
  static let bare: [Replay] = all.compactMap { fixture in
    guard let step = fixture.walk.first, let expect = step["expect"]?.objectValue,
      let respond = step["respond"]?.objectValue,
      let (draft, headers) = try? bareRequest(fixture)
    else { return nil }
    let requested = request(expect)
    var replay = Replay(
      id: fixture.name, request: draft, response: response(respond, url: draft.url),
      expected: second(fixture))
    if let range = headers { replay.given["headers"] = .object(["Range": .string(range)]) }
    replay.optional = Set(requested.query.keys).subtracting(draft.query.keys)
    replay.optional.formUnion(requested.body?.objectValue?.keys ?? [])
    replay.optional.subtract(draft.body?.objectValue?.keys ?? [])
    let next = replay.expected
    replay.optional = replay.optional.filter {
      next?.query[$0] == requested.query[$0] && next?.body?[$0] == requested.body?[$0]
    }
    replay.optional.insert("{}")
    return replay
  }

  private static func bareRequest(
    _ fixture: Fixture
  ) throws -> (Replay.Request, range: String?) {
    var open = JSONObject()
    for params in [fixture.profile, fixture.open] {
      for name in ["url", "method", "parameters", "body", "perPage"] {
        guard let value = params[name] else { continue }
        if let members = value.objectValue?.members, var merged = open[name]?.objectValue {
          for (key, value) in members where value != ":perPage" { merged[key] = value }
          open[name] = .object(merged)
        } else {
          open[name] = value
        }
      }
    }
    open["pagination"] = ["strategy": "auto"]
    var fields = JSONFields(open)
    let pager = try Pager(&fields, lists: [])
    let draft = pager.draft(
      for: RequestedPage(position: .start, page: 1, offset: 0, perPage: pager.perPage),
      counts: KnownCounts(perPage: pager.perPage))
    var request = Replay.Request(method: draft.method, url: draft.url)
    if case .json(let body) = draft.body { request.body = body }
    return (request, fixture.open["headers"]?["Range"]?.stringValue)
  }

  private static func second(_ fixture: Fixture) -> Replay.Request? {
    fixture.walk.count > 1 ? fixture.walk[1]["expect"]?.objectValue.map(request) : nil
  }

  static func request(_ expect: JSONObject) -> Replay.Request {
    var query: [QueryString.Member] = []
    for (name, value) in expect["query"]?.objectValue?.members ?? [] {
      for value in value.arrayValue ?? [value] {
        query.append(QueryString.Member(name: name, value: value.stringValue ?? ""))
      }
    }
    let path = expect["path"]?.stringValue ?? "/"
    let url = Replay.base + path + (query.isEmpty ? "" : "?" + QueryString.join(query))
    return Replay.Request(
      method: expect["method"]?.stringValue ?? "GET", url: url,
      body: expect["body"], range: expect["headers"]?["Range"]?.stringValue)
  }

  static func response(_ respond: JSONObject, url: String) -> HTTPResponse {
    var headers = HTTPHeaders()
    for (name, value) in respond["headers"]?.objectValue?.members ?? [] {
      for value in value.arrayValue ?? [value] { headers.add(name, value.stringValue ?? "") }
    }
    var response = HTTPResponse(
      status: HTTPStatus(respond["status"]?.integerValue ?? 200), headers: headers,
      body: Array(respond.bodyText.utf8), url: url)
    response.decode(as: DecodeSettings(.auto), bytesMax: 1 << 20)
    return response
  }
}

@Suite struct ReplayTests {
  @Test(.enabled(if: CaseFile.runsAll)) func everyProfileHasAFixture() {
    #expect(Set(Fixtures.all.map(\.name)) == Set(BuiltInProfiles.all.map(\.name)))
    #expect(Fixtures.requested.count == Fixtures.all.count)
    #expect(Fixtures.bare.count == Fixtures.all.count)
  }

  @Test(arguments: Fixtures.requested.filter { !unnamed.contains($0.id) })
  func theFirstPageOfAFixtureIsDetected(replay: Replay) throws { try detect(replay) }

  @Test(arguments: Fixtures.bare.filter { !silent.union(unnamed).union(nested).contains($0.id) })
  func soIsTheAnswerToARequestWithoutParameters(replay: Replay) throws { try detect(replay) }

  /// APIs whose parameter, or the path of later pages, nothing names, or that page inside of a GraphQL
  /// query in a way of their own: the first guess is wrong, and has to be refuted.
  private static let unnamed: Set = [
    "binance", "binance-klines", "cm-well", "easypost", "easypost-child-users", "monday",
    "newrelic-entities", "quickbooks", "simplemdm", "strava-comments", "telegram", "trello",
  ]

  /// APIs whose answers do not say how they page: only the request shows it.
  private static let silent: Set = ["auth0-checkpoint", "etsy", "socrata", "strava"]

  /// The size stands beside the position, in an object of the body that a bare request has not.
  private static let nested: Set = ["datadog-search"]

  @Test(arguments: Fixtures.bare.filter { silent.contains($0.id) })
  func anAnswerThatSaysNothingIsNotTrusted(replay: Replay) throws {
    #expect(replay.candidates.first?.isTrusted != true)
  }

  @Test(arguments: Fixtures.requested)
  func noWayOfPagingIsListedTwice(replay: Replay) {
    let ways = replay.candidates.map { ($0.settings, $0.firstPage, $0.parameters) }
    for (index, way) in ways.enumerated() {
      #expect(!ways[..<index].contains { $0 == way })
    }
  }

  @Test(arguments: BuiltInProfiles.all)
  func aProfileIsWrittenAsItIsRead(profile: Profile) throws {
    let pagination = try #require(profile.open["pagination"]?.objectValue)
    #expect(try StrategySettings(pagination).json == pagination)
  }

  private func detect(_ replay: Replay) throws {
    let best = try #require(replay.candidates.first)
    let settings = (best.open["pagination"] ?? .null).text
    #expect(best.isTrusted, "\(best.score) \(settings)")
    #expect(replay.difference(try replay.second(best)) == nil, "\(best.score) \(settings)")
  }

  /// The strategies are the profiles' own but where a link says the same.
  @Test(.enabled(if: CaseFile.runsAll)) func theStrategiesAreThoseOfTheProfiles() {
    var others: [String] = []
    for (fixture, replay) in zip(Fixtures.all, Fixtures.requested)
    where !Self.unnamed.contains(fixture.name) {
      let expected = fixture.profile["pagination"]?["strategy"]?.stringValue ?? ""
      let found = replay.candidates.first?.strategy.rawValue ?? "none"
      if found != expected { others.append("\(fixture.name): \(found)") }
    }
    let links = [
      "asana: body", "hubspot: body", "zendesk-offset: body", "zendesk-search: body",
      "zendesk: body",
    ]
    #expect(others == links)
  }
}
