import JSON
import TestSupport
import Testing

@testable import Profiles

struct ParameterMergeTests {
  /// Changes over params, and what comes out.
  static let changes = CaseLine.all("Cases/merges.jsonl", ["id", "base", "change", "merged"])

  @Test(arguments: changes)
  func changesAreMerged(_ row: CaseLine) throws {
    let params = try ["change", "base", "merged"].map { try object(try #require(row.json($0))) }
    #expect(ParameterMerge.apply(params[0], to: params[1]) == params[2])
  }

  @Test func givenParamsGoBeforeTheProfile() throws {
    let profile = try #require(BuiltInProfiles.named("notion"))
    let params = ParameterMerge.complete(
      try object(
        #"{"url":"http://h/a","perPage":10,"headers":{"notion-version":"2","X-A":"b"}}"#),
      with: profile)
    #expect(params["perPage"] == 10)
    #expect(params["headers"] == (try json(#"{"notion-version":"2","X-A":"b"}"#)))
    #expect(params["method"] == "POST")
    #expect(params["pagination"] == profile.open["pagination"])
  }

  @Test func givenNullLeavesTheProfileAsItIs() throws {
    let profile = try #require(BuiltInProfiles.named("github"))
    let params = ParameterMerge.complete(
      try object(#"{"url":"http://h/a","perPage":null,"identity":null,"headers":null}"#),
      with: profile)
    #expect(params["perPage"] == profile.open["perPage"])
    #expect(params["identity"] == "id")
  }
}
