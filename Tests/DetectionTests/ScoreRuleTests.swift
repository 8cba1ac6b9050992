import HTTP
import JSON
import Profiles
import Testing

@testable import Detection
@testable import Pagination

/// Each row of the tables of scores, seen in a response of its own.
@Suite struct ScoreRuleTests {
  /// A rule with a response that it is seen in.
  struct Sample: Sendable, CustomTestStringConvertible {
    let rule: String
    let envelope: EnvelopeCase
    var testDescription: String { rule }

    init(
      _ rule: some ScoreRule, _ request: String, headers: [(String, String)] = [], _ body: String
    ) {
      self.rule = rule.name
      envelope = EnvelopeCase(rule.name, request, headers: headers, body, next: "?")
    }

    /// The names of all rules that are seen in the response, whatever came of them.
    var seen: Set<String> {
      let replay = envelope.replay
      guard let document = try? JSONDocument(replay.response.body) else { return [] }
      let page = FirstPage(
        response: replay.response, requestURL: replay.request.url, method: replay.request.method,
        body: replay.request.body, given: JSONObject(), envelope: Envelope(document))
      let counts = CountFields(page)
      let size = StatedSize(page, counts)
      let drafts =
        ExplicitRules(subject: page, counts: counts).findings()
        + ConnectionRules(subject: page).findings() + TokenRules(subject: page).findings()
        + ProfileRules(subject: page, counts: counts).findings()
        + ComputedRules(subject: page, counts: counts, size: size).findings()
        + SingleRules(subject: page, counts: counts).findings()
      var seen = Set(drafts.flatMap(\.rules) + replay.candidates.flatMap(\.rules))
      let envelope = Envelope(document)
      let sizes = ItemList.statedSizes(envelope, page.request)
      let signals = ItemList.signalParents(envelope)
      for list in envelope.lists {
        let rules = ItemList.rules(list, envelope, page.request, sizes, signals)
        seen.formUnion(rules.map(\.name))
      }
      return seen
    }
  }

  @Test(arguments: links + headers + tokens + parameters + numbers + singles + lists)
  func theRuleIsSeen(sample: Sample) {
    #expect(sample.seen.contains(sample.rule), "\(sample.seen.sorted())")
  }

  @Test func everyRuleHasASample() {
    func names<Rule: ScoreRule & CaseIterable>(_: Rule.Type) -> [String] {
      Rule.allCases.map(\.name)
    }
    let all =
      names(LinkRule.self) + names(HeaderRule.self) + names(TokenRule.self)
      + names(ParameterRule.self) + names(NumberRule.self) + names(GuessRule.self)
      + names(SingleRule.self) + names(OverallRule.self) + names(ListRule.self)
    let samples =
      Self.links + Self.headers + Self.tokens + Self.parameters + Self.numbers + Self.singles
      + Self.lists
    #expect(Set(samples.map(\.rule)) == Set(all))
  }

  @Test(arguments: TokenName.all.map(\.flat))
  func aTokenGoesIntoTheParameterOfItsName(name: String) throws {
    let row = try #require(TokenName.byName[name])
    let body = #"{"items": [{"id": 1}, {"id": 2}], "\#(name)": "b7c"}"#
    let sample = EnvelopeCase(name, "GET /a", body, next: "?")
    let found = sample.replay.candidates.first { $0.rules.contains("TokenName." + name) }
    #expect(found?.way.next == [name])
    #expect(found?.way.parameters == [row.words.joined(separator: "_")])
    #expect(!row.why.isEmpty && (0...1).contains(row.score))
  }

  private static let two = #"{"items": [{"id": 1}, {"id": 2}]"#

  static let links: [Sample] = [
    Sample(
      LinkRule.relation, "GET /a", headers: [("Link", "</a?page=2>; rel=next")], "[{\"id\": 1}]"),
    Sample(
      LinkRule.lastRelation, "GET /a", headers: [("Link", "</a?page=1>; rel=prev")],
      "[{\"id\": 1}]"),
    Sample(LinkRule.header, "GET /a", headers: [("X-Next-Url", "/a?page=2")], "[{\"id\": 1}]"),
    Sample(LinkRule.absolute, "GET /a", two + #", "next": "{base}/a?page=2"}"#),
    Sample(LinkRule.relative, "GET /a", two + #", "next": "page=2&size=2"}"#),
    Sample(LinkRule.emptyBesidePrevious, "GET /a", two + #", "next": null, "previous": null}"#),
    Sample(LinkRule.empty, "GET /a", two + #", "next": null}"#),
    Sample(LinkRule.emptyToken, "GET /a", two + #", "next_token": null}"#),
    Sample(LinkRule.array, "GET /a", two + #", "links": [{"rel": "next", "href": "/a?p=2"}]}"#),
    Sample(LinkRule.lastArray, "GET /a", two + #", "links": [{"rel": "prev", "href": "/a"}]}"#),
    Sample(LinkRule.elsewhere, "GET /a", two + #", "owner": {"next": "/owners/2"}}"#),
    Sample(LinkRule.noList, "GET /a", #"{"next": "/a?page=2"}"#),
    Sample(LinkRule.document, "GET /a/1", #"{"id": 1, "title": "A", "next": "/a/2"}"#),
    Sample(LinkRule.otherOrigin, "GET /a", two + #", "next": "https://elsewhere/a?page=2"}"#),
    Sample(LinkRule.otherPath, "POST /a/search {}", two + #", "next": "/a?page=2"}"#),
    Sample(LinkRule.lostParameters, "GET /a?tag=b", two + #", "next": "/a?page=2"}"#),
    Sample(LinkRule.keptParameters, "GET /a?tag=b", two + #", "next": "/a?page=2"}"#),
  ]

  static let headers: [Sample] = [
    Sample(
      HeaderRule.afterBesideBefore, "GET /a", headers: [("X-After", "b"), ("X-Before", "a")],
      "[{\"id\": 1}]"),
    Sample(HeaderRule.number, "GET /a", headers: [("X-Next-Page", "2")], "[{\"id\": 1}]"),
    Sample(HeaderRule.cursor, "GET /a", headers: [("X-Next-Cursor", "b")], "[{\"id\": 1}]"),
    Sample(HeaderRule.other, "GET /a", headers: [("X-Next-Token", "b")], "[{\"id\": 1}]"),
    Sample(
      HeaderRule.requested, "GET /a?cursor=a", headers: [("X-Next-Cursor", "b")],
      "[{\"id\": 1}]"),
    Sample(HeaderRule.empty, "GET /a", headers: [("X-Next-Page", "")], "[{\"id\": 1}]"),
    Sample(
      HeaderRule.nextRange, "GET /a", headers: [("Next-Range", "id ]5..; max=2")],
      "[{\"id\": 1}]"),
    Sample(
      HeaderRule.knownUnit, "GET /a", headers: [("Content-Range", "items 0-1/5")],
      "[{\"id\": 1}, {\"id\": 2}]"),
    Sample(
      HeaderRule.unknownUnit, "GET /a", headers: [("Content-Range", "orders 0-1/5")],
      "[{\"id\": 1}, {\"id\": 2}]"),
    Sample(
      HeaderRule.bareRange, "GET /a", headers: [("Content-Range", "0-1/5")],
      "[{\"id\": 1}, {\"id\": 2}]"),
    Sample(
      HeaderRule.bareRangeWithoutTotal, "GET /a", headers: [("Content-Range", "0-1/*")],
      "[{\"id\": 1}, {\"id\": 2}]"),
  ]

  private static func connection(_ argument: String, _ first: String = "") -> String {
    #"POST /graphql {"query": "query(\#(argument)) { films(\#(first)) { nodes { id } } }"}"#
  }
  private static let film = #"{"pageInfo": {"endCursor": "c", "hasNextPage": true}, "nodes": []}"#

  static let tokens: [Sample] = [
    Sample(TokenRule.merged, "GET /a", two + #", "continue": {"from": "B"}}"#),
    Sample(
      TokenRule.connection, connection("$c: String", "after: $c"),
      #"{"data": {"films": \#(film)}}"#),
    Sample(
      TokenRule.connectionWithoutVariable, connection("$n: Int", "first: $n"),
      #"{"data": {"films": \#(film)}}"#),
    Sample(
      TokenRule.laterConnection, connection("$c: String", "after: $c"),
      #"{"data": {"films": \#(film), "people": \#(film)}}"#),
    Sample(
      TokenRule.itemCursor, "GET /a?limit=2",
      #"[{"cursor": "aa", "a": {"id": 1}}, {"cursor": "bb", "a": {"id": 2}}]"#),
    Sample(TokenRule.itemCursorAlone, "GET /a", #"[{"cursor": "aa"}, {"cursor": "bb"}]"#),
    Sample(TokenRule.empty, "GET /a", two + #", "next_cursor": ""}"#),
    Sample(TokenRule.elsewhere, "GET /a", two + #", "owner": {"next_cursor": "b"}}"#),
    Sample(TokenRule.document, "GET /a/1", #"{"id": 1, "title": "A", "next_cursor": "b7"}"#),
    Sample(
      TokenRule.otherSpelling, "GET /a?sort-by=x", two + #", "next_page_token": "b7"}"#),
    Sample(TokenRule.offsetOfNextPage, "GET /a", two + #", "offset": 2, "has_more": true}"#),
    Sample(TokenRule.offsetOfThisPage, "GET /a?offset=2", two + #", "offset": 2}"#),
  ]

  private static let last = #"{"items": [{"id": "a"}, {"id": "b"}], "has_more": true"#

  static let parameters: [Sample] = [
    Sample(
      ParameterRule.inURL, "GET /a", two + #", "token": "b7", "next": "/a?from=b7"}"#),
    Sample(ParameterRule.inRequest, "GET /a?cursor=a", two + #", "next_cursor": "b7"}"#),
    Sample(ParameterRule.asNamed, "GET /a", two + #", "next_page_token": "b7"}"#),
    Sample(ParameterRule.inNext, "GET /a", two + #", "next": {"starting_after": "b7"}}"#),
    Sample(
      ParameterRule.startOfMember, "GET /a",
      #"{"files": [{"fileName": "a"}, {"fileName": "b"}], "nextFileName": "c"}"#),
    Sample(ParameterRule.unknown, "GET /a", two + #", "next_thing": "b7"}"#),
    Sample(ParameterRule.lastToAfterID, "GET /a", last + #", "last_id": "b"}"#),
    Sample(ParameterRule.lastToAfter, "GET /a", last + #", "last_id": "b"}"#),
    Sample(ParameterRule.lastToStartingAfter, "GET /a", last + #", "last_id": "b"}"#),
    Sample(
      ParameterRule.lastValue, "GET /a",
      #"{"apps": [{"appid": 1}, {"appid": 2}], "has_more": true, "last_appid": 2}"#),
    Sample(ParameterRule.itemToStartingAfter, "GET /a", last + "}"),
    Sample(ParameterRule.itemToBeforeID, "GET /a", last + "}"),
    Sample(ParameterRule.itemToAfterID, "GET /a", last + "}"),
    Sample(ParameterRule.numberToStartingAfter, "GET /a", two + #", "has_more": true}"#),
    Sample(ParameterRule.ownOffset, "GET /a", last + #", "vid-offset": 7}"#),
    Sample(ParameterRule.ownOffsetAsNamed, "GET /a", last + #", "vid-offset": 7}"#),
    Sample(ParameterRule.ownOffsetAlone, "GET /a", two + #", "vid-offset": 7}"#),
    Sample(ParameterRule.plain, "GET /a", two + #", "token": "b7"}"#),
    Sample(ParameterRule.plainWithoutItems, "POST /login {}", #"{"token": "b7"}"#),
    Sample(ParameterRule.nextOfCursors, "GET /a", two + #", "cursors": {"next": "b7"}}"#),
    Sample(ParameterRule.nextOfTokens, "GET /a", two + #", "tokens": {"next": "b7"}}"#),
    Sample(ParameterRule.nextPage, "GET /a", two + #", "next": 2}"#),
    Sample(
      ParameterRule.nextOffset, "GET /a",
      #"{"items": [{"id": 1}, {"id": 2}, {"id": 3}], "next": 3}"#),
    Sample(ParameterRule.nextBesideSize, "GET /a?take=2", two + #", "next": "b7c"}"#),
    Sample(ParameterRule.nextTime, "GET /a", two + #", "next": 1700000000}"#),
    Sample(ParameterRule.nextNumber, "GET /a", two + #", "next": 1700000000}"#),
    Sample(ParameterRule.nextText, "GET /a", two + #", "next": "b7c"}"#),
    Sample(ParameterRule.nextTextAsNamed, "GET /a", two + #", "next": "b7c"}"#),
    Sample(ParameterRule.nextTextAsPage, "GET /a", two + #", "next": "b7c"}"#),
  ]

  static let numbers: [Sample] = [
    Sample(NumberRule.page, "GET /a", two + #", "page": 1, "pages": 3}"#),
    Sample(NumberRule.offset, "GET /a", two + #", "offset": 0, "total": 5}"#),
    Sample(NumberRule.requestedPage, "GET /a?page=1", two + #", "total": 5}"#),
    Sample(NumberRule.requestedOffset, "GET /a?offset=0", two + #", "total": 5}"#),
    Sample(
      NumberRule.written, "GET /a?query=SELECT%20a%20LIMIT%202%20OFFSET%200", two + "}"),
    Sample(NumberRule.linked, "GET /a", two + #", "next": "/a?page=2"}"#),
    Sample(NumberRule.linkedAlone, "GET /a", two + #", "next": "/a?page=2"}"#),
    Sample(NumberRule.stated, "GET /a", two + #", "page": 1, "pages": 3}"#),
    Sample(NumberRule.openBase, "GET /a", two + #", "total_pages": 3}"#),
    Sample(NumberRule.laterPage, "GET /a?page=2", two + #", "page": 2, "pages": 3}"#),
    Sample(NumberRule.otherKind, "GET /a?page=1", two + #", "offset": 0, "page": 1, "total": 5}"#),
    Sample(NumberRule.sizeOfPages, "GET /a?per_page=2", two + #", "offset": 0, "total": 5}"#),
    Sample(NumberRule.counted, "GET /a?page=1", two + #", "total": 5}"#),
    Sample(NumberRule.flagged, "GET /a?page=1", two + #", "has_more": true}"#),
    Sample(NumberRule.full, "GET /a?page=1&per_page=2", two + "}"),
    Sample(NumberRule.sized, "GET /a?page=1&per_page=2", two + "}"),
    Sample(
      NumberRule.agreeing, "GET /a", two + #", "page": 1, "per_page": 2, "pages": 3, "total": 5}"#),
    Sample(
      NumberRule.disagreeing, "GET /a",
      two + #", "page": 1, "per_page": 2, "pages": 9, "total": 5}"#),
    Sample(NumberRule.most, "GET /a?page=1", two + #", "page": 1, "pages": 3}"#),
    Sample(NumberRule.otherName, "GET /a", two + #", "pageNumber": 1, "totalPages": 3}"#),
    Sample(NumberRule.otherPair, "GET /a?limit=2", two + #", "page": 1, "pages": 3}"#),
    Sample(GuessRule.more, "GET /a?limit=2", two + "}"),
    Sample(GuessRule.sizeOfPages, "GET /a?per_page=2", two + #", "offset": 0, "total": 5}"#),
    Sample(GuessRule.later, "GET /a?limit=2", two + "}"),
    Sample(GuessRule.most, "GET /a", two + #", "pageNumber": 1, "totalPages": 3}"#),
    Sample(OverallRule.behindExplicit, "GET /a", two + #", "next": "/a?page=2", "page": 1}"#),
    Sample(
      OverallRule.singleBesideOthers, "GET /simple/p/", headers: [("Link", "</a?p=2>; rel=next")],
      #"{"name": "p", "files": [{"filename": "a"}, {"filename": "b"}], "versions": ["1"]}"#),
    Sample(OverallRule.countedWithoutList, "GET /a?page=1", #"{"id": 7, "total": 5}"#),
  ]

  private static func list(_ count: Int) -> String {
    "[" + (1...count).map { #"{"n": \#($0)}"# }.joined(separator: ",") + "]"
  }

  static let singles: [Sample] = [
    Sample(SingleRule.document, "GET /a/1", #"{"id": 1, "title": "A"}"#),
    Sample(SingleRule.links, "GET /a", two + #", "_links": {"self": {"href": "/a"}}}"#),
    Sample(SingleRule.complete, "GET /a", two + #", "total": 2}"#),
    Sample(
      SingleRule.lines, "GET /a", headers: [("Content-Type", "application/x-ndjson")], list(20)),
    Sample(SingleRule.emptyList, "GET /a", "[]"),
    Sample(SingleRule.short, "GET /a?limit=5", "[{\"id\": 1}]"),
    Sample(SingleRule.full, "GET /a?limit=1", "[{\"id\": 1}]"),
    Sample(SingleRule.usualSize, "GET /a", list(20)),
    Sample(SingleRule.list, "GET /a", list(3)),
    Sample(SingleRule.named, "GET /a", #"{"version": "1", "things": \#(list(3))}"#),
    Sample(SingleRule.namedOfUsualSize, "GET /a", #"{"version": "1", "things": \#(list(20))}"#),
    Sample(SingleRule.noItems, "GET /a", #"{"meta": {"result_count": 0}}"#),
    Sample(SingleRule.emptyObject, "GET /a", "{}"),
    Sample(SingleRule.hollow, "GET /a", #"{"success": true, "data": null}"#),
  ]
  static let lists: [Sample] = [
    Sample(ListRule.body, "GET /a", "[{\"id\": 1}]"),
    Sample(ListRule.depth, "GET /a", #"{"d": {"things": [{"id": 1}]}}"#),
    Sample(ListRule.empty, "GET /a", #"{"things": []}"#),
    Sample(ListRule.objects, "GET /a", #"{"things": [{"id": 1}]}"#),
    Sample(ListRule.scalars, "GET /a", #"{"things": ["a"]}"#),
    Sample(ListRule.named, "GET /a", #"{"items": [{"id": 1}]}"#),
    Sample(ListRule.edges, "GET /a", #"{"edges": [{"node": {"id": 1}}]}"#),
    Sample(ListRule.profile, "GET /a", #"{"data": {"children": [{"id": 1}]}}"#),
    Sample(ListRule.resource, "GET /v1/things", #"{"things": [{"id": 1}]}"#),
    Sample(ListRule.longerResource, "GET /things", #"{"thing_groups": [{"id": 1}]}"#),
    Sample(ListRule.outerResource, "GET /things/search", #"{"things": [{"id": 1}]}"#),
    Sample(ListRule.aside, "GET /a", #"{"errors": [{"code": 1}]}"#),
    Sample(ListRule.links, "GET /a", #"{"ways": [{"rel": "up", "href": "/"}]}"#),
    Sample(ListRule.sized, "GET /a?limit=1", #"{"things": [{"id": 1}]}"#),
    Sample(ListRule.signalled, "GET /a", #"{"d": {"things": [{"id": 1}], "next_x": 1}}"#),
  ]

  /// The fixtures come from no API's own site.
  @Test func theOwnSiteOfAProfileIsSeen() throws {
    let shape = try #require(
      ProfileShape.all.first { shape in
        shape.site != nil && Self.findings(of: shape.profile.name).count > 0
      })
    let site = try #require(shape.site)
    let rules = Self.findings(of: shape.profile.name, at: "https://api.\(site)")
    #expect(rules.contains(ProfileQuality.ownSite.name))
  }

  private static let seenInFixtures =
    ProfileRule.allCases.map(\.name)
    + ProfileQuality.allCases.filter { $0 != .ownSite }.map(\.name)

  /// The fixtures of the profiles show what makes a profile fit.
  @Test(arguments: seenInFixtures)
  func aFixtureShowsTheRule(name: String) {
    #expect(Self.shown.contains(name))
  }

  private static let shown = Set(
    (Fixtures.requested + Fixtures.bare).flatMap { rules($0, at: Replay.base) })

  /// The rules that a profile's fixture shows where it comes from an origin.
  private static func findings(of name: String, at origin: String = Replay.base) -> [String] {
    Fixtures.requested.first { $0.id == name }.map { rules($0, at: origin) } ?? []
  }

  private static func rules(_ replay: Replay, at origin: String) -> [String] {
    guard let document = try? JSONDocument(replay.response.body) else { return [] }
    let page = FirstPage(
      response: replay.response,
      requestURL: replay.request.url.replacing(Replay.base, with: origin),
      method: replay.request.method, body: replay.request.body, given: replay.given,
      envelope: Envelope(document))
    return ProfileRules(subject: page, counts: CountFields(page)).findings().flatMap(\.rules)
  }
}
