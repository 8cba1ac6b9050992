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
  static let list = #"[{"type":"Boy","name":"Bob"},{"type":"Girl","name":"Sue"}]"#

  @Test func firstCaseThatHoldsDecides() throws {
    #expect(
      try items(mapping: "\"child\"", beside: Self.children, of: Self.list)
        == #"[{"boy":"Bob"},{"girl":"Sue"}]"#)
  }

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

  @Test func declinedRelatedItemsAreLeftOut() throws {
    let mapping = #"""
      {"attributes": ["id"], "relationships": {"friends": {"to": "friends", "mapping": "boysOnly",
      "many": true},
      "best": {"to": "x.best", "mapping": "boysOnly"}}}
      """#
    #expect(
      try items(
        mapping: mapping, beside: Self.children,
        of:
          #"""
          [{"id":1,"friends":\#(Self.list),"best":{"type":"Girl"}},{"best":{"type":"Boy",\#
          "name":7}}]
          """#
      )
        == #"[{"id":1,"friends":[{"boy":"Bob"}]},{"x":{"best":{"boy":7}}}]"#)
  }

  static let tests: [(String, String, [Bool])] = [
    (
      #""equals": 1"#, #"[1, 1.0, 10e-1, "1", true, null, [1]]"#,
      [true, true, true, false, false, false, false]
    ),
    (
      #""equals": 12345678901234567890"#,
      "[12345678901234567890, 12345678901234567891, 1.2345678901234567890e19]", [true, false, true]
    ),
    (#""equals": -0.0"#, "[0, -0, 0e5, 1e-9]", [true, true, true, false]),
    (
      #""equals": "B\u00e9""#, #"["Bé", "B\u00e9", "b\u00e9", "B\u0065\u0301"]"#,
      [true, true, false, false]
    ),
    (#""equals": null"#, #"[null, "null", 0]"#, [true, false, false]),
    (#""equals": true"#, #"[true, false, "true", 1]"#, [true, false, false, false]),
    (
      #""equals": {"a": [1, 2.0]}"#,
      #"[{"a":[1.0,2]}, {"a":[2,1]}, {"a":[1,2],"b":1}, {"a":[0,1],"a":[1,2]}]"#,
      [true, false, false, true]
    ),
    (#""in": ["a", 2, null]"#, #"["a", 2.0, null, "b"]"#, [true, true, true, false]),
    (#""in": []"#, "[1]", [false]),
    (#""type": "object""#, #"[{}, [], 1]"#, [true, false, false]),
    (#""type": "array""#, #"[{}, [], 1]"#, [false, true, false]),
    (#""type": "string""#, #"["", 1]"#, [true, false]),
    (#""type": "number""#, #"["1", 1]"#, [false, true]),
    (#""type": "boolean""#, "[true, 0]", [true, false]),
    (#""type": "null""#, "[null, 0]", [true, false]),
    (#""exists": true"#, "[null, 0]", [true, true]),
    (#""exists": false"#, "[null, 0]", [false, false]),
    (
      #""matches": "^B(o|u)b$""#, #"["Bob", "Bub", "Bib", "Bobb", "B\u006fb", 5]"#,
      [true, true, false, false, true, false]
    ),
    (
      #""matches": "b", "type": "string", "in": ["abc", "b"]"#, #"["abc", "b", "cb"]"#,
      [true, true, false]
    ),
  ]

  @Test(arguments: tests.indices)
  func testsCompareValues(_ index: Int) throws {
    let (test, values, expected) = Self.tests[index]
    let list = try #require(try json(values).arrayValue)
    let members = list.indices.map { position in
      let element = try? JSONDocument(Array(values.utf8))
      let slice = element.map { $0.elements(of: $0.root)[position] }
      return "{\"v\":\(slice.flatMap { element?.text($0) } ?? "")}"
    }
    let found = try items(
      mapping: #"""
        {"when": [{"keyPath": "v", \#(test),
        "mapping": {"attributes": {"@metadata.collectionIndex": "i"}}}]}
        """#, of: "[\(members.joined(separator: ","))]")
    let indexes = expected.indices.filter { expected[$0] }.map { "{\"i\":\($0)}" }
    #expect(found == "[\(indexes.joined(separator: ","))]")
  }

  @Test func missingValuesExistNot() throws {
    let mapping = #"""
      {"when": [{"keyPath": "v", "exists": false, "mapping": {"attributes": {"id": "without"}}},
      {"keyPath": "v", "equals": null, "mapping": {"attributes": {"id": "null"}}}]}
      """#
    #expect(
      try items(mapping: mapping, of: #"[{"id":1},{"id":2,"v":null},{"id":3,"v":4}]"#)
        == #"[{"without":1},{"null":2}]"#)
  }

  @Test func specialSourcesDecideToo() throws {
    let mapping = #"""
      {"when": [{"keyPath": "@metadata.response.status", "equals": 200, "mapping":
      {"when": [{"keyPath": "@metadata.collectionIndex", "in": [0, 2],
      "mapping": {"attributes": {"@self": "even"}}},
      {"keyPath": "@root.0", "equals": 5, "mapping": {"attributes": {"@self": "odd"}}}]}}]}
      """#
    #expect(
      try items(mapping: mapping, of: "[5,6,7,8]")
        == #"[{"even":5},{"odd":6},{"even":7},{"odd":8}]"#)
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

  @Test func collectionIndexCountsSkippedAndDeclinedItems() throws {
    let mapping = #"""
      {"when": [{"keyPath": "x", "exists": true,
      "mapping": {"attributes": {"@metadata.collectionIndex": {"to": "i", "type": "string"},
      "x": "x"}, "relationships": {"r": {"to": "r", "many": true,
      "mapping": {"attributes": {"@metadata.collectionIndex": {"to": "i", "type": "integer"}}}}}}}]}
      """#
    #expect(
      try items(mapping: mapping, of: #"[null,{"x":1},{},{"x":2,"r":[1,2]}]"#)
        == #"[{"i":"1","x":1},{"i":"3","x":2,"r":[{"i":3},{"i":3}]}]"#)
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
        #"0 born\.at date string"#, "1 user.owner.age integer array",
        #"2 kids.kids.born\.at date object"#, #"2 kids.one.born\.at date boolean"#,
        "3 user.owner object array", "4 one object array",
      ])
    #expect(
      String(decoding: found.bytes, as: UTF8.self)
        == #"{},{"u":{}},{"k":[{},{"k":[{}],"o":{}}]},{},{}"#)
    #expect(
      found.issues[1].json == [
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
        "1 a object number", "1 a object string",
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

  static let strict: [(String, String, Bool)] = [
    ("mapping", #"{"attributes": {"d": {"to": "d", "type": "date"}}, "strict": true}"#, true),
    ("notStrict", #"{"attributes": {"d": {"to": "d", "type": "date"}}, "strict": false}"#, false),
    ("holder", #"{"strict": true, "relationships": {"r": {"to": "r", "mapping": "loose"}}}"#, true),
    (
      "holderOfList",
      #"{"strict": true, "relationships": {"r": {"to": "r", "mapping": "loose", "many": true}}}"#,
      true
    ),
    ("related", #"{"relationships": {"r": {"to": "r", "mapping": "tight"}}}"#, true),
    (
      "relatedList", #"{"relationships": {"r": {"to": "r", "mapping": "tight", "many": true}}}"#,
      true
    ),
    (
      "otherRelated",
      #"""
      {"relationships": {"r": {"to": "r", "mapping": "loose"}, "s": {"to": "s", \#
      "mapping": "tight"}}}
      """#,
      false
    ),
    ("dynamic", #"{"strict": true, "when": [], "otherwise": "loose"}"#, true),
    ("chosen", #"{"when": [], "otherwise": "tight"}"#, true),
    (
      "missingIsNoMisfit",
      #"{"attributes": {"none": {"to": "d", "type": "date"}}, "strict": true}"#, false
    ),
  ]

  @Test(arguments: strict.indices)
  func strictMappingsFailThePage(_ index: Int) throws {
    let (name, mapping, isFailure) = Self.strict[index]
    let found = try mapped(
      #"""
      {"responseDescriptors": [{"mapping": \#(mapping)}], "mappings": {
      "loose": {"attributes": {"d": {"to": "d", "type": "date"}}},
      "tight": {"attributes": {"d": {"to": "d", "type": "date"}}, "strict": true}}}
      """#, #"[{"d":"?","r":{"d":"?"}}]"#)
    #expect(found.isFailure == isFailure, "\(name)")
  }
}
