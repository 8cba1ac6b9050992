import JSON
import TestSupport
import Testing

@testable import Profiles

struct ParameterMergeTests {
  /// Changes over params, and what comes out.
  struct Change: NamedCase {
    let id: String
    let base: String
    let change: String
    let merged: String
  }

  static let changes: [Change] = [
    Change(id: "nothing", base: #"{"perPage":5}"#, change: "{}", merged: #"{"perPage":5}"#),
    Change(
      id: "value replaces", base: #"{"perPage":5,"url":"a"}"#, change: #"{"perPage":6}"#,
      merged: #"{"perPage":6,"url":"a"}"#),
    Change(id: "null deletes", base: #"{"perPage":5}"#, change: #"{"perPage":null}"#, merged: "{}"),
    Change(
      id: "objects merge", base: #"{"parameters":{"a":1,"b":2}}"#,
      change: #"{"parameters":{"b":3,"c":4}}"#, merged: #"{"parameters":{"a":1,"b":3,"c":4}}"#),
    Change(
      id: "null deletes a member", base: #"{"parameters":{"a":1,"b":2}}"#,
      change: #"{"parameters":{"a":null}}"#, merged: #"{"parameters":{"b":2}}"#),
    Change(
      id: "headers in any case", base: #"{"headers":{"Accept":"a","X":"x"}}"#,
      change: #"{"headers":{"accept":"b"}}"#, merged: #"{"headers":{"X":"x","accept":"b"}}"#),
    Change(
      id: "header deleted in any case", base: #"{"headers":{"Accept":"a"}}"#,
      change: #"{"headers":{"ACCEPT":null}}"#, merged: #"{"headers":{}}"#),
    Change(
      id: "paginationMapping", base: #"{"paginationMapping":{"total":"objectCount"}}"#,
      change: #"{"paginationMapping":{"size":"perPage"}}"#,
      merged: #"{"paginationMapping":{"total":"objectCount","size":"perPage"}}"#),
    Change(
      id: "same strategy merges", base: #"{"pagination":{"strategy":"link","next":"n"}}"#,
      change: #"{"pagination":{"strategy":"link","perPageParameter":"s"}}"#,
      merged: #"{"pagination":{"strategy":"link","next":"n","perPageParameter":"s"}}"#),
    Change(
      id: "no strategy merges", base: #"{"pagination":{"strategy":"link"}}"#,
      change: #"{"pagination":{"next":"n"}}"#,
      merged: #"{"pagination":{"strategy":"link","next":"n"}}"#),
    Change(
      id: "another strategy replaces", base: #"{"pagination":{"strategy":"link","next":"n"}}"#,
      change: #"{"pagination":{"strategy":"page"}}"#,
      merged: #"{"pagination":{"strategy":"page"}}"#),
    Change(
      id: "empty array is the empty object", base: #"{"headers":{"A":"a"}}"#,
      change: #"{"headers":[]}"#, merged: #"{"headers":{"A":"a"}}"#),
    Change(
      id: "body replaces, nulls stay", base: #"{"body":{"a":1}}"#, change: #"{"body":{"b":null}}"#,
      merged: #"{"body":{"b":null}}"#),
    Change(
      id: "placeholder is a value", base: #"{"placeholders":{"loading":{"a":1}}}"#,
      change: #"{"placeholders":{"loading":{"b":null}}}"#,
      merged: #"{"placeholders":{"loading":{"b":null}}}"#),
    Change(
      id: "mapping is a value", base: #"{"mappings":{"m":{"a":1},"n":{}}}"#,
      change: #"{"mappings":{"m":{"default":null}}}"#,
      merged: #"{"mappings":{"m":{"default":null},"n":{}}}"#),
    Change(
      id: "lists replace", base: #"{"responseDescriptors":[{"mapping":"a"}]}"#,
      change: #"{"responseDescriptors":[]}"#, merged: #"{"responseDescriptors":[]}"#),
    Change(
      id: "fetching merges", base: #"{"fetching":{"retries":1,"proxy":"p"}}"#,
      change: #"{"fetching":{"retries":2,"proxy":null}}"#, merged: #"{"fetching":{"retries":2}}"#),
  ]

  @Test(arguments: changes)
  func changesAreMerged(_ change: Change) throws {
    let merged = ParameterMerge.apply(try object(change.change), to: try object(change.base))
    #expect(merged == (try object(change.merged)))
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
