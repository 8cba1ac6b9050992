import HTTP
import JSON
import Profiles
import TestSupport
import Testing

@testable import Detection
@testable import Pagination

/// Each row of the tables of scores, seen in a response of its own.
@Suite struct ScoreRuleTests {
  /// A rule with a response that it is seen in.
  static let samples = CaseLine.all(
    "Rules/samples.jsonl", ["rule", "request", "headers", "body"])

  /// The names of all rules that are seen in the response, whatever came of them.
  static func seen(in replay: Replay) -> Set<String> {
    let page = FirstPage(
      response: replay.response, requestURL: replay.request.url, method: replay.request.method,
      body: replay.request.body, given: JSONObject())
    guard let page else { return [] }
    let size = StatedSize(page)
    let drafts =
      ExplicitRules(subject: page).findings()
      + ConnectionRules(subject: page).findings() + TokenRules(subject: page).findings()
      + ProfileFit.findings(page)
      + ComputedRules(subject: page, size: size).findings()
      + SingleRules(subject: page).findings()
    var seen = Set(drafts.flatMap(\.rules) + replay.candidates.flatMap(\.rules))
    for list in page.envelope.lists {
      let rules = ItemList.rules(list, page.envelope, page.request)
      seen.formUnion(rules.map(\.name))
    }
    return seen
  }

  @Test(arguments: samples)
  func theRuleIsSeen(sample: CaseLine) throws {
    let envelope = EnvelopeCase(
      sample.id, try #require(sample["request"]), headers: sample.headers,
      try #require(sample.json("body")), next: "?")
    let seen = Self.seen(in: envelope.replay)
    #expect(seen.contains(sample.id), "\(seen.sorted())")
  }

  @Test func everyRuleHasASample() {
    func names<Rule: ScoreRule & CaseIterable>(_: Rule.Type) -> [String] {
      Rule.allCases.map(\.name)
    }
    let all =
      names(LinkRule.self) + names(TokenRule.self)
      + names(NumberRule.self)
      + names(SingleRule.self) + names(ListRule.self)
    #expect(Set(Self.samples.map(\.id)) == Set(all))
  }

  @Test(arguments: TokenName.all.map(\.flat))
  func aTokenGoesIntoTheParameterOfItsName(name: String) throws {
    let row = try #require(TokenName.byName[name])
    let body = #"{"items": [{"id": 1}, {"id": 2}], "\#(name)": "b7c"}"#
    let sample = EnvelopeCase(name, "GET /a", body, next: "?")
    let found = sample.replay.candidates.first { $0.rules.contains("TokenName." + name) }
    #expect(found?.settings.next == [name])
    #expect(found?.settings.parameters == [row.words.joined(separator: "_")])
    #expect((0...1).contains(row.score))
  }

  /// The fixtures come from no API's own site.
  @Test func theOwnSiteOfAProfileIsSeen() throws {
    let shape = try #require(
      ProfileIndex.entries.compactMap(\.shape).first { shape in
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
    let page = FirstPage(
      response: replay.response,
      requestURL: replay.request.url.replacing(Replay.base, with: origin),
      method: replay.request.method, body: replay.request.body, given: replay.given)
    guard let page else { return [] }
    return ProfileFit.findings(page).flatMap(\.rules)
  }
}
