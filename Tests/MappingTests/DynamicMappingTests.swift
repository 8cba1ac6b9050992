import JSON
import Mapping
import TestSupport
import Testing

/// `when`, special sources, issues and `strict`.
@Suite struct DynamicMappingTests {
  static let children = #"""
    {"boy": {"attributes": {"name": "boy"}}, "girl": {"attributes": {"name": "girl"}},
    "child": {"when": [{"keyPath": "type", "equals": "Boy", "mapping": "boy"},
    {"keyPath": "type", "equals": "Girl", "mapping": "girl"}]},
    "boysOnly": {"when": [{"keyPath": "type", "equals": "Boy", "mapping": "boy"},
    {"keyPath": "type", "equals": "Girl", "mapping": null}], "otherwise": "girl"}}
    """#

  @Test func declinedItemsLeaveNoHole() throws {
    let list =
      #"""
      [{"type":"Girl"},{"type":"Boy","name":1},{"type":"Girl"},{"type":"?","name":2},\#
      {"type":"Girl"}]
      """#
    #expect(
      try items(mapping: "\"boysOnly\"", beside: Self.children, of: list)
        == #"[{"boy":1},{"girl":2}]"#)
    let found = try mapped(
      #"{"responseDescriptors": [{"mapping": "boysOnly"}], "mappings": \#(Self.children)}"#, list)
    #expect(found.items.count == 2 && found.sources.count == 2)
    #expect(try items(mapping: "\"child\"", beside: Self.children, of: #"[{"type":"x"}]"#) == "[]")
  }

  /// Which of the values pass a test.
  static let conditions = CaseLine.all("Cases/conditions.jsonl", ["test", "values", "passes"])

  @Test(arguments: conditions)
  func testsCompareValues(_ row: CaseLine) throws {
    let test = try #require(row.json("test")).dropFirst().dropLast()
    let passes = try #require(try json(row.json("passes") ?? "").arrayValue)
    let mapping = #"""
      {"when": [{"keyPath": "v", \#(test),
      "mapping": {"attributes": {"@metadata.collectionIndex": "i"}}}]}
      """#
    let list = "[\(row.elements("values").map { "{\"v\":\($0)}" }.joined(separator: ","))]"
    let found = try items(mapping: mapping, of: list)
    let indexes = passes.indices.filter { passes[$0] == true }.map { "{\"i\":\($0)}" }
    #expect(found == "[\(indexes.joined(separator: ","))]")
  }

  // MARK: Special sources

  @Test func metadataIsRead() throws {
    let params = #"""
      {"responseDescriptors": [{"keyPath": "items", "pathPattern": "/api/:version/users/:user",
      "mapping": {"attributes": {
      "@metadata.collectionIndex": "index", "@metadata.page": "page",
      "@metadata.response.status": {"to": "status", "type": "string"},
      "@metadata.response.headers.CONTENT-TYPE": "type",
      "@metadata.response.headers.Date": {"to": "date", "type": "date"},
      "@metadata.response.headers.X-None": "none", "@metadata.request.url": "url",
      "@metadata.path.version": "version",
      "@metadata.path.user": "user", "@metadata.path.nothing": {"to": "nothing", "default": 0},
      "@root.total": "total", "@root.meta.list.-1": "last"}}}]}
      """#
    let body = #"{"items":[null,{},{}],"total":9,"meta":{"list":[1,2]}}"#
    let found = try items(params, body, Exchange(path: "/api/v1/users/a%20b%2Fc%22"))
    let rest =
      #"""
      "page":3,"status":"200","type":"application/json","date":"2009-05-11T14:39:22Z",\#
      "url":"https://api.example.com/api/v1/users/a%20b%2Fc%22?page=3","version":"v1",\#
      "user":"a b/c\"","nothing":0,"total":9,"last":2}
      """#
    #expect(found == #"[{"index":1,\#(rest),{"index":2,\#(rest)]"#)
  }

  @Test func rootIsTheWholeBody() throws {
    #expect(
      try items(
        #"""
        {"responseDescriptors": [{"keyPath": "a", "mapping": {"attributes": {"@root": "all", \#
        "@root.a.0": "first"}}}]}
        """#,
        #"{"a":[7]}"#) == #"[{"all":{"a":[7]},"first":7}]"#)
  }

  // MARK: Issues

  @Test func issuesNameTheirItemAndPath() throws {
    let params = #"""
      {"responseDescriptors": [{"keyPath": "a", "mapping": "m"}, {"keyPath": "b", "mapping": "m"}],
      "mappings": {"m": {"when": [{"keyPath": "skip", "exists": true, "mapping": null}],
      "otherwise": "n"},
      "n": {"attributes": {"born\\.at": {"to": "b", "type": "date"}},
      "relationships": {"user.owner": {"to": "u", "mapping": {"attributes": {"age": {"to": "age",
      "type": "integer"}}}},
      "kids": {"to": "k", "many": true, "mapping": "n"}, "one": {"to": "o", "mapping": "n"}}}}}
      """#
    let found = try mapped(
      params,
      #"""
      {"a":[null,{"skip":1},{"born.at":"x"},{"user":{"owner":{"age":[]}}}],
      "b":[{"kids":[{},{"kids":[{"born.at":{}}],"one":{"born.at":true}}]},
      {"user":{"owner":[1]}},{"one":[]}]}
      """#)
    #expect(
      found.issues.map { "\($0.item) \($0.path) \($0.expected) \($0.found)" } == [
        "0 a object null", #"0 born\.at date string"#, "1 user.owner.age integer array",
        #"2 kids.kids.born\.at date object"#, #"2 kids.one.born\.at date boolean"#,
        "3 user.owner object array", "4 one object array",
      ])
    #expect(
      String(decoding: found.bytes, as: UTF8.self)
        == #"{},{"u":{}},{"k":[{},{"k":[{}],"o":{}}]},{},{}"#)
    #expect(
      found.issues[2].json == [
        "item": 1, "path": "user.owner.age", "kind": "typeMismatch", "expected": "integer",
        "found": "array",
      ])
  }

  @Test func keyedListsOfOtherThingsAreIssues() throws {
    let params =
      #"""
      {"responseDescriptors": [{"keyPath": "a", "mapping": {"attributes": ["x"], \#
      "keyedBy": "k"}}]}
      """#
    let found = try mapped(params, #"{"a":[{"p":{"x":1}},5,"s",null,{"q":{}}]}"#)
    #expect(
      found.issues.map { "\($0.item) \($0.path) \($0.expected) \($0.found)" } == [
        "1 a object number", "1 a object string", "1 a object null",
      ])
    #expect(found.items.count == 2)
  }

  @Test(arguments: [99, 100, 101, 1000])
  func issuesAreBounded(_ count: Int) throws {
    let list = Array(repeating: #"{"d":"?"}"#, count: count).joined(separator: ",")
    let found = try mapped(
      #"""
      {"responseDescriptors": [{"mapping": {"attributes": {"d": {"to": "d", \#
      "type": "date"}}}}]}
      """#,
      "[\(list)]")
    #expect(found.issues.count == min(count, MappingLimits.issuesMax))
    #expect(found.issuesOmitted == max(0, count - MappingLimits.issuesMax))
    #expect(found.items.count == count)
  }

  static let strict = CaseLine.all("Cases/strict.jsonl", ["id", "mapping", "isFailure"])

  @Test(arguments: strict)
  func strictMappingsFailThePage(_ row: CaseLine) throws {
    let mapping = try #require(row.json("mapping"))
    let found = try mapped(
      #"""
      {"responseDescriptors": [{"mapping": \#(mapping)}], "mappings": {
      "loose": {"attributes": {"d": {"to": "d", "type": "date"}}},
      "tight": {"attributes": {"d": {"to": "d", "type": "date"}}, "strict": true}}}
      """#, #"[{"d":"?","r":{"d":"?"}}]"#)
    #expect("\(found.isFailure)" == row.json("isFailure"))
  }
}
